"""`pairproof publish`: the next round, paired, proved and written into the file."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pairproof.cli import documents, options
from pairproof.cli.desk import doing, publishing
from pairproof.cli.failures import exit_code_of, exit_with, guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import AllOrders, DeskOptions, grouped
from pairproof.cli.options.values import check_seconds
from pairproof.cli.pages import pair as page


@guarded
@grouped
def command(
    file: options.DeskFile,
    *,
    orders: AllOrders,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="The last round again, while it has no results, with the fewest changed boards."),
    ] = False,
    reason: Annotated[str, typer.Option("--reason", help="Why there are orders; kept with the round.")] = "",
    time_limit: options.TimeLimit = None,
    sheet: Annotated[
        str | None, typer.Option("--page", metavar="OUT.html", help="Write the page of the round as well.")
    ] = None,
    desk: DeskOptions,
) -> None:
    """Refuses while a result is missing. The certificate goes into FILE's .proofs folder, a copy of the file into
    backups. Exit code 1: no legal pairing exists; 6: time ran out; nothing is published then.
    """
    check_seconds(time_limit)
    start = time.perf_counter()
    store = doing.opened(file)
    draft = publishing.drafted(doing.seen(store), orders, reason, time_limit, repair=repair)
    if draft.arguments is None:
        if desk.json:
            write_json(documents.Pairing.of(draft.pairing, time.perf_counter() - start))
        else:
            page.show(draft.pairing)
        exit_with(exit_code_of(draft.pairing) or 1)
        return
    kept = doing.do(store, "publish", draft.arguments, desk, draft.seen)
    if not desk.json:
        page.show_boards(draft.pairing)
    if kept.line is not None:
        publishing.filed(store, draft, sheet)
