"""The tournament file of a request, and its rules."""

from __future__ import annotations

from dataclasses import replace

from pairproof.cli.engine.request import DEFAULT_RULES, RULES_OF_SYSTEM, USAGE, Request, check_size
from pairproof.cli.output import complain
from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.formats.load import load_tournament
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.formats.trf.assigned import baku
from pairproof.model.rules import DEFAULT_RULES as OF_PAIR
from pairproof.model.rules import DUTCH, PRESETS, RuleSet
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
    reading = Reading(adjourned=request.adjourned, fill_byes=request.fill_byes)
    tournament = load_tournament(request.source, reading=reading)
    check_size(len(tournament.players), f"The file holds {len(tournament.players)} players;")
    for warning in tournament.warnings:
        complain(f"Warning: {warning}")
    if request.action == "pair" and tournament.all_paired:
        planned = tournament.rounds_planned
        text = f"All {planned} planned rounds are paired already; -c compares them with the best pairings."
        raise InvalidInput([Fault(text)], tournament.source)
    rules = _rules(request, tournament)
    return (_with_baku(tournament, rules) if request.baku else tournament), rules


def _rules(request: Request, tournament: Tournament) -> RuleSet:
    """Those that `--rules` names, else those of the system asked for, else the file's.

    Raises
    ------
    UsageProblem
        The file names other rules than the system asked for.
    """
    system = RULES_OF_SYSTEM.get(request.system)
    if request.rules is None and system is not None and tournament.rules is None and tournament.type:
        raise UsageProblem(
            f"{request.system} asks for the rules {system}, but record 192 names the type {tournament.type}; take the "
            "record out."
        )
    if request.rules is None and system is not None and tournament.rules is not None:
        named = rules_for(tournament, None)
        if named.system != PRESETS[system].system:
            raise UsageProblem(
                f"{request.system} asks for the rules {system}, but the file names the rules {named.name}; leave one "
                "of the two away, or give --rules."
            )
        return named
    return rules_for(tournament, request.rules or system or (None if tournament.rules else DEFAULT_RULES))


def _with_baku(tournament: Tournament, rules: RuleSet) -> Tournament:
    """The tournament with the Baku points of the round to be paired; those of earlier rounds are what the file says.

    FIDE's floats look at the points of earlier rounds too: there the method gives those that the file does not.
    """
    number = len(tournament.rounds) + 1
    if tournament.rounds_planned is None:
        raise UsageProblem("-b: the Baku acceleration needs the number of rounds (record XXR or 142).")
    if (rules.points.win, rules.points.draw) != (2, 1):
        raise UsageProblem("-b: the Baku acceleration needs a win worth 1 point and a draw worth ½.")
    given = baku(tournament.ids, tournament.rounds_planned)
    if rules.system != DUTCH:
        given = {number: given[number]} if number in given else {}
        return replace(tournament, accelerated={**tournament.accelerated, **given})
    return replace(tournament, accelerated={**given, **tournament.accelerated})


def say_rules(request: Request, rules: RuleSet, tournament: Tournament | None = None) -> None:
    """Say on stderr where these are not the rules that callers expect, and where nobody named them, that."""
    if rules.system == DUTCH and request.system != "--burstein":
        return
    named = request.rules is not None or (tournament is not None and tournament.rules is not None)
    which = rules.name if named else f"{rules.name}, nobody named others; the default of `pairproof pair` is {OF_PAIR}"
    asked = {"--dutch": "FIDE (Dutch)", "--burstein": "Burstein", None: "FIDE"}[request.system]
    complain(f"Note: pairproof pairs by its own rules ({which}); these are not the {asked} rules.")
