"""Portuguese and Russian: complete, compiled, with the same fields as the English."""

from __future__ import annotations

import gettext
import io
import json
import re
import string

import pytest

from pairproof.model.language import LANGUAGES, all_of, listed, say, say_n, speaking
from tests.catalogues import ROOT, TRANSLATED, Message, compiled, messages_said, path_of, read_po

HEADER = Message("", "")


def catalogue(language: str) -> dict[Message, tuple[str, ...]]:
    return read_po(path_of(language, ".po").read_text(encoding="utf-8"))


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_all_languages_are_looked_at():
    assert set(LANGUAGES) == {"en", *TRANSLATED}
    assert len(messages_said()) > 200


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_and_no_other(language):
    """`python tests/catalogues.py` says which; a new sentence needs an entry in both `.po` files."""
    entries = catalogue(language)
    assert entries.keys() - {HEADER} == messages_said()
    assert all(all(said) for said in entries.values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_source(language):
    data = path_of(language, ".mo").read_bytes()
    assert data == compiled(catalogue(language)), "run `python tests/catalogues.py`"
    found = gettext.GNUTranslations(io.BytesIO(data))
    for message, said in catalogue(language).items():
        if message != HEADER and not message.plural and not message.context:
            assert found.gettext(message.text) == said[0]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_same_fields(language):
    forms = {"pt": 2, "ru": 3}[language]
    for message, said in catalogue(language).items():
        if message == HEADER:
            continue
        assert len(said) == (forms if message.plural else 1), message
        for form, text in enumerate(said):
            # Only a form that is said of 1 alone can go without the number, as the English one may.
            of_one = form == 0 and language == "pt"
            assert fields_of(text) in (
                fields_of(message.plural or message.text),
                fields_of(message.text if of_one else message.plural or message.text),
            ), message
            if " " not in text:
                continue
            # The same end: a sentence stays a sentence, a title a title.
            assert text.rstrip()[-1:] in ".:" or (message.plural or message.text).rstrip()[-1:] not in ".:", message
            starts = [part[:1] for part in (text, message.text)]
            letters = text[:3].isupper() or message.text[:3].isupper()  # VPO, GAM, FIDE
            if all(start.isalpha() for start in starts) and not letters:
                assert starts[0].isupper() == starts[1].isupper(), message


def test_names_of_criteria_and_steps_stay():
    names = re.compile(r"\b(?:B[1-5]|C[2-9]|A[78]|[a-z]+-[a-z]+-?[a-z]*(?= above)|P B3|--[a-z-]+)\b")
    seen = set()
    for language in TRANSLATED:
        for message, said in catalogue(language).items():
            for name in names.findall(message.text):
                assert all(name in text for text in said), (language, message)
                seen.add(name)
    assert {"B4", "C9"} <= seen


@pytest.mark.parametrize(
    ("language", "count", "words"),
    [
        ("en", 1, "1 point"),
        ("en", 2, "2 points"),
        ("pt", 1, "1 ponto"),
        ("pt", 0, "0 pontos"),
        ("ru", 1, "1 очко"),
        ("ru", 3, "3 очка"),
        ("ru", 5, "5 очков"),
        ("ru", 11, "11 очков"),
        ("ru", 14, "14 очков"),
        ("ru", 21, "21 очко"),
        ("ru", 104, "104 очка"),
    ],
)
def test_numbers(language, count, words):
    with speaking(language):
        assert say_n("{count} point", "{count} points", count) == words


def test_fractions():
    with speaking("ru"):
        assert say("{points} point", "half a point", points="½") == "½ очка"
        assert say("{points} points", "a number and a half", points="1½") == "1½ очка"
    assert say("{points} points", "a number and a half", points="1½") == "1½ points"


def test_lists():
    assert listed([3, 5, 0]) == "3, 5 and the bye"
    assert listed(range(1, 20), 3) == "1, 2, 3 and 16 more"
    assert all_of([]) == ""
    with speaking("pt"):
        assert listed([3, 5, 8]) == "3, 5 e 8"
        assert listed([0]) == "a VPO"


def test_speaking_ends():
    with speaking("pt"):
        with speaking(None):
            assert say("proved") == "provado"
        with speaking("ru"):
            assert say("proved") == "доказано"
        assert say("proved") == "provado"
    assert say("proved") == "proved"
    with pytest.raises(ValueError, match="'tlh' is none of the languages en, pt, ru"), speaking("tlh"):
        pass


def test_a_catalogue_that_says_one_thing_twice():
    with pytest.raises(ValueError, match="twice"):
        read_po('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n')


COMMANDS = [
    ["explain", "scenarios/club-round-5.toml"],
    ["explain", "scenarios/club-round-5.toml", "--player", "3", "--why-not", "1-10"],
    ["pair", "scenarios/club-round-5.toml"],
    ["manual", "scenarios/club-round-5.toml", "--trace"],
    ["compare", "scenarios/club-round-5.toml", "--all"],
    ["check", "scenarios/club-round-5.toml"],
]


def output_of(*arguments: str) -> str:
    from typer.testing import CliRunner

    from pairproof.cli.app import app

    return CliRunner().invoke(app, list(arguments), prog_name="pairproof").stdout


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[::2]))
def test_commands_speak(arguments, monkeypatch):
    monkeypatch.chdir(ROOT)
    pages = {language: output_of(*arguments, "--lang", language) for language in LANGUAGES}
    assert pages["en"] == output_of(*arguments)
    assert len({*pages.values()}) == 3
    assert re.search("[а-я]{4}", pages["ru"])
    english = re.compile(r"\b(?:the|of|and|with|plays|has|round|is)\b")
    for language in TRANSLATED:
        for line in pages[language].splitlines():
            assert not english.search(line), line


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[::2]))
def test_json_is_never_translated(arguments, monkeypatch):
    monkeypatch.chdir(ROOT)
    arguments = [word for word in arguments if word != "--trace"]
    documents = []
    for language in LANGUAGES:
        document = json.loads(output_of(*arguments, "--json", "--lang", language))
        document.pop("run")
        documents.append(document)
    assert documents[0] == documents[1] == documents[2]


def test_a_certificate_is_never_translated(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    output_of("pair", "scenarios/six-players-k33.toml", "--lang", "ru", "--certificate", str(tmp_path / "proof.json"))
    text = json.loads((tmp_path / "proof.json").read_text(encoding="utf-8"))["witness"]["text"]
    assert text.startswith("The players fall apart")


def test_absent_players_are_no_faults():
    """One is no plural, and "faltas" are what an absence may lead to."""
    for language, words in {
        "en": ("Absent", "Absent"),
        "pt": ("Ausente", "Ausentes"),
        "ru": ("Отсутствует", "Отсутствуют"),
    }.items():
        with speaking(language):
            assert (say_n("Absent", "Absent", 1), say_n("Absent", "Absent", 2)) == words
