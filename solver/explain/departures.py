"""What a pairing does that it would rather not: hard criteria broken (RULES 13), published boards changed."""

from __future__ import annotations

from dataclasses import dataclass

from pairproof.model.criteria import HARD, HardCriterion, breaches
from pairproof.model.criteria.legality import order_breaches
from pairproof.model.criteria.published import PublishedBoard, published_boards
from pairproof.model.figures import Figures
from pairproof.model.language import say
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.state.position import Position
from pairproof.model.tournament import BYE
from pairproof.solver.explain.answers import Outcome
from pairproof.solver.explain.questions import prices
from pairproof.solver.problem import matching_problem
from pairproof.solver.result import Pairing
from pairproof.solver.terms import Status


@dataclass(frozen=True, slots=True)
class Break:
    """A hard criterion that a relaxed pairing breaks, and by whom (ids); for a colour criterion, one player."""

    rule: str
    players: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A board of the published pairing that was not kept (ids, 0 for the bye), and why; or, `colours_only`, one that
    was, with the colours exchanged.
    """

    pair: tuple[int, int]
    reason: str
    colours_only: bool = False


def breaks_of(pairing: Pairing) -> tuple[Break, ...]:
    """Every break of a hard criterion, in the order of the levels that count them, then of the boards."""
    position = pairing.problem.position
    found = []
    for level in pairing.problem.levels:
        if level.given_up is None:
            continue
        rule = HARD[level.given_up]
        for board in pairing.boards:
            if board.costs.get(level.name):
                found += _breaks_at(position, rule, board.white, board.black)
        if pairing.bye is not None and pairing.bye_costs.get(level.name):
            text = rule.breach(position, position.index_of[pairing.bye], position.players)
            assert text is not None
            found.append(Break(rule.name, (pairing.bye,), text))
    return tuple(found)


def _breaks_at(position: Position, rule: HardCriterion, white: int, black: int) -> list[Break]:
    u, v = position.index_of[white], position.index_of[black]
    if rule.colours is None:
        text = rule.breach(position, min(u, v), max(u, v))
        assert text is not None
        return [Break(rule.name, (white, black), text)]
    return [
        Break(rule.name, (player,), rule.colours.broken_words(position, vertex, colour))
        for player, vertex, colour in ((white, u, WHITE), (black, v, BLACK))
        if rule.colours.bars(position, colour)[vertex]
    ]


def changes_of(pairing: Pairing, figures: Figures = Figures()) -> tuple[Change, ...]:
    """The boards of the published pairing (`orders.keep`) that are not kept, and why each is not; none where there is
    no new pairing.  `figures` writes values of levels.
    """
    position = pairing.problem.position
    if pairing.empty or not position.orders.keep:
        return ()
    partners = pairing.partners
    published = {board.pair: board for board in published_boards(position, matching_problem(pairing.problem).levels)}
    found = []
    for a, b in sorted(position.orders.keep):
        if partners.get(b if a == BYE else a) != (a if a == BYE else b):
            found.append(Change((a, b), _why_changed(pairing, a, b, figures)))
        elif a != BYE and not (board := published.get(_index_pair(position, a, b), _KEPT)).stays:
            found.append(Change((a, b), _why_exchanged(board, figures), colours_only=True))
    return tuple(found)


_KEPT = PublishedBoard(0, 0, 0)


def _index_pair(position: Position, a: int, b: int) -> tuple[int, int]:
    u, v = position.index_of[a], position.index_of[b]
    return min(u, v), max(u, v)


def _why_exchanged(board: PublishedBoard, figures: Figures) -> str:
    if board.gain is None:
        return say("the same players, but the published colours are not legal any more")
    level, allocated, published = board.gain
    return say(
        "the same players, but with exchanged colours the board costs {allocated} instead of {published} on {level}",
        allocated=figures.level(level, allocated),
        published=figures.level(level, published),
        level=level,
    )


def _why_changed(pairing: Pairing, a: int, b: int, figures: Figures) -> str:
    position = pairing.problem.position
    away = [player for player in (a, b) if player != BYE and player not in position.index_of]
    if away:
        who = say("{a} and {b}", a=away[0], b=away[1]) if len(away) == 2 else str(away[0])
        return say("{who} does not play", who=who) if len(away) == 1 else say("{who} do not play", who=who)
    if BYE in (a, b) and not position.has_dummy:
        return say("an even number is present, so nobody has the bye")
    u, v = _index_pair(position, a, b)
    against = order_breaches(position, u, v) if position.orders.relax else breaches(position, u, v)
    if against:
        return "; ".join(breach.text for breach in against)
    if pairing.status is not Status.OPTIMAL:
        return say("it is still possible, but time ran out before it was known whether it could be kept")
    if pairing.proof.evidence is None:
        return say("it is still possible, but it was not asked what keeping it would cost")
    price = prices(pairing, u, [v])[v]
    if price.loss is not None:
        return say(
            "if it were kept, the best pairing would have {level} {value} instead of {optimum}",
            level=price.loss.level,
            value=figures.level(price.loss.level, price.loss.value),
            optimum=figures.level(price.loss.level, price.loss.optimum),
        )
    if price.outcome is Outcome.IMPOSSIBLE:
        if position.orders.relax:
            return say("if it were kept, the others could not be paired, whatever criteria are given up")
        return say("if it were kept, the others would have no legal round")
    return say("keeping it and changing another would be as good on every level; the natural order chose")
