"""Results come in and are corrected: `result`, `correct`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairproof.model.acts.boards import reseated
from pairproof.model.acts.done import Done, refuse
from pairproof.model.formats.results import result_typed
from pairproof.model.language import all_of, say, say_n
from pairproof.model.tournament import Corrected, Game, Result, Round, Tournament

_KEYS = {
    "1": Result.WHITE_WINS,
    "0": Result.BLACK_WINS,
    "½": Result.DRAW,
    "+": Result.WHITE_WINS_BY_FORFEIT,
    "-": Result.BLACK_WINS_BY_FORFEIT,
}
"""Results that are one key, white's side of the game."""
CLEAR = "clear"
"""What takes a result away again."""


def result_entered(text: str) -> Result | None:
    """The result that a text means at the desk: one key, white's side, or any spelling of both sides; None for none.

    >>> result_entered("1") is Result.WHITE_WINS, result_entered("½–½") is Result.DRAW
    (True, True)
    """
    found = result_typed(text)
    if found is not None:
        return found
    plain = text.strip()
    return _KEYS.get("-" if plain in "‐‑‒–—―−" and plain else plain)


def result(
    tournament: Tournament,
    *,
    results: Sequence[tuple[int, str]],
    gam: tuple[int, int] | None = None,
    correct: bool = False,
) -> Done:
    """Results of boards of the last round; `gam` are white's and black's game points, where one board is named.

    Another result than the one that is entered needs `correct`; "clear" takes one away.

    Raises
    ------
    UsageProblem
        No round is paired, there is no such board, a text is no result, or a board has another one: everything at once.
    """
    refuse([] if tournament.rounds else [say("No round is paired yet.")])
    played = tournament.rounds[-1]
    boards = board_places(tournament, len(tournament.rounds))
    problems, games, told = [], list(played.games), []
    for board, text in results:
        wanted = None if text == CLEAR else result_entered(text)
        if board not in boards:
            problems.append(_no_board(tournament, board, len(tournament.rounds)))
        elif wanted is None and text != CLEAR:
            problems.append(
                say(
                    "{text} on board {board} is no result; type 1, 0, =, + or -, or both sides, as 1-0.",
                    text=text,
                    board=board,
                )
            )
        else:
            game = games[boards[board]]
            if game.result not in (None, wanted) and not correct:
                problems.append(_entered_already(board, game, text))
            points = (gam[0], gam[1]) if gam is not None else game.gam if wanted is not None and wanted.played else None
            games[boards[board]] = replace(game, result=wanted, gam=points)
            told.append(_told(board, games[boards[board]]))
    if gam is not None and len(results) != 1:
        problems.append(say("Game points are those of one board; name one."))
    refuse(problems)
    waiting = sum(game.result is None for game in games)
    sentence = say("Round {round}: {results}.", round=len(tournament.rounds), results=all_of(told))
    if waiting:
        missing = say_n("{count} result is missing.", "{count} results are missing.", waiting)
    else:
        missing = say("The round is complete.")
    new = _with_games(tournament, len(tournament.rounds), games)
    return Done(new, f"{sentence} {missing}")


