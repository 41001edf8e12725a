"""What a batch is asked for: the options read, and everything that is wrong with them told at once."""

from __future__ import annotations

import importlib.util
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import typer

from pairproof.cli.batch.own_files import without_own
from pairproof.cli.batch.plan import Plan, expanded, source_of
from pairproof.cli.output import complain
from pairproof.cli.simulation import options as simulation
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.formats.load import format_problems
from pairproof.model.formats.toml.rule_file import load_rules
from pairproof.model.language import any_of, say
from pairproof.model.rules import RuleSet
from pairproof.model.study.settings import Settings

_MOST_TOURNAMENTS = 1_000_000_000
"""Years of work: a number with a digit too many.  Before that, the disk is the bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The options of `batch` that say what is to be done, as they are given."""

    files: list[str] | None
    format: str | None
    adjourned: bool
    fill_byes: bool
    simulate: int
    players: str | None
    wanted: simulation.TournamentOptions
    method: str
    rules: list[str] | None
    jobs: int | None
    cluster: str | None
    parquet: bool
    plot: bool


@dataclass(frozen=True, slots=True)
class Request:
    """The same read: tournament files, simulated tournaments, each under each rule set, by each method."""

    files: tuple[str, ...]
    format: str | None
    reading: Reading
    settings: tuple[Settings, ...]
    simulate: int
    rules: tuple[RuleSet | None, ...]
    methods: tuple[str, ...]
    jobs: int

    def plan(self) -> Plan:
        """The work, without a seed yet; reads the files."""
        own_rules = None in self.rules
        files = tuple(source_of(file, self.format, self.reading, own_rules=own_rules) for file in self.files)
        settings = self.settings if self.simulate else ()
        return Plan(files, self.format, self.reading, settings, self.simulate, 0, self.rules, self.methods)


def request_of(asked: Asked, context: typer.Context) -> Request:
    """The request; `context` says which options stand on the command line.

    Raises
    ------
    UsageProblem, FileProblem, InvalidInput
        Everything that is wrong.
    """
    wrong = simulation.Wrong()
    files = _files(asked, wrong)
    if not 0 <= asked.simulate <= _MOST_TOURNAMENTS:
        text = say(
            "--simulate {number}: expected a number of tournaments, at most {most}.",
            number=f"{asked.simulate:,}",
            most=f"{_MOST_TOURNAMENTS:,}",
        )
        wrong.add([text])
    elif not files and not asked.simulate:
        wrong.add([say("There is nothing to do: name tournament files, or --simulate N.")])
    methods = wrong.read(lambda: simulation.methods_of(asked.method))
    rules = _rule_sets(asked.rules, wrong)
    ratings = wrong.read(lambda: simulation.ratings_of(asked.wanted.ratings))
    settings = tuple(
        asked.wanted.settings(count, ratings, rules=rules, wrong=wrong)
        for count in wrong.read(lambda: _counts(asked.players)) or [None]
    )
    wrong.add(_useless(context, files, asked, methods))
    jobs = wrong.read(lambda: simulation.jobs_of(asked.jobs)) or 1
    if asked.parquet:
        wrong.read(lambda: need("polars", "--parquet", "tables"))
    if asked.plot:
        wrong.read(lambda: need("matplotlib", "--plot", "plots"))
    wrong.tell()
    reading = Reading(adjourned=asked.adjourned, fill_byes=asked.fill_byes)
    return Request(files, asked.format, reading, settings, asked.simulate, rules, methods or (), jobs)


def need(library: str, what: str, extra: str) -> None:
    """Raises UsageProblem where the extra that brings a library is not installed."""
    if importlib.util.find_spec(library) is None:
        raise UsageProblem(
            say("{what} needs the extra `{extra}`: pip install 'pairproof[{extra}]'.", what=what, extra=extra)
        )


def _files(asked: Asked, wrong: simulation.Wrong) -> tuple[str, ...]:
    """The tournament files that are named, and those of the folders that are."""
    given, own = without_own(asked.files or [])
    if own:
        complain(say("Note: left out, as pairproof has written them itself: {files}.", files=", ".join(own)))
    named = expanded(given)
    # However it is spelt.
    times = Counter(os.path.realpath(file) for file in named)
    twice = [file for file in dict.fromkeys(named) if times[os.path.realpath(file)] > 1]
    wrong.add(say("{file} is named twice.", file=file) for file in twice)
    wrong.add(format_problems(named, asked.format))
    return named


def _rule_sets(rules: list[str] | None, wrong: simulation.Wrong) -> tuple[RuleSet | None, ...]:
    """The rule sets asked for; None for those that the files name."""
    found = [wrong.read(lambda name=name: load_rules(name)) for name in rules or ()]  # type: ignore[misc]
    names = [rule_set.name for rule_set in found if rule_set is not None]
    if len(set(names)) < len(names):
        wrong.add(
            [
                say(
                    "--rules: two rule sets have the same name ({names}); the tables could not tell.",
                    names=", ".join(names),
                )
            ]
        )
    return tuple(found) or (None,)


def _counts(text: str | None) -> list[int | None]:
    if text is None:
        return [None]
    otherwise = say("--players {text}: expected numbers with commas between them, as in --players 16,32.", text=text)
    return list(dict.fromkeys(simulation.whole_numbers(text.split(","), otherwise)))


def _useless(
    context: typer.Context, files: tuple[str, ...], asked: Asked, methods: tuple[str, ...] | None
) -> Iterator[str]:
    """Options that would do nothing; `methods` is None where it cannot be read."""
    if not asked.simulate:
        yield from simulation.useless(simulation.given(context, simulation.SIMULATED), "--simulate N")
        if methods is not None and "random" not in methods:
            either = any_of(["--simulate N", "--method random"])
            yield from simulation.useless(simulation.given(context, ["seed"]), either)
    if not files:
        yield from simulation.useless(
            simulation.given(context, ["format", "adjourned", "fill_byes"]), say("tournament files")
        )
    if asked.cluster is not None:
        for option in simulation.given(context, ["jobs"]):
            yield say("{option}: of no use with --cluster, whose workers do the work.", option=option)
