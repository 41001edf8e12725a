"""`pairproof standings`: the standings, or the ranking for pairing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pairproof.cli import documents, options, source
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options import values
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.output import complain
from pairproof.cli.pages import standings as page
from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.language import say
from pairproof.model.state import standings as order
from pairproof.model.tiebreaks import crosstable, parsing
from pairproof.model.tiebreaks import working as workings
from pairproof.model.tiebreaks.code import EDITIONS

if TYPE_CHECKING:
    from pairproof.model.tiebreaks.code import Code
    from pairproof.model.tiebreaks.table import Table
    from pairproof.model.tiebreaks.working import Working
    from pairproof.model.tournament import Tournament

_PAIRINGS = {"swiss": False, "round-robin": True}


@guarded
@grouped
def command(
    file: options.File,
    *,
    round: Annotated[int | None, typer.Option("--round", metavar="N", help="After round N.")] = None,
    pairing: Annotated[
        bool, typer.Option("--pairing", help="The ranking that the next round is paired by, instead of the standings.")
    ] = False,
    tie_breaks: Annotated[
        list[str] | None,
        typer.Option(
            "--tie-breaks", metavar="BH-C1,SB,…", help="What decides among players level on points. Repeatable."
        ),
    ] = None,
    working: Annotated[
        str | None, typer.Option("--working", metavar="WHO", help="Show how this player's numbers came about.")
    ] = None,
    unrated: Annotated[
        int | None, typer.Option("--unrated", metavar="N", help="The rating that stands for a missing one.")
    ] = None,
    pairings: Annotated[
        str | None,
        typer.Option("--pairings", metavar="|".join(_PAIRINGS), help="What the pairings are, if the file is wrong."),
    ] = None,
    edition: Annotated[
        str,
        typer.Option("--edition", metavar="|".join(EDITIONS), help="The rules of FIDE C.07 from that year on."),
    ] = EDITIONS[0],
    rules: options.Rules = None,
    adjourned: options.Adjourned = False,
    fill_byes: options.FillByes = False,
    format: options.Format = None,
    desk: DeskOptions,
) -> None:
    """By the tie-breaks that the option or the file names; else SOS, GAM, then the game between two players who are
    level in these. Players still level share their places.
    """
    _check(pairing, tie_breaks, working, unrated, pairings, edition)
    tournament, rule_set = source.tournament_and_rules(
        file, format, rules, Reading(open_games=not pairing, adjourned=adjourned, fill_byes=fill_byes)
    )
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
    codes = _codes(tournament, tie_breaks)
    predetermined = None if pairings is None else _PAIRINGS[pairings]
    cross = crosstable.crosstable_after(
        tournament, rule_set, round, predetermined=predetermined, edition=edition, unrated=unrated
    )
    table = order.standings_by(cross, codes)
    waiting = order.open_games(tournament, rule_set, round)
    worked = None if working is None else _working(table, working)
    if desk.json:
        write_json(documents.Standings.of(tournament, rule_set, table, waiting, worked))
    else:
        page.show(tournament, table, waiting, worked)


def _check(
    pairing: bool,
    tie_breaks: Sequence[str] | None,
    working: str | None,
    unrated: int | None,
    pairings: str | None,
    edition: str,
) -> None:
    """Raises UsageProblem where options make no sense."""
    beside = {"--tie-breaks": tie_breaks, "--working": working, "--unrated": unrated, "--pairings": pairings}
    for option, given in beside.items():
        if pairing and given is not None:
            raise UsageProblem(say("--pairing and {option}: choose one of the two.", option=option))
    if edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise UsageProblem(say("--edition {given}: expected one of {known}.", given=edition, known=known))
    if pairings is not None and pairings not in _PAIRINGS:
        known = ", ".join(_PAIRINGS)
        raise UsageProblem(say("--pairings {given}: expected one of {known}.", given=pairings, known=known))
    if unrated is not None and not 1 <= unrated <= 9999:
        raise UsageProblem(say("--unrated {given}: expected a rating from 1 to 9999.", given=unrated))


def _codes(tournament: Tournament, option: Sequence[str] | None) -> tuple[Code, ...]:
    """The tie-breaks that count: those of the option, else those of the file.

    Raises
    ------
    UsageProblem, InvalidInput
        Everything that is wrong with the one list or the other.
    """
    if option is None:
        codes, problems = parsing.read_codes(tournament.tie_breaks)
        if problems:
            raise InvalidInput(map(Fault, problems), tournament.source)
        return codes
    texts = [text for texts in option for text in texts.split(",") if text.strip()]
    codes, problems = parsing.read_codes(texts)
    if not texts:
        problems = [say("--tie-breaks: expected a list such as BH-C1,SB.")]
    if problems:
        raise UsageProblem("\n".join(problems))
    return codes


def _working(table: Table, who: str) -> Working:
    named = values.NamedPlayers(table.cross.tournament)
    found = named.ids("--working", [who])
    named.tell()
    if found[0] not in table.cross.cells:
        raise UsageProblem(say("--working {who}: there is no such player.", who=who))
    return workings.Working(table, found[0])
