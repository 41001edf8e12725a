"""Who plays in rounds to come: `absent`, `bye`, `withdraw`, `back`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from pairproof.model.acts.done import Done, in_rounds, known, named, refuse
from pairproof.model.language import say
from pairproof.model.tournament import NextRound, Requests, Tournament

KINDS = {"half": "half_byes", "full": "full_byes", "zero": "absent"}
"""The byes that can be asked for, and the list that each stands in."""


def absent(tournament: Tournament, *, player: int, rounds: Collection[int]) -> Done:
    """A player does not play in rounds to come.

    Raises
    ------
    UsageProblem
        There is no such player, or a round is paired already or beyond the last one.
    """
    return _asked(tournament, player, "absent", rounds)


def bye(tournament: Tournament, *, player: int, kind: str, rounds: Collection[int]) -> Done:
    """A player has a half-point, full-point or zero-point bye ("half", "full", "zero") in rounds to come.

    Raises
    ------
    UsageProblem
        As `absent`; there is no such kind.
    """
    if kind not in KINDS:
        refuse([say("{kind}: a bye is {known}.", kind=kind, known=", ".join(KINDS))])
    return _asked(tournament, player, KINDS[kind], rounds)


def withdraw(tournament: Tournament, *, player: int) -> Done:
    """A player leaves after the last round that is paired; what he had asked for later falls away.

    Raises
    ------
    UsageProblem
        There is no such player, he has left already, or a pair is fixed with him.
    """
    known(tournament, player)
    told, last = named(tournament, player), len(tournament.rounds)
    own = next(one for one in tournament.players if one.id == player)
    refuse(
        [say("{player} has withdrawn already, after round {round}.", player=told, round=own.withdrawn_after)]
        if own.withdrawn_after is not None
        else []
    )
    without = _without_requests(tournament, player)
    players = tuple(replace(one, withdrawn_after=last) if one.id == player else one for one in without.players)
    if last:
        sentence = say("{player} withdraws after round {round}.", player=told, round=last)
    else:
        sentence = say("{player} withdraws before the first round.", player=told)
    warnings = [
        say("The game {white}-{black} of round {round} has no result yet.", white=g.white, black=g.black, round=last)
        for g in (tournament.rounds[-1].games if last else ())
        if player in (g.white, g.black) and g.result is None
    ]
    return Done(replace(without, players=players), sentence, tuple(warnings))


def back(tournament: Tournament, *, player: int) -> Done:
    """A player plays again: he has not withdrawn, and is absent in no round to come; byes asked for stay.

    Raises
    ------
    UsageProblem
        There is no such player, or he is not away.
    """
    known(tournament, player)
    told, own = named(tournament, player), next(one for one in tournament.players if one.id == player)
    coming, later = tournament.next, tournament.requests
    away = player in coming.absent or any(player in asked.absent for asked in later.values())
    refuse([] if away or own.withdrawn_after is not None else [say("{player} is not away.", player=told)])
    players = tuple(replace(one, withdrawn_after=None) if one is own else one for one in tournament.players)
    new = replace(
        tournament,
        players=players,
        next=replace(coming, absent=coming.absent - {player}),
        requests=_some({n: replace(asked, absent=asked.absent - {player}) for n, asked in later.items()}),
    )
    return Done(new, say("{player} plays again from round {round} on.", player=told, round=len(tournament.rounds) + 1))


def round_problems(tournament: Tournament, rounds: Iterable[int]) -> list[str]:
    """Why nothing can be entered for some of these rounds."""
    paired, planned = len(tournament.rounds), tournament.rounds_planned
    problems = []
    for number in sorted(set(rounds)):
        if number <= paired:
            problems.append(
                say("Round {round} is paired already; enter a forfeit there, or change the pairing.", round=number)
            )
        elif planned is not None and number > planned:
            problems.append(say("There is no round {round}: {planned} are planned.", round=number, planned=planned))
    return problems


def _asked(tournament: Tournament, player: int, key: str, rounds: Collection[int]) -> Done:
    known(tournament, player)
    own = next(one for one in tournament.players if one.id == player)
    told = named(tournament, player)
    problems = round_problems(tournament, rounds) or ([] if rounds else [say("No round is named.")])
    if key != "absent":
        problems += [
            say("{player} does not take part in round {round}.", player=told, round=number)
            for number in sorted(rounds)
            if not own.is_in(number)
        ]
    refuse(problems)
    new = tournament
    for number in rounds:
        new = _with_request(new, player, key, number)
    where = in_rounds(rounds)
    if key == "absent":
        sentence = say("{player} is absent {rounds}.", player=told, rounds=where)
    elif key == "half_byes":
        sentence = say("{player} has a half-point bye {rounds}.", player=told, rounds=where)
    else:
        sentence = say("{player} has a full-point bye {rounds}.", player=told, rounds=where)
    return Done(new, sentence, tuple(_second_bye(new, player)) if key == "half_byes" else ())


def _second_bye(tournament: Tournament, player: int) -> list[str]:
    """That a player has more than one half-point bye."""
    rounds = [n for n, played in enumerate(tournament.rounds, start=1) if player in played.half_byes]
    rounds += [len(tournament.rounds) + 1] * (player in tournament.next.half_byes)
    rounds += [number for number, asked in tournament.requests.items() if player in asked.half_byes]
    if len(rounds) < 2:
        return []
    return [
        say(
            "{player} has {count} half-point byes, {rounds}.",
            player=named(tournament, player),
            count=len(rounds),
            rounds=in_rounds(rounds),
        )
    ]


def _with_request(tournament: Tournament, player: int, key: str, number: int) -> Tournament:
    """The tournament with a player in one list of a round to come, and in no other."""

    def listed(asked: Requests | NextRound) -> dict[str, frozenset[int]]:
        lists = {name: getattr(asked, name) - {player} for name in ("absent", "half_byes", "full_byes")}
        return {**lists, key: lists[key] | {player}}

    if number == len(tournament.rounds) + 1:
        lists = listed(tournament.next)
        coming = replace(
            tournament.next,
            absent=lists["absent"],
            half_byes=lists["half_byes"],
            full_byes=lists["full_byes"],
        )
        return replace(tournament, next=coming)
    asked = tournament.requests.get(number, Requests())
    return replace(tournament, requests=_some({**tournament.requests, number: Requests(**listed(asked))}))


def _without_requests(tournament: Tournament, player: int) -> Tournament:
    """The tournament without what a player has asked for."""

    def rest(ids: frozenset[int]) -> frozenset[int]:
        return ids - {player}

    coming = tournament.next
    return replace(
        tournament,
        next=replace(
            coming, absent=rest(coming.absent), half_byes=rest(coming.half_byes), full_byes=rest(coming.full_byes)
        ),
        requests=_some(
            {
                number: Requests(rest(asked.absent), rest(asked.half_byes), rest(asked.full_byes))
                for number, asked in tournament.requests.items()
            }
        ),
    )


def _some(requests: dict[int, Requests]) -> dict[int, Requests]:
    return {number: asked for number, asked in sorted(requests.items()) if asked}
