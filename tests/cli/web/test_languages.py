"""No English on a Portuguese or Russian page but the names of rule sets, levels and codes (DESK 4, number 13)."""

from __future__ import annotations

import re
from html import unescape

import httpx2
import pytest

from pairproof.model.criteria import HARD, LEVELS
from pairproof.model.language import say_n, speaking
from pairproof.model.rules import PRESETS
from pairproof.model.tiebreaks.registry import TIE_BREAKS

from .conftest import Hall
from .test_pages import PAGES

NAMES = {
    "English",
    "Português",
    "Club",
    "Ana",
    "Bruno",
    "Carla",
    "Dário",
    "pairproof",
    "desk",
    "combined",
    "toml",
    "club",
}
CODES = {*TIE_BREAKS, "SOS", "GAM", "UTC", "SHA", "CSV", "QR", "FIDE", "ID"}
TYPED = {"next", "history"}
"""What is typed so in every language."""
LEVEL = {word for name in (*PRESETS, *(piece.name for piece in (*HARD, *LEVELS))) for word in name.split("-")}
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Hall]:
    """The same tournament spoken in each language, with a round published, and a board asked about twice."""
    from tests.cli.conftest import CLUB

    found = {}
    for language in ("en", "pt", "ru"):
        path = tmp_path_factory.mktemp(language) / "club.toml"
        path.write_text(CLUB, encoding="utf-8")
        hall = found[language] = Hall(path, lang=language)
        hall.act("absent", player=4, rounds="3")
        hall.act("bye", player=3, kind="half", rounds="4")
    return found


def sentences(answer: httpx2.Response) -> list[str]:
    """Each text of a page by itself, without addresses, digests, and what a file holds."""
    text = re.sub(r"<(code|script|style)\b.*?</\1>", "", answer.text, flags=re.S)
    text = re.sub(r'<div class="diff".*?</div>', "", text, flags=re.S)
    read = re.findall(r'(?:aria-label|title|data-lost|data-close)="([^"]*)"', text)
    parts = [unescape(part).strip() for part in (*re.split(r"<[^>]*>", text), *read)]
    return [re.sub(r"\S*/\S*|[0-9a-f]{64}", "", part) for part in parts if part]


def english_in(part: str) -> set[str]:
    return {word for word in WORD.findall(part) if word not in NAMES | CODES | TYPED and word.lower() not in LEVEL}


PROBLEMS = [
    ("add", {"name": "", "rating": "7%"}),
    ("absent", {"player": "1", "rounds": "x"}),
    ("publish", {"fix": "1-99"}),
    ("publish", {"seen": "0"}),
    ("undo", {"line": "99"}),
    ("result", {"round": "1", "board": "1", "was": "", "result": "0"}),
    ("result", {"round": "1", "board": "1", "was": "1-0", "result": "clear"}),
    ("edit", {"rounds": "0", "rules": "?", "start": "1"}),
]


@pytest.mark.parametrize("page", [*PAGES, "/nowhere", "/m/12345678", "/players/77"])
def test_russian_pages_are_russian(halls: dict[str, Hall], page: str) -> None:
    assert {word for part in sentences(halls["ru"].arbiter.get(page)) for word in english_in(part)} == set()


@pytest.mark.parametrize(("act", "form"), PROBLEMS)
def test_what_is_wrong_is_said_in_russian(halls: dict[str, Hall], act: str, form: dict[str, str]) -> None:
    answer = halls["ru"].act(act, **form)
    assert {word for part in sentences(answer) for word in english_in(part)} == set()


@pytest.mark.parametrize("page", [*PAGES, "/nowhere", "/m/12345678", "/players/77"])
def test_portuguese_pages_share_no_sentence_with_english_ones(halls: dict[str, Hall], page: str) -> None:
    english, own = (set(sentences(halls[language].arbiter.get(page))) for language in ("en", "pt"))
    alike = {part for part in english & own if len(WORD.findall(part)) > 1 and english_in(part)}
    assert alike == set()


@pytest.mark.parametrize("count", [1, 2, 5, 11, 21])
def test_counts_agree_with_their_words(count: int) -> None:
    with speaking("ru"):
        said = say_n("{count} result is missing.", "{count} results are missing.", count)
    ending = "результата" if count in (1, 21) else "результатов"
    assert re.search(rf"\b{ending}\b", said), said
