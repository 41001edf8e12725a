"""The parts that the page of `report` can have, and which it has."""

from __future__ import annotations

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say

PARTS = ("boards", "names", "standings", "crosstable", "reasons", "slips")
"""By name, in the order of the page."""
ALL = "all"
"""The name of all of them."""
ON_THE_WALL = ("boards", "names", "standings")
"""What hangs on a wall while a round is played."""
AT_THE_END = ("standings", "crosstable")
"""What hangs there after the last round, which is all that there is then."""


def parts_named(option: str, text: str | None) -> tuple[str, ...] | None:
    """The parts that an option names, with commas between them; None where it is not given.

    Raises
    ------
    UsageProblem
        A name is none.
    """
    if text is None:
        return None
    named = [name.strip().lower() for name in text.split(",") if name.strip()]
    unknown = [name for name in named if name not in (*PARTS, ALL)]
    if unknown or not named:
        raise UsageProblem(
            say(
                "{option} {value}: expected some of {known}, with commas between them.",
                option=option,
                value=text,
                known=", ".join((*PARTS, ALL)),
            )
        )
    return PARTS if ALL in named else tuple(part for part in PARTS if part in named)


def refuse_missing(option: str, asked: tuple[str, ...] | None, there: frozenset[str]) -> None:
    """Nothing, where the page has every part asked for by name.

    Raises
    ------
    UsageProblem
        It has not: after the last round there are no boards, and in the first round there is no crosstable.
    """
    if asked is None or asked == PARTS:
        return
    missing = [part for part in asked if part not in there]
    if missing:
        raise UsageProblem(
            say(
                "{option} {parts}: there is no such thing on the page of this round.",
                option=option,
                parts=",".join(missing),
            )
        )
