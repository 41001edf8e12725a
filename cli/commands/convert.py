"""`pairproof convert`: a tournament file in another format."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from pairproof.cli import converting, documents, options, source
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.options.lists import ListOptions
from pairproof.cli.output import complain, write_bytes
from pairproof.cli.pages import conversion as page
from pairproof.cli.pages import lists
from pairproof.cli.writing import Target
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.formats.table import forms
from pairproof.model.formats.trf.flavours import FLAVOURS
from pairproof.model.language import say


@guarded
@grouped
def command(
    file: Annotated[str, typer.Argument(metavar="IN", help="{formats} file; - for stdin.")],
    out: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - for stdout.")],
    *,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="|".join(forms()), help="Format of OUT; without it the suffix of OUT decides."),
    ] = None,
    teams_as_groups: Annotated[
        bool, typer.Option("--teams-as-groups", help="Teams of a TRF file (310, 013) become groups of their players.")
    ] = False,
    restricted_until: Annotated[
        int | None,
        typer.Option("--restricted-until", metavar="N", help="Players of one group do not meet in rounds 1 to N."),
    ] = None,
    for_federation: Annotated[
        bool, typer.Option("--for-federation", help="Say first what the federation will miss in the file (TRF).")
    ] = False,
    listed: ListOptions,
    fill_byes: options.FillByes = False,
    adjourned: options.Adjourned = False,
    format: options.Format = None,
    desk: DeskOptions,
) -> None:
    form = converting.form_of(out, to)  # said before the file is read
    if for_federation and form.name not in FLAVOURS:
        raise UsageProblem(say("--for-federation is about TRF files; {out} is none.", out=out))
    if desk.json and desk.json_output is None and out == "-":
        raise UsageProblem(say("--json prints its document to standard output, where OUT (-) would go as well."))
    reading = Reading(teams_as_groups, adjourned=adjourned, fill_byes=fill_byes, listed=listed.reading)
    spare({out: "OUT"} if out != "-" else {})
    with nullcontext() if out == "-" else Target("OUT", out) as target:
        found = converting.converted(file, out, format, to, reading, restricted_until)
        read = source.inputs(file, found.tournament, None)
        spare(read)
        if target is not None:
            target.spare(read)
            if found.table and not desk.json:
                lists.show(found.table)
        page.tell(found, lost=not desk.json, missing=for_federation)
        if desk.dry_run:
            complain(say("(Nothing is written: --dry-run.)"))
        elif target is None:
            write_bytes(found.data)
        else:
            target.write(found.data)
            target.put()
    if desk.json:
        write_json(documents.Conversion.of(found.tournament, found.source, found.form.name, found.lost, desk.dry_run))
