"""Absolute criteria: what makes a pair, or a bye, illegal (RULES 5; P B1–B3, R 1a–2b).

Each criterion says in words why it forbids one pair; `legal_pairs` applies all of them to all pairs at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.language import all_of, say, say_n
from pairproof.model.state.history import BLACK, WHITE, Kind
from pairproof.model.state.position import BoolArray, IntArray, Position, classes_of


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a pair is illegal: the criterion (or "forbid", "fix"), and a sentence."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class HardCriterion:
    """`breach(position, u, v)` is the sentence why this criterion alone forbids the index pair u < v, None if it does
    not.

    v is the dummy's index for a bye.
    """

    name: str
    source: str
    says: str
    breach: Callable[[Position, int, int], str | None]


def _no_rematch(position: Position, u: int, v: int) -> str | None:
    if (u, v) not in position.met:
        return None
    a, b = position.ids[u], position.ids[v]
    rounds = [
        str(number)
        for number, entry in enumerate(position.history.entries[a], start=1)
        if entry.kind is Kind.PLAYED and entry.opponent == b
    ]
    return say_n(
        "{a} and {b} met in round {rounds}",
        "{a} and {b} met in rounds {rounds}",
        len(rounds),
        a=a,
        b=b,
        rounds=all_of(rounds),
    )


def _single_bye(position: Position, u: int, v: int) -> str | None:
    if v < position.players or position.may_bye[u]:
        return None
    player = position.ids[u]
    for number, entry in enumerate(position.history.entries[player], start=1):
        if entry.kind is Kind.BYE:
            return say("{player} had a bye in round {round}", player=player, round=number)
        if entry.kind is Kind.FULL_BYE:
            return say("{player} had a full-point bye in round {round}", player=player, round=number)
        if entry.kind is Kind.FORFEIT_WIN:
            return say("{player} had a forfeit win in round {round}", player=player, round=number)
    return None


def _full_round(position: Position, u: int, v: int) -> str | None:
    return None  # a property of the whole pairing: the solvers pair everybody present, and at most the dummy is left


def _colour(rule: str) -> Callable[[Position, int, int], str | None]:
    def breach(position: Position, u: int, v: int) -> str | None:
        reasons = [_colours_barred(position, seats, (rule,)) for seats in _seats(position, u, v)]
        if not reasons or not all(reasons):
            return None
        return "; ".join(dict.fromkeys(text for barred in reasons for _, text in barred))

    return breach


def _seats(position: Position, u: int, v: int) -> list[tuple[int, int]]:
    """The ways (white, black) to seat an index pair that the arbiter's order leaves; none where the colour criteria do
    not hold: for a bye, and under the exemption.
    """
    if v >= position.players or position.topscorer[u] or position.topscorer[v]:
        return []
    return [seats for seats in ((u, v), (v, u)) if seats[::-1] not in position.fixed_white]


def _colours_barred(position: Position, seats: tuple[int, int], rules: Iterable[str]) -> list[tuple[str, str]]:
    """Which of the colour criteria are against white, and against black, and why."""
    found = []
    for vertex, colour in zip(seats, (WHITE, BLACK), strict=True):
        need, player = position.needs[vertex], position.ids[vertex]
        for rule in rules:
            if need.breaks_difference(colour) if rule == "colour-difference" else need.breaks_third(colour):
                found.append((rule, _colour_words(rule, player, need.difference, colour)))
    return found


def _no_colours_left(position: Position, u: int, v: int) -> list[Breach]:
    """Why no way to seat the pair is left where each colour criterion alone would leave one (RULES 4.2): what it has
    against either way.
    """
    rules = [rule for rule in ("colour-difference", "third-colour") if rule in position.rules.hard]
    reasons = [_colours_barred(position, seats, rules) for seats in _seats(position, u, v)]
    if not all(reasons):
        return []
    texts: dict[str, dict[str, None]] = {rule: {} for rule in rules}
    for barred in reasons:
        for rule, text in barred:
            texts[rule][text] = None
    return [Breach(rule, "; ".join(found)) for rule, found in texts.items() if found]


def _colour_words(rule: str, player: int, difference: int, colour: int) -> str:
    fields = {"player": player, "difference": f"{difference:+d}"}
    if rule == "colour-difference":
        if colour == WHITE:
            return say("{player} may not have white: his colour difference is {difference}", **fields)
        return say("{player} may not have black: his colour difference is {difference}", **fields)
    if colour == WHITE:
        return say("{player} may not have white: he had it in his last two games", **fields)
    return say("{player} may not have black: he had it in his last two games", **fields)


HARD: tuple[HardCriterion, ...] = (
    HardCriterion("no-rematch", "P B1, R 1a", "Two players meet at most once.", _no_rematch),
    HardCriterion(
        "single-bye", "P B2, R 1b", "Nobody has a bye after a bye, a full-point bye or a forfeit win.", _single_bye
    ),
    HardCriterion(
        "full-round", "P B3", "Everybody present plays; one has the bye when their number is odd.", _full_round
    ),
    HardCriterion(
        "colour-difference", "R 2a", "Nobody's whites minus blacks leave −2 … +2.", _colour("colour-difference")
    ),
    HardCriterion("third-colour", "R 2b", "Nobody has the same colour three times running.", _colour("third-colour")),
)


def breaches(position: Position, u: int, v: int) -> list[Breach]:
    """Every reason why the index pair is illegal, the arbiter's orders included; empty for a legal pair."""
    u, v = min(u, v), max(u, v)
    hard = position.rules.hard
    found = [
        Breach(rule.name, text)
        for rule in HARD
        if rule.name in hard and (text := rule.breach(position, u, v)) is not None
    ]
    if not any(breach.rule in ("colour-difference", "third-colour") for breach in found):
        found += _no_colours_left(position, u, v)
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


