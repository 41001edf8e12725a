"""Random tournaments for the tests: small ones with messy histories, and large ones as they happen.

Everything is drawn from a `random.Random` of the caller (or of a seed), so the same seed gives the same tournament.
Neither generator knows a rule of the program: what it makes is input, not an expectation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from pairproof.model.tournament import BYE, FixedPair, Game, NextRound, Player, Result, Round, Tournament

NORMAL_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
UNUSUAL_RESULTS = (Result.BOTH_LOSE, Result.DRAW_AND_LOSS, Result.LOSS_AND_DRAW)
FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT)
OTHER_POINTS: tuple[dict[str, int], ...] = (
    {"half_bye": 2},
    {"bye": 1},
    {"absent": 1},
    {"win": 3, "full_bye": 3},
    {"win": 4, "draw": 2, "bye": 4, "half_bye": 2, "full_bye": 4},
    {"loss": 1},
)

_POINTS: dict[Result, tuple[int, int]] = {
    Result.WHITE_WINS: (2, 0),
    Result.DRAW: (1, 1),
    Result.BLACK_WINS: (0, 2),
    Result.DRAW_AND_LOSS: (1, 0),
    Result.LOSS_AND_DRAW: (0, 1),
    Result.WHITE_WINS_BY_FORFEIT: (2, 0),
    Result.BLACK_WINS_BY_FORFEIT: (0, 2),
}


class _Story:
    """What has happened so far, as far as the generator needs it to go on."""

    def __init__(self, ids: Sequence[int]) -> None:
        self.score = dict.fromkeys(ids, 0)
        self.colours: dict[int, list[int]] = {p: [] for p in ids}
        self.met: set[frozenset[int]] = set()
        self.had_bye: set[int] = set()

    def fresh(self, u: int, v: int) -> bool:
        """Whether the two have not met."""
        return frozenset((u, v)) not in self.met

    def can_take(self, p: int, colour: int) -> bool:
        """Whether p may take white (+1) or black (-1) again."""
        history = self.colours[p]
        return abs(sum(history) + colour) <= 2 and history[-2:] != [colour, colour]

    def seats(self, u: int, v: int) -> tuple[int, int] | None:
        """White and black for the two, alternating where possible; None if the limits allow neither way."""
        ways = [(w, b) for w, b in ((u, v), (v, u)) if self.can_take(w, 1) and self.can_take(b, -1)]

        def urge(way: tuple[int, int]) -> tuple[int, int]:
            w, b = way
            last_w, last_b = self.colours[w][-1:], self.colours[b][-1:]
            return sum(self.colours[w]) - sum(self.colours[b]), (last_w == [1]) + (last_b == [-1])

        return min(ways, key=urge) if ways else None

    def add(self, game: Game) -> None:
        """Enter a game."""
        assert game.result is not None
        white, black = _POINTS.get(game.result, (0, 0))
        self.score[game.white] += white
        self.score[game.black] += black
        if game.played:
            self.met.add(frozenset((game.white, game.black)))
            if game.coloured:
                self.colours[game.white].append(1)
                self.colours[game.black].append(-1)


def _match(players: Sequence[int], fits: Callable[[int, int], bool], budget: list[int]) -> list[tuple[int, int]] | None:
    """The first perfect matching found that pairs early players with near ones; gives up when the budget is spent."""
    if not players:
        return []
    budget[0] -= 1
    if budget[0] < 0:
        return None
    u, *rest = players
    for v in rest:
        if fits(u, v):
            others = _match([p for p in rest if p != v], fits, budget)
            if others is not None:
                return [(u, v), *others]
    return None


def _swiss_games(rng: random.Random, story: _Story, seated: Sequence[int]) -> list[tuple[int, int]] | None:
    """Pairs by score without rematches, with colours within the limits; None where there are none."""
    order = list(seated)
    rng.shuffle(order)
    order.sort(key=lambda p: -story.score[p])
    pairs = _match(order, lambda u, v: story.fresh(u, v) and story.seats(u, v) is not None, [4000])
    if pairs is None:
        return None
    return [story.seats(u, v) or (u, v) for u, v in pairs]


def _messy_games(
    rng: random.Random, story: _Story, seated: Sequence[int], whiteness: dict[int, float]
) -> list[tuple[int, int]]:
    """Random pairs, colours by each player's leaning, rematches and colour runs as they come."""
    order = list(seated)
    rng.shuffle(order)
    pairs = _match(order, story.fresh, [200]) if rng.random() < 0.8 else None
    if pairs is None:
        pairs = list(zip(order[::2], order[1::2], strict=True))
    games = []
    for u, v in pairs:
        chance = (whiteness[u] + 1 - whiteness[v]) / 2
        games.append((u, v) if rng.random() < chance else (v, u))
    return games


