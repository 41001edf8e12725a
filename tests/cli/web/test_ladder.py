"""The drawings of who plays whom: floats cross a line, changes have two sides, large events are cut."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pairproof import load_tournament, pair
from pairproof.cli.web.ladder import MOST_ROWS, bracket_drawing, change_drawing
from pairproof.solver.request import Request
from tests.paths import SCENARIOS


@pytest.mark.parametrize("rules", ["combined", "fide-dutch"])
def test_an_arrow_for_each_float_and_a_line_for_each_score(rules: str) -> None:
    pairing = pair(load_tournament(SCENARIOS / "club-round-5.toml"), Request(rules=rules))
    drawing = bracket_drawing(pairing, str)
    assert drawing is not None
    floats = sum("down" in board.floats for board in pairing.boards) + (pairing.bye is not None)
    assert floats >= 2
    assert sum(bool(arc.head) for arc in drawing.arcs) == floats
    assert len(drawing.arcs) == len(pairing.boards) + (pairing.bye is not None)
    scores = set(pairing.problem.position.score.tolist())
    assert sum(one.kind == "score" and bool(one.text) for one in drawing.texts) == len(scores)
    names = [one.text for one in drawing.texts if one.kind == "name"]
    assert names == [*map(str, pairing.problem.position.ids), *(["0"] if pairing.bye is not None else [])]


def test_asked_about_two_it_has_their_scores_and_marks_their_board() -> None:
    pairing = pair(load_tournament(SCENARIOS / "club-round-5.toml"))
    board = pairing.boards[1]
    drawing = bracket_drawing(pairing, str, (board.white, board.black))
    assert drawing is not None
    (asked,) = (arc for arc in drawing.arcs if arc.kind == "asked")
    assert asked.says.startswith(f"{board.white} – {board.black}")
    position = pairing.problem.position
    own = {int(position.score[position.index_of[one]]) for one in (board.white, board.black)}
    shown = {int(one.text) for one in drawing.texts if one.kind == "name" and one.text != "0"}
    assert {one for one in position.ids if int(position.score[position.index_of[one]]) in own} <= shown


def test_of_many_those_who_float_and_those_nearest(tmp_path: Path) -> None:
    half = 101
    players = "".join(f"[[players]]\nid = {one}\nname = 'P{one}'\n" for one in range(1, 2 * half + 1))
    games = ", ".join(f"{{ white = {one}, black = {one + half}, result = '1-0' }}" for one in range(1, half + 1))
    path = tmp_path / "open.toml"
    path.write_text(f"[tournament]\nrounds = 5\n{players}\n[[rounds]]\ngames = [{games}]\n", encoding="utf-8")
    pairing = pair(load_tournament(path))
    (floating,) = (board for board in pairing.boards if board.floats != (None, None))
    drawing = bracket_drawing(pairing, str)
    assert drawing is not None
    names = [one.text for one in drawing.texts if one.kind == "name"]
    assert len(names) <= MOST_ROWS
    assert {str(floating.white), str(floating.black)} <= set(names)
    assert "left-out" in {one.kind for one in drawing.texts}


def test_a_change_has_the_boards_before_left_and_those_after_right() -> None:
    drawing = change_drawing([(1, 4), (2, 3), (5, 0)], [(1, 3), (5, 4), (2, 0)], str)
    assert drawing is not None
    assert [one.text for one in drawing.texts] == ["1", "4", "2", "3", "5", "0"]
    assert [arc.kind for arc in drawing.arcs] == ["plain"] * 3 + ["asked"] * 3
    starts = [int(re.findall(r"-?\d+", arc.line)[0]) for arc in drawing.arcs]
    assert max(starts[:3]) < min(starts[3:])
    assert change_drawing([], [], str) is None
