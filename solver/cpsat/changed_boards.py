"""A limit of changes: at most so many boards of the published pairing are not kept (RULES 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pairproof.model.criteria.published import published_boards
from pairproof.model.criteria.wishes import CHANGED_BOARDS
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat.model import Variables
from pairproof.solver.problem import PairingProblem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


@dataclass(frozen=True)
class ChangedBoards:
    """At most `most` of the `published` boards, the bye among them, are changed; `kept_pairs` are the pairs (vertices)
    that keep one.
    """

    most: int
    published: int
    kept_pairs: tuple[tuple[int, int], ...]

    def restrict(self, model: CpModel, variables: Variables) -> list[IntVar]:
        """See `Side`."""
        model.add(sum(variables.plays(u, v) for u, v in self.kept_pairs) >= self.published - self.most)
        return []

    def kept_by(self, partner: Sequence[int]) -> bool:
        """See `Limit`."""
        return self.published - sum(partner[u] == v for u, v in self.kept_pairs) <= self.most


def check_changes(published: bool, most: int) -> None:
    """Refuse a limit of changes that says nothing.

    Raises
    ------
    UsageProblem
        If nothing is published, or the limit is negative.
    """
    if not published:
        raise UsageProblem(say("A limit of changed boards needs a published pairing to keep."))
    if most < 0:
        raise UsageProblem(say("At most {most} changed boards: give a number, 0 or more.", most=most))


def limit_of_changes(problem: PairingProblem, most: int) -> ChangedBoards:
    """The limit for the published pairing of the problem's orders.

    What is kept is what the level `changed-boards` counts: the two meet, and nothing is gained by exchanging colours.
    """
    position = problem.position
    changed = {board.pair for board in published_boards(position, problem.levels) if not board.stays}
    kept = []
    for pair in sorted(position.orders.keep):
        if all(player in position.index_of for player in pair):
            u, v = sorted(position.index_of[player] for player in pair)
            if (u, v) not in changed:
                kept.append((u, v))
    return ChangedBoards(most, len(position.orders.keep), tuple(kept))


def fewest_changes(problem: PairingProblem) -> int:
    """How many published boards any legal pairing changes, at least; the problem must have a legal pairing."""
    levels = tuple(level for level in problem.levels if level.name == CHANGED_BOARDS.name)
    found = certified.solve(replace(problem, levels=levels))
    assert isinstance(found, Certified), "the problem has a legal pairing"
    return found.levels[0].value
