"""Which pairs are legal, and why a pair is not: the hard criteria of the rule set, the arbiter's orders (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.criterion import HardCriterion, seats_of
from pairproof.model.criteria.hard import colour_rules, hard_criteria, may_not_take
from pairproof.model.language import say
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.state.position import BoolArray, IntArray, Position, VertexArray, classes_of

_AT_ONCE = 1_000_000
"""Pairs of which it is asked at once whether they are legal."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a pair is illegal: the criterion (or "forbid", "fix"), and a sentence."""

    rule: str
    text: str


def breaches(position: Position, u: int, v: int) -> list[Breach]:
    """Every reason why the index pair is illegal, the arbiter's orders included; empty for a legal pair."""
    u, v = min(u, v), max(u, v)
    hard = hard_criteria(position.rules)
    found = [Breach(rule.name, text) for rule in hard if (text := rule.breach(position, u, v)) is not None]
    colours = colour_rules(position.rules)
    if not any(breach.rule in colours for breach in found):
        found += _no_colours_left(position, u, v)
    return found + order_breaches(position, u, v)


def order_breaches(position: Position, u: int, v: int) -> list[Breach]:
    """The arbiter's orders against the index pair u < v."""
    found = []
    if (u, v) in position.forbidden:
        if v < position.players:
            pair = f"{position.id_of(u)}-{position.id_of(v)}"
            found.append(Breach("forbid", say("{pair} is forbidden by the arbiter's order", pair=pair)))
        else:
            text = say("the bye for {player} is forbidden by the arbiter's order", player=position.id_of(u))
            found.append(Breach("forbid", text))
    for vertex, other in ((u, v), (v, u)):
        partner = position.fixed.get(vertex)
        if partner is not None and partner != other and vertex < position.players:
            if partner >= position.players:
                found.append(Breach("fix", say("{player} is fixed for the bye", player=position.ids[vertex])))
            else:
                fields = {"player": position.ids[vertex], "other": position.ids[partner]}
                found.append(Breach("fix", say("{player} is fixed for {other}", **fields)))
    if v >= position.players and position.fixed.get(v, u) != u:
        text = say("the bye is fixed for {player}", player=position.id_of(position.fixed[v]))
        found.append(Breach("fix", text))
    return found


def _no_colours_left(position: Position, u: int, v: int) -> list[Breach]:
    """Why no way to seat the pair is left where each colour criterion alone would leave one (RULES 4.2): what it has
    against either way.
    """
    rules = colour_rules(position.rules)
    texts: dict[str, dict[str, None]] = {name: {} for name in rules}
    for seats in seats_of(position, u, v):
        barred = [
            (name, rule.may_not_words(position, player, colour))
            for player, colour in zip(seats, (WHITE, BLACK), strict=True)
            for name, rule in rules.items()
            if rule.bars(position, colour)[player]
        ]
        if not barred:
            return []
        for name, text in barred:
            texts[name][text] = None
    return [Breach(name, "; ".join(found)) for name, found in texts.items() if found]


def may_have_bye(position: Position) -> BoolArray:
    """Whose bye no hard criterion of the rule set forbids, shape (n,); the arbiter's orders do not count."""
    players = np.arange(position.players)
    dummy = np.full(len(players), position.players)
    allowed = np.ones(len(players), dtype=np.bool_)
    for rule in hard_criteria(position.rules):
        allowed &= rule.breaks(position, players, dummy) == 0
    return allowed


