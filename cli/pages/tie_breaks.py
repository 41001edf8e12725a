"""Values of tie-breaks, and what is to be said of them, as pages show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pairproof.cli.output import Signs
from pairproof.model.figures import quotient
from pairproof.model.language import say, say_n
from pairproof.model.state.standings import OpenGame
from pairproof.model.tiebreaks.code import Code
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


def not_final(waiting: Sequence[OpenGame]) -> Iterator[str]:
    """Why the standings are not final: the games that are adjourned, and those without a result (RULES 1.2)."""
    adjourned, missing = (
        ", ".join(
            say("{white}-{black} (round {round})", white=game.white, black=game.black, round=game.round)
            for game in waiting
            if game.adjourned == kind
        )
        for kind in (True, False)
    )
    if adjourned:
        yield say("Not final: adjourned, a draw for now: {games}.", games=adjourned)
    if missing:
        yield say("Not final: without a result, so left out: {games}.", games=missing)


def modifier_words(code: Code) -> Iterator[str]:
    """What the modifiers of a code mean that change what is counted."""
    if code.cut and code.cut_high:
        yield say_n(
            "M{count}: the least and the most of what is added do not count.",
            "M{count}: the {count} least and the {count} most of what is added do not count.",
            code.cut,
        )
    elif code.cut:
        yield say_n(
            "C{count}: the least of what is added does not count.",
            "C{count}: the {count} least of what is added do not count.",
            code.cut,
        )
    if code.forfeits:
        yield say("P: forfeits count as games against the opponent.")
    if code.fore:
        yield say("F: by fore Buchholz, with the last round drawn.")
    if code.shift:
        yield say("L: the limit is moved by {halves} × ½ point.", halves=f"{code.shift:+}")
    if code.reverse:
        yield say("R: the other way round.")
    if code.unrated is not None:
        yield say("U: {rating} stands for a missing rating.", rating=code.unrated)
    if code.constant is not None:
        yield say("K: times {number}.", number=code.constant)
    if code.zeros:
        yield say("Z: the nothing of an unplayed round can be cut.")


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
