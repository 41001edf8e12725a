"""`report --round N` of a round that the file holds: its boards, in its order."""

from __future__ import annotations

import random
import re

import pytest

HEAD = '[tournament]\nname = "four"\nrounds = 3\n' + "".join(f"[[players]]\nid = {k}\n" for k in range(1, 5))


def boards(page: str) -> list[tuple[int, int]]:
    table = page[page.index('id="boards"') : page.index('id="names"')]
    rows = re.findall(r"<tr><th scope=\"row\">(\d+)</th>(.*?)</tr>", table, re.DOTALL)
    found = []
    for place, (number, row) in enumerate(rows, start=1):
        assert int(number) == place
        white, black = re.findall(r"<bdi>(\d+)</bdi>", row)
        found.append((int(white), int(black)))
    return found


def report(call, folder, games, *more):
    listed = ", ".join(f"{{ white = {white}, black = {black} }}" for white, black in games)
    (folder / "four.toml").write_text(f"{HEAD}[[rounds]]\ngames = [{listed}]\n")
    done = call("report", "four.toml", "-o", "page.html", "--round", "1", *more)
    assert done.returncode == 0, done.stderr
    return (folder / "page.html").read_text()


def test_the_boards_of_the_file(call, tmp_path):
    page = report(call, tmp_path, [(1, 4), (3, 2)])
    assert boards(page) == [(1, 4), (3, 2)]
    assert "These are the boards of the file." in page
    assert boards(report(call, tmp_path, [(1, 4), (3, 2)], "--again")) == [(1, 3), (4, 2)]


@pytest.mark.parametrize("seed", range(4))
def test_any_order_and_colours(call, tmp_path, seed):
    rng = random.Random(seed)
    players = rng.sample(range(1, 5), 4)
    games = [(players[0], players[1]), (players[2], players[3])]
    assert boards(report(call, tmp_path, games)) == games
