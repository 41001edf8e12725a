"""Rounds come and go: `publish`, `unpublish`, `change`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairproof.model.acts.boards import reseated
from pairproof.model.acts.done import Done, refuse
from pairproof.model.acts.results import board_places
from pairproof.model.language import all_of, listed, say, say_n
from pairproof.model.tournament import FixedPair, Game, NextRound, Requests, Round, RoundOrders, Tournament


def publish(
    tournament: Tournament,
    *,
    round: int,
    boards: Sequence[tuple[int, int]],
    bye: int | None = None,
    half_byes: Collection[int] = (),
    full_byes: Collection[int] = (),
    orders: Mapping[str, Any] | None = None,
    again: bool = False,
    empty: Collection[int] = (),
) -> Done:
    """The next round is made: its boards (white, black) in order, and who has a bye; with `again` the last one is, in
    place of the boards it had.  `empty` are numbers at which nobody sits: the boards behind them keep theirs.

    `orders` are those that were given beside the file's, with the keys of a round's `orders` (CONTRACT 1.1); both are
    kept with the round.

    Raises
    ------
    UsageProblem
        It is not the next round, results are missing, or somebody has nothing in it without being away; with `again`,
        the last round has results.
    """
    if again:
        tournament = unpublish(tournament).tournament
    refuse(publish_problems(tournament, round))
    coming, given = tournament.next, _orders_of(orders or {})
    pairs = dict.fromkeys([*coming.fix, *given.fix])
    kept = replace(given, fix=tuple(pairs), forbid=coming.forbid | given.forbid)
    games = tuple(Game(white, black) for white, black in boards)
    played = Round(
        games, () if bye is None else (bye,), tuple(half_byes), tuple(full_byes), orders=kept, empty_boards=tuple(empty)
    )
    there = played.seated().union(half_byes, full_byes, coming.absent, given.absent, tournament.away(round))
    left = [player for player in tournament.ids if player not in there]
    refuse(
        [say("{players} would have nothing in round {round}, though not away.", players=listed(left), round=round)]
        if left
        else []
    )
    sentence = say_n(
        "Round {round} is published: {count} board.", "Round {round} is published: {count} boards.", len(games),
        round=round,
    )  # fmt: skip
    if again:
        sentence = say("The boards of round {round} are others now.", round=round)
    if bye is not None:
        sentence += " " + say("Player {player} has the bye.", player=bye)
    return Done(tournament.with_round(played), sentence)


def publish_problems(tournament: Tournament, number: int) -> list[str]:
    """Why a round cannot be published now."""
    last = len(tournament.rounds)
    problems = []
    if number != last + 1:
        problems.append(say("Round {round} is not the next one: that is round {next}.", round=number, next=last + 1))
    if tournament.all_paired:
        problems.append(say("Round {round}, the last one planned, is published.", round=last))
    for at in range(1, last + 1):
        if missing := boards_without_result(tournament, at):
            problems.append(
                say_n(
                    "Round {round} has no result on board {boards}; enter it first.",
                    "Round {round} has no results on the boards {boards}; enter them first.",
                    len(missing),
                    round=at,
                    boards=all_of(list(map(str, missing))),
                )
            )
    return problems


def boards_without_result(tournament: Tournament, number: int) -> list[int]:
    """The numbers of the boards of a round (from 1) whose result is missing; none of round 0."""
    if not number:
        return []
    games = tournament.rounds[number - 1].games
    return [board for board, place in sorted(board_places(tournament, number).items()) if games[place].result is None]


def unpublish(tournament: Tournament, *, with_results: bool = False) -> Done:
    """The last round is taken back; who was away in it is so again in the round to be paired.

    Raises
    ------
    UsageProblem
        No round is paired, or the last one has results and `with_results` does not give them up.
    """
    refuse([] if tournament.rounds else [say("No round is paired yet.")])
    number = len(tournament.rounds)
    last, coming = tournament.rounds[-1], tournament.next
    entered = sum(game.result is not None for game in last.games)
    if entered and not with_results:
        refuse([
            say_n(
                "Round {round} has {count} result; --with-results gives it up.",
                "Round {round} has {count} results; --with-results gives them up.",
                entered,
                round=number,
            )
        ])  # fmt: skip
    away = frozenset(tournament.absent_in(number)) - tournament.away(number)
    orders = last.orders or RoundOrders()
    asked = Requests(coming.absent, coming.half_byes, coming.full_byes)
    later = {number + 1: asked, **tournament.requests} if asked else dict(tournament.requests)
    new = replace(
        tournament,
        rounds=tournament.rounds[:-1],
        next=NextRound(away, frozenset(last.half_byes), frozenset(last.full_byes), orders.forbid, orders.fix),
        requests=later,
    )
    return Done(new, say("Round {round} is taken back; it is to be paired again.", round=number))


def change(
    tournament: Tournament,
    *,
    round: int,
    boards: Sequence[tuple[int, int]],
    bye: int | None = None,
    hand: Sequence[tuple[int, int]] = (),
    reason: str,
    keep: Sequence[tuple[int, int]] = (),
    empty: Collection[int] = (),
) -> Done:
    """The last round is paired otherwise: all its boards (white, black) in order; `hand` are those made by hand now,
    `empty` numbers at which nobody sits.

    A board that stays keeps its result.  `keep` are published boards that the new pairing was to keep (CONTRACT 1.1).

    Raises
    ------
    UsageProblem
        It is not the last round, others would sit in it, a changed board has a result, or no reason is given.
    """
    refuse(
        []
        if round == len(tournament.rounds) and tournament.rounds
        else [say("Round {round} is not the last one, and others were paired on it.", round=round)]
    )
    old = tournament.rounds[-1]
    new, problems = reseated(old, boards, bye, keep, empty)
    refuse([*([] if reason.strip() else [say("A board made by hand needs a reason.")]), *problems])
    standing = new.seats()
    made = dict.fromkeys([*new.hand, *((white, black) for white, black in hand)])
    new = replace(new, hand=tuple(pair for pair in made if pair in standing), reason=reason)
    told = all_of([f"{white}-{black}" if black else say("the bye for {player}", player=white) for white, black in hand])
    sentence = say("Round {round}: {boards} by hand ({reason}).", round=round, boards=told, reason=reason)
    return Done(replace(tournament, rounds=(*tournament.rounds[:-1], new)), sentence)


def _orders_of(keys: Mapping[str, Any]) -> RoundOrders:
    colours = keys.get("fix_colours", [False] * len(keys.get("fix", ())))
    return RoundOrders(
        fix=tuple(FixedPair(a, b, c) for (a, b), c in zip(keys.get("fix", ()), colours, strict=True)),
        forbid=frozenset((min(pair), max(pair)) for pair in keys.get("forbid", ())),
        absent=frozenset(keys.get("absent", ())),
        keep=tuple((white, black) for white, black in keys.get("keep", ())),
        reason=keys.get("reason", ""),
    )


def orders_as_keys(orders: RoundOrders) -> dict[str, Any]:
    """Orders with the keys of a round's `orders`, as `publish` takes them; empty ones left out."""
    keys: dict[str, Any] = {
        "fix": [[pair.first, pair.second] for pair in orders.fix],
        "fix_colours": [pair.colours for pair in orders.fix],
        "forbid": [list(pair) for pair in sorted(orders.forbid)],
        "absent": sorted(orders.absent),
        "keep": [list(pair) for pair in orders.keep],
        "reason": orders.reason,
    }
    return {key: value for key, value in keys.items() if value}
