"""Why a level is not zero, in words (README: "what the output means").

Only what is certain is said.  A sentence with "must" is a proof by itself (an odd number, a majority, pairs that are
not legal), computed here from the position and not from the duals, which are not unique.  Where such sentences do not
add up to the whole value, the players who carry it are named, and the certificate stands for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from model.colours import ABSOLUTE, MILD, STRONG
from model.criteria import breaches
from model.history import BLACK, WHITE, Kind
from model.language import all_of, listed, say, say_n
from model.position import BoolArray, Position
from solver.exceptions import breaks_of, changes_of
from solver.pairing import Board, Pairing
from solver.witness import complete_matching

_MOST_NAMED = 12
_LARGEST_MATCHED = 200
"""Players of a group whose largest matching is looked for: beyond that it takes too long for a sentence."""


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
        """The sentence that leaves the rest to the proof."""
        if self.pairing.certificate is None:
            if self.above:
                return say(
                    "Proved: no legal pairing that keeps what was asked does better here without doing worse on a "
                    "level above."
                )
            return say("Proved: no legal pairing that keeps what was asked does better here.")
        if self.above:
            return say("Proved: no legal pairing does better here without doing worse on a level above.")
        return say("Proved: no legal pairing does better here.")


def reasons(pairing: Pairing, points: Callable[[int], str] = str) -> dict[str, list[str]]:
    """Sentences for each level of a proved pairing whose value is not 0.

    Where a condition that is no sum over pairs changed the pairing it may be the cause as well: then it is only said
    which players carry the level and how, and what holds for all pairings.

    Parameters
    ----------
    points
        Writes a score given in half-win units.
    """
    found: dict[str, list[str]] = {}
    for level in pairing.levels:
        if level.value and level.proved:
            case = _Case(pairing, level.name, level.value, points)
            found[level.name] = list(_writer(case)(case))
    return found


def _writer(case: _Case) -> Callable[[_Case], Iterator[str]]:
    level = case.level
    if level.startswith("score-gap-profile-"):
        return _unequal_by(int(level.rsplit("-", 1)[1]))
    if level.startswith("relaxed:"):
        return _breaks
    if case.pairing.certificate is None and level in _WITHOUT_CERTIFICATE:
        return _WITHOUT_CERTIFICATE[level]
    return _WRITERS.get(level, _carriers)


def _points(case: _Case, value: int) -> str:
    """`4 points`, `½ point`."""
    text = case.points(value)
    if text.isdecimal():
        return say_n("{count} point", "{count} points", int(text))
    if value == 1:
        return say("{points} point", "half a point", points=text)
    return say("{points} points", "a number and a half", points=text)


def _points_or_more(case: _Case, value: int) -> str:
    """`1 or more points`."""
    return say("{points} or more points", points=case.points(value))


def _some(sentences: Sequence[str]) -> Iterator[str]:
    """The first few sentences, and how many are left out."""
    yield from sentences[:_MOST_NAMED]
    if len(sentences) > _MOST_NAMED:
        yield say("And {more} more.", more=len(sentences) - _MOST_NAMED)


def _carriers(case: _Case) -> Iterator[str]:
    """The boards that cost something, without a cause: for levels about which nothing short is known."""
    yield from _some(
        [
            say(
                "{pair} costs {cost} (scores {higher} and {lower}).",
                pair=f"{board.white}-{board.black}",
                cost=board.costs[case.level],
                higher=case.points(board.scores[0]),
                lower=case.points(board.scores[1]),
            )
            for board in case.boards
        ]
    )
    if case.bye is not None:
        yield say("The bye of {player} costs {cost}.", player=case.bye, cost=case.pairing.bye_costs[case.level])
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


def _bye_possible(case: _Case, line: Boundary) -> bool:
    """Whether one of the players above the boundary could have the bye, as far as the rules go: then this is said, even
    if a level above is against it.
    """
    pairs, dummy = case.pairing.problem.pairs, case.position.players
    possible = bool(((pairs.u < line.inside) & (pairs.v == dummy)).any())
    return possible and not line.bye_inside and not line.given


def _score_gap(case: _Case) -> Iterator[str]:
    crossed = boundaries(case)
    scores = sorted(set(case.position.score.tolist()), reverse=True)
    for line in crossed:
        who = _points(case, line.score) if line.score == scores[0] else _points_or_more(case, line.score)
        if line.left > 1:
            yield from _left_over(case, line, who)
        else:
            yield _odd_number(case, line, who)
    bound = 0 if _bye_open(case) else sum(line.left * (line.score - line.lower) for line in crossed)
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


def _odd_number(case: _Case, line: Boundary, who: str) -> str:
    """Why one of the players above a boundary must play below."""
    if line.bye_inside:
        return say_n(
            "Besides the one with the bye, {count} player has {who}, so one must play below.",
            "Besides the one with the bye, {count} players have {who}: an odd number, so one must play below.",
            line.playing,
            who=who,
        )
    if _bye_possible(case, line):
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


def _left_over(case: _Case, line: Boundary, who: str) -> Iterator[str]:
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
        if _bye_possible(case, line):
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
    elif _bye_possible(case, line):
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
    yield _odd_groups_sentence(*_Faces(case).odd_groups(line))


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
        blockers=listed(blockers, _MOST_NAMED),
        groups=shown,
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


def _unequal(case: _Case, gap: int | None = None) -> Iterator[str]:
    """The pairs of unequal score, or those with that difference."""
    yield from _some(
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


def _unequal_by(gap: int | None) -> Callable[[_Case], Iterator[str]]:
    def write(case: _Case) -> Iterator[str]:
        yield from _unequal(case, gap)
        yield case.proved

    return write


def _floaters(case: _Case) -> Iterator[str]:
    yield from _unequal(case)
    bye = case.pairing.bye is not None
    scores = case.position.score.tolist()
    odd = [score for score in sorted(set(scores), reverse=True) if scores.count(score) % 2]
    for score in odd:
        fields = {"who": _points(case, score)}
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


def _score_gap_squares(case: _Case) -> Iterator[str]:
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


def _bye_score(case: _Case) -> Iterator[str]:
    pairing, position = case.pairing, case.position
    bye = pairing.bye
    assert bye is not None
    score = case.score(bye)
    dummy = position.players
    lower = [index for index in range(position.players) if position.score[index] < score]
    if not lower:
        yield say("Nobody present has less than {points}.", points=_points(case, score))
        return
    legal = []
    barred: dict[str, list[str]] = {}
    for index in reversed(lower):
        why = breaches(position, index, dummy)
        if not why:
            legal.append(position.ids[index])
        for breach in why[:1]:
            barred.setdefault(breach.rule, []).append(breach.text)
    yield say("{player} has {points}. With less:", player=bye, points=_points(case, score))
    for texts in barred.values():
        yield from (f"{text}." for text in _some(texts))
    if legal:
        players = listed(legal, _MOST_NAMED)
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


# Groups and floats ----------------------------------------------------------------------------------------------------


def _restricted_groups(case: _Case) -> Iterator[str]:
    position = case.position
    sentences = []
    for board in case.boards:
        common = position.groups[position.index_of[board.white]] & position.groups[position.index_of[board.black]]
        sentences.append(
            say(
                "{white} and {black} are both in {groups}.",
                white=board.white,
                black=board.black,
                groups=all_of(sorted(common)),
            )
        )
    yield from _some(sentences)
    present = position.players
    for group in sorted(frozenset().union(*position.groups)):
        size = sum(group in own for own in position.groups)
        # Each player from elsewhere, and the bye, takes one of them.
        forced = -((present - size + present % 2 - size) // 2)
        if forced >= case.value:
            fields = {
                "size": size,
                "present": present,
                "group": group,
                "elsewhere": present - size,
                "value": case.value,
            }
            if present % 2:
                yield say(
                    "{size} of the {present} players are in {group}: {elsewhere} from elsewhere and the bye can be "
                    "their opponents, so at least {value} of the pairs must be inside it.",
                    **fields,
                )
            else:
                yield say(
                    "{size} of the {present} players are in {group}: {elsewhere} from elsewhere can be their "
                    "opponents, so at least {value} of the pairs must be inside it.",
                    **fields,
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
                if now is None or now != before:
                    continue
                former = _former(case, player, number)
                if now == "up":
                    sentences.append(
                        say("{player} has an upfloat again, after {former}.", player=player, former=former)
                    )
                else:
                    sentences.append(
                        say("{player} has a downfloat again, after {former}.", player=player, former=former)
                    )
        if case.bye is not None:
            former = _former(case, case.bye, number)
            sentences.append(
                say("{player} has the bye, which is a downfloat, after {former}.", player=case.bye, former=former)
            )
        yield from _some(sentences)
        yield case.proved

    return write


def _former(case: _Case, player: int, number: int) -> str:
    """What gave the player his mark in that round."""
    kind = case.position.history.entries[player][number - 1].kind
    if kind is Kind.BYE:
        return say("the bye in round {round}", round=number)
    if kind is Kind.FULL_BYE:
        return say("a full-point bye in round {round}", round=number)
    if kind is Kind.HALF_BYE:
        return say("a half-point bye in round {round}", round=number)
    return say("the one in round {round}", round=number)


# Colours --------------------------------------------------------------------------------------------------------------


def _exemption(case: _Case) -> Iterator[str]:
    position = case.position
    hard = position.rules.hard
    sentences = []
    for board in case.boards:
        for player, colour in ((board.white, WHITE), (board.black, BLACK)):
            need = position.needs[position.index_of[player]]
            fields = {"player": player, "pair": f"{board.white}-{board.black}"}
            if "colour-difference" in hard and need.breaks_difference(colour):
                sentences.append(
                    say(
                        "{player} gets to a colour difference of {difference} ({pair} has a topscorer, in the last "
                        "round).",
                        difference=f"{need.difference + colour:+d}",
                        **fields,
                    )
                )
            if "third-colour" in hard and need.breaks_third(colour):
                sentences.append(
                    say(
                        "{player} gets white after two games with it ({pair} has a topscorer, in the last round).",
                        **fields,
                    )
                    if colour == WHITE
                    else say(
                        "{player} gets black after two games with it ({pair} has a topscorer, in the last round).",
                        **fields,
                    )
                )
    yield from _some(sentences)
    yield case.proved


def _strength(strength: int) -> str:
    """How much somebody wants a colour."""
    return {MILD: say("mild"), STRONG: say("strong"), ABSOLUTE: say("absolute")}[strength]


def _colour_wanted(colour: int, least: int) -> str:
    """What those want who count on a level for strength `least` or more."""
    if colour == WHITE:
        return [say("white"), say("white at least strongly"), say("white absolutely")][max(0, least - MILD)]
    return [say("black"), say("black at least strongly"), say("black absolutely")][max(0, least - MILD)]


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
                    sentences.append(_denied_sentence(player, other if both else None, need.wants, need.strength))
        yield from _some(sentences)
        games = len(case.pairing.boards)
        for colour in (WHITE, BLACK):
            wanting = sum(need.wants == colour and need.strength >= least for need in needs.values())
            # The bye can take one of them away, whoever has it.
            if wanting - position.players % 2 - games >= case.value:
                fields = {
                    "wanting": wanting,
                    "players": position.players,
                    "wish": _colour_wanted(colour, least),
                    "games": games,
                    "value": case.value,
                }
                if position.players % 2:
                    yield say(
                        "{wanting} of the {players} players want {wish}, but only {games} can have it, and the bye can "
                        "go to only one of them: at least {value} must be denied.",
                        **fields,
                    )
                else:
                    yield say(
                        "{wanting} of the {players} players want {wish}, but only {games} can have it: at least "
                        "{value} must be denied.",
                        **fields,
                    )
                return
        yield from _colour_counts(case, least)
        yield case.proved

    return write


def _denied_sentence(player: int, other: int | None, wanted: int, strength: int) -> str:
    """Somebody is denied a colour, to one who wants the same if `other` is given."""
    fields: dict[str, object] = {"player": player, "strength": _strength(strength)}
    if other is None:
        if wanted == WHITE:
            return say("{player} wants white; {player} ({strength}) has black.", **fields)
        return say("{player} wants black; {player} ({strength}) has white.", **fields)
    if wanted == WHITE:
        return say("{player} and {other} both want white; {player} ({strength}) has black.", other=other, **fields)
    return say("{player} and {other} both want black; {player} ({strength}) has white.", other=other, **fields)


def _colour_counts(case: _Case, least: int) -> Iterator[str]:
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
                yield say(
                    "Of the {players} players with {points} who play each other, {wanting} want {wish} and {boards} "
                    "can have it, whoever plays whom among them.",
                    players=len(needs),
                    points=_points(case, score),
                    wanting=wanting,
                    wish=_colour_wanted(colour, least),
                    boards=len(boards),
                )


# The arbiter ----------------------------------------------------------------------------------------------------------


def _wishes(case: _Case) -> Iterator[str]:
    position, partners = case.position, case.pairing.partners
    sentences = []
    for a, b in position.rules.prefer:
        if a in position.index_of and b in position.index_of and partners[max(a, b)] != min(a, b):
            pair = f"{a}-{b}"
            against = breaches(position, position.index_of[a], position.index_of[b])
            if against:
                why = "; ".join(breach.text for breach in against)
                sentences.append(say("{pair}, who should meet, do not: {why}.", pair=pair, why=why))
            else:
                sentences.append(say("{pair}, who should meet, do not.", pair=pair))
    for a, b in position.rules.avoid:
        if a in position.index_of and b in position.index_of and partners[max(a, b)] == min(a, b):
            sentences.append(say("{pair}, who should not meet, do.", pair=f"{a}-{b}"))
    yield from _some(sentences)
    yield case.proved


def _changed_boards(case: _Case) -> Iterator[str]:
    yield from _some(
        [
            say(
                "{pair} is not kept: {reason}.",
                pair=f"{change.pair[0]}-{change.pair[1]}"
                if change.pair[0]
                else say("the bye for {player}", player=change.pair[1]),
                reason=change.reason,
            )
            for change in changes_of(case.pairing)
        ]
    )
    yield case.proved


def _breaks(case: _Case) -> Iterator[str]:
    """A criterion given up (RULES 13): each break of it."""
    rule = case.level.removeprefix("relaxed:")
    yield from _some([f"{broken.text}." for broken in breaks_of(case.pairing) if broken.rule == rule])
    yield case.proved


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
    "floaters": _floaters,
    "wishes": _wishes,
    "changed-boards": _changed_boards,
}

# These argue with the levels above or with what else is legal, and conditions can be the cause as well.
_WITHOUT_CERTIFICATE: dict[str, Callable[[_Case], Iterator[str]]] = {
    "bye-score": _carriers,
    "score-gap": _unequal_by(None),
    "changed-boards": _carriers,
}
