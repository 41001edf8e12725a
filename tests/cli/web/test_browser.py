"""The desk in Debian's Chromium: by keyboard, without script, in two windows, and as axe sees it (DESK 4)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from pairproof import solver
from pairproof.cli.desk.store import Store
from pairproof.model.tournament import Tournament
from tests.cli.conftest import CLUB
from tests.paths import ROOT, SCENARIOS

from .browsers import CHROMIUM, Running, running

pytest.importorskip("playwright", reason="the extra test")
if CHROMIUM is None and not os.environ.get("CI"):
    pytest.skip("no Chromium: apt-get install chromium", allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

PATIENCE = 15_000
"""Milliseconds."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM is not None, "the browser tests are not skipped in CI: apt-get install chromium"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def window(chromium: Browser, desk: Running, asked: list[str] | None = None, **settings: Any) -> Page:
    """The arbiter's first window; `asked` takes the hosts that it speaks to."""
    page = chromium.new_context(**settings).new_page()
    page.set_default_timeout(PATIENCE)
    if asked is not None:
        page.on("request", lambda request: asked.append(urlsplit(request.url).netloc))
    page.goto(desk.link)
    return page


def told(path: Path) -> Tournament:
    return Store(str(path), "test").read().tournament


def press(place: Locator) -> None:
    """As somebody without a mouse does."""
    place.focus()
    place.press("Enter")


# --- A whole evening --------------------------------------------------------------------------------------------------

LIST = (ROOT / "tests" / "inputs" / "evening-players.csv").read_bytes().decode("cp1252")


