"""300 players: pages in time, the wall by itself (DESK 4, numbers 10 and 14)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from pairproof.cli.desk.store import Kept
from pairproof.cli.web.roles import Role, Visitor

from .conftest import Hall, text_of

PLAYERS = 300
ACT, WHY = 0.1, 0.3
"""Seconds of the processor, as the machine does other things at the same time."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    path: Path = tmp_path_factory.mktemp("large") / "open.toml"
    players = "".join(
        f'[[players]]\nid = {one}\nname = "Player {one}"\nrating = {2500 - one}\n' for one in range(1, PLAYERS + 1)
    )
    path.write_text(f'[tournament]\nname = "Open"\nrounds = 9\n{players}', encoding="utf-8")
    hall = Hall(path)
    assert hall.act("publish", round=1).status_code == 303
    return hall


def least(ask: Callable[[], httpx2.Response], status: int) -> float:
    """Seconds of the processor that the quickest of five answers takes."""
    found = []
    for _ in range(5):
        began = time.process_time()
        assert ask().status_code == status
        found.append(time.process_time() - began)
    return min(found)


def test_acts_and_why_are_quick(hall: Hall) -> None:
    boards = iter(range(1, PLAYERS // 2))
    players = iter(range(1, PLAYERS))
    assert least(lambda: hall.result(next(boards), "1", round=1), 303) <= ACT
    assert least(lambda: hall.act("absent", player=next(players), rounds="2"), 303) <= ACT
    assert least(lambda: hall.arbiter.get("/round/1/why/77?part=1"), 200) <= WHY
    assert least(lambda: hall.arbiter.get("/round/1/why/77?part=1&of=77&instead=80"), 200) <= WHY


def test_acts_that_touch_rounds_under_others_are_quick(hall: Hall) -> None:
    """Each is answered before the certificates that it leaves behind are made: only the act itself is measured."""
    for number in (1, 2, 3):
        if number > 1:
            assert hall.act("publish", round=number).status_code == 303
        boards = range(1, len(hall.tournament.rounds[-1].games) + 1)
        hall.desk.store.act("result", {"results": [[board, "1"] for board in boards], "correct": True})
    arbiter, held = Visitor(Role.ARBITER), hall.desk.read
    numbers = iter(range(1, PLAYERS))

    def least_here(act: Callable[[], Kept]) -> float:
        found = []
        for _ in range(3):
            began = time.thread_time()
            assert act().line is not None
            found.append(time.thread_time() - began)
            hall.desk.renewing.settle()
        return min(found)

    def edit(player: int | None, **keys: object) -> Kept:
        return hall.desk.do(arbiter, "edit", {"player": player, "keys": keys}, held().sha256)

    assert least_here(lambda: hall.desk.enter(arbiter, 1, next(numbers), "0", "1-0")) <= ACT
    assert least_here(lambda: hall.desk.undo(arbiter, None, held().sha256)) <= ACT
    assert least_here(lambda: hall.desk.redo(arbiter, held().sha256)) <= ACT
    assert least_here(lambda: edit(next(numbers), rating=2600 + next(numbers))) <= ACT
    assert least_here(lambda: edit(None, name=f"Open {next(numbers)}")) <= ACT
    assert least(lambda: hall.arbiter.get("/round/3"), 200) <= ACT


def test_the_wall_turns_its_pages_by_itself(hall: Hall) -> None:
    seen, address = [], "/wall"
    for _ in range(200):
        answer = hall.browser().get(address)
        assert answer.text.count("<tr>") <= 15
        seen.append(text_of(answer))
        seconds, _, following = answer.headers["refresh"].partition("; url=")
        assert 5 <= int(seconds) <= 30
        address = following
        if address == "/wall?screen=0":
            break
    everything = " ".join(seen)
    assert all(f"Player {one} " in everything for one in range(1, PLAYERS + 1))
    assert "refresh" not in hall.browser().get("/wall?screen=3&pause=1").headers
