"""Codes of tie-breaks as people and programs write them: `BH-C1`, `bh/c1`, `BHC1`, `OTHER_SOS`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import get_close_matches

from pairproof.model.language import say
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.registry import OTHER_NAMES, TEAM_NAMES, TIE_BREAKS

OTHER = "OTHER_"
"""Before the names of TRF that C.07 does not have."""

_MOST_SHIFTED = 20
"""Half points by which the limit of Koya may be moved: what goes beyond is meant as a percentage."""


def _cut(code: Code, number: str) -> Code:
    return replace(code, cut=int(number))


def _median(code: Code, number: str) -> Code:
    return replace(code, cut=int(number), cut_high=int(number))


_MODIFIERS: dict[str, tuple[str, Callable[[Code, str], Code]]] = {
    "C": (r"[1-9][0-9]?", _cut),
    "M": (r"[1-9][0-9]?", _median),
    "P": ("", lambda code, _: replace(code, forfeits=True)),
    "F": ("", lambda code, _: replace(code, fore=True)),
    "L": (r"[+-]?[0-9]{1,2}", lambda code, number: replace(code, shift=int(number))),
    "R": ("", lambda code, _: replace(code, reverse=True)),
    "U": (r"[1-9][0-9]{0,3}", lambda code, number: replace(code, unrated=int(number))),
    "K": (r"[0-9]{1,3}", lambda code, number: replace(code, constant=int(number))),
    "Z": ("", lambda code, _: replace(code, zeros=True)),
}
"""What may stand behind the letter of a modifier, and what it does."""


def read_codes(texts: Iterable[str]) -> tuple[tuple[Code, ...], list[str]]:
    """The tie-breaks that a list names, and a sentence for each thing that is wrong with it.

    A direct encounter may stand in it more than once: it is computed among those still level.
    """
    codes: list[Code] = []
    problems: list[str] = []
    for text in texts:
        code, wrong = read_code(text)
        problems += wrong
        if code is None:
            continue
        if code in codes and code.name != "DE":
            problems.append(say("The tie-break {code} is named twice.", code=code))
        codes.append(code)
    return tuple(codes), problems


def read_code(text: str) -> tuple[Code | None, list[str]]:
    """One tie-break, and what is wrong with it; None where the name is not known."""
    name, *modifiers = _spelt(text).split("/")
    if name in TEAM_NAMES or re.search(r":[MG]P$", name):
        return Code("/".join([name, *modifiers]), team=True), []
    if name == "BH" and "F" in modifiers:  # fore Buchholz by its other name
        name, modifiers = "FB", [each for each in modifiers if each != "F"]
    if name not in TIE_BREAKS:
        return None, [_unknown(text, name)]
    code, problems, seen = Code(name), [], ""
    for modifier in modifiers:
        letter, number = modifier[:1], modifier[1:]
        problem = _wrong_with(text, code, letter, number, seen)
        if problem:
            problems.append(problem)
        else:
            code, seen = _MODIFIERS[letter][1](code, number), seen + letter
    return code, problems


def _spelt(text: str) -> str:
    """The code in capitals, with `/` before every modifier, and under the name it has here."""
    plain = re.sub(r"[#!-](?=[CM][0-9])", "/", text.strip().upper()).removeprefix(OTHER)
    name, slash, rest = plain.partition("/")
    return OTHER_NAMES.get(name, name) + slash + rest


def _unknown(text: str, name: str) -> str:
    near = get_close_matches(name, [*TIE_BREAKS, *OTHER_NAMES], 1, 0.4)
    if near:
        return say("There is no tie-break {code!r}; did you mean {near}?", code=text, near=near[0])
    return say("There is no tie-break {code!r}; known are {names}.", code=text, names=", ".join(TIE_BREAKS))


def _wrong_with(text: str, code: Code, letter: str, number: str, seen: str) -> str | None:
    """What is wrong with a modifier, None for nothing."""
    takes = TIE_BREAKS[code.name].takes
    if letter not in takes or not letter:
        shown = {"code": text, "name": code.name, "modifier": letter + number}
        if not takes:
            return say("{code}: {name} takes no modifier, so not {modifier!r}.", **shown)
        return say("{code}: {name} does not take {modifier!r}; it takes {takes}.", takes=", ".join(takes), **shown)
    if letter in seen or (letter in "CM" and ("C" in seen or "M" in seen)):
        return say("{code}: of the modifiers C and M one is enough, and each of the others once.", code=text)
    if not re.fullmatch(_MODIFIERS[letter][0], number):
        if not number:
            return say("{code}: the modifier {letter} needs a number, as in {letter}1.", code=text, letter=letter)
        return say("{code}: {modifier!r} is no modifier.", code=text, modifier=letter + number)
    if letter == "L" and abs(int(number)) > _MOST_SHIFTED:
        return say(
            "{code}: {modifier} moves the limit by half points, 20 at most; a percentage is not understood.",
            code=text,
            modifier=letter + number,
        )
    return None


def written(codes: Iterable[Code], *, trf: bool = False) -> list[str]:
    """The codes as they are written; in TRF those that C.07 does not have begin with `OTHER_`."""
    return [
        f"{OTHER}{code}" if trf and not code.team and not TIE_BREAKS[code.name].fide else str(code) for code in codes
    ]
