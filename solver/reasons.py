"""Why a level is not zero, in words (README: "what the output means").

Only what is certain is said.  A sentence with "must" is a proof by itself (an odd number, a majority, pairs that are
not legal), computed here from the position and not from the duals, which are not unique.  Where such sentences do not
add up to the whole value, the players who carry it are named, and the certificate stands for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from model.colours import STRENGTH_NAMES, STRONG
from model.criteria import breaches
from model.history import BLACK, WHITE, Kind
from model.position import BoolArray, Position
from model.tournament import BYE
from solver.pairing import Board, Pairing

_MOST_NAMED = 12
_LARGEST_MATCHED = 200
"""Players of a group whose largest matching is looked for: beyond that it takes too long for a sentence."""

_COLOURS = {WHITE: "white", BLACK: "black"}


@dataclass(frozen=True)
class _Case:
    """A pairing, one of its levels, and how scores are written."""

    pairing: Pairing
    level: str
    value: int
    points: Callable[[int], str]

    @property
    def position(self) -> Position:
        """The position that was paired."""
        return self.pairing.problem.position

    def score(self, player: int) -> int:
        """Score of a player present, by id."""
        return int(self.position.score[self.position.index_of[player]])

    @property
    def above(self) -> list[str]:
        """Names of the levels before this one."""
        names = [level.name for level in self.pairing.levels]
        return names[: names.index(self.level)]

    @property
    def boards(self) -> list[Board]:
        """The boards that cost something on this level."""
        return [board for board in self.pairing.boards if board.costs.get(self.level)]

    @property
    def bye(self) -> int | None:
        """Who has the bye, if that costs something on this level."""
        return self.pairing.bye if self.pairing.bye_costs.get(self.level) else None

    @property
    def proved(self) -> str:
        """The sentence that leaves the rest to the certificate."""
        if self.above:
            return "Proved: no legal pairing does better here without doing worse on a level above."
        return "Proved: no legal pairing does better here."


def reasons(pairing: Pairing, points: Callable[[int], str] = str) -> dict[str, list[str]]:
    """Sentences for each level of a proved pairing whose value is not 0.

    Parameters
    ----------
    points
        Writes a score given in half-win units.
    """
    found: dict[str, list[str]] = {}
    for level in pairing.levels:
        if level.value and level.proved:
            case = _Case(pairing, level.name, level.value, points)
            found[level.name] = list(_WRITERS.get(level.name, _carriers)(case))
    return found


def _listed(players: Iterable[int], most: int = _MOST_NAMED) -> str:
    """`3, 5 and 8`, cut off after `most`; 0 is the bye."""
    words = ["the bye" if player == BYE else str(player) for player in players]
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _points(case: _Case, value: int, more: str = "") -> str:
    """`4 points`, `1 or more points`, `½ point`."""
    text = case.points(value)
    return f"{text}{more} point{'' if text in ('1', '½') and not more else 's'}"


def _some(sentences: Sequence[str]) -> Iterator[str]:
    """The first few sentences, and how many are left out."""
    yield from sentences[:_MOST_NAMED]
    if len(sentences) > _MOST_NAMED:
        yield f"And {len(sentences) - _MOST_NAMED} more."


def _carriers(case: _Case) -> Iterator[str]:
    """The boards that cost something, without a cause: for levels about which nothing short is known."""
    yield from _some(
        [
            f"{board.white}-{board.black} costs {board.costs[case.level]}"
            f" (scores {case.points(board.scores[0])} and {case.points(board.scores[1])})."
            for board in case.boards
        ]
    )
    if case.bye is not None:
        yield f"The bye of {case.bye} costs {case.pairing.bye_costs[case.level]}."
    yield case.proved


# Scores ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Boundary:
    """A line between two neighbouring scores, `score` and `lower`, and how many players above it must play below.

    `inside` players have `score` or more; `playing` of them play (`bye_inside`: one of them surely has the bye).  At
    least `left` of these have an opponent below.  `given`: that holds for the pairings that do best on the levels
    above; otherwise for every legal pairing with the same score of the bye.
    """

    score: int
    lower: int
    inside: int
    playing: int
    bye_inside: bool
    left: int
    given: bool


def boundaries(case: _Case) -> list[Boundary]:
    """The boundaries that somebody must cross, for `score-gap`: the pairs' differences are the boundaries they cross.

    Where the bye may go to anyone, only an odd number of players above counts, and one of these may have the bye.
    """
    pairing, position = case.pairing, case.position
    bye_score = _settled_bye_score(case)
    faces = _Faces(case)
    found = []
    for score, lower in pairwise(sorted(set(position.score.tolist()), reverse=True)):
        inside = int((position.score >= score).sum())
        bye_inside = bye_score is not None and bye_score >= score
        left, given = (inside - bye_inside) % 2, False
        crossing = sum(max(board.scores) >= score > min(board.scores) for board in pairing.boards)
        if crossing > left and not _bye_open(case):
            left, given = faces.left_over(inside, bye_score if bye_inside else None, left)
        if left:
            found.append(Boundary(score, lower, inside, inside - bye_inside, bye_inside, left, given))
    return found


def _settled_bye_score(case: _Case) -> int | None:
    """The score that everyone who may still have the bye has: where `bye-score` stands above."""
    bye = case.pairing.bye
    return case.score(bye) if bye is not None and "bye-score" in case.above else None


def _bye_open(case: _Case) -> bool:
    return case.pairing.bye is not None and _settled_bye_score(case) is None


def _score_gap(case: _Case) -> Iterator[str]:
    crossed = boundaries(case)
    scores = sorted(set(case.position.score.tolist()), reverse=True)
    for line in crossed:
        who = _points(case, line.score, "" if line.score == scores[0] else " or more")
        if line.left > 1:
            yield _left_over_sentence(case, line, who)
            continue
        start = "Besides the one with the bye, " if line.bye_inside else ""
        count = f"{line.playing} players have {who}: an odd number" if line.playing > 1 else f"1 player has {who}"
        yield f"{start}{count}, so one must play below{' or have the bye' if _bye_open(case) else ''}."
    bound = 0 if _bye_open(case) else sum(line.left * (line.score - line.lower) for line in crossed)
    if bound < case.value:
        yield from _unequal(case)
        yield case.proved
        return
    given = any(line.given for line in crossed) or _settled_bye_score(case) is not None
    unless = " without doing worse on a level above" if given else ""
    yield f"So the differences add up to at least {case.points(bound)}: no legal pairing has less{unless}."


def _left_over_sentence(case: _Case, line: Boundary, who: str) -> str:
    """Why several of the players above a boundary cannot be paired among themselves."""
    position = case.position
    if line.inside == line.left == 2:
        cannot = "cannot play each other"
        if line.given:
            cannot += " without doing worse on a level above"
        else:
            cannot += f" ({'; '.join(breach.text for breach in breaches(position, 0, 1))})"
        return f"{_listed(position.ids[:2])}, who have {who}, {cannot}: both must play below."
    start = "Besides the one with the bye, the" if line.bye_inside else "The"
    pairs = "pairs that do no harm on a level above" if line.given else "legal pairs"
    return (
        f"{start} {line.playing} players with {who} cannot all play among themselves: {pairs} leave at least "
        f"{line.left} of them over, who must play below."
    )


class _Faces:
    """Largest matchings inside the best players, over the legal pairs and over those still in question on the level."""

    def __init__(self, case: _Case) -> None:
        self._case = case
        self._face: BoolArray | None = None

    def left_over(self, inside: int, bye_score: int | None, least: int) -> tuple[int, bool]:
        """How many of the best `inside` players stay over in any matching among themselves, `least` at least; and
        whether the levels above are needed to say so.

        With `bye_score` the bye is one of their partners, for a player with that score.
        """
        if inside > _LARGEST_MATCHED:
            return least, False
        pairs = self._case.pairing.problem.pairs
        legal = self._unmatched(inside, bye_score, np.ones(len(pairs), dtype=np.bool_))
        if not self._case.above:
            return max(least, legal), False
        if self._face is None:
            self._face = _still_in_question(self._case)
        face = self._unmatched(inside, bye_score, self._face)
        return (face, True) if face > max(least, legal) else (max(least, legal), False)

    def _unmatched(self, inside: int, bye_score: int | None, among: BoolArray) -> int:
        import rustworkx

        position, pairs = self._case.position, self._case.pairing.problem.pairs
        keep = among & (pairs.v < inside)
        if bye_score is not None:
            keep |= among & (pairs.v == position.players) & (position.score[pairs.u] == bye_score)
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * position.vertices)
        graph.add_edges_from_no_data(list(zip(pairs.u[keep].tolist(), pairs.v[keep].tolist(), strict=True)))
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda _: 1)
        return inside + (bye_score is not None) - 2 * len(matched)


def _still_in_question(case: _Case) -> BoolArray:
    """Marks the pairs with reduced cost 0 on every level above: optimal pairings hold no others (docs/method.md)."""
    problem, certificate = case.pairing.problem, case.pairing.certificate
    assert certificate is not None
    pairs, index_of = problem.pairs, problem.position.index_of
    open_pairs = np.ones(len(pairs), dtype=np.bool_)
    for level, proof in zip(problem.levels, certificate["levels"], strict=True):
        if level.name == case.level:
            break
        dual = np.zeros(problem.vertices, dtype=np.int64)
        for player, amount in proof["duals"].items():
            dual[index_of[int(player)]] = amount
        reduced = proof["scale"] * problem.costs(level, pairs) - dual[pairs.u] - dual[pairs.v]
        for odd_set in proof["odd_sets"]:
            member = np.zeros(problem.vertices, dtype=np.bool_)
            member[[index_of[player] for player in odd_set["players"]]] = True
            reduced -= odd_set["dual"] * (member[pairs.u] != member[pairs.v])
        open_pairs &= reduced == 0
    return open_pairs


def _unequal(case: _Case) -> Iterator[str]:
    """The pairs of unequal score."""
    yield from _some(
        [
            f"{board.white} ({case.points(board.scores[0])}) plays {board.black} ({case.points(board.scores[1])})."
            for board in case.pairing.boards
            if board.scores[0] != board.scores[1]
        ]
    )


def _score_gap_squares(case: _Case) -> Iterator[str]:
    scores = sorted(set(case.position.score.tolist()))
    smallest = min(b - a for a, b in pairwise(scores))
    values = {level.name: level.value for level in case.pairing.levels}
    if "score-gap" in case.above and case.value == smallest * values["score-gap"]:
        yield (
            f"Every difference is {case.points(smallest)}, the smallest there is between two scores: nothing smaller "
            "adds up to the score-gap above."
        )
        return
    yield from _unequal(case)
    yield case.proved


def _bye_score(case: _Case) -> Iterator[str]:
    pairing, position = case.pairing, case.position
    bye = pairing.bye
    assert bye is not None
    score = case.score(bye)
    dummy = position.players
    lower = [index for index in range(position.players) if position.score[index] < score]
    if not lower:
        yield f"Nobody present has less than {_points(case, score)}."
        return
    legal = []
    barred: dict[str, list[str]] = {}
    for index in reversed(lower):
        why = breaches(position, index, dummy)
        if not why:
            legal.append(position.ids[index])
        for breach in why[:1]:
            barred.setdefault(breach.rule, []).append(breach.text)
    yield f"{bye} has {_points(case, score)}. With less:"
    for texts in barred.values():
        yield from (f"{text}." for text in _some(texts))
    if legal:
        may = f"{_listed(legal)} could have the bye by the rules, but the others"
        if case.above:
            yield f"{may} then have no legal round, or only one that is worse on a level above."
        else:
            yield f"{may} then have no legal round."


# Groups and floats ----------------------------------------------------------------------------------------------------


def _restricted_groups(case: _Case) -> Iterator[str]:
    position = case.position
    sentences = []
    for board in case.boards:
        common = position.groups[position.index_of[board.white]] & position.groups[position.index_of[board.black]]
        sentences.append(f"{board.white} and {board.black} are both in {' and '.join(sorted(common))}.")
    yield from _some(sentences)
    present = position.players
    for group in sorted(frozenset().union(*position.groups)):
        size = sum(group in own for own in position.groups)
        # Each player from elsewhere, and the bye, takes one of them.
        forced = -((present - size + present % 2 - size) // 2)
        if forced >= case.value:
            elsewhere = present - size
            yield (
                f"{size} of the {present} players are in {group}: {elsewhere} from elsewhere"
                f"{' and the bye' if present % 2 else ''} can be their opponents, so at least {case.value} of the "
                "pairs must be inside it."
            )
            return
    yield case.proved


def _float_again(rounds_back: int) -> Callable[[_Case], Iterator[str]]:
    def write(case: _Case) -> Iterator[str]:
        position = case.position
        marks = position.float_1 if rounds_back == 1 else position.float_2
        number = position.round - rounds_back
        sentences = []
        for board in case.boards:
            for player, now in zip((board.white, board.black), board.floats, strict=True):
                before = {1: "up", -1: "down"}.get(int(marks[position.index_of[player]]))
                if now is not None and now == before:
                    sentences.append(f"{player} has {_an(now)}float again, after {_former(case, player, number)}.")
        if case.bye is not None:
            former = _former(case, case.bye, number)
            sentences.append(f"{case.bye} has the bye, which is a downfloat, after {former}.")
        yield from _some(sentences)
        yield case.proved

    return write


def _an(direction: str) -> str:
    return "an up" if direction == "up" else "a down"


def _former(case: _Case, player: int, number: int) -> str:
    """What gave the player his mark in that round."""
    entry = case.position.history.entries[player][number - 1]
    if entry.kind in (Kind.BYE, Kind.FULL_BYE, Kind.HALF_BYE):
        article = "the" if entry.kind is Kind.BYE else "a"
        return f"{article} {entry.kind.value} in round {number}"
    return f"the one in round {number}"


# Colours --------------------------------------------------------------------------------------------------------------


def _exemption(case: _Case) -> Iterator[str]:
    position = case.position
    hard = position.rules.hard
    sentences = []
    for board in case.boards:
        for player, colour in ((board.white, WHITE), (board.black, BLACK)):
            need = position.needs[position.index_of[player]]
            broken = []
            if "colour-difference" in hard and need.breaks_difference(colour):
                broken.append(f"to a colour difference of {need.difference + colour:+d}")
            if "third-colour" in hard and need.breaks_third(colour):
                broken.append(f"{_COLOURS[colour]} after two games with it")
            if broken:
                pair = f"{board.white}-{board.black}"
                sentences.append(f"{player} gets {' and '.join(broken)} ({pair} has a topscorer, in the last round).")
    yield from _some(sentences)
    yield case.proved


def _denied(least: int) -> Callable[[_Case], Iterator[str]]:
    """For a level that counts denied preferences of strength `least` or more."""

    def write(case: _Case) -> Iterator[str]:
        position = case.position
        needs = {player: position.needs[index] for index, player in enumerate(position.ids)}
        sentences = []
        for board in case.boards:
            for player, other, colour in ((board.white, board.black, WHITE), (board.black, board.white, BLACK)):
                need = needs[player]
                if need.strength >= least and need.wants == -colour:
                    both = needs[other].wants == need.wants
                    start = f"{player} and {other} both want" if both else f"{player} wants"
                    strength = STRENGTH_NAMES[need.strength]
                    sentences.append(f"{start} {_COLOURS[need.wants]}; {player} ({strength}) has {_COLOURS[colour]}.")
        yield from _some(sentences)
        qualifier = "" if least < STRONG else " at least strongly" if least == STRONG else " absolutely"
        games = len(case.pairing.boards)
        for colour in (WHITE, BLACK):
            wanting = sum(need.wants == colour and need.strength >= least for need in needs.values())
            # The bye can take one of them away, whoever has it.
            if wanting - position.players % 2 - games >= case.value:
                apart = ", and the bye can go to only one of them" if position.players % 2 else ""
                yield (
                    f"{wanting} of the {position.players} players want {_COLOURS[colour]}{qualifier}, but only {games} "
                    f"can have it{apart}: at least {case.value} must be denied."
                )
                return
        yield from _colour_counts(case, least, qualifier)
        yield case.proved

    return write


def _colour_counts(case: _Case, least: int, qualifier: str) -> Iterator[str]:
    """Score groups where most want one colour: among those who play each other the surplus is denied, however they are
    paired."""
    position = case.position
    for score in sorted(set(position.score.tolist()), reverse=True):
        boards = [board for board in case.pairing.boards if board.scores == (score, score)]
        needs = [position.needs[position.index_of[p]] for board in boards for p in (board.white, board.black)]
        denied = sum(board.costs.get(case.level, 0) for board in boards)
        for colour in (WHITE, BLACK):
            wanting = sum(need.wants == colour and need.strength >= least for need in needs)
            if denied and len(boards) > 1 and wanting - len(boards) == denied:
                yield (
                    f"Of the {len(needs)} players with {_points(case, score)} who play each other, {wanting} want "
                    f"{_COLOURS[colour]}{qualifier} and {len(boards)} can have it, whoever plays whom among them."
                )


_WRITERS: dict[str, Callable[[_Case], Iterator[str]]] = {
    "restricted-groups": _restricted_groups,
    "repeated-float": _float_again(1),
    "bye-score": _bye_score,
    "score-gap": _score_gap,
    "score-gap-squares": _score_gap_squares,
    "exemption": _exemption,
    "colour": _denied(1),
    "strong-colour": _denied(STRONG),
    "absolute-colour": _denied(STRONG + 1),
    "float-two-back": _float_again(2),
}
