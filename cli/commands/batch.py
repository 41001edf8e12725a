"""`pairproof batch`: every round of many tournaments, by several methods."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import documents, options
from pairproof.cli.batch import pictures, summary, tables, work
from pairproof.cli.batch import request as asking
from pairproof.cli.exit_codes import INVALID_INPUT
from pairproof.cli.failures import exit_with, guarded
from pairproof.cli.folders import output_folder
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.options.groups import grouped
from pairproof.cli.pages import batch as page
from pairproof.cli.simulation import options as simulation
from pairproof.model.language import say


@guarded
@grouped
def command(
    context: typer.Context,
    *,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FOLDER", help="Where the tables go.")],
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILES]…", help="Tournament files, or folders with such.")
    ] = None,
    simulate: Annotated[
        int, typer.Option("--simulate", metavar="N", help="Simulated tournaments for each number of players.")
    ] = 0,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="N,…", help="Players of the simulations, several numbers with commas."),
    ] = None,
    wanted: simulation.TournamentOptions,
    seed: simulation.Seed = None,
    method: simulation.Method = "both",
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules", metavar="NAME|PATH", help="Rule set or rule file; repeatable. By default that of each file."
        ),
    ] = None,
    jobs: simulation.Jobs = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, as tcp://host:8786, whose workers do it."),
    ] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="Write the tables as Parquet too.")] = False,
    plot: Annotated[bool, typer.Option("--plot", help="Draw the tables, as `pairproof plot` does.")] = False,
    adjourned: options.Adjourned = False,
    fill_byes: options.FillByes = False,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """The tables are rounds.csv, rankings.csv and tournaments.csv in the folder. The same command after an interruption
    goes on where it stopped. Exit code 3: some tournaments failed; the tables name them.
    """
    request = asking.request_of(
        asking.Asked(
            files=files, format=format, adjourned=adjourned, fill_byes=fill_byes, simulate=simulate, players=players,
            wanted=wanted, method=method, rules=rules, jobs=jobs, cluster=cluster, parquet=parquet, plot=plot,
        ),
        context,
    )  # fmt: skip
    spare(dict.fromkeys(request.files, say("the tournament file")) | dict.fromkeys(rules or (), say("the rule file")))
    plan = request.plan()
    with output_folder(output) as folder:
        work.make_tables(plan, folder, seed=seed, jobs=request.jobs, cluster=cluster)
        if parquet:
            tables.write_parquet(folder)
        if plot:
            pictures.draw([folder], folder, "png")
        found = summary.summary(folder)
        if json:
            write_json(documents.BatchSummary.of(found))
        else:
            page.show(found, output)
    exit_with(INVALID_INPUT if found.failed else 0)
