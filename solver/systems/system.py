"""The seam for pairing systems: what a system answers.  All else asks it through this, and through nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pairproof.model.figures import Figures
    from pairproof.model.rules import RuleSet
    from pairproof.model.state.orders import Orders
    from pairproof.model.state.position import BoolArray
    from pairproof.model.study.luck import Luck
    from pairproof.model.tournament import FixedPair, Tournament
    from pairproof.solver.explain.answers import Answer, Burden, Cause, JudgedBoard, Section
    from pairproof.solver.explain.played import Difference, Played
    from pairproof.solver.problem import Problem
    from pairproof.solver.proof.certificate import Claim
    from pairproof.solver.proof.shape import ClaimShape
    from pairproof.solver.request import Request
    from pairproof.solver.result import Pairing
    from pairproof.solver.terms import Method


class System(Protocol):
    """One pairing system.

    A `Problem` that a method takes is one that this system made, a `Pairing` one that it returned.  What a system does
    not know, and what it cannot honour of a request, it refuses with a `UsageProblem` that says so.
    """

    @property
    def methods(self) -> tuple[Method, ...]:
        """The methods by which it pairs, in the order of `METHODS`."""
        ...

    @property
    def looks_ahead(self) -> bool:
        """Whether a request may ask for look-ahead (RULES 14)."""
        ...

    @property
    def level_parts(self) -> Mapping[str, bool]:
        """The levels that its pairings may have, in order, and whether each has several parts, a level each."""
        ...

    def problem(self, tournament: Tournament, rules: RuleSet, round: int | None, orders: Orders) -> Problem:
        """A round before it is paired, by default the next one.  Loads no solver: checking starts from here too.

        Raises
        ------
        InvalidInput, UsageProblem
            With every fault found.
        """
        ...

    def pair(self, tournament: Tournament, request: Request) -> Pairing:
        """The one pairing that the system is about, proved, with all that is asked of it; see `solver.optimal.pair`."""
        ...

    def solve_by(self, method: Method, problem: Problem, luck: Luck) -> Pairing:
        """A round paired by one of `methods`, nothing else asked; `luck` is for RANDOM alone."""
        ...

    def pair_manually(self, tournament: Tournament, request: Request, *, trace: bool) -> Pairing:
        """The round by the manual method of the system; see `solver.optimal.pair_manually`."""
        ...

    def played(self, tournament: Tournament, request: Request) -> Played:
        """A round of the file as it was paired; see `solver.methods.played`."""
        ...

    def difference(self, pairing: Pairing, best: Pairing) -> Difference | None:
        """Where a whole pairing of the round differs first from the best one; None if it is as good as that."""
        ...

    def claim_shape(self) -> type[ClaimShape]:
        """The shape of its certificates."""
        ...

    def problems(self, problem: Problem, claim: Claim) -> list[str]:
        """A sentence for each thing that is wrong with a claim; no solver checks it."""
        ...

    def reasons(self, pairing: Pairing, figures: Figures) -> dict[str, list[str]]:
        """Why each level has the value it has, in sentences, by name; `figures` writes numbers."""
        ...

    def whose(self, pairing: Pairing, level: str, figures: Figures, named: Callable[[int], str]) -> list[str]:
        """Whose boards a level's value comes from in any pairing; see `solver.explain.asking.whose`."""
        ...

    def sections(self, pairing: Pairing, figures: Figures) -> tuple[Section, ...]:
        """The round in the system's own parts, where its levels in a row say too little; then pages show these."""
        ...

    def chosen(self) -> str:
        """What chooses among the pairings that are equal on all levels, a sentence."""
        ...

    def opponents(self, pairing: Pairing, player: int) -> tuple[Answer, ...]:
        """What pairing a player with each of the others would cost; see `solver.explain.asking.opponents`."""
        ...

    def grant(self, pairing: Pairing, wish: FixedPair) -> Answer:
        """What one wish costs, with the best pairing that grants it; see `solver.explain.asking.grant`."""
        ...

    def burdens(self, pairing: Pairing, most: int | None, borne: Pairing | None = None) -> tuple[Burden, ...]:
        """What it would cost to spare those who bear something; see `solver.explain.asking.burdens`."""
        ...

    def judged(self, played: Pairing, best: Pairing) -> tuple[JudgedBoard, ...]:
        """Each board of a pairing of the file by itself; see `solver.explain.asking.judged`."""
        ...

    def colours_played(self, played: Pairing, best: Pairing) -> dict[tuple[int, int], str]:
        """The boards of a pairing of the file, (white, black), on which the rules give the other colours, and why."""
        ...

    def next_round(self, pairing: Pairing) -> BoolArray:
        """The pairs of vertices, and byes, open to the round after a whole pairing, if its games are played, whatever
        the results: shape (vertices, vertices).  Among those present now, by orders that stand for it; no colours.
        """
        ...

    def cause(self, pairing: Pairing) -> Cause:
        """Why a round has no legal pairing: what is against the pairs that would help, and what would have to go."""
        ...
