"""`pairproof convert`: a tournament file in another format."""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.failures import guarded

if TYPE_CHECKING:
    from pairproof.model import Tournament

FORMATS = ("toml", "trf16", "trfx", "trfbx", "trf26")
_SUFFIXES = {".toml": "toml", ".trf": "trf26", ".trfx": "trfx"}


@guarded
def command(
    file: Annotated[str, typer.Argument(metavar="IN", help="TOML, TRF, OpenGotha XML or tsh file; - for stdin.")],
    out: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - for stdout.")],
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="|".join(FORMATS), help="Format of OUT; without it the suffix of OUT decides."),
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

    target_format = _target_format(out, to)
    if json and out == "-":
        raise UsageProblem("--json prints its document to standard output, where OUT (-) would go as well.")
    if out == "-":
        data, tournament, lost, source = _converted(file, out, format, target_format, teams_as_groups, restricted_until)
        _say(tournament, lost, target_format)
        write_bytes(data)
        return
    with Target("OUT", out) as target:
        data, tournament, lost, source = _converted(file, out, format, target_format, teams_as_groups, restricted_until)
        target.spare(inputs(file, tournament, None))
        target.write(data)
        target.put()
    if json:
        for warning in tournament.warnings:
            complain(f"Warning: {warning}")
        write_json(_document(tournament, source, target_format, lost))
    else:
        _say(tournament, lost, target_format)


def _say(tournament: Tournament, lost: list[str], target_format: str) -> None:
    from pairproof.cli.output import complain
    from pairproof.model.formats.trf.writer import FLAVOUR_NAMES

    for warning in tournament.warnings:
        complain(f"Warning: {warning}")
    for what in lost:
        complain(f"Not carried to {FLAVOUR_NAMES.get(target_format, 'TOML')}: {what}.")


def _target_format(out: str, to: str | None) -> str:
    from pairproof.model.errors import UsageProblem

    found = to if to is not None else _SUFFIXES.get(Path(out).suffix.lower())
    if found is None:
        raise UsageProblem(f"{out}: its name does not say the format; give --to {'|'.join(FORMATS)}.")
    if found not in FORMATS:
        raise UsageProblem(f"--to {to}: there is no such format; known are {', '.join(FORMATS)}.")
    return found


def _converted(
    file: str, out: str, format: str | None, to: str, teams_as_groups: bool, restricted_until: int | None
) -> tuple[bytes, Tournament, list[str], str]:
    """The bytes to write, the tournament, what they do not carry, and the format of the file read."""
    from pairproof.model.errors import InvalidInput
    from pairproof.model.formats.load import finished, load_tournament, source_bytes
    from pairproof.model.formats.toml.text import has_comments, text_of
    from pairproof.model.formats.trf import dump_trf, not_carried, read_trf_document

    data, source = source_bytes(file, format)
    lost: list[str] = []
    if source == "trf":
        try:
            document = read_trf_document(data, teams_as_groups=teams_as_groups)
        except InvalidInput as error:
            raise InvalidInput(error.faults, file) from None
        source = document.flavour
        tournament = finished(lambda _: document.tournament, data, file)
        if to != "toml":
            written, lost = document.converted(to)
            if restricted_until is not None:
                lost.append(f"restricted_until ({restricted_until})")
            return written, tournament, lost, source
        lost = document.not_in_a_tournament()
    else:
        import io

        tournament = load_tournament(file, format=source, stdin=io.BytesIO(data))
        if source == "toml" and has_comments(text_of(data)):
            lost.append("comments")
    tournament = _restricted(tournament, restricted_until)
    if to == "toml":
        from pairproof.model.formats.toml.tournament_file import dump_toml

        return dump_toml(_beside(tournament, out)).encode(), tournament, lost, source
    settled = _with_rules(tournament)
    return dump_trf(settled, to).encode(), tournament, [*not_carried(settled, to), *lost], source


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


def _document(tournament: Tournament, source: str, to: str, lost: list[str]) -> dict[str, Any]:
    from pairproof.cli.version import versions

    return {
        "schema": "pairproof.conversion/1",
        "tournament": tournament.name,
        "from": source,
        "to": to,
        "not_carried": lost,
        "run": {"versions": versions(()), "input_sha256": tournament.sha256},
    }
