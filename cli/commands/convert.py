"""`pairproof convert`: a tournament file in another format."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import documents, options
from pairproof.cli.converting import Converted, converted, form_of
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.output import complain, write_bytes
from pairproof.cli.source import inputs
from pairproof.cli.writing import Target
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Form, Reading
from pairproof.model.formats.table import forms, titles


@guarded
def command(
    file: Annotated[str, typer.Argument(metavar="IN", help=f"{titles()} file; - for stdin.")],
    out: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - for stdout.")],
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
    format: options.Format = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    form = form_of(out, to)
    if json and json_output is None and out == "-":
        raise UsageProblem("--json prints its document to standard output, where OUT (-) would go as well.")
    reading = Reading(teams_as_groups)
    if out == "-":
        found = converted(file, out, format, form, reading, restricted_until)
        spare(inputs(file, found.tournament, None))
        _say(found, None if json else form)
        write_bytes(found.data)
        if json:
            write_json(documents.Conversion.of(found.tournament, found.source, form.name, found.lost))
        return
    spare({out: "OUT"})
    with Target("OUT", out) as target:
        found = converted(file, out, format, form, reading, restricted_until)
        target.spare(inputs(file, found.tournament, None))
        spare(inputs(file, found.tournament, None))
        target.write(found.data)
        target.put()
    _say(found, None if json else form)
    if json:
        write_json(documents.Conversion.of(found.tournament, found.source, form.name, found.lost))


def _say(found: Converted, form: Form | None) -> None:
    """The warnings, and, where there is a `form`, what it does not carry."""
    for warning in found.tournament.warnings:
        complain(f"Warning: {warning}")
    if form is not None:
        for what in found.lost:
            complain(f"Not carried to {form.title}: {what}.")
