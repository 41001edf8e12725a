"""A published pairing of the round, for `pair --keep`: in a document, or in the tournament file itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairproof.model.borrowed import parser_says
from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.formats.files import read_bytes
from pairproof.model.formats.json_text import json_text
from pairproof.model.language import say
from pairproof.model.state.orders import kept_orders
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
    data = read_bytes(Path(path), say("the published pairing"))
    try:
        document = json.loads(json_text(data))
    except InvalidInput as error:
        raise InvalidInput(error.faults, path) from None
    except json.JSONDecodeError as error:
        raise InvalidInput(
            [Fault(say("This is no JSON: {error}.", error=parser_says(error.msg)), error.lineno, error.colno)], path
        ) from None
    except (RecursionError, ValueError):
        raise InvalidInput([Fault(say("This is no JSON that a pairing could be in."))], path) from None
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
    return kept_orders(tournament, tournament.published(number))


def _pairs(document: dict[str, Any]) -> list[tuple[int, int]]:
    return [(board["white"], board["black"]) for board in document["boards"]]


def _numbers(document: dict[str, Any]) -> list[int]:
    """The boards' numbers; a document without them has them in order."""
    return [board.get("board", place) for place, board in enumerate(document["boards"], start=1)]


def _faults(document: Any, tournament: Tournament, number: int) -> list[Fault]:
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return [
            Fault(
                say(
                    "This is no pairing: the field schema must be {schema!r}, as `pairproof pair --json` writes it.",
                    schema=SCHEMA,
                )
            )
        ]
    shape = [
        Fault(say("The field {name} is missing or of the wrong type.", name=name))
        for name, kinds in (
            ("tournament", (str,)),
            ("round", (int,)),
            ("boards", (list,)),
            ("bye", (int, type(None))),
        )
        if name not in document or not isinstance(document[name], kinds) or isinstance(document[name], bool)
    ]
    return shape or _board_faults(document["boards"]) or _meaning_faults(document, tournament, number)


def _board_faults(boards: list[Any]) -> list[Fault]:
    """Boards that are none."""
    found = []
    for place, board in enumerate(boards, start=1):
        seats = [board.get(seat) for seat in ("white", "black")] if isinstance(board, dict) else [None]
        if not all(isinstance(player, int) and not isinstance(player, bool) for player in seats):
            found.append(Fault(say("Board {place} has no start numbers white and black.", place=place)))
        elif type(board.get("board", place)) is not int or board.get("board", place) < 1:
            found.append(
                Fault(
                    say(
                        "Board {place} of the list has the number {number!r:.20}: 1 or more is expected.",
                        place=place,
                        number=board["board"],
                    )
                )
            )
    return found


def _meaning_faults(document: Any, tournament: Tournament, number: int) -> list[Fault]:
    """What the pairing says that does not hold here."""
    faults = []
    numbers = _numbers(document)
    for twice in sorted({board for board in numbers if numbers.count(board) > 1}):
        faults.append(Fault(say("There are {count} boards {twice}.", count=numbers.count(twice), twice=twice)))
    if document["tournament"] != tournament.name:
        faults.append(
            Fault(
                say(
                    "It is a pairing of {other!r}, not of {name!r}.",
                    other=document["tournament"],
                    name=tournament.name,
                )
            )
        )
    if document["round"] != number:
        faults.append(
            Fault(
                say(
                    "It is a pairing of round {other}, but round {number} is to be paired.",
                    other=document["round"],
                    number=number,
                )
            )
        )
    seated = [player for pair in _pairs(document) for player in pair]
    seated += [document["bye"]] if document["bye"] is not None else []
    known = set(tournament.ids)
    for player in dict.fromkeys(seated):
        if player not in known:
            faults.append(Fault(say("There is no player {player} in the tournament.", player=player), player=player))
        elif seated.count(player) > 1:
            faults.append(
                Fault(
                    say("Player {player} sits at {count} boards.", player=player, count=seated.count(player)),
                    player=player,
                )
            )
    if not seated:
        faults.append(Fault(say("It holds no board and no bye: there is nothing to keep.")))
    return faults
