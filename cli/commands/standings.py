"""`pairproof standings`: the standings, or the ranking for pairing."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import documents, options, source
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.options.tie_breaks import TieBreakOptions
from pairproof.cli.output import complain
from pairproof.cli.pages import standings as page
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.language import say
from pairproof.model.state import standings as order


@guarded
@grouped
def command(
    file: options.File,
    *,
    round: Annotated[int | None, typer.Option("--round", metavar="N", help="After round N.")] = None,
    pairing: Annotated[
        bool, typer.Option("--pairing", help="The ranking that the next round is paired by, instead of the standings.")
    ] = False,
    wanted: TieBreakOptions,
    rules: options.Rules = None,
    adjourned: options.Adjourned = False,
    fill_byes: options.FillByes = False,
    format: options.Format = None,
    desk: DeskOptions,
) -> None:
    """By the tie-breaks that the option or the file names; else SOS, GAM, then the game between two players who are
    level in these. Players still level share their places.
    """
    wanted.check(pairing=pairing)
    reading = Reading(open_games=not pairing, adjourned=adjourned, fill_byes=fill_byes)
    tournament, rule_set = source.tournament_and_rules(file, format, rules, reading)
    recorded = len(tournament.rounds)
    if round is not None and not 0 <= round <= recorded:
        wrong = say("--round {round}: the rounds 0 to {recorded} can be asked for.", round=round, recorded=recorded)
        raise UsageProblem(wrong)
    if round is None:
        round = (order.complete_rounds if pairing else order.rounds_played)(tournament, rule_set)
        if round < recorded:
            complain(
                say(
                    "Note: round {open} has games without a result; these are the standings after round {round}.",
                    open=round + 1,
                    round=round,
                )
            )
    if pairing:
        ranking = order.pairing_ranking(tournament, rule_set, round)
        if desk.json:
            write_json(documents.Standings.for_pairing(tournament, rule_set, round, ranking))
        else:
            page.show_for_pairing(tournament, rule_set, round, ranking)
        return
    table = wanted.table(tournament, rule_set, round)
    waiting = order.open_games(tournament, rule_set, round)
    working = wanted.worked(table)
    if desk.json:
        write_json(documents.Standings.of(tournament, rule_set, table, waiting, working))
    else:
        page.show(tournament, table, waiting, working)
