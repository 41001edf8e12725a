"""The points column against the results (CONTRACT 1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pairproof.model.errors import Fault
from pairproof.model.formats.trf.cells import worth
from pairproof.model.formats.trf.players import PlayerRecord
from pairproof.model.formats.trf.points import PointValues, spelt
from pairproof.model.language import say
from pairproof.model.tournament import NextRound


def points_faults(
    players: Iterable[PlayerRecord],
    values: PointValues,
    corrections: Mapping[int, Mapping[int, int]],
    played: int,
    coming: NextRound,
) -> list[Fault]:
    """A fault for each player whose points column is not the sum of the results, with the file's point values.

    One fault only where the column is 0 for everybody: nobody has entered points.
    """
    faults = []
    entered = False
    points = values.points
    given = [corrections[number] for number in range(1, played + 1) if number in corrections]
    for player in players:
        entered |= bool(player.points)
        total = sum(worth(player.cell(number), points) for number in range(1, played + 1))
        total += sum(correction.get(player.id, 0) for correction in given)
        if player.points in (None, total):
            continue
        if player.points not in _allowed(player, total, values, played, coming):
            faults.append(
                Fault(
                    say(
                        "The points column says {points}, but the results give {total}{hint}.",
                        points=spelt(player.points),
                        total=spelt(total),
                        hint=_hint(values),
                    ),
                    line=player.line,
                    column=81,
                    player=player.id,
                )
            )
    if len(faults) > 1 and not entered:
        text = say(
            "The points (columns 81–84) are 0.0 for everybody, but the results give points; enter them, or leave the "
            "columns blank."
        )
        return [replace(faults[0], message=text, player=None)]
    return faults


def _allowed(player: PlayerRecord, total: int, values: PointValues, played: int, coming: NextRound) -> set[int]:
    """What may stand in the column of a player whose results give `total`."""
    points = values.points
    # Programs differ on whether byes already entered for rounds to come are in the column.
    later = [worth(cell, points) for cell in player.cells[played:] if cell is not None]
    allowed = {total, total + sum(later[:1]), total + sum(later)}
    if player.id in coming.half_byes:
        allowed.add(total + points.half_bye)
    if player.id in coming.full_byes:
        allowed.add(total + points.full_bye)
    # TRF26 lets a game that is not over count as 162 X, by default a draw.
    pending = points.draw if values.adjourned is None else values.adjourned
    for cell in player.cells[:played]:
        if cell is not None and cell.opponent is not None and cell.code in ("", "?"):
            allowed |= {value + pending for value in allowed}
    return allowed


def _hint(values: PointValues) -> str:
    return (
        say(" with the point values of the file")
        if values.from_file
        else say(" (1 for a win or the bye, 0.5 for a draw; other values belong in a record 162 or XXS)")
    )
