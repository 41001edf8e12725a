"""A tournament file in another format (`convert`): what is written, and what that format cannot carry."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pairproof.model.errors import UsageProblem
from pairproof.model.formats.check import check_tournament
from pairproof.model.formats.format import Form, ListReading, Reading
from pairproof.model.formats.load import document_of, source_bytes
from pairproof.model.formats.table import forms
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.formats.warnings import group_warnings
from pairproof.model.language import say
from pairproof.model.rules import PRESETS, Points
from pairproof.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Converted:
    """The bytes to write, the tournament, what they do not carry (`lost`), the form of the file read (`source`), and
    the one written; `table` is to be shown of what was read.
    """

    data: bytes
    tournament: Tournament
    lost: list[str]
    source: str
    form: Form
    table: Sequence[Sequence[str]] = ()


def form_of(out: str, to: str | None) -> Form:
    """What OUT is written in: by `--to`, else by its suffix; raises UsageProblem where neither says it.

    A suffix of all forms of a format leaves a file of that format in the form it has (`converted`).
    """
    known = forms()
    if to is not None and to not in known:
        raise UsageProblem(say("--to {to}: there is no such format; known are {known}.", to=to, known=", ".join(known)))
    suffix = Path(out).suffix.lower()
    found = known[to] if to is not None else next((one for one in known.values() if suffix in one.suffixes), None)
    if found is None:
        raise UsageProblem(
            say("{out}: its name does not say the format; give --to {known}.", out=out, known="|".join(known))
        )
    return found


def converted(
    file: str, out: str, format: str | None, to: str | None, reading: Reading, restricted_until: int | None
) -> Converted:
    """A tournament file as another format has it; `to` is the form asked for by name.

    Raises
    ------
    PairproofError
        Whatever is wrong with the file.
    """
    form = form_of(out, to)
    data, found = source_bytes(file, format)
    if reading.listed != ListReading() and not found.lists:
        raise UsageProblem(
            say(
                "--map, --keep-order and --groups-from are for lists of players; {file} is {format}.",
                file=file,
                format=say(found.title),
            )
        )
    document = document_of(found, data, file, reading)
    tournament = document.tournament
    if document.rewritten is not None and form in found.forms:
        if to is None and form.stands_for_all:
            form = forms()[document.form]
        written, lost = document.rewritten(form.name)
        if restricted_until is not None:
            lost.append(f"restricted_until ({restricted_until})")
        return Converted(written, tournament, lost, document.form, form)
    tournament = _restricted(tournament, restricted_until)
    told = _beside(tournament, out) if form.names_rules else _with_rules(tournament)
    lost = [*form.not_carried(told), *document.left_out()]
    return Converted(form.write(told).encode(), tournament, lost, document.form, form, document.table)


def _restricted(tournament: Tournament, restricted_until: int | None) -> Tournament:
    if restricted_until is None:
        return tournament
    before = group_warnings(tournament)
    tournament = replace(tournament, restricted_until=restricted_until)
    # The tournament has been read, so what is wrong now is the option's fault.
    if faults := check_tournament(tournament):
        raise UsageProblem("\n".join(f"--restricted-until: {fault}" for fault in faults))
    warnings = [warning for warning in tournament.warnings if warning not in before]
    return replace(tournament, warnings=(*warnings, *group_warnings(tournament)))


def _beside(tournament: Tournament, out: str) -> Tournament:
    """The tournament with its rule file named from where OUT is: such a path starts from the file that names it."""
    rules = tournament.rules
    if rules is None or rules in PRESETS or os.path.isabs(rules) or "-" in (out, tournament.source):
        return tournament
    path = os.path.join(os.path.dirname(tournament.source), rules)
    return replace(tournament, rules=Path(os.path.relpath(path, os.path.dirname(out) or ".")).as_posix())


def _with_rules(tournament: Tournament) -> Tournament:
    """The tournament with what its rule file sets and TRF can say: point values and the initial colour."""
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
