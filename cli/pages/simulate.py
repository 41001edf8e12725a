"""The page that `simulate` prints for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairproof.cli.output import Page
from pairproof.cli.simulation.options import counted
from pairproof.cli.simulation.play import Played
from pairproof.model.rules import RuleSet
from pairproof.model.study.simulation import Settings


def show(seed: int, settings: Settings, rules: RuleSet, played: Sequence[Played], folder: str | None) -> None:
    """Print what was played, by method; `folder` is where it was written, None if it was not."""
    page = Page()
    count = len({one.tournament for one in played})
    counts = f"{counted(count, 'tournament')}, {settings.players} players, {counted(settings.rounds, 'round')}"
    page.title(f"{counts}, rules {rules.name}, seed {seed}")
    page.line()
    page.table(
        ["method", "tournaments", "rounds", "stuck", "ended early", "agreement"],
        list(_by_method(played)),
        right="-xxxxx",
    )
    page.line("Agreement: Kendall's tau-b of score and SOS with true strength, the mean.")
    early = [one for one in played if one.ended]
    for one in early[:10]:
        page.line(f"Tournament {one.tournament} ({one.method}) ended early: {one.ended}.")
    if len(early) > 10:
        page.line(f"So did {len(early) - 10} more; --json lists all.")
    if folder is not None:
        page.line(f"Written into {folder}, true strengths in strengths.csv.")
    page.show()


def _by_method(played: Sequence[Played]) -> Iterator[list[str]]:
    for method in dict.fromkeys(one.method for one in played):
        mine = [one for one in played if one.method == method]
        known = [one.kendall for one in mine if one.kendall is not None]
        yield [
            method,
            str(len(mine)),
            str(sum(one.rounds for one in mine)),
            str(sum(len(one.stuck) for one in mine)),
            str(sum(one.ended is not None for one in mine)),
            f"{sum(known) / len(known):.3f}" if known else "",
        ]
