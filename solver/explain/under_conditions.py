"""What a wish costs where look-ahead or limits hold: the levels alone do not say, so the round is paired again."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.tournament import FixedPair
from pairproof.solver.explain.answers import Answer, Outcome
from pairproof.solver.explain.questions import compared, settled_answer
from pairproof.solver.optimal import pair
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import Pairing
from pairproof.solver.terms import Status


def grant(pairing: Pairing, wish: FixedPair) -> Answer:
    """See `solver.explain.asking.grant`; the best pairing that grants the wish keeps what was asked as well."""
    settled = settled_answer(pairing, wish)
    if settled is not None:
        return replace(settled, unkept=settled.outcome is Outcome.IMPOSSIBLE and pairing.proof.witness is None)
    position, study = pairing.problem.position, pairing.study
    conditions = Conditions(
        lookahead=None if study.lookahead is None else study.lookahead.asked,
        max_changed=None if study.change_limit is None else study.change_limit.asked,
    )
    orders = replace(position.orders, fix=(*position.orders.fix, wish))
    best = pair(position.tournament, Request(position.rules, position.round, orders, conditions))
    if best.status is Status.INFEASIBLE:
        witness = best.proof.witness
        return Answer(wish, Outcome.IMPOSSIBLE, witness=witness, unkept=witness is None)
    return compared(pairing, wish, best)
