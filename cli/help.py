"""The help and the complaints that typer writes, in the language spoken.

The sentences of an option stand where the option is described, as literals, and are looked up when the help is shown.
What typer says itself is listed here; what is not in the list stays as typer says it.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from pairproof.cli.parameters import plainly
from pairproof.model.borrowed import fitted
from pairproof.model.language import say

TYPER_SAYS = (
    "No such option: {option} (Possible options: {known})",
    "No such option: {option}",
    "No such command {command}. Did you mean {known}?",
    "No such command {command}.",
    "Missing argument {name}.",
    "Missing option {name}.",
    "Got unexpected extra argument(s) ({words})",
    "Option {option} does not take a value.",
    "Option {option} requires an argument.",
    "Invalid value for {name}: Input should be a valid integer, unable to parse string as an integer",
    "Invalid value for {name}: Input should be a valid number, unable to parse string as a number",
)
"""Its complaints, with fields for what differs; the first that fits is taken."""

TYPER_WRITES = ("Show this message and exit.", "[OPTIONS]", "COMMAND [ARGS]...", "[default: ", "required]")
"""Pieces of its help."""


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each as one line: so they are looked up."""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def in_words(text: str | None) -> str | None:
    """A help text in the language spoken."""
    fields = {}
    if "{formats}" in (text or ""):
        # Only here: hardly any help lists the formats.
        from pairproof.model.formats.table import titles

        fields = {"formats": titles()}
    return None if text is None else "\n\n".join(say(part, **fields) for part in paragraphs(text))


class _Spoken:
    """What typer's two kinds of commands have in common here: parameters read plainly, help in the language spoken."""

    help: str | None

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, their values read as plainly as they can be."""
        return [plainly(parameter) for parameter in super().get_params(ctx)]  # type: ignore[misc]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The line of how it is called."""
        _usage(self, ctx, formatter)

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """What it does."""
        self.help = in_words(self.help)
        super().format_help_text(ctx, formatter)  # type: ignore[misc]


class Spoken(_Spoken, TyperCommand):
    """A command whose help is in the language spoken."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Its arguments and options."""
        _options(self, ctx, formatter)


class SpokenGroup(_Spoken, TyperGroup):
    """A group of commands whose help is in the language spoken."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Its options and commands."""
        _options(self, ctx, formatter, ("--lang en|pt|ru", say("Language of what is shown; JSON is always English.")))
        self.format_commands(ctx, formatter)


def _usage(command: Any, ctx: Any, formatter: Any) -> None:
    pieces = [say(piece) if piece in TYPER_WRITES else piece for piece in command.collect_usage_pieces(ctx)]
    formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{say('Usage:')} ")


def _options(command: Any, ctx: Any, formatter: Any, *more: tuple[str, str]) -> None:
    parameters = command.get_params(ctx)
    for title, kind in ((say("Arguments"), "argument"), (say("Options"), "option")):
        rows = [_row(parameter, ctx) for parameter in parameters if parameter.param_type_name == kind]
        if kind == "option":
            rows[-1:-1] = more
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)


def _row(parameter: Any, ctx: Any) -> tuple[str, str]:
    """The names of a parameter and what it is for."""
    parameter.help = in_words(parameter.help)
    names, text = parameter.get_help_record(ctx)
    at = len(parameter.help or "")
    extra = text[at:]
    for piece in ("[default: ", "required]"):
        extra = extra.replace(piece, say(piece))
    return names, text[:at] + extra


def complain_as_typer(error: Any) -> None:
    """Say what is wrong with a command line, in the language spoken, as typer would."""
    message = fitted(error.format_message(), TYPER_SAYS)
    if message is None:
        error.show()
        return
    if error.ctx is not None:
        hint = say("Try '{command} --help' for help.", command=error.ctx.command_path)
        typer.echo(f"{error.ctx.get_usage()}\n{hint}\n", err=True)
    typer.echo(say("Error: {message}", message=message), err=True)
