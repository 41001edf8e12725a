"""Every page: who may see it, and what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.routing import Route

from pairproof.cli.web.app import ADDRESSES, ANYBODY
from tests.cli.conftest import CLUB

from .conftest import LAN, Hall, text_of

PAGES = {
    "/": "Round 1 of 5 is published.",
    "/tournament": "Tie-breaks, as in BH-C1; SB",
    "/players": "4 Dário",
    "/players?show=away": "Nobody.",
    "/players/3": "Carla",
    "/round/1": "The round is complete.",
    "/round/2": "Nothing is written yet.",
    "/round/2?a=1&b=3": "Ana – Carla is not allowed.",
    "/round/2?a=1&b=4": "Ana – \u2068Dário\u2069 would be as good",
    "/round/2?fix=1-4": "Ana and Dário meet",
    "/round/2?forbid=0-1": "Ana does not have the bye",
    "/round/2/why/1": "This board belongs to the best pairing",
    "/round/2/why/1?of=1&instead=4": "Ana – \u2068Dário\u2069 would be as good",
    "/round/2/why/1?check=1": "The proof holds",
    "/round/1/why/1?check=1": "There is no certificate of this round.",
    "/round/1/print": "Pairings by board",
    "/round/1/change": "Boards by hand",
    "/standings": "Standings after 1 round",
    "/standings/print": "Crosstable",
    "/standings?working=1": "How the numbers of Ana came about",
    "/history": "Every act, newest first.",
    "/helpers": "Make a code",
    "/wall": "Round 1",
    "/wall?screen=2&pause=1": "Go on by itself",
    "/me": "Your name, or your number",
    "/me?who=ana": "Board 1",
    "/me/5": "bye",
    "/m": "The eight digits from the arbiter",
}


@pytest.mark.parametrize(("page", "says"), PAGES.items())
def test_every_page_says_what_it_is_for(hall: Hall, page: str, says: str) -> None:
    answer = hall.arbiter.get(page)
    assert answer.status_code == 200
    assert says in text_of(answer)
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "style=" not in answer.text or page.endswith("print")


def test_the_list_above_holds_every_page(hall: Hall) -> None:
    routes = [route for route in hall.app.routes if isinstance(route, Route) and "GET" in (route.methods or ())]
    others = {
        "/new",
        "/enter/{link}",
        "/language/{language}",
        "/static/{name}",
        "/events",
        "/standings.csv",
        "/m/{code}",
    }
    tried = [page.partition("?")[0] for page in PAGES]
    for route in routes:
        if route.path not in others:
            assert any(route.path_regex.fullmatch(page) for page in tried), route.path


@pytest.mark.parametrize("page", PAGES)
def test_only_the_wall_and_own_pages_are_for_anybody(hall: Hall, page: str) -> None:
    open_to_all = page.split("?")[0].startswith(("/wall", "/me", "/m"))
    for visitor in (hall.browser(), hall.browser(LAN, f"{LAN}:8000")):
        assert visitor.get(page).status_code == (200 if open_to_all else 403)
    assert open_to_all == any(
        one.roles is ANYBODY and one.path.split("/")[1] == page.split("?")[0].split("/")[1] for one in ADDRESSES
    )


def test_the_arbiters_cookie_is_good_on_this_machine_only(hall: Hall) -> None:
    cookies = dict(hall.arbiter.cookies)
    assert list(cookies) == ["pairproof-desk-8000"]
    for address, status in (("127.0.0.1", 200), (LAN, 403)):
        other = hall.browser(address)
        other.cookies.update(cookies)
        assert other.get("/").status_code == status


def test_the_link_works_once(hall: Hall) -> None:
    link = f"/enter/{hall.sessions.link}"
    first, second = hall.browser(), hall.browser()
    answer = first.get(link, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert first.get("/").status_code == 200
    assert second.get(link).status_code == 403
    assert second.get("/enter/x").status_code == 403
    assert hall.browser(LAN, f"{LAN}:8000").get(f"/enter/{hall.sessions.link}").status_code == 403


@pytest.mark.parametrize(
    "page", ["/round/9", "/round/0", "/players/77", "/me/77", "/round/2/why/9", "/nowhere", "/m/x/y"]
)
def test_what_is_not_there(hall: Hall, page: str) -> None:
    answer = hall.arbiter.get(page)
    assert answer.status_code == 404
    assert "There is no" in text_of(answer)


def test_standings_as_a_table(hall: Hall) -> None:
    answer = hall.arbiter.get("/standings.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert (
        answer.text.splitlines()[:2] == ["\ufeffPlace,No.,Name,Score,SOS,GAM", "1–2,1,Ana,2,0,0"]
        or "Ana" in answer.text
    )


NAMES = ["<b>bold</b>", "O'Neil", "محمد علي", "=1+1", "A" * 60, "Эва \u202eevil"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_anybodys_text(tmp_path: Path, name: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace('"Ana"', f"'{name}'" if "'" not in name else f'"{name}"'), encoding="utf-8")
    hall = Hall(path)
    for page in PAGES:
        text = hall.arbiter.get(page.replace("who=ana", "who=1")).text
        assert "<b>bold" not in text, page
        assert "\u202e" not in text, page
    assert "\n=1+1" not in hall.arbiter.get("/standings.csv").text.replace(",", "\n")


def test_a_birth_date_never_leaves_the_arbiters_pages(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace('name = "Ana"', 'name = "Ana"\nbirth = 1987-06-05'), encoding="utf-8")
    hall = Hall(path)
    assert "1987-06-05" in hall.arbiter.get("/players/1").text
    code = hall.codes.make(1, 9).code
    for page in ("/wall", "/wall?screen=1", "/wall?screen=2", "/me", "/me?who=ana", "/me/1", f"/m/{code}"):
        assert "1987" not in hall.browser(LAN, f"{LAN}:8000").get(page).text


def test_the_file_removed_or_broken_outside(hall: Hall) -> None:
    text = hall.path.read_text(encoding="utf-8")
    hall.path.write_text("[[players]\n", encoding="utf-8")
    answer = hall.arbiter.get("/")
    assert answer.status_code == 422
    assert "line 1" in text_of(answer).lower()
    hall.path.unlink()
    answer = hall.arbiter.get("/players")
    assert answer.status_code == 422
    assert str(hall.path) in text_of(answer)
    assert hall.browser().post("/put-back").status_code == 403
    assert "put-back" not in hall.browser().get("/wall").text
    assert not hall.path.exists()
    hall.path.write_text(text, encoding="utf-8")
    assert hall.arbiter.get("/").status_code == 200


@pytest.mark.parametrize("acts", [0, 1])
def test_a_file_that_is_removed_is_put_back_as_it_was(hall: Hall, acts: int) -> None:
    for _ in range(acts):
        assert hall.act("absent", player=1, rounds="2").status_code == 303
    before = hall.path.read_bytes()
    seen, journal = hall.seen, Path(f"{hall.path}.journal")
    hall.path.unlink()
    refused = hall.act("absent", player=2, rounds="2", seen=seen)
    assert refused.status_code == 422
    assert "Nothing is lost" in text_of(refused)
    assert "Put the file back" in text_of(hall.arbiter.get("/round/2"))
    assert hall.arbiter.post("/put-back").status_code == 200
    assert hall.path.read_bytes() == before
    assert journal.exists() == bool(acts)
    assert hall.arbiter.post("/put-back").status_code == 422
    assert hall.act("absent", player=2, rounds="2", seen=seen).status_code == 303


def test_a_change_from_outside_is_told_and_can_be_undone(hall: Hall) -> None:
    assert hall.act("absent", player=1, rounds="2").status_code == 303
    hall.path.write_text(hall.path.read_text(encoding="utf-8").replace("Bruno", "Bruna"), encoding="utf-8")
    assert hall.act("absent", player=2, rounds="2").status_code == 303
    assert "The file was changed outside" in text_of(hall.arbiter.get("/"))
    assert [line["act"] for line in hall.journal()] == ["opened", "absent", "outside", "absent"]


def test_sentences_name_players(hall: Hall) -> None:
    page = text_of(hall.arbiter.get("/round/2?a=1&b=3"))
    assert "Ana and Carla met in round 1" in page
    assert "1 and 3 met" not in page


def test_a_panel_leaves_what_was_found_to_the_next_page(hall: Hall) -> None:
    assert hall.act("absent", player=1, rounds="3").status_code == 303
    hall.path.write_text(hall.path.read_text(encoding="utf-8").replace("Bruno", "Bruna"), encoding="utf-8")
    assert hall.act("absent", player=2, rounds="3").status_code == 303
    panel = hall.arbiter.get("/round/1/why/1?part=1")
    assert (panel.status_code, "changed outside" in text_of(panel)) == (200, False)
    assert "The file was changed outside" in text_of(hall.arbiter.get("/"))


@pytest.mark.parametrize(
    ("wish", "lang", "says"),
    [("pt-BR,pt;q=0.9", None, "pt"), ("ru", None, "ru"), ("fr", None, "en"), ("", None, "en"), ("ru", "pt", "pt")],
)
def test_the_language_of_a_page(club: Path, wish: str, lang: str | None, says: str) -> None:
    hall = Hall(club, lang=lang)
    page = hall.arbiter.get("/wall", headers={"accept-language": wish})
    assert f'<html lang="{says}">' in page.text
    chosen = hall.arbiter.get("/language/ru?to=/wall", headers={"accept-language": wish})
    assert '<html lang="ru">' in chosen.text
    assert hall.arbiter.get("/language/pt?to=//evil.example", follow_redirects=False).headers["location"] == "/"


def test_the_draft_says_what_has_changed_since_the_last_one(hall: Hall) -> None:
    assert "changed since the last draft" not in hall.arbiter.get("/round/2").text
    hall.act("absent", player=3, rounds="2")
    assert "changed since the last draft" in hall.arbiter.get("/round/2").text


def test_a_round_without_a_legal_pairing_says_why(k33: Path) -> None:
    hall = Hall(k33)
    page = text_of(hall.arbiter.get("/round/4"))
    assert "No legal pairing exists." in page
    assert "Publish" not in page
    assert hall.act("publish", round=4).status_code == 422
    assert hall.arbiter.get("/round/4?a=1&b=2").status_code == 200
    assert hall.arbiter.get("/round/4/why/1").status_code == 404


@pytest.mark.parametrize(
    "text",
    [
        '[tournament]\nname = "Empty"\nrounds = 3\n',
        CLUB.replace('name = "Club"', 'name = "Club"\nrules = "fide-dutch"'),
        CLUB.replace("rounds = 5", "rounds = 1"),
    ],
    ids=["nobody yet", "another system", "over"],
)
def test_every_kind_of_tournament_has_its_pages(tmp_path: Path, text: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    hall = Hall(path)
    for page in PAGES:
        assert hall.arbiter.get(page).status_code in (200, 404, 422), page
    for act, form in (("add", {"name": "Rui"}), ("publish", {"round": 2}), ("result", {"round": 2, "board": 1})):
        assert hall.act(act, **form, was="", result="1").status_code in (303, 404, 422)
    assert hall.arbiter.get("/").status_code == 200
