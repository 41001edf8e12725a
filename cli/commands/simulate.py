"""`pairproof simulate`: random tournaments, played and written down."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof import model
from pairproof.cli import documents, options
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import grouped
from pairproof.cli.pages import simulate as page
from pairproof.cli.simulation import options as simulation
from pairproof.cli.simulation import work
from pairproof.model.formats import table
from pairproof.model.language import any_of, say
from pairproof.model.rules import DEFAULT_RULES


@guarded
@grouped
def command(
    context: typer.Context,
    *,
    tournaments: Annotated[int, typer.Option("--tournaments", metavar="N", help="How many to play.")] = 1,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="Players; 32, or as many as a list of ratings holds.")
    ] = None,
    wanted: simulation.TournamentOptions,
    seed: simulation.Seed = None,
    method: simulation.Method = "optimal",
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="NAME|PATH", help="Rule set or rule file; `combined` without it.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write the tournaments into this folder.")
    ] = None,
    format: Annotated[
        str, typer.Option("--format", metavar="|".join(table.written()), help="What they are written as.")
    ] = "toml",
    jobs: simulation.Jobs = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """The same seed plays the same tournaments, on any number of processes; two methods meet the same players with the
    same luck. A round on which the manual method gets stuck is paired by the optimum. docs/simulation.md describes the
    model.
    """
    wrong = simulation.Wrong()
    wrong.add(simulation.number_faults(tournaments))
    if format not in table.written():
        wrong.add([say("--format {format}: expected {known}.", format=format, known=any_of(table.written()))])
    if output is None:
        wrong.add(simulation.useless(simulation.given(context, ["format"]), "-o FOLDER"))
    methods = wrong.read(lambda: simulation.methods_of(method)) or ()
    rule_set = wrong.read(lambda: model.load_rules(rules or DEFAULT_RULES))
    drawn = wrong.read(lambda: simulation.ratings_of(wanted.ratings))
    settings = wanted.settings(players, drawn, rules=[rule_set], wrong=wrong)
    processes = wrong.read(lambda: simulation.jobs_of(jobs)) or 1
    if output is not None:
        wrong.add(table.too_many_for(format, settings.players))
    wrong.tell()
    assert rule_set is not None  # else it was told
    simulated = work.Wanted(tournaments, settings, methods, rule_set, rules, format)
    seed, played = simulated.play(seed, output, processes)
    if json:
        write_json(documents.Simulation.of(seed, rule_set, settings, played))
    else:
        page.show(seed, settings, rule_set, played, output)