def correct(
    tournament: Tournament, *, round: int, board: int, result: str, paired: Mapping[str, Any] | None = None
) -> Done:
    """A result of a round becomes another one; later rounds that were paired on the old one keep note of it.

    `paired` are the boards of the last round paired again on it: `boards` (white, black) in order, the `bye`, the
    published boards that were to be kept (`keep`), and numbers at which nobody sits (`empty`).

    Raises
    ------
    UsageProblem
        There is no such round or board, the text is no result, or the board has none yet; the last round has results,
        or others would sit in it.
    """
    refuse(
        []
        if 1 <= round <= len(tournament.rounds)
        else [say("There is no round {round}: the file holds {count}.", round=round, count=len(tournament.rounds))]
    )
    boards, wanted = board_places(tournament, round), result_entered(result)
    if board not in boards:
        refuse([_no_board(tournament, board, round)])
    refuse(
        []
        if wanted
        else [
            say(
                "{text} on board {board} is no result; type 1, 0, =, + or -, or both sides, as 1-0.",
                text=result,
                board=board,
            )
        ]
    )
    games = list(tournament.rounds[round - 1].games)
    old = games[boards[board]]
    refuse([] if old.result else [say("Board {board} of round {round} has no result yet.", board=board, round=round)])
    assert old.result is not None
    assert wanted is not None
    games[boards[board]] = replace(old, result=wanted, gam=old.gam if wanted.played else None)
    new = _with_games(tournament, round, games)
    later = range(round + 1, len(tournament.rounds) + 1 - (paired is not None))
    rounds = [
        _noted(played, Corrected(round, old.white, old.black, old.result), wanted) if number in later else played
        for number, played in enumerate(new.rounds, start=1)
    ]
    sentence = say(
        "Round {round}: {result} (it was {was}).", round=round, result=_told(board, games[boards[board]]),
        was=old.result.value,
    )  # fmt: skip
    if paired is not None:
        rounds[-1], told = _paired_again(new, paired)
        sentence += " " + told
    warnings = [say("Round {round} was paired on the old result; it stays as it is.", round=number) for number in later]
    return Done(replace(new, rounds=tuple(rounds)), sentence, tuple(warnings))


def _paired_again(tournament: Tournament, paired: Mapping[str, Any]) -> tuple[Round, str]:
    """The last round with the boards it has on the results known now, and what is said of it."""
    number, old = len(tournament.rounds), tournament.rounds[-1]
    boards = [(white, black) for white, black in paired["boards"]]
    keep = [(white, black) for white, black in paired["keep"]]
    last, problems = reseated(old, boards, paired["bye"], keep, paired.get("empty", ()))
    refuse(problems)
    before = {(game.white, game.black) for game in old.games}
    changed = sum(pair not in before for pair in boards)
    if not changed and old.byes == last.byes:
        return replace(last, corrected=()), say("Round {round} is paired again, and keeps its boards.", round=number)
    told = say_n(
        "Round {round} is paired again: {count} board is another one.",
        "Round {round} is paired again: {count} boards are others.",
        changed,
        round=number,
    )
    return replace(last, corrected=()), told


def board_places(tournament: Tournament, number: int) -> dict[int, int]:
    """Where the game of each board number stands in its round."""
    return {board: place for place, board in enumerate(tournament.numbers_in(number))}


def _noted(played: Round, note: Corrected, wanted: Result) -> Round:
    """A round with the note of what was taken for the result when it was paired; the first such note stays."""
    key = (note.round, note.white, note.black)
    before = next((one for one in played.corrected if (one.round, one.white, one.black) == key), note)
    others = tuple(one for one in played.corrected if (one.round, one.white, one.black) != key)
    return replace(played, corrected=others if before.was is wanted else (*others, before))


def _with_games(tournament: Tournament, number: int, games: Sequence[Game]) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[number - 1] = replace(rounds[number - 1], games=tuple(games))
    return replace(tournament, rounds=tuple(rounds))


def _no_board(tournament: Tournament, board: int, number: int) -> str:
    boards = sorted(board_places(tournament, number))
    if not boards:
        return say("There is no board {board}: round {round} has none.", board=board, round=number)
    return say(
        "There is no board {board} in round {round}, whose boards are {first} to {last}.",
        board=board,
        round=number,
        first=boards[0],
        last=boards[-1],
    )


def _entered_already(board: int, game: Game, text: str) -> str:
    assert game.result is not None
    return say(
        "Board {board} ({white}-{black}) has {entered} already, not {text}; --correct changes it.",
        board=board,
        white=game.white,
        black=game.black,
        entered=game.result.value,
        text=text,
    )


def _told(board: int, game: Game) -> str:
    shown = say("no result") if game.result is None else game.result.value
    return say(
        "board {board} ({white}-{black}) {result}", board=board, white=game.white, black=game.black, result=shown
    )
