"""Values of tie-breaks, and what is to be said of them, as pages show them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pairproof.cli.output import Signs
from pairproof.model.figures import quotient
from pairproof.model.language import say
from pairproof.model.tiebreaks.table import Table
from pairproof.model.tiebreaks.tiebreak import Unit, Value

_SIGNS = Signs()


def shown(value: Value, unit: Unit, halves: bool, signs: Signs = _SIGNS) -> str:
    """A value in what its unit counts; an average with two decimals, half up; a dash where there is none."""
    if value is None:
        return signs.dash
    per = unit.per(halves)
    if isinstance(value, Fraction):
        hundredths = (200 * value / per + 1) // 2
        return say("{whole}.{hundredths}", whole=hundredths // 100, hundredths=f"{hundredths % 100:02}")
    return quotient(value, per, signs.fractions)


def remarks(table: Table) -> Iterator[str]:
    """What was left out and why, and what is to be borne in mind."""
    for remark in table.left_out:
        yield say("{code} is left out: {why}.", code=remark.code, why=remark.words)
    for remark in table.remarks:
        yield say("{code}: {words}.", code=remark.code, words=remark.words)


def line_note(table: Table, player: int) -> str:
    """What is to be said of a player's line: what decided it, and that he has left."""
    notes = []
    if any(column.code.name == "DE2" and column.values[player] is not None for column in table.columns):
        notes.append(say("by the game between them"))
    since = table.cross.away_since(player)
    if since is not None:
        # A file may say that somebody has withdrawn, or only that he was absent.
        told = any(one.id == player and one.withdrawn_after is not None for one in table.cross.tournament.players)
        if told:
            notes.append(say("withdrawn after round {round}", round=since - 1))
        else:
            notes.append(say("never played") if since == 1 else say("absent since round {round}", round=since))
    return "; ".join(notes)
