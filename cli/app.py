"""The command `pairproof`.

Only typer, and modules that import nothing heavy, are imported here: `--help` has to answer at once.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from pairproof.cli.commands import (
    batch,
    check,
    compare,
    convert,
    explain,
    manual,
    pair,
    plot,
    report,
    rules,
    simulate,
    standings,
    verify,
)
from pairproof.cli.failures import INTERRUPTED

app = typer.Typer(
    name="pairproof",
    help="Pairs the next round of a Swiss tournament and proves that no legal pairing is better.",
    epilog="Data goes to standard output, everything else to standard error. Exit codes: 0 done; 1 no legal pairing, "
    "or a certificate rejected; 2 wrong usage; 3 invalid input; 5 a file cannot be read or written; "
    "6 time ran out: the best pairing so far, not all of it proved.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Plain help: the other kind takes twice as long to appear.
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from pairproof.cli.output import write
        from pairproof.cli.version import version_line

        write(version_line() + "\n")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="Show the versions and leave."),
    ] = False,
) -> None:
    pass


app.command("pair")(pair.command)
app.command("verify")(verify.command)
app.command("explain")(explain.command)
app.command("manual")(manual.command)
app.command("compare")(compare.command)
app.command("check")(check.command)
app.command("standings")(standings.command)
app.command("rules")(rules.command)
app.command("report")(report.command)
app.command("convert")(convert.command)
app.command("simulate")(simulate.command)
app.command("batch")(batch.command)
app.command("plot")(plot.command)


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    # A closed stream is None to Python: what is written there is lost, as for any program.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        app(prog_name="pairproof")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
