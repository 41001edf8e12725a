"""A tournament as it stands: players, rounds, and what is known of the round to be paired.

Plain frozen values, the same whatever file they came from.  Nothing here knows a rule set or a solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count

from pairproof.model.errors import Fault
from pairproof.model.language import say, versus

BYE = 0
"""The id that stands for the bye wherever a pair of ids is written (`forbid = [[5, 0]]`)."""
EMPTY_BOARD = (BYE, BYE)
"""What stands in a list of published boards for one at which nobody sat."""


class Result(Enum):
    """The result of one game, white's (or the first player's) side first (RULES 1.2).

    The value is the text of the native file format.  An adjourned game counts as played, for the time being as a draw
    (`Tournament.adjourned_points`).
    """

    WHITE_WINS = "1-0"
    DRAW = "1/2-1/2"
    BLACK_WINS = "0-1"
    BOTH_LOSE = "0-0"
    DRAW_AND_LOSS = "1/2-0"
    LOSS_AND_DRAW = "0-1/2"
    WHITE_WINS_BY_FORFEIT = "+/-"
    BLACK_WINS_BY_FORFEIT = "-/+"
    BOTH_FORFEIT = "-/-"
    STOPPED_BY_TIME = "time"
    ADJOURNED = "adjourned"

    @property
    def played(self) -> bool:
        """Whether the game was played: it counts as met, and for colours (RULES 1.2)."""
        return self not in (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT)


@dataclass(frozen=True, slots=True)
class Player:
    """One entrant.  `id` is the start number; `rating` 0 where unknown; `lot` the drawn number, None where none was
    drawn.

    `title`, `sex` ("m", "w"), `federation` (three letters), `fide_id`, `national_id`, `birth` (a date as 1990-05-12, or
    a year) and `club` are for lists and for the federation; empty or None where unknown.  The player is absent before
    the round he `enters` in, and after the round `withdrawn_after`.  `table` is the number of the board he always has
    (RULES 10).  `start_score` is what he starts with in a McMahon tournament, in half-win units: it counts only under
    the policy `start_scores`.
    """

    id: int
    name: str = ""
    rating: int = 0
    lot: int | None = None
    groups: tuple[str, ...] = ()
    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_id: int | None = None
    national_id: str = ""
    birth: str = ""
    club: str = ""
    enters: int = 1
    withdrawn_after: int | None = None
    table: int | None = None
    start_score: int = 0

    def is_in(self, number: int) -> bool:
        """Whether he takes part in round `number`: entered by then, and not withdrawn."""
        return self.enters <= number and (self.withdrawn_after is None or number <= self.withdrawn_after)


@dataclass(frozen=True, slots=True)
class Event:
    """What the federation wants to know of a tournament, as text: empty where unknown.

    `start` and `end` are dates (2026-03-14); `arbiter` is the chief arbiter.
    """

    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """Two players paired in a round.  `white` is the first player where the rule set has no colours.

    `result` is None while there is none; `coloured` is False for a game entered without colours (it counts as met, not
    for colours); `gam` holds white's and black's game points (P A1), None where none were entered.
    """

    white: int
    black: int
    result: Result | None = None
    coloured: bool = True
    gam: tuple[int, int] | None = None

    @property
    def played(self) -> bool:
        """Whether it has a result and was not forfeited."""
        return self.result is not None and self.result.played


@dataclass(frozen=True, slots=True)
class FixedPair:
    """The arbiter's order that `first` and `second` meet; with `colours`, that `first` has white.  `second` 0: `first`
    has the bye.
    """

    first: int
    second: int
    colours: bool = False

    def __str__(self) -> str:
        if self.second == BYE:
            return say("the bye for {player}", player=self.first)
        return f"{self.first}w-{self.second}b" if self.colours else versus(self.first, self.second)


@dataclass(frozen=True, slots=True)
class RoundOrders:
    """The arbiter's orders with which a round was paired.

    `fix` and `forbid` as in `NextRound`; `absent` are those named with the command, beside those of the file; `keep`
    holds the published boards (white, black) that were to be kept, in the order of their numbers, (id, 0) for the bye,
    EMPTY_BOARD where nobody sat; `reason` is the arbiter's.
    """

    fix: tuple[FixedPair, ...] = ()
    forbid: frozenset[tuple[int, int]] = frozenset()
    absent: frozenset[int] = frozenset()
    keep: tuple[tuple[int, int], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A result of an earlier round that was taken for another one, `was`, when a round was paired."""

    round: int
    white: int
    black: int
    was: Result


