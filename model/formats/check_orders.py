"""What can be wrong with what is ordered and entered for rounds to come: pairs fixed and forbidden, byes, absences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pairproof.model.errors import Fault
from pairproof.model.formats.places import Path, line_of
from pairproof.model.language import say
from pairproof.model.tournament import BYE, Player, Tournament


def forbid_faults(tournament: Tournament, where: Mapping[Path, int]) -> Iterator[Fault]:
    """What is wrong with the pairs that must not meet, in all rounds and in one."""
    known = set(tournament.ids)
    for pair in doubtful(tournament.forbidden, known):
        yield from pair_faults(pair, "forbid", known, line_of(where, "tournament", "forbid"))
    seen: set[frozenset[tuple[int, int]]] = set()
    for number, pairs in sorted(tournament.forbidden_in.items()):
        if pairs in seen:
            continue  # said for an earlier round
        seen.add(pairs)
        for pair in doubtful(pairs, known):
            yield from pair_faults(pair, "forbid", known, line_of(where, "tournament", "forbid_in"), number)


def next_faults(tournament: Tournament, where: Mapping[Path, int]) -> Iterator[Fault]:
    """What is wrong with what is entered for the round to be paired."""
    known = set(tournament.ids)
    coming = tournament.next
    number = len(tournament.rounds) + 1
    away: dict[int, str] = {}
    for key, ids, what in (
        ("absent", coming.absent, say("absent")),
        ("half_byes", coming.half_byes, say("on a half-point bye")),
        ("full_byes", coming.full_byes, say("on a full-point bye")),
    ):
        line = line_of(where, "next", key)
        for player in sorted(ids):
            if player not in known:
                yield Fault(
                    say("Player {player} is {what}, but there is no player {player}.", player=player, what=what),
                    line,
                    player=player,
                    round=number,
                )
            elif player in away:
                yield Fault(
                    say(
                        "Player {player} is both {away} and {what} in the round to be paired.",
                        player=player,
                        away=away[player],
                        what=what,
                    ),
                    line,
                    player=player,
                    round=number,
                )
            away.setdefault(player, what)
    yield from _away_and_bye(tournament, number, coming.half_byes | coming.full_byes, line_of(where, "next"))
    away |= {player.id: say("not in this round") for player in tournament.players if not player.is_in(number)}
    for pair in sorted(coming.forbid):
        yield from pair_faults(pair, "forbid", known, line_of(where, "next", "forbid"), number)
    yield from _fix_faults(tournament, away, known, line_of(where, "next", "fix"), number)


def _away_and_bye(tournament: Tournament, number: int, byes: frozenset[int], line: int | None) -> Iterator[Fault]:
    """A fault for each player with a bye in a round to come that he does not take part in."""
    for player in tournament.players:
        if player.id in byes and not player.is_in(number):
            text = say(
                "Player {id} {not_in}, but has a bye entered for round {number}.",
                id=player.id,
                not_in=not_in(player, number),
                number=number,
            )
            yield Fault(text, line, player=player.id, round=number)


def _fix_faults(
    tournament: Tournament, away: Mapping[int, str], known: set[int], line: int | None, number: int
) -> Iterator[Fault]:
    coming = tournament.next
    forbidden = coming.forbid | tournament.forbidden | tournament.forbidden_in.get(number, frozenset())
    fixed: set[int] = set()
    bye_for: int | None = None
    for fix in coming.fix:
        pair = (min(fix.first, fix.second), max(fix.first, fix.second))
        yield from pair_faults(pair, "fix", known, line, number)
        if pair in forbidden:
            yield Fault(say("fix and forbid both name {pair}.", pair=_pair(pair)), line, player=fix.first, round=number)
        for player in dict.fromkeys(pair):
            if player == BYE:
                continue
            if player in away:
                yield Fault(
                    say("fix seats player {player}, who is {away} in that round.", player=player, away=away[player]),
                    line,
                    player=player,
                    round=number,
                )
            if player in fixed:
                yield Fault(say("fix names player {player} twice.", player=player), line, player=player, round=number)
            fixed.add(player)
        if fix.second == BYE:
            if bye_for is not None and bye_for != fix.first:
                yield Fault(
                    say(
                        "fix gives the bye to player {bye_for} and to player {first}; there is one bye.",
                        bye_for=bye_for,
                        first=fix.first,
                    ),
                    line,
                    player=fix.first,
                    round=number,
                )
            bye_for = fix.first


def later_faults(tournament: Tournament, where: Mapping[Path, int]) -> Iterator[Fault]:
    """What is wrong with what is entered for the rounds after it."""
    known = set(tournament.ids)
    for number, asked in sorted(tournament.requests.items()):
        line = line_of(where, "later")
        lists = (
            (say("absent"), asked.absent),
            (say("a half-point bye"), asked.half_byes),
            (say("a full-point bye"), asked.full_byes),
        )
        seen: dict[int, str] = {}
        for what, ids in lists:
            for player in sorted(ids):
                if player not in known:
                    yield Fault(
                        say("There is no player {player} to be away.", player=player), line, player=player, round=number
                    )
                elif player in seen:
                    text = say(
                        "Player {player} has both {seen} and {what} entered for one round.",
                        player=player,
                        seen=seen[player],
                        what=what,
                    )
                    yield Fault(text, line, player=player, round=number)
                seen.setdefault(player, what)
        yield from _away_and_bye(tournament, number, asked.half_byes | asked.full_byes, line)
        if number <= len(tournament.rounds) + 1:
            yield Fault(say("What is entered for a later round is for a round that is not later."), line, round=number)


def _pair(pair: tuple[int, int]) -> str:
    return (
        say("the bye for player {player}", player=pair[1])
        if pair[0] == BYE
        else say("the pair {white}-{black}", white=pair[0], black=pair[1])
    )


def pair_faults(
    pair: tuple[int, int], word: str, known: set[int], line: int | None, number: int | None = None
) -> Iterator[Fault]:
    """Faults of one pair named in an order; (0, p) is the bye of p."""
    if pair[0] == pair[1]:
        yield Fault(
            say("{key} names player {player} against himself.", key=word, player=pair[0]),
            line,
            player=pair[0],
            round=number,
        )
        return
    for player in pair:
        if player != BYE and player not in known:
            yield Fault(
                say("{key} names player {player}, but there is no player {player}.", key=word, player=player),
                line,
                player=player,
                round=number,
            )


def doubtful(pairs: Iterable[tuple[int, int]], known: set[int]) -> list[tuple[int, int]]:
    """The pairs that have a fault, in order: there can be millions that have none."""
    there = known | {BYE}
    return sorted(pair for pair in pairs if pair[0] == pair[1] or pair[0] not in there or pair[1] not in there)


def not_in(player: Player, number: int) -> str:
    """Why a player does not take part in a round."""
    if player.enters > number:
        return say("enters in round {enters}", enters=player.enters)
    return say("has withdrawn after round {withdrawn_after}", withdrawn_after=player.withdrawn_after)
