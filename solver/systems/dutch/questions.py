"""Why this pairing and not another: the chain run again with what was asked, and the first difference told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from pairproof.model.criteria import Breach
from pairproof.model.dutch.colours import white_of
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.errors import UsageProblem
from pairproof.model.figures import Figures
from pairproof.model.language import listed, say, say_n
from pairproof.model.state.history import WHITE
from pairproof.model.state.orders import pair_key
from pairproof.model.state.position import BoolArray
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.explain.answers import (
    Answer,
    Barred,
    Burden,
    Cause,
    JudgedBoard,
    Loss,
    Obstacle,
    Outcome,
    Price,
    Section,
)
from pairproof.solver.explain.nothing_legal import MOST_PAIRS, apart
from pairproof.solver.explain.played import Difference as Departure
from pairproof.solver.explain.played import coloured_seats, denied_colour, floats
from pairproof.solver.further_rounds import bar, mates
from pairproof.solver.result import Pairing
from pairproof.solver.systems.dutch.certificate import BYE_LEVEL, level_name
from pairproof.solver.systems.dutch.chain import SolvedRound, solve
from pairproof.solver.systems.dutch.difference import Difference, Kind, between, first_difference, judged, why_not
from pairproof.solver.systems.dutch.first_pairing import first_pairing
from pairproof.solver.systems.dutch.opponents import Opponents
from pairproof.solver.systems.dutch.pairing import DutchEvidence, as_pairing
from pairproof.solver.systems.dutch.problem import dutch_problem
from pairproof.solver.systems.dutch.reasons import told_levels
from pairproof.solver.systems.dutch.result import result_of
from pairproof.solver.systems.dutch.words import (
    MOST_NAMED,
    bracket_sentences,
    bracket_title,
    bye_sentence,
    difference_sentence,
    level_sentences,
)
from pairproof.solver.terms import Method, Status
from pairproof.solver.witness import Witness


def _solved(pairing: Pairing) -> SolvedRound:
    assert isinstance(pairing.proof.evidence, DutchEvidence), "an optimal pairing has a proof"
    return pairing.proof.evidence.solved


def points_of(position: DutchPosition) -> Callable[[int], str]:
    """Writes a score (half-win units) as the tournament counts."""
    return Figures.of(position.base.tournament.halves).points


# --- Wishes ----------------------------------------------------------------------------------------------------------


def opponents(pairing: Pairing, player: int) -> tuple[Answer, ...]:
    """See `solver.explain.asking.opponents`."""
    problem = dutch_problem(pairing.problem)
    me = _vertex(problem.dutch, player)
    others = [other for other in range(problem.vertices) if other != me]
    ask = Opponents(_solved(pairing)).difference if pairing.status is Status.OPTIMAL else None
    return tuple(_answer(pairing, FixedPair(player, problem.position.id_of(other)), ask) for other in others)


def grant(pairing: Pairing, wish: FixedPair) -> Answer:
    """See `solver.explain.asking.grant`."""
    if wish.first == wish.second:
        raise UsageProblem(
            say("{white}-{black}: a player cannot be paired with himself.", white=wish.first, black=wish.second)
        )
    return _answer(pairing, wish)


def _answer(pairing: Pairing, wish: FixedPair, ask: Callable[[int, int], Difference] | None = None) -> Answer:
    """What a wish costs: the first difference by `ask`, or with the best pairing that grants it."""
    problem = dutch_problem(pairing.problem)
    position = problem.dutch
    u, v = _vertex(position, wish.first), _vertex(position, wish.second)
    together = pairing.partners.get(wish.first) == wish.second
    against = [_breach(text) for text in reasons_against(position, u, v)]
    if against:
        return Answer(wish, Outcome.ILLEGAL, tuple(against))
    if wish.colours and v < position.players and white_of(position, u, v) != u:
        text = say("{player} is to have white by Art. 5.2", player=wish.second)
        return Answer(wish, Outcome.ILLEGAL, (Breach("colours", text),))
    if together:
        return Answer(wish, Outcome.CHOSEN, best=pairing)
    if pairing.status is not Status.OPTIMAL:
        return Answer(wish, Outcome.IMPOSSIBLE)
    found, forced = why_not(_solved(pairing), u, v) if ask is None else (ask(u, v), None)
    if found.kind is Kind.INCOMPLETE:
        return Answer(wish, Outcome.IMPOSSIBLE, witness=found.witness)
    best = None if forced is None else as_pairing(problem, result_of(forced))
    price = _price(position, found)
    return Answer(wish, price.outcome, loss=price.loss, best=best, told=price.told)


def _breach(text: str) -> Breach:
    """A clause that begins with its criterion ("C1: …"), or says what the arbiter wants."""
    rule, colon, rest = text.partition(": ")
    return Breach(rule, rest) if colon else Breach("orders", text)


def _price(position: DutchPosition, found: Difference) -> Price:
    told = difference_sentence(position, found, points_of(position)) if found.kind is not Kind.SAME else ""
    if found.kind in (Kind.BYE, Kind.WORSE):
        assert found.best is not None
        assert found.other is not None
        return Price(Outcome.WORSE, loss=Loss(_name(found), found.other, found.best), told=told)
    return Price(Outcome.LATER, told=told)


def _name(found: Difference) -> str:
    if found.kind is Kind.BYE:
        return BYE_LEVEL
    assert found.bracket is not None
    return level_name(found.bracket, found.name, found.score)


def _vertex(position: DutchPosition, player: int) -> int:
    if player == BYE and not position.has_dummy:
        raise UsageProblem(say("Nobody has the bye: the number of players present is even."))
    if player not in position.base.index_of:
        raise UsageProblem(say("{player} is not among the players present.", player=player))
    return position.base.index_of[player]


# --- Burdens ---------------------------------------------------------------------------------------------------------


def judged_boards(played: Pairing, best: Pairing) -> tuple[JudgedBoard, ...]:
    """See `solver.explain.asking.judged`."""
    position = dutch_problem(best.problem).dutch
    index = position.base.index_of
    coloured = coloured_seats(played)
    ask = (lambda one, other: first_difference(_solved(best), one, other)) if best.status is Status.OPTIMAL else None
    found = []
    for board in played.boards:
        answer = _answer(best, FixedPair(board.white, board.black), ask)
        white = position.base.ids[white_of(position, index[board.white], index[board.black])]
        exchanged = white != board.white and (board.white, board.black) in coloured
        told = say("{player} is to have white by Art. 5.2", player=white) + "." if exchanged else ""
        found.append(JudgedBoard(answer, "" if answer.outcome is Outcome.ILLEGAL else told))
    if played.bye is not None and position.has_dummy:
        found.append(JudgedBoard(_answer(best, FixedPair(played.bye, BYE), ask)))
    return tuple(found)


def burdens(pairing: Pairing, most: int | None = None, borne: Pairing | None = None) -> tuple[Burden, ...]:
    """See `solver.explain.asking.burdens`; the chain is run once for each."""
    position = dutch_problem(pairing.problem).dutch
    index, score = position.base.index_of, position.score
    found = []
    borne = borne or pairing
    down = [player for player in floats(borne, "down") if player != borne.bye]
    for player in down[:most]:
        me = index[player]
        left = position.legal.copy()
        lower = np.append(score < score[me], position.has_dummy)[: position.vertices]
        left[me, lower] = left[lower, me] = False
        found.append(Burden(player, "down", _spared(pairing, me, left)))
    if borne.bye is not None and position.has_dummy:
        me = index[borne.bye]
        left = position.legal.copy()
        left[me, position.players] = left[position.players, me] = False
        found.append(Burden(borne.bye, "bye", _spared(pairing, me, left)))
    for player in denied_colour(borne)[:most]:
        me = index[player]
        found.append(Burden(player, "colour", _spared(pairing, me, _granted(position, me))))
    return tuple(found)


def _granted(position: DutchPosition, me: int) -> BoolArray:
    """The legal pairs, of this player's only those in which he gets the colour he prefers."""
    left = position.legal.copy()
    for other in np.flatnonzero(left[me]).tolist():
        white = other < position.players and (white_of(position, me, other) == me)
        if other >= position.players or white != (position.base.wants[me] == WHITE):
            left[me, other] = left[other, me] = False
    return left


