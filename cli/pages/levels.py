"""The levels of a pairing in words, for every page: what each says, its value, how far it is proved, and why."""

from __future__ import annotations

from dataclasses import dataclass

from pairproof.cli.output import Signs
from pairproof.model.figures import Figures
from pairproof.model.language import say
from pairproof.solver.explain.asking import reasons, sections
from pairproof.solver.explain.level_order import traded
from pairproof.solver.explain.wording import carriers, traded_words
from pairproof.solver.problem import LevelText as Piece
from pairproof.solver.result import LevelValue, Pairing


@dataclass(frozen=True, slots=True)
class LevelText:
    """A level in words.

    `title` is the name, with a word for it in another language than English; `figure` is the value as it is written,
    `verdict` says how far it is proved, `without` what it would be without wishes, limits and published boards (empty
    where that is the same), `carried_by` which boards it comes from, and `reasons` why it is not less.
    """

    name: str
    title: str
    source: str
    says: str
    value: int
    figure: str
    verdict: str
    proved: bool
    without: str
    carried_by: str
    reasons: tuple[str, ...]


def level_title(name: str) -> str:
    """The name of a level, and in another language than English what it is called there."""
    word = say(name, "level")
    return name if word == name else f"{name} – {word}"


def figures_of(pairing: Pairing, signs: Signs = Signs()) -> Figures:
    """How a page writes the scores and the levels of a pairing."""
    return Figures.of(pairing.problem.position.tournament.halves, pairing.problem.levels, signs.fractions)


def level_texts(pairing: Pairing, figures: Figures) -> tuple[LevelText, ...]:
    """The levels in order; `figures` writes numbers as the page does."""
    why = reasons(pairing, figures)
    pieces = {piece.name: piece for piece in pairing.problem.levels}
    without = {level.name: level.value for level in pairing.study.without}
    # Of many levels in many brackets only those that are not 0 say anything.
    shown = [level for level in pairing.levels if level.value] if sections(pairing, figures) else pairing.levels
    return tuple(
        LevelText(
            name=level.name,
            title=level_title(level.name),
            source=pieces[level.name].source,
            says=_says(pieces[level.name], freed=not level.value and level.name in why),
            value=level.value,
            figure=figures.level(level.name, level.value),
            verdict=_verdict(level, figures),
            proved=level.proved,
            without=_without(level, without.get(level.name, level.value), figures),
            carried_by=say("Carried by {boards}.", boards=carriers(pairing, level.name, figures))
            if level.value
            else "",
            reasons=tuple(why.get(level.name, ())),
        )
        for level in shown
    )


def different_levels(pairing: Pairing, best: Pairing, figures: Figures) -> list[list[str]]:
    """Name, value and value in `best` of each level on which the two differ."""
    others = {level.name: level.value for level in best.levels}
    return [
        [level.name, figures.level(level.name, level.value), figures.level(level.name, others[level.name])]
        for level in pairing.levels
        if level.value != others[level.name]
    ]


def _says(level: Piece, *, freed: bool) -> str:
    """What the level says; `freed`: with what is told of it, which is that it does not hold for topscorers."""
    says = say(level.says)
    return f"{says} {say('Save for topscorers, in the last round:')}" if freed else says


def _verdict(level: LevelValue, figures: Figures) -> str:
    if level.proved:
        return say("proved")
    if level.bound is None:
        return say("not proved")
    return say("at least {bound}", bound=figures.level(level.name, level.bound))


def _without(level: LevelValue, value: int, figures: Figures) -> str:
    if value == level.value:
        return ""
    return say(" (without wishes, limits and published boards: {value})", value=figures.level(level.name, value))


def order_text(pairing: Pairing, figures: Figures) -> str:
    """What the order of the levels costs; empty where nothing."""
    costs = traded(pairing)
    return "" if costs is None else say("The order of the levels: {words}", words=traded_words(costs, figures))
