"""The Dutch system straight from its articles (C.04.3, from 1 February 2026), for a handful of players.

Candidates are tried one after the other in the order of articles 3 and 4, judged by the colours they would really get,
and kept only if everybody left can still be paired (C4, tried out).  Slow, and as close to the text as possible; it
shares nothing with the product but the tournament as it was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from pairproof.model.rules import Points
from pairproof.model.tournament import Result, Tournament

WON = {
    Result.WHITE_WINS: ("win", "loss"),
    Result.DRAW: ("draw", "draw"),
    Result.BLACK_WINS: ("loss", "win"),
    Result.WHITE_WINS_BY_FORFEIT: ("win", "absent"),
    Result.BLACK_WINS_BY_FORFEIT: ("absent", "win"),
    Result.BOTH_FORFEIT: ("absent", "absent"),
}
FAR = 10**6


@dataclass
class Player:
    """What the articles ask of a player; `games` are (opponent, colour) of games played, in order."""

    id: int
    tpn: int = 0
    points: int = 0
    score: int = 0
    games: tuple[tuple[int, str], ...] = ()
    floats: tuple[str, str] = ("", "")
    had_bye: bool = False
    unplayed: int = 0
    top: bool = False

    @property
    def colours(self) -> str:
        return "".join(colour for _, colour in self.games)

    @property
    def difference(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def kind(self) -> str:
        """1.7: absolute, strong, mild or none."""
        last = self.colours[-2:]
        if abs(self.difference) > 1 or last in ("ww", "bb"):
            return "absolute"
        return "strong" if self.difference else "mild" if self.colours else "none"

    @property
    def wants(self) -> str:
        if self.difference > 1 or (self.difference >= -1 and self.colours[-2:] == "ww"):
            return "b"
        if self.difference < -1 or self.colours[-2:] == "bb":
            return "w"
        if self.difference:
            return "b" if self.difference > 0 else "w"
        return {"w": "b", "b": "w"}[self.colours[-1]] if self.colours else ""


def players_of(tournament: Tournament) -> tuple[list[Player], str]:
    """Those present, in rank order (1.2), and the initial colour."""
    points = Points(**tournament.points)
    rounds = len(tournament.rounds)
    here = {player.id for player in tournament.players} - tournament.next.not_playing
    seen = set(here)
    all_players = {player.id: Player(player.id) for player in tournament.players}
    marks: dict[int, list[str]] = {player: [] for player in all_players}
    for number, round_ in enumerate(tournament.rounds, start=1):
        before = {
            player: value.points + tournament.accelerated.get(number, {}).get(player, 0)
            for player, value in all_players.items()
        }
        got = dict.fromkeys(all_players, points.absent)
        mark = dict.fromkeys(all_players, "")
        for game in round_.games:
            seen |= {game.white, game.black}
            assert game.result is not None
            for me, other, colour, what in zip(
                (game.white, game.black), (game.black, game.white), "wb", WON[game.result], strict=True
            ):
                got[me] = getattr(points, what)
                if game.result.played:
                    all_players[me].games += ((other, colour),)
                    mark[me] = "down" if before[me] > before[other] else "up" if before[me] < before[other] else ""
                else:
                    all_players[me].unplayed += 1
                    mark[me] = "down" if got[me] > points.loss else ""
                    all_players[me].had_bye |= got[me] >= points.win
        paired = {player for game in round_.games for player in (game.white, game.black)}
        for player, value in all_players.items():
            if player in paired:
                continue
            value.unplayed += 1
            if player in round_.byes:
                got[player] = points.bye
                seen.add(player)
                value.had_bye = True
            elif player in round_.half_byes:
                got[player] = points.half_bye
            elif player in round_.full_byes:
                got[player] = points.full_bye
            value.had_bye |= got[player] >= points.win
            mark[player] = "down" if got[player] > points.loss else ""
        for player, value in all_players.items():
            value.points += got[player]
            marks[player].append(mark[player])
    now = tournament.accelerated.get(rounds + 1, {})
    last = tournament.rounds_planned == rounds + 1
    for tpn, player in enumerate(sorted(seen), start=1):
        value = all_players[player]
        value.tpn = tpn
        value.score = value.points + now.get(player, 0)
        value.top = last and value.score > rounds * max(points.win, points.draw) / 2
        value.floats = tuple([*reversed(marks[player]), "", ""][:2])  # type: ignore[assignment]
    ranked = sorted((all_players[player] for player in here), key=lambda value: (-value.score, value.tpn))
    assert tournament.initial_colour is not None
    return ranked, tournament.initial_colour[0]


def colours(a: Player, b: Player, initial: str) -> tuple[str, str]:
    """5.2, for the higher ranked player and the other."""
    other = {"w": "b", "b": "w"}

    def give(player: Player, colour: str) -> tuple[str, str]:
        return (colour, other[colour]) if player is a else (other[colour], colour)

    if a.wants and b.wants != a.wants:
        return give(a, a.wants)
    if b.wants and not a.wants:
        return give(b, b.wants)
    if a.wants:
        if "absolute" in (a.kind, b.kind):
            if a.kind != b.kind:
                stronger = a if a.kind == "absolute" else b
                return give(stronger, stronger.wants)
            if abs(a.difference) != abs(b.difference):
                wider = max(a, b, key=lambda player: abs(player.difference))
                return give(wider, wider.wants)
        elif a.kind != b.kind:
            stronger = a if a.kind == "strong" else b
            return give(stronger, stronger.wants)
    for mine, theirs in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if mine != theirs:
            return give(a, other[mine])
    if a.wants:
        return give(a, a.wants)
    return give(a, initial if a.tpn % 2 else other[initial])


class Round:
    """One round to be paired."""

    def __init__(self, tournament: Tournament) -> None:
        self.players, self.initial = players_of(tournament)
        self.bye_score: int | None = None
        forbidden = tournament.forbidden | tournament.forbidden_in.get(len(tournament.rounds) + 1, frozenset())
        self.forbidden = forbidden | tournament.next.forbid

    def may_meet(self, a: Player, b: Player) -> bool:
        """C1, C3, and the arbiter's orders."""
        if (min(a.id, b.id), max(a.id, b.id)) in self.forbidden or any(other == b.id for other, _ in a.games):
            return False
        same = a.kind == b.kind == "absolute" and a.wants == b.wants
        return not same or a.top or b.top

    def may_have_bye(self, a: Player) -> bool:
        """C2, and C5 once it is known."""
        free = not a.had_bye and (0, a.id) not in self.forbidden
        return free and self.bye_score in (None, a.score)

    def complete(self, left: Sequence[Player]) -> Iterator[dict[int, int]]:
        """All complete pairings of those left, partner by id, 0 for the bye."""
        if not left:
            yield {}
            return
        first, rest = left[0], left[1:]
        if len(left) % 2 and self.may_have_bye(first):
            for others in self.complete(rest):
                yield others | {first.id: 0}
        for place, other in enumerate(rest):
            if self.may_meet(first, other):
                for others in self.complete([*rest[:place], *rest[place + 1 :]]):
                    yield others | {first.id: other.id, other.id: first.id}

    def solve(self) -> tuple[list[tuple[int, int]], int | None] | None:
        """Pairs as (white, black) and the bye; None where no complete pairing exists."""
        by_id = {player.id: player for player in self.players}
        scores = [
            by_id[player].score
            for pairing in self.complete(self.players)
            for player, other in pairing.items()
            if other == 0
        ]
        if len(self.players) % 2:
            if not scores:
                return None
            self.bye_score = min(scores)
        elif next(self.complete(self.players), None) is None:
            return None
        left, moved = list(self.players), list[Player]()
        found: list[tuple[int, int]] = []
        while len(left) > 1:
            below = [player for player in left if player not in moved]
            group = [player for player in below if player.score == below[0].score]
            lower = below[len(group) :]
            pairs = self.bracket(moved, group, lower)
            for a, b in pairs:
                mine, _ = colours(a, b, self.initial)
                found.append((a.id, b.id) if mine == "w" else (b.id, a.id))
            done = {player.id for pair in pairs for player in pair}
            moved = [player for player in moved + group if player.id not in done]
            left = [player for player in left if player.id not in done]
        return found, left[0].id if left else None

    # --- one bracket

    def bracket(self, moved: list[Player], group: list[Player], lower: list[Player]) -> list[tuple[Player, Player]]:
        """The first best candidate."""
        size = len(moved) + len(group)
        for downfloaters in range(size + 1):
            if (size - downfloaters) % 2:
                continue
            best: tuple[object, ...] | None = None
            chosen: list[tuple[Player, Player]] = []
            for pairs in self.candidates(moved, group, (size - downfloaters) // 2):
                value = self.quality(pairs, moved, group, lower)
                if value is not None and (best is None or value < best):
                    best, chosen = value, pairs
            if best is not None:
                return chosen
        raise AssertionError("C5 has found a complete pairing")

    def candidates(self, moved: list[Player], group: list[Player], size: int) -> Iterator[list[tuple[Player, Player]]]:
        """Legal candidates of that many pairs, in the order of generation."""
        for number in range(min(len(moved), size), -1, -1):
            for first in combinations(moved, number):  # 4.4: which moved-down players are paired
                for second in permutations(group, number):  # 4.2: transpositions
                    pairs = list(zip(first, second, strict=True))
                    if all(self.may_meet(a, b) for a, b in pairs):
                        rest = [player for player in group if player not in second]
                        for more in self.remainder(rest, size - number):
                            yield pairs + more

    def remainder(self, rest: list[Player], size: int) -> Iterator[list[tuple[Player, Player]]]:
        """4.3: exchanges between S1 and S2, and the transpositions after each."""
        if 2 * size > len(rest):
            return
        numbers = range(1, len(rest) + 1)

        def rank(upper: tuple[int, ...]) -> tuple[object, ...]:
            out = [number for number in range(1, size + 1) if number not in upper]
            into = [number for number in upper if number > size]
            return len(out), sum(into) - sum(out), [-number for number in reversed(out)], into

        for upper in sorted(combinations(numbers, size), key=rank):
            s1 = [rest[number - 1] for number in upper]
            s2 = [player for player in rest if player not in s1]
            for second in permutations(s2, size):
                pairs = [(a, b) if rest.index(a) < rest.index(b) else (b, a) for a, b in zip(s1, second, strict=True)]
                if all(self.may_meet(a, b) for a, b in pairs):
                    yield pairs

    def quality(
        self, pairs: list[tuple[Player, Player]], moved: list[Player], group: list[Player], lower: list[Player]
    ) -> tuple[object, ...] | None:
        """The values of C7 … C21 of a candidate; None where the rest cannot be paired (C4)."""
        done = {player.id for pair in pairs for player in pair}
        down = [player for player in moved + group if player.id not in done]
        after = self.after(down, lower)
        if after is None:
            return None
        score = group[0].score
        bye = self.bye_score is not None and self.bye_score >= score and len(down) == 1
        given = [(a, b, *colours(a, b, self.initial)) for a, b in pairs]
        got = [(player, colour) for a, b, one, two in given for player, colour in ((a, one), (b, two))]
        tops = [
            (player, colour) for a, b, one, two in given if a.top or b.top for player, colour in ((a, one), (b, two))
        ]
        ups = [(a, b) for a, b in pairs if a in moved]
        values: list[object] = [
            sorted((player.score for player in down), reverse=True),
            after,
            down[0].unplayed if bye else 0,
            sum(abs(player.difference + (1 if colour == "w" else -1)) > 2 for player, colour in tops),
            sum(player.colours[-2:] == 2 * colour for player, colour in tops),
            sum(player.wants not in ("", colour) for player, colour in got),
            sum(player.kind == "strong" and player.wants != colour for player, colour in got),
        ]
        for back in (0, 1):
            values.append(sum(player in group and player.floats[back] == "down" for player in down))
            values.append(sum(b.floats[back] == "up" for _, b in ups))
        for back in (0, 1):
            values.append(
                sorted(
                    (
                        player.score - score if player.id in done else player.score + FAR
                        for player in moved
                        if player.floats[back] == "down"
                    ),
                    reverse=True,
                )
            )
            values.append(sorted((a.score - score for a, b in ups if b.floats[back] == "up"), reverse=True))
        return tuple(values)

    def after(self, down: list[Player], lower: list[Player]) -> tuple[object, ...] | None:
        """C8: the best C6 and C7 that the next bracket can have; None where nothing completes the round."""
        following = [*down, *(player for player in lower if player.score == lower[0].score)] if lower else []
        inside = {player.id for player in following}
        best: tuple[object, ...] | None = None
        for pairing in self.complete([*down, *lower]):
            floats = sorted((p.score for p in following if pairing[p.id] not in inside), reverse=True)
            value = (len(floats), floats)
            if best is None or value < best:
                best = value
        return best


def pairing(tournament: Tournament) -> tuple[list[tuple[int, int]], int | None] | None:
    """Pairs as (white, black) by id, sorted, and the bye; None where no complete pairing exists."""
    found = Round(tournament).solve()
    return None if found is None else (sorted(found[0]), found[1])
