"""What a certificate says about the round it is for: pure functions, for those who write it and those who check it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pairproof.model.criteria import HardCriterion, Level, hard_criteria, levels_of, may_have_bye
from pairproof.model.language import say, say_n, speaking
from pairproof.model.rules import OPTIMUM, POLICY_VALUES, RuleSet
from pairproof.model.state.orders import Orders, board_places, kept_orders
from pairproof.model.state.position import Position
from pairproof.model.tournament import EMPTY_BOARD

SCHEMA = "pairproof.certificate/1"

_LATER_POLICIES = ("forfeit_win_bars_bye", "start_scores")
"""Not known to version 0.1: left out where they have their first value, so that the same round has the same digest."""


def rules_document(rules: RuleSet) -> dict[str, Any]:
    """A rule set in full, as in a rule file without a base; the system only where it is not `optimum`."""
    document = asdict(rules)
    for name in _LATER_POLICIES:
        if document["policy"][name] == POLICY_VALUES[name][0]:
            del document["policy"][name]
    del document["source"]
    if rules.system == OPTIMUM:
        del document["system"]
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


def position_digest(position: Position) -> str:
    """SHA-256 of what the criteria and levels of this round look at: the facts below, and what pieces say they read.

    Another tournament, round, rule set or state of results has another digest.
    """
    may_bye = may_have_bye(position)
    document: dict[str, Any] = {
        "round": position.round,
        "last": position.last_round,
        "restricted_until": position.tournament.restricted_until,
        "rules": rules_document(position.rules),
        "players": [
            [
                player,
                int(position.score[index]),
                position.history.colours(player),
                int(position.float_1[index]),
                int(position.float_2[index]),
                bool(may_bye[index]),
                sorted(position.groups[index]),
            ]
            for index, player in enumerate(position.ids)
        ],
        "met": sorted(position.met),
        "forbidden": sorted(position.forbidden),
        "fixed": sorted(position.fixed.items()),
        "fixed_white": sorted(position.fixed_white),
        "keep": sorted(position.orders.keep),
        "keep_last": position.orders.keep_last,
        "relax": position.orders.relax,
    }
    if position.orders.published:
        document["published"] = _published(position)
    if position.history.pairing_scores != position.history.scores:
        document["topscorers"] = [index for index, top in enumerate(position.topscorer.tolist()) if top]
    pieces: list[HardCriterion | Level] = [*hard_criteria(position.rules), *levels_of(position)]
    reading = {piece.name: piece.reads(position) for piece in pieces if piece.reads is not None}
    reading = {name: value for name, value in reading.items() if value is not None}
    if reading:
        document["reading"] = reading
    text = json.dumps(document, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _published(position: Position) -> list[tuple[int, int, int]]:
    """The published boards (number, white, black) that are to be kept.

    The numbers of those that a recorded round was to keep are their places: a board that a player always has (`table`)
    may be given to him later, and changes nothing of the proof.
    """
    rounds, number = position.tournament.rounds, position.round
    recorded = rounds[number - 1].orders if number <= len(rounds) else None
    if recorded is None or position.orders.published != kept_orders(position.tournament, recorded.keep)[1]:
        return sorted(position.orders.published)
    places = enumerate(board_places(recorded.keep), start=1)
    return [(place, *pair) for place, pair in places if pair != EMPTY_BOARD]


def orders_document(orders: Orders) -> dict[str, Any]:
    """The arbiter's orders given with the command, on top of those in the tournament file."""
    document: dict[str, Any] = {
        "absent": sorted(orders.absent),
        "forbid": [list(pair) for pair in sorted(orders.forbid)],
        "fix": [[pair.first, pair.second, pair.colours] for pair in orders.fix],
    }
    if orders.half_byes:
        document["half_byes"] = sorted(orders.half_byes)
    if orders.full_byes:
        document["full_byes"] = sorted(orders.full_byes)
    if orders.keep:
        document |= {"keep": [list(pair) for pair in sorted(orders.keep)], "keep_last": orders.keep_last}
    if orders.published:
        document["published"] = [list(board) for board in sorted(orders.published)]
    if orders.relax:
        document["relax"] = True
    return document


def witness_text(blockers: Sequence[int], groups: Sequence[Sequence[int]]) -> str:
    """The witness in words, in English whatever the language; 0 is the bye."""
    with speaking("en"):
        return witness_sentence(blockers, groups)


def witness_sentence(blockers: Sequence[int], groups: Sequence[Sequence[int]]) -> str:
    """The witness in words; 0 is the bye."""

    def names(players: Sequence[int]) -> str:
        return ", ".join(say("the bye") if player == 0 else str(player) for player in players)

    # A group of the bye alone: no player is meant, so it is said what it is.
    alone = any(list(group) == [0] for group in groups)
    listed = "; ".join(f"{{{names(group)}}}" for group in groups[:12]) + ("; …" if len(groups) > 12 else "")
    if blockers:
        needed = say_n(
            "Take away {blockers}: that leaves {groups} groups of odd size, {listed}, whose players can play only "
            "inside their group or against the one taken away. Each group needs that one;",
            "Take away {blockers}: that leaves {groups} groups of odd size, {listed}, whose players can play only "
            "inside their group or against those taken away. Each group needs one of these {count};",
            len(blockers),
            blockers=names(blockers),
            groups=len(groups),
            listed=listed,
        )
        left = say_n(
            "so {count} of the groups keeps a player without a game.",
            "so {count} of the groups keep a player without a game.",
            len(groups) - len(blockers),
        )
        words = f"{needed} {left}"
        return f"{words} {say('Nobody who is left can have the bye.')}" if alone else words
    words = say(
        "The players fall apart into groups of odd size, {listed}, whose players can play only inside their group: "
        "in each of them somebody stays without a game.",
        listed=listed,
    )
    return f"{words} {say('Nobody can have the bye.')}" if alone else words
