"""A brute-force oracle: the rules once more, read straight from the text, for comparing the program against.

Every sentence of RULES that bears on the result is one small function in plain scalar Python.  The optimum is found by
looking at every perfect matching, the natural order by asking of each step whether some optimal pairing contains it.
Right for up to about a dozen players, and slow.  Of the program only the value types are imported, never the
code that is to be checked.

A *pair* is a tuple of two ids, the smaller first; `(0, p)` is p's bye.  A *pairing* is a frozenset of pairs.  Scores
are in half-win units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pairproof.model.rules import RuleSet
from pairproof.model.tournament import BYE, FixedPair, Game, Result, Round, Tournament

Pair = tuple[int, int]
Pairing = frozenset[Pair]
Colour = Literal["white", "black"]
Costs = tuple[int, ...]

STRENGTHS = ("none", "mild", "strong", "absolute")
COLOUR_RULES = {"colour-difference", "third-colour", "exemption", "colour", "strong-colour", "absolute-colour"}
"""RULES 4.4, last paragraph: a rule set that names one of them has colours."""
RELAXABLE = ("no-rematch", "single-bye", "colour-difference", "third-colour")
"""RULES 13: what may be given up; the rule whose breaks are counted first stands first."""

_OUTCOMES: dict[Result, tuple[str, str]] = {
    Result.WHITE_WINS: ("win", "loss"),
    Result.DRAW: ("draw", "draw"),
    Result.BLACK_WINS: ("loss", "win"),
    Result.BOTH_LOSE: ("loss", "loss"),
    Result.DRAW_AND_LOSS: ("draw", "loss"),
    Result.LOSS_AND_DRAW: ("loss", "draw"),
    Result.WHITE_WINS_BY_FORFEIT: ("win", "absent"),
    Result.BLACK_WINS_BY_FORFEIT: ("absent", "win"),
    Result.BOTH_FORFEIT: ("absent", "absent"),
}
_FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT)


@dataclass(frozen=True)
class Board:
    """One line of the pairing list (RULES 10); `black` is 0 for the bye."""

    number: int
    white: int
    black: int


def other(colour: Colour) -> Colour:
    """The colour that is not this one."""
    return "black" if colour == "white" else "white"


def pair_of(u: int, v: int) -> Pair:
    """The two ids as a pair, the smaller first."""
    return (u, v) if u < v else (v, u)


class State:
    """The position in which a round is to be paired.

    Parameters
    ----------
    tournament, rules
        What the tournament file sets (points, initial colour) goes before the rule set.
    round
        Number of the round to pair; None for the one after the last.  For a round already played those seated in it are
        present and `tournament.next` does not apply (CONTRACT 1.2).

    Raises
    ------
    ValueError
        A game before this round has no result, or `round` is beyond the next one.
    """

    def __init__(self, tournament: Tournament, rules: RuleSet, round: int | None = None) -> None:
        self.tournament = tournament
        self.rules = rules
        self.round = len(tournament.rounds) + 1 if round is None else round
        if not 1 <= self.round <= len(tournament.rounds) + 1:
            raise ValueError(f"round {self.round} cannot be paired after {len(tournament.rounds)} rounds")
        self.played_rounds: tuple[Round, ...] = tournament.rounds[: self.round - 1]
        if any(game.result is None for past in self.played_rounds for game in past.games):
            raise ValueError("an earlier game has no result")

        self.ids: tuple[int, ...] = tuple(sorted(tournament.ids))
        self.player = {player.id: player for player in tournament.players}
        self.rerun = self.round <= len(tournament.rounds)
        self.fixes: tuple[FixedPair, ...] = () if self.rerun else tournament.next.fix
        self.present: tuple[int, ...] = tuple(p for p in self.ids if self._is_present(p))
        self.forbidden = self._forbidden_pairs()

        self.real_score = {p: self.score_before(p, self.round) for p in self.ids}
        self.score = {p: self.pairing_score(p, self.round) for p in self.ids}
        self.sos = {p: self._sos(p) for p in self.ids}
        self.gam = {p: self._gam(p) for p in self.ids}
        self.ranking: tuple[int, ...] = tuple(sorted(self.ids, key=self.ranking_key))
        self.rank = {p: place for place, p in enumerate(self.ranking)}
        self.met = {pair_of(g.white, g.black) for past in self.played_rounds for g in past.games if g.played}
        self.colours = {p: self._colour_history(p) for p in self.ids}
        self._mark = {p: tuple(self.mark_in(p, k) for k in range(1, self.round)) for p in self.ids}

        self.gaps = self._possible_gaps()
        self._pair_cost_cache: dict[Pair, Costs] = {}
        self._bye_cost_cache: dict[int, Costs] = {}
        self._legal_cache: dict[Pair, bool] = {}
        self._allocation_cache: dict[Pair, Pair | None] = {}

    @property
    def has_colours(self) -> bool:
        """RULES 4.4, last paragraph."""
        return bool(COLOUR_RULES & {*self.rules.hard, *self.rules.levels})

    # Who is to be paired

    def _is_present(self, p: int) -> bool:
        """CONTRACT 1.2: seated in a round already played; else not known to be away."""
        if self.rerun:
            return p in self.tournament.rounds[self.round - 1].seated()
        return p not in self.tournament.next.not_playing

    def _forbidden_pairs(self) -> set[Pair]:
        """RULES 5: the arbiter's `forbid`; for every round, for this round, and of the next round."""
        pairs: set[Pair] = {pair_of(*pair) for pair in self.tournament.forbidden}
        pairs |= {pair_of(*pair) for pair in self.tournament.forbidden_in.get(self.round, ())}
        if not self.rerun:
            pairs |= {pair_of(*pair) for pair in self.tournament.next.forbid}
        return pairs

    # Section 1: points

    def points_for(self, outcome: str) -> int:
        """RULES 1.1: points for an outcome; what the file sets goes first."""
        from_file = self.tournament.points.get(outcome)
        return int(getattr(self.rules.points, outcome)) if from_file is None else from_file

    def result_of(self, game: Game) -> Result:
        """RULES 1.2: a game stopped by time counts as the policy says."""
        assert game.result is not None
        if game.result is not Result.STOPPED_BY_TIME:
            return game.result
        if self.rules.policy.time_result == "draw":
            return Result.DRAW
        if game.gam is None:
            raise ValueError("a game stopped by time needs game points")
        white, black = game.gam
        if white > black:
            return Result.WHITE_WINS
        return Result.BLACK_WINS if black > white else Result.DRAW

    def points_in(self, p: int, past: Round) -> int:
        """RULES 1.2: what one round gave p; one who is in no list was absent."""
        for game in past.games:
            if p == game.white:
                return self.points_for(_OUTCOMES[self.result_of(game)][0])
            if p == game.black:
                return self.points_for(_OUTCOMES[self.result_of(game)][1])
        if p in past.byes:
            return self.points_for("bye")
        if p in past.half_byes:
            return self.points_for("half_bye")
        if p in past.full_byes:
            return self.points_for("full_bye")
        return self.points_for("absent")

    def score_before(self, p: int, number: int) -> int:
        """RULES 1.4: the score after the round before round `number`, with what the file gives or takes beside it."""
        total = 0
        for index in range(number - 1):
            total += self.points_in(p, self.played_rounds[index])
            total += self.tournament.corrections.get(index + 1, {}).get(p, 0)
        return total

    def pairing_score(self, p: int, number: int) -> int:
        """TRF 250, XXA, policy `start_scores`: the score by which round `number` is paired, with the fictitious points
        of that round and what the player started with.
        """
        fictitious = self.tournament.accelerated.get(number, {}).get(p, 0)
        policy = self.tournament.start_scores or self.rules.policy.start_scores
        starting = self.player[p].start_score if policy == "used" else 0
        return self.score_before(p, number) + fictitious + starting

    # Section 2: ranking

    def _sos(self, p: int) -> int:
        """RULES 2.1: current scores of the opponents in played games, each game counting; policy `sos_bye`.

        Fictitious points are nobody's score: they only move their owner in the pairing.
        """
        total = 0
        for past in self.played_rounds:
            for game in past.games:
                if game.played and p == game.white:
                    total += self.real_score[game.black]
                if game.played and p == game.black:
                    total += self.real_score[game.white]
            if p in past.byes and self.rules.policy.sos_bye == "own-score":
                total += self.real_score[p]
        return total

    def _gam(self, p: int) -> int:
        """RULES 1.3, 2.1: the sum of p's game points in played games; missing ones are 0."""
        total = 0
        for past in self.played_rounds:
            for game in past.games:
                if game.played and game.gam is not None:
                    if p == game.white:
                        total += game.gam[0]
                    if p == game.black:
                        total += game.gam[1]
        return total

    def lot(self, p: int) -> int:
        """RULES 2.1: the drawn number; the id where none is given."""
        drawn = self.player[p].lot
        return p if drawn is None else drawn

    def ranking_key(self, p: int) -> tuple[int, ...]:
        """RULES 2.1, 2.2: smaller is better; the rule set's keys, then the lot, then the smaller id."""
        value: dict[str, int] = {
            "score": -self.score[p],
            "sos": -self.sos[p],
            "gam": -self.gam[p],
            "rating": -self.player[p].rating,
            "lot": self.lot(p),
        }
        return (*(value[key] for key in self.rules.ranking), self.lot(p), p)

    def in_rank_order(self, players: Iterable[int]) -> list[int]:
        """The players, best first."""
        return sorted(players, key=self.rank.__getitem__)

    # Section 3: floats

    def mark_in(self, p: int, number: int) -> str | None:
        """RULES 3.1: the mark p received in round `number`: "down", "up" or None."""
        past = self.played_rounds[number - 1]
        if p in past.byes or p in past.half_byes or p in past.full_byes:
            return "down"
        for game in past.games:
            if p in (game.white, game.black):
                opponent = game.black if p == game.white else game.white
                mine, theirs = self.pairing_score(p, number), self.pairing_score(opponent, number)
                if mine != theirs:
                    return "down" if mine > theirs else "up"
        return None

    def float(self, p: int, k: int) -> str | None:
        """RULES 3.2: p's mark k rounds before the round being paired."""
        number = self.round - k
        return self._mark[p][number - 1] if number >= 1 else None

    def floats_given(self, u: int, v: int) -> tuple[tuple[int, str], ...]:
        """RULES 3.1: the marks the pair would give, as (player, mark)."""
        if self.score[u] == self.score[v]:
            return ()
        higher, lower = (u, v) if self.score[u] > self.score[v] else (v, u)
        return ((higher, "down"), (lower, "up"))

    # Section 4: colours

    def _colour_history(self, p: int) -> tuple[Colour, ...]:
        """RULES 4.1: colours of played games in order; games without colours do not count (1.2)."""
        history: list[Colour] = []
        for past in self.played_rounds:
            for game in past.games:
                if game.played and game.coloured:
                    if p == game.white:
                        history.append("white")
                    if p == game.black:
                        history.append("black")
        return tuple(history)

    def cd(self, p: int) -> int:
        """RULES 4.1: whites minus blacks."""
        return self.colours[p].count("white") - self.colours[p].count("black")

    def last_two_were(self, p: int, colour: Colour) -> bool:
        """Whether p's last two played games were both of this colour."""
        return self.colours[p][-2:] == (colour, colour)

    def breaks_colour_difference(self, p: int, colour: Colour) -> bool:
        """RULES 4.2, R 2a: whether this colour takes p's colour difference beyond the limit on its own side."""
        return self.cd(p) + 1 > 2 if colour == "white" else self.cd(p) - 1 < -2

    def breaks_third_colour(self, p: int, colour: Colour) -> bool:
        """RULES 4.2, R 2b: whether p would have this colour three times running."""
        return self.last_two_were(p, colour)

    def may_take(self, p: int, colour: Colour) -> bool:
        """RULES 4.2: only the part of a hard criterion holds."""
        if "colour-difference" in self.rules.hard and self.breaks_colour_difference(p, colour):
            return False
        return not ("third-colour" in self.rules.hard and self.breaks_third_colour(p, colour))

    def may_white(self, p: int) -> bool:
        """RULES 4.2."""
        return self.may_take(p, "white")

    def may_black(self, p: int) -> bool:
        """RULES 4.2."""
        return self.may_take(p, "black")

    def preference(self, p: int) -> tuple[Colour | None, str]:
        """RULES 4.3: the wanted colour and its strength, the first rule that applies."""
        cd = self.cd(p)
        if cd > 1:
            return "black", "absolute"
        if cd < -1:
            return "white", "absolute"
        if self.last_two_were(p, "white"):
            return "black", "absolute"
        if self.last_two_were(p, "black"):
            return "white", "absolute"
        if cd == 1:
            return "black", "strong"
        if cd == -1:
            return "white", "strong"
        if self.colours[p]:
            return other(self.colours[p][-1]), "mild"
        return None, "none"

    def denied(self, p: int, colour: Colour) -> bool:
        """Whether p has a preference and it is not this colour."""
        wanted = self.preference(p)[0]
        return wanted is not None and wanted != colour

    def may_not(self, white: int, black: int) -> int:
        """RULES 4.4 point 1: how many of the two may not take their colour."""
        return (not self.may_white(white)) + (not self.may_black(black))

    def denied_preferences(self, white: int, black: int, weakest: str = "mild") -> int:
        """How many of the two are denied a preference at least this strong."""
        count = 0
        for p, colour in ((white, "white"), (black, "black")):
            strength = self.preference(p)[1]
            if STRENGTHS.index(strength) >= STRENGTHS.index(weakest) and self.denied(p, colour):  # type: ignore[arg-type]
                count += 1
        return count

    def initial_colour(self) -> Colour:
        """RULES 4.4 point 6: policy, unless the file says."""
        name = self.tournament.initial_colour or self.rules.policy.initial_colour
        return "black" if name == "black" else "white"

    def stronger_preference(self, u: int, v: int) -> int | None:
        """RULES 4.4 point 3: which of two who want the same colour wants it more; None if level or they do not."""
        (colour_u, strength_u), (colour_v, strength_v) = self.preference(u), self.preference(v)
        if colour_u is None or colour_u != colour_v:
            return None
        if strength_u != strength_v:
            return u if STRENGTHS.index(strength_u) > STRENGTHS.index(strength_v) else v
        if strength_u == "absolute" and abs(self.cd(u)) != abs(self.cd(v)):
            return u if abs(self.cd(u)) > abs(self.cd(v)) else v
        return None

    def latest_difference(self, u: int, v: int) -> tuple[Colour, Colour] | None:
        """RULES 4.4 point 4: the two colours in the latest comparison, histories aligned at the end, that differ."""
        for mine, theirs in zip(reversed(self.colours[u]), reversed(self.colours[v]), strict=False):
            if mine != theirs:
                return mine, theirs
        return None

    def from_point_2(self, options: Sequence[Pair]) -> Pair:
        """RULES 4.4 points 2 to 6: the choice among the assignments (white, black) of one pair that are left."""
        if len(options) == 1:
            return options[0]
        fewest = min(self.denied_preferences(*option) for option in options)
        options = [option for option in options if self.denied_preferences(*option) == fewest]
        if len(options) == 1:
            return options[0]
        u, v = options[0]

        def gives(p: int, colour: Colour) -> Pair:
            """The assignment in which p has this colour."""
            opponent = v if p == u else u
            return (p, opponent) if colour == "white" else (opponent, p)

        stronger = self.stronger_preference(u, v)
        if stronger is not None:
            colour = self.preference(stronger)[0]
            assert colour is not None
            return gives(stronger, colour)
        difference = self.latest_difference(u, v)
        if difference is not None:
            return gives(u, other(difference[0]))
        higher = self.in_rank_order((u, v))[0]
        colour = self.preference(higher)[0]
        if colour is not None:
            return gives(higher, colour)
        initial = self.initial_colour()
        return gives(higher, initial if higher % 2 == 1 else other(initial))

    def assignments(self, u: int, v: int) -> list[Pair]:
        """Both ways to seat the pair, or the one the arbiter has fixed (RULES 5)."""
        options = [(u, v), (v, u)]
        for fix in self.fixes:
            if fix.colours and fix.second != BYE and {fix.first, fix.second} == {u, v}:
                options = [option for option in options if option == (fix.first, fix.second)]
        return options

    def allocation(self, u: int, v: int) -> Pair | None:
        """RULES 4.4: (white, black), or None if no assignment is legal."""
        key = pair_of(u, v)
        if key not in self._allocation_cache:
            self._allocation_cache[key] = self._allocation(*key)
        return self._allocation_cache[key]

    def _allocation(self, u: int, v: int) -> Pair | None:
        options = self.assignments(u, v)
        if not options:
            return None
        if not self.has_colours:
            return options[0] if len(options) == 1 else self.by_rank(u, v)
        if not self.exempt(u, v):
            options = [option for option in options if self.may_not(*option) == 0]
            if not options:
                return None
        fewest = min(self.may_not(*option) for option in options)
        return self.from_point_2([option for option in options if self.may_not(*option) == fewest])

    def by_rank(self, u: int, v: int) -> Pair:
        """RULES 4.4, last paragraph: the higher ranked player first."""
        first, second = self.in_rank_order((u, v))
        return first, second

    # Section 5: what is legal

    def is_rematch(self, u: int, v: int) -> bool:
        """P B1, R 1a."""
        return pair_of(u, v) in self.met

    def times_met(self, u: int, v: int) -> int:
        """RULES 7, 13: how many games the two have played."""
        games = [game for past in self.played_rounds for game in past.games if game.played]
        return sum({game.white, game.black} == {u, v} for game in games)

    def earlier_byes(self, p: int) -> int:
        """P B2, R 1b: rounds in which p had a bye (U), a full-point bye (F) or, by the policy, a forfeit win (+)."""
        count = 0
        for past in self.played_rounds:
            count += p in past.byes or p in past.full_byes
            if self.rules.policy.forfeit_win_bars_bye == "yes":
                won = [game.white for game in past.games if game.result is Result.WHITE_WINS_BY_FORFEIT]
                won += [game.black for game in past.games if game.result is Result.BLACK_WINS_BY_FORFEIT]
                count += p in won
        return count

    def times_together(self, u: int, v: int) -> int:
        """`times_met`, where one of the two may be the bye."""
        return self.earlier_byes(max(u, v)) if BYE in (u, v) else self.times_met(u, v)

    def triangles_left(self, u: int, v: int) -> int:
        """Level `last-opponents`: where nobody has more than three others to meet in this cycle, 2 less the third ones
        that both still have to meet."""
        everybody = [*self.present, *([BYE] if len(self.present) % 2 else [])]
        fewest = min(self.times_together(a, b) for a in everybody for b in everybody if a < b)

        def to_meet(a: int) -> set[int]:
            return {b for b in everybody if b != a and self.times_together(a, b) == fewest}

        if max(len(to_meet(a)) for a in everybody) > 3:
            return 0
        return max(0, 2 - len(to_meet(u) & to_meet(v)))

    def is_second_bye(self, p: int) -> bool:
        """P B2, R 1b."""
        return self.earlier_byes(p) > 0

    def ordered_apart(self, u: int, v: int) -> bool:
        """RULES 5: the arbiter's `forbid`; u or v may be the bye."""
        return pair_of(u, v) in self.forbidden

    def legal(self, u: int, v: int) -> bool:
        """RULES 5: whether two present players may meet.  Orders to meet somebody else (`fix`) are not looked at."""
        key = pair_of(u, v)
        if key not in self._legal_cache:
            self._legal_cache[key] = self._legal(*key)
        return self._legal_cache[key]

    def _legal(self, u: int, v: int) -> bool:
        if u == v or u not in self.present or v not in self.present:
            return False
        if "no-rematch" in self.rules.hard and self.is_rematch(u, v):
            return False
        return not self.ordered_apart(u, v) and self.allocation(u, v) is not None

    def may_have_bye(self, p: int) -> bool:
        """RULES 5: `single-bye`, `forbid`, and no bye where the number present is even (`full-round`)."""
        if p not in self.present or len(self.present) % 2 == 0:
            return False
        if "single-bye" in self.rules.hard and self.is_second_bye(p):
            return False
        return not self.ordered_apart(p, BYE)

    def legal_pair(self, pair: Pair) -> bool:
        """`legal` or `may_have_bye`, as the pair asks."""
        return self.may_have_bye(pair[1]) if pair[0] == BYE else self.legal(*pair)

    def fixed_pairs(self) -> tuple[Pair, ...]:
        """The arbiter's `fix` as pairs, each once."""
        return tuple(dict.fromkeys(pair_of(fix.first, fix.second) for fix in self.fixes))

    def illegal_fixes(self) -> tuple[Pair, ...]:
        """RULES 5: fixed pairs that are not legal, or that ask one player to sit twice: an error, not a position."""
        fixed = self.fixed_pairs()
        clashing = {pair for pair in fixed for another in fixed if pair != another and set(pair) & set(another)}
        return tuple(pair for pair in fixed if pair in clashing or not self.legal_pair(pair))

    # Section 6: the last round

    def is_last_round(self) -> bool:
        """RULES 6: without a planned number of rounds no round is the last."""
        return self.tournament.rounds_planned is not None and self.round == self.tournament.rounds_planned

    def topscorer(self, p: int) -> bool:
        """RULES 6: more than half of the points then possible, in the last round, if the rule set says so."""
        if not self.rules.exemption or not self.is_last_round():
            return False
        return 2 * self.real_score[p] > (self.round - 1) * self.points_for("win")

    def exempt(self, u: int, v: int) -> bool:
        """RULES 6: a pair with at least one topscorer."""
        return self.topscorer(u) or self.topscorer(v)

    # Section 7: levels

    def _possible_gaps(self) -> tuple[int, ...]:
        """The nonzero differences between scores of present players, largest first."""
        scores = {self.score[p] for p in self.present}
        return tuple(sorted({a - b for a in scores for b in scores if a > b}, reverse=True))

    def level_names(self) -> tuple[str, ...]:
        """The rule set's levels, `score-gap-profile` as one level per possible gap, largest first."""
        names: list[str] = []
        for level in self.rules.levels:
            if level == "score-gap-profile":
                names += [f"{level}-{gap}" for gap in self.gaps]
            else:
                names.append(level)
        return tuple(names)

    def gap(self, u: int, v: int) -> int:
        """The difference of the two scores."""
        return abs(self.score[u] - self.score[v])

    def restricted_groups(self, u: int, v: int) -> int:
        """P B4: a group in common, while the round is within `restricted_until`."""
        until = self.tournament.restricted_until
        if until is None or self.round > until:
            return 0
        return int(bool(set(self.player[u].groups) & set(self.player[v].groups)))

    def same_floats(self, u: int, v: int, k: int) -> int:
        """P B5, R 5, R 6: players given the same float as k rounds before; a topscorer's is free (RULES 6)."""
        return sum(self.float(p, k) == mark for p, mark in self.floats_given(u, v) if not self.topscorer(p))

    def bye_same_float(self, p: int, k: int) -> int:
        """The same for the bye, which is a downfloat; a topscorer's bye costs as well (RULES 6)."""
        return int(self.float(p, k) == "down")

    def pair_cost(self, level: str, white: int, black: int) -> int:
        """RULES 7: what the pair costs on a level, with these colours."""
        u, v = white, black
        if level.startswith("score-gap-profile-"):
            return int(self.gap(u, v) == int(level.rsplit("-", 1)[1]))
        if level.startswith("relaxed:"):
            return self.breaks(level.removeprefix("relaxed:"), white, black)
        costs: dict[str, Callable[[], int]] = {
            "restricted-groups": lambda: self.restricted_groups(u, v),
            "repeated-float": lambda: self.same_floats(u, v, 1),
            "bye-score": lambda: 0,
            "score-gap": lambda: self.gap(u, v),
            "score-gap-squares": lambda: self.gap(u, v) ** 2,
            "floaters": lambda: int(self.gap(u, v) != 0),
            "exemption": lambda: self.may_not(white, black) if self.exempt(u, v) else 0,
            "colour": lambda: self.denied_preferences(white, black),
            "strong-colour": lambda: self.denied_preferences(white, black, "strong"),
            "absolute-colour": lambda: self.denied_preferences(white, black, "absolute"),
            "float-two-back": lambda: self.same_floats(u, v, 2),
            "rematch": lambda: self.times_met(u, v),
            "repeated-bye": lambda: 0,
            "last-opponents": lambda: self.triangles_left(u, v),
        }
        return costs[level]()

    def bye_cost(self, level: str, p: int) -> int:
        """RULES 7: what p's bye costs on a level."""
        if level in ("relaxed:single-bye", "repeated-bye"):
            return self.earlier_byes(p)
        if level == "last-opponents":
            return self.triangles_left(BYE, p)
        if level == "bye-score":
            return self.score[p]
        if level == "repeated-float":
            return self.bye_same_float(p, 1)
        if level == "float-two-back":
            return self.bye_same_float(p, 2)
        return 0

    def pair_costs(self, u: int, v: int) -> Costs:
        """Costs of a legal pair, with its colours by 4.4, in the order of `level_names`."""
        key = pair_of(u, v)
        if key not in self._pair_cost_cache:
            seats = self.allocation(u, v)
            assert seats is not None, f"{u} and {v} have no legal colours"
            self._pair_cost_cache[key] = tuple(self.pair_cost(level, *seats) for level in self.level_names())
        return self._pair_cost_cache[key]

    def bye_costs(self, p: int) -> Costs:
        """Costs of p's bye, in the order of `level_names`."""
        if p not in self._bye_cost_cache:
            self._bye_cost_cache[p] = tuple(self.bye_cost(level, p) for level in self.level_names())
        return self._bye_cost_cache[p]

    def costs(self, pair: Pair) -> Costs:
        """`pair_costs` or `bye_costs`, as the pair asks."""
        return self.bye_costs(pair[1]) if pair[0] == BYE else self.pair_costs(*pair)

    # Section 13: a weaker rule set

    def breaks(self, rule: str, white: int, black: int) -> int:
        """RULES 13: how often the pair, so seated, breaks a rule that was hard; colours count players."""
        if rule == "no-rematch":
            return self.times_met(white, black)
        if rule == "single-bye" or self.exempt(white, black):
            return 0
        seats: tuple[tuple[int, Colour], ...] = ((white, "white"), (black, "black"))
        if rule == "colour-difference":
            return sum(self.breaks_colour_difference(p, colour) for p, colour in seats)
        return sum(self.breaks_third_colour(p, colour) for p, colour in seats)

    def relaxed_rules(self) -> tuple[str, ...]:
        """RULES 13: only criteria that were hard are relaxed."""
        return tuple(rule for rule in RELAXABLE if rule in self.rules.hard)

    def relaxed_level_names(self) -> tuple[str, ...]:
        """RULES 13: each relaxed rule is a level before all others."""
        return tuple(f"relaxed:{rule}" for rule in self.relaxed_rules()) + self.level_names()

    def relaxed_allocation(self, u: int, v: int) -> Pair | None:
        """RULES 13: fewest colour-difference breaks, then fewest third colours, then 4.4 from point 2."""
        if not self.has_colours or self.exempt(u, v):
            return self.allocation(u, v)
        options = self.assignments(*pair_of(u, v))
        for rule in ("colour-difference", "third-colour"):
            if rule in self.rules.hard and options:
                fewest = min(self.breaks(rule, *option) for option in options)
                options = [option for option in options if self.breaks(rule, *option) == fewest]
        return self.from_point_2(options) if options else None

    def relaxed_legal_pair(self, pair: Pair) -> bool:
        """What stays hard when everything relaxable is relaxed: who is present, `forbid`, `full-round`."""
        u, v = pair
        if v not in self.present or self.ordered_apart(u, v):
            return False
        if u == BYE:
            return len(self.present) % 2 == 1
        return u in self.present and self.relaxed_allocation(u, v) is not None

    def relaxed_costs(self, pair: Pair) -> Costs:
        """Costs of a pair or bye, in the order of `relaxed_level_names`."""
        names = self.relaxed_level_names()
        if pair[0] == BYE:
            return tuple(self.bye_cost(level, pair[1]) for level in names)
        seats = self.relaxed_allocation(*pair)
        assert seats is not None
        return tuple(self.pair_cost(level, *seats) for level in names)


