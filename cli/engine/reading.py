"""The tournament file of a request, and its rules."""

from __future__ import annotations

from dataclasses import replace

from pairproof.cli.engine.request import DEFAULT_RULES, USAGE, Request, check_size
from pairproof.cli.output import complain
from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.formats.load import load_tournament
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.formats.trf.assigned import baku
from pairproof.model.rules import DEFAULT_RULES as OF_PAIR
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament


def loaded(request: Request) -> tuple[Tournament, RuleSet]:
    """The tournament that the request names, and the rules it is paired by.

    Raises
    ------
    PairproofError, TooLarge
        Whatever is wrong with it.
    """
    assert request.source is not None
    if request.source == "-":
        raise UsageProblem(f"Which tournament file? Usage: {USAGE}")
    tournament = load_tournament(request.source)
    check_size(len(tournament.players), f"The file holds {len(tournament.players)} players;")
    for warning in tournament.warnings:
        complain(f"Warning: {warning}")
    planned = tournament.rounds_planned
    if request.action == "pair" and planned is not None and len(tournament.rounds) >= planned:
        text = f"All {planned} planned rounds are paired already; -c compares them with the best pairings."
        raise InvalidInput([Fault(text)], tournament.source)
    rules = rules_for(tournament, request.rules or (None if tournament.rules else DEFAULT_RULES))
    return (_with_baku(tournament, rules) if request.baku else tournament), rules


def _with_baku(tournament: Tournament, rules: RuleSet) -> Tournament:
    """The tournament with the Baku points of the round to be paired; those of earlier rounds are what the file says."""
    number = len(tournament.rounds) + 1
    if tournament.rounds_planned is None:
        raise UsageProblem("-b: the Baku acceleration needs the number of rounds (record XXR or 142).")
    if (rules.points.win, rules.points.draw) != (2, 1):
        raise UsageProblem("-b: the Baku acceleration needs a win worth 1 point and a draw worth ½.")
    points = baku(tournament.ids, tournament.rounds_planned).get(number, {})
    return replace(
        tournament, accelerated={**tournament.accelerated, number: points} if points else tournament.accelerated
    )


def say_rules(request: Request, rules: RuleSet, tournament: Tournament | None = None) -> None:
    """Say on stderr that these are not the rules that callers expect, and where nobody named them, that."""
    named = request.rules is not None or (tournament is not None and tournament.rules is not None)
    which = rules.name if named else f"{rules.name}, nobody named others; the default of `pairproof pair` is {OF_PAIR}"
    asked = {"--dutch": "FIDE (Dutch)", "--burstein": "Burstein", None: "FIDE"}[request.system]
    complain(f"Note: pairproof pairs by its own rules ({which}); these are not the {asked} rules.")
