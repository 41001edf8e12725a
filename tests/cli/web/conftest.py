"""A desk over a tournament file, asked as browsers ask: by the arbiter, by helpers, by anybody in the hall."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

pytest.importorskip("starlette", reason="the extra desk")

from starlette.testclient import TestClient

from pairproof.cli.desk.store import Store
from pairproof.cli.web.app import application
from pairproof.cli.web.asking import Site
from pairproof.cli.web.desk import Desk
from pairproof.cli.web.roles import Codes, Sessions
from pairproof.model.tournament import Tournament

HOST = "127.0.0.1:8000"
HERE = f"http://{HOST}"
LAN = "192.0.2.7"


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Hall:
    """A desk, and who comes to it."""

    path: Path
    clock: Clock = field(default_factory=Clock)
    lang: str | None = "en"

    def __post_init__(self) -> None:
        self.notices: list[str] = []
        self.desk = Desk(Store(str(self.path), "desk", self.notices.append), self._notices)
        self.codes, self.sessions = Codes(self.clock), Sessions()
        self.site = Site(self.desk, self.codes, self.sessions, f"http://{LAN}:8000", self.lang)
        self.app = application(self.site, {HOST, f"{LAN}:8000"})
        self.arbiter = self.browser()
        assert self.arbiter.get(f"/enter/{self.sessions.link}").status_code == 200

    def _notices(self) -> list[str]:
        found, self.notices[:] = list(self.notices), []
        return found

    def browser(self, address: str = "testclient", host: str = HOST) -> TestClient:
        """A browser of somebody new."""
        return TestClient(
            self.app,
            base_url=f"http://{host}",
            headers={"origin": f"http://{host}"},
            client=(address, 50000),
            raise_server_exceptions=False,
        )

    @property
    def tournament(self) -> Tournament:
        return Store(str(self.path), "test").read().tournament

    @property
    def seen(self) -> str:
        return self.desk.read().sha256

    def act(self, act: str, **form: Any) -> httpx2.Response:
        """A form of the arbiter's pages, sent; `seen` is added where it is not given."""
        if "seen" not in form:
            form["seen"] = self.seen
        answer: httpx2.Response = self.arbiter.post(f"/act/{act}", data=form, follow_redirects=False)
        return answer

    def result(self, board: int, result: str, was: str = "", round: int = 2) -> httpx2.Response:
        return self.act("result", round=round, board=board, was=was, result=result)

    def journal(self) -> list[dict[str, Any]]:
        text = Path(f"{self.path}.journal").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]


def text_of(answer: httpx2.Response) -> str:
    """What a page says, without its marks."""
    body = answer.text.split("<main", 1)[-1]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body)).strip()


@pytest.fixture
def hall(club: Path) -> Hall:
    """The club after one round."""
    return Hall(club)


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """The club with its second round published, no result entered."""
    assert hall.act("publish", round=2).status_code == 303
    return hall