# Every perfect matching


def matchings(players: Sequence[int], allowed: Callable[[Pair], bool]) -> Iterator[tuple[Pair, ...]]:
    """All ways to pair the players, one of them having the bye where their number is odd."""
    everybody = list(players) if len(players) % 2 == 0 else [BYE, *players]
    if not everybody:
        yield ()
        return
    u, *rest = everybody
    for v in rest:
        pair = pair_of(u, v)
        if allowed(pair):
            for others in matchings([p for p in rest if p != v], allowed):
                yield (pair, *others)


def levels_of(costs: Iterable[Costs], count: int) -> Costs:
    """The sums, level by level; `count` zeros for no pairs at all."""
    total = [0] * count
    for cost in costs:
        for level, value in enumerate(cost):
            total[level] += value
    return tuple(total)


def level_vector(state: State, pairing: Iterable[Pair]) -> Costs:
    """RULES 7: the levels of a pairing."""
    return levels_of((state.costs(pair) for pair in pairing), len(state.level_names()))


def _best(
    state: State, allowed: Callable[[Pair], bool], costs: Callable[[Pair], Costs], count: int
) -> tuple[Costs, list[Pairing]] | None:
    """The smallest level vector over all matchings, and every pairing that has it; the fixed pairs stand in each."""
    if state.illegal_fixes():
        return None
    fixed = state.fixed_pairs()
    taken = {p for pair in fixed for p in pair}
    open_players = [p for p in state.present if p not in taken]
    legal: dict[Pair, bool] = {}
    cost: dict[Pair, Costs] = {}

    def cached(pair: Pair) -> bool:
        if pair not in legal:
            legal[pair] = allowed(pair)
        return legal[pair]

    best: Costs | None = None
    optima: list[Pairing] = []
    for pairs in matchings(open_players, cached):
        pairing = (*fixed, *pairs)
        for pair in pairing:
            if pair not in cost:
                cost[pair] = costs(pair)
        value = tuple(map(sum, zip(*(cost[pair] for pair in pairing), strict=True))) if pairing else (0,) * count
        if best is None or value < best:
            best, optima = value, []
        if value == best:
            optima.append(frozenset(pairing))
    return None if best is None else (best, optima)


