"""The sentences of the Dutch system: one for everything that can be found, in all languages."""

from __future__ import annotations

from random import Random

import pytest

from pairproof import Game, Player, Request, Result, Round, Tournament, pair
from pairproof.model.dutch.criteria import CRITERIA
from pairproof.model.figures import Figures
from pairproof.model.language import LANGUAGES, say, speaking
from pairproof.solver.explain.asking import burdens, chosen
from pairproof.solver.explain.wording import burden_sentence
from pairproof.solver.systems.dutch.difference import why_not
from pairproof.solver.systems.dutch.reasons import told_levels
from pairproof.solver.systems.dutch.result import DutchPairing, pair_round
from pairproof.solver.systems.dutch.words import (
    bracket_sentences,
    bracket_title,
    bye_sentence,
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
        assert all(say(criterion.sentence).endswith(".") for criterion in CRITERIA)
        for seed in range(6):
            pairing = paired(seed)
            if pairing.solved is None:
                continue
            said = [bracket_title(bracket, halves) for bracket in pairing.brackets]
            said += [
                one
                for bracket in pairing.brackets
                for one in bracket_sentences(bracket, told_levels(pairing, bracket), halves)
            ]
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
        "would have to float down (C8",
        "(C5).",
        "would be equal on all criteria, but the transposition would be a later one",
        "would be exchanged between S1 and S2 instead of",
    ):
        assert any(part in sentence for sentence in said), part


def test_brackets_and_bye_are_told() -> None:
    said = []
    byes = 0
    for seed in range(40):
        pairing = paired(seed)
        said += [
            one
            for bracket in pairing.brackets
            for one in bracket_sentences(bracket, told_levels(pairing, bracket), halves)
        ]
        sentence = bye_sentence(pairing, halves)
        assert (sentence is None) == (pairing.bye is None)
        byes += sentence is not None
        said.append(sentence or "")
    assert byes > 5
    for part in (
        "Moved down into it: ",
        "Down from it: ",
        "an odd number; one must float",
        "only one player is here, who must float",
        "players who miss their colour preference (",
        "prefer white",
        "may not meet each other.",
        "here and in the next scoregroup there are",
        "with more pairs here the others would have no legal round",
        "nobody has less than",
        "nobody can have it (C2, C4)",
    ):
        assert any(part in sentence for sentence in said), part


def test_leaders_who_have_met_must_float_down() -> None:
    games = (((1, 2, Result.DRAW), (4, 3, Result.DRAW)), ((3, 1, Result.BLACK_WINS), (2, 4, Result.WHITE_WINS)))
    four = Tournament(
        name="Four",
        players=tuple(map(Player, range(1, 5))),
        rounds=tuple(Round(tuple(Game(*game) for game in games_of)) for games_of in games),
        rounds_planned=5,
        initial_colour="white",
    )
    pairing = pair(four, Request("fide-dutch"))
    said = [burden_sentence(pairing.problem, burden, Figures()) for burden in burdens(pairing) if burden.what == "down"]
    assert said == [f"{one} must float down: {one} may meet nobody with as many points." for one in (1, 2)]
    assert "the order of generation (Art. 3 and 4) has chosen" in chosen(pairing)
