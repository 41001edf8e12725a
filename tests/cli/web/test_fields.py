"""Every field of every form, and of every address: wrong, huge, foreign and hostile values.

The forms are those that the pages hold, so that a new one is tried too: a value is refused with a message, beside the
field where it was typed in, and nothing is changed; or it is taken, and stands escaped on the pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2
import pytest
from starlette.testclient import TestClient

from pairproof.cli.web.acts import FORMS
from pairproof.cli.web.app import ADDRESSES
from pairproof.cli.web.roles import Helper
from tests.cli.conftest import CLUB

from .conftest import Hall
from .test_pages import PAGES

VALUES = (
    "",
    "-1",
    "99999999999999999999",
    "x" * 6000,
    "محمد علي 😀",
    "a\x00b\x1b[31m\u202e\u2066c\u200f",
    "<script>alert(1)</script>' OR 1=1 --{{ 7*7 }}%s${x}\r\nX: y",
)
ACTIVE = ("<script>alert", "\u202e", "\x00")


TYPICAL = {"name": "Rui", "list": "Name\nRui", "reason": "a sponsor", "rounds": "5"}
"""What is typed where a form begins empty and would be refused so."""


@dataclass
class Form:
    """A form as a page holds it: what is sent if nothing is typed, and which of it is typed in or chosen."""

    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)

    @property
    def kind(self) -> tuple[str, ...]:
        """Forms that are the same but for their values."""
        path = "/".join("N" if part.isdecimal() else part for part in urlsplit(self.action).path.split("/"))
        return (self.method, path, *sorted(self.fields))


class Forms(HTMLParser):
    """The forms of a page, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.forms.append(Form(has.get("method", "get"), has["action"]))
        elif tag == "a":
            self.links.append(has.get("href", ""))
        elif tag in ("input", "textarea", "select", "button") and has.get("name"):
            form, name = self.forms[-1], has["name"]
            self._select = name if tag == "select" else ""
            if tag in ("input", "textarea") and has.get("type", "text") in ("text", ""):
                form.typed.add(name)
            form.fields.setdefault(name, has.get("value", ""))
        elif tag == "option" and ("selected" in has or not self.forms[-1].fields[self._select]):
            self.forms[-1].fields[self._select] = has["value"]


State = tuple[bytes, bytes, tuple[Helper, ...]]


@dataclass
class Place:
    """Where forms are: a desk and whoever looks at it."""

    hall: Hall
    browser: TestClient

    def state(self) -> State:
        """All that a form can change."""
        file, journal = (path.read_bytes() if path.exists() else b"" for path in self._files())
        return file, journal, tuple(self.hall.codes.all())

    def _files(self) -> tuple[Path, Path]:
        return self.hall.path, Path(f"{self.hall.path}.journal")

    def send(self, form: Form, values: dict[str, str]) -> httpx2.Response:
        if form.method == "get":
            return self.browser.get(form.action, params=values)
        return self.browser.post(form.action, data=values, follow_redirects=False)

    def restore(self, state: State) -> None:
        """What was taken is taken back."""
        for path, data in zip(self._files(), state[:2], strict=True):
            path.write_bytes(data) if data else path.unlink(missing_ok=True)
        if not state[0]:
            self.hall = Hall(self.hall.path)
            self.browser = self.hall.arbiter
        for code in self.hall.codes.all():
            if code not in state[2]:
                self.hall.codes.revoke(code.number)


@pytest.fixture
def places(hall: Hall, tmp_path: Path) -> Iterator[dict[str, Place]]:
    """A club before its second round, another with that round hanging, a helper, and a file that is not there."""
    later = tmp_path / "later" / "club.toml"
    later.parent.mkdir()
    later.write_text(CLUB, encoding="utf-8")
    paired = Hall(later)
    assert paired.act("publish", round=2).status_code == 303
    for one in (hall, paired):  # something to do again, and something to take back
        for player in ("1", "2"):
            one.act("absent", player=player, rounds="3")
        one.act("undo")
    empty = Hall(tmp_path / "new.toml")
    with hall.arbiter, paired.arbiter:  # which keeps one loop for all that each of them asks
        yield {
            "before": Place(hall, hall.arbiter),
            "after": Place(paired, paired.arbiter),
            "helper": Place(paired, paired.browser()),
            "new": Place(empty, empty.arbiter),
        }


