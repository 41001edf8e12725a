"""Options of `simulate` and `batch` that say what a simulated tournament is like, and the reading of their values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from model.errors import UsageProblem

if TYPE_CHECKING:
    from model.simulation import Ratings, Settings

METHOD_NAMES = ("optimal", "manual", "random", "monrad")


def _rate(name: str, help: str) -> Any:
    return typer.Option(f"--{name}", metavar="RATE", help=f"{help} Between 0 and 1.")


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
Draws = Annotated[float, _rate("draws", "Share of draws between equal players.")]
Advantage = Annotated[float, typer.Option("--advantage", metavar="ELO", help="Elo points that white is worth.")]
Absences = Annotated[float, _rate("absences", "Chance of a player to be absent in a round.")]
HalfByes = Annotated[float, _rate("half-byes", "Chance to ask for a half-point bye in a round.")]
FullByes = Annotated[float, _rate("full-byes", "Chance to be given a full-point bye in a round.")]
Forfeits = Annotated[float, _rate("forfeits", "Chance of a paired player not to come to the board.")]
Withdrawals = Annotated[float, _rate("withdrawals", "Chance to leave the tournament after a round.")]
LateEntries = Annotated[
    float, _rate("late-entries", "Chance to enter only after round 1, by the middle at the latest.")
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


def settings_of(
    players: int | None,
    rounds: int,
    ratings: str,
    noise: float,
    draws: float,
    advantage: float,
    absences: float,
    half_byes: float,
    full_byes: float,
    forfeits: float,
    withdrawals: float,
    late_entries: float,
    groups: int,
    restricted_until: int | None,
    gam: int,
    *,
    rematches: bool,
) -> Settings:
    """The options as settings; without `players` there are as many as the list of ratings holds, else 32.

    Raises
    ------
    UsageProblem
        Everything that makes such a tournament impossible.
    FileProblem
        The file with the ratings cannot be read.
    """
    from model.simulation import Settings

    drawn = ratings_of(ratings)
    if players is None:
        players = len(drawn.values) if drawn.kind == "list" else 32
    return Settings(
        players, rounds, drawn, noise, draws, advantage, absences, half_byes, full_byes, forfeits, withdrawals,
        late_entries, groups, restricted_until, gam,
    ).checked(rematches=rematches)  # fmt: skip


def ratings_of(text: str) -> Ratings:
    """The value of `--ratings`."""
    from model.simulation import Ratings

    kind, _, rest = text.partition(":")
    if kind in ("normal", "uniform"):
        numbers = _numbers(text, rest.split(":"))
        if len(numbers) == 2:
            return Ratings(kind, numbers)
    elif kind == "list":
        return Ratings("list", _numbers(text, rest.split(",")))
    elif kind == "file":
        from model.files import read_bytes

        content = read_bytes(Path(rest), "the ratings").decode("utf-8", "replace")
        return Ratings("list", _numbers(text, content.replace(",", " ").split()))
    raise UsageProblem(
        f"--ratings {text}: expected normal:1800:300 (mean and deviation), uniform:1400:2200 (lowest and highest), "
        "list:2100,1950 or file:PATH."
    )


def _numbers(text: str, parts: list[str]) -> tuple[int, ...]:
    if not parts or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise UsageProblem(f"--ratings {text}: expected whole numbers.")
    return tuple(int(part) for part in parts)


def methods_of(text: str) -> tuple[str, ...]:
    """The value of `--method`, in a fixed order."""
    asked: set[str] = set()
    for name in text.split(","):
        name = name.strip()
        if name == "both":
            asked |= {"optimal", "manual"}
        elif name in METHOD_NAMES:
            asked.add(name)
        else:
            raise UsageProblem(
                f"--method {text}: there is no method {name!r}; known are both, {', '.join(METHOD_NAMES)}."
            )
    return tuple(name for name in METHOD_NAMES if name in asked)


def jobs_of(jobs: int | None) -> int:
    """The value of `--jobs`, by default the processors this process may use."""
    import os

    if jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if jobs < 1:
        raise UsageProblem(f"--jobs {jobs}: at least one process is needed.")
    return jobs


def drawn_seed(seed: int | None) -> int:
    """The seed given, else one drawn and told on stderr."""
    if seed is None:
        import secrets

        from cli.output import complain

        seed = secrets.randbelow(1 << 32)
        complain(f"Seed {seed} was drawn; --seed {seed} plays the same again.")
    return seed