def _spared(pairing: Pairing, me: int, left: BoolArray) -> Price:
    """What it costs to be left with these pairs."""
    position = dutch_problem(pairing.problem).dutch
    other = position.base.fixed.get(me)
    if other is not None and not left[me, other]:
        order = FixedPair(position.base.id_of(me), position.base.id_of(other))
        return Price(Outcome.FIXED, order=order)
    forced = solve(position, LegalPairs.of_table(left))
    if isinstance(forced, Witness):
        return Price(Outcome.IMPOSSIBLE, witness=forced)
    return _price(position, between(_solved(pairing), forced))


# --- Other pairings, and the round itself ----------------------------------------------------------------------------


def departure(pairing: Pairing, best: Pairing) -> Departure | None:
    """How a complete pairing of the round differs first from the one of the rules; None if it does not.

    Where it has the same boards, colours that are not those of Art. 5.2 count, unless the file gives none.
    """
    position = dutch_problem(best.problem).dutch
    partner = np.full(position.vertices, -1, dtype=np.int64)
    index = position.base.index_of
    for one, other in pairing.partners.items():
        partner[index[one]], partner[index[other]] = index[other], index[one]
    if (partner < 0).any():
        return Departure("C4", int((partner < 0).sum()), 0, say("not everybody is paired"))
    found = judged(_solved(best), partner)
    if found.kind is Kind.ILLEGAL:
        return Departure("legal pairs", len(found.illegal), 0, say("pairs that are not legal"))
    if found.kind is not Kind.SAME:
        told = difference_sentence(position, found, points_of(position))
        numbers = (found.other, found.best) if found.player is None else (1, 0)
        return Departure(_name(found), numbers[0] or 0, numbers[1] or 0, told)
    white = _wrongly_black(pairing, best)
    if white:
        told = say_n(
            "the boards are the same, but {players} is to have white (Art. 5.2)",
            "the boards are the same, but {players} are to have white (Art. 5.2)",
            len(white),
            players=listed(white, MOST_NAMED),
        )
        return Departure("colours", len(white), 0, told)
    return None


