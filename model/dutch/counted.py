"""A tournament as C.04.3 counts it: numbers by place, wins against nobody, rounds planned; and what is not paired."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.dutch.initial_colour import initial_colour
from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Round, Tournament


def as_counted(tournament: Tournament, rules: RuleSet, round: int | None) -> Tournament:
    """The tournament with the pairing numbers of the file as lots, and the number of rounds that is taken.

    A file that does not say how many rounds are planned is a whole event as long as one of its own rounds is asked for.

    Raises
    ------
    InvalidInput
        The file holds what the system must not pass over (teams, ranks that clash, starting scores), or nobody knows
        whether the round to be paired is the last, or the initial colour.
    """
    faults = list(tournament.set_aside)
    if tournament.rounds_planned is None and (round is None or round > len(tournament.rounds)):
        needs = say("The Dutch system needs the number of rounds planned (record 142 or XXR; `rounds` in TOML)")
        faults.append(Fault(say("{needs}: the last has its own rules.", needs=needs)))
    if not initial_colour(tournament):
        text = say(
            "No colour has been given yet: enter the initial colour that was drawn by lot (record 152, W or B; "
            "`initial_colour` in TOML)."
        )
        faults.append(Fault(text))
    if rules.policy.start_scores == "used":
        text = say("The Dutch system has no starting scores; take start_scores out, or pair by other rules.")
        faults.append(Fault(text))
    if rules.points.bye != rules.points.full_bye:
        faults += [
            Fault(
                say(
                    "A win against nobody (0000 - +) is the bye to the Dutch system, and here the bye is worth "
                    "other points than a full-point bye; write U or F."
                ),
                player=player,
                round=number,
            )
            for number, one in enumerate(tournament.rounds, start=1)
            for player in one.wins_without_opponent
        ]
    if faults:
        raise InvalidInput(faults, tournament.source)
    players = tournament.players
    if tournament.numbered_by_place:
        players = tuple(replace(player, lot=place) for place, player in enumerate(players, start=1))
    planned = len(tournament.rounds) if tournament.rounds_planned is None else tournament.rounds_planned
    rounds = tuple(map(_with_byes, tournament.rounds))
    return replace(tournament, players=players, rounds=rounds, rounds_planned=planned)


def _with_byes(round: Round) -> Round:
    """The round, a win against nobody being the bye (C.04.3, 1.5)."""
    wins = round.wins_without_opponent
    if not wins:
        return round
    full = tuple(player for player in round.full_byes if player not in wins)
    return replace(round, byes=(*round.byes, *wins), full_byes=full)
