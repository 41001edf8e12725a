"""A random tournament, played by the engine's rules."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path

from pairproof.cli.engine.configuration import bbp, javafo
from pairproof.cli.engine.lists import lists_of
from pairproof.cli.engine.reading import loaded, say_rules
from pairproof.cli.engine.request import (
    DEFAULT_RULES,
    NO_PAIRING,
    RULES_OF_SYSTEM,
    Request,
    beside,
    check_size,
    whole_number,
)
from pairproof.cli.output import complain
from pairproof.cli.writing import Target
from pairproof.model.criteria import has_colours
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.toml.rule_file import load_rules
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.rules import DUTCH, PRESETS, Points, RuleSet
from pairproof.model.study.settings import Ratings, Settings
from pairproof.model.study.simulation import Field, Seating, initial_colour_of, play
from pairproof.model.tournament import Tournament
from pairproof.solver.methods import pair_by, seating
from pairproof.solver.request import Request as RoundRequest


def perform(request: Request) -> int:
    """A random tournament (`model.study.simulation`); its seed stands in the name, so it can be played again."""
    assert request.tournament_out is not None
    config, seed = request.config, request.seed
    if config is not None and config.isdecimal():
        seed = whole_number("-g", config) if seed is None else seed
        config = None
    seed = secrets.randbelow(2**31) if seed is None else seed
    with ExitStack() as stack:
        target = stack.enter_context(Target("-o", _place(request, request.tournament_out, config)))
        read = {request.source: "the model file", config: "the configuration", request.rules: "the rule file"}
        target.spare({path: what for path, what in read.items() if path is not None and path not in PRESETS})
        checklist = _checklist(request, target, stack)
        rules = load_rules(request.rules or RULES_OF_SYSTEM.get(request.system, DEFAULT_RULES))
        settings, points = _settings(request, config, rules)
        faults = settings.faults()
        if faults:
            raise UsageProblem("\n".join(faults))
        check_size(settings.players, f"{settings.players} players:")
        say_rules(request, rules)
        field = Field(settings, seed, 1)
        played_by = rules if points is None else replace(rules, points=points)
        writes, lists = lists_of(rules), ""

        def pair_round(tournament: Tournament) -> Seating | None:
            nonlocal lists
            pairing = pair_by("optimal", tournament, RoundRequest(played_by), field.luck)
            if checklist is not None:
                lists += writes.of_round(pairing.problem.position.round, pairing)
            return None if pairing.status == "infeasible" else seating(pairing)

        simulated = play(field, pair_round, colours=has_colours(rules), initial_colour=initial_colour_of(rules))
        if simulated.ended is not None:
            complain(f"The tournament ended early: {simulated.ended}.")
        tournament = simulated.tournament if points is None else replace(simulated.tournament, points=asdict(points))
        # bbpPairings reads point values of its own records, and no XXS.
        target.write(dump_trf(tournament, "trfx" if points is None else "trfbx", board_order=False).encode())
        if checklist is not None:
            checklist.write((lists + writes.last_line).encode())
            checklist.put()
        target.put()
    return NO_PAIRING if simulated.no_pairing else 0


def _place(request: Request, out: str, config: str | None) -> str:
    """Where OUT lies: with `--dutch` a bare name lies beside the model or the configuration, as bbpPairings has it."""
    beside_it = request.source or config
    return beside(beside_it, out) if beside_it is not None and request.system in RULES_OF_SYSTEM else out


def _checklist(request: Request, target: Target, stack: ExitStack) -> Target | None:
    if not request.wants_checklist:
        return None
    name = beside(target.named, request.checklist or f"{Path(target.named).stem}.list")
    if target.same_as(name):
        raise UsageProblem(f"-o and -l both name {name}.")
    return stack.enter_context(Target("-l", name))


def _settings(request: Request, config: str | None, rules: RuleSet) -> tuple[Settings, Points | None]:
    """What the tournament is like, and the points it gives where a model or bbpPairings' configuration says."""
    settings = Settings(players=40, rounds=7, forfeits=0.02, absences=0.01, half_byes=0.02)
    points = rules.points if rules.system == DUTCH else None
    if request.source is not None:
        model, _ = loaded(request)
        rounds = model.rounds_planned or max(len(model.rounds), 1)
        drawn = Ratings("list", tuple(player.rating for player in model.players))
        given = None if points is None else replace(points, **model.points)
        return replace(settings, players=len(model.players), rounds=rounds, ratings=drawn), given
    if config is None:
        return settings, points
    if points is None:
        return javafo(settings, config), None
    return bbp(settings, config)
