"""What `explain` and `pair` say under the Dutch system, each sentence tried out: the first difference of every pair,
and what keeps a criterion from being less.

The articles' oracle (`tests.reference.dutch_articles`) pairs the round with and without the pair that was asked about,
and the first difference is read from its own values; reasons are tried on all complete pairings of those left.

By hand, for more than the suite does: `python -m tests.solver.systems.test_dutch_claims 0 100 8`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pairproof.model.tournament import Tournament
from pairproof.solver.systems.dutch.difference import Difference, Kind, first_difference, why_not
from pairproof.solver.systems.dutch.reasons import Apart, Incomplete, Majority, OddGroups, Told, WithNext, told_levels
from pairproof.solver.systems.dutch.result import DutchBracket, DutchPairing, pair_round
from tests.inputs.dutch_tournaments import random_tournament
from tests.reference.dutch_articles import FAR, Player, Round, colours

Pairs = list[tuple[Player, Player]]


@dataclass
class Made:
    """A bracket as the oracle has made it: who was there, its pairs, the values of C7 … C21."""

    moved: list[Player]
    group: list[Player]
    lower: list[Player]
    pairs: Pairs
    values: tuple[object, ...]

    @property
    def down(self) -> list[Player]:
        done = {player.id for pair in self.pairs for player in pair}
        return [player for player in self.moved + self.group if player.id not in done]


class Forced(Round):
    """The round where two players (0: the bye) must be a pair; it remembers its brackets."""

    def __init__(self, tournament: Tournament, wish: tuple[int, int] = (-1, -1)) -> None:
        super().__init__(tournament)
        self.wish = wish
        self.made: list[Made] = []

    def _apart(self, a: int, b: int) -> bool:
        return (a in self.wish) != (b in self.wish) or (a in self.wish and {a, b} != set(self.wish))

    def may_meet(self, a: Player, b: Player) -> bool:
        return super().may_meet(a, b) and not self._apart(a.id, b.id)

    def may_have_bye(self, a: Player) -> bool:
        return super().may_have_bye(a) and not self._apart(a.id, 0)

    def bracket(self, moved: list[Player], group: list[Player], lower: list[Player]) -> Pairs:
        pairs = super().bracket(moved, group, lower)
        values = self.quality(pairs, moved, group, lower)
        assert values is not None
        self.made.append(Made(moved, group, lower, pairs, values))
        return pairs


# --- The first difference --------------------------------------------------------------------------------------------


def expected(best: Forced, forced: Forced) -> tuple[object, ...]:
    """Kind, bracket, name, score, and both values, from the oracle's brackets."""
    if best.bye_score != forced.bye_score:
        return Kind.BYE, None, "", None, best.bye_score, forced.bye_score
    for number, (mine, theirs) in enumerate(zip(best.made, forced.made, strict=False), start=1):
        if {frozenset((a.id, b.id)) for a, b in mine.pairs} != {frozenset((a.id, b.id)) for a, b in theirs.pairs}:
            worse = _worse(mine, theirs)
            return (Kind.WORSE, number, *worse) if worse else (Kind.LATER, number, *_later(mine, theirs))
    return Kind.SAME, None, "", None, None, None


