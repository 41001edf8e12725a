"""Pairs in TOML lists: boards, fixed and forbidden pairs."""

from __future__ import annotations

from collections.abc import Iterable

from pairproof.model.errors import Fault
from pairproof.model.language import say
from pairproof.model.tournament import BYE, FixedPair


def board(pair: list[int]) -> tuple[int, int]:
    """White and black, the bye last."""
    return (pair[1], pair[0]) if pair[0] == BYE else (pair[0], pair[1])


def pairs(entries: Iterable[list[int]]) -> frozenset[tuple[int, int]]:
    """Pairs of ids, the smaller first, 0 for the bye."""
    return frozenset((min(entry), max(entry)) for entry in entries)


def fixed_pairs(
    listed: list[list[int]], colours: list[bool], line: int | None, number: int, faults: list[Fault]
) -> tuple[FixedPair, ...]:
    """Fixed pairs with their flags of colours: one for each, or one for all."""
    flags = colours * len(listed) if len(colours) == 1 else colours
    if len(flags) != len(listed):
        faults.append(
            Fault(
                say(
                    "fix_colours has {flags} entries, but the number of fixed pairs is {pairs}; give one for each, "
                    "or one for all.",
                    flags=len(flags),
                    pairs=len(listed),
                ),
                line,
                round=number,
            )
        )
        flags = [False] * len(listed)
    boards = zip(map(board, listed), flags, strict=True)
    return tuple(FixedPair(first, second, coloured and second != BYE) for (first, second), coloured in boards)
