"""What can be wrong with a tournament whatever file it came from: every fault at once.

The readers turn a file into values and find what is wrong with its form; here stands what is wrong with its meaning
(RULES 1.2, 5, 7).  Whether a round may be paired now is another question: `model.state.history.incomplete_games`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pairproof.model.errors import Fault
from pairproof.model.formats.check_orders import doubtful, forbid_faults, later_faults, next_faults, not_in, pair_faults
from pairproof.model.formats.places import Path, line_of
from pairproof.model.language import say, say_n
from pairproof.model.tournament import EMPTY_BOARD, Game, Round, Tournament


def check_tournament(
    tournament: Tournament,
    where: Mapping[Path, int] | None = None,
    *,
    open_games: bool = False,
    empty: bool = False,
) -> list[Fault]:
    """Every fault of a tournament, in the order of the file.

    Parameters
    ----------
    tournament
        The tournament as read; any field may hold nonsense.
    where
        The lines of the places a reader knows.  Places it leaves out are named by player and round only.
    open_games
        Whether games of earlier rounds may be without a result.
    empty
        Whether there may be no players.

    Returns
    -------
    list of Fault
        Empty if the tournament is consistent.  Games without result in the last round are no fault.
    """
    where = where or {}
    return [
        *_player_faults(tournament, where, empty),
        *_plan_faults(tournament, where),
        *_round_faults(tournament, where, open_games),
        *forbid_faults(tournament, where),
        *next_faults(tournament, where),
        *later_faults(tournament, where),
        *_points_given_faults(tournament, where),
    ]


def _player_faults(tournament: Tournament, where: Mapping[Path, int], empty: bool) -> Iterator[Fault]:
    first_line: dict[int, int | None] = {}
    for index, player in enumerate(tournament.players):
        line = line_of(where, "players", index) if where else None
        if player.id < 1:
            yield Fault(
                say("The id {id} is no start number; ids count from 1.", id=player.id), line=line, player=player.id
            )
        if player.id in first_line:
            before = first_line[player.id]
            place = say(" (first in line {before})", before=before) if before is not None else ""
            yield Fault(
                say(
                    "The id {id} is given to two players{place}; each player needs an id of their own.",
                    id=player.id,
                    place=place,
                ),
                line=line,
                player=player.id,
            )
        first_line.setdefault(player.id, line)
    yield from _table_faults(tournament, where)
    if not tournament.players and not empty:
        yield Fault(say("There are no players."))


def _table_faults(tournament: Tournament, where: Mapping[Path, int]) -> Iterator[Fault]:
    owner: dict[int, int] = {}
    for index, player in enumerate(tournament.players):
        if player.table is not None and owner.setdefault(player.table, player.id) != player.id:
            yield Fault(
                say(
                    "Table {table} is given to player {owner} and to player {id}.",
                    table=player.table,
                    owner=owner[player.table],
                    id=player.id,
                ),
                line_of(where, "players", index, "table"),
                player=player.id,
            )


def _plan_faults(tournament: Tournament, where: Mapping[Path, int]) -> Iterator[Fault]:
    planned = tournament.rounds_planned
    line = line_of(where, "tournament", "rounds")
    if planned is not None and planned < 1:
        yield Fault(
            say("The number of rounds is {planned}; a tournament has at least one.", planned=planned), line=line
        )
    if planned is not None and len(tournament.rounds) > planned:
        yield Fault(
            say_n(
                "{count} round is recorded, but only {planned} are planned; correct the number of rounds or take the "
                "surplus rounds out.",
                "{count} rounds are recorded, but only {planned} are planned; correct the number of rounds or take the "
                "surplus rounds out.",
                len(tournament.rounds),
                planned=planned,
            ),
            line=line,
            round=planned + 1,
        )
    restricted = tournament.restricted_until
    if restricted is not None and planned is not None and restricted >= planned:
        yield Fault(
            say(
                "restricted_until is {restricted}, but must be less than the number of rounds ({planned}): at "
                "least the last round is free (P B4).",
                restricted=restricted,
                planned=planned,
            ),
            line=line_of(where, "tournament", "restricted_until"),
        )


def _round_faults(tournament: Tournament, where: Mapping[Path, int], open_games: bool) -> Iterator[Fault]:
    known = set(tournament.ids)
    for index, played in enumerate(tournament.rounds):
        may_be_open = open_games or index + 1 == len(tournament.rounds)
        if not _is_plain(played, known, may_be_open):
            yield from _one_round(played, index, known, may_be_open, where)
        yield from _away_faults(tournament, played, index, where)
        yield from _record_faults(tournament, played, known, index, where)


def _away_faults(tournament: Tournament, played: Round, index: int, where: Mapping[Path, int]) -> Iterator[Fault]:
    """A fault for each player who had something in a round though he had not entered yet, or had withdrawn."""
    away = tournament.away(index + 1)
    wrong = away & played.seated().union(played.half_byes, played.full_byes) if away else away
    for player in tournament.players if wrong else ():
        if player.id in wrong:
            place = next((at for at, game in enumerate(played.games) if player.id in (game.white, game.black)), None)
            line = line_of(where, "rounds", index, *(() if place is None else ("games", place)))
            text = say(
                "Player {id} {not_in}, but has a game or a bye in this round.",
                id=player.id,
                not_in=not_in(player, index + 1),
            )
            yield Fault(text, line, player=player.id, round=index + 1)


def _record_faults(
    tournament: Tournament, played: Round, known: set[int], index: int, where: Mapping[Path, int]
) -> Iterator[Fault]:
    """What is wrong with what a round says of how it was paired."""
    number = index + 1
    line = line_of(where, "rounds", index, "corrected")
    for one in played.corrected:
        told = f"{one.white}-{one.black}"
        if one.round >= number:
            text = say("corrected names round {round}, which is not before this one.", round=one.round)
            yield Fault(text, line, round=number)
        elif not any(
            (game.white, game.black) == (one.white, one.black) for game in tournament.rounds[one.round - 1].games
        ):
            yield Fault(
                say(
                    "corrected names the game {told} of round {round}, which has no such game.",
                    told=told,
                    round=one.round,
                ),
                line,
                round=number,
            )
    for made in played.hand:
        if made not in played.seats():
            text = say("hand names {white}-{black}, but this round has no such board.", white=made[0], black=made[1])
            yield Fault(text, line_of(where, "rounds", index, "hand"), round=number)
    orders = played.orders
    if orders is None:
        return
    line = line_of(where, "rounds", index, "orders")
    fixed = [(fix.first, fix.second) for fix in orders.fix]
    kept = [pair for pair in orders.keep if pair != EMPTY_BOARD]
    for word, pairs in (("fix", fixed), ("forbid", sorted(orders.forbid)), ("keep", kept)):
        for pair in doubtful(pairs, known):
            yield from pair_faults(pair, word, known, line, number)
    for player in sorted(orders.absent - known):
        yield Fault(say("There is no player {player} to be absent.", player=player), line, player=player, round=number)


def _is_plain(played: Round, known: set[int], may_be_open: bool) -> bool:
    """Whether a round has nothing that could be wrong with its games and byes: as nearly all are."""
    there = [player for game in played.games for player in (game.white, game.black)]
    there += [*played.byes, *played.half_byes, *played.full_byes]
    if len(set(there)) < len(there) or not known.issuperset(there) or played.wins_without_opponent:
        return False
    return all(game.gam is None and (may_be_open or game.result is not None) for game in played.games)


def _one_round(
    played: Round, index: int, known: set[int], may_be_open: bool, where: Mapping[Path, int]
) -> Iterator[Fault]:
    number = index + 1
    seen: dict[int, str] = {}
    for board, game in enumerate(played.games):
        line = line_of(where, "rounds", index, "games", board)
        if game.white == game.black:
            yield Fault(
                say("Player {player} is paired against himself.", player=game.white),
                line=line,
                player=game.white,
                round=number,
            )
            seen.setdefault(game.white, say("a game"))
            continue
        for player in (game.white, game.black):
            yield from _occupied(player, say("a game"), seen, known, line, number)
        yield from _gam_faults(game, line, number)
        if game.result is None and not may_be_open:
            yield Fault(
                say(
                    "The game {white}-{black} has no result; enter it before a later round is paired, or say "
                    "--adjourned.",
                    white=game.white,
                    black=game.black,
                ),
                line=line,
                player=game.white,
                round=number,
            )
    for key, ids, what in (
        ("bye", played.byes, say("the bye")),
        ("half_byes", played.half_byes, say("a half-point bye")),
        ("full_byes", played.full_byes, say("a full-point bye")),
    ):
        for player in ids:
            yield from _occupied(player, what, seen, known, line_of(where, "rounds", index, key), number)
    for player in played.wins_without_opponent:
        if player not in played.full_byes:
            yield Fault(
                say("A win without opponent is a full-point bye: list the player in full_byes too."),
                line=line_of(where, "rounds", index, "wins_without_opponent"),
                player=player,
                round=number,
            )


def _occupied(
    player: int, what: str, seen: dict[int, str], known: set[int], line: int | None, number: int
) -> Iterator[Fault]:
    """Note that `player` has `what` in the round; the fault if he is unknown or has something already."""
    if player not in known:
        yield Fault(
            say("Player {player} has {what}, but there is no player {player}.", player=player, what=what),
            line,
            player=player,
            round=number,
        )
        return
    before = seen.get(player)
    if before is None:
        seen[player] = what
        return
    if before == what:
        both = say("two games") if what == say("a game") else say("{what} twice", what=what)
    else:
        both = f"{before} and {what}"
    yield Fault(
        say("Player {player} has {both} in one round.", player=player, both=both), line, player=player, round=number
    )


def _gam_faults(game: Game, line: int | None, number: int) -> Iterator[Fault]:
    if game.gam is None:
        return
    for player, points in zip((game.white, game.black), game.gam, strict=True):
        if points < 0:
            yield Fault(
                say(
                    "The GAM of player {player} is {points}; game points are 0 or more (P A1).",
                    player=player,
                    points=points,
                ),
                line,
                player=player,
                round=number,
            )
    if game.result is not None and not game.played and any(game.gam):
        yield Fault(
            say(
                "The game {white}-{black} was forfeited, so it carries no game points (RULES 1.3).",
                white=game.white,
                black=game.black,
            ),
            line,
            player=game.white,
            round=number,
        )


def _points_given_faults(tournament: Tournament, where: Mapping[Path, int]) -> Iterator[Fault]:
    known = set(tournament.ids)
    for key, by_round in (("accelerated", tournament.accelerated), ("corrections", tournament.corrections)):
        line = line_of(where, "tournament", key)
        for number, given in sorted(by_round.items()):
            for player, points in sorted(given.items()):
                if player not in known:
                    yield Fault(
                        say("{key} names player {player}, but there is no player {player}.", key=key, player=player),
                        line,
                        player=player,
                        round=number,
                    )
                if key == "accelerated" and points < 0:
                    text = say("Fictitious points are 0 or more, not {points}.", points=points)
                    yield Fault(text, line, player=player, round=number)
