"""The page that `batch` prints for a person."""

from __future__ import annotations

from pairproof.cli.batch.summary import Summary
from pairproof.cli.output import Page
from pairproof.model.language import say, say_n


def show(found: Summary, folder: str) -> None:
    """Print what was found, by rule set and method; the tables are in `folder`."""
    page = Page()
    tournaments = say_n("{count} tournament", "{count} tournaments", found.tournaments)
    page.title(
        say_n(
            "{tournaments}, {count} round measured",
            "{tournaments}, {count} rounds measured",
            found.rounds,
            tournaments=tournaments,
        )
    )
    page.line()
    if found.methods:
        page.table(
            [
                say("rules"), say("paired by"), say("method"), say("rounds"), say("stuck"), say("equal boards"),
                say("seconds"),
            ],
            [
                [
                    one.rules, one.paired_by, one.method, str(one.rounds), str(one.stuck),
                    _percent(one.equal_boards), f"{one.seconds:.1f}",
                ]
                for one in found.methods
            ],
            right="---xxxx",
        )  # fmt: skip
        page.line()
    if found.agreement:
        page.table(
            [
                say("rules"), say("paired by"), say("tournaments"), say("ended early"), say("tau-b, score"),
                say("tau-b, score and SOS"),
            ],
            [
                [
                    one.rules, one.paired_by, str(one.tournaments), str(one.ended_early),
                    _three(one.kendall_score), _three(one.kendall_sos),
                ]
                for one in found.agreement
            ],
            right="--xxxx",
        )  # fmt: skip
        page.line()
    if found.failed:
        page.bad(
            say_n(
                "{count} tournament failed; tournaments.csv says why.",
                "{count} tournaments failed; tournaments.csv says why.",
                found.failed,
            )
        )
    page.line(say("Tables: rounds.csv, rankings.csv and tournaments.csv in {folder}.", folder=folder))
    page.show()


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _three(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
