"""Helpers, viewers, strangers: what each may do is decided by the core (DESK 4, number 9)."""

from __future__ import annotations

import pytest

from pairproof.cli.web.roles import MOST_WRONG, PENANCE, VALID, Codes, NotAllowed, Role, Visitor, allow
from pairproof.model.acts import ACTS
from pairproof.model.tournament import Result

from .conftest import HERE, HOST, LAN, Hall, text_of


def enter(hall: Hall, code: str, board: int, result: str = "1", round: int = 2, was: str = "") -> int:
    phone = hall.browser(LAN, f"{LAN}:8000")
    form = {"round": round, "board": board, "result": result, "was": was}
    status: int = phone.post(f"/m/{code}", data=form, follow_redirects=False).status_code
    return status


def test_a_helper_fills_blank_boards_of_his_range(paired: Hall) -> None:
    helper = paired.codes.make(1, 1)
    phone = paired.browser(LAN, f"{LAN}:8000")
    page = phone.get(f"/m/{helper.code}")
    assert page.text.count("<form") == 1
    answer = phone.post(f"/m/{helper.code}", data={"round": 2, "board": 1, "was": "", "result": "="})
    assert "✓ Board 1 saved" in text_of(answer)
    assert paired.tournament.rounds[1].games[0].result is Result.DRAW
    assert paired.journal()[-1]["who"] == "helper 1"
    assert helper.code not in "".join(map(str, paired.journal()))


def test_what_a_helper_may_not(paired: Hall) -> None:
    helper = paired.codes.make(1, 1)
    assert enter(paired, helper.code, 1, round=1) == 403
    assert enter(paired, helper.code, 1, round=1, was="1-0", result="0") == 403
    assert enter(paired, helper.code, 2) == 403
    assert enter(paired, helper.code, 9) == 403
    assert enter(paired, helper.code, 1, "+") == 403
    assert enter(paired, helper.code, 1, "clear") == 403
    assert enter(paired, helper.code, 1) == 303
    assert enter(paired, helper.code, 1, "0") == 409
    assert enter(paired, helper.code, 1, "0", was="1-0") == 403
    assert paired.tournament.rounds[0].games[0].result is Result.WHITE_WINS
    assert paired.tournament.rounds[1].games[0].result is Result.WHITE_WINS
    assert paired.tournament.rounds[1].games[1].result is None


def test_a_code_ends_and_is_revoked(paired: Hall) -> None:
    first, second = paired.codes.make(1, 2), paired.codes.make(1, 2)
    assert paired.arbiter.post("/helpers", data={"revoke": first.number}).status_code == 200
    assert enter(paired, first.code, 1) == 403
    paired.clock.now += VALID - 1
    assert enter(paired, second.code, 1) == 303
    paired.clock.now += 2
    assert enter(paired, second.code, 2) == 403


def test_tries_are_limited() -> None:
    now = [0.0]
    codes = Codes(lambda: now[0])
    code = codes.make(1, 9).code
    assert codes.visitor(code, "a").role is Role.HELPER
    for _ in range(MOST_WRONG):
        with pytest.raises(NotAllowed, match="not valid"):
            codes.visitor("x", "a")
    with pytest.raises(NotAllowed, match="too many"):
        codes.visitor(code, "a")
    assert codes.visitor(code, "b").role is Role.HELPER
    now[0] += PENANCE + 1
    assert codes.visitor(code, "a").role is Role.HELPER
    for address in range(60):
        for _ in range(MOST_WRONG - 1):
            with pytest.raises(NotAllowed):
                codes.visitor("x", f"other {address}")
    with pytest.raises(NotAllowed, match="too many"):
        codes.visitor(code, "b")


def test_a_code_has_eight_digits_and_no_two_are_one() -> None:
    codes = Codes()
    found = {codes.make(1, 1).code for _ in range(50)}
    assert len(found) == 50
    assert all(len(code) == 8 and code.isdecimal() for code in found)


@pytest.mark.parametrize("act", [*ACTS, "undo", "redo"])
def test_no_act_is_a_viewers(paired: Hall, act: str) -> None:
    stranger = paired.browser(LAN, f"{LAN}:8000")
    file = paired.path.read_bytes()
    assert stranger.post(f"/act/{act}", data={"seen": paired.seen, "player": 1}).status_code == 403
    assert paired.path.read_bytes() == file
    with pytest.raises(NotAllowed):
        allow(Visitor(), act, {}, paired.tournament)
    helper = Visitor(Role.HELPER, paired.codes.make(1, 9))
    if act != "result":
        with pytest.raises(NotAllowed):
            allow(helper, act, {}, paired.tournament)


def test_making_codes_is_the_arbiters(paired: Hall) -> None:
    assert paired.browser().post("/helpers", data={"first": 1, "last": 2}).status_code == 403
    assert paired.codes.all() == ()
    assert paired.arbiter.post("/helpers", data={"first": 5, "last": 2}).status_code == 422
    assert paired.arbiter.post("/helpers", data={"first": "x", "last": ""}).status_code == 422
    page = paired.arbiter.post("/helpers", data={"first": 1, "last": 2})
    assert f"http://{LAN}:8000/m/{paired.codes.all()[0].code}" in page.text
    assert page.text.count("<svg") == 3


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": HERE}, 303),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"https://{HOST}"}, 403),
        ({"origin": f"http://{HOST}.evil.example"}, 403),
        ({"origin": "", "referer": f"{HERE}/players"}, 403),
        ({"referer": "http://evil.example/"}, 403),
        ({"referer": f"{HERE}/players"}, 303),
        ({}, 403),
        ({"origin": HERE, "host": "evil.example"}, 421),
        ({"origin": HERE, "host": "127.0.0.1:9"}, 421),
    ],
)
def test_a_write_comes_from_a_page_of_the_desk(hall: Hall, headers: dict[str, str], status: int) -> None:
    browser = hall.browser()
    browser.cookies.update(dict(hall.arbiter.cookies))
    del browser.headers["origin"]
    form = {"seen": hall.seen, "player": 1, "rounds": "2"}
    file = hall.path.read_bytes()
    answer = browser.post("/act/absent", data=form, headers=headers, follow_redirects=False)
    assert answer.status_code == status
    assert (hall.path.read_bytes() == file) == (status != 303)
    if "host" in headers:
        assert browser.get("/wall", headers={"host": headers["host"]}).status_code == 421


def test_a_form_that_is_too_large(hall: Hall) -> None:
    answer = hall.act("add", list="x" * 2_100_000)
    assert answer.status_code == 413
    assert hall.arbiter.post("/act/add", content=iter([b"name=x"])).status_code == 411
