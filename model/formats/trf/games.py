"""From the entries of two players to their game, and from all games to rounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from pairproof.model.errors import Fault
from pairproof.model.formats.places import Path
from pairproof.model.formats.trf.board_order import BoardOrder, in_order
from pairproof.model.formats.trf.cells import Cell, described, is_bye
from pairproof.model.formats.trf.codes import RESULTS
from pairproof.model.formats.trf.players import PlayerRecord
from pairproof.model.formats.trf.records import Faults, Record
from pairproof.model.language import say
from pairproof.model.tournament import Game, Round


def last_round_with_a_game(players: Iterable[PlayerRecord]) -> int:
    """The number of the last round in which somebody has an opponent; 0 where nobody ever has."""
    return max(
        (
            number
            for player in players
            for number, cell in enumerate(player.cells, start=1)
            if cell is not None and cell.opponent is not None
        ),
        default=0,
    )


class Games:
    """The games of the rounds that have been played, each told by the lines of its two players.

    The last of them is the last with a game in it; rounds after it are over as well while everybody has an entry in
    them, so that nobody is left to be paired, and somebody has the bye in a later one: a wish for it can only be for
    the round to be paired.  With `byes_close` the round of that bye is over too.  Making it adds the faults of lines
    that do not agree.  `rounds` are the rounds, their boards in the order that `orders` gives, else in that of the
    lines; `where` says in which line each game stands; `one_sided` are the players whose own line lacks the result that
    their opponent's line has.
    """

    def __init__(
        self,
        by_id: Mapping[int, PlayerRecord],
        comments: Iterable[Record],
        faults: Faults,
        orders: Mapping[int, BoardOrder],
        *,
        byes_close: bool = False,
    ) -> None:
        self._by_id = by_id
        self._faults = faults
        self.where: dict[Path, int] = {}
        self.one_sided: set[int] = set()
        self.played = last_round_with_a_game(by_id.values())
        while by_id and self._everybody_has(self.played + 1) and (byes_close or self._bye_after(self.played + 1)):
            self.played += 1
        gam = self._game_points(comments)
        self.rounds = tuple(
            self._round(number, gam, orders.get(number, BoardOrder())) for number in range(1, self.played + 1)
        )

    def _everybody_has(self, number: int) -> bool:
        """Whether everybody has an entry in a round."""
        return all(player.cell(number) is not None for player in self._by_id.values())

    def _bye_after(self, number: int) -> bool:
        """Whether somebody has the bye in a round after that."""
        return any(is_bye(cell, "U") for player in self._by_id.values() for cell in player.cells[number:])

    def _round(self, number: int, gam: Mapping[tuple[int, int], int], order: BoardOrder) -> Round:
        games: list[Game] = []
        for player in self._by_id.values():
            game = self._game(player, number)
            if game is None:
                continue
            white, black = gam.get((number, game.white)), gam.get((number, game.black))
            if (white, black) != (None, None):
                game = replace(game, gam=(white or 0, black or 0))
            games.append(game)
        games = [games[place] for place in in_order(games, order)]
        for place, game in enumerate(games):
            self.where["rounds", number - 1, "games", place] = self._by_id[game.white].line
        entries = [(player.id, player.cell(number)) for player in self._by_id.values()]
        byes = [(player, cell) for player, cell in entries if cell is not None and cell.opponent is None]
        having = {code: tuple(player for player, cell in byes if is_bye(cell, code)) for code in "UHF"}
        wins = tuple(player for player, cell in byes if is_bye(cell, "F") and cell.written.endswith("+"))
        return Round(
            tuple(games), having["U"], having["H"], having["F"], wins_without_opponent=wins, empty_boards=order.empty
        )

    def _game(self, player: PlayerRecord, number: int) -> Game | None:
        """The player's game of a round, told once: from the first of the two lines.  A fault where they disagree."""
        cell = player.cell(number)
        if cell is None or cell.opponent is None:
            return None
        opponent = cell.opponent

        def fault(message: str) -> None:
            self._faults.append(Fault(message, line=player.line, player=player.id, round=number))

        if player.broken:
            return None  # reported where it stands, as below
        if opponent == player.id:
            fault(say("Player {player} is paired against himself.", player=player.id))
            return None
        other = self._by_id.get(opponent)
        if other is None:
            fault(say("The opponent is {opponent}, but there is no player {opponent}.", opponent=opponent))
            return None
        if other.broken or number in player.bad_rounds or number in other.bad_rounds:
            return None
        reply = other.cell(number)
        if reply is None or reply.opponent != player.id:
            fault(
                say(
                    "The opponent is {opponent}, but the line of player {opponent} (line {line}) has {described} in "
                    "this round.",
                    opponent=opponent,
                    line=other.line,
                    described=described(reply),
                )
            )
            return None
        if other.line < player.line:
            return None  # told already
        if bool(cell.code) != bool(reply.code):
            self.one_sided.add(opponent if cell.code else player.id)
        return _joined(player, cell, other, reply, fault)

    def _game_points(self, comments: Iterable[Record]) -> dict[tuple[int, int], int]:
        """GAM by (round, id), from the comments `### GAM round id points` (P A1; TRF has no field for them)."""
        gam: dict[tuple[int, int], int] = {}
        for record in comments:
            fields = re.sub(r"^###\s*GAM", "", record.text).split()
            if len(fields) != 3 or not all(re.fullmatch(r"[0-9]{1,9}", field) for field in fields):
                self._faults.at(record, say("A GAM comment must be '### GAM round id points', three whole numbers."))
                continue
            number, player, points = map(int, fields)
            own = self._by_id.get(player)
            cell = own.cell(number) if own is not None and 1 <= number <= self.played else None
            if own is None:
                self._faults.at(record, say("There is no player {player}.", player=player), player=player, round=number)
            elif cell is None or cell.opponent is None:
                if not own.broken:
                    self._faults.at(
                        record,
                        say("Player {player} has no game in this round.", player=player),
                        player=player,
                        round=number,
                    )
            elif gam.setdefault((number, player), points) != points:
                self._faults.at(
                    record,
                    say(
                        "The GAM of player {player} is {points} here, but {gam} in a line before.",
                        player=player,
                        points=points,
                        gam=gam[number, player],
                    ),
                    player=player,
                    round=number,
                )
        return gam


