"""Why the levels of scores are not zero: gaps, floaters and the bye."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pairproof.model.criteria import breaches
from pairproof.model.language import listed, say, say_n
from pairproof.solver.explain.answers import Loss
from pairproof.solver.explain.questions import prices
from pairproof.solver.explain.reasons.boundaries import (
    Boundary,
    Faces,
    boundaries,
    bye_open,
    bye_possible,
    settled_bye_score,
)
from pairproof.solver.explain.reasons.case import MOST_NAMED, Case, points_in_words, points_or_more, some
from pairproof.solver.problem import matching_problem


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
        yield from unequal(case)
        yield case.proved
    elif any(line.given for line in crossed) or settled_bye_score(case) is not None:
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
    if line.inside == line.left == 2:
        yield _two_left_over(case, line, who)
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


def _two_left_over(case: Case, line: Boundary, who: str) -> str:
    """The same of two who are alone above it."""
    fields = {"both": listed(case.position.ids[:2]), "who": who}
    if line.given:
        return say(
            "{both}, who have {who}, cannot play each other without doing worse on a level above: both must play "
            "below.",
            **fields,
        )
    fields["why"] = "; ".join(breach.text for breach in breaches(case.position, 0, 1))
    if bye_possible(case, line):
        return say(
            "{both}, who have {who}, cannot play each other ({why}): both must play below, or one of them have the "
            "bye.",
            **fields,
        )
    return say("{both}, who have {who}, cannot play each other ({why}): both must play below.", **fields)


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


def unequal(case: Case, gap: int | None = None) -> Iterator[str]:
    """The pairs of unequal score, or those with that difference."""
    yield from some(
        case,
        [
            say(
                "{white} ({score}) plays {black} ({other}).",
                white=case.named(board.white),
                score=case.points(board.scores[0]),
                black=case.named(board.black),
                other=case.points(board.scores[1]),
            )
            for board in case.pairing.boards
            if board.scores[0] != board.scores[1] and gap in (None, abs(board.scores[0] - board.scores[1]))
        ],
    )


def floaters(case: Case) -> Iterator[str]:
    """Who floats."""
    yield from unequal(case)
    scores = case.position.score.tolist()
    odd = [score for score in sorted(set(scores), reverse=True) if scores.count(score) % 2]
    with_bye = _scores_of_byes(case)
    for score in odd:
        fields = {"who": points_in_words(case, score)}
        if score in with_bye:
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
    bye = any(score in with_bye for score in odd)
    if (len(odd) - bye + 1) // 2 < case.value:
        yield case.proved
    else:
        yield say_n(
            "So there is at least {count} such pair: no legal pairing has fewer.",
            "So there are at least {count} such pairs: no legal pairing has fewer.",
            case.value,
        )


def _scores_of_byes(case: Case) -> set[int]:
    """Scores of those who may have the bye by rules and orders."""
    problem = matching_problem(case.pairing.problem)
    if not case.position.has_dummy:
        return set()
    return set(case.position.score[problem.partners(case.position.players)].tolist())


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
    yield from unequal(case)
    yield case.proved


def who_has_the_bye(case: Case) -> Iterator[str]:
    """Who has it, with how many points."""
    bye = case.pairing.bye
    if bye is not None:
        points = points_in_words(case, case.score(bye))
        yield say("{player}, who has {points}, has the bye.", player=case.named(bye), points=points)


def bye_score(case: Case) -> Iterator[str]:
    """Who could have the bye instead, and why not."""
    pairing, position = case.pairing, case.position
    bye = pairing.bye
    assert bye is not None
    score = case.score(bye)
    dummy = position.players
    if dummy in position.fixed:
        yield say("The arbiter has given the bye to {player}.", player=bye)
        return
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
        yield from (f"{text}." for text in some(case, texts))
    if legal:
        yield from _byes_below(case, legal)


def _byes_below(case: Case, legal: list[int]) -> Iterator[str]:
    """Why each of those with fewer points who may have the bye (ids) does not have it."""
    position = case.position
    found = prices(case.pairing, position.players, [position.index_of[player] for player in legal])
    by_loss: dict[Loss | None, list[int]] = {}
    for vertex, price in found.items():
        by_loss.setdefault(price.loss, []).append(position.id_of(vertex))
    for loss, players in by_loss.items():
        who = listed(players, MOST_NAMED)
        if loss is None and position.orders.relax:
            yield say(
                "{players} could have the bye, but the others could not be paired then, whatever criteria are given "
                "up.",
                players=who,
            )
        elif loss is None:
            yield say(
                "{players} could have the bye by the rules, but the others then have no legal round.", players=who
            )
        else:
            yield say(
                "{players} could have the bye by the rules, but then the best there is has {level} {value} instead of "
                "{optimum}.",
                players=who,
                level=loss.level,
                value=case.figures.level(loss.level, loss.value),
                optimum=case.figures.level(loss.level, loss.optimum),
            )