def _players(rng: random.Random, count: int, mess: float, groups: Sequence[str]) -> list[Player]:
    """Entrants, with equal and missing ratings, lots and groups the more often the messier."""
    ids = list(range(1, count + 1))
    if rng.random() < 0.3 * mess:
        ids = sorted(rng.sample(range(1, 3 * count + 1), count))
    lots: list[int | None] = [None] * count
    if rng.random() < 0.4:
        lots = list(rng.sample(range(1, count + 1), count))
    if rng.random() < 0.3 * mess:
        lots = [rng.choice((None, rng.randint(1, count))) for _ in ids]
    few_ratings = rng.random() < 0.5 * mess
    players = []
    for p, lot in zip(ids, lots, strict=True):
        rating = rng.choice((1600, 1800)) if few_ratings else rng.randint(1200, 2400)
        if rng.random() < 0.2 * mess:
            rating = 0
        own: tuple[str, ...] = ()
        if groups and rng.random() < 0.6:
            own = tuple(sorted(rng.sample(list(groups), rng.choice((1, 1, 1, 2)))))
        players.append(Player(p, f"Player {p}", rating, lot, own))
    if rng.random() < 0.2 * mess:
        rng.shuffle(players)
    return players


def _result(rng: random.Random, mess: float, with_gam: bool, with_time: bool) -> tuple[Result, tuple[int, int] | None]:
    """A result and the game points that go with it."""
    draw = rng.random()
    if draw < 0.15 * mess:
        return rng.choice(FORFEITS), None
    result = rng.choice(UNUSUAL_RESULTS) if draw < 0.2 * mess else rng.choice(NORMAL_RESULTS)
    gam = (rng.randint(0, 6), rng.randint(0, 6)) if with_gam and rng.random() < 1 - 0.2 * mess else None
    if gam is not None and with_time and rng.random() < 0.15 * mess:
        result = Result.STOPPED_BY_TIME
    return result, gam


def _next_round(
    rng: random.Random, story: _Story, ids: Sequence[int], gone: set[int], mess: float, fixes: bool
) -> NextRound:
    """Absences and the arbiter's orders; an order may turn out to be illegal."""
    absent = {p for p in gone if rng.random() < 0.9} | {p for p in ids if rng.random() < 0.07 * mess}
    half = {p for p in ids if p not in absent and rng.random() < 0.05 * mess}
    full = {p for p in ids if p not in absent | half and rng.random() < 0.02 * mess}
    present = [p for p in ids if p not in absent | half | full]
    forbid: set[tuple[int, int]] = set()
    fix: list[FixedPair] = []
    if len(present) >= 2 and rng.random() < 0.3 * mess:
        forbid = {_random_pair(rng, present) for _ in range(rng.randint(1, 2))}
    if present and rng.random() < 0.15 * mess:
        forbid.add((BYE, rng.choice(present)))
    if fixes and rng.random() < 0.25 * mess:
        open_players = list(present)
        if len(present) % 2 == 1 and rng.random() < 0.4:
            first = rng.choice([p for p in present if p not in story.had_bye] or present)
            fix.append(FixedPair(first, BYE))
            open_players.remove(first)
        for _ in range(rng.choice((1, 1, 2))):
            fresh = [(u, v) for u in open_players for v in open_players if u != v and story.fresh(u, v)]
            if not fresh:
                break
            u, v = rng.choice(fresh)
            fix.append(FixedPair(u, v, colours=rng.random() < 0.3))
            open_players = [p for p in open_players if p not in (u, v)]
    forbid -= _fixed(fix)
    return NextRound(frozenset(absent), frozenset(half), frozenset(full), frozenset(forbid), tuple(fix))


def _fixed(fix: Iterable[FixedPair]) -> set[tuple[int, int]]:
    """The fixed pairs, the smaller id first: the same pair both fixed and forbidden would be a fault of the file."""
    return {(min(pair.first, pair.second), max(pair.first, pair.second)) for pair in fix}


def _random_pair(rng: random.Random, ids: Sequence[int]) -> tuple[int, int]:
    """Two different ids, the smaller first."""
    u, v = sorted(rng.sample(list(ids), 2))
    return u, v