def best(state: State) -> tuple[Costs, list[Pairing]] | None:
    """RULES 7: the optimal levels and all optimal pairings; None if there is no legal pairing, or a fix is illegal."""
    return _best(state, state.legal_pair, state.costs, len(state.level_names()))


def relaxed_best(state: State) -> tuple[Costs, list[Pairing]] | None:
    """RULES 13: the same under the weaker rule set, levels as in `State.relaxed_level_names`."""
    return _best(state, state.relaxed_legal_pair, state.relaxed_costs, len(state.relaxed_level_names()))


def legal_pairings(state: State) -> list[Pairing]:
    """Every legal pairing that keeps the fixed pairs."""
    fixed = state.fixed_pairs()
    if state.illegal_fixes():
        return []
    taken = {p for pair in fixed for p in pair}
    rest = [p for p in state.present if p not in taken]
    return [frozenset((*fixed, *pairs)) for pairs in matchings(rest, state.legal_pair)]


# Section 9: natural order


class _Choice:
    """RULES 9: X, and the optimal pairings that contain it."""

    def __init__(self, state: State, optima: Sequence[Pairing]) -> None:
        self.state = state
        self.containing = list(optima)
        self.chosen: set[Pair] = set(state.fixed_pairs())
        self.seated: set[int] = {p for pair in self.chosen for p in pair}

    def open(self, p: int) -> bool:
        """Neither fixed nor paired yet."""
        return p not in self.seated

    def possible(self, u: int, v: int) -> bool:
        """possible(X + uv): some optimal pairing contains the pairs of X, and this one."""
        return any(pair_of(u, v) in pairing for pairing in self.containing)

    def take(self, u: int, v: int) -> None:
        """X becomes X + uv."""
        self.chosen.add(pair_of(u, v))
        self.seated |= {u, v}
        self.containing = [pairing for pairing in self.containing if self.chosen <= pairing]

    def take_first(self, u: int, candidates: Iterable[int]) -> None:
        """The first open candidate that is possible becomes u's opponent; without any u stays open."""
        for v in candidates:
            if self.open(v) and self.possible(u, v):
                self.take(u, v)
                return

    def go_through(self, players: list[int]) -> None:
        """RULES 9, merged: all of L, in rank order."""
        half = len(players) // 2
        upper, lower = players[:half], players[half:]
        for place, u in enumerate(players):
            if not self.open(u):
                continue
            below = players[place + 1 :]
            if u in upper:
                self.take_first(u, lower + [v for v in reversed(below) if v in upper])
            else:
                self.take_first(u, below)


