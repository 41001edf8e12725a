"""What `explain` finds out about the pairing of a round, before it is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from pairproof.cli.options.groups import RoundOptions
from pairproof.cli.pairing_run import paired, round_of
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import FixedPair
from pairproof.solver.explain.answers import Answer, Burden, JudgedBoard
from pairproof.solver.explain.asking import burdens, grant, judged, opponents
from pairproof.solver.explain.compare import Candidate, held_against
from pairproof.solver.explain.played import Played
from pairproof.solver.methods import played
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import Pairing
from pairproof.solver.terms import Status

Q = TypeVar("Q")
A = TypeVar("A")

MOST_ASKED = 12
"""Downfloats, and denied colours, for each of which one more pairing is looked for."""


@dataclass(frozen=True, slots=True)
class Explained:
    """The pairing of a round and the answers to what was asked about it: of each player's possible opponents, and of
    wishes.

    Without a question there are `burdens` instead: what it would cost to spare those who float, have the bye or are
    denied a colour.  `refused` says of each question that does not apply why not.
    """

    pairing: Pairing
    asked: bool
    players: tuple[tuple[int, tuple[Answer, ...]], ...] = ()
    wishes: tuple[Answer, ...] = ()
    burdens: tuple[Burden, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedPlayed:
    """A round of the file: how its pairing does against the best one as a whole, board by board, and what it would have
    cost, against the best one, to spare those who float, have the bye or are denied a colour in it.
    """

    candidate: Candidate
    best: Pairing
    boards: tuple[JudgedBoard, ...]
    burdens: tuple[Burden, ...]


def told_of_played(file: str, format: str | None, options: RoundOptions, seconds: float | None) -> ExplainedPlayed:
    """What there is to say about the boards of a round of a file: the one named, or the last in which anybody was
    paired.

    Raises
    ------
    UsageProblem
        If the file holds no pairing of the round.
    PairproofError
        Whatever is wrong with the file or its rules.
    """
    source = round_of(file, format, options)
    rounds = source.tournament.rounds
    seated = [number for number, held in enumerate(rounds, start=1) if held.seated()]
    number = options.round if options.round is not None else max(seated, default=0)
    if number not in seated:
        which = say("round {round}", round=number) if number else say("any round")
        raise UsageProblem(
            say("The file holds no pairing of {which}: --played is about boards that it holds.", which=which)
        )
    source = replace(source, round=number)
    best = paired(source, Orders(), Conditions(), seconds, say("Pairing round {round} again", round=number))
    return explained_played(played(source.tournament, Request(source.rules, number)), best)


def explained_played(found: Played, best: Pairing) -> ExplainedPlayed:
    """What there is to say about the boards of the file, beside the best pairing of the round or that there is none."""
    candidate = held_against(found, best)
    if best.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        return ExplainedPlayed(candidate, best, (), ())
    spared = burdens(best, MOST_ASKED, found.pairing) if best.status is Status.OPTIMAL else ()
    return ExplainedPlayed(candidate, best, judged(found.pairing, best), spared)


def explained(pairing: Pairing, players: Iterable[int], wishes: Iterable[FixedPair]) -> Explained:
    """Answer what is asked about `players` and `wishes`.

    Raises
    ------
    UsageProblem
        If no question applies: each is about somebody who is not there, or about all opponents of a player where
        look-ahead or limits hold.
    """
    players, wishes = list(dict.fromkeys(players)), list(dict.fromkeys(wishes))
    asked = bool(players or wishes)
    if pairing.status not in ("optimal", "infeasible"):
        return Explained(pairing, asked)
    if not asked:
        found = burdens(pairing, MOST_ASKED) if pairing.status == "optimal" else ()
        return Explained(pairing, asked, burdens=found)
    refused: list[str] = []
    opposed = _answered(players, lambda player: (player, _opponents(pairing, player)), refused)
    granted = _answered(wishes, lambda wish: grant(pairing, wish), refused)
    if not opposed and not granted:
        raise UsageProblem("\n".join(refused))
    return Explained(pairing, asked, opposed, granted, refused=tuple(refused))


def _opponents(pairing: Pairing, player: int) -> tuple[Answer, ...]:
    if pairing.conditional and pairing.proof.witness is None:
        raise UsageProblem(
            say(
                "--player {player}: with look-ahead or limits each answer takes a search of its own; ask about "
                "one opponent at a time, as in --why-not {player}-7.",
                player=player,
            )
        )
    return opponents(pairing, player)


def _answered(asked: Iterable[Q], answer: Callable[[Q], A], refused: list[str]) -> tuple[A, ...]:
    """The answers to the questions that apply; why the others do not goes to `refused`."""
    found = []
    for question in asked:
        try:
            found.append(answer(question))
        except UsageProblem as error:
            refused.append(str(error))
    return tuple(found)