@dataclass(frozen=True, slots=True)
class ClassLegality:
    """Which pairs are legal, by class.

    Attributes
    ----------
    classes
        The class of each vertex (the dummy has its own), shape (vertices,).
    table
        Whether pairs of two classes are legal, shape (classes, classes), symmetrical.
    barred
        The index pairs u < v that are illegal all the same, shape (pairs, 2), in increasing order.
    ordered
        The index pairs u < v that are legal by an order that says more of them than classes do (the pair is fixed, or
        its colours are), whatever the table says, shape (pairs, 2), in increasing order.
    """

    classes: IntArray
    table: BoolArray
    barred: IntArray
    ordered: IntArray

    def partners(self, vertex: int) -> IntArray:
        """Whom a vertex may meet, in increasing order."""
        near = self.table[self.classes[vertex]][self.classes]
        near[vertex] = False
        for pairs, legal in ((self.barred, False), (self.ordered, True)):
            for here, there in (pairs.T, pairs.T[::-1]):
                near[there[here == vertex]] = legal
        return np.flatnonzero(near)

    def pairs(self, among: IntArray) -> tuple[VertexArray, VertexArray]:
        """The legal pairs of some vertices, given in increasing order, in increasing order of (u, v)."""
        besides = [
            (np.searchsorted(among, pairs[np.isin(pairs, among).all(axis=1)]), legal)
            for pairs, legal in ((self.barred, False), (self.ordered, True))
        ]
        kinds, places = self.classes[among], np.arange(len(among))
        of_kind = self.table[:, kinds]
        nobody = np.zeros(0, dtype=np.int32)
        found = [(nobody, nobody)]
        rows = max(1, _AT_ONCE // max(1, len(among)))
        for first in range(0, len(among), rows):
            here = places[first : first + rows]
            keep = of_kind[kinds[here]] & (places > here[:, None])
            for pairs, legal in besides:
                mine = pairs[slice(*np.searchsorted(pairs[:, 0], (first, first + rows)))]
                keep[mine[:, 0] - first, mine[:, 1]] = legal
            u, v = np.nonzero(keep)
            found.append((among[u + first].astype(np.int32), among[v].astype(np.int32)))
        return np.concatenate([u for u, _ in found]), np.concatenate([v for _, v in found])


def class_legality(position: Position) -> ClassLegality | None:
    """What is legal, without a look at every pair; None where a criterion or order is about pairs that are not few."""
    bars = [rule.bars for rule in _in_force(position) if rule.colours is None]
    barred = set(position.forbidden)
    for few in bars:
        if few is None:
            return None
        barred.update(few(position))
    classes, table = _colours_by_class(position)
    if position.fixed:
        # Nobody but the one ordered: a class that meets none.
        classes[list(position.fixed)] = len(table)
        table = np.pad(table, (0, 1))
    pairs = [*position.fixed.items(), *position.fixed_white]
    if not pairs:
        return ClassLegality(classes, table, _as_pairs(barred), _as_pairs(()))
    u, v = np.array(sorted({(min(pair), max(pair)) for pair in pairs}), dtype=np.int64).reshape(-1, 2).T
    legal = _legal(position, u, v)
    barred.update(zip(u[~legal].tolist(), v[~legal].tolist(), strict=True))
    return ClassLegality(classes, table, _as_pairs(barred), np.stack([u[legal], v[legal]], axis=1))


def _in_force(position: Position) -> list[HardCriterion]:
    """The hard criteria that are not given up."""
    return [rule for rule in hard_criteria(position.rules) if not (position.orders.relax and rule.relaxable)]


def _as_pairs(pairs: Iterable[tuple[int, int]]) -> IntArray:
    return np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)


def legal_pairs(position: Position) -> tuple[VertexArray, VertexArray]:
    """All legal pairs as two index arrays u < v, in increasing order of (u, v); v is the dummy's index for a bye.

    With `orders.relax` the criteria that can be given up do not count (RULES 13).  Fixed pairs stay only if legal, and
    then alone for their players.
    """
    legality = class_legality(position)
    if legality is not None:
        return legality.pairs(np.arange(position.vertices))
    u, v = (part.astype(np.int64) for part in np.triu_indices(position.vertices, 1))
    keep = _legal(position, u, v)
    return u[keep].astype(np.int32), v[keep].astype(np.int32)


def _places(position: Position, a: IntArray, b: IntArray) -> IntArray:
    """Place of the pairs a < b in the row-by-row upper triangle."""
    before: IntArray = a * position.vertices - a * (a + 1) // 2
    return before + (b - a - 1)


def _legal(position: Position, u: IntArray, v: IntArray) -> BoolArray:
    """Whether each index pair u < v is legal."""
    keep: BoolArray = np.ones(len(u), dtype=np.bool_)
    for rule in _in_force(position):
        if rule.colours is None:
            keep &= rule.breaks(position, u, v) == 0
    keep &= ~np.isin(_places(position, u, v), _places(position, *_as_pairs(position.forbidden).T))
    if colour_rules(position.rules):
        kinds, table = _colours_by_class(position)
        keep &= table[kinds[u], kinds[v]]
    seated = _as_pairs((min(pair), max(pair)) for pair in position.fixed_white)
    ordered = np.flatnonzero(np.isin(_places(position, u, v), _places(position, *seated.T)))
    keep[ordered] &= allocate(position, u[ordered], v[ordered]).legal
    partner = np.arange(position.vertices)
    for vertex, other in position.fixed.items():
        partner[vertex] = other
    keep &= ((partner[u] == u) & (partner[v] == v)) | (partner[u] == v)
    return keep


def _colours_by_class(position: Position) -> tuple[IntArray, BoolArray]:
    """A class for each vertex (the dummy's is the last), and whether a pair of two classes has legal colours, as far as
    none are ordered.
    """
    kinds, first = classes_of(~may_not_take(position, WHITE), ~may_not_take(position, BLACK), position.topscorer)
    table = np.ones((len(first) + 1, len(first) + 1), dtype=np.bool_)
    if not colour_rules(position.rules):
        return np.append(kinds, len(first))[: position.vertices], table
    a, b = np.meshgrid(first, first, indexing="ij")
    free = replace(position, fixed_white=frozenset()) if position.fixed_white else position
    table[:-1, :-1] = allocate(free, a.ravel(), b.ravel()).legal.reshape(a.shape)
    return np.append(kinds, len(first))[: position.vertices], table