@dataclass(frozen=True, slots=True)
class Round:
    """What each player did in one round (RULES 1.2).  Players in none of the lists were absent.

    The order of `games` is that of the boards; `empty_boards` are numbers at which nobody sits though there are boards
    behind them, which kept theirs when somebody did not come (RULES 10).  `byes` holds the pairing-allocated byes (code
    U): one at most in a round paired by the rules, but files from elsewhere hold more.  `wins_without_opponent` are
    those of the full-point byes that the file writes as a forfeit win against nobody (TRF `0000 - +`).

    A round that the program published has its `orders`, be there none in them: there every player of the tournament
    stands in some list.  `corrected` are results known otherwise by now; `hand` are boards made by hand (white, black),
    (id, 0) for the bye, for the `reason` given.
    """

    games: tuple[Game, ...] = ()
    byes: tuple[int, ...] = ()
    half_byes: tuple[int, ...] = ()
    full_byes: tuple[int, ...] = ()
    wins_without_opponent: tuple[int, ...] = ()
    orders: RoundOrders | None = None
    corrected: tuple[Corrected, ...] = ()
    hand: tuple[tuple[int, int], ...] = ()
    reason: str = ""
    empty_boards: tuple[int, ...] = ()

    def seated(self) -> frozenset[int]:
        """Ids of those who were paired or had the pairing-allocated bye."""
        games = self.games
        return frozenset([*self.byes, *[game.white for game in games], *[game.black for game in games]])

    def seats(self) -> tuple[tuple[int, int], ...]:
        """The boards (white, black) in their order, and (id, 0) for each pairing-allocated bye."""
        return (*((game.white, game.black) for game in self.games), *((player, BYE) for player in self.byes))


@dataclass(frozen=True, slots=True)
class NextRound:
    """What is known of the round to be paired: who does not play, and the arbiter's orders (RULES 5).

    `forbid` holds unordered pairs of ids as (smaller, larger); (0, p) forbids p the bye.
    """

    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    full_byes: frozenset[int] = frozenset()
    forbid: frozenset[tuple[int, int]] = frozenset()
    fix: tuple[FixedPair, ...] = ()

    @property
    def not_playing(self) -> frozenset[int]:
        """Ids of those who are not to be paired."""
        return self.absent | self.half_byes | self.full_byes


