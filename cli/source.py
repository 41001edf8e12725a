"""What every command does first: the tournament and its rule set, warnings to stderr."""

from __future__ import annotations

from pathlib import Path

from pairproof.cli.json_output import spare
from pairproof.cli.output import clean, warn
from pairproof.model import RuleSet, Tournament, load_tournament
from pairproof.model.errors import PairproofError
from pairproof.model.formats.format import PLAIN, Reading
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.formats.warnings import warnings_under
from pairproof.model.language import say
from pairproof.model.rules import PRESETS


def load(file: str, format: str | None, reading: Reading = PLAIN) -> Tournament:
    """The tournament in a file.

    Raises
    ------
    PairproofError
        Whatever is wrong with it.
    """
    tournament = load_tournament(file, format=format, reading=reading)
    warn(tournament.warnings)
    return tournament


def tournament_and_rules(
    file: str, format: str | None, rules: str | None, reading: Reading = PLAIN
) -> tuple[Tournament, RuleSet]:
    """The tournament in a file and the rules it is paired by.

    Raises
    ------
    PairproofError
        Whatever is wrong with either.
    """
    tournament = load_tournament(file, format=format, reading=reading)
    try:
        spare(inputs(file, tournament, rules))
        rule_set = rules_for(tournament, rules)
    except PairproofError:
        warn(tournament.warnings)
        raise
    warn(warnings_under(tournament, rule_set))
    return tournament, rule_set


def inputs(file: str, tournament: Tournament, rules: str | None, keep: str | None = None) -> dict[str, str]:
    """The files that a command reads, and what each is: none of them may be written over."""
    read = {} if file == "-" else {file: say("the tournament file")}
    if rules is not None and rules not in PRESETS:
        read[rules] = say("the rule file")
    if tournament.rules is not None and tournament.rules not in PRESETS:
        read[str(Path(tournament.source).parent / tournament.rules)] = say("the rule file that the tournament names")
    if keep is not None:
        read[keep] = say("the published pairing")
    return read


def heading(tournament: Tournament, *parts: str) -> str:
    """The title of a page: the tournament's name, its file's where it has none, and what the page shows."""
    return ", ".join((clean(tournament.name) or Path(tournament.source).name, *parts))
