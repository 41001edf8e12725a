"""The system `optimum` (RULES 5 to 11), behind the seam; its parts are the rooms certified, cpsat, manual, explain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.solver.terms import METHODS, Method

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
    from pairproof.solver.problem import PairingProblem, Problem
    from pairproof.solver.proof.certificate import Claim
    from pairproof.solver.proof.shape import OptimalShape
    from pairproof.solver.request import Request
    from pairproof.solver.result import Pairing
    from pairproof.solver.systems.system import System


class Optimum:
    """See `solver.systems.system.System`."""

    @property
    def methods(self) -> tuple[Method, ...]:
        """All of them."""
        return METHODS

    @property
    def looks_ahead(self) -> bool:
        """Yes."""
        return True

    @property
    def level_parts(self) -> Mapping[str, bool]:
        """Those that a rule set may name."""
        from pairproof.model.criteria import LEVELS

        return {level.name: level.parts is not None for level in LEVELS}

    def problem(self, tournament: Tournament, rules: RuleSet, round: int | None, orders: Orders) -> PairingProblem:
        """The matching problem of the round."""
        from pairproof.model.state.position import position
        from pairproof.solver.problem import compile_problem

        return compile_problem(position(tournament, rules, round, orders))

    def pair(self, tournament: Tournament, request: Request) -> Pairing:
        """The optimum in natural order; look-ahead, quotas, alternatives by CP-SAT."""
        from pairproof.solver.systems.optimum.pairing import pair

        return pair(tournament, request)

    def solve_by(self, method: Method, problem: Problem, luck: Luck) -> Pairing:
        """By the certified engine, the manual method, at random, or the nearest in rank first."""
        from pairproof.solver.problem import matching_problem
        from pairproof.solver.systems.optimum.methods import solve_by

        return solve_by(method, matching_problem(problem), luck)

    def pair_manually(self, tournament: Tournament, request: Request, *, trace: bool) -> Pairing:
        """Steps C1 to C9 of P."""
        from pairproof.solver.manual.method import pair_manually

        return pair_manually(tournament, request, trace=trace)

    def played(self, tournament: Tournament, request: Request) -> Played:
        """Measured by the levels of the rule set."""
        from pairproof.solver.systems.optimum.played import played

        return played(tournament, request)

    def difference(self, pairing: Pairing, best: Pairing) -> Difference | None:
        """The first level whose values differ."""
        from pairproof.solver.explain.played import first_difference

        return first_difference(pairing, best)

    def claim_shape(self) -> type[OptimalShape]:
        """Levels, and the natural order in blocks."""
        from pairproof.solver.proof.shape import OptimalShape

        return OptimalShape

    def problems(self, problem: Problem, claim: Claim) -> list[str]:
        """The pairing, its levels, its natural order."""
        from pairproof.solver.systems.optimum.check import problems

        return problems(problem, claim)

    def reasons(self, pairing: Pairing, figures: Figures) -> dict[str, list[str]]:
        """From the duals, in words."""
        from pairproof.solver.explain.reasons import reasons

        return reasons(pairing, figures)

    def whose(self, pairing: Pairing, level: str, figures: Figures, named: Callable[[int], str]) -> list[str]:
        """From floats, scores, colours and groups."""
        from pairproof.solver.explain.reasons import whose

        return whose(pairing, level, figures, named)

    def sections(self, pairing: Pairing, figures: Figures) -> tuple[Section, ...]:
        """None: the levels are all there is."""
        return ()

    def chosen(self) -> str:
        """The natural order."""
        from pairproof.model.language import say

        return say("Among the pairings equal on all these levels, the natural order has chosen.")

    def opponents(self, pairing: Pairing, player: int) -> tuple[Answer, ...]:
        """By walks in the face of the optimum, or by solving again."""
        from pairproof.solver.explain.questions import opponents

        return opponents(pairing, player)

    def grant(self, pairing: Pairing, wish: FixedPair) -> Answer:
        """By solving again."""
        from pairproof.solver.explain.questions import grant

        return grant(pairing, wish)

    def burdens(self, pairing: Pairing, most: int | None, borne: Pairing | None = None) -> tuple[Burden, ...]:
        """Floats, the bye, colours."""
        from pairproof.solver.explain.burdens import burdens

        return burdens(pairing, most, borne)

    def judged(self, played: Pairing, best: Pairing) -> tuple[JudgedBoard, ...]:
        """By walks, as opponents; colours by RULES 4.4."""
        from pairproof.solver.explain.judged import judged

        return judged(played, best)

    def colours_played(self, played: Pairing, best: Pairing) -> dict[tuple[int, int], str]:
        """By RULES 4.4."""
        from pairproof.solver.explain.judged import colours_played

        return colours_played(played, best)

    def next_round(self, pairing: Pairing) -> BoolArray:
        """By RULES 14."""
        from pairproof.solver.further_rounds import Future, mates
        from pairproof.solver.problem import matching_problem

        (open_,) = Future(matching_problem(pairing.problem)).rounds(1, mates(pairing))
        return open_

    def cause(self, pairing: Pairing) -> Cause:
        """By the groups of the witness, and by searching again without colours and orders."""
        from pairproof.solver.explain.nothing_legal import cause_of
        from pairproof.solver.problem import matching_problem

        assert pairing.proof.witness is not None, "a round without a legal pairing has a witness"
        return cause_of(matching_problem(pairing.problem), pairing.proof.witness)


SYSTEM: System = Optimum()
