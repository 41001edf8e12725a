"""A round before the Dutch system pairs it, behind the seam."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairproof.model.dutch.criteria import CRITERIA
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import Position
from pairproof.solver.problem import Pairs, Problem
from pairproof.solver.proof.identity import rules_document
from pairproof.solver.systems.dutch.certificate import BYE_LEVEL, level_name


@dataclass(frozen=True)
class DutchLevelText:
    """What is told of a level; `part_of` names the criterion and the bracket."""

    name: str
    source: str
    says: str
    part_of: tuple[str, int] | None
    given_up: str | None = None
    points_power: int = 0


@dataclass(frozen=True)
class DutchProblem:
    """See `solver.problem.Problem`.  Which levels of brackets there are is known only once the round is
    paired; before that there is C5, where somebody has the bye.
    """

    dutch: DutchPosition
    levels: tuple[DutchLevelText, ...] = ()

    @property
    def position(self) -> Position:
        """What all systems share."""
        return self.dutch.base

    @property
    def vertices(self) -> int:
        """Number of vertices, always even."""
        return self.dutch.vertices

    @cached_property
    def pairs(self) -> Pairs:
        """All legal pairs (C1 to C3, orders)."""
        return Pairs.of_table(self.dutch.legal)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what the criteria of this round look at."""
        here, base = self.dutch, self.position
        document = {
            "round": base.round,
            "rounds": base.history.rounds,
            "last": base.last_round,
            "rules": rules_document(base.rules),
            "first_colour": here.first_colour,
            "players": [
                [player, *(int(column[index]) for column in self._columns), base.history.colours(player)]
                for index, player in enumerate(base.ids)
            ],
            "met": sorted(base.met),
            "forbidden": sorted(base.forbidden),
            "fixed": sorted(base.fixed.items()),
            "fixed_white": sorted(base.fixed_white),
        }
        text = json.dumps(document, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    @property
    def _columns(self) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.generic]], ...]:
        here = self.dutch
        return (
            here.score,
            here.points,
            here.number,
            here.float_1,
            here.float_2,
            here.may_bye,
            here.topscorer,
            here.unplayed,
        )


def dutch_problem(problem: Problem) -> DutchProblem:
    """The problem of a pairing by this system."""
    assert isinstance(problem, DutchProblem), "a question to the system that solved the problem"
    return problem


def level_text(bracket: int, criterion: str, score: int | None) -> DutchLevelText:
    """What is told of a level of a bracket."""
    piece = next(one for one in CRITERIA if one.name == criterion)
    return DutchLevelText(level_name(bracket, criterion, score), piece.article, piece.sentence, (criterion, bracket))


def bye_level() -> DutchLevelText:
    """What is told of C5, the one level of the whole round."""
    return DutchLevelText(
        BYE_LEVEL, "C.04.3, 2.3", "The bye goes to a player with as few points as possible.", None, points_power=1
    )
