"""Options of `simulate` and `batch` that say what a simulated tournament is like, and the reading of their values."""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from pairproof.cli.output import complain
from pairproof.model.errors import FileProblem, InvalidInput, UsageProblem
from pairproof.model.formats.files import read_bytes
from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.study.settings import Ratings, Settings
from pairproof.solver.terms import METHODS

MOST_JOBS = 61 if sys.platform == "win32" else 1_000
"""What Windows can wait for at once; elsewhere what no machine has processors for: each process takes its memory."""

_MOST_TOURNAMENTS = 99_999

T = TypeVar("T")

_NUMBER = re.compile(r"[0-9]{1,9}")


def _rate(name: str, *, help: str) -> Any:
    return typer.Option(f"--{name}", metavar="RATE", help=help)


Rounds = Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds to play.")]
RatingsText = Annotated[
    str,
    typer.Option(
        "--ratings",
        metavar="HOW",
        help="normal:MEAN:DEVIATION, uniform:LOWEST:HIGHEST, list:2100,1950,… or file:PATH, numbers in a file.",
    ),
]
Noise = Annotated[
    float, typer.Option("--noise", metavar="ELO", help="Standard deviation of true strength around the rating.")
]
Draws = Annotated[float, _rate("draws", help="Share of draws between equal players. Between 0 and 1.")]
Advantage = Annotated[float, typer.Option("--advantage", metavar="ELO", help="Elo points that white is worth.")]
Absences = Annotated[float, _rate("absences", help="Chance of a player to be absent in a round. Between 0 and 1.")]
HalfByes = Annotated[float, _rate("half-byes", help="Chance to ask for a half-point bye in a round. Between 0 and 1.")]
FullByes = Annotated[float, _rate("full-byes", help="Chance to be given a full-point bye in a round. Between 0 and 1.")]
Forfeits = Annotated[
    float, _rate("forfeits", help="Chance of a paired player not to come to the board. Between 0 and 1.")
]
Withdrawals = Annotated[
    float, _rate("withdrawals", help="Chance to leave the tournament after a round. Between 0 and 1.")
]
LateEntries = Annotated[
    float,
    _rate("late-entries", help="Chance to enter only after round 1, by the middle at the latest. Between 0 and 1."),
]
Groups = Annotated[int, typer.Option("--groups", metavar="N", help="Number of groups (B4) the players fall into.")]
RestrictedUntil = Annotated[
    int | None,
    typer.Option(
        "--restricted-until", metavar="N", help="Players of a group are kept apart until round N; half of the rounds."
    ),
]
Gam = Annotated[int, typer.Option("--gam", metavar="N", help="Game points shared out in each game; 0 for none.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="The same seed, the same tournaments; drawn if not given.")
]
Method = Annotated[
    str,
    typer.Option(
        "--method", metavar="NAMES", help="optimal, manual, both, random, monrad; several with commas between them."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", help="Processes at work; by default one for each processor."),
]


class Wrong:
    """What is wrong with the options, gathered to be told at once."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._other: FileProblem | InvalidInput | None = None

    def add(self, lines: Iterable[str]) -> None:
        """Sentences about wrong usage."""
        self._lines += lines

    def read(self, value: Callable[[], T]) -> T | None:
        """The value of an option, None where there is something wrong with it."""
        try:
            return value()
        except UsageProblem as problem:
            self.add(str(problem).splitlines())
        except (FileProblem, InvalidInput) as problem:
            self._other = self._other or problem
        return None

    def tell(self) -> None:
        """Raises UsageProblem with every sentence, each once; else what is wrong with a file that an option names."""
        if self._lines:
            raise UsageProblem("\n".join(dict.fromkeys(self._lines)))
        if self._other is not None:
            raise self._other


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """What a simulated tournament is like, but how many play."""

    rounds: Rounds = 7
    ratings: RatingsText = "normal:1800:300"
    noise: Noise = 50
    draws: Draws = 0.27
    advantage: Advantage = 33
    absences: Absences = 0
    half_byes: HalfByes = 0
    full_byes: FullByes = 0
    forfeits: Forfeits = 0
    withdrawals: Withdrawals = 0
    late_entries: LateEntries = 0
    groups: Groups = 0
    restricted_until: RestrictedUntil = None
    gam: Gam = 0

    def settings(
        self, players: int | None, ratings: Ratings | None, *, rules: Iterable[RuleSet | None], wrong: Wrong
    ) -> Settings:
        """The options as settings; without `players` there are as many as the list of ratings holds, else 32.

        Everything that makes such a tournament impossible goes to `wrong`.  `ratings` or one of `rules` None: there was
        something wrong with it, and what depends on it is not judged.
        """
        known = ratings is not None or players is not None
        drawn = Ratings() if ratings is None else ratings
        if players is None:
            players = len(drawn.values) if drawn.kind == "list" else 32
        settings = Settings(
            **{
                **{field.name: getattr(self, field.name) for field in fields(self)},
                "players": players,
                "ratings": drawn,
            }
        )
        rematches = not known or any(one is None or "no-rematch" not in one.hard for one in rules)
        wrong.add(settings.faults(rematches=rematches))
        if self.restricted_until is not None and self.groups == 0:
            wrong.add(useless(["--restricted-until"], "--groups"))
        return settings


SIMULATED = ("players", *(field.name for field in fields(TournamentOptions)))
"""Parameters that say what a simulated tournament is like."""


def given(context: typer.Context, names: Iterable[str]) -> list[str]:
    """The options among the parameters of these names that stand on the command line, as they are written."""
    options = {parameter.name: parameter.opts[0] for parameter in context.command.params}
    sources = {name: context.get_parameter_source(name) for name in names}
    return [options[name] for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]


def useless(options: list[str], need: str) -> list[str]:
    """The sentence that refuses options which would do nothing without another; none where there are no options."""
    return [say("{options}: of no use without {need}.", options=", ".join(options), need=need)] if options else []


def number_faults(tournaments: int) -> list[str]:
    """What is wrong with a number of tournaments that are written into files."""
    if tournaments < 1:
        return [say("--tournaments {number}: at least one is needed.", number=tournaments)]
    if tournaments > _MOST_TOURNAMENTS:
        return [
            say(
                "--tournaments {number}: at most {most}, which file names number with five digits; "
                "`pairproof batch --simulate` goes far beyond.",
                number=f"{tournaments:,}",
                most=f"{_MOST_TOURNAMENTS:,}",
            )
        ]
    return []


def ratings_of(text: str) -> Ratings:
    """The value of `--ratings`."""
    kind, _, rest = text.partition(":")
    if kind in ("normal", "uniform"):
        numbers = _numbers(text, rest.split(":"))
        if len(numbers) == 2:
            return Ratings(kind, numbers)
    elif kind == "list":
        return Ratings("list", _numbers(text, rest.split(",")))
    elif kind == "file":
        content = read_bytes(Path(rest), say("the ratings")).decode("utf-8", "replace")
        return Ratings("list", _numbers(text, content.replace(",", " ").split()))
    raise UsageProblem(
        say(
            "--ratings {text}: expected normal:1800:300 (mean and deviation), uniform:1400:2200 (lowest and highest), "
            "list:2100,1950 or file:PATH.",
            text=text,
        )
    )


def _numbers(text: str, parts: list[str]) -> tuple[int, ...]:
    return whole_numbers(parts, say("--ratings {text}: expected whole numbers.", text=text))


def whole_numbers(parts: Iterable[str], otherwise: str) -> tuple[int, ...]:
    """What stands in each part.

    Raises
    ------
    UsageProblem
        With the sentence `otherwise`: there is none, or one is no number of at most nine digits.
    """
    parts = [part.strip() for part in parts]
    if not parts or not all(_NUMBER.fullmatch(part) for part in parts):
        raise UsageProblem(otherwise)
    return tuple(int(part) for part in parts)


def methods_of(text: str) -> tuple[str, ...]:
    """The value of `--method`, in a fixed order."""
    asked: set[str] = set()
    for name in text.split(","):
        name = name.strip()
        if name == "both":
            asked |= {"optimal", "manual"}
        elif name in METHODS:
            asked.add(name)
        else:
            raise UsageProblem(
                say(
                    "--method {text}: there is no method {name!r}; known are {known}.",
                    text=text,
                    name=name,
                    known=", ".join(("both", *METHODS)),
                )
            )
    return tuple(name for name in METHODS if name in asked)


def jobs_of(jobs: int | None) -> int:
    """The value of `--jobs`, by default the processors this process may use."""
    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if jobs < 1:
        raise UsageProblem(say("--jobs {number}: at least one process is needed.", number=jobs))
    if jobs > MOST_JOBS:
        raise UsageProblem(say("--jobs {number}: at most {most} at once.", number=f"{jobs:,}", most=f"{MOST_JOBS:,}"))
    return jobs


def drawn_seed(seed: int | None) -> int:
    """The seed given, else one drawn and told on stderr."""
    if seed is None:
        seed = secrets.randbelow(1 << 32)
        complain(say("Seed {seed} was drawn; --seed {seed} plays the same again.", seed=seed))
    return seed
