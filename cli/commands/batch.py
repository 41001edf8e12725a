"""`pairproof batch`: the command."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli import simulation_options as simulation
from pairproof.cli.failures import INVALID_INPUT, exit_with, guarded
from pairproof.cli.simulation_options import counted

if TYPE_CHECKING:
    from pathlib import Path

    from pairproof.cli.batch.folder import RunFolder
    from pairproof.cli.batch.plan import Plan
    from pairproof.model.rules import RuleSet

_MOST_TOURNAMENTS = 1_000_000_000
"""Years of work: a number with a digit too many.  Before that, the disk is the bound."""


@guarded
def command(
    context: typer.Context,
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
    rounds: simulation.Rounds = 7,
    ratings: simulation.RatingsText = "normal:1800:300",
    noise: simulation.Noise = 50,
    draws: simulation.Draws = 0.27,
    advantage: simulation.Advantage = 33,
    absences: simulation.Absences = 0,
    half_byes: simulation.HalfByes = 0,
    full_byes: simulation.FullByes = 0,
    forfeits: simulation.Forfeits = 0,
    withdrawals: simulation.Withdrawals = 0,
    late_entries: simulation.LateEntries = 0,
    groups: simulation.Groups = 0,
    restricted_until: simulation.RestrictedUntil = None,
    gam: simulation.Gam = 0,
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
    format: options.Format = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Pair every round of many tournaments, files or simulated ones, by several methods, and write tables.

    The tables are rounds.csv, rankings.csv and tournaments.csv in the folder. The same command after an interruption
    goes on where it stopped. Exit code 3: some tournaments failed; the tables name them.
    """
    from pairproof.cli.batch.folder import RunFolder
    from pairproof.cli.batch.plan import Plan, source_of
    from pairproof.cli.folders import need_space, output_folder
    from pairproof.cli.output import complain

    wrong = simulation.Wrong()
    named = _files(files or [], format, wrong)
    if not 0 <= simulate <= _MOST_TOURNAMENTS:
        wrong.add([f"--simulate {simulate:,}: expected a number of tournaments, at most {_MOST_TOURNAMENTS:,}."])
    elif not named and not simulate:
        wrong.add(["There is nothing to do: name tournament files, or --simulate N."])
    readable = wrong.read(lambda: simulation.methods_of(method))
    methods = readable or ()
    rule_sets = _rule_sets(rules, wrong)
    settings = [
        simulation.settings_of(
            count, rounds, drawn, noise, draws, advantage, absences, half_byes, full_byes, forfeits, withdrawals,
            late_entries, groups, restricted_until, gam, rules=rule_sets, wrong=wrong,
        )
        for drawn in [wrong.read(lambda: simulation.ratings_of(ratings))]
        for count in wrong.read(lambda: _counts(players)) or [None]
    ]  # fmt: skip
    wrong.add(_useless(context, named, simulate, readable, cluster))
    processes = wrong.read(lambda: simulation.jobs_of(jobs)) or 1
    if parquet:
        from pairproof.cli.batch.tables import need_polars

        wrong.read(need_polars)
    if plot:
        from pairproof.cli.commands.plot import need_matplotlib

        wrong.read(lambda: need_matplotlib("--plot"))
    wrong.tell()

    own_rules = None in rule_sets
    plan = Plan(
        tuple(source_of(file, format, own_rules=own_rules) for file in named),
        format, tuple(settings) if simulate else (), simulate, 0, rule_sets, methods,
    )  # fmt: skip
    from pairproof.cli.parallel import workers

    with output_folder(output) as folder:
        run = RunFolder(folder)
        if plan.draws_lots:
            before = run.found()
            if seed is None and before is not None:
                seed = before.seed
            plan = replace(plan, seed=simulation.drawn_seed(seed))
        need_space(folder, plan.bytes_needed())
        # Once: what is written down is what was begun with, whatever happens to the files meanwhile.
        identity = plan.identity()
        with run.locked():
            chunk_size, complete = run.check(identity, plan.chunk_size)
            chunks = -(-plan.tasks // chunk_size)
            if not complete:
                try:
                    # A cluster that does not answer is told before anything is written.
                    with workers(min(processes, chunks), cluster) as helpers:
                        run.begin(identity, chunk_size)
                        _work(plan, run, chunk_size, chunks, helpers)
                except KeyboardInterrupt:
                    complain("Stopped; the same command goes on from here.")
                    raise
                run.finish(identity, chunk_size, chunks)
            else:
                run.tidy(chunks)
        _after(folder, parquet=parquet, plot=plot)
        failed = _show(folder, output, json)
    exit_with(INVALID_INPUT if failed else 0)


def _files(files: list[str], format: str | None, wrong: simulation.Wrong) -> tuple[str, ...]:
    """The tournament files that are named, and those of the folders that are."""
    from pairproof.cli.batch.plan import expanded
    from pairproof.model.formats.load import format_problems

    named = expanded(files)
    # However it is spelt.
    times = Counter(os.path.realpath(file) for file in named)
    wrong.add(f"{file} is named twice." for file in dict.fromkeys(named) if times[os.path.realpath(file)] > 1)
    wrong.add(format_problems(named, format))
    return named


def _rule_sets(rules: list[str] | None, wrong: simulation.Wrong) -> tuple[RuleSet | None, ...]:
    """The rule sets asked for; None for those that the files name."""
    from pairproof.model.formats.toml.rule_file import load_rules

    found = [wrong.read(lambda name=name: load_rules(name)) for name in rules or ()]  # type: ignore[misc]
    names = [rule_set.name for rule_set in found if rule_set is not None]
    if len(set(names)) < len(names):
        wrong.add([f"--rules: two rule sets have the same name ({', '.join(names)}); the tables could not tell."])
    return tuple(found) or (None,)


def _useless(
    context: typer.Context, files: tuple[str, ...], simulate: int, methods: tuple[str, ...] | None, cluster: str | None
) -> Iterator[str]:
    """Options that would do nothing; `methods` is None where it cannot be read."""
    if not simulate:
        yield from simulation.useless(simulation.given(context, simulation.SIMULATED), "--simulate N")
        if methods is not None and "random" not in methods:
            yield from simulation.useless(simulation.given(context, ["seed"]), "--simulate N or --method random")
    if not files:
        yield from simulation.useless(simulation.given(context, ["format"]), "tournament files")
    if cluster is not None:
        for option in simulation.given(context, ["jobs"]):
            yield f"{option}: of no use with --cluster, whose workers do the work."


def _counts(text: str | None) -> list[int | None]:
    if text is None:
        return [None]
    otherwise = f"--players {text}: expected numbers with commas between them, as in --players 16,32."
    return list(dict.fromkeys(simulation.whole_numbers(text.split(","), otherwise)))


def _work(plan: Plan, run: RunFolder, chunk_size: int, chunks: int, helpers: Any) -> None:
    """Every chunk that is not done yet."""
    from pairproof.cli.batch.measure import Task, measure_chunk
    from pairproof.cli.output import complain
    from pairproof.cli.parallel import completed

    done = run.done(chunks)
    if done:
        complain(f"Going on: {len(done)} of {counted(chunks, 'chunk')} done already.")
        for problems in done.values():
            for problem in problems:
                complain(problem)

    def waiting() -> Iterator[tuple[int, tuple[Task, ...]]]:
        for chunk in range(chunks):
            if chunk not in done:
                numbers = range(chunk * chunk_size, min((chunk + 1) * chunk_size, plan.tasks))
                yield chunk, tuple(plan.task(number) for number in numbers)

    with _progress(chunks, len(done)) as advance:
        for chunk, measured in completed(helpers, measure_chunk, waiting()):
            run.put(chunk, measured)
            for problem in measured.problems:
                complain(problem)
            advance()


@contextmanager
def _progress(total: int, done: int) -> Iterator[Any]:
    """A bar on stderr, where that is a terminal."""
    import sys

    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), "chunks", TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as progress:
        bar = progress.add_task("", total=total, completed=done)
        yield lambda: progress.advance(bar)