def natural(state: State, optima: Sequence[Pairing]) -> Pairing:
    """RULES 9: the one optimal pairing that is chosen, by its sequence of decisions."""
    choice = _Choice(state, optima)
    moved: list[int] = []
    for score in sorted({state.score[p] for p in state.present}, reverse=True):
        group = [p for p in state.ranking if p in state.present and state.score[p] == score]
        if state.rules.bracket_style == "merged":
            everybody = state.in_rank_order(moved + [p for p in group if choice.open(p)])
            choice.go_through(everybody)
        else:
            for u in moved:
                choice.take_first(u, group)
            choice.go_through([p for p in group if choice.open(p)])
            everybody = moved + group
        moved = state.in_rank_order(p for p in everybody if choice.open(p))
    assert len(moved) <= 1
    pairing = frozenset(choice.chosen | {(BYE, p) for p in moved})
    assert pairing in choice.containing
    return pairing


# Section 10: boards


def boards(state: State, pairing: Iterable[Pair]) -> list[Board]:
    """RULES 10: higher score, sum of the scores, rank of the higher ranked player; the bye last."""

    def order(pair: Pair) -> tuple[int, ...]:
        if pair[0] == BYE:
            return (1,)
        first, second = sorted((state.score[p] for p in pair), reverse=True)
        return 0, -first, -(first + second), min(state.rank[p] for p in pair)

    listed: list[Board] = []
    for number, pair in enumerate(sorted(pairing, key=order), start=1):
        seats = (pair[1], BYE) if pair[0] == BYE else state.allocation(*pair)
        assert seats is not None
        listed.append(Board(number, *seats))
    return listed


