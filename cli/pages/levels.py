"""The levels of a pairing in words, for every page: what each says, its value, how far it is proved, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pairproof.model.language import say
from pairproof.solver.explain.asking import reasons, sections
from pairproof.solver.explain.wording import carriers
from pairproof.solver.problem import LevelText as Piece
from pairproof.solver.result import LevelValue, Pairing


@dataclass(frozen=True, slots=True)
class LevelText:
    """A level in words.

    `verdict` says how far it is proved, `without` what it would be without wishes, limits and published boards (empty
    where that is the same), `carried_by` which boards it comes from, and `reasons` why it is not less.
    """

    name: str
    source: str
    says: str
    value: int
    verdict: str
    proved: bool
    without: str
    carried_by: str
    reasons: tuple[str, ...]


def level_texts(pairing: Pairing, points: Callable[[int], str]) -> tuple[LevelText, ...]:
    """The levels in order; `points` writes a score as the page does."""
    why = reasons(pairing, points)
    pieces = {piece.name: piece for piece in pairing.problem.levels}
    without = {level.name: level.value for level in pairing.study.without}
    # Of many levels in many brackets only those that are not 0 say anything.
    shown = [level for level in pairing.levels if level.value] if sections(pairing) else pairing.levels
    return tuple(
        LevelText(
            name=level.name,
            source=pieces[level.name].source,
            says=_says(pieces[level.name], freed=not level.value and level.name in why),
            value=level.value,
            verdict=_verdict(level),
            proved=level.proved,
            without=_without(level, without.get(level.name, level.value)),
            carried_by=say("Carried by {boards}.", boards=carriers(pairing, level.name)) if level.value else "",
            reasons=tuple(why.get(level.name, ())),
        )
        for level in shown
    )


def _says(level: Piece, *, freed: bool) -> str:
    """What the level says; `freed`: with what is told of it, which is that it does not hold for topscorers."""
    says = say(level.says)
    return f"{says} {say('Save for topscorers, in the last round:')}" if freed else says


def unit(pairing: Pairing) -> str:
    """What the values of levels that count points are in, empty where that is the unit of the scores shown."""
    return say("(scores count in half points)") if pairing.problem.position.tournament.halves else ""


def _verdict(level: LevelValue) -> str:
    if level.proved:
        return say("proved")
    return say("not proved") if level.bound is None else say("at least {bound}", bound=level.bound)


def _without(level: LevelValue, value: int) -> str:
    if value == level.value:
        return ""
    return say(" (without wishes, limits and published boards: {value})", value=value)
