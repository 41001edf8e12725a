"""Why wishes are not granted, published boards are changed, players meet or have the bye again, criteria are broken."""

from __future__ import annotations

from collections.abc import Iterator

from pairproof.model.criteria import breaches
from pairproof.model.criteria.byes import SINGLE_BYE
from pairproof.model.criteria.meetings import NO_REMATCH
from pairproof.model.language import say
from pairproof.model.tournament import BYE
from pairproof.solver.explain.departures import breaks_of, changes_of
from pairproof.solver.explain.reasons.case import Case, some


def not_granted(case: Case) -> Iterator[str]:
    """Wishes that are not granted, and why where a rule is against them."""
    position, partners = case.position, case.pairing.partners
    sentences = []
    for a, b in position.rules.prefer:
        if a in position.index_of and b in position.index_of and partners[max(a, b)] != min(a, b):
            against = breaches(position, *sorted((position.index_of[a], position.index_of[b])))
            why = "; ".join(breach.text for breach in against)
            if min(a, b) == BYE:
                what = say("{player}, who should have the bye, does not", player=max(a, b))
            else:
                what = say("{pair}, who should meet, do not", pair=f"{a}-{b}")
            sentences.append(f"{what}: {why}." if why else f"{what}.")
    for a, b in position.rules.avoid:
        if a in position.index_of and b in position.index_of and partners[max(a, b)] == min(a, b):
            if min(a, b) == BYE:
                sentences.append(say("{player}, who should not have the bye, has it.", player=max(a, b)))
            else:
                sentences.append(say("{pair}, who should not meet, do.", pair=f"{a}-{b}"))
    yield from some(case, sentences)


def changed_boards(case: Case) -> Iterator[str]:
    """Published boards that are not kept, and why."""
    yield from some(
        case,
        [
            say(
                "{pair} is not kept: {reason}.",
                pair=f"{change.pair[0]}-{change.pair[1]}"
                if change.pair[0]
                else say("the bye for {player}", player=change.pair[1]),
                reason=change.reason,
            )
            for change in changes_of(case.pairing, case.figures)
            if not change.colours_only
        ],
    )
    yield case.proved


def breaks(case: Case) -> Iterator[str]:
    """A criterion given up (RULES 13): each break of it."""
    rules = [level.given_up for level in case.pairing.problem.levels if level.name == case.level]
    yield from some(case, [f"{broken.text}." for broken in breaks_of(case.pairing) if broken.rule in rules])
    yield case.proved


def meetings(case: Case) -> Iterator[str]:
    """Who meets again, and when they met."""
    index = case.position.index_of
    pairs = [sorted((index[board.white], index[board.black])) for board in case.boards]
    yield from some(case, [f"{NO_REMATCH.breach(case.position, u, v)}." for u, v in pairs])


def earlier_byes(case: Case) -> Iterator[str]:
    """Who has the bye again, and when he had it."""
    if case.bye is not None:
        yield f"{SINGLE_BYE.breach(case.position, case.position.index_of[case.bye], case.position.players)}."