def _worse(mine: Made, theirs: Made) -> tuple[object, ...] | None:
    """The first criterion on which the values differ."""
    if len(mine.down) != len(theirs.down):
        return "C6", None, len(mine.down), len(theirs.down)
    names = ["C7", "C8", *(f"C{number}" for number in range(9, 22))]
    for name, one, two in zip(names, mine.values, theirs.values, strict=True):
        if one == two:
            continue
        if name == "C8":
            assert isinstance(one, tuple)
            assert isinstance(two, tuple)
            return (name, None, one[0], two[0]) if one[0] != two[0] else _by_score(name, one[1], two[1])
        if isinstance(one, int):
            return name, None, one, two
        assert isinstance(one, list)
        assert isinstance(two, list)
        if name in ("C18", "C20"):  # those who float on; the others' differences are the same then
            one, two = ([each - FAR for each in values if each > FAR // 2] for values in (one, two))
        if name in ("C19", "C21"):  # differences of scores to the group
            one, two = ([each + mine.group[0].score for each in values] for values in (one, two))
        return _by_score(name, one, two)
    return None


def _by_score(name: str, one: Sequence[int], two: Sequence[int]) -> tuple[object, ...]:
    """The highest score of which not as many are counted."""
    mine, theirs = Counter(one), Counter(two)
    score = max(score for score in {*mine, *theirs} if mine[score] != theirs[score])
    return name, score, mine[score], theirs[score]


def _later(mine: Made, theirs: Made) -> tuple[object, ...]:
    """The first decision of the order of generation: its name, the player it is about, what he has and would have."""
    partner, other = (
        {a.id: b.id for a, b in made.pairs} | {b.id: a.id for a, b in made.pairs} for made in (mine, theirs)
    )
    for player in mine.moved:
        if (player.id in partner) != (player.id in other):
            assert player.id in partner  # the highest first
            return "paired", player.id, partner[player.id], -1
    for player in mine.moved:
        if partner.get(player.id) != other.get(player.id):
            return "opponents", player.id, partner[player.id], other[player.id]
    rest = [player for player in mine.group if partner.get(player.id) not in {one.id for one in mine.moved}]
    number = {player.id: place for place, player in enumerate(rest, start=1)}
    heads, other_heads = (
        sorted(number[a.id] for a, b in made.pairs if a.id in number and b.id in number) for made in (mine, theirs)
    )
    size = len(heads)
    out, other_out = ([place for place in range(1, size + 1) if place not in one] for one in (heads, other_heads))
    into, other_into = ([place for place in one if place > size] for one in (heads, other_heads))
    if len(out) != len(other_out):
        return "exchanges", None, len(out), len(other_out)
    if sum(heads) != sum(other_heads):
        return "sum", None, sum(heads), sum(other_heads)
    name_of = {place: player for player, place in number.items()}
    if out != other_out:
        place = max(set(out) ^ set(other_out))
        assert place in out  # the lowest leaves S1 first
        return "out", name_of[place], None, None
    if into != other_into:
        place = min(set(into) ^ set(other_into))
        assert place in into  # the highest comes first
        return "in", name_of[place], None, None
    first = next(place for place in heads if partner[name_of[place]] != other[name_of[place]])
    return "transposition", name_of[first], partner[name_of[first]], other[name_of[first]]


def stated(found: Difference, pairing: DutchPairing) -> tuple[object, ...]:
    """The same of what was found."""
    base = pairing.position.base
    if found.player is None:
        return found.kind, found.bracket, found.name, found.score, found.best, found.other
    if found.name in ("out", "in"):
        return found.kind, found.bracket, found.name, base.ids[found.player], None, None
    values = (-1 if index in (None, -1) else base.id_of(index) for index in (found.best, found.other))
    return (found.kind, found.bracket, found.name, base.ids[found.player], *values)


def differences(seed: int, most: int) -> Iterator[Kind]:
    """Every pair of a position: whether it is a pair, and the first difference where it could be one."""
    tournament = random_tournament(Random(seed), most)
    found = pair_round(tournament)
    if found.solved is None:
        return
    best = Forced(tournament)
    assert best.solve() is not None
    ids = found.position.base.ids
    for one in range(found.position.players):
        for other in range(one + 1, found.position.vertices):
            wish = ids[one], found.position.base.id_of(other)
            difference, _ = why_not(found.solved, one, other)
            assert first_difference(found.solved, one, other) == difference, (seed, wish)
            yield difference.kind
            if difference.kind is Kind.ILLEGAL:
                continue
            forced = Forced(tournament, wish)
            wanted = (Kind.INCOMPLETE, None, "", None, None, None) if forced.solve() is None else expected(best, forced)
            assert stated(difference, found) == wanted, (seed, wish)


def test_the_first_difference_of_every_pair() -> None:
    kinds = Counter(kind for seed in range(200, 240) for kind in differences(seed, 6))
    kinds += Counter(kind for seed in range(240, 244) for kind in differences(seed, 8))
    assert set(kinds) == set(Kind)
    assert kinds[Kind.WORSE] > 20
    assert kinds[Kind.LATER] > 20


# --- Reasons ---------------------------------------------------------------------------------------------------------


class Left:
    """Those left before a bracket, with all their complete pairings."""

    def __init__(self, round: Round, shown: DutchBracket, left: set[int]) -> None:
        by_id = {player.id: player for player in round.players}
        self.round = round
        self.moved = [by_id[player] for player in shown.moved]
        self.group = [by_id[player] for player in shown.residents]
        here = {*shown.moved, *shown.residents}
        below = [player for player in round.players if player.id in left - here]
        self.next = [player for player in below if player.score == below[0].score]
        order = [*self.moved, *self.group, *below]
        self.complete = list(round.complete(order))

    def value(self, name: str, score: int | None, pairing: dict[int, int]) -> int:
        """What a criterion counts in a complete pairing."""
        here = {player.id for player in self.moved + self.group}
        down = [player for player in self.moved + self.group if pairing[player.id] not in here]
        following = {player.id for player in (*down, *self.next)}
        beyond = [player for player in (*down, *self.next) if pairing[player.id] not in following]
        pairs = [
            (a, b)
            for place, a in enumerate(self.moved + self.group)
            for b in (self.moved + self.group)[place + 1 :]
            if pairing[a.id] == b.id
        ]
        ups = [b for a, b in pairs if a in self.moved and score in (None, a.score)]
        back = 0 if name in ("C14", "C15", "C18", "C19") else 1
        match name:
            case "C6":
                return len(down)
            case "C7":
                return sum(player in self.moved and player.score == score for player in down)
            case "C8":
                return sum(score is None or (player in down and player.score == score) for player in beyond)
            case "C9":
                return sum(player.unplayed for player in self.round.players if pairing.get(player.id) == 0)
            case "C10" | "C11" | "C12" | "C13":
                return len(self.hurt(name, pairs))
            case "C14" | "C16":
                return sum(player in self.group and player.floats[back] == "down" for player in down)
            case "C18" | "C20":
                again = [player for player in down if player in self.moved and player.floats[back] == "down"]
                return sum(player.score == score for player in again)
            case _:
                return sum(player.floats[back] == "up" for player in ups)

    def hurt(self, name: str, pairs: Pairs) -> list[int]:
        """Who is counted by a criterion about colours."""
        found = []
        for a, b in pairs:
            for player, colour in zip((a, b), colours(a, b, self.round.initial), strict=True):
                wide = abs(player.difference + (1 if colour == "w" else -1)) > 2
                denied = player.wants not in ("", colour)
                counted = {
                    "C10": wide,
                    "C11": player.colours[-2:] == 2 * colour,
                    "C12": denied,
                    "C13": denied and player.kind == "strong",
                }
                found += [player.id] * counted[name]
        return found

    def most_pairs(self, players: Sequence[Player]) -> int:
        """As many pairs as the bracket alone has room for."""
        if len(players) < 2:
            return 0
        first, rest = players[0], players[1:]
        with_first = [
            1 + self.most_pairs([*rest[:place], *rest[place + 1 :]])
            for place, other in enumerate(rest)
            if self.round.may_meet(first, other)
        ]
        return max([self.most_pairs(rest), *with_first])


def reasons(seed: int, most: int) -> Iterator[str]:
    """What is told of each criterion that is not 0: who is counted, and what keeps it so."""
    tournament = random_tournament(Random(seed), most)
    found = pair_round(tournament)
    if found.solved is None:
        return
    round_ = Round(tournament)
    round_.bye_score = found.bye_score
    left = {player.id for player in round_.players}
    final = {a: b for board in found.boards for a, b in ((board.white, board.black), (board.black, board.white))}
    if found.bye is not None:
        final[found.bye] = 0
    for shown in found.brackets:
        there = Left(round_, shown, left)
        for told in told_levels(found, shown):
            assert there.value(told.level.criterion, told.level.score, final) == told.level.value, seed
            _who_is_right(there, told, final)
            yield _reason_is_right(there, shown, told)
        left -= {player for pair in shown.pairs for player in pair}


def _who_is_right(there: Left, told: Told, final: dict[int, int]) -> None:
    name, score = told.level.criterion, told.level.score
    if name in ("C6", "C8", "C9"):
        assert told.who == ()
    elif name in ("C10", "C11", "C12", "C13"):
        here = there.moved + there.group
        pairs = [(a, b) for place, a in enumerate(here) for b in here[place:] if final[a.id] == b.id]
        assert sorted(told.who) == sorted(there.hurt(name, pairs))
    else:
        assert len(told.who) == told.level.value
        everybody = {player.id: player for player in there.moved + there.group}
        if name != "C7":
            back = 0 if name in ("C14", "C15", "C18", "C19") else 1
            mark = "down" if name in ("C14", "C16", "C18", "C20") else "up"
            assert all(everybody[player].floats[back] == mark for player in told.who)
        if score is not None and name in ("C7", "C18", "C20"):
            assert all(everybody[player].score == score for player in told.who)


def _reason_is_right(there: Left, shown: DutchBracket, told: Told) -> str:
    name, score, value = told.level.criterion, told.level.score, told.level.value
    here = there.moved + there.group
    match told.cause:
        case None:
            return "none"
        case OddGroups() | WithNext():
            if isinstance(told.cause, OddGroups):
                assert all(len(group) % 2 for group in told.cause.groups)
            else:
                assert told.cause.players == len(here) + len(there.next)
                assert told.cause.players % 2
            assert min(there.value(name, score, pairing) for pairing in there.complete) == value
        case Apart():
            assert len(here) - 2 * there.most_pairs(here) == value
            groups = [player for group in told.cause.groups for player in group]
            assert {*groups, *told.cause.blockers} <= {player.id for player in here}
            by_id = {player.id: player for player in here}
            for place, group in enumerate(told.cause.groups):
                assert len(group) % 2
                for other in told.cause.groups[place + 1 :]:
                    assert not any(there.round.may_meet(by_id[a], by_id[b]) for a in group for b in other)
            assert len(told.cause.groups) - len(told.cause.blockers) == value
        case Incomplete():
            assert len(here) - 2 * there.most_pairs(here) < value
            assert min(there.value("C6", None, pairing) for pairing in there.complete) == value
        case Majority():
            wanting = sum(player.wants == ("w" if told.cause.white else "b") for player in here)
            assert (told.cause.wanting, told.cause.players) == (wanting, len(here))
            floaters = len(shown.floaters)
            as_few = [pairing for pairing in there.complete if there.value("C6", None, pairing) == floaters]
            assert min(there.value(name, score, pairing) for pairing in as_few) == value
    return type(told.cause).__name__


def test_what_is_told_of_a_criterion() -> None:
    seen = Counter(reason for seed in range(300, 420) for reason in reasons(seed, 8))
    assert set(seen) == {"none", "OddGroups", "WithNext", "Apart", "Incomplete", "Majority"}


def main(first: int, last: int, most: int) -> None:
    """Positions of the seeds `first` to `last`, of at most that many players."""
    kinds = Counter(kind for seed in range(first, last) for kind in differences(seed, most))
    print({str(kind): count for kind, count in kinds.items()})
    print(Counter(reason for seed in range(first, last) for reason in reasons(seed, most)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
