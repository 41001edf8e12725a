"""The page that `batch` prints for a person."""

from __future__ import annotations

from pairproof.cli.batch.summary import Summary
from pairproof.cli.output import Page
from pairproof.cli.simulation.options import counted


def show(found: Summary, folder: str) -> None:
    """Print what was found, by rule set and method; the tables are in `folder`."""
    page = Page()
    page.title(f"{counted(found.tournaments, 'tournament')}, {counted(found.rounds, 'round')} measured")
    page.line()
    if found.methods:
        page.table(
            ["rules", "paired by", "method", "rounds", "stuck", "equal boards", "seconds"],
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
            ["rules", "paired by", "tournaments", "ended early", "tau-b, score", "tau-b, score and SOS"],
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
        page.bad(f"{counted(found.failed, 'tournament')} failed; tournaments.csv says why.")
    page.line(f"Tables: rounds.csv, rankings.csv and tournaments.csv in {folder}.")
    page.show()


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _three(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