def relaxed_boards(state: State, pairing: Iterable[Pair]) -> set[Pair]:
    """RULES 13: (white, black) of each pair of a relaxed pairing; (p, 0) for the bye."""
    seated: set[Pair] = set()
    for pair in pairing:
        seats = (pair[1], BYE) if pair[0] == BYE else state.relaxed_allocation(*pair)
        assert seats is not None
        seated.add(seats)
    return seated


# Section 14: look-ahead


def lookahead_ok(state: State, pairing: Iterable[Pair], further: int) -> bool:
    """RULES 14: whether `further` more rounds can be paired after this one, whatever the results.

    Only `no-rematch`, `single-bye` and `full-round` count, as far as they are hard, among those now present, and the
    orders of the file that stand for the rounds to come; neither `fix` nor what is forbidden in this round alone.

    Raises
    ------
    ValueError
        There are not that many rounds left after this one.
    """
    planned = state.tournament.rounds_planned
    if planned is not None and further > planned - state.round:
        raise ValueError("more rounds than are left")
    hard = state.rules.hard
    byes = {(BYE, p) for p in state.present if state.is_second_bye(p)} if "single-bye" in hard else set()
    met = set(state.met) if "no-rematch" in hard else set()

    def once(pairs: Iterable[Pair]) -> set[Pair]:
        return {pair for pair in pairs if ("single-bye" if BYE in pair else "no-rematch") in hard}

    in_round = state.tournament.forbidden_in
    barred = [set(in_round.get(state.round + ahead, frozenset())) for ahead in range(1, further + 1)]
    return _rounds_left(state.present, met | byes | set(state.tournament.forbidden) | once(pairing), barred, once)


def _rounds_left(
    players: Sequence[int],
    used: set[Pair],
    barred: Sequence[set[Pair]],
    once: Callable[[Iterable[Pair]], set[Pair]],
) -> bool:
    """Whether a round for each of the sets can be paired with pairs (and byes) that are not used, nor barred in that
    round, each of those that can be paired `once` at most once.
    """
    if not barred:
        return True
    for pairs in matchings(players, lambda pair: pair not in used | barred[0]):
        if _rounds_left(players, used | once(pairs), barred[1:], once):
            return True
    return False
