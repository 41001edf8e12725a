"""`results --json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from pairproof.cli.documents.document import Document
from pairproof.model.acts.results import board_places
from pairproof.model.acts.rounds import boards_without_result
from pairproof.model.tournament import Game, Tournament

if TYPE_CHECKING:
    from pairproof.cli.desk.entering import Entered


class BoardEntered(Document):
    """A board whose result was entered, and the line of the journal; null where nothing was written."""

    board: int
    white: int
    black: int
    result: str | None
    line: int | None

    @classmethod
    def of(cls, board: int, game: Game, line: int | None) -> BoardEntered:
        """The game of a board as it is now."""
        result = None if game.result is None else game.result.value
        return cls(board=board, white=game.white, black=game.black, result=result, line=line)


class BoardOpen(Document):
    """A board without a result."""

    board: int
    white: int
    black: int


class Results(Document):
    """What was entered by key, by board, and what is missing."""

    schema_: Literal["pairproof.results/1"] = Field(alias="schema")
    round: int
    entered: list[BoardEntered]
    missing: list[BoardOpen]
    dry_run: bool

    @classmethod
    def of(cls, done: Entered, dry_run: bool) -> Results:
        """What came of typing."""
        games = games_by_board(done.tournament)
        return cls(
            schema="pairproof.results/1",
            round=len(done.tournament.rounds),
            entered=[BoardEntered.of(board, games[board], line) for board, line in sorted(done.lines.items())],
            missing=open_boards(done.tournament),
            dry_run=dry_run,
        )


def games_by_board(tournament: Tournament) -> dict[int, Game]:
    """The games of the last round by the numbers of their boards; none where there is no round."""
    if not tournament.rounds:
        return {}
    games = tournament.rounds[-1].games
    return {board: games[place] for board, place in sorted(board_places(tournament, len(tournament.rounds)).items())}


def open_boards(tournament: Tournament) -> list[BoardOpen]:
    """The boards of the last round without a result."""
    games = games_by_board(tournament)
    missing = boards_without_result(tournament, len(tournament.rounds))
    return [BoardOpen(board=board, white=games[board].white, black=games[board].black) for board in missing]
