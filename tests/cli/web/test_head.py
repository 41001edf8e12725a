"""A file that is made in the browser, and what is known of the tournament itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

from .conftest import Hall, text_of


@pytest.fixture
def empty(tmp_path: Path) -> Hall:
    """A desk for a file that is not there."""
    return Hall(tmp_path / "new.toml")


def test_a_file_that_is_not_there_is_asked_for_and_made(empty: Hall) -> None:
    for page in ("/", "/players", "/round/1"):
        assert empty.arbiter.get(page).url.path == "/new"
    assert "has not made the tournament yet" in text_of(empty.browser().get("/wall"))
    assert empty.browser().post("/new", data={"rounds": "3"}).status_code == 403
    assert not empty.path.exists()
    form = {"name": "Clube", "rounds": "5", "rules": "", "tie_breaks": "BH-C1; SB", "start": "2026-03-14"}
    answer = empty.arbiter.post("/new", data=form, follow_redirects=False)
    assert answer.headers["location"] == "/players#add"
    told = empty.tournament
    assert (told.name, told.rounds_planned, told.rules, told.tie_breaks) == ("Clube", 5, None, ("BH/C1", "SB"))
    assert told.event.start == "2026-03-14"
    assert [line["act"] for line in empty.journal()] == ["new"]
    assert empty.act("add", name="Ana").status_code == 303
    assert empty.arbiter.get("/new").url.path == "/"
    assert empty.arbiter.post("/new", data={"rounds": "3"}).url.path == "/"
    assert empty.tournament.rounds_planned == 5


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"rounds": ""}, "rounds"),
        ({"rounds": "five"}, "rounds"),
        ({"rounds": "99999999999"}, "rounds"),
        ({"rounds": "5", "federation": "Portugal"}, "federation"),
        ({"rounds": "5", "start": "yesterday"}, "start"),
        ({"rounds": "5", "tie_breaks": "<b>"}, "tie_breaks"),
        ({"rounds": "5", "rules": "none"}, "rules"),
        ({"rounds": "5", "name": "x" * 5000}, "name"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(empty: Hall, form: dict[str, str], field: str) -> None:
    answer = empty.arbiter.post("/new", data=form)
    assert answer.status_code == 422
    assert f'id="wrong-new-{field}"' in answer.text
    assert not empty.path.exists()
    assert not Path(f"{empty.path}.journal").exists()


def test_the_head_is_changed(hall: Hall) -> None:
    page = hall.arbiter.get("/tournament")
    assert 'value="Club"' in page.text
    form = {"name": "Club", "rounds": "6", "rules": "fide-dutch", "city": "Faro", "deputies": "Rui; Eva"}
    assert hall.act("edit", to="/tournament", **form).status_code == 303
    told = hall.tournament
    assert (told.rounds_planned, told.rules, told.event.city) == (6, "fide-dutch", "Faro")
    assert told.event.deputies == ("Rui", "Eva")
    assert hall.journal()[-1]["arguments"]["keys"].keys() == {"rounds", "rules", "city", "deputies"}
    refused = hall.act("edit", rules="none", rounds="0", to="/tournament")
    assert refused.status_code == 422
    assert all(f'id="wrong-edit-{field}"' in refused.text for field in ("rules", "rounds"))
    assert hall.act("edit", rounds="0001").status_code == 303
    assert hall.tournament.rounds_planned == 1
    assert hall.act("edit", rules="").status_code == 303
    assert hall.tournament.rules is None


def test_rules_that_there_are_not_are_refused_by_the_verb_too(call: Run, club: Path) -> None:
    before = club.read_bytes()
    done = call("edit", str(club), "rules=none")
    assert done.returncode == 3
    assert b"no rule set 'none'" in done.stderr
    assert club.read_bytes() == before


def test_the_command_takes_a_toml_file_that_is_not_there_and_no_other(call: Run, tmp_path: Path) -> None:
    done = call("desk", str(tmp_path / "new.trf"), "--no-browser")
    assert done.returncode == 2
    assert b".toml" in done.stderr
