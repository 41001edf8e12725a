"""Random rounds with orders of every kind: fixed and forbidden pairs, a published pairing to keep, wishes, groups.

Like the tournaments they are drawn from a `random.Random` of the caller, and input only, not an expectation.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders, kept_orders, pair_key
from pairproof.model.tournament import BYE, FixedPair, Tournament
from tests.inputs.random_tournaments import random_tournament, simulated_open

Pair = tuple[int, int]


def some_tournament(draw: random.Random, size: int) -> Tournament:
    """A messy one, or one as they happen; with groups they are kept apart in the next round."""
    if size <= 20 and draw.random() < 0.5:
        tournament = random_tournament(draw, size, draw.randint(1, 6), mess=draw.choice((0.3, 1)))
    else:
        rounds = draw.randint(1, min(7, max(1, size - 3)))
        tournament = simulated_open(size, rounds, draw.randrange(10**6), clubs=draw.choice((0, 3, max(2, size // 5))))
    played = len(tournament.rounds)
    if draw.random() < 0.4:
        tournament = replace(tournament, rounds_planned=played + 3, restricted_until=played + 1)
    return tournament


def with_wishes(draw: random.Random, rules: RuleSet, ids: Sequence[int]) -> RuleSet:
    """The rule set with some pairs preferred and some avoided; sometimes rematches and second byes are but levels."""
    levels, hard = list(rules.levels), rules.hard
    if draw.random() < 0.4:
        hard = tuple(name for name in hard if name not in ("no-rematch", "single-bye"))
        for name in {"rematch", "repeated-bye"} - set(levels):
            levels.insert(draw.randint(0, len(levels)), name)
    levels.insert(draw.randint(0, len(levels)), "wishes")
    prefer = {_some_pair(draw, ids) for _ in range(draw.randint(0, 4))}
    if draw.random() < 0.3:
        prefer.add((BYE, draw.choice(ids)))
    avoid = {_some_pair(draw, ids) for _ in range(draw.randint(0, 4))} - prefer
    return replace(rules, hard=hard, levels=tuple(levels), prefer=tuple(sorted(prefer)), avoid=tuple(sorted(avoid)))


def some_orders(draw: random.Random, tournament: Tournament, legal: Sequence[Pair]) -> Orders:
    """Orders of a few kinds; `legal` are pairs that may be fixed, (id, 0) for the bye."""
    ids = list(tournament.ids)
    forbid, fix = set[Pair](), list[FixedPair]()
    if draw.random() < 0.4:
        forbid = {_some_pair(draw, ids) for _ in range(draw.randint(1, 5))}
    if draw.random() < 0.2:
        forbid.add((BYE, draw.choice(ids)))
    taken: set[int] = set()
    if draw.random() < 0.5:
        for one, other in draw.sample(list(legal), min(len(legal), draw.randint(1, 3))):
            if not taken & {one, other} and pair_key(one, other) not in forbid:
                turned = other != BYE and draw.random() < 0.5
                pair = (other, one) if turned else (one, other)
                fix.append(FixedPair(*pair, other != BYE and draw.random() < 0.5))
                taken |= {one, other}
    orders = Orders(forbid=frozenset(forbid), fix=tuple(fix), relax=draw.random() < 0.3)
    free = sorted(set(ids) - taken)
    return some_published(draw, tournament, orders, free) if draw.random() < 0.5 else orders


def some_published(draw: random.Random, tournament: Tournament, orders: Orders, free: Sequence[int]) -> Orders:
    """The same with a published pairing to keep, which may be any; some of those `free` do not come."""
    ids = list(tournament.ids)
    if draw.random() < 0.5:
        draw.shuffle(ids)
    near = draw.randint(1, 3)
    boards: list[Pair] = []
    while len(ids) > 1:
        one = ids.pop(0)
        boards.append((one, ids.pop(min(len(ids), near) - 1)))
    boards += [(one, BYE) for one in ids]
    keep, published = kept_orders(tournament, boards)
    away = draw.sample(list(free), draw.choice((0, 1, 2, 3))) if len(free) > 6 else []
    return replace(
        orders,
        keep=keep,
        published=published if draw.random() < 0.5 else (),
        keep_last=draw.random() < 0.5,
        absent=frozenset(away),
    )


def _some_pair(draw: random.Random, ids: Sequence[int]) -> Pair:
    one, other = draw.sample(list(ids), 2)
    return pair_key(one, other)