def legal_pairs(position: Position) -> tuple[IntArray, IntArray]:
    """All legal pairs as two index arrays u < v, in increasing order of (u, v); v is the dummy's index for a bye.

    With `orders.relax` only the arbiter's orders are hard (RULES 13).  Fixed pairs stay only if legal, and then alone
    for their players.
    """
    n, vertices = position.players, position.vertices
    u, v = (part.astype(np.int64) for part in np.triu_indices(vertices, 1))
    keep: BoolArray = np.ones(len(u), dtype=np.bool_)

    def place(a: IntArray, b: IntArray) -> IntArray:
        """Place of the pairs a < b in the row-by-row upper triangle."""
        before: IntArray = a * vertices - a * (a + 1) // 2
        return before + (b - a - 1)

    relaxed = position.orders.relax
    gone = set(position.forbidden)
    if "no-rematch" in position.rules.hard and not relaxed:
        gone |= position.met
    if gone:
        pairs = np.array(sorted(gone), dtype=np.int64)
        keep[place(pairs[:, 0], pairs[:, 1])] = False
    if position.has_dummy and not relaxed:
        barred = np.flatnonzero(~position.may_bye)
        keep[place(barred, np.full(len(barred), n))] = False
    if position.rules.has_colours and not relaxed:
        kinds, first = classes_of(position.may_white, position.may_black, position.topscorer)
        table = np.ones((len(first) + 1, len(first) + 1), dtype=np.bool_)
        a, b = np.meshgrid(first, first, indexing="ij")
        table[:-1, :-1] = allocate(position, a.ravel(), b.ravel()).legal.reshape(a.shape)
        kinds = np.append(kinds, len(first))[:vertices]
        keep &= table[kinds[u], kinds[v]]
    for vertex, partner in position.fixed.items():
        keep &= ((u != vertex) & (v != vertex)) | ((u == min(vertex, partner)) & (v == max(vertex, partner)))
    for white, black in position.fixed_white:
        pair = np.array([min(white, black)]), np.array([max(white, black)])
        keep[place(*pair)] &= allocate(position, *pair).legal
    return u[keep], v[keep]
