"""A random tournament, played by the engine's rules."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from pairproof.cli.engine.reading import loaded, say_rules
from pairproof.cli.engine.request import DEFAULT_RULES, NO_PAIRING, Request, check_size, whole_number
from pairproof.cli.output import complain
from pairproof.cli.writing import Target
from pairproof.model.criteria import has_colours
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.files import read_bytes
from pairproof.model.formats.toml.rule_file import load_rules
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.rules import PRESETS
from pairproof.model.study.simulation import Field, Ratings, Seating, Settings, initial_colour_of, play
from pairproof.model.tournament import Tournament
from pairproof.solver.methods import pair_by, seating
from pairproof.solver.request import Request as RoundRequest

_KEYS = {
    "PlayersNumber": "players",
    "RoundsNumber": "rounds",
    "ForfeitRate": "forfeits",
    "ZPBRate": "absences",
    "HPBRate": "half_byes",
    "FPBRate": "full_byes",
}
_RATINGS = ("LowestRating", "HighestRating")
_KNOWN = (*_KEYS, *_RATINGS)
_PASSED_OVER = ("QuickgameRate", "Groups", "Separator")


def perform(request: Request) -> int:
    """A random tournament (`model.study.simulation`); its seed stands in the name, so it can be played again."""
    assert request.tournament_out is not None
    config, seed = request.config, request.seed
    if config is not None and config.isdigit():
        seed = whole_number("-g", config) if seed is None else seed
        config = None
    seed = secrets.randbelow(2**31) if seed is None else seed
    with Target("-o", request.tournament_out) as target:
        read = {request.source: "the model file", config: "the configuration", request.rules: "the rule file"}
        target.spare({path: what for path, what in read.items() if path is not None and path not in PRESETS})
        rules = load_rules(request.rules or DEFAULT_RULES)
        settings = Settings(players=40, rounds=7, forfeits=0.02, absences=0.01, half_byes=0.02)
        if request.source is not None:
            model, _ = loaded(request)
            rounds = model.rounds_planned or max(len(model.rounds), 1)
            drawn = Ratings("list", tuple(player.rating for player in model.players))
            settings = replace(settings, players=len(model.players), rounds=rounds, ratings=drawn)
        elif config is not None:
            settings = _configured(settings, config)
        faults = settings.faults()
        if faults:
            raise UsageProblem("\n".join(faults))
        check_size(settings.players, f"{settings.players} players:")
        say_rules(request, rules)
        field = Field(settings, seed, 1)

        def pair_round(tournament: Tournament) -> Seating | None:
            pairing = pair_by("optimal", tournament, RoundRequest(rules), field.luck)
            return None if pairing.status == "infeasible" else seating(pairing)

        simulated = play(field, pair_round, colours=has_colours(rules), initial_colour=initial_colour_of(rules))
        if simulated.ended is not None:
            complain(f"The tournament ended early: {simulated.ended}.")
        target.write(dump_trf(simulated.tournament, "trfx").encode())
        target.put()
    return NO_PAIRING if simulated.ended is not None and "no legal pairing" in simulated.ended else 0


def _configured(settings: Settings, config: str) -> Settings:
    """The settings with those of a property file, as JaVaFo has it; its rates are in thousandths."""
    found: dict[str, float] = {}
    lowest, highest = 1000, 2600
    for number, line in enumerate(
        read_bytes(Path(config), "the configuration").decode("latin-1").splitlines(), start=1
    ):
        text = line.strip()
        if not text or text.startswith(("#", "!")):
            continue
        key, _, value = (part.strip() for part in text.partition("="))
        if key in _PASSED_OVER:
            complain(f"Note: {config}, line {number}: {key} is not used.")
            continue
        if key not in _KEYS and key not in _RATINGS:
            raise UsageProblem(f"{config}, line {number}: {key!r} is not understood; known are {', '.join(_KNOWN)}.")
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise UsageProblem(f"{config}, line {number}: {key} is {value!r}, which is no whole number.")
        if key == "LowestRating":
            lowest = int(value)
        elif key == "HighestRating":
            highest = int(value)
        else:
            found[_KEYS[key]] = int(value) / 1000 if key.endswith("Rate") else int(value)
    return replace(settings, ratings=Ratings("uniform", (lowest, highest)), **found)  # type: ignore[arg-type]
