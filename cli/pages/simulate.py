"""The page that `simulate` prints for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairproof.cli.output import Page
from pairproof.cli.simulation.play import Played
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.study.settings import Settings


def show(seed: int, settings: Settings, rules: RuleSet, played: Sequence[Played], folder: str | None) -> None:
    """Print what was played, by method; `folder` is where it was written, None if it was not."""
    page = Page()
    count = len({one.tournament for one in played})
    page.title(
        ", ".join(
            (
                say_n("{count} tournament", "{count} tournaments", count),
                say_n("{count} player", "{count} players", settings.players),
                say_n("{count} round", "{count} rounds", settings.rounds),
                say("rules {rules}", rules=rules.name),
                say("seed {seed}", seed=seed),
            )
        )
    )
    page.line()
    page.table(
        [say("method"), say("tournaments"), say("rounds"), say("stuck"), say("ended early"), say("agreement")],
        list(_by_method(played)),
        right="-xxxxx",
    )
    page.line(say("Agreement: Kendall's tau-b of score and SOS with true strength, the mean."))
    early = [one for one in played if one.ended]
    for one in early[:10]:
        page.line(
            say(
                "Tournament {tournament} ({method}) ended early: {why}.",
                tournament=one.tournament,
                method=one.method,
                why=one.ended,
            )
        )
    if len(early) > 10:
        page.line(
            say_n("So did {count} more; --json lists all.", "So did {count} more; --json lists all.", len(early) - 10)
        )
    if folder is not None:
        page.line(say("Written into {folder}, true strengths in strengths.csv.", folder=folder))
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
