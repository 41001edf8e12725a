"""Twenty telephones enter the 150 results of a round at once: none lost, none doubled, every conflict asked; and
the first page, in time (DESK 4, number 10)."""

from __future__ import annotations

import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from pairproof.cli.desk.store import Store

from .browsers import running

pytest.importorskip("starlette", reason="the extra desk")

PLAYERS, PHONES = 300, 20
FIRST_PAGE = 6.0
"""Seconds from the command on: four times what is asked for, so that no busy machine fails."""
MINUTE = 60.0
SIGNS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1"}


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """300 players and the boards of round 1."""
    path = tmp_path / "open.toml"
    players = "".join(f'[[players]]\nid = {one}\nname = "Player {one}"\n' for one in range(1, PLAYERS + 1))
    path.write_text(f'[tournament]\nname = "Open"\nrounds = 9\n{players}', encoding="utf-8")
    boards = [[one, one + PLAYERS // 2] for one in range(1, PLAYERS // 2 + 1)]
    Store(str(path), "test").act("publish", {"round": 1, "boards": boards})
    return path


class Phone:
    """A browser with a connection of its own."""

    def __init__(self, base: str, cookie: str = "") -> None:
        self._base, self._cookie = base, cookie
        self._connection = HTTPConnection(urlsplit(base).netloc, timeout=60)

    def ask(self, method: str, path: str, **form: object) -> tuple[int, str, str]:
        headers = {"Origin": self._base, "Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request(method, path, urlencode(form) if form else None, headers)
        answer = self._connection.getresponse()
        cookie = (answer.headers.get("Set-Cookie") or "").partition(";")[0]
        return answer.status, cookie, answer.read().decode()


def test_twenty_telephones(hall: Path) -> None:
    luck = random.Random(7)
    began = time.monotonic()
    with running(hall, "--lang", "en") as desk:
        _, cookie, _ = Phone(desk.base).ask("GET", urlsplit(desk.link).path)
        arbiter = Phone(desk.base, cookie)
        assert "Round 1 of 9" in arbiter.ask("GET", "/")[2]
        assert time.monotonic() - began <= FIRST_PAGE
        arbiter.ask("POST", "/helpers", first=1, last=150)
        page = arbiter.ask("GET", "/helpers")[2]
        code = page.partition('code-digits">')[2][:9].replace(" ", "")
        assert code.isdecimal()
        # Each board is entered by one telephone, every tenth by a second one too, with another result.
        wanted = {board: luck.choice("1=0") for board in range(1, 151)}
        work = list(wanted.items())
        work += [
            (board, luck.choice([other for other in "1=0" if other != wanted[board]])) for board in range(10, 151, 10)
        ]
        luck.shuffle(work)
        own = threading.local()

        def enter(job: tuple[int, str]) -> tuple[int, str, int]:
            if not hasattr(own, "phone"):
                own.phone = Phone(desk.base)
            form = {"round": 1, "board": job[0], "was": "", "result": job[1]}
            return *job, own.phone.ask("POST", f"/m/{code}", **form)[0]

        began = time.monotonic()
        with ThreadPoolExecutor(PHONES) as phones:
            answers = list(phones.map(enter, work))
        assert time.monotonic() - began <= MINUTE
    saved = {board: sign for board, sign, status in answers if status == 303}
    asked = [board for board, _, status in answers if status == 409]
    assert len(saved) == 150
    assert sorted(asked) == list(range(10, 151, 10))
    held = Store(str(hall), "test").read()
    games = held.tournament.rounds[0].games
    found = {place: game.result.value for place, game in enumerate(games, start=1) if game.result}
    assert found == {board: SIGNS[sign] for board, sign in saved.items()}
    lines = [json.loads(line) for line in Path(f"{hall}.journal").read_text(encoding="utf-8").splitlines()]
    entered = [line for line in lines if line["act"] == "result"]
    assert len(entered) == 150
    assert {line["who"] for line in entered} == {"helper 1"}
