"""A published pairing of the round, for `pair --keep`: in a document, or in the tournament file itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.formats.files import read_bytes
from pairproof.model.formats.json_text import json_text
from pairproof.model.language import say
from pairproof.model.tournament import BYE

if TYPE_CHECKING:
    from pairproof.model.tournament import Tournament

SCHEMA = "pairproof.pairing/1"


def published(
    path: str, tournament: Tournament, number: int
) -> tuple[frozenset[tuple[int, int]], tuple[tuple[int, int, int], ...]]:
    """The pairing in a file that `pair --json` wrote: boards (smaller id, larger id) and bye (0, id), then the boards
    again as (board number, white, black).

    Raises
    ------
    FileProblem
        The file cannot be read.
    InvalidInput
        It is no pairing, or one of another tournament or round: every fault found.
    """
    data = read_bytes(Path(path), "the published pairing")
    try:
        document = json.loads(json_text(data))
    except InvalidInput as error:
        raise InvalidInput(error.faults, path) from None
    except json.JSONDecodeError as error:
        raise InvalidInput([Fault(f"This is no JSON: {error.msg}.", error.lineno, error.colno)], path) from None
    except (RecursionError, ValueError):
        raise InvalidInput([Fault("This is no JSON that a pairing could be in.")], path) from None
    faults = list(_faults(document, tournament, number))
    if faults:
        raise InvalidInput(faults, path)
    pairs = {(min(pair), max(pair)) for pair in _pairs(document)}
    bye = {(BYE, document["bye"])} if document["bye"] is not None else set()
    boards = [(number, *pair) for number, pair in zip(_numbers(document), _pairs(document), strict=True)]
    return frozenset(pairs | bye), tuple(sorted(boards))


def held(tournament: Tournament, number: int) -> tuple[frozenset[tuple[int, int]], tuple[tuple[int, int, int], ...]]:
    """The pairing of a round that the tournament holds, as `published` gives it.

    Raises
    ------
    UsageProblem
        It does not hold that round.
    """
    if not 1 <= number <= len(tournament.rounds):
        raise UsageProblem(say("The file does not hold round {round}: no board of it is to be kept.", round=number))
    played = tournament.rounds[number - 1]
    boards = [(game.white, game.black) for game in played.games]
    pairs = {(min(pair), max(pair)) for pair in boards} | {(BYE, player) for player in played.byes}
    numbers = tournament.board_numbers(boards)
    return frozenset(pairs), tuple(sorted((board, *pair) for board, pair in zip(numbers, boards, strict=True)))


def _pairs(document: dict[str, Any]) -> list[tuple[int, int]]:
    return [(board["white"], board["black"]) for board in document["boards"]]


def _numbers(document: dict[str, Any]) -> list[int]:
    """The boards' numbers; a document without them has them in order."""
    return [board.get("board", place) for place, board in enumerate(document["boards"], start=1)]


def _faults(document: Any, tournament: Tournament, number: int) -> list[Fault]:
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return [
            Fault(f"This is no pairing: the field schema must be {SCHEMA!r}, as `pairproof pair --json` writes it.")
        ]
    shape = [
        Fault(f"The field {name} is missing or of the wrong type.")
        for name, kinds in (
            ("tournament", (str,)),
            ("round", (int,)),
            ("boards", (list,)),
            ("bye", (int, type(None))),
        )
        if name not in document or not isinstance(document[name], kinds) or isinstance(document[name], bool)
    ]
    if shape:
        return shape
    for place, board in enumerate(document["boards"], start=1):
        seats = [board.get(seat) for seat in ("white", "black")] if isinstance(board, dict) else [None]
        if not all(isinstance(player, int) and not isinstance(player, bool) for player in seats):
            shape.append(Fault(f"Board {place} has no start numbers white and black."))
        elif type(board.get("board", place)) is not int or board.get("board", place) < 1:
            shape.append(
                Fault(f"Board {place} of the list has the number {board['board']!r:.20}: 1 or more is expected.")
            )
    if shape:
        return shape
    faults = []
    numbers = _numbers(document)
    for twice in sorted({board for board in numbers if numbers.count(board) > 1}):
        faults.append(Fault(f"There are {numbers.count(twice)} boards {twice}."))
    if document["tournament"] != tournament.name:
        faults.append(Fault(f"It is a pairing of {document['tournament']!r}, not of {tournament.name!r}."))
    if document["round"] != number:
        faults.append(Fault(f"It is a pairing of round {document['round']}, but round {number} is to be paired."))
    seated = [player for pair in _pairs(document) for player in pair]
    seated += [document["bye"]] if document["bye"] is not None else []
    known = set(tournament.ids)
    for player in dict.fromkeys(seated):
        if player not in known:
            faults.append(Fault(f"There is no player {player} in the tournament.", player=player))
        elif seated.count(player) > 1:
            faults.append(Fault(f"Player {player} sits at {seated.count(player)} boards.", player=player))
    if not seated:
        faults.append(Fault("It holds no board and no bye: there is nothing to keep."))
    return faults
