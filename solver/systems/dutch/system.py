"""The FIDE (Dutch) System behind the seam (docs/dutch.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.solver.terms import Method

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
    from pairproof.solver.request import Request
    from pairproof.solver.result import Pairing
    from pairproof.solver.systems.dutch.problem import DutchProblem
    from pairproof.solver.systems.dutch.shape import DutchShape
    from pairproof.solver.systems.system import System


class Dutch:
    """See `solver.systems.system.System`."""

    @property
    def methods(self) -> tuple[Method, ...]:
        """The rules ask for one pairing, and there is no other method."""
        return (Method.OPTIMAL,)

    @property
    def looks_ahead(self) -> bool:
        """No: the rules ask for one pairing, whatever comes after it."""
        return False

    @property
    def level_parts(self) -> Mapping[str, bool]:
        """C5, and the criteria of each bracket."""
        from pairproof.model.dutch.criteria import CRITERIA
        from pairproof.solver.systems.dutch.certificate import BYE_LEVEL

        return {BYE_LEVEL: False, **{criterion.name: True for criterion in CRITERIA}}

    def problem(self, tournament: Tournament, rules: RuleSet, round: int | None, orders: Orders) -> DutchProblem:
        """The position as C.04.3 looks at it."""
        from pairproof.model.dutch.position import dutch_position
        from pairproof.solver.systems.dutch.problem import DutchProblem, bye_level

        dutch = dutch_position(tournament, rules, round, orders)
        return DutchProblem(dutch, (bye_level(),) if dutch.base.has_dummy else ())

    def pair(self, tournament: Tournament, request: Request) -> Pairing:
        """Bracket by bracket; with CP-SAT each level of each bracket once more."""
        from pairproof.solver.systems.dutch.pairing import pair

        return pair(tournament, request)

    def solve_by(self, method: Method, problem: Problem, luck: Luck) -> Pairing:
        """The pairing of the rules."""
        if method is not Method.OPTIMAL:
            raise UsageProblem(
                say(
                    "The FIDE (Dutch) System has no method {method!r}; it pairs by {known!s}.",
                    method=str(method),
                    known=Method.OPTIMAL,
                )
            )
        from pairproof.solver.systems.dutch.pairing import optimum
        from pairproof.solver.systems.dutch.problem import dutch_problem

        return optimum(dutch_problem(problem))

    def pair_manually(self, tournament: Tournament, request: Request, *, trace: bool) -> Pairing:
        """There is none."""
        raise UsageProblem(
            say("The manual method is that of the modified Swiss system; the FIDE (Dutch) System has none.")
        )

    def played(self, tournament: Tournament, request: Request) -> Played:
        """With what is illegal in it."""
        from pairproof.solver.systems.dutch.played import played

        return played(tournament, request)

    def difference(self, pairing: Pairing, best: Pairing) -> Difference | None:
        """The first bracket and criterion, or decision of the order, or colours."""
        from pairproof.solver.systems.dutch.questions import departure

        return departure(pairing, best)

    def claim_shape(self) -> type[DutchShape]:
        """C5, and brackets in blocks."""
        from pairproof.solver.systems.dutch.shape import DutchShape

        return DutchShape

    def problems(self, problem: Problem, claim: Claim) -> list[str]:
        """The pairing, C5, and each bracket."""
        from pairproof.solver.systems.dutch.certificate import DutchClaim
        from pairproof.solver.systems.dutch.check import problems_of
        from pairproof.solver.systems.dutch.problem import dutch_problem

        assert isinstance(claim, DutchClaim), "read by the shape of this system"
        return problems_of(dutch_problem(problem).dutch, claim)

    def reasons(self, pairing: Pairing, figures: Figures) -> dict[str, list[str]]:
        """Each criterion that is not 0."""
        from pairproof.solver.systems.dutch.questions import reasons

        return reasons(pairing, figures)

    def whose(self, pairing: Pairing, level: str, figures: Figures, named: Callable[[int], str]) -> list[str]:
        """Nothing: `difference` says what differs in words."""
        return []

    def sections(self, pairing: Pairing, figures: Figures) -> tuple[Section, ...]:
        """The bye, and each bracket."""
        from pairproof.solver.systems.dutch.questions import sections

        return sections(pairing, figures)

    def chosen(self) -> str:
        """The order of generation."""

        return say("Among the pairings equal on all these criteria, the order of generation (Art. 3 and 4) has chosen.")

    def opponents(self, pairing: Pairing, player: int) -> tuple[Answer, ...]:
        """By running the chain again."""
        from pairproof.solver.systems.dutch.questions import opponents

        return opponents(pairing, player)

    def grant(self, pairing: Pairing, wish: FixedPair) -> Answer:
        """By running the chain again."""
        from pairproof.solver.systems.dutch.questions import grant

        return grant(pairing, wish)

    def burdens(self, pairing: Pairing, most: int | None, borne: Pairing | None = None) -> tuple[Burden, ...]:
        """By running the chain again."""
        from pairproof.solver.systems.dutch.questions import burdens

        return burdens(pairing, most, borne)

    def judged(self, played: Pairing, best: Pairing) -> tuple[JudgedBoard, ...]:
        """By running the chain again; colours by Art. 5.2."""
        from pairproof.solver.systems.dutch.questions import judged_boards

        return judged_boards(played, best)

    def colours_played(self, played: Pairing, best: Pairing) -> dict[tuple[int, int], str]:
        """None: `difference` counts them."""
        return {}

    def next_round(self, pairing: Pairing) -> BoolArray:
        """By C1 and C2."""
        from pairproof.solver.systems.dutch.questions import next_round

        return next_round(pairing)

    def cause(self, pairing: Pairing) -> Cause:
        """By the groups of the witness, and by one more matching without C3 and orders."""
        from pairproof.solver.systems.dutch.questions import cause

        return cause(pairing)


SYSTEM: System = Dutch()
