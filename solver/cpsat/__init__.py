"""The CP-SAT engine: a second opinion on the certified engine, and all that is not a sum over pairs (docs/method.md).

`solve` finds and proves the same pairing on its own; `cross_check` compares the two engines.  `pair_with_lookahead` and
`pair_with_limits` add what a matching cannot say; `some_pairing` keeps that and asks for no more.  `alternatives` lists
the optimal pairings.  Nothing here imports ortools before something is solved with it.
"""

from pairproof.solver.certified.alternatives import alternatives
from pairproof.solver.cpsat.changed_boards import check_changes, fewest_changes
from pairproof.solver.cpsat.engine import CpResult, cross_check, solve
from pairproof.solver.cpsat.limits import LimitedResult, limits_of, pair_with_limits
from pairproof.solver.cpsat.lookahead import LookaheadResult, check_lookahead, pair_with_lookahead, some_pairing
from pairproof.solver.cpsat.quotas import quota_faults
from pairproof.solver.cpsat.search import Search

__all__ = [
    "CpResult",
    "LimitedResult",
    "LookaheadResult",
    "Search",
    "alternatives",
    "check_changes",
    "check_lookahead",
    "cross_check",
    "fewest_changes",
    "limits_of",
    "pair_with_limits",
    "pair_with_lookahead",
    "quota_faults",
    "solve",
    "some_pairing",
]