def _after(folder: Path, *, parquet: bool, plot: bool) -> None:
    if parquet:
        from pairproof.cli.batch.tables import write_parquet

        write_parquet(folder)
    if plot:
        from pairproof.cli.batch.pictures import draw

        draw([folder], folder, "png")


def _show(folder: Path, named: str, as_json: bool) -> int:
    """Print what was found in short; how many tournaments failed."""
    from pairproof.cli.batch.summary import summary
    from pairproof.cli.output import Page, write_json

    found = summary(folder)
    if as_json:
        from pairproof.cli.version import versions

        write_json(
            {
                "schema": "pairproof.batch-summary/1",
                **found,
                "run": {"versions": versions(("highspy", "numpy", "rustworkx"))},
            }
        )
        return int(found["failed"])
    page = Page()
    page.title(f"{counted(found['tournaments'], 'tournament')}, {counted(found['rounds'], 'round')} measured")
    page.line()
    if found["methods"]:
        page.table(
            ["rules", "paired by", "method", "rounds", "stuck", "equal boards", "seconds"],
            [
                [
                    one["rules"], one["paired_by"], one["method"], str(one["rounds"]), str(one["stuck"]),
                    _percent(one["equal_boards"]), f"{one['seconds']:.1f}",
                ]
                for one in found["methods"]
            ],
            right="---xxxx",
        )  # fmt: skip
        page.line()
    if found["agreement"]:
        page.table(
            ["rules", "paired by", "tournaments", "ended early", "tau-b, score", "tau-b, score and SOS"],
            [
                [
                    one["rules"], one["paired_by"], str(one["tournaments"]), str(one["ended_early"]),
                    _three(one["kendall_score"]), _three(one["kendall_sos"]),
                ]
                for one in found["agreement"]
            ],
            right="--xxxx",
        )  # fmt: skip
        page.line()
    if found["failed"]:
        page.bad(f"{counted(found['failed'], 'tournament')} failed; tournaments.csv says why.")
    page.line(f"Tables: rounds.csv, rankings.csv and tournaments.csv in {named}.")
    page.show()
    return int(found["failed"])


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _three(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
