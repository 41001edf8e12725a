"""What a bracket's pairing loses first with other pairs: each pair priced by the proofs of all levels and decisions.

On a level another pairing costs more than that of the bracket by the reduced costs of its pairs, and by the duals of
the odd sets for each time it leaves them beyond the first (docs/method.md).  As long as it has lost nothing before, so
each pair says by itself where it loses first, and how much there: the first level on which its reduced cost is not 0.
Such losses add up lexicographically: the earlier one hides the later one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from pairproof.model.dutch.order import DIGITS, Choices, Marks, Tally, Vertices, order_of_generation
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.systems.dutch.bracket_problem import Step
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedLevel

_PLACE = 47  # bits below the place in a loss
_VALUE = (1 << _PLACE) - 1
_PLACES = 1 << 14
NEVER: int = np.iinfo(np.int64).max
"""The loss of what no pairing can have."""
NOTHING = 0
"""The loss of what is equal everywhere."""


@dataclass(frozen=True)
class Decision:
    """A level, or a decision of the order: its name, with what proves it and the value it has.

    `level` is the criterion's.  `players` are those it decides yes or no about, the first one weighing most.  A
    chooser has his `candidates`, in order, of whom he has the first: what is lost is the place of the one he gets.
    What `never` can be lost has no name: then an earlier level has lost.
    """

    name: str
    scale: int = 1
    value: int = 0
    level: SolvedLevel | None = None
    players: tuple[int, ...] = ()
    chooser: int | None = None
    candidates: tuple[int, ...] = ()
    never: bool = False


@dataclass(frozen=True)
class Charge:
    """An odd set that every pairing leaves once as long as nothing is lost, and the loss of leaving it twice more."""

    members: BoolArray
    loss: int


def loss(place: int, value: int) -> int:
    """A loss as one number: larger is worse; NOTHING is the least."""
    return (_PLACES - place) << _PLACE | value


def place_of(lost: int) -> int:
    """The decision that a loss is on."""
    return _PLACES - (lost >> _PLACE)


def value_of(lost: int) -> int:
    """How much is lost there, times the scale of its proof."""
    return lost & _VALUE


def together(one: int, others: IntArray) -> IntArray:
    """One loss and each of the others: the earlier one, or both where they are on the same decision."""
    both: IntArray = np.where(one >> _PLACE == others >> _PLACE, others + (one & _VALUE), np.maximum(one, others))
    both[others == NEVER] = NEVER
    return both


def joint(one: int, other: int) -> int:
    """Two losses together."""
    if NEVER in (one, other):
        return NEVER
    return one + value_of(other) if one >> _PLACE == other >> _PLACE else max(one, other)


class TooLarge(Exception):
    """The numbers of the proofs do not fit."""


@dataclass
class FirstLosses:
    """The losses of all pairs of a bracket's problem: `table`, square, and of odd sets left more than once."""

    decisions: list[Decision] = field(default_factory=list)
    charges: list[Charge] = field(default_factory=list)
    table: IntArray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))

    @classmethod
    def of(cls, solved: SolvedBracket, legal: BoolArray) -> FirstLosses:
        """Those of a bracket, with its legal pairs by index.

        Raises
        ------
        TooLarge
            See there.
        """
        players = solved.bracket.players
        local = legal[np.ix_(players, players)]
        local[: solved.bracket.residents, : solved.bracket.residents] = False
        return _Pricing(solved, Pairs.of_table(local)).run()