def random_tournament(
    rng: random.Random,
    players: int,
    rounds_played: int,
    *,
    mess: float,
    orders: bool = True,
    fixes: bool = True,
    other_points: bool = True,
    time_results: bool = True,
    acceleration: bool = False,
) -> Tournament:
    """A small tournament with random rounds.

    Parameters
    ----------
    players
        How many, from 1; meant for a dozen at most.
    rounds_played
        How many rounds to play.  With `mess` 0 fewer are played if no round without rematches is left, and a single
        player plays none.  Every round has a game in it.
    mess
        0: as in a plain Swiss, score against score, no rematches, colours within the limits, nobody away.
        1: absences, requested byes, forfeits, second byes, late entries, withdrawals, rematches, unusual results,
        colour runs.
    orders, fixes
        Whether `next`, `forbidden` and `forbidden_in` may be filled (not with `mess` 0), and `next.fix` among them.  A
        fixed pair may be illegal by a hard criterion, but never forbidden, absent or fixed twice.
    other_points, time_results
        Whether the file may set point values, and games may be stopped by time (always with game points).
    acceleration
        Whether some rounds are paired with fictitious points for some players, and some results are corrected (upwards
        only, so that no score is less than 0).
    """
    groups = rng.sample(("Lisboa", "Porto", "Faro", "Braga", "Évora"), rng.randint(2, 4)) if rng.random() < 0.5 else []
    entrants = _players(rng, players, mess, groups)
    ids = sorted(player.id for player in entrants)
    story = _Story(ids)
    with_gam = rng.random() < 0.5
    whiteness = {p: rng.choice((0.0, 0.5, 0.5, 1.0)) for p in ids}
    enters = {p: rng.randint(2, max(2, rounds_played + 1)) if rng.random() < 0.12 * mess else 1 for p in ids}
    leaves = {p: rng.randint(2, rounds_played + 2) if rng.random() < 0.08 * mess else rounds_played + 2 for p in ids}

    rounds: list[Round] = []
    for number in range(1, rounds_played + 1):
        here = [p for p in ids if enters[p] <= number < leaves[p]]
        away = {p for p in here if rng.random() < 0.15 * mess}
        half = [p for p in sorted(away) if rng.random() < 0.35]
        full = [p for p in sorted(away) if p not in half and rng.random() < 0.3]
        seated = [p for p in here if p not in away]
        if len(seated) < 2:
            seated, half, full = list(ids), [], []
        byes: list[int] = []
        if len(seated) % 2 == 1:
            order = sorted(seated, key=lambda p: (story.score[p], rng.random()))
            byes.append(next((p for p in order if p not in story.had_bye), order[0]))
            if rng.random() < 0.4 * mess:
                byes = [rng.choice(seated)]
        if len(seated) - len(byes) >= 4 and rng.random() < 0.05 * mess:
            byes += rng.sample([p for p in seated if p not in byes], 2)
        at_boards = [p for p in seated if p not in byes]
        if len(at_boards) < 2:
            break
        pairs = None if rng.random() < mess * 0.8 else _swiss_games(rng, story, at_boards)
        if pairs is None and mess == 0:
            break
        if pairs is None:
            pairs = _messy_games(rng, story, at_boards, whiteness)
        games = []
        for white, black in pairs:
            result, gam = _result(rng, mess, with_gam, time_results)
            games.append(Game(white, black, result, coloured=rng.random() >= 0.04 * mess, gam=gam))
        for game in games:
            story.add(game)
        for p in (*byes, *full):
            story.score[p] += 2
        for p in half:
            story.score[p] += 1
        story.had_bye |= set(byes) | set(full)
        rounds.append(Round(tuple(games), tuple(sorted(byes)), tuple(half), tuple(full)))

    following = len(rounds) + 1
    planned = rng.choice((following, following, None, following + 1, following + 2, following + 4))
    restricted = None
    latest = following + 1 if planned is None else planned - 1
    if groups and latest >= 1:
        restricted = rng.choice((None, latest, rng.randint(1, latest)))
    coming = NextRound()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    forbidden_in: dict[int, frozenset[tuple[int, int]]] = {}
    if orders and mess > 0:
        if rng.random() < 0.7:
            coming = _next_round(rng, story, ids, {p for p in ids if leaves[p] <= following}, mess, fixes)
        if len(ids) >= 3 and rng.random() < 0.15 * mess:
            forbidden = frozenset({_random_pair(rng, ids)} - _fixed(coming.fix))
        if len(ids) >= 3 and rng.random() < 0.15 * mess:
            forbidden_in = {rng.randint(1, following): frozenset({_random_pair(rng, ids)} - _fixed(coming.fix))}
    points = rng.choice(OTHER_POINTS) if other_points and rng.random() < 0.15 * mess else {}
    accelerated: dict[int, dict[int, int]] = {}
    corrections: dict[int, dict[int, int]] = {}
    if acceleration:
        share = rng.choice((0.3, 0.5, 0.8))
        for number in range(1, following + 2):
            if rng.random() < 0.8:
                given = {p: rng.randint(1, 4) for p in ids if rng.random() < share}
                accelerated |= {number: given} if given else {}
        for number in range(1, following):
            if rng.random() < 0.2:
                corrections[number] = {rng.choice(ids): rng.randint(1, 2)}
    return Tournament(
        name=f"Random {players}x{rounds_played}",
        players=tuple(entrants),
        rounds=tuple(rounds),
        rounds_planned=planned,
        next=coming,
        restricted_until=restricted,
        initial_colour=rng.choice((None, None, "white", "black")),
        points=points,
        forbidden=forbidden,
        forbidden_in=forbidden_in,
        accelerated=accelerated,
        corrections=corrections,
    )


