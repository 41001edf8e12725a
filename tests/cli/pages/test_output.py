"""Tables, widths, scores and JSON."""

from __future__ import annotations

import io
import json

import pytest

from pairproof.cli.output import Page, Signs, clean, dump_json, points, width


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown(page: Page, capsys: pytest.CaptureFixture[str]) -> list[str]:
    page.show()
    return capsys.readouterr().out.splitlines()


def test_width():
    assert [width(text) for text in ("Ana", "Эва", "e\u0301", "王一")] == [3, 3, 1, 4]


def test_points():
    ascii_signs = Signs("v", "^", (".25", ".5", ".75"), "-", "..")
    assert [points(value, True) for value in (0, 1, 2, 3, 9)] == ["0", "½", "1", "1½", "4½"]
    assert [points(value, True, ascii_signs) for value in (0, 1, 3)] == ["0", "0.5", "1.5"]
    assert points(9, False) == "9"


def test_table(capsys):
    page = Page()
    page.table(["n", "name", "pts"], [["1", "王一", "10"], ["12", "Ana", "9"]], right="x-x")
    assert shown(page, capsys) == [" n  name  pts", " 1  王一   10", "12  Ana     9"]


def test_names_shrink_to_the_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    page = Page(Terminal())
    page.table(["n", "name", "name"], [["1", "A" * 40, "B" * 10]], shrink="-xx")
    line = shown(page, capsys)[1]
    assert width(line) == 30
    assert "A…" in line
    assert "B" * 10 in line


def test_control_characters():
    assert clean("a\x1b[2J\u202eb\tc") == "a[2Jb c"
    assert clean("Dário Ж 王") == "Dário Ж 王"


def test_json_reads_back():
    document = {"a": [], "b": [1, 2], "c": [{"x": "é"}, {"y": None}], "d": {"e": 1}, "f": "\ud800"}
    data = dump_json(document)
    assert json.loads(data) == {**document, "f": "?"}
    assert data.decode().count("\n") == 10