@dataclass(frozen=True, slots=True)
class Requests:
    """Who has asked not to play in a round still to come: ids."""

    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    full_byes: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.absent or self.half_byes or self.full_byes)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything a file says.

    `rounds_planned` is None where the file does not say (then no round is the last); `initial_colour` and
    `start_scores` are the file's own values of those policies; `points` holds the point values
    the file itself sets, in half-win units; `forbidden_in` maps a round number to pairs forbidden in that round (TRF
    260); `rules` is the rule set the file names; `halves` says that scores are to be shown halved (chess points);
    `adjourned_points` is what an adjourned game gives both players meanwhile, None: what a draw gives (162 X);
    `warnings` are sentences for the person at the desk.  `type` is the coded type of tournament (TRF 192);
    `numbered_by_place` says that pairing numbers follow the order of the file, not the ids (TRF `XXC rank`), for
    systems that have such numbers; `set_aside` are records that say nothing to most rule sets, as faults for a system
    that may not pass over them.

    `accelerated` maps a round to the points (half-win units, by id) that are added to scores when that round is paired,
    and only then (TRF 250, XXA); `corrections` maps a round to points given or taken beside its results, which stay
    (TRF 299); `requests` maps a round after the next one to those who will not play in it (TRF 240).  Who has not
    entered yet or has withdrawn (`Player`) stands in none of these: `away` tells.

    `tie_breaks` is the list that orders the standings (TRF 202, 212), codes as `model.tiebreaks.parsing` writes them;
    empty: that of RULES 12.  What only a TRF file tells is no part of what is compared: `ranks`, its rank column by id,
    and `round_robin`, that its type of tournament says so.
    """

    name: str
    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    rounds_planned: int | None = None
    next: NextRound = NextRound()
    rules: str | None = None
    restricted_until: int | None = None
    initial_colour: str | None = None
    start_scores: str | None = None
    points: Mapping[str, int] = field(default_factory=dict)
    forbidden: frozenset[tuple[int, int]] = frozenset()
    forbidden_in: Mapping[int, frozenset[tuple[int, int]]] = field(default_factory=dict)
    halves: bool = False
    accelerated: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    corrections: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    requests: Mapping[int, Requests] = field(default_factory=dict)
    adjourned_points: int | None = None
    type: str = ""
    numbered_by_place: bool = False
    set_aside: tuple[Fault, ...] = ()
    event: Event = Event()
    tie_breaks: tuple[str, ...] = ()
    ranks: Mapping[int, int] = field(default_factory=dict, compare=False)
    round_robin: bool = field(default=False, compare=False)
    source: str = ""
    sha256: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of all players, in the order of the file."""
        return tuple([player.id for player in self.players])

    @property
    def all_paired(self) -> bool:
        """Whether every planned round is there, with its results or without; not where no number of them is planned."""
        return self.rounds_planned is not None and len(self.rounds) >= self.rounds_planned

    def away(self, number: int) -> frozenset[int]:
        """Ids of those who do not take part in a round (from 1): not entered by then, or withdrawn."""
        # Nearly all are there from the first round to the last: they are passed over at once.
        moving = [one for one in self.players if one.enters > 1 or one.withdrawn_after is not None]
        return frozenset([player.id for player in moving if not player.is_in(number)])

    def board_numbers(
        self,
        boards: Sequence[tuple[int, int]],
        kept: Mapping[tuple[int, int], int] | None = None,
        empty: Collection[int] = (),
    ) -> list[int]:
        """The numbers of boards (white, black) that are in order (RULES 10).

        A board of `kept` has the number given there; one of a player with a `table` of his own has that, of two such
        players the lower; the others take the free numbers in order, none of `empty`.
        """
        own = self._tables(boards) | {pair: number for pair, number in (kept or {}).items() if pair in boards}
        taken = {*own.values(), *empty}
        free = (number for number in count(1) if number not in taken)
        return [own[pair] if pair in own else next(free) for pair in boards]

    def _tables(self, boards: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
        """The numbers of those boards that players with a `table` of their own have."""
        tables = {player.id: player.table for player in self.players if player.table is not None}
        own = {pair: min((tables[p] for p in pair if p in tables), default=0) for pair in boards}
        return {pair: table for pair, table in own.items() if table}

    def empty_boards(self, boards: Sequence[tuple[int, int]], numbers: Sequence[int]) -> tuple[int, ...]:
        """The numbers at which nobody sits, below the last board that is not a player's own `table`."""
        own = self._tables(boards)
        last = max((number for pair, number in zip(boards, numbers, strict=True) if pair not in own), default=0)
        return tuple(number for number in range(1, last) if number not in numbers)

    def numbers_in(self, number: int) -> list[int]:
        """The numbers of the boards of a recorded round (from 1), in the order of its games."""
        played = self.rounds[number - 1]
        return self.board_numbers([(game.white, game.black) for game in played.games], empty=played.empty_boards)

    def published(self, number: int) -> tuple[tuple[int, int], ...]:
        """The boards (white, black) of a recorded round (from 1) in order, EMPTY_BOARD where nobody sits, then (id, 0)
        for the bye.
        """
        played = self.rounds[number - 1]
        seats = played.seats()
        own, empty = self._tables(seats), sorted(played.empty_boards, reverse=True)
        found = []
        for pair, board in zip(seats, self.numbers_in(number), strict=False):
            while empty and pair not in own and empty[-1] < board:
                empty.pop()
                found.append(EMPTY_BOARD)
            found.append(pair)
        return (*found, *seats[len(played.games) :])

    def as_paired(self, number: int) -> Tournament:
        """The tournament with the results that were known when a recorded round was paired."""
        was = {(c.round, c.white, c.black): c.was for c in self.rounds[number - 1].corrected}
        if not was:
            return self
        rounds = list(self.rounds)
        for at in {corrected[0] - 1 for corrected in was}:
            games = list(rounds[at].games)
            for place, game in enumerate(games):
                result = was.get((at + 1, game.white, game.black))
                if result is not None:
                    games[place] = replace(game, result=result)
            rounds[at] = replace(rounds[at], games=tuple(games))
        return replace(self, rounds=tuple(rounds))

    def absent_in(self, number: int) -> tuple[int, ...]:
        """Ids of those who had nothing in a recorded round (from 1): absent, named so or not (RULES 1.2)."""
        played = self.rounds[number - 1]
        there = played.seated().union(played.half_byes, played.full_byes)
        return tuple([player for player in self.ids if player not in there])

    def with_round(self, played: Round) -> Tournament:
        """The tournament after one more round; what was asked for in the round after that becomes `next`."""
        number = len(self.rounds) + 2
        asked = self.requests.get(number, Requests())
        return replace(
            self,
            rounds=(*self.rounds, played),
            next=NextRound(asked.absent, asked.half_byes, asked.full_byes),
            requests={later: others for later, others in self.requests.items() if later > number},
        )
