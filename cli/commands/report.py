"""`pairproof report`: the round as one printable HTML page."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof import solver
from pairproof.cli import documents, options, pairing_run, reporting
from pairproof.cli.failures import exit_code_of, exit_with, guarded
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.language import language_of_pages
from pairproof.cli.options.groups import AllOrders, ConditionOptions, DeskOptions, KeepOptions, RoundOptions, grouped
from pairproof.cli.output import write
from pairproof.cli.pages import html
from pairproof.cli.pages.html.parts import PARTS, parts_named, refuse_missing
from pairproof.cli.writing import Target
from pairproof.model.language import say, speaking, spoken


@guarded
@grouped
def command(
    file: options.File,
    *,
    output: Annotated[str, typer.Option("-o", "--output", metavar="OUT.html", help="The page to write.")],
    which: RoundOptions,
    orders: AllOrders,
    asked: ConditionOptions,
    keep: KeepOptions,
    again: Annotated[
        bool,
        typer.Option("--again", help="Pair a round anew though the file holds it."),
    ] = False,
    what: Annotated[
        str | None,
        typer.Option(
            "--what",
            metavar="PART,…",
            help="What the page holds: boards, names, standings, crosstable, reasons, slips, or all. By default what "
            "hangs on a wall: boards,names,standings; after the last round standings,crosstable.",
        ),
    ] = None,
    format: options.Format = None,
    desk: DeskOptions,
) -> None:
    """A round that the file holds is shown as it stands there, its boards in its order; --again pairs it anew. Without
    --round that is the last one while it is played, else the next one. The page
    needs no network and holds no script; it prints on A4. The same input gives the same bytes. After the last round it
    holds the standings and the crosstable. Exit codes as those of `pair`: with 1, the page says why no legal pairing
    exists.
    """
    keep.check()
    asked_parts = parts_named("--what", what)
    conditions = solver.Conditions(
        lookahead=asked.lookahead, max_pairs_in_group=asked.quotas(), max_changed=keep.max_changed
    )
    pairing = None
    with Target("-o", output) as target, speaking(language_of_pages()):
        source = pairing_run.round_of(file, format, which, keep)
        target.spare(source.inputs)
        spare({**source.inputs, output: "OUT.html"})
        ordered = orders.any or asked.any or keep.keep is not None
        report = reporting.report_of(source, ordered=ordered, again=again)
        if not report.final:
            given = report.source.orders(orders.given(source.tournament), asked)
            doing = say("Report on round {round}", round=report.source.number)
            pairing = pairing_run.paired(report.source, given, conditions, asked.time_limit, doing)
        sheet = report.sheet(pairing, asked_parts)
        if sheet.none is None:
            refuse_missing("--what", asked_parts, sheet.shown)
        target.write(html.render(sheet, spoken()))
        if not desk.dry_run:
            target.put()
    if desk.json:
        paired = None if pairing is None else (report.source.number, pairing.status)
        shown = [part for part in PARTS if part in sheet.shown]
        write_json(documents.Report.of(source.tournament, output, shown, paired, dry_run=desk.dry_run))
    else:
        write(f"{output}{' ' + say('(Nothing is written: --dry-run.)') if desk.dry_run else ''}\n")
    exit_with(0 if pairing is None else exit_code_of(pairing))