def _joined(
    player: PlayerRecord, cell: Cell, other: PlayerRecord, reply: Cell, fault: Callable[[str], None]
) -> Game | None:
    """The game two agreeing entries tell of; None, and a fault, where colours or results do not fit."""
    colours = (cell.colour, reply.colour)
    if colours not in (("w", "b"), ("b", "w"), ("-", "-")):
        fault(
            say(
                "The colours of {names} do not fit: {colours} and {colours2}.",
                names=_both(player, other),
                colours=colours[0],
                colours2=colours[1],
            )
        )
        return None
    (white, first), (black, second) = (
        ((other, reply), (player, cell)) if colours == ("b", "w") else ((player, cell), (other, reply))
    )
    coloured = colours != ("-", "-")
    if not cell.code and not reply.code:
        return Game(white.id, black.id, None, coloured)
    if not cell.code or not reply.code:
        with_result, without = (player, other) if cell.code else (other, player)
        fault(
            say(
                "Of the game between {names} only the line of player {id} has a result ({code}); player {id2} "
                "has none.",
                names=_both(player, other),
                id=with_result.id,
                code=cell.code or reply.code,
                id2=without.id,
            )
        )
        return None
    result = RESULTS.get((first.code, second.code))
    if result is None:
        fault(
            say(
                "The results of {names} do not fit: {code} and {code2}.",
                names=_both(player, other),
                code=cell.code,
                code2=reply.code,
            )
        )
        return None
    return Game(white.id, black.id, result, coloured)


def _both(player: PlayerRecord, other: PlayerRecord) -> str:
    """The two of a game, and where the line of the second stands."""
    return say("{one} and {other} (line {line})", one=player.id, other=other.id, line=other.line)
