"""A round paired by the Dutch system, as values by the players' ids."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from pairproof.model.dutch.colours import in_board_order, white_of
from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.order import EXCHANGES
from pairproof.model.dutch.position import DutchPosition, dutch_position
from pairproof.model.dutch.rules import FIDE_DUTCH
from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import Tournament
from pairproof.solver.problem import refuse_illegal_fixes
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.dutch.certificate import DutchClaim, claim_of
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedRound, score_with_bye, solve
from pairproof.solver.witness import Witness


@dataclass(frozen=True, slots=True)
class DutchBoard:
    """A board: ids, scores with acceleration (half-win units) of white and black, and the bracket it was made in."""

    number: int
    white: int
    black: int
    scores: tuple[int, int]
    bracket: int


@dataclass(frozen=True, slots=True)
class BracketLevel:
    """A level of a bracket: the criterion ("C7"), the score it is about (None: over all), its proved value."""

    criterion: str
    score: int | None
    value: int


@dataclass(frozen=True, slots=True)
class DutchBracket:
    """A bracket: number from the top, the residents' score, who is in it, its pairs (higher, lower), who floats down
    from it, its levels, and how many players were exchanged between S1 and S2.  All by ids, in rank order.
    """

    number: int
    score: int
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    levels: tuple[BracketLevel, ...]
    exchanged: int


@dataclass(frozen=True)
class DutchPairing:
    """A round, paired.

    `status` is "optimal", "feasible" (time ran out: the brackets are those proved, the other boards merely legal) or
    "infeasible", with the `witness`.  `bye_score` is the score of whoever has the bye: the least that C5 leaves.
    `solved` holds the proofs, `claim` is what the certificate says.
    """

    position: DutchPosition = field(repr=False)
    status: str
    boards: tuple[DutchBoard, ...] = ()
    bye: int | None = None
    bye_score: int | None = None
    brackets: tuple[DutchBracket, ...] = ()
    witness: Witness | None = None
    solved: SolvedRound | None = field(default=None, repr=False)
    claim: DutchClaim | None = field(default=None, repr=False)


def pair_round(
    tournament: Tournament,
    rules: RuleSet = FIDE_DUTCH,
    round: int | None = None,
    orders: Orders = Orders(),
    stop: Stop | None = None,
) -> DutchPairing:
    """Pair a round, by default the next one.

    Raises
    ------
    InvalidInput, UsageProblem
        See `dutch_position`; also where a pair that the arbiter has fixed is illegal.
    """
    position = dutch_position(tournament, rules, round, orders)
    return pairing_of(position, stop)


def pairing_of(position: DutchPosition, stop: Stop | None = None) -> DutchPairing:
    """The same for a position.

    Raises
    ------
    InvalidInput
        A pair that the arbiter has fixed is illegal: every criterion it breaks is named.
    """
    refuse_illegal_fixes(position.base, partial(_illegal, position))
    solved = solve(position, stop=stop)
    if isinstance(solved, Witness):
        return DutchPairing(position, "infeasible", witness=solved)
    return result_of(solved)


def result_of(solved: SolvedRound) -> DutchPairing:
    """What was solved, by ids."""
    position = solved.position
    base, n = position.base, position.players
    brackets = tuple(_bracket(number, one) for number, one in enumerate(solved.brackets, start=1))
    made_in = {player: one.number for one in brackets for pair in one.pairs for player in pair}
    boards = []
    games = [(u, v) for u, v in enumerate(solved.partner) if u < v < n]
    in_order = in_board_order(position, games)
    numbers = base.tournament.board_numbers([(base.ids[u], base.ids[v]) for u, v in in_order])
    for number, (u, v) in zip(numbers, in_order, strict=True):
        white = white_of(position, u, v)
        black = u + v - white
        scores = int(position.score[white]), int(position.score[black])
        ids = base.ids[white], base.ids[black]
        boards.append(DutchBoard(number, *ids, scores, made_in.get(ids[0], 0)))
    bye = base.ids[solved.partner[n]] if position.has_dummy else None
    return DutchPairing(
        position=position,
        status="optimal" if solved.finished else "feasible",
        boards=tuple(boards),
        bye=bye,
        bye_score=score_with_bye(solved) if position.has_dummy else None,
        brackets=brackets,
        solved=solved,
        claim=claim_of(solved, [(board.white, board.black) for board in boards], bye) if solved.finished else None,
    )


def _bracket(number: int, solved: SolvedBracket) -> DutchBracket:
    bracket = solved.bracket
    ids = [bracket.position.base.id_of(player) for player in bracket.players.tolist()]
    mate = solved.mate.tolist()
    following = bracket.following
    exchanged = next((step.proof.value for step in solved.order if step.name == EXCHANGES and step.proof), 0)
    return DutchBracket(
        number=number,
        score=bracket.score,
        moved=tuple(ids[: bracket.residents]),
        residents=tuple(ids[bracket.residents : following]),
        pairs=tuple((ids[u], ids[mate[u]]) for u in range(following) if u < mate[u] < following),
        floaters=tuple(ids[u] for u in range(following) if mate[u] >= following),
        levels=tuple(BracketLevel(one.level.criterion.name, one.level.score, one.proof.value) for one in solved.levels),
        exchanged=exchanged,
    )


def _illegal(position: DutchPosition, one: int, other: int) -> list[str]:
    """That a pair of vertices is not legal, and why; empty where it is."""
    if position.legal_pairs.is_legal(one, other):
        return []
    return [say("that is not legal ({reasons})", reasons="; ".join(reasons_against(position, one, other)))]
