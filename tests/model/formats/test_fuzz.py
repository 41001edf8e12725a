"""A short run of benchmarks/fuzz.py, and whether its checks see anything."""

from __future__ import annotations

import random

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.trf.reader import read_trf
from tests.inputs.fuzzing import Outcome, OutOfTime, contradictions, corpus, examine, limited, mutated
from tests.model.formats.test_trf import TWO, XXR, line, text

SEEDS = corpus()


@pytest.mark.parametrize("chunk", range(6))
def test_damaged_files(chunk: int) -> None:
    """100 files a chunk: refused with faults, or consistent, and then paired as the file allows."""
    found: list[tuple[int, Outcome]] = []
    for number in range(100 * chunk, 100 * chunk + 100):
        rng = random.Random(f"test-{number}")
        one = rng.choice(SEEDS)
        found.append((number, examine(one.format, mutated(one, rng, SEEDS), rng)))
    assert [(number, outcome.problems) for number, outcome in found if outcome.problems] == []
    kinds = [outcome.kind for _, outcome in found]
    assert kinds.count("refused") > 40
    assert kinds.count("refused") < 97


def test_the_corpus_has_every_format() -> None:
    assert {seed.format for seed in SEEDS} == {"trf", "toml", "opengotha", "tsh"}
    for seed in SEEDS:
        outcome = examine(seed.format, seed.data, random.Random(1))
        assert outcome.problems == (), seed.name


CONTRADICTORY = (
    ("trf", text(XXR, *TWO, line(2, "0.0"))),
    ("trf", text(XXR, line(1, "1.0", "2 w 1"), line(2, "0.0"))),
    ("trf", text(XXR, line(1, "1.0", "2 w 1"), line(2, "0.0", "1 w 0"))),
    ("trf", text(XXR, line(1, "1.0", "2 w 1"), line(2, "1.0", "1 b 1"))),
    ("trf", text(XXR, line(1, "2.0", "2 w 1"), line(2, "0.0", "1 b 0"))),
    ("trf", text("XXR 1", line(1, "2.0", "2 w 1", "2 b 1"), line(2, "0.0", "1 b 0", "1 w 0"))),
    ("trf", text("XXR 2", "142 3", *TWO)),
    ("toml", b"[tournament]\n[[players]]\nid = 1\n[[players]]\nid = 1\n"),
    ("toml", b"[tournament]\n[[players]]\nid = 1\n[[rounds]]\nbye = 1\nhalf_byes = [1]\n"),
    ("toml", b"[tournament]\nrounds = 1\n[[players]]\nid = 1\n[[rounds]]\nbye = 1\n[[rounds]]\n"),
    ("tsh", b"A 1 2; 5\nB 1 0; 5\n"),
    ("opengotha", b'<Tournament><Player name="a"/><Player name="A"/></Tournament>'),
)


@pytest.mark.parametrize(("format", "data"), CONTRADICTORY)
def test_contradictions_are_seen_by_both(format: str, data: bytes) -> None:
    assert contradictions(format, data)
    assert examine(format, data, random.Random(1)).kind == "refused"


def test_an_accepted_contradiction_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.inputs.fuzzing.contradictions", lambda *_: ["it is none"])
    assert examine("trf", text(XXR, *TWO), random.Random(1)).problems == ("accepted, though it is none",)


def test_a_bug_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise IndexError("oh")

    monkeypatch.setattr("tests.inputs.fuzzing.pair", broken)
    assert "IndexError: oh" in examine("trf", text(XXR, *TWO), random.Random(1)).problems


def test_time_runs_out() -> None:
    def endless() -> None:
        while True:
            pass

    with pytest.raises(OutOfTime), limited(0.01):
        endless()


def test_most_contradictions_of_damaged_files_are_what_they_are_refused_for() -> None:
    """The plain check sees contradictions in a good part of what the reader refuses: it is not blind."""
    trf = [seed for seed in SEEDS if seed.format == "trf"]
    refused = seen = 0
    for number in range(150):
        rng = random.Random(f"seen-{number}")
        data = mutated(rng.choice(trf), rng, SEEDS)
        try:
            read_trf(data)
        except InvalidInput:
            refused += 1
            try:
                seen += bool(contradictions("trf", data))
            except ValueError:
                seen += 1
    assert refused > 60
    assert seen > refused / 3
