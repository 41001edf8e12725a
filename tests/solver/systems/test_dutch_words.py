"""The sentences of the Dutch system: one for everything that can be found, in all languages."""

from __future__ import annotations

from random import Random

import pytest

from pairproof.model.dutch.criteria import CRITERIA
from pairproof.model.language import LANGUAGES, speaking
from pairproof.solver.systems.dutch.difference import why_not
from pairproof.solver.systems.dutch.result import DutchPairing, pair_round
from pairproof.solver.systems.dutch.words import (
    bracket_sentences,
    bracket_title,
    bye_sentence,
    criterion_sentence,
    why_not_sentences,
    wish_name,
)
from tests.inputs.dutch_tournaments import random_tournament


def halves(score: int) -> str:
    return f"{score / 2:g}"


def paired(seed: int, most: int = 14) -> DutchPairing:
    return pair_round(random_tournament(Random(seed), most))


def why_not_words(pairing: DutchPairing, one: int, other: int) -> list[str]:
    assert pairing.solved is not None
    position = pairing.position
    difference, _ = why_not(pairing.solved, one, other)
    return why_not_sentences(position, wish_name(position, one, other), difference, halves)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_sentence(language: str) -> None:
    with speaking(language):
        assert all(criterion_sentence(criterion.name).endswith(".") for criterion in CRITERIA)
        for seed in range(6):
            pairing = paired(seed)
            if pairing.solved is None:
                continue
            said = [bracket_title(bracket, halves) for bracket in pairing.brackets]
            said += [one for bracket in pairing.brackets for one in bracket_sentences(bracket, halves)]
            for other in range(1, pairing.position.vertices):
                said += why_not_words(pairing, 0, other)
            assert all(said)
            assert not any("{" in one and "}" in one and "odd" not in one and language == "en" for one in said[:50])


def test_the_kinds_of_difference_are_told_apart() -> None:
    said = [
        sentence
        for seed in range(25)
        for pairing in [paired(seed, 10)]
        if pairing.solved is not None
        for one in range(pairing.position.players)
        for other in range(one + 1, pairing.position.vertices)
        for sentence in why_not_words(pairing, one, other)
    ]
    for part in (
        "is in the pairing chosen",
        "C1: they met in round",
        "C2: ",
        "the others have no legal round",
        "Take away",
        "instead of",
        "would float down from bracket",
        "would have to float (C8",
        "(C5).",
        "is equal on all criteria, but the transposition is a later one",
        "players exchanged between S1 and S2",
    ):
        assert any(part in sentence for sentence in said), part


def test_brackets_and_bye_are_told() -> None:
    said = []
    byes = 0
    for seed in range(40):
        pairing = paired(seed)
        said += [one for bracket in pairing.brackets for one in bracket_sentences(bracket, halves)]
        sentence = bye_sentence(pairing, halves)
        assert (sentence is None) == (pairing.bye is None)
        byes += sentence is not None
    assert byes > 5
    for part in ("Moved down into it: ", "Down from it: ", "an odd number; one must float", "It cannot be less: "):
        assert any(part in sentence for sentence in said), part
