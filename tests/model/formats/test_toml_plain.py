"""What is read without a parser is what the parser reads."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from pairproof.model import load_tournament
from pairproof.model.formats.toml.blocks import MANY, blocks_of
from pairproof.model.formats.toml.plain import plain_table
from pairproof.model.formats.toml.tournament_writer import dump_toml
from tests.inputs.random_tournaments import simulated_open
from tests.paths import SCENARIOS

PLAYER = '[[players]]\nid = 7\nname = "Ольга [2]"\ngroups = ["A", "B c"]\nrating = 0\n\n'
ROUND = (
    '[[rounds]]\ngames = [\n  { white = 12, black = 1, result = "1-0" },\n'
    "  { white = 3, black = 4, gam = [31, 17], coloured = false },\n]\nbye = [5]\nhand = [[1, 2], [3, 4]]\n"
    "orders = { fix = [[1, 2]], absent = [3] }\n\n"
)


def parsed(name: str, text: str) -> Any:
    try:
        table = tomllib.loads(text)[name]
    except (tomllib.TOMLDecodeError, KeyError):
        return None
    return table[0] if isinstance(table, list) else table


@pytest.mark.parametrize(("name", "text"), [("players", PLAYER), ("rounds", ROUND)])
def test_plain_tables_are_read(name: str, text: str) -> None:
    assert plain_table(name, text) == parsed(name, text) != {}


@pytest.mark.parametrize(
    "line",
    [
        'name = "a\\tb"',
        "name = 'a'",
        'name = "a" # who',
        "id = 1\nid = 2",
        "id = +1",
        "id = 1_000",
        "id = 007",
        "rating = 1.5",
        "birth = 1990-05-12",
        "a.b = 1",
        "[players.more]\nx = 1",
        "games = [{ white = 1, white = 2 }]",
        "games = [{ white = 1 black = 2 }]",
        "games = [{ white = 1 },, { white = 2 }]",
        'games = [{ result = "a = b" }]',
        "absent = [1, 2,]",
        "absent = [1 2]",
        "absent = [01]",
    ],
)
def test_what_is_not_plain_is_left_to_the_parser(line: str) -> None:
    assert plain_table("players", f"[[players]]\n{line}\n") is None


def test_damaged_tables_are_not_taken_for_others() -> None:
    rng = random.Random(1)
    read = 0
    for _ in range(6000):
        name, text = rng.choice([("players", PLAYER), ("rounds", ROUND)])
        place = rng.randrange(len(text))
        letters = rng.choice(["", " ", "\n", ",", '"', "=", "[", "]", "{", "}", "0", "a", "\t", "\x0b", "\u00a0", "#"])
        text = text[:place] + letters + text[place + rng.randint(0, 2) :]
        table = plain_table(name, text)
        if table is not None:
            read += 1
            assert repr(table) == repr(parsed(name, text)), text
    assert read > 500


def test_files_are_plain() -> None:
    """What the program writes, and most of what people write, needs no parser."""
    texts = [(SCENARIOS / "first-round.toml").read_text(encoding="utf-8"), dump_toml(simulated_open(40, 4, 1, clubs=5))]
    for text in texts:
        blocks = blocks_of(text)
        assert blocks is not None
        assert [block.name for block in blocks[1:] if plain_table(block.name, block.text) is None] == []
        assert {block.name for block in blocks} & MANY


def test_more_tables_than_are_kept_are_read_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of more blocks than the cache holds is not read three times."""
    lines = "\n".join(f'[[players]]\nid = {number}\nname = "P"\n' for number in range(1, 9001))
    path = tmp_path / "large.toml"
    path.write_text(f'[tournament]\nname = "x"\n\n{lines}', encoding="utf-8")
    calls = []

    def counted(name: str, text: str) -> dict[str, Any] | None:
        calls.append(name)
        return plain_table(name, text)

    monkeypatch.setattr("pairproof.model.formats.toml.blocks.plain_table", counted)
    assert len(load_tournament(path).players) == 9000
    assert len(calls) <= 9001
