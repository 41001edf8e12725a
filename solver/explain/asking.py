"""Questions about a pairing, put to the system that made it."""

from __future__ import annotations

from collections.abc import Callable

from pairproof.model.figures import Figures
from pairproof.model.tournament import FixedPair
from pairproof.solver.explain.answers import Answer, Burden, Cause, JudgedBoard, Section
from pairproof.solver.result import Pairing
from pairproof.solver.systems.system import System
from pairproof.solver.systems.table import system_of


def _system(pairing: Pairing) -> System:
    return system_of(pairing.problem.position.rules)


def reasons(pairing: Pairing, figures: Figures = Figures()) -> dict[str, list[str]]:
    """Why each level has the value it has, in sentences, by the level's name; `figures` writes numbers."""
    return _system(pairing).reasons(pairing, figures)


def whose(pairing: Pairing, level: str, figures: Figures, named: Callable[[int], str] = str) -> list[str]:
    """Whose boards a level's value comes from, and how, a sentence each, in any pairing of a round, proved or not: also
    one that was played: all of them.  `figures` writes numbers, `named` a player by id.
    """
    return _system(pairing).whose(pairing, level, figures, named)


def sections(pairing: Pairing, figures: Figures = Figures()) -> tuple[Section, ...]:
    """The round in the parts of its system, empty where its levels in a row are all there is."""
    return _system(pairing).sections(pairing, figures)


def chosen(pairing: Pairing) -> str:
    """What has chosen among the pairings that are equal on all levels, a sentence."""
    return _system(pairing).chosen()


def opponents(pairing: Pairing, player: int) -> tuple[Answer, ...]:
    """For every other player present (and the bye, with an odd number) what pairing `player` with them would cost, in
    rank order, the bye last.

    `pairing` must be optimal, or that there is none: then what is not illegal by itself is impossible as everything is.

    Raises
    ------
    UsageProblem
        If the player is not present.
    """
    return _system(pairing).opponents(pairing, player)


def grant(pairing: Pairing, wish: FixedPair) -> Answer:
    """What one wish costs, with the best pairing that grants it.

    `pairing` must be optimal, or that there is none, as for `opponents`; its orders stay in force, and so do look-ahead
    and limits.

    Raises
    ------
    UsageProblem
        If one of the players is not present, or it is a bye and nobody has one.
    """
    if pairing.conditional:
        from pairproof.solver.explain import under_conditions

        return under_conditions.grant(pairing, wish)
    return _system(pairing).grant(pairing, wish)


def burdens(pairing: Pairing, most: int | None = None, borne: Pairing | None = None) -> tuple[Burden, ...]:
    """What it would cost to spare those who float, have the bye or are denied a colour in `borne`, another pairing of
    the round, by default in the optimal `pairing` itself, measured against that; with `most` only so many are priced.
    """
    return _system(pairing).burdens(pairing, most, borne)


def judged(played: Pairing, best: Pairing) -> tuple[JudgedBoard, ...]:
    """Each board of a pairing of the file, in its order, and its bye: what the best pairing that has it costs, against
    the `best` of all, or that there is none.

    Nothing is judged where look-ahead or limits hold: then the levels alone do not say what another pairing costs.
    """
    return () if best.conditional else _system(best).judged(played, best)


def colours_played(played: Pairing, best: Pairing) -> dict[tuple[int, int], str]:
    """The boards of a pairing of the file, (white, black), on which the rules give the other colours, and why, with the
    best pairing of the round; empty where another colour is a difference from that already.
    """
    return _system(best).colours_played(played, best)


def cause(pairing: Pairing) -> Cause:
    """Why a round has no legal pairing: what is against the pairs that would help, and what would have to go."""
    return _system(pairing).cause(pairing)