def _wrongly_black(pairing: Pairing, best: Pairing) -> list[int]:
    """Who is to have white and has black in another pairing with the same boards, by board."""
    white = {board.white for board in best.boards}
    coloured = coloured_seats(pairing) if pairing.method is Method.PLAYED else None
    return [
        board.black
        for board in pairing.boards
        if board.black in white and (coloured is None or (board.white, board.black) in coloured)
    ]


def reasons(pairing: Pairing, figures: Figures) -> dict[str, list[str]]:
    """Each level that is not 0, and the odd group that keeps it so."""
    if not isinstance(pairing.proof.evidence, DutchEvidence):
        return {}
    result = pairing.proof.evidence.result
    return {
        level_name(bracket.number, told.level.criterion, told.level.score): level_sentences(
            bracket, told, figures.points
        )
        for bracket in result.brackets
        for told in told_levels(result, bracket)
    }


def cause(pairing: Pairing) -> Cause:
    """Why a round has no legal pairing."""
    assert pairing.proof.witness is not None, "a round without a legal pairing has a witness"
    position = dutch_problem(pairing.problem).dutch
    u, v = apart(position.vertices, pairing.proof.witness)
    barred = []
    for one, other in zip(u[:MOST_PAIRS].tolist(), v[:MOST_PAIRS].tolist(), strict=True):
        players = pair_key(position.base.id_of(one), position.base.id_of(other))
        barred.append(Barred(players, tuple(_breach(text) for text in reasons_against(position, one, other))))
    return Cause(tuple(barred), len(u) - len(barred), tuple(_removable(position)))


def _removable(position: DutchPosition) -> Iterator[frozenset[Obstacle]]:
    """The smallest sets of obstacles without which a legal pairing exists."""
    there = [Obstacle.COLOURS, *([Obstacle.ORDERS] if position.base.fixed or position.base.forbidden else [])]
    alone = [frozenset({one}) for one in there if _possible_without(position, frozenset({one}))]
    yield from alone
    if not alone and len(there) == 2 and _possible_without(position, frozenset(there)):
        yield frozenset(there)


def _possible_without(position: DutchPosition, gone: frozenset[Obstacle]) -> bool:
    if Obstacle.COLOURS in gone:
        # C3 asks for two players neither of whom is a topscorer.
        position = replace(position, topscorer=np.ones_like(position.topscorer))
    if Obstacle.ORDERS in gone:
        base = replace(position.base, fixed={}, fixed_white=frozenset(), forbidden=frozenset())
        position = replace(position, base=base)
    return not isinstance(first_pairing(position, position.legal_pairs), Witness)


def sections(pairing: Pairing, figures: Figures) -> tuple[Section, ...]:
    """The bye, and each bracket: who floats, what is not 0 and why."""
    if not isinstance(pairing.proof.evidence, DutchEvidence):
        return ()
    result = pairing.proof.evidence.result
    found = []
    bye = bye_sentence(result, figures.points)
    if bye is not None:
        found.append(Section(say("The bye"), (bye,)))
    found += [
        Section(
            bracket_title(bracket, figures.points),
            tuple(bracket_sentences(bracket, told_levels(result, bracket), figures.points)),
        )
        for bracket in result.brackets
    ]
    return tuple(found)


def next_round(pairing: Pairing) -> BoolArray:
    """See `solver.systems.system.System.next_round`."""
    here = dutch_problem(pairing.problem).dutch
    base, n = here.base, here.players
    open_: BoolArray = ~np.eye(here.vertices, dtype=np.bool_)
    if here.has_dummy:
        open_[:n, n] = open_[n, :n] = here.may_bye
    for u, v in base.met:
        open_[u, v] = open_[v, u] = False
    mate = mates(pairing)
    open_[np.arange(len(mate)), mate] = False
    bar(open_, base, base.tournament.forbidden)
    bar(open_, base, base.tournament.forbidden_in.get(base.round + 1, frozenset()))
    return open_
