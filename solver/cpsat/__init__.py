"""The CP-SAT engine: a second opinion on the certified engine, and all that is not a sum over pairs (docs/method.md).

`solve` finds and proves the same pairing on its own; `cross_check` compares the two engines.  `pair_with_lookahead` and
`pair_with_quotas` add what a matching cannot say; `some_pairing` keeps that and asks for no more.  `alternatives` lists
the optimal pairings.  Nothing here imports ortools before something is solved with it.
"""

from pairproof.solver.certified.alternatives import alternatives
from pairproof.solver.cpsat.engine import CpResult, cross_check, solve
from pairproof.solver.cpsat.lookahead import LookaheadResult, check_lookahead, pair_with_lookahead, some_pairing
from pairproof.solver.cpsat.quotas import QuotaResult, pair_with_quotas, quotas_of
from pairproof.solver.cpsat.search import Search

__all__ = [
    "CpResult",
    "LookaheadResult",
    "QuotaResult",
    "Search",
    "alternatives",
    "check_lookahead",
    "cross_check",
    "pair_with_lookahead",
    "pair_with_quotas",
    "quotas_of",
    "solve",
    "some_pairing",
]
