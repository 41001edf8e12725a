"""`pairproof report`: the round as one printable HTML page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from pairproof.cli import options
from pairproof.cli.failures import exit_code_of, exit_with, guarded

if TYPE_CHECKING:
    from pairproof.cli.pages.html.content import Sheet
    from pairproof.cli.writing import Target
    from pairproof.model import Tournament


@guarded
def command(
    file: options.File,
    output: Annotated[str, typer.Option("-o", "--output", metavar="OUT.html", help="The page to write.")],
    round: options.RoundToPair = None,
    rules: options.Rules = None,
    fix: options.Fix = None,
    forbid: options.Forbid = None,
    bye: options.Bye = None,
    no_bye: options.NoBye = None,
    absent: options.Absent = None,
    lookahead: options.LookAhead = None,
    quota: options.Quota = None,
    keep: options.Keep = None,
    keep_last: options.KeepLast = False,
    relax: options.Relax = False,
    time_limit: options.TimeLimit = None,
    format: options.Format = None,
    lang: options.Lang = None,
    debug: options.Debug = False,
) -> None:
    """Write the round as one HTML page to hang up: boards, names, standings, crosstable, result slips, and the proof.

    The page needs no network and holds no script; it prints on A4. The same input gives the same bytes. After the last
    round it holds the standings and the crosstable. Exit codes as those of `pair`: with 1, the page says why no legal
    pairing exists.
    """
    orders = options.orders(fix=fix, forbid=forbid, bye=bye, no_bye=no_bye, absent=absent)
    quotas = options.quotas(quota or ())
    options.check_asked(keep, keep_last, time_limit)
    from pairproof.cli.source import inputs, tournament_and_rules
    from pairproof.cli.writing import Target

    with Target("-o", output) as target:
        tournament, rule_set = tournament_and_rules(file, format, rules)
        target.spare(inputs(file, tournament, rules, keep))
        ordered = (
            fix or forbid or bye or no_bye or absent or lookahead is not None or quota or keep is not None or relax
        )
        if round is None and _over(tournament) and not ordered:
            from pairproof.cli.pages.html.content import final_page

            _finish(target, final_page(tournament, rule_set), lang)
            return
        from pairproof.model.state.position import round_to_pair

        number = round_to_pair(tournament, round)
        if keep is not None:
            from pairproof.cli.published import published

            kept, seats = published(keep, tournament, number)
            orders = replace(orders, keep=kept, keep_white=seats, keep_last=keep_last)
        orders = replace(orders, relax=relax)
        # The solver's libraries take most of the start-up time: only after everything cheap has passed.
        from pairproof.cli.pages.html.content import page_of
        from pairproof.cli.progress import interruptible
        from pairproof.solver.optimal import pair
        from pairproof.solver.request import Conditions, Request

        conditions = Conditions(lookahead=lookahead, max_pairs_in_group=quotas)
        with interruptible(time_limit, f"Report on round {number}") as stop:
            pairing = pair(tournament, Request(rule_set, round, orders, conditions, stop))
            sheet = page_of(pairing)
        _finish(target, sheet, lang)
    exit_with(exit_code_of(pairing))


def _finish(target: Target, sheet: Sheet, lang: str | None) -> None:
    """Put the page in place and say where it is."""
    from pairproof.cli.output import write
    from pairproof.cli.pages.html import render

    target.write(render(sheet, lang or "en"))
    target.put()
    write(f"{target.named}\n")


def _over(tournament: Tournament) -> bool:
    """Whether every planned round is in the file."""
    return tournament.rounds_planned is not None and len(tournament.rounds) >= tournament.rounds_planned
