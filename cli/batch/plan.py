"""What a batch has to do, as a list that is never held: task number i is made when it is asked for."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.errors import PairproofError

if TYPE_CHECKING:
    from cli.batch.measure import Task
    from model.rules import RuleSet
    from model.simulation import Settings

_WORK_PER_CHUNK = 2000
"""Players times rounds: a second or a few of work, so that handing it out costs little."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`files` and simulated tournaments, each under each of `rules` (None: the rules that a file names itself).

    `simulated` tournaments are played for each of `settings`.  The order of the tasks is that of the files, then of the
    settings and the tournaments' numbers, and of the rule sets within each.
    """

    files: tuple[str, ...]
    format: str | None
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
        from cli.batch.measure import Task
        from model.rules import DEFAULT_RULES, PRESETS

        source, which = divmod(number, len(self.rules))
        rules = self.rules[which]
        if source >= len(self.files):
            of_settings, tournament = divmod(source - len(self.files), self.simulated)
            settings = self.settings[of_settings]
            name = f"simulation-{settings.players}-{tournament + 1:05d}"
            rules = rules or PRESETS[DEFAULT_RULES]
            return Task(
                name, self.methods, rules, settings=settings, seed=self.seed, number=tournament + 1
            )  # fmt: skip
        from model.load import load_tournament
        from model.rule_file import rules_for

        file = self.files[source]
        try:
            loaded = load_tournament(file, format=self.format)
            return Task(file, self.methods, rules or rules_for(loaded), loaded, seed=self.seed)
        except PairproofError as error:
            # In one line, and without the file's name: the table has a column for that.
            problem = "; ".join(line.removeprefix(f"{file}: ") for line in str(error).splitlines())
            return Task(file, self.methods, rules, problem=problem)

    def identity(self) -> dict[str, Any]:
        """What decides the tables: a batch goes on only where this is the same."""
        from cli.version import version_of

        return {
            "pairproof": version_of("pairproof"),
            "files": [[file, _digest(file)] for file in self.files],
            "format": self.format,
            "settings": [_plain(asdict(settings)) for settings in self.settings],
            "simulated": self.simulated,
            "seed": self.seed if self.settings else None,
            "rules": [None if rules is None else _plain(asdict(rules)) for rules in self.rules],
            "methods": list(self.methods),
        }


def _digest(file: str) -> str | None:
    try:
        with open(file, "rb") as data:
            return hashlib.file_digest(data, "sha256").hexdigest()
    except OSError:
        return None  # told and tabled when its turn comes


def _plain(value: Any) -> Any:
    """The value as it comes back from JSON."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value


def expanded(files: list[str]) -> tuple[str, ...]:
    """The files, and for each folder named the tournament files in it, by name."""
    found: list[str] = []
    for file in files:
        path = Path(file)
        if path.is_dir():
            found += sorted(str(inside) for inside in path.iterdir() if inside.suffix.lower() in _SUFFIXES)
        else:
            found.append(file)
    return tuple(found)


_SUFFIXES = (".toml", ".trf", ".trfx", ".txt", ".xml", ".t")
