"""Values of options are read as typer reads them, whichever of the two reads them."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand

from pairproof.cli.help import Spoken
from tests.interpreter import loaded


def run(kind: type[TyperCommand], arguments: list[str]) -> Any:
    """The values that the command gets, or what is wrong with one of them."""
    told: dict[str, Any] = {}

    def called(
        words: Annotated[list[str] | None, typer.Argument()] = None,
        text: Annotated[str | None, typer.Option()] = None,
        number: Annotated[int | None, typer.Option()] = None,
        seconds: Annotated[float | None, typer.Option()] = None,
        port: Annotated[int, typer.Option(min=0, max=65535)] = 0,
        flag: Annotated[bool, typer.Option("--flag")] = False,
        many: Annotated[list[str] | None, typer.Option()] = None,
        both: Annotated[tuple[str, str] | None, typer.Option()] = None,
    ) -> None:
        told.update(locals())

    app = typer.Typer(add_completion=False)
    app.command(cls=kind)(called)
    try:
        typer.main.get_command(app).main(arguments, standalone_mode=False)
    except typer.exceptions.TyperException as error:
        return error.format_message()
    return {name: (value, type(value)) for name, value in told.items()}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a", "", "-", "--many", "x", "--many", "y,z", "--text", "Ольга", "--flag"],
        ["--number", "0", "--seconds", "1.5", "--port", "8080"],
        ["--number", "-3", "--seconds", "-0", "--text", ""],
        ["--number", "007", "--seconds", "12"],
        ["--both", "a", "b"],
        *(
            [option, value]
            for option in ("--number", "--seconds", "--port")
            for value in ("x", "", " 5 ", "+5", "1_000", "5.0", "5.", ".5", "1e3", "nan", "٣", "70000", "9" * 30)
        ),
    ],
    ids=" ".join,
)
def test_values_are_those_of_typer(arguments: list[str]) -> None:
    assert repr(run(Spoken, arguments)) == repr(run(TyperCommand, arguments))


def test_plain_values_need_no_pydantic() -> None:
    given = ["a", "--text", "b", "--number", "3", "--seconds", "1.5", "--flag", "--many", "x"]
    code = f"from tests.cli.test_parameters import Spoken, run\nassert run(Spoken, {given})['number'] == (3, int)"
    assert "pydantic" not in loaded(code)
