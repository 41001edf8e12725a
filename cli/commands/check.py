"""`pairproof check`: every round of a file as it was played, against the rules and the optimum."""

from __future__ import annotations

import time

from pairproof import solver
from pairproof.cli import documents, options, source
from pairproof.cli.exit_codes import NOT_AGREED
from pairproof.cli.failures import exit_with, guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.pages import check as page
from pairproof.cli.progress import followed
from pairproof.model.errors import InvalidInput
from pairproof.model.formats.format import Reading
from pairproof.model.state import history
from pairproof.model.tiebreaks import rank_column
from pairproof.solver.explain import compare as measuring


@guarded
def command(
    file: options.File,
    rules: options.Rules = None,
    adjourned: options.Adjourned = False,
    fill_byes: options.FillByes = False,
    show_better: options.ShowBetter = False,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """The played colours count. Exit code 0: no rule is broken, and every level is as good as it can be; the boards may
    be others than the natural order gives. 1: some round differs, or a rank of a TRF file that names its tie-breaks.
    """
    start = time.perf_counter()
    tournament, rule_set = source.tournament_and_rules(
        file, format, rules, Reading(adjourned=adjourned, fill_byes=fill_byes)
    )
    rounds = len(tournament.rounds)
    if faults := history.incomplete_games(tournament, rule_set, rounds - 1):
        raise InvalidInput(faults, tournament.source)
    numbers = range(1, rounds + 1)
    checked = [
        measuring.check(tournament, solver.Request(rule_set, number)) for number in followed(numbers, "Checking")
    ]
    ranks = rank_column.ranks_compared(tournament, rule_set)
    if json:
        seconds = time.perf_counter() - start
        write_json(documents.Check.of(tournament, rule_set, checked, ranks, seconds, better=show_better))
    else:
        page.show(tournament, rule_set, checked, ranks, better=show_better)
    agrees = all(round_.agrees for round_ in checked) and (ranks is None or ranks.agrees)
    exit_with(0 if agrees else NOT_AGREED)
