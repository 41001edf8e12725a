"""The boards of the last round made otherwise: what is wished, and the round that has them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from pairproof.model.acts.done import known, named, refuse
from pairproof.model.language import listed, say
from pairproof.model.tournament import BYE, FixedPair, Game, Round, RoundOrders, Tournament

Partners = dict[int, int]
"""Who meets whom, both ways; the bye as 0, one way."""


def made_otherwise(
    tournament: Tournament,
    *,
    pairs: Iterable[FixedPair] = (),
    swap: tuple[int, int] | None = None,
    bye: int | None = None,
) -> tuple[FixedPair, ...]:
    """The boards of the last round that change when these wishes are granted, one after the other.

    Whoever loses his opponent meets him who loses his: with 3-7, the opponents of both meet.

    Parameters
    ----------
    pairs
        They meet; with colours, the first has white.  (id, 0): he has the bye.
    swap
        Two players who take each other's place, colour included.
    bye
        Who has the bye; his opponent meets him who had it.

    Raises
    ------
    UsageProblem
        No round is paired, somebody does not sit in it, or there is no bye in it.
    """
    refuse([] if tournament.rounds else [say("No round is paired yet.")])
    last = tournament.rounds[-1]
    partners = _partners(last)
    wishes = [*pairs, *([] if bye is None else [FixedPair(bye, BYE)])]
    asked = {player for wish in wishes for player in (wish.first, wish.second)} | set(swap or ())
    known(tournament, *sorted(asked - {BYE}))
    refuse(_not_there(tournament, last, asked))
    for wish in wishes:
        _meet(partners, wish.first, wish.second)
    coloured = {frozenset((wish.first, wish.second)): wish for wish in wishes if wish.colours}
    if swap is not None:
        coloured |= {frozenset((one.first, one.second)): one for one in _swapped(last, partners, *swap)}
    before = {frozenset(pair): pair for pair in last.seats()}
    now = dict.fromkeys(frozenset(pair) for pair in sorted(partners.items()))
    return tuple(
        coloured.get(pair) or _pair(pair)
        for pair in now
        if pair not in before or _turned(coloured.get(pair), before[pair])
    )


def _pair(players: frozenset[int]) -> FixedPair:
    """Two players, or one and the bye, which goes last."""
    first, second = sorted(players, key=lambda player: (player == BYE, player))
    return FixedPair(first, second)


def reseated(
    old: Round,
    boards: Sequence[tuple[int, int]],
    bye: int | None,
    keep: Collection[tuple[int, int]],
    empty: Collection[int],
) -> tuple[Round, list[str]]:
    """A round with other boards (white, black) in order, and what is wrong with them; a board that stays keeps its
    result.

    `empty` are numbers at which nobody sits, `keep` the published boards that were to be kept; boards made by hand, and
    fixed ones, are forgotten where they do not stand any more.
    """
    had = {(game.white, game.black): game for game in old.games}
    games = tuple(had.get((white, black), Game(white, black)) for white, black in boards)
    new = replace(old, games=games, byes=() if bye is None else (bye,), empty_boards=tuple(empty))
    problems = []
    if new.seated() != old.seated():
        who = listed(sorted(new.seated() ^ old.seated()))
        problems.append(say("Others would sit in the round than before: {players}.", players=who))
    problems += [
        say("The game {white}-{black} has a result.", white=game.white, black=game.black)
        for pair, game in had.items()
        if pair not in {(white, black) for white, black in boards} and game.result is not None
    ]
    new = standing_orders(new, new.seats())
    kept = replace(new.orders or RoundOrders(), keep=tuple((white, black) for white, black in keep))
    return replace(new, orders=kept), problems


def standing_orders(played: Round, boards: Collection[tuple[int, int]]) -> Round:
    """A round in which only those of these boards, (id, 0) for the bye, are made by hand or fixed by an order."""
    pairs = {frozenset(pair) for pair in boards}
    orders = played.orders or RoundOrders()
    fix = tuple(order for order in orders.fix if frozenset((order.first, order.second)) in pairs)
    hand = tuple(pair for pair in played.hand if pair in boards)
    return replace(played, orders=replace(orders, fix=fix), hand=hand)


def _partners(played: Round) -> Partners:
    found: Partners = {}
    for one, other in played.seats():
        found[one] = other
        if other != BYE:
            found[other] = one
    return found


def _not_there(tournament: Tournament, played: Round, asked: Iterable[int]) -> Iterable[str]:
    seated, number = played.seated(), len(tournament.rounds)
    for player in sorted(set(asked)):
        if player == BYE and not played.byes:
            yield say("Nobody has the bye in round {round}: an even number plays.", round=number)
        elif player != BYE and player not in seated:
            yield say("{player} does not play in round {round}.", player=named(tournament, player), round=number)


def _meet(partners: Partners, one: int, other: int) -> None:
    """The two meet, and the two who were left meet."""
    had_bye = next((player for player, partner in partners.items() if partner == BYE), None)
    left = partners[one], (had_bye if other == BYE else partners[other])
    _join(partners, one, other)
    rest = [player for player in left if player is not None and player not in (one, other)]
    if len(rest) == 2:  # else they have met already
        _join(partners, *rest)


def _join(partners: Partners, one: int, other: int) -> None:
    for player, partner in ((one, other), (other, one)):
        if player != BYE:
            partners[player] = partner


def _swapped(played: Round, partners: Partners, one: int, other: int) -> list[FixedPair]:
    """The boards of two players who take each other's place, with their colours."""
    place = {one: other, other: one}
    found = []
    for pair in played.seats():
        if not {one, other}.isdisjoint(pair):
            first, second = (place.get(player, player) for player in pair)
            _join(partners, first, second)
            found.append(FixedPair(first, second, colours=second != BYE))
    return found


def _turned(wish: FixedPair | None, before: tuple[int, int]) -> bool:
    """Whether a pair that stays is wished with the other colours."""
    return wish is not None and wish.colours and (wish.first, wish.second) != before
