"""What is wrong with the arbiter's orders for a round: players who are not there, orders that contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from pairproof.model.errors import Fault
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders, pair_key
from pairproof.model.tournament import BYE, FixedPair, Tournament


def contradictions(
    tournament: Tournament,
    rules: RuleSet,
    here: set[int],
    away: Mapping[int, str],
    fix: Iterable[FixedPair],
    forbid: Iterable[tuple[int, int]],
    orders: Orders,
) -> list[Fault]:
    """A fault for each thing that is wrong with `fix` and `forbid`, the orders in force, with `orders` about who does
    not play, and with the wishes of the rule set.

    `here` are those who play, by id; `away` says of each other by which entry he does not.
    """
    known = set(tournament.ids)
    fix, forbidden = list(fix), set(forbid)
    return [
        *_unknown_in_wishes(rules, known),
        *_away_faults(orders, known),
        *_forbid_faults(forbidden, known),
        *_fix_faults(fix, forbidden, known, here, away),
        *_bye_faults(fix, here),
    ]


def _unknown_in_wishes(rules: RuleSet, known: set[int]) -> Iterator[Fault]:
    for what, pairs in ((say("preferred"), rules.prefer), (say("to be avoided"), rules.avoid)):
        for a, b in pairs:
            for player in (a, b):
                if player != BYE and player not in known:
                    fields = {"a": a, "b": b, "what": what, "player": player}
                    text = say("{a}-{b} is {what} by the rule set, but there is no player {player}.", **fields)
                    yield Fault(text, player=player)


def _away_faults(orders: Orders, known: set[int]) -> Iterator[Fault]:
    """What is wrong with who is said not to play."""
    away = (
        (say("be absent"), orders.absent),
        (say("have a half-point bye"), orders.half_byes),
        (say("have a full-point bye"), orders.full_byes),
    )
    for what, players in away:
        for player in sorted(players - known):
            yield Fault(say("There is no player {player} to {what}.", player=player, what=what), player=player)
    for (what, players), (other, others) in combinations(away, 2):
        for player in sorted(players & others):
            text = say("Player {player} cannot both {what} and {other}.", player=player, what=what, other=other)
            yield Fault(text, player=player)


def _forbid_faults(forbidden: set[tuple[int, int]], known: set[int]) -> Iterator[Fault]:
    for a, b in sorted(forbidden):
        pair = _beginning(FixedPair(b, a) if a == BYE else FixedPair(a, b))
        for player in (a, b):
            if player != BYE and player not in known:
                text = say("{pair} is forbidden, but there is no player {player}.", pair=pair, player=player)
                yield Fault(text, player=player)
        if a == b:
            yield Fault(say("{pair} is forbidden: a player cannot be paired with himself.", pair=pair), player=a)


def _fix_faults(
    fix: Iterable[FixedPair],
    forbidden: set[tuple[int, int]],
    known: set[int],
    here: set[int],
    away: Mapping[int, str],
) -> Iterator[Fault]:
    seen: dict[int, FixedPair] = {}
    for pair in fix:
        what = _beginning(pair)
        if pair.first == pair.second:
            yield Fault(say("{pair} is fixed: a player cannot be paired with himself.", pair=what), player=pair.first)
            continue
        if pair_key(pair.first, pair.second) in forbidden:
            yield Fault(say("{pair} is both fixed and forbidden; take one of the two orders away.", pair=what))
        for player in (pair.first, pair.second):
            if player != BYE and player not in known:
                text = say("{pair} is fixed, but there is no player {player}.", pair=what, player=player)
                yield Fault(text, player=player)
            elif player != BYE and player not in here:
                fields = {"pair": what, "player": player, "away": away[player]}
                text = say("{pair} is fixed, but player {player} is not playing this round: {away}.", **fields)
                yield Fault(text, player=player)
            if player in seen:
                who = say("The bye") if player == BYE else say("Player {player}", player=player)
                fields = {"who": who, "seen": _words(seen[player]), "pair": _words(pair)}
                yield Fault(say("{who} is fixed twice: {seen} and {pair}.", **fields), player=player or None)
            seen[player] = pair


def _bye_faults(fix: Iterable[FixedPair], here: set[int]) -> Iterator[Fault]:
    """That the bye is fixed in a round in which nobody has it: once, of the last such order."""
    given = [pair for pair in fix if BYE in (pair.first, pair.second)]
    if given and len(here) % 2 == 0:
        yield Fault(
            say_n(
                "{pair} is fixed, but {count} player is present: an even number, so nobody has the bye.",
                "{pair} is fixed, but {count} players are present: an even number, so nobody has the bye.",
                len(here),
                pair=_beginning(given[-1]),
            )
        )


def _words(pair: FixedPair) -> str:
    return say("the bye for {player}", player=pair.first) if pair.second == BYE else str(pair)


def _beginning(pair: FixedPair) -> str:
    """A pair, or a bye, as a sentence begins with it."""
    words = _words(pair)
    return words[:1].upper() + words[1:]
