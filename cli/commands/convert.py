"""`pairproof convert`: a tournament file in another format."""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.failures import guarded
from pairproof.model.formats.table import forms, titles

if TYPE_CHECKING:
    from pairproof.model import Tournament
    from pairproof.model.formats.format import Form, Reading


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
    debug: options.Debug = False,
) -> None:
    """Write a tournament file in another format, and say on standard error what the format cannot carry."""
    from pairproof.cli.output import complain, write_bytes, write_json
    from pairproof.cli.source import inputs
    from pairproof.cli.writing import Target
    from pairproof.model.errors import UsageProblem
    from pairproof.model.formats.format import Reading

    form = _form(out, to)
    if json and out == "-":
        raise UsageProblem("--json prints its document to standard output, where OUT (-) would go as well.")
    reading = Reading(teams_as_groups)
    if out == "-":
        data, tournament, lost, source = _converted(file, out, format, form, reading, restricted_until)
        _say(tournament, lost, form)
        write_bytes(data)
        return
    with Target("OUT", out) as target:
        data, tournament, lost, source = _converted(file, out, format, form, reading, restricted_until)
        target.spare(inputs(file, tournament, None))
        target.write(data)
        target.put()
    if json:
        for warning in tournament.warnings:
            complain(f"Warning: {warning}")
        write_json(_document(tournament, source, form, lost))
    else:
        _say(tournament, lost, form)


def _say(tournament: Tournament, lost: list[str], form: Form) -> None:
    from pairproof.cli.output import complain

    for warning in tournament.warnings:
        complain(f"Warning: {warning}")
    for what in lost:
        complain(f"Not carried to {form.title}: {what}.")


def _form(out: str, to: str | None) -> Form:
    """What OUT is written in: by `--to`, else by its suffix."""
    from pairproof.model.errors import UsageProblem

    known = forms()
    if to is not None and to not in known:
        raise UsageProblem(f"--to {to}: there is no such format; known are {', '.join(known)}.")
    suffix = Path(out).suffix.lower()
    found = known[to] if to is not None else next((one for one in known.values() if suffix in one.suffixes), None)
    if found is None:
        raise UsageProblem(f"{out}: its name does not say the format; give --to {'|'.join(known)}.")
    return found


def _converted(
    file: str, out: str, format: str | None, form: Form, reading: Reading, restricted_until: int | None
) -> tuple[bytes, Tournament, list[str], str]:
    """The bytes to write, the tournament, what they do not carry, and the form of the file read."""
    from pairproof.model.formats.load import document_of, source_bytes

    data, found = source_bytes(file, format)
    document = document_of(found, data, file, reading)
    tournament = document.tournament
    if document.rewritten is not None and form in found.forms:
        written, lost = document.rewritten(form.name)
        if restricted_until is not None:
            lost.append(f"restricted_until ({restricted_until})")
        return written, tournament, lost, document.form
    tournament = _restricted(tournament, restricted_until)
    told = _beside(tournament, out) if form.names_rules else _with_rules(tournament)
    lost = [*form.not_carried(told), *document.left_out()]
    return form.write(told).encode(), tournament, lost, document.form


def _restricted(tournament: Tournament, restricted_until: int | None) -> Tournament:
    from pairproof.model.errors import InvalidInput
    from pairproof.model.formats.check import check_tournament, group_warnings

    if restricted_until is None:
        return tournament
    tournament = replace(tournament, restricted_until=restricted_until)
    faults = check_tournament(tournament)
    if faults:
        raise InvalidInput(faults, tournament.source)
    warnings = dict.fromkeys((*tournament.warnings, *group_warnings(tournament)))
    return replace(tournament, warnings=tuple(warnings))


def _beside(tournament: Tournament, out: str) -> Tournament:
    """The tournament with its rule file named from where OUT is: such a path starts from the file that names it."""
    from pairproof.model.rules import PRESETS

    rules = tournament.rules
    if rules is None or rules in PRESETS or os.path.isabs(rules) or "-" in (out, tournament.source):
        return tournament
    path = os.path.join(os.path.dirname(tournament.source), rules)
    return replace(tournament, rules=Path(os.path.relpath(path, os.path.dirname(out) or ".")).as_posix())


def _with_rules(tournament: Tournament) -> Tournament:
    """The tournament with what its rule file sets and TRF can say: point values and the initial colour."""
    from pairproof.model.formats.toml.rule_file import rules_for
    from pairproof.model.rules import Points

    if tournament.rules is None:
        return tournament
    rules = rules_for(tournament)
    points = asdict(rules.points)
    colour = rules.policy.initial_colour
    return replace(
        tournament,
        points=points if points != asdict(Points()) else tournament.points,
        initial_colour=tournament.initial_colour or (colour if colour != "white" else None),
    )


def _document(tournament: Tournament, source: str, form: Form, lost: list[str]) -> dict[str, Any]:
    from pairproof.cli.version import versions

    return {
        "schema": "pairproof.conversion/1",
        "tournament": tournament.name,
        "from": source,
        "to": form.name,
        "not_carried": lost,
        "run": {"versions": versions(()), "input_sha256": tournament.sha256},
    }
