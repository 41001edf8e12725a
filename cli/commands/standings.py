"""`pairproof standings`: the final standings, or the ranking for pairing."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import documents, options, source
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.output import complain
from pairproof.cli.pages import standings as page
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.state import standings as table


@guarded
def command(
    file: options.File,
    round: Annotated[int | None, typer.Option("--round", metavar="N", help="After round N.")] = None,
    pairing: Annotated[
        bool, typer.Option("--pairing", help="The ranking that the next round is paired by, instead of the standings.")
    ] = False,
    rules: options.Rules = None,
    adjourned: options.Adjourned = False,
    fill_byes: options.FillByes = False,
    format: options.Format = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """Score, SOS, GAM, then the game between two players who are level in these; players still level share their
    places.
    """
    tournament, rule_set = source.tournament_and_rules(
        file, format, rules, Reading(open_games=not pairing, adjourned=adjourned, fill_byes=fill_byes)
    )
    recorded = len(tournament.rounds)
    if round is not None and not 0 <= round <= recorded:
        raise UsageProblem(f"--round {round}: the file holds {recorded} rounds, so 0 to {recorded} can be asked for.")
    if round is None:
        round = (table.complete_rounds if pairing else table.rounds_played)(tournament, rule_set)
        if round < recorded:
            complain(
                f"Note: round {round + 1} has games without a result; these are the standings after round {round}."
            )
    rank = table.pairing_ranking if pairing else table.final_standings
    standings = rank(tournament, rule_set, round)
    waiting = [] if pairing else table.open_games(tournament, rule_set, round)
    if json:
        write_json(documents.Standings.of(tournament, rule_set, round, standings, waiting, pairing=pairing))
    else:
        page.show(tournament, rule_set, round, standings, waiting, pairing=pairing)
