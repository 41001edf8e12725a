"""Why the levels of scores are not zero: gaps, floaters and the bye."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pairproof.model.criteria import breaches
from pairproof.model.language import listed, say, say_n
from pairproof.model.state.position import BoolArray
from pairproof.solver.explain.reasons.case import MOST_NAMED, Case, points_in_words, points_or_more, some
from pairproof.solver.witness import complete_matching

_LARGEST_MATCHED = 200
"""Players of a group whose largest matching is looked for: beyond that it takes too long for a sentence."""


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


def boundaries(case: Case) -> list[Boundary]:
    """The boundaries that somebody must cross, for `score-gap`: the pairs' differences are the boundaries they cross.

    Where the bye may go to anyone, only an odd number of players above counts, and one of these may have the bye.
    """
    pairing, position = case.pairing, case.position
    bye_score = _settled_bye_score(case)
    faces = Faces(case)
    found = []
    for score, lower in pairwise(sorted(set(position.score.tolist()), reverse=True)):
        inside = int((position.score >= score).sum())
        bye_inside = bye_score is not None and bye_score >= score
        left, given = (inside - bye_inside) % 2, False
        crossing = sum(max(board.scores) >= score > min(board.scores) for board in pairing.boards)
        if crossing > left and not bye_open(case):
            left, given = faces.left_over(inside, bye_score if bye_inside else None, left)
        if left:
            found.append(Boundary(score, lower, inside, inside - bye_inside, bye_inside, left, given))
    return found


def _settled_bye_score(case: Case) -> int | None:
    """The score that everyone who may still have the bye has: where `bye-score` stands above."""
    bye = case.pairing.bye
    return case.score(bye) if bye is not None and "bye-score" in case.above else None


def bye_open(case: Case) -> bool:
    """Whether it is not settled which score the bye goes to."""
    return case.pairing.bye is not None and _settled_bye_score(case) is None


def bye_possible(case: Case, line: Boundary) -> bool:
    """Whether one of the players above the boundary could have the bye, as far as the rules go: then this is said, even
    if a level above is against it.
    """
    pairs, dummy = case.pairing.problem.pairs, case.position.players
    possible = bool(((pairs.u < line.inside) & (pairs.v == dummy)).any())
    return possible and not line.bye_inside and not line.given


def score_gap(case: Case) -> Iterator[str]:
    """How many must play below each score, and why."""
    crossed = boundaries(case)
    scores = sorted(set(case.position.score.tolist()), reverse=True)
    for line in crossed:
        who = points_in_words(case, line.score) if line.score == scores[0] else points_or_more(case, line.score)
        if line.left > 1:
            yield from _left_over(case, line, who)
        else:
            yield _odd_number(case, line, who)
    bound = 0 if bye_open(case) else sum(line.left * (line.score - line.lower) for line in crossed)
    if bound < case.value:
        yield from _unequal(case)
        yield case.proved
    elif any(line.given for line in crossed) or _settled_bye_score(case) is not None:
        yield say(
            "So the differences add up to at least {bound}: no legal pairing has less without doing worse on a level "
            "above.",
            bound=case.points(bound),
        )
    else:
        yield say("So the differences add up to at least {bound}: no legal pairing has less.", bound=case.points(bound))


def _odd_number(case: Case, line: Boundary, who: str) -> str:
    """Why one of the players above a boundary must play below."""
    if line.bye_inside:
        return say_n(
            "Besides the one with the bye, {count} player has {who}, so one must play below.",
            "Besides the one with the bye, {count} players have {who}: an odd number, so one must play below.",
            line.playing,
            who=who,
        )
    if bye_possible(case, line):
        return say_n(
            "{count} player has {who}, so one must play below or have the bye.",
            "{count} players have {who}: an odd number, so one must play below or have the bye.",
            line.playing,
            who=who,
        )
    return say_n(
        "{count} player has {who}, so one must play below.",
        "{count} players have {who}: an odd number, so one must play below.",
        line.playing,
        who=who,
    )


def _left_over(case: Case, line: Boundary, who: str) -> Iterator[str]:
    """Why several of the players above a boundary cannot be paired among themselves."""
    position = case.position
    if line.inside == line.left == 2:
        both = listed(position.ids[:2])
        if line.given:
            yield say(
                "{both}, who have {who}, cannot play each other without doing worse on a level above: both must play "
                "below.",
                both=both,
                who=who,
            )
            return
        why = "; ".join(breach.text for breach in breaches(position, 0, 1))
        if bye_possible(case, line):
            yield say(
                "{both}, who have {who}, cannot play each other ({why}): both must play below, or one of them have the "
                "bye.",
                both=both,
                who=who,
                why=why,
            )
        else:
            yield say(
                "{both}, who have {who}, cannot play each other ({why}): both must play below.",
                both=both,
                who=who,
                why=why,
            )
        return
    fields = {"players": line.playing, "who": who, "left": line.left}
    if line.bye_inside and line.given:
        yield say(
            "Besides the one with the bye, the {players} players with {who} cannot all play among themselves: pairs "
            "that do no harm on a level above leave at least {left} of them over, who must play below.",
            **fields,
        )
    elif line.bye_inside:
        yield say(
            "Besides the one with the bye, the {players} players with {who} cannot all play among themselves: legal "
            "pairs leave at least {left} of them over, who must play below.",
            **fields,
        )
    elif line.given:
        yield say(
            "The {players} players with {who} cannot all play among themselves: pairs that do no harm on a level above "
            "leave at least {left} of them over, who must play below.",
            **fields,
        )
    elif bye_possible(case, line):
        yield say(
            "The {players} players with {who} cannot all play among themselves: legal pairs leave at least {left} of "
            "them over, who must play below or have the bye.",
            **fields,
        )
    else:
        yield say(
            "The {players} players with {who} cannot all play among themselves: legal pairs leave at least {left} of "
            "them over, who must play below.",
            **fields,
        )
    yield _odd_groups_sentence(*Faces(case).odd_groups(line))


def _odd_groups_sentence(blockers: tuple[int, ...], groups: tuple[tuple[int, ...], ...]) -> str:
    """The odd sets behind it (ids, 0 for the bye)."""
    shown = "; ".join(f"{{{', '.join(say('the bye') if p == 0 else str(p) for p in group)}}}" for group in groups[:12])
    if len(groups) > 12:
        shown += "; …"
    if not blockers:
        return say(
            "Among themselves they fall apart into groups of odd size, {groups}, and each of these leaves one over.",
            groups=shown,
        )
    return say(
        "Take away {blockers}: the others fall apart into groups of odd size, {groups}, and each of these leaves one "
        "over, unless with one taken away.",
        blockers=listed(blockers, MOST_NAMED),
        groups=shown,
    )


class Faces:
    """Largest matchings inside the best players, over the legal pairs and over those still in question on the level."""

    def __init__(self, case: Case) -> None:
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

    def odd_groups(self, line: Boundary) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """Why so many stay over (Gallai–Edmonds): players without whom the others fall apart into groups of odd size
        that cannot play one another, more of them than such players by the number left over.  Ids, 0 for the bye.
        """
        problem, position = self._case.pairing.problem, self._case.position
        bye_score = _settled_bye_score(self._case) if line.bye_inside else None
        among = _still_in_question(self._case) if line.given else np.ones(len(problem.pairs), dtype=np.bool_)
        keep = self._inside(line.inside, bye_score, among)
        mate = [-1] * problem.vertices
        for a, b in self._matched(keep):
            mate[a], mate[b] = b, a
        witness = complete_matching(problem.pairs.where(keep), mate)
        assert witness is not None, "those left over have no partner"
        here = {*range(line.inside), *([position.players] if bye_score is not None else [])}
        groups = [tuple(map(position.id_of, group)) for group in witness.odd_groups if group[0] in here]
        return tuple(map(position.id_of, witness.blockers)), tuple(groups)

    def _unmatched(self, inside: int, bye_score: int | None, among: BoolArray) -> int:
        matched = self._matched(self._inside(inside, bye_score, among))
        return inside + (bye_score is not None) - 2 * len(matched)

    def _inside(self, inside: int, bye_score: int | None, among: BoolArray) -> BoolArray:
        """The pairs of the best `inside` players with one another, and with the bye for players with that score."""
        position, pairs = self._case.position, self._case.pairing.problem.pairs
        keep: BoolArray = among & (pairs.v < inside)
        if bye_score is not None:
            byes = among & (pairs.v == position.players)
            byes[byes] = position.score[pairs.u[byes]] == bye_score
            keep |= byes
        return keep

    def _matched(self, keep: BoolArray) -> list[tuple[int, int]]:
        import rustworkx

        pairs = self._case.pairing.problem.pairs
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * self._case.position.vertices)
        graph.add_edges_from_no_data(list(zip(pairs.u[keep].tolist(), pairs.v[keep].tolist(), strict=True)))
        return sorted(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda _: 1))


def _still_in_question(case: Case) -> BoolArray:
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


def _unequal(case: Case, gap: int | None = None) -> Iterator[str]:
    """The pairs of unequal score, or those with that difference."""
    yield from some(
        [
            say(
                "{white} ({score}) plays {black} ({other}).",
                white=board.white,
                score=case.points(board.scores[0]),
                black=board.black,
                other=case.points(board.scores[1]),
            )
            for board in case.pairing.boards
            if board.scores[0] != board.scores[1] and gap in (None, abs(board.scores[0] - board.scores[1]))
        ]
    )


def unequal_by(gap: int | None) -> Callable[[Case], Iterator[str]]:
    """The writer for pairs whose scores differ, all or only those by so much (half-win units)."""

    def write(case: Case) -> Iterator[str]:
        yield from _unequal(case, gap)
        yield case.proved

    return write


def floaters(case: Case) -> Iterator[str]:
    """Who floats."""
    yield from _unequal(case)
    bye = case.pairing.bye is not None
    scores = case.position.score.tolist()
    odd = [score for score in sorted(set(scores), reverse=True) if scores.count(score) % 2]
    for score in odd:
        fields = {"who": points_in_words(case, score)}
        if bye:
            yield say_n(
                "{count} player has {who}: one must play another score or have the bye.",
                "{count} players have {who}, an odd number: one must play another score or have the bye.",
                scores.count(score),
                **fields,
            )
        else:
            yield say_n(
                "{count} player has {who}: one must play another score.",
                "{count} players have {who}, an odd number: one must play another score.",
                scores.count(score),
                **fields,
            )
    # Each pair of unequal score settles two odd groups at most, the bye one.
    if (len(odd) - bye + 1) // 2 < case.value:
        yield case.proved
    else:
        yield say("So there are at least {least} such pairs: no legal pairing has fewer.", least=case.value)


def score_gap_squares(case: Case) -> Iterator[str]:
    """The smallest gap there is, where all are that; else the unequal pairs."""
    scores = sorted(set(case.position.score.tolist()))
    smallest = min(b - a for a, b in pairwise(scores))
    values = {level.name: level.value for level in case.pairing.levels}
    if "score-gap" in case.above and case.value == smallest * values["score-gap"]:
        yield say(
            "Every difference is {gap}, the smallest there is between two scores: nothing smaller adds up to the "
            "score-gap above.",
            gap=case.points(smallest),
        )
        return
    yield from _unequal(case)
    yield case.proved


def bye_score(case: Case) -> Iterator[str]:
    """Who could have the bye instead, and why not."""
    pairing, position = case.pairing, case.position
    bye = pairing.bye
    assert bye is not None
    score = case.score(bye)
    dummy = position.players
    lower = [index for index in range(position.players) if position.score[index] < score]
    if not lower:
        yield say("Nobody present has less than {points}.", points=points_in_words(case, score))
        return
    legal = []
    barred: dict[str, list[str]] = {}
    for index in reversed(lower):
        why = breaches(position, index, dummy)
        if not why:
            legal.append(position.ids[index])
        for breach in why[:1]:
            barred.setdefault(breach.rule, []).append(breach.text)
    yield say("{player} has {points}. With less:", player=bye, points=points_in_words(case, score))
    for texts in barred.values():
        yield from (f"{text}." for text in some(texts))
    if legal:
        players = listed(legal, MOST_NAMED)
        if case.above:
            yield say(
                "{players} could have the bye by the rules, but the others then have no legal round, or only one that "
                "is worse on a level above.",
                players=players,
            )
        else:
            yield say(
                "{players} could have the bye by the rules, but the others then have no legal round.", players=players
            )
