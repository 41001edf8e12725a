"""What every method returns: boards, bye and levels (CONTRACT 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pairproof.model.criteria.seats import board_numbers, whites_of
from pairproof.model.state.history import DOWN, UP
from pairproof.model.tournament import BYE
from pairproof.solver.problem import PairingProblem, Problem
from pairproof.solver.proof.write import Evidence, certificate_document, certificate_of, infeasible_claim
from pairproof.solver.terms import Engine, Method, Status
from pairproof.solver.witness import Witness

FLOAT_NAMES = {UP: "up", DOWN: "down"}


@dataclass(frozen=True, slots=True)
class Board:
    """One board.  `white` and `black` are ids; `scores` (half-win units) and `floats` ("up", "down" or None) are
    white's and black's; `costs` holds the levels on which the pair costs something.
    """

    number: int
    white: int
    black: int
    scores: tuple[int, int]
    floats: tuple[str | None, str | None]
    costs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LevelValue:
    """A level of the pairing: its value, the proved lower bound (None: none known), and whether the two are equal."""

    name: str
    value: int
    bound: int | None
    proved: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the manual method.  `step` is "C2" to "C9"; `bracket` counts from 1, the top; `players` are ids
    (`solver.manual.method` says which); `text` says what was done and why."""

    step: str
    bracket: int
    players: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Pairings equal on every level, in natural order, the chosen one first: boards and bye of each; whether there are
    `more` (None: time ran out before that was known).
    """

    pairings: tuple[tuple[tuple[Board, ...], int | None], ...]
    more: bool | None


@dataclass(frozen=True, slots=True)
class Lookahead:
    """How many further rounds were `asked` for, and the largest number up to that which some legal pairing keeps
    `possible` (None: not known).  `cost` is how much more each level costs than without, where that differs.
    """

    asked: int
    possible: int | None
    cost: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ChangeLimit:
    """How many published boards may be changed at most, as `asked`; where no legal pairing that keeps what else was
    asked changes so few, `least` is what any legal pairing must change (None: not known, or not asked).
    """

    asked: int
    least: int | None = None


@dataclass(frozen=True, slots=True)
class PairingProof:
    """What is proved of a pairing.

    `evidence` holds the duals that prove that it is the best, where they do; `witness` says why nothing is legal.
    `natural_order`: whether it is, of all that are as good, the one that the natural order chooses.
    """

    evidence: Evidence | None = field(default=None, repr=False)
    witness: Witness | None = None
    natural_order: bool = False


@dataclass(frozen=True, slots=True)
class ManualTrace:
    """How the manual method went: its `steps`, where they were asked for, and the step that it is `stuck_at`."""

    steps: tuple[Step, ...] = field(default=(), repr=False)
    stuck_at: str | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """What was found out beside the pairing, where it was asked for.

    `without` holds the levels of the optimum without wishes, quotas and a published pairing to keep; `lookahead` what
    look-ahead found; `alternatives` the pairings equal on every level.  `unkept` is the optimum of the same round, with
    all else that was asked, did nobody ask to keep the published boards; `change_limit` how many of them may change.
    `cut_short`: time ran out before all of that was known.
    """

    without: tuple[LevelValue, ...] = ()
    lookahead: Lookahead | None = None
    alternatives: Alternatives | None = field(default=None, repr=False)
    unkept: Pairing | None = field(default=None, repr=False)
    change_limit: ChangeLimit | None = None
    cut_short: bool = False


@dataclass(frozen=True)
class Pairing:
    """One round, paired.

    `problem` is what was solved, `method` says how it was paired, `status` what came of it, `engine` what found it.
    `bye` is an id or None, `bye_costs` the levels on which the bye costs something.  `proof` says what is proved of it,
    `trace` how the manual method came to it, `study` what else was found out.
    """

    problem: Problem = field(repr=False)
    method: Method
    status: Status
    engine: Engine
    boards: tuple[Board, ...] = ()
    bye: int | None = None
    bye_costs: Mapping[str, int] = field(default_factory=dict)
    levels: tuple[LevelValue, ...] = ()
    proof: PairingProof = PairingProof()
    trace: ManualTrace = ManualTrace()
    study: Study = Study()

    @property
    def empty(self) -> bool:
        """Whether there is no pairing: neither a board nor the bye."""
        return not self.boards and self.bye is None

    @cached_property
    def certificate(self) -> Mapping[str, Any] | None:
        """The JSON document with which `verify` can repeat the proof; None where there is no proof."""
        witness, evidence = self.proof.witness, self.proof.evidence
        if witness is not None:
            return certificate_document(certificate_of(self.problem, infeasible_claim(self.problem, witness)))
        if evidence is None:
            return None
        pairs = [(board.white, board.black) for board in self.boards]
        claim = evidence.claim(self.problem, pairs, self.bye)
        return certificate_document(certificate_of(self.problem, claim))

    @property
    def conditional(self) -> bool:
        """Whether look-ahead or limits hold, of pairs in a group or of changed boards: then no single pair says what is
        allowed.
        """
        ahead = self.study.lookahead is not None and self.study.lookahead.asked > 0
        limited = self.study.change_limit is not None or bool(self.problem.position.rules.max_pairs_in_group)
        return ahead or limited

    @property
    def seats(self) -> tuple[tuple[int, int], ...]:
        """White and black of each board in order, and (id, 0) for the bye."""
        bye = () if self.bye is None else ((self.bye, BYE),)
        return (*((board.white, board.black) for board in self.boards), *bye)

    @property
    def partners(self) -> dict[int, int]:
        """Opponent of each paired player by id; BYE for the one who has it."""
        found = {board.white: board.black for board in self.boards}
        found |= {black: white for white, black in found.items()}
        if self.bye is not None:
            found[self.bye] = BYE
        return found


def level_costs(problem: PairingProblem, u: Sequence[int], v: Sequence[int]) -> dict[str, list[int]]:
    """Costs of index pairs u < v on each level, by level name."""
    pairs = problem.as_pairs(np.array(u, dtype=np.int64), np.array(v, dtype=np.int64))
    return {level.name: problem.costs(level, pairs).tolist() for level in problem.levels}


def boards_of(
    problem: PairingProblem, pairs: Sequence[tuple[int, int]]
) -> tuple[tuple[Board, ...], int | None, dict[str, int]]:
    """Boards in the order of RULES 10, the id with the bye, and the bye's costs.

    `pairs` are index pairs; the dummy's partner has the bye.
    """
    position = problem.position
    score = position.score.tolist()
    pairs = [(min(pair), max(pair)) for pair in pairs]
    games = [pair for pair in pairs if pair[1] < position.players]
    whites = whites_of(position, games)
    seats = [(white, u + v - white) for (u, v), white in zip(games, whites, strict=True)]
    numbered = sorted(zip(board_numbers(position, seats), games, seats, strict=True))
    games = [game for _, game, _ in numbered]
    byes = [pair for pair in pairs if pair[1] >= position.players]
    costs = level_costs(problem, [u for u, _ in games + byes], [v for _, v in games + byes])

    def costs_at(place: int) -> dict[str, int]:
        return {name: values[place] for name, values in costs.items() if values[place]}

    boards = []
    for place, (number, _, (white, black)) in enumerate(numbered):
        gap = score[white] - score[black]
        mark = DOWN if gap > 0 else UP if gap < 0 else 0
        boards.append(
            Board(
                number,
                position.ids[white],
                position.ids[black],
                (score[white], score[black]),
                (FLOAT_NAMES.get(mark), FLOAT_NAMES.get(-mark)),
                costs_at(place),
            )
        )
    if not byes:
        return tuple(boards), None, {}
    return tuple(boards), position.ids[byes[0][0]], costs_at(len(games))


def values_of(boards: Sequence[Board], bye_costs: Mapping[str, int], problem: PairingProblem) -> dict[str, int]:
    """Value of each level: the sum over boards and bye."""
    return {
        level.name: sum(board.costs.get(level.name, 0) for board in boards) + bye_costs.get(level.name, 0)
        for level in problem.levels
    }
