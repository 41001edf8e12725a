"""`pairproof compare`: the manual method, the optimum, and the pairing really played."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pairproof import solver
from pairproof.cli import comparing, documents, options, source
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.output import write
from pairproof.cli.pages import compare as page
from pairproof.cli.progress import followed
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.language import say
from pairproof.model.state import position
from pairproof.solver.explain import compare as measuring


@guarded
def command(
    file: options.File,
    round: options.RoundToPair = None,
    all: Annotated[
        bool, typer.Option("--all", help="All rounds of the file and the one to be paired, with a total.")
    ] = False,
    rules: options.Rules = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print one line a round and method, with commas.")] = False,
    show_better: options.ShowBetter = False,
    adjourned: options.Adjourned = False,
    fill_byes: options.FillByes = False,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """Shows the first level that differs, the boards in common, who floats and who is denied a colour."""
    start = time.perf_counter()
    if json and csv:
        raise UsageProblem(say("--json and --csv: choose one of the two."))
    if all and round is not None:
        raise UsageProblem(say("--all and --round: choose one of the two."))
    tournament, rule_set = source.tournament_and_rules(
        file, format, rules, Reading(adjourned=adjourned, fill_byes=fill_byes)
    )
    if all:
        numbers = comparing.all_rounds(tournament, rule_set)
        if not numbers:
            raise UsageProblem(say("--all: the file holds no rounds."))
    else:
        numbers = [position.round_to_pair(tournament, round)]
    found = [
        measuring.compare(tournament, solver.Request(rule_set, number)) for number in followed(numbers, "Comparing")
    ]
    if json:
        write_json(documents.Comparison.of(tournament, rule_set, found, time.perf_counter() - start))
    elif csv:
        write(comparing.csv_text(tournament, rule_set, found))
    elif all:
        page.show_all(tournament, rule_set, found, better=show_better)
    else:
        page.show(tournament, rule_set, found[0], better=show_better)
