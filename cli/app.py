"""The command `pairproof`.

Only typer is imported here, and a command's module when that command is asked for: `--help` has to answer at once.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from inspect import getdoc
from typing import Annotated, Any

import typer

from pairproof.cli.exit_codes import INTERRUPTED, WRONG_USAGE, epilog
from pairproof.cli.help import Spoken, SpokenGroup, complain_as_typer
from pairproof.cli.language import language_of, without_language
from pairproof.cli.lazily import on_first_use
from pairproof.cli.output import complain, write
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say, speaking

# No plugin of pydantic's has a say in how files are read; looking for one goes through all that is installed.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

COMMANDS = {
    "pair": "Pair the next round, and prove that no legal pairing is better.",
    "verify": "Check a certificate against the tournament file, without any solver.",
    "explain": "Say why the round is paired so, or answer questions about other pairings.",
    "manual": "Pair the next round by the manual method, steps C1 to C9, to the letter.",
    "compare": "Hold the manual method, and the pairing really played, against the optimum, level by level.",
    "check": "Replay every round: which pairings break a rule, and how the rounds played compare with the optimum.",
    "new": "Make a tournament file.",
    "add": "Players come in.",
    "players": "List the players, or what the federation will want to know of them and nobody has entered.",
    "edit": "Change what is known of a player, or of the tournament.",
    "absent": "A player does not play in rounds to come.",
    "bye": "A player has a half-point, full-point or zero-point bye in rounds to come.",
    "withdraw": "A player leaves.",
    "back": "A player plays again.",
    "publish": "Pair the next round, prove it, and write it into the file.",
    "change": "Make boards of the last round by hand.",
    "unpublish": "Take the last round back.",
    "result": "Enter results of the last round, by board.",
    "results": "Enter results board by board, one key each, or from a table.",
    "correct": "Correct a result of any round.",
    "desk": "Run the tournament in the browser: presence, rounds, results, standings, and why.",
    "status": "Where the tournament stands, and the next command to type.",
    "undo": "Take acts back; the file is as it was, to the byte.",
    "redo": "Do again what was undone last.",
    "history": "The journal of the file: who did what when.",
    "standings": "The standings after the last complete round.",
    "rules": "List the rule sets, or show one in full.",
    "report": "Write the round as one HTML page to hang up: boards, names, standings, crosstable, result slips, "
    "and the proof.",
    "convert": "Write a tournament file in another format, and say on standard error what the format cannot carry.",
    "simulate": "Play random tournaments, each round paired by a method.",
    "batch": "Pair every round of many tournaments, files or simulated ones, by several methods, and write tables.",
    "plot": "Draw what batches found: levels, where the manual method gets stuck, ranking quality, colour balance.",
}
"""What each command does; it is the function `command` of the module of that name in `cli.commands`."""

_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    # Plain help: the other kind takes twice as long to appear.
    "rich_markup_mode": None,
}


class LazyCommands(SpokenGroup):
    """A group whose commands are imported when they are asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: Spoken(name, help=does, rich_markup_mode=None) for name, does in COMMANDS.items()}

    def main(self, args: Sequence[str] | None = None, *also: Any, **settings: Any) -> Any:
        """Run the command line in the language that it or the environment asks for."""
        standalone = settings.pop("standalone_mode", True)
        code: Any = WRONG_USAGE
        try:
            arguments = without_language(sys.argv[1:] if args is None else args)
            language = language_of(sys.argv[1:] if args is None else args)
            with speaking(language):
                code = super().main(arguments, *also, **{**settings, "standalone_mode": False})
        except UsageProblem as error:
            complain(str(error))
        except typer.exceptions.TyperException as error:
            if not standalone:
                raise
            with speaking(language):
                complain_as_typer(error)
        if standalone:
            sys.exit(code or 0)
        return code

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, its module imported; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        with on_first_use():
            function = import_module(f"pairproof.cli.commands.{cmd_name}").command
        alone = typer.Typer(**_PLAIN)
        help = "\n\n".join(filter(None, (COMMANDS[cmd_name], getdoc(function))))
        alone.command(cmd_name, cls=Spoken, help=help)(function)
        return typer.main.get_command(alone)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands, none of them imported."""
        with formatter.section(say("Commands")):
            formatter.write_dl([(name, say(does)) for name, does in COMMANDS.items()])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Where things go, and the exit codes."""
        self.epilog = f"{say('Data goes to standard output, everything else to standard error.')} {epilog()}"
        super().format_epilog(ctx, formatter)


app = typer.Typer(
    name="pairproof",
    cls=LazyCommands,
    help="Pairs the next round of a Swiss tournament and proves that no legal pairing is better.",
    no_args_is_help=True,
    **_PLAIN,
)


def _print_version(wanted: bool) -> None:
    if wanted:
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


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    # Matrices that are multiplied here are small: numpy need not start a thread on every core for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # A start makes thousands of objects that stay: to look through them again and again takes a twentieth of the time.
    gc.set_threshold(50_000, 20, 100)
    # A closed stream is None to Python: what is written there is lost, as for any program.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        app(prog_name="pairproof")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