class _Pricing:
    """The pairs that have lost nothing yet, decision after decision."""

    def __init__(self, solved: SolvedBracket, pairs: Pairs) -> None:
        self._solved, self._bracket = solved, solved.bracket
        self._all, self._left = pairs, pairs
        self._at: IntArray = np.arange(len(pairs))
        self._losses = np.zeros(len(pairs), dtype=np.int64)
        self._found = FirstLosses()
        self._known: set[bytes] = set()

    def run(self) -> FirstLosses:
        bracket = self._bracket
        for level in self._solved.levels:
            name, proof = level.level.criterion.name, level.proof
            costs = self._near(partial(level.level.costs, bracket))
            self._lose(Decision(name, proof.scale, proof.value, level), proof, costs)
        steps = iter(self._solved.order)
        decisions = order_of_generation(bracket, lambda: self._solved.mate)
        waiting = next(steps, None)
        for decision in decisions:
            if isinstance(decision, Choices):
                waiting = self._choices(decision, waiting, steps)
                continue
            for tally in _tallies(decision):
                assert waiting is not None
                assert waiting.proof is not None
                told = Decision(tally.name, waiting.proof.scale, waiting.proof.value, players=tally.players)
                self._lose(told, waiting.proof, self._near(tally.weight))
                waiting = next(steps, None)
        found, n = self._found, bracket.vertices
        if len(found.decisions) >= _PLACES:
            raise TooLarge
        found.table = np.full((n, n), NEVER, dtype=np.int64)
        found.table[self._all.u, self._all.v] = found.table[self._all.v, self._all.u] = self._losses
        return found

    def _near(self, costs: Callable[[Vertices, Vertices], IntArray]) -> IntArray:
        """Costs of the pairs left; those of two players below the next scoregroup are 0."""
        near = int(np.searchsorted(self._left.u, self._bracket.below))
        found = np.zeros(len(self._left), dtype=np.int64)
        found[:near] = costs(self._left.u[:near], self._left.v[:near])
        return found

    def _lose(self, decision: Decision, proof: Proof, costs: IntArray) -> None:
        place = len(self._found.decisions)
        self._found.decisions.append(decision)
        bare = not (proof.vertex_duals.any() or len(proof.sets))
        reduced = proof.scale * costs if bare else reduced_costs(proof, self._left, costs)
        # The losses of a walk are added up, each pair at most once.
        if int(reduced.max(initial=0)) > _VALUE // (2 * self._bracket.vertices):
            raise TooLarge
        lost = reduced != 0
        self._losses[self._at[lost]] = loss(place, 0) + reduced[lost]
        self._keep(~lost)
        for members, dual in zip(proof.sets, proof.set_duals.tolist(), strict=True):
            if dual > 0 and members.tobytes() not in self._known:
                self._known.add(members.tobytes())
                self._found.charges.append(Charge(members, loss(place, 2 * dual)))

    def _keep(self, stay: BoolArray) -> None:
        self._left, self._at = self._left.where(stay), self._at[stay]

    def _choices(self, choices: Choices, waiting: Step | None, steps: Iterator[Step]) -> Step | None:
        """The choices of one kind, and what is narrowed between them; the step after them."""
        taken: set[int] = set()
        while waiting is not None and waiting.name == choices.name:
            if waiting.proof is not None:
                nothing = np.zeros(len(self._left), dtype=np.int64)
                self._lose(Decision(choices.name, never=True), waiting.proof, nothing)
            for chooser in waiting.players:
                if chooser not in taken:
                    taken |= self._choice(choices, chooser)
            waiting = next(steps, None)
        return waiting

    def _choice(self, choices: Choices, chooser: int) -> set[int]:
        """A chooser, who has the first of his candidates; who is settled by it."""
        mate, left = int(self._solved.mate[chooser]), self._left
        mine = np.flatnonzero((left.u == chooser) | (left.v == chooser))
        others = left.u[mine].astype(np.int64) + left.v[mine] - chooser
        order = choices.phase.order(chooser, others)
        tried = np.flatnonzero(order >= 0)
        if not len(tried):
            return set()
        candidates = others[tried[np.argsort(order[tried])]].tolist()
        assert candidates[0] == mate, "a chooser has the first of his candidates"
        number = {candidate: place for place, candidate in enumerate(candidates)}
        place = len(self._found.decisions)
        self._found.decisions.append(Decision(choices.name, chooser=chooser, candidates=tuple(candidates)))
        values = [number.get(other, len(candidates)) for other in others.tolist()]
        self._losses[self._at[mine]] = [loss(place, value) if value else NOTHING for value in values]
        # Whoever meets his partner instead leaves him another one: that counts once, with him.
        theirs = (left.u == mate) | (left.v == mate)
        theirs[mine] = False
        self._losses[self._at[theirs]] = loss(place, 0)
        gone = theirs
        gone[mine] = others != mate
        self._keep(~gone)
        return {chooser, mate}


def _tallies(decision: Tally | Marks) -> Iterator[Tally]:
    if isinstance(decision, Tally):
        yield decision
        return
    for start in range(0, len(decision.players), DIGITS):
        yield decision.run(decision.players[start : start + DIGITS])
