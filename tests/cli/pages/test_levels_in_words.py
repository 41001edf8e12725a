"""Levels have a word beside their name in languages other than English."""

from __future__ import annotations

import pytest

from pairproof.cli.pages.levels import level_title
from pairproof.model.language import speaking
from tests.paths import SCENARIOS


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "score-gap"), ("pt", "score-gap – diferença de pontos"), ("ru", "score-gap – разница очков")],
)
def test_a_word_beside_the_name(language: str, title: str) -> None:
    with speaking(language):
        assert level_title("score-gap") == title


SCENARIO = SCENARIOS / "club-round-5.toml"


@pytest.mark.parametrize("command", ["pair", "explain"])
def test_pages_have_it(call, command: str) -> None:
    done = call(command, str(SCENARIO), "--lang", "pt")
    assert "score-gap – diferença de pontos" in done.stdout.decode()
    assert b"diferen" not in call(command, str(SCENARIO)).stdout
