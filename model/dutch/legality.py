"""Why two players cannot meet, or one cannot have the bye, in words (C.04.3, 2.1)."""

from __future__ import annotations

from pairproof.model.dutch.position import DutchPosition
from pairproof.model.language import listed, say, say_n
from pairproof.model.state.history import WHITE, Kind


def reasons_against(position: DutchPosition, one: int, other: int) -> list[str]:
    """Everything against a pair of vertices (the dummy for the bye), each a clause that names the criterion; empty
    for a legal pair.
    """
    u, v = min(one, other), max(one, other)
    base = position.base
    found = []
    if v >= position.players:
        if not position.may_bye[u]:
            found.append(_had_bye(position, u))
    else:
        rounds = _met_in(position, u, v)
        if (u, v) in base.met:
            found.append(
                say_n(
                    "C1: they met in round {rounds}",
                    "C1: they met in rounds {rounds}",
                    len(rounds),
                    rounds=listed(rounds),
                )
            )
        if _same_absolute(position, u, v):
            found.append(
                say("C3: both must have white") if base.needs[u].wants == WHITE else say("C3: both must have black")
            )
    if (u, v) in base.forbidden:
        found.append(say("the arbiter forbids it"))
    for player, partner in ((u, base.fixed.get(u)), (v, base.fixed.get(v))):
        if partner is not None and partner != u + v - player:
            found.append(say("the arbiter has fixed {pair}", pair=_fixed(position, player, partner)))
    return found


def _fixed(position: DutchPosition, player: int, partner: int) -> str:
    low, high = min(player, partner), max(player, partner)
    ids = position.base
    if high >= position.players:
        return say("the bye for {player}", player=ids.id_of(low))
    return f"{ids.id_of(low)}-{ids.id_of(high)}"


def _met_in(position: DutchPosition, u: int, v: int) -> list[int]:
    base = position.base
    return [
        number
        for number, entry in enumerate(base.history.entries[base.ids[u]], start=1)
        if entry.kind is Kind.PLAYED and entry.opponent == base.ids[v]
    ]


def _same_absolute(position: DutchPosition, u: int, v: int) -> bool:
    both = bool(position.absolute[u] and position.absolute[v])
    return both and position.base.wants[u] == position.base.wants[v] and not position.topscorer[[u, v]].any()


def _had_bye(position: DutchPosition, player: int) -> str:
    base = position.base
    held = enumerate(base.history.entries[base.ids[player]], start=1)
    rounds = [number for number, entry in held if entry.kind is Kind.BYE]
    if rounds:
        return say_n(
            "C2: {player} had the bye in round {rounds}",
            "C2: {player} had the bye in rounds {rounds}",
            len(rounds),
            player=base.ids[player],
            rounds=listed(rounds),
        )
    return say("C2: {player} has had the points of a win without playing", player=base.ids[player])
