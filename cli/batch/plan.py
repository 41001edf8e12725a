"""What a batch has to do, as a list that is never held: task number i is made when it is asked for."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from pairproof.cli import documents
from pairproof.cli.batch.measure import Task
from pairproof.cli.folders import told
from pairproof.cli.version import version_of
from pairproof.model.errors import PairproofError
from pairproof.model.formats.format import Reading
from pairproof.model.formats.load import STDIN, document_of, load_tournament, source_bytes
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.language import say
from pairproof.model.rules import DEFAULT_RULES, PRESETS, RuleSet
from pairproof.model.study.settings import Settings
from pairproof.model.tournament import Tournament
from pairproof.solver.systems.table import system_of

_WORK_PER_CHUNK = 2000
"""Players times rounds: a second or a few of work, so that handing it out costs little."""


@dataclass(frozen=True, slots=True)
class Source:
    """A tournament file as it is when the batch begins.

    `sha256` is that of its bytes, None where they cannot be read.  `rules` stands for the rules that the file names
    itself: their digest, or why there are none; None where the bytes decide already, or others are asked for.  Standard
    input can be read only once: what it gave is `kept`.
    """

    file: str
    sha256: str | None
    rules: str | None = None
    kept: Tournament | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """`files` and simulated tournaments, each under each of `rules` (None: the rules that a file names itself).

    `reading` is what is asked of whoever reads the files.  `simulated` tournaments are played for each of `settings`.
    The order of the tasks is that of the files, then of the settings and the tournaments' numbers, and of the rule sets
    within each.
    """

    files: tuple[Source, ...]
    format: str | None
    reading: Reading
    settings: tuple[Settings, ...]
    simulated: int
    seed: int
    rules: tuple[RuleSet | None, ...]
    methods: tuple[str, ...]

    @property
    def tasks(self) -> int:
        """How many tasks there are."""
        return (len(self.files) + len(self.settings) * self.simulated) * len(self.rules)

    @property
    def draws_lots(self) -> bool:
        """Whether the seed decides anything."""
        return bool(self.settings) or "random" in self.methods

    @property
    def chunk_size(self) -> int:
        """Tasks handed out at once; the same for the whole batch, since it numbers what is done."""
        if self.files or not self.settings:
            return 1
        largest = max(settings.players * settings.rounds for settings in self.settings)
        return max(1, _WORK_PER_CHUNK // largest)

    def bytes_needed(self) -> int:
        """About how much the tables and their parts take."""
        rounds = sum(settings.rounds for settings in self.settings) * self.simulated
        simulated: int = rounds * len(self.methods) ** 2 * len(self.rules)
        read = len(self.files) * 9 * (len(self.methods) + 1) * len(self.rules)
        return 100_000 + 2 * 250 * (simulated + read)

    def task(self, number: int) -> Task:
        """The task of that number, its file read."""
        source, which = divmod(number, len(self.rules))
        rules = self.rules[which]
        if source >= len(self.files):
            of_settings, tournament = divmod(source - len(self.files), self.simulated)
            settings = self.settings[of_settings]
            name = f"simulation-{settings.players}-{tournament + 1:05d}"
            rules = rules or PRESETS[DEFAULT_RULES]
            methods = self._methods(rules)
            return Task(name, methods, rules, settings=settings, seed=self.seed, number=tournament + 1)
        return self._of_file(self.files[source], rules)

    def _of_file(self, source: Source, rules: RuleSet | None) -> Task:
        file = source.file
        if file == STDIN and source.kept is None:
            return Task(file, self.methods, rules, problem=source.rules or "")
        try:
            loaded = source.kept or load_tournament(file, format=self.format, reading=self.reading)
            named = None if rules is not None else rules_for(loaded)
        except PairproofError as error:
            return Task(file, self.methods, rules, problem=_in_one_line(error, file))
        # A batch that was stopped would go on only with what it began with; one that runs does the same.
        if loaded.sha256 != source.sha256:
            return Task(file, self.methods, rules, problem=say("The file has changed since the batch began."))
        if named is not None and source.rules is not None and _digest_of(named) != source.rules:
            return Task(file, self.methods, rules, problem=say("The file's rules have changed since the batch began."))
        rules = rules or named
        assert rules is not None  # the file names some, or is no tournament
        return Task(file, self._methods(rules), rules, loaded, seed=self.seed)

    def _methods(self, rules: RuleSet) -> tuple[str, ...]:
        """Those methods asked for by which the rules can be paired; all where that is none, which is then told."""
        return tuple(method for method in self.methods if method in system_of(rules).methods) or self.methods

    def identity(self) -> documents.Batch:
        """What decides the tables: a batch goes on only where this is the same."""
        return documents.Batch.model_validate(
            {
                "pairproof": version_of("pairproof"),
                "files": [(source.file, source.sha256) for source in self.files],
                "rules of the files": [source.rules for source in self.files],
                "format": self.format,
                "adjourned": self.reading.adjourned,
                "fill byes": self.reading.fill_byes,
                "settings": list(self.settings),
                "simulated": self.simulated,
                "seed": self.seed if self.draws_lots else None,
                "rules": list(self.rules),
                "methods": list(self.methods),
            }
        )


def source_of(file: str, format: str | None, reading: Reading, *, own_rules: bool) -> Source:
    """A file as it is now; with `own_rules` it is paired by those it names.

    What is wrong with it is told and tabled when its turn comes.
    """
    digest: str | None = None
    try:
        if file == STDIN:
            kept = load_tournament(file, format=format, reading=reading)
            return Source(file, kept.sha256, _digest_of(rules_for(kept)) if own_rules else None, kept)
        data, found = source_bytes(file, format)
        digest = hashlib.sha256(data).hexdigest()
        if not own_rules or not found.names_rules:
            return Source(file, digest)
        return Source(file, digest, _digest_of(rules_for(document_of(found, data, file, reading).tournament)))
    except PairproofError as error:
        return Source(file, digest, _in_one_line(error, file))


def _digest_of(rules: RuleSet) -> str:
    return hashlib.sha256(json.dumps(asdict(rules), sort_keys=True).encode()).hexdigest()


def _in_one_line(error: PairproofError, file: str) -> str:
    """Without the file's name: the table has a column for that."""
    return "; ".join(line.removeprefix(f"{file}: ") for line in str(error).splitlines())


def expanded(files: list[str]) -> tuple[str, ...]:
    """The files, and for each folder named the tournament files in it, by name."""
    found: list[str] = []
    for file in files:
        path = Path(file)
        if path.is_dir():
            with told(path):
                found += sorted(str(inside) for inside in path.iterdir() if inside.suffix.lower() in _SUFFIXES)
        else:
            found.append(file)
    return tuple(found)


_SUFFIXES = (".toml", ".trf", ".trfx", ".txt", ".xml", ".t")
