"""What stands behind an option, read: pairs, start numbers, limits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pairproof.model.errors import UsageProblem
from pairproof.model.tournament import BYE, FixedPair

_ID = r"([0-9]{1,9})"
_PAIR = re.compile(rf"{_ID}-{_ID}")
_COLOURED = re.compile(rf"{_ID}([wb])-{_ID}([wb])")


def pair_option(option: str, text: str) -> FixedPair:
    """`3-7`, `3w-7b` or `3-0` (the bye) as an order.

    Raises
    ------
    UsageProblem
        Anything else, with what was expected.
    """
    given = text.strip()
    if found := _PAIR.fullmatch(given):
        first, second = int(found[1]), int(found[2])
        if first == BYE:
            first, second = second, first
        if first != BYE:
            return FixedPair(first, second)
    elif (found := _COLOURED.fullmatch(given)) and found[2] != found[4]:
        white, black = (int(found[1]), int(found[3])) if found[2] == "w" else (int(found[3]), int(found[1]))
        if BYE not in (white, black):
            return FixedPair(white, black, colours=True)
    raise UsageProblem(
        f"{option} {text}: expected two start numbers, as in {option} 3-7; 3-0 is the bye"
        + ("; 3w-7b gives 3 white." if option in ("--fix", "--why-not") else ".")
    )


def forbidden_option(option: str, text: str) -> tuple[int, int]:
    """`3-7` or `5-0` as an unordered pair, the smaller id first."""
    pair = pair_option(option, text)
    if pair.colours:
        raise UsageProblem(
            f"{option} {text}: a pair is forbidden with either colours; write {pair.first}-{pair.second}."
        )
    return min(pair.first, pair.second), max(pair.first, pair.second)


def id_option(option: str, text: str) -> int:
    """One start number."""
    if not re.fullmatch(_ID, text.strip()) or int(text) == BYE:
        raise UsageProblem(f"{option} {text}: expected a start number, as in {option} 5.")
    return int(text)


def ids_option(option: str, texts: Iterable[str]) -> frozenset[int]:
    """Start numbers with commas between them; the option may be given several times."""
    ids: set[int] = set()
    for text in texts:
        parts = [part.strip() for part in text.split(",")]
        if not all(re.fullmatch(_ID, part) and int(part) != BYE for part in parts):
            raise UsageProblem(f"{option} {text}: expected start numbers with commas between them, as in {option} 3,9.")
        ids.update(map(int, parts))
    return frozenset(ids)


def quotas(texts: Iterable[str]) -> dict[str, int]:
    """`Lisboa=2` as the most pairs inside a group.

    Raises
    ------
    UsageProblem
        Anything else, with what was expected; the same group twice with different numbers.
    """
    found: dict[str, int] = {}
    for text in texts:
        group, equals, number = text.rpartition("=")
        if not equals or not group.strip() or not re.fullmatch(r"[0-9]{1,9}", number.strip()):
            raise UsageProblem(
                f"--max-pairs-in-group {text}: expected a group and a number, as in --max-pairs-in-group Lisboa=2."
            )
        if found.setdefault(group.strip(), int(number)) != int(number):
            raise UsageProblem(f"--max-pairs-in-group: {group.strip()} is given two different numbers.")
    return found
