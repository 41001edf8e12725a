"""The ranking used for pairing, and its keys (RULES 2; P A2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairproof.model.rules import RuleSet
from pairproof.model.state.history import History, Kind
from pairproof.model.tournament import Player, Tournament


def sos_parts(history: History, rules: RuleSet, player: int) -> list[tuple[int, int]]:
    """What `sos` is the sum of: round and score."""
    parts = []
    for number, entry in enumerate(history.entries[player], start=1):
        if entry.kind is Kind.PLAYED and entry.opponent is not None:
            parts.append((number, history.scores[entry.opponent]))
        elif entry.kind is Kind.BYE and rules.policy.sos_bye == "own-score":
            parts.append((number, history.scores[player]))
    return parts


def sos(history: History, rules: RuleSet, player: int) -> int:
    """Sum of the current scores of all opponents of played games, in half-win units (P A2 b, A9).

    Scores as they are: fictitious points of accelerated rounds say nothing of an opponent's strength.
    """
    return sum(score for _, score in sos_parts(history, rules, player))


def gam(history: History, player: int) -> int:
    """Sum of the player's game points (P A2 c)."""
    return sum(entry.gam for entry in history.entries[player])


def lot(player: Player) -> tuple[int, int]:
    """The drawn number, the id where none was drawn; equal lots: the smaller id first (RULES 2.1)."""
    return (player.id if player.lot is None else player.lot, player.id)


def ranked(tournament: Tournament, rules: RuleSet, history: History, among: Iterable[int] | None = None) -> list[int]:
    """Ids in rank order, best first, by the keys of the rule set (RULES 2.2); `score` is the one for pairing."""
    players = {player.id: player for player in tournament.players}
    value: dict[str, Callable[[int], int]] = {
        "score": lambda p: -history.pairing_scores[p],
        "sos": lambda p: -sos(history, rules, p),
        "gam": lambda p: -gam(history, p),
        "rating": lambda p: -players[p].rating,
    }
    keys = [value[name] for name in rules.ranking if name != "lot"]
    return sorted(
        players if among is None else among,
        key=lambda p: (*(key(p) for key in keys), lot(players[p])),
    )
