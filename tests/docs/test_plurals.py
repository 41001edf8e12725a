"""Numbers agree with their words: no "1 rounds", in any language (issue: one helper for counts, in all languages)."""

from __future__ import annotations

import re
import string

import pytest

from pairproof.model.language import LANGUAGES, say_n, speaking
from tests.catalogues import messages_said, path_of, read_po

COUNTS = (0, 1, 2, 5, 21)
FORMS = {"en": lambda n: int(n != 1), "pt": lambda n: int(n != 1), "ru": lambda n: {1: 0, 21: 0, 2: 1}.get(n, 2)}
COUNTED = sorted((message for message in messages_said() if message.plural), key=lambda message: message.key)

PLURAL_NOUNS = (
    "rounds|boards|players|pairs|points|games|groups|results|levels|byes|columns|entries|scores|ratings|tournaments|"
    "places|ranks|opponents|seconds|lines|headings|cells|alternatives"
)
BETWEEN = r"(?!(?:has|the|whose|das|dos|change)\b)\w+"
"""A word between a number and its noun, as in `3 other boards`."""
NEVER_ONE = {
    "A game has at most {most} game points": "a bound of the program",
    "A tournament has at most {most} players": "a bound of the program",
    "A tournament has at most {most} rounds": "a bound of the program",
    "At most {most} changed boards": "refused where it is below 0",
    "Besides the one with the bye, the {players}": "two at least, who cannot play each other",
    "It cannot be less: {wanting} of the {count} players": "more than half of them, two at least",
    "CP-SAT checks the brackets of {most} players": "a bound of the program",
    "Look-ahead over {further} rounds": "refused where it is below 0",
    "Of the {players} players with {points} who play each other": "two at least",
    "Player {player} sits at {count} boards": "more than one",
    "The blanks of the rounds": "several ways",
    "The file asks for the Baku acceleration": "half of the players",
    "The group {group!r} holds {size} of {total}": "of a whole tournament",
    "The {players} players with {who} cannot all play": "two at least, who cannot play each other",
    "There are at most {most} groups": "a bound of the program",
    "There are more than {most} rounds": "a bound of the program",
    "There are {count} boards {twice}": "more than one",
    "There are {count} cells here": "more than one, else there is no separator to doubt",
    "XXA gives player {player} other points": "a start number",
    "that {what} is worth {points} points": "written with a decimal",
    "{number} alternatives": "refused where it is below 1",
    "{players} players cannot play {rounds} rounds": "two players at least, and more rounds than one can be played",
    "{players} players are present in round": "an even number",
    "{points} points": "a fraction or a whole number that is not 1",
    "{present} players are present, an even number": "an even number",
    "{size} of the {present} players are in": "more than half of them",
    "{wanting} of the {players} players want": "more than half of them",
    "fix_colours has {flags} entries": "one for each, or one for all: else not this sentence",
}
"""Sentences whose number is never 1, by how they begin, and why."""


def test_counts_are_in_the_catalogue() -> None:
    assert len(COUNTED) > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counted_sentence_with_0_1_2_5_and_21(language: str) -> None:
    catalogue = {} if language == "en" else read_po(path_of(language, ".po").read_text(encoding="utf-8"))
    for message in COUNTED:
        forms = (message.text, message.plural) if language == "en" else catalogue[message]
        names = {name for text in forms for _, name, _, _ in string.Formatter().parse(text) if name}
        fields = dict.fromkeys(names - {"count"}, "…")
        for count in COUNTS:
            with speaking(language):
                shown = say_n(message.text, message.plural, count, **fields)
            wanted = forms[FORMS[language](count)]
            assert shown == wanted.format(count=count, **fields), (message, count)
            assert str(count) in shown or "{count}" not in wanted


@pytest.mark.parametrize("language", ["en", "pt"])
def test_one_is_no_plural(language: str) -> None:
    """In the form of 1, the word behind the number is no plural noun."""
    catalogue = {} if language == "en" else read_po(path_of(language, ".po").read_text(encoding="utf-8"))
    nouns = (
        PLURAL_NOUNS if language == "en" else "rondas|mesas|jogadores|pares|pontos|partidas|grupos|resultados|níveis"
    )
    for message in COUNTED:
        one = message.text if language == "en" else catalogue[message][0]
        assert not re.search(rf"\{{count\}} (?:{BETWEEN} )?(?:{nouns})\b", one), (message, one)


def test_russian_words_follow_their_numbers() -> None:
    """1 and 21, 2, and 5 each take another form of a noun that stands right behind the number."""
    catalogue = read_po(path_of("ru", ".po").read_text(encoding="utf-8"))
    nouns = {
        "тур": "тура туров",
        "игрок": "игрока игроков",
        "очко": "очка очков",
        "пара": "пары пар",
        "доска": "доски досок",
    }
    for message in COUNTED:
        words = [re.search(r"\{count\} (\w+)", form) for form in catalogue[message]]
        if words[0] and (rest := nouns.get(words[0][1])):
            assert [word and word[1] for word in words[1:]] == rest.split(), message


def test_every_number_of_things_is_counted() -> None:
    """`{n} rounds` stands in no sentence that knows one form, but where the number is never 1."""
    loose = [
        message.text
        for message in messages_said()
        if not message.plural
        and re.search(rf"\{{\w+\}} (?:of (?:the )?\{{\w+\}} )?(?:{BETWEEN} )?(?:{PLURAL_NOUNS})\b", message.text)
    ]
    stale = [start for start in NEVER_ONE if not any(text.startswith(start) for text in loose)]
    loose = [text for text in loose if not text.startswith(tuple(NEVER_ONE))]
    assert not loose, "say them by say_n:\n" + "\n".join(sorted(loose))
    assert not stale, stale
