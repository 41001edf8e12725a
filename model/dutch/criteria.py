"""The quality criteria C6 … C21 of a bracket (C.04.3, 2.4), one piece each, as sums over the pairs of a matching.

`bracket` says who is who among the vertices; a pair u < v is inside the bracket when v is one of it, and leaves it when
only u is.  A player whose pair leaves the bracket is a downfloater.  Pairs of players below the following scoregroup
cost nothing on any criterion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairproof.model.dutch.bracket import Bracket
from pairproof.model.state.colours import STRONG
from pairproof.model.state.history import DOWN, UP
from pairproof.model.state.position import BoolArray, IntArray

Vertices = npt.NDArray[np.integer]
Costs = Callable[[Bracket, "int | None", Vertices, Vertices], "BoolArray | IntArray"]
Groups = Callable[[Bracket, int], "tuple[int | None, ...]"]


@dataclass(frozen=True)
class Criterion:
    """One criterion.

    `levels` gives the scores for which it is counted, in order (None: over all players), for a bracket with that number
    of downfloaters; none where the criterion says nothing.  `costs` are those of pairs u < v on one of these levels.
    `sentence` is what it asks for, `counts` what is counted over all, `counts_at` what of one score: phrases, "" where
    the criterion has no such levels.  All are translated.
    """

    name: str
    article: str
    sentence: str
    counts: str
    counts_at: str
    levels: Groups
    costs: Costs


@dataclass(frozen=True)
class DutchLevel:
    """A criterion, or the part of it that is about players of one score (half-win units)."""

    criterion: Criterion
    score: int | None

    def costs(self, bracket: Bracket, u: Vertices, v: Vertices) -> IntArray:
        """Costs of pairs u < v, integers ≥ 0."""
        return self.criterion.costs(bracket, self.score, u, v).astype(np.int64, copy=False)


def quality_levels(bracket: Bracket, downfloaters: int) -> list[DutchLevel]:
    """The levels of a bracket in order, when its least number of downfloaters (C6) is known."""
    return [DutchLevel(criterion, score) for criterion in CRITERIA for score in criterion.levels(bracket, downfloaters)]


def alike(bracket: Bracket) -> IntArray:
    """A number for each vertex: those who have the same cost the same on every level, and stand in the same part of the
    bracket's problem.
    """
    base, vertex = bracket.position.base, np.arange(bracket.vertices)
    part = np.searchsorted([bracket.residents, bracket.following, bracket.below], vertex, side="right")
    if len(bracket.players) and bracket.players[-1] == bracket.position.players:
        part[-1] = 4
    inside = vertex < bracket.following
    features = [
        bracket.scores,
        bracket.local("wants", base.wants),
        bracket.local("strength", base.strength),
        np.abs(bracket.local("difference", base.difference)),
        bracket.local("repeated", base.repeated),
        _float(bracket, 1),
        _float(bracket, 2),
    ]
    if bracket.bye_score is not None and bracket.bye_score >= bracket.score:
        features.append(bracket.local("unplayed", bracket.position.unplayed))
    found: IntArray = part.astype(np.int64)
    for feature in features:
        low = int(feature.min(initial=0))
        found = found * (int(feature.max(initial=0)) - low + 1) + np.where(inside, feature - low, 0)
    return np.unique(found, return_inverse=True)[1].reshape(-1)


# --- For how many levels ---------------------------------------------------------------------------------------------


def _once(bracket: Bracket, downfloaters: int) -> tuple[int | None, ...]:
    return (None,)


def _by_moved_scores(bracket: Bracket, downfloaters: int) -> tuple[int | None, ...]:
    return bracket.moved_scores


def _of_next(bracket: Bracket, downfloaters: int) -> tuple[int | None, ...]:
    return (None, *bracket.moved_scores, bracket.score) if bracket.has_next else ()


def _for_the_bye(bracket: Bracket, downfloaters: int) -> tuple[int | None, ...]:
    here = bracket.bye_score is not None and bracket.bye_score >= bracket.score
    return (None,) if here and downfloaters == 1 else ()


def _in_last_round(bracket: Bracket, downfloaters: int) -> tuple[int | None, ...]:
    """Only topscorers can meet with the same absolute preference."""
    return (None,) if bracket.position.base.last_round else ()


def _after(rounds: int, levels: Groups) -> Groups:
    """The levels once that many rounds have been played: there are no floats before."""

    def later(bracket: Bracket, downfloaters: int) -> tuple[int | None, ...]:
        return levels(bracket, downfloaters) if bracket.position.base.history.rounds >= rounds else ()

    return later


# --- Costs -----------------------------------------------------------------------------------------------------------


def _leaves(bracket: Bracket, u: Vertices, v: Vertices) -> BoolArray:
    found: BoolArray = (u < bracket.following) & (v >= bracket.following)
    return found


def _downfloaters(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
    return _leaves(bracket, u, v)


def _moved_downfloaters(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
    moved: BoolArray = (u < bracket.residents) & (v >= bracket.following) & (bracket.scores[u] == score)
    return moved


def _next_downfloaters(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
    """Of the following bracket, or (with a score) of this bracket: those whose partner is below the next scoregroup."""
    beyond = v >= bracket.below
    if score is None:
        found: BoolArray = (u < bracket.below) & beyond
    else:
        found = (u < bracket.following) & beyond & (bracket.scores[u] == score)
    return found


def _unplayed_of_bye(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> IntArray:
    unplayed = bracket.local("unplayed", bracket.position.unplayed)
    return np.where(v == bracket.vertices - 1, unplayed[u], 0)


def _same_preference(bracket: Bracket, u: Vertices, v: Vertices) -> BoolArray:
    wants = bracket.local("wants", bracket.position.base.wants)
    found: BoolArray = (v < bracket.following) & (wants[u] == wants[v]) & (wants[u] != 0)
    return found


def _wide_difference(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
    wide = bracket.local("wide", np.abs(bracket.position.base.difference) > 1)
    found: BoolArray = _same_preference(bracket, u, v) & (wide[u] * wide[v] == 1)
    return found


def _third_colour(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
    base = bracket.position.base
    absolute = bracket.local("absolute", bracket.position.absolute)
    repeated, wants = bracket.local("repeated", base.repeated), bracket.local("wants", base.wants)
    size = np.abs(bracket.local("difference", base.difference))
    both = (repeated[u] == repeated[v]) & (repeated[u] != 0)
    # With unequal differences the smaller one gives way, and has the colour it does not want.
    smaller = np.where(size[u] < size[v], u, v)
    hurt = np.where(size[u] == size[v], both, repeated[smaller] == -wants[smaller])
    found: BoolArray = _same_preference(bracket, u, v) & (absolute[u] * absolute[v] == 1) & hurt
    return found


def _preference(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
    return _same_preference(bracket, u, v)


def _strong_preference(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
    strong = bracket.local("strong", bracket.position.base.strength >= STRONG)
    absolute = bracket.local("absolute", bracket.position.absolute)
    found: BoolArray = _same_preference(bracket, u, v) & (strong[u] * strong[v] == 1) & (absolute[u] * absolute[v] == 0)
    return found


def _float(bracket: Bracket, back: int) -> IntArray:
    position = bracket.position
    return bracket.local(f"float {back}", position.float_1 if back == 1 else position.float_2)


def _residents_down(back: int) -> Costs:
    def costs(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
        found: BoolArray = _leaves(bracket, u, v) & (u >= bracket.residents) & (_float(bracket, back)[u] == DOWN)
        return found

    return costs


def _opponents_up(back: int) -> Costs:
    def costs(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
        found = (u < bracket.residents) & (v < bracket.following) & (_float(bracket, back)[v] == UP)
        if score is not None:
            found &= bracket.scores[u] == score
        counted: BoolArray = found
        return counted

    return costs


def _moved_down_again(back: int) -> Costs:
    def costs(bracket: Bracket, score: int | None, u: Vertices, v: Vertices) -> BoolArray:
        found: BoolArray = _moved_downfloaters(bracket, score, u, v) & (_float(bracket, back)[u] == DOWN)
        return found

    return costs


CRITERIA: tuple[Criterion, ...] = (
    Criterion(
        "C6",
        "2.4.1",
        "As few players as possible float down.",
        "players who float down",
        "",
        _once,
        _downfloaters,
    ),
    Criterion(
        "C7",
        "2.4.2",
        "The downfloaters have the lowest scores possible, the highest first.",
        "",
        "moved-down players with {score} who float on",
        _by_moved_scores,
        _moved_downfloaters,
    ),
    Criterion(
        "C8",
        "2.4.3",
        "The downfloaters let the next bracket do as well as possible on the criteria C1 to C7.",
        "players who will have to float down from the next bracket",
        "of these, players from here with {score}",
        _of_next,
        _next_downfloaters,
    ),
    Criterion(
        "C9",
        "2.4.4",
        "The player with the bye has as few unplayed games as possible.",
        "unplayed games of the player with the bye",
        "",
        _for_the_bye,
        _unplayed_of_bye,
    ),
    Criterion(
        "C10",
        "2.4.5",
        "As few topscorers and their opponents as possible get a colour difference beyond 2.",
        "players who get a colour difference beyond 2",
        "",
        _in_last_round,
        _wide_difference,
    ),
    Criterion(
        "C11",
        "2.4.6",
        "As few topscorers and their opponents as possible get the same colour three times in a row.",
        "players who get the same colour three times in a row",
        "",
        _in_last_round,
        _third_colour,
    ),
    Criterion(
        "C12",
        "2.4.7",
        "As few players as possible miss their colour preference.",
        "players who miss their colour preference",
        "",
        _once,
        _preference,
    ),
    Criterion(
        "C13",
        "2.4.8",
        "As few players as possible miss a strong colour preference.",
        "players who miss a strong colour preference",
        "",
        _once,
        _strong_preference,
    ),
    Criterion(
        "C14",
        "2.4.9",
        "As few residents as possible float down who floated down in the last round.",
        "players of this score who float down and did so in the last round",
        "",
        _after(1, _once),
        _residents_down(1),
    ),
    Criterion(
        "C15",
        "2.4.10",
        "As few moved-down players as possible meet somebody who floated up in the last round.",
        "opponents of moved-down players who floated up in the last round",
        "",
        _after(1, _once),
        _opponents_up(1),
    ),
    Criterion(
        "C16",
        "2.4.11",
        "As few residents as possible float down who floated down two rounds ago.",
        "players of this score who float down and did so two rounds ago",
        "",
        _after(2, _once),
        _residents_down(2),
    ),
    Criterion(
        "C17",
        "2.4.12",
        "As few moved-down players as possible meet somebody who floated up two rounds ago.",
        "opponents of moved-down players who floated up two rounds ago",
        "",
        _after(2, _once),
        _opponents_up(2),
    ),
    Criterion(
        "C18",
        "2.4.13",
        "Moved-down players who floated down in the last round do not float on, the highest scores first.",
        "",
        "moved-down players with {score} who float on and floated down in the last round",
        _after(1, _by_moved_scores),
        _moved_down_again(1),
    ),
    Criterion(
        "C19",
        "2.4.14",
        "The opponents of moved-down players did not float up in the last round, the highest scores first.",
        "",
        "opponents of moved-down players with {score} who floated up in the last round",
        _after(1, _by_moved_scores),
        _opponents_up(1),
    ),
    Criterion(
        "C20",
        "2.4.15",
        "Moved-down players who floated down two rounds ago do not float on, the highest scores first.",
        "",
        "moved-down players with {score} who float on and floated down two rounds ago",
        _after(2, _by_moved_scores),
        _moved_down_again(2),
    ),
    Criterion(
        "C21",
        "2.4.16",
        "The opponents of moved-down players did not float up two rounds ago, the highest scores first.",
        "",
        "opponents of moved-down players with {score} who floated up two rounds ago",
        _after(2, _by_moved_scores),
        _opponents_up(2),
    ),
)
"""All criteria, in order of priority."""
