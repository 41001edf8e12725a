"""The natural order (RULES 9), proved: one decision after the other among the pairings of a face.

A chooser has the first of his open candidates if a search finds a pairing that has both; where it finds none, what it
proves takes that pair out of the face, and he tries the next.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pairproof.model.criteria.natural_order import Phase
from pairproof.model.state.position import IntArray
from pairproof.solver.certified.regions import Regions
from pairproof.solver.proof.proofs import OrderBlock
from pairproof.solver.stopping import OutOfTime, Stop


def decide(
    regions: Regions, phases: Iterable[Phase], partner: dict[int, int], stop: Stop
) -> tuple[IntArray, tuple[OrderBlock, ...]]:
    """Go through the phases; each chooser gets the first of his candidates that a pairing of the face gives him.

    Parameters
    ----------
    regions
        The pairings among which to choose.
    phases
        Asked for one after the other: the next one may depend on `partner`.
    partner
        Who has been settled so far, both ways; every decision is entered.

    Returns
    -------
    The pairing that holds all decisions, partner of each vertex, and the blocks that prove them.

    Raises
    ------
    OutOfTime
        When it is time to stop.
    """
    blocks: list[OrderBlock] = []
    for phase in phases:
        waiting, place = list(phase.choosers), 0
        while place < len(waiting):
            chooser = waiting[place]
            if chooser not in partner:
                if stop.now:
                    raise OutOfTime
                first = _first(regions, phase, chooser)
                if narrowings := regions.narrowings():
                    # What left the face leaves it between the decisions before and this one.
                    if place:
                        blocks.append(OrderBlock(tuple(waiting[:place]), None))
                        waiting, place = [each for each in waiting[place:] if each not in partner], 0
                    blocks += [OrderBlock((), proof) for proof in narrowings]
                if first is not None:
                    partner[chooser], partner[first] = first, chooser
                    regions.settle(chooser, first)
                    stop.tell("natural order", 0.5 + len(partner) / (2 * regions.vertices))
            place += 1
        if waiting:
            blocks.append(OrderBlock(tuple(waiting), None))
    return regions.partners(), tuple(blocks)


def _first(regions: Regions, phase: Phase, chooser: int) -> int | None:
    """The first of the chooser's open candidates that a pairing of the face gives him; they meet in that at hand."""
    near = regions.open_to(chooser)
    order = phase.order(chooser, near)
    near, order = near[order >= 0], order[order >= 0]
    if not len(near):
        return None
    first = int(near[order.argmin()])  # nearly always it is he
    if regions.make(chooser, first):
        return first
    candidates: list[int] = near[np.argsort(order, kind="stable")].tolist()
    return next((candidate for candidate in candidates[1:] if regions.make(chooser, candidate)), None)