class _Open:
    """The running state of a large simulated tournament; players are 0-based indices, in order of strength."""

    def __init__(self, rng: random.Random, ratings: Sequence[int]) -> None:
        self.rng = rng
        self.ratings = ratings
        count = len(ratings)
        self.score = [0] * count
        self.cd = [0] * count
        self.last = [0] * count
        self.before = [0] * count
        self.met: list[set[int]] = [set() for _ in range(count)]
        self.had_bye = [False] * count

    def can_take(self, p: int, colour: int) -> bool:
        """Whether p can have white (+1) or black (-1) within the usual limits."""
        return -2 <= self.cd[p] + colour <= 2 and not self.last[p] == self.before[p] == colour

    def wish(self, p: int) -> int:
        """The colour p is due, 0 for any."""
        if self.cd[p]:
            return -1 if self.cd[p] > 0 else 1
        return -self.last[p]

    def fits(self, u: int, v: int) -> bool:
        """Whether the two have not met and can have colours."""
        if v in self.met[u]:
            return False
        return (self.can_take(u, 1) and self.can_take(v, -1)) or (self.can_take(u, -1) and self.can_take(v, 1))

    def pair_across(self, upper: Sequence[int], lower: Sequence[int]) -> tuple[list[tuple[int, int]], list[int]]:
        """Each of `upper` with the first of `lower` that fits, better one due the other colour; and who is left."""
        following = list(range(1, len(lower) + 1))
        start = 0
        pairs, left = [], []
        for u in upper:
            wish = self.wish(u)
            chosen = chosen_before = -1
            at, before, tried = start, -1, 0
            while at < len(lower) and tried < 60:
                if self.fits(u, lower[at]):
                    if chosen < 0:
                        chosen, chosen_before = at, before
                    if not wish or self.wish(lower[at]) != wish:
                        chosen, chosen_before = at, before
                        break
                    if tried >= 10:
                        break
                at, before, tried = following[at], at, tried + 1
            if chosen < 0:
                left.append(u)
                continue
            pairs.append((u, lower[chosen]))
            if chosen_before < 0:
                start = following[chosen]
            else:
                following[chosen_before] = following[chosen]
        at = start
        while at < len(lower):
            left.append(lower[at])
            at = following[at]
        return pairs, left

    def pair_all(self, seated: Sequence[int]) -> list[tuple[int, int]]:
        """Top half against bottom half of each score group, who is left goes down; rematches only if all else fails."""
        groups: dict[int, list[int]] = {}
        for p in seated:
            groups.setdefault(self.score[p], []).append(p)
        pairs: list[tuple[int, int]] = []
        moved: list[int] = []
        for score in sorted(groups, reverse=True):
            made, left = self.pair_across(moved, groups[score])
            went_on = set(moved)
            moved = [p for p in left if p in went_on]
            rest = sorted(p for p in left if p not in went_on)
            half = len(rest) // 2
            across, left = self.pair_across(rest[:half], rest[half:])
            pairs += made + across
            moved += sorted(left)
        for repair in (self.fits, self.fresh, lambda u, v: u != v):
            moved = self.settle(moved, pairs, repair)
        return pairs

    def fresh(self, u: int, v: int) -> bool:
        """Whether the two have not met."""
        return v not in self.met[u]

    def settle(self, left: list[int], pairs: list[tuple[int, int]], fits: Callable[[int, int], bool]) -> list[int]:
        """Pair those left with each other, or by breaking up a pair, the last ones first; returns who is still left."""
        waiting = list(left)
        still: list[int] = []
        while waiting:
            u = waiting.pop(0)
            partner = next((v for v in waiting if fits(u, v)), None)
            if partner is not None:
                waiting.remove(partner)
                pairs.append((u, partner))
                continue
            if waiting and self.break_up(u, waiting[0], pairs, fits):
                waiting.pop(0)
                continue
            still.append(u)
        return still

    def break_up(self, u: int, v: int, pairs: list[tuple[int, int]], fits: Callable[[int, int], bool]) -> bool:
        """Seat u and v with the two of a pair that stood already."""
        for at in range(len(pairs) - 1, -1, -1):
            for a, b in (pairs[at], pairs[at][::-1]):
                if fits(u, a) and fits(v, b):
                    pairs[at] = (u, a)
                    pairs.append((v, b))
                    return True
        return False

    def seat(self, u: int, v: int) -> tuple[int, int]:
        """White and black."""
        legal = self.can_take(u, 1) and self.can_take(v, -1)
        if legal != (self.can_take(v, 1) and self.can_take(u, -1)):
            return (u, v) if legal else (v, u)
        urge_u, urge_v = (2 * self.cd[u] + self.last[u]), (2 * self.cd[v] + self.last[v])
        if urge_u == urge_v:
            return (u, v) if self.rng.random() < 0.5 else (v, u)
        return (u, v) if urge_u < urge_v else (v, u)

    def play(self, white: int, black: int) -> Result:
        """A result by Elo expectation, draws the likelier the closer the ratings."""
        for p, opponent, colour in ((white, black, 1), (black, white, -1)):
            self.met[p].add(opponent)
            self.cd[p] += colour
            self.before[p], self.last[p] = self.last[p], colour
        difference = self.ratings[white] + 35 - self.ratings[black]
        expected: float = 1 / (1 + 10 ** (-difference / 400))
        draw = 0.6 * min(expected, 1 - expected)
        chance = self.rng.random()
        if chance < draw:
            self.score[white] += 1
            self.score[black] += 1
            return Result.DRAW
        if chance < draw + expected - draw / 2:
            self.score[white] += 2
            return Result.WHITE_WINS
        self.score[black] += 2
        return Result.BLACK_WINS


