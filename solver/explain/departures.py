"""What a pairing does that it would rather not: hard criteria broken (RULES 13), published boards changed."""

from __future__ import annotations

from dataclasses import dataclass

from pairproof.model.criteria import breaches
from pairproof.model.language import say
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.tournament import BYE
from pairproof.solver.result import Pairing


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
    """Every break of a hard criterion, rematches first, then in the order of the boards."""
    position = pairing.problem.position
    found = []
    for rule in ("no-rematch", "single-bye", "colour-difference", "third-colour"):
        level = f"relaxed:{rule}"
        for board in pairing.boards:
            if board.costs.get(level):
                found += _breaks_at(pairing, rule, board.white, board.black)
        if pairing.bye is not None and pairing.bye_costs.get(level):
            me = position.index_of[pairing.bye]
            text = next(breach.text for breach in breaches(position, me, position.players) if breach.rule == rule)
            found.append(Break(rule, (pairing.bye,), text))
    return tuple(found)


def _breaks_at(pairing: Pairing, rule: str, white: int, black: int) -> list[Break]:
    position = pairing.problem.position
    u, v = position.index_of[white], position.index_of[black]
    if rule == "no-rematch":
        text = next(breach.text for breach in breaches(position, min(u, v), max(u, v)) if breach.rule == rule)
        return [Break(rule, (white, black), text)]
    found = []
    for player, vertex, colour in ((white, u, WHITE), (black, v, BLACK)):
        need = position.needs[vertex]
        if rule == "colour-difference" and need.breaks_difference(colour):
            text = say(
                "{player} has {colour} with a colour difference of {difference}",
                player=player,
                colour=say("white") if colour == WHITE else say("black"),
                difference=f"{need.difference:+d}",
            )
            found.append(Break(rule, (player,), text))
        if rule == "third-colour" and need.breaks_third(colour):
            text = say(
                "{player} has {colour} for the third time running",
                player=player,
                colour=say("white") if colour == WHITE else say("black"),
            )
            found.append(Break(rule, (player,), text))
    return found


def changes_of(pairing: Pairing) -> tuple[Change, ...]:
    """The boards of the published pairing (`orders.keep`) that are not in the new one, and why each was not kept; none
    where there is no new one.
    """
    position = pairing.problem.position
    if pairing.empty:
        return ()
    partners = pairing.partners
    found = []
    seats = {(board.white, board.black) for board in pairing.boards}
    for a, b in sorted(position.orders.keep):
        if partners.get(b if a == BYE else a) == (a if a == BYE else b):
            if ((a, b) in position.orders.keep_white and (b, a) in seats) or (
                (b, a) in position.orders.keep_white and (a, b) in seats
            ):
                found.append(Change((a, b), say("the same players, but the colours are exchanged"), colours_only=True))
            continue
        found.append(Change((a, b), _why_changed(pairing, a, b)))
    return tuple(found)


def _why_changed(pairing: Pairing, a: int, b: int) -> str:
    position = pairing.problem.position
    away = [player for player in (a, b) if player != BYE and player not in position.index_of]
    if away:
        who = say("{a} and {b}", a=away[0], b=away[1]) if len(away) == 2 else str(away[0])
        return say("{who} does not play", who=who) if len(away) == 1 else say("{who} do not play", who=who)
    if BYE in (a, b) and not position.has_dummy:
        return say("an even number is present, so nobody has the bye")
    u, v = sorted((position.index_of[a], position.index_of[b]))
    against = breaches(position, u, v)
    if against and not position.orders.relax:
        return "; ".join(breach.text for breach in against)
    if pairing.status != "optimal":
        return say("it is still legal, but time ran out before it was known whether it could be kept")
    if position.orders.keep_last:
        return say("it is still legal, but the levels above come first")
    return say("it is still legal, but no legal pairing keeps more of the boards, or does as well with this one")