class Evening:
    """An arbiter without a mouse at the desk, with script or without."""

    def __init__(self, page: Page, base: str, script: bool) -> None:
        self.page, self.base, self.script = page, base, script

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)

    def publish(self, number: int) -> None:
        self.go("/")
        press(self.page.locator("#next-step"))
        press(self.page.locator("#publish button.strong"))
        expect(self.page.locator("h1")).to_have_text(f"Round {number}")

    def results(self, keys: str) -> None:
        page = self.page
        if self.script:
            expect(page.locator(".board:focus")).to_have_count(1)
            for key in keys:
                page.keyboard.press(key)
        else:
            for board, key in enumerate(keys, start=1):
                with page.expect_navigation():  # else the next key may go to the page that is being left
                    press(page.locator(f"#board-{board} button[value='{key}']"))
        expect(page.locator("#count")).to_have_text("The round is complete.")

    def add(self, name: str, **keys: str) -> None:
        self.go("/players")
        for key, value in {"name": name, **keys}.items():
            self.page.locator(f"#add-{key}").fill(value)
        self.page.locator("#add-name").press("Enter")
        expect(self.page.locator(".done")).to_contain_text("1 player is added")

    def at_player(self, player: int, button: str) -> None:
        self.go(f"/players/{player}")
        press(self.page.locator(button))
        expect(self.page.locator(".done")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("script", [True, False], ids=["by keyboard", "without script"])
def test_the_evening(chromium: Browser, tmp_path: Path, script: bool) -> None:
    path = tmp_path / "club.toml"
    head = (
        '[tournament]\nname = "Noite de clube"\nrounds = 5\nrules = "combined"\ntie_breaks = ["BH-C1", "BH", "WIN"]\n'
    )
    path.write_text(head, encoding="utf-8")
    asked: list[str] = []
    with running(path, "--lang", "en") as desk:
        page = window(chromium, desk, asked, java_script_enabled=script)
        do = Evening(page, desk.base, script)
        do.go("/players")
        page.locator("#add-list").fill(LIST)
        press(page.get_by_role("button", name="Add the list"))
        expect(page.locator(".presence tbody tr")).to_have_count(13)
        do.publish(1)
        do.results("1=011=")
        do.add("Jogador N", club="Faro")
        do.add("Jogador O", club="Lisboa", rating="1700")
        do.at_player(11, "button[value='half']")
        do.publish(2)
        do.results("1+10101")
        do.publish(3)
        do.go("/round/2")
        press(page.locator("#board-3 summary"))
        press(page.locator("#board-3 button[value='0']"))
        press(page.get_by_role("button", name="keep round 3"))
        expect(page.locator("#board-3 .outcome")).to_have_text("0–1")
        do.go("/round/3")
        do.results("1=0101=")
        do.at_player(6, "form[action='/act/withdraw'] button")
        do.go("/players")
        press(page.locator("#player-2 button"))
        expect(page.locator("#player-2")).to_contain_text("absent")
        do.publish(4)
        do.results("=10=01")
        do.publish(5)
        do.results("01=1=01")
        do.go("/")
        press(page.locator("#next-step"))
        press(page.get_by_role("link", name="Jogador A"))
        expect(page.locator("#working")).to_contain_text("Buchholz")
        page.context.close()
    assert set(asked) == {urlsplit(desk.base).netloc}
    _held(told(path), tmp_path)


def _held(club: Tournament, folder: Path) -> None:
    """What the evening was, and that every round is proved."""
    assert len(club.rounds) == 5
    assert club.rounds[0].byes == (13,)
    assert club.rounds[1].half_byes == (11,)
    assert {14, 15} <= club.rounds[1].seated()
    assert {2, 6}.isdisjoint(club.rounds[3].seated())
    assert 2 in club.rounds[4].seated()
    assert all(game.result is not None for played in club.rounds for game in played.games)
    assert len(club.rounds[2].corrected) == 1
    for number in range(1, 6):
        proof = solver.load_certificate(folder / "club.proofs" / f"round-{number}.json")
        assert solver.verify(proof, club).valid, number


# --- One round --------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Running]:
    """The club with its second round published: `tmp_path / "club.toml"`."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    store = Store(str(path), "test")
    from pairproof.cli.desk import publishing
    from pairproof.model.state.orders import Orders

    draft = publishing.drafted_with(store.read().tournament, Orders())
    assert draft.arguments is not None
    store.act("publish", draft.arguments)
    publishing.filed(store, draft, None)
    with running(path, "--lang", "en") as found:
        yield found


def second(page: Page) -> Page:
    """Another window of the same arbiter."""
    context: BrowserContext = page.context
    return context.new_page()


def test_arrows_never_write_and_keys_write_once(chromium: Browser, desk: Running, tmp_path: Path) -> None:
    page = window(chromium, desk)
    page.goto(desk.base + "/round/2")
    before = (tmp_path / "club.toml").read_bytes()
    for key in ("ArrowDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageDown", "Home", "End", "a", "5"):
        page.keyboard.press(key)
    assert (tmp_path / "club.toml").read_bytes() == before
    page.locator("#board-1").focus()
    page.keyboard.press("1")
    expect(page.locator("#board-1 .outcome")).to_have_text("1–0")
    expect(page.locator("#count")).to_have_text("1 result is missing.")
    expect(page.locator("#board-2")).to_be_focused()
    page.locator("#board-1").focus()
    page.keyboard.press("0")  # it is filled: a key does not change it
    expect(page.locator("#board-1 .outcome")).to_have_text("1–0")
    assert [game.result.value for game in told(tmp_path / "club.toml").rounds[1].games if game.result] == ["1-0"]
    page.context.close()


def test_two_windows(chromium: Browser, desk: Running, tmp_path: Path) -> None:
    one = window(chromium, desk, java_script_enabled=False)
    other = second(one)
    for page in (one, other):
        page.goto(desk.base + "/round/2")
    press(one.locator("#board-1 button[value='1']"))
    press(other.locator("#board-2 button[value='=']"))
    expect(other.locator("#count")).to_have_text("The round is complete.")
    one.goto(desk.base + "/round/3")
    other.goto(desk.base + "/players")
    press(other.locator("#player-3 button"))
    press(one.locator("#publish button.strong"))
    expect(one.locator("h1")).to_have_text("Somebody was faster")
    expect(one.locator("main")).to_contain_text("Carla absent in round 3")
    assert len(told(tmp_path / "club.toml").rounds) == 2
    one.context.close()


def test_what_others_do_shows_by_itself(chromium: Browser, desk: Running, tmp_path: Path) -> None:
    page = window(chromium, desk)
    page.goto(desk.base + "/round/2")
    Store(str(tmp_path / "club.toml"), "cli").act("result", {"results": [[2, "0"]]})
    expect(page.locator("#board-2 .outcome")).to_have_text("0–1")
    page.context.close()


def test_why_is_a_panel_with_the_proof_in_it(chromium: Browser, desk: Running) -> None:
    page = window(chromium, desk)
    page.goto(desk.base + "/round/2")
    page.locator("#board-2").focus()
    page.keyboard.press("w")
    panel = page.locator("#panel")
    expect(panel).to_contain_text("Who can still meet whom")
    expect(panel.locator("svg.meetings")).to_be_visible()
    panel.locator("#why-instead").select_option("1")
    press(panel.get_by_role("button", name="What would it cost?"))
    expect(panel.locator(".answer")).to_be_visible()
    press(panel.get_by_role("button", name="Check the proof"))
    expect(panel).to_contain_text("✓ The proof holds")
    expect(panel.locator(".digest code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#board-2")).to_be_focused()
    page.context.close()


def test_the_connection_breaks_in_the_middle_of_an_act_and_the_laptop_sleeps(
    chromium: Browser, desk: Running, tmp_path: Path
) -> None:
    """Nothing is lost or done twice, and the page says what happened; it goes on by itself."""
    page = window(chromium, desk)
    page.goto(desk.base + "/round/2")
    page.route("**/act/result", lambda route: (route.fetch(max_redirects=0), route.abort()))  # done, but never told
    page.locator("#board-1").focus()
    page.keyboard.press("1")
    expect(page.locator("#tell")).to_contain_text("what was not acknowledged is not saved")
    expect(page.locator("#board-1 .outcome")).to_have_text("1–0")  # what others did shows by itself: so does this
    page.unroute("**/act/result")
    lines = len(Store(str(tmp_path / "club.toml"), "test").read().lines)
    page.context.set_offline(True)
    page.locator("#board-2").focus()
    page.keyboard.press("0")
    expect(page.locator("#tell")).to_contain_text("The desk does not answer")
    expect(page.locator("#board-2 .outcome")).to_have_text("")
    Store(str(tmp_path / "club.toml"), "cli").act("result", {"results": [[2, "="]]})  # meanwhile
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#board-2 .outcome")).to_have_text("½–½")
    expect(page.locator("#tell")).to_have_count(0)
    assert len(Store(str(tmp_path / "club.toml"), "test").read().lines) == lines + 1
    page.context.close()


def test_the_file_goes_while_a_page_is_open(chromium: Browser, desk: Running, tmp_path: Path) -> None:
    page = window(chromium, desk)
    page.goto(desk.base + "/round/2")
    path = tmp_path / "club.toml"
    before = path.read_bytes()
    path.unlink()
    expect(page.locator("main")).to_contain_text("The file was removed or renamed outside.")
    press(page.get_by_role("button", name="Put the file back"))
    expect(page.locator("#next-step")).to_be_visible()
    assert path.read_bytes() == before
    page.goto(desk.base + "/players")
    path.write_bytes(before.replace(b"Bruno", b"Bruna"))
    expect(page.locator("#player-2")).to_contain_text("Bruna")
    press(page.locator("#player-3 button"))
    expect(page.locator("main")).to_contain_text("The file was changed outside")
    page.context.close()


def test_a_desk_that_stops_answering_is_told(chromium: Browser, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    with running(path, "--lang", "en") as desk:
        page = window(chromium, desk)
        page.goto(desk.base + "/players")
    press(page.locator("#player-1 button"))
    expect(page.locator("#tell")).to_contain_text("The desk does not answer")
    assert not told(path).next.absent
    page.context.close()


# --- Everybody can use it ---------------------------------------------------------------------------------------------

SEEN = [
    "/", "/players", "/players/3",
    "/round/4", "/round/5", "/round/5?a=1&b=3",
    "/round/5?fix=1-2", "/round/4/change?a=2&b=6", "/round/5/why/2?check=1",
    "/round/5/why/2?of=7&instead=3", "/standings?working=1", "/history",
    "/tournament", "/helpers", "/wall", "/wall?screen=2&pause=1",
    "/me", "/me/1", "/m",
    "/nowhere",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(chromium: Browser, tmp_path: Path, scheme: Any) -> None:
    path = tmp_path / "club.toml"
    text = (SCENARIOS / "club-round-5.toml").read_text(encoding="utf-8")
    path.write_text(
        text.replace('"Ana"', '"' + "Ana-Maria " * 6 + '"').replace('"Bruno"', '"محمد علي"'), encoding="utf-8"
    )
    found: list[tuple[str, str]] = []
    with running(path, "--lang", "en") as desk:
        page = window(chromium, desk, color_scheme=scheme, viewport={"width": 375, "height": 800})

        def look(address: str) -> None:
            page.wait_for_load_state()  # without its style sheet a page has other colours
            found.extend((address, one["id"]) for one in Axe().run(page).response["violations"])
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            found.extend([(address, f"{wide} px too wide")] if wide > 0 else [])

        for address in SEEN:
            page.goto(desk.base + address)
            look(address)
        # A round that hangs, and its boards on the telephone of a helper.
        page.goto(desk.base + "/round/5")
        with page.expect_navigation():
            press(page.locator("#publish button.strong"))
        expect(page.locator("#count")).to_be_visible()
        look("published")
        page.goto(desk.base + "/helpers")
        press(page.get_by_role("button", name="Make a code"))
        code = page.locator(".code-digits").inner_text().replace(" ", "")
        page.goto(f"{desk.base}/m/{code}")
        expect(page.locator(".phone button")).not_to_have_count(0)
        look("/m/CODE")
        press(page.locator(".phone button").first)
        expect(page.locator(".done")).to_contain_text("saved")
        look("/m/CODE saved")
        page.context.close()
    assert found == []