def simulated_open(
    players: int, rounds: int, seed: int, *, rounds_planned: int | None = None, clubs: int = 0, absences: float = 0.01
) -> Tournament:
    """A large tournament as it happens, `rounds` rounds played and the next one to be paired.

    Parameters
    ----------
    players, rounds, seed
        Ids are the start numbers, by rating.
    rounds_planned
        None: nine, or one more than were played if that is more.
    clubs
        Number of clubs the players belong to; 0 for no groups.  They are kept apart in the first half of the rounds.
    absences
        Share of the players who are away in a round; half of them with a half-point bye.
    """
    rng = random.Random(seed)
    ratings = sorted((min(2800, max(1000, round(rng.gauss(1800, 300)))) for _ in range(players)), reverse=True)
    planned = max(9, rounds + 1) if rounds_planned is None else rounds_planned
    entrants = tuple(
        Player(p + 1, f"Player {p + 1:04d}", rating, None, (f"Club {rng.randint(1, clubs)}",) if clubs else ())
        for p, rating in enumerate(ratings)
    )
    story = _Open(rng, ratings)
    played: list[Round] = []
    for _ in range(rounds):
        half, away = _away(rng, players, absences)
        seated = [p for p in range(players) if p not in half and p not in away]
        bye: list[int] = []
        if len(seated) % 2 == 1:
            bye = [min(seated, key=lambda p: (story.had_bye[p], story.score[p], -p))]
            seated.remove(bye[0])
            story.had_bye[bye[0]] = True
        games = []
        for u, v in story.pair_all(seated):
            white, black = story.seat(u, v)
            games.append(Game(white + 1, black + 1, story.play(white, black)))
        for p in bye:
            story.score[p] += 2
        for p in half:
            story.score[p] += 1
        played.append(Round(tuple(games), tuple(p + 1 for p in bye), tuple(p + 1 for p in sorted(half))))
    half, away = _away(rng, players, absences)
    return Tournament(
        name=f"Simulated open {players}x{rounds}, seed {seed}",
        players=entrants,
        rounds=tuple(played),
        rounds_planned=planned,
        next=NextRound(frozenset(p + 1 for p in away), frozenset(p + 1 for p in half)),
        restricted_until=planned // 2 if clubs and planned > 1 else None,
        halves=True,
    )


def _away(rng: random.Random, players: int, share: float) -> tuple[set[int], set[int]]:
    """Who has a half-point bye and who is absent."""
    half: set[int] = set()
    absent: set[int] = set()
    for p in range(players):
        chance = rng.random()
        if chance < share:
            (half if chance < share / 2 else absent).add(p)
    return half, absent