def pages_of(name: str, place: Place) -> Iterator[httpx2.Response]:
    """Every page of a place, and those that acts answer with."""
    hall, browser = place.hall, place.browser
    if name == "new":
        yield browser.get("/new")
    elif name == "helper":
        yield browser.get(f"/m/{hall.codes.make(1, 9).code}")
    else:
        for page in PAGES:
            yield browser.get(page)
    if name == "after":
        yield browser.get("/round/2/change?a=2&b=1")
        yield hall.result(1, "0", was="1-0", round=1)
        yield hall.result(1, "clear", was="1-0", round=1)
        yield hall.result(1, "0", was="0-1", round=1)
    if name == "before":
        path, data = hall.path, hall.path.read_bytes()
        path.unlink()
        yield browser.get("/")
        path.write_bytes(data)


def test_every_field_of_every_form(places: dict[str, Place]) -> None:
    tried: set[tuple[str, ...]] = set()
    wrong: list[str] = []
    for name, place in places.items():
        forms = [form for page in pages_of(name, place) for form in Forms(page.text).forms]
        for form in forms:
            if form.kind not in tried:
                tried.add(form.kind)
                wrong += [f"{name} {form.action} {told}" for told in faults(place, form)]
    assert not wrong, "\n".join(map(str, wrong))
    acts = {kind[1].removeprefix("/act/") for kind in tried if kind[1].startswith("/act/")}
    assert acts == set(FORMS)
    assert {one.path.replace("{code}", "N") for one in ADDRESSES if one.post} - {kind[1] for kind in tried} == {
        "/act/{act}"
    }


def faults(place: Place, form: Form) -> Iterator[str]:
    """What is wrong with how a form takes values that nobody should send."""
    first = form.fields
    form.fields = {name: value or TYPICAL.get(name, "") for name, value in first.items()}
    for name in form.fields:
        for value in (one for one in VALUES if one != first[name]):
            if "seen" in form.fields:
                form.fields["seen"] = place.hall.seen
            before = place.state()
            answer = place.send(form, form.fields | {name: value})
            told = f"{name}={value[:30]!r}: {answer.status_code}"
            if any(sign in answer.text for sign in ACTIVE):
                yield f"{told}, shown as it came"
            if form.method == "get":
                if answer.status_code not in (200, 403, 404, 422):
                    yield told
            elif answer.status_code == 303:
                yield from shown(place, told) if any(sign in value for sign in ACTIVE) else ()
                place.restore(before)
            elif answer.status_code not in (200, 403, 404, 409, 422):
                yield told
            elif place.state() != before:
                yield f"{told}, but something changed"
            elif answer.status_code == 422 and 'role="alert"' not in answer.text and name not in ("seen", "to"):
                yield f"{told}, without a message"
            elif name in form.typed and answer.status_code == 422 and f'-{name}">' not in beside(answer):
                yield f"{told}, not beside its field"


def beside(answer: httpx2.Response) -> str:
    """The messages that stand at fields."""
    return " ".join(part for part in answer.text.split('id="wrong')[1:])


def shown(place: Place, told: str) -> Iterator[str]:
    """A value that was taken, on the pages that show most."""
    for page in ("/", "/players", "/players/1", "/history", "/wall", "/tournament"):
        text = place.hall.arbiter.get(page).text
        if any(sign in text for sign in ACTIVE):
            yield f"{told}, taken, and shown on {page} as it came"


def test_every_value_of_every_address(places: dict[str, Place]) -> None:
    place = places["after"]
    names: dict[str, set[str]] = {}
    for page in PAGES:
        held = Forms(place.browser.get(page).text)
        gets = [f"{form.action}?{urlencode(form.fields)}" for form in held.forms if form.method == "get"]
        for address in (page, *held.links, *gets):
            parts = urlsplit(address)
            names.setdefault(parts.path, {"done", "part"}).update(dict(parse_qsl(parts.query, keep_blank_values=True)))
    names = {path: names[path] for path in sorted(names) if path in {page.partition("?")[0] for page in PAGES}}
    assert {"fix", "forbid", "a", "b"} <= set().union(*names.values())
    before = place.state()
    wrong = []
    for path, asked in names.items():
        for name in sorted(asked):
            for value in VALUES[1:]:
                answer = place.browser.get(path, params={name: value})
                if answer.status_code not in (200, 403, 404, 422) or any(sign in answer.text for sign in ACTIVE):
                    wrong.append(f"{path} {name}={value[:30]!r}: {answer.status_code}")
    assert not wrong, "\n".join(map(str, wrong))
    assert place.state() == before
