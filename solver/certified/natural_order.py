"""The natural order (RULES 9), proved: one decision after the other among the pairings of a face.

"Which of his candidates each player gets", as the digits of one cost, is one more level; most decisions need none,
because the first candidate can be had by a small exchange.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pairproof.model.criteria.natural_order import Phase
from pairproof.model.state.position import IntArray
from pairproof.solver.certified.exchange import Exchange
from pairproof.solver.certified.face import Face
from pairproof.solver.proof.duals import digits
from pairproof.solver.proof.proofs import OrderBlock

# Digits of one block of the natural order stay below this product.  Up to 2^30 the duals of linear programs came out
# exact wherever it was tried (with 2^40 they did not).
_LARGEST_BLOCK = 2**30


def decide(face: Face, phases: Iterable[Phase], partner: dict[int, int]) -> tuple[IntArray, tuple[OrderBlock, ...]]:
    """Go through the phases; each chooser gets the first of his candidates that a pairing of the face gives him.

    Parameters
    ----------
    face
        It is narrowed on the way.
    phases
        Asked for one after the other: the next one may depend on `partner`.
    partner
        Who has been settled so far, both ways; every decision is entered.

    Returns
    -------
    The one pairing left, partner of each vertex, and the blocks that prove each decision.
    """
    exchange = Exchange(face.pairs, face.partners(), face.tight_sets)
    blocks: list[OrderBlock] = []
    for phase in phases:
        waiting = list(phase.choosers)
        while waiting:
            block = _first_choices(exchange, phase, waiting, partner) or _by_digits(
                face, exchange, phase, waiting, partner
            )
            blocks.append(block)
            face.stop.tell("natural order", 0.5 + len(partner) / (2 * face.vertices))
            waiting = [chooser for chooser in waiting[len(block.choosers) :] if chooser not in partner]
    return exchange.mate, tuple(blocks)


def _first_choices(exchange: Exchange, phase: Phase, waiting: list[int], partner: dict[int, int]) -> OrderBlock | None:
    """The run of next choosers who each get the first of their open candidates by an exchange: nothing to prove there.

    None where already the first of them does not.
    """
    run = []
    for chooser in waiting:
        if chooser not in partner:
            near = np.flatnonzero(exchange.joined[chooser])
            order = phase.order(chooser, near)
            if (order >= 0).any():
                first = int(near[np.argmin(np.where(order >= 0, order, np.iinfo(np.int64).max))])
                if not exchange.make(chooser, first):
                    break
                partner[chooser], partner[first] = first, chooser
                exchange.close([chooser, first])
        run.append(chooser)
    return OrderBlock(tuple(run), None) if run else None


def _by_digits(face: Face, exchange: Exchange, phase: Phase, waiting: list[int], partner: dict[int, int]) -> OrderBlock:
    """Decide for as many of the next choosers as fit into one block of digits."""
    face.narrow(exchange.holds(face.pairs))
    block = digits(phase, waiting, face.pairs, _LARGEST_BLOCK)
    face.start_over(block.claimed, exchange.mate)
    proof, _ = face.prove(block.costs)
    exchange.mate[:] = face.partners()
    chosen = block.claimed & (exchange.mate[face.pairs.u] == face.pairs.v)
    u, v = face.pairs.u[chosen].tolist(), face.pairs.v[chosen].tolist()
    partner.update(zip(u, v, strict=True))
    partner.update(zip(v, u, strict=True))
    exchange.drop(face.pairs.where(block.claimed))
    exchange.close(u + v)
    return OrderBlock(block.choosers, proof)
