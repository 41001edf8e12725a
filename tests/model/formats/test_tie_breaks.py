"""Tie-breaks in files: `tie_breaks` of TOML, records 202 and 212 of TRF, and between the two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairproof.model import InvalidInput
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.trf.conversion import converted, not_in_a_tournament
from pairproof.model.formats.trf.document import read_trf_document
from pairproof.model.formats.trf.editing import edited
from pairproof.model.formats.trf.not_carried import not_carried
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.tournament import Tournament
from tests.paths import DATA

TOML = """\
[tournament]
name = "Club"
rounds = 3
tie_breaks = {}
[[players]]
id = 1
[[players]]
id = 2
"""
TRF = (DATA / "tiebreaks" / "fide-ex-swiss16.trf").read_text(encoding="utf-8")


def toml(listed: str) -> Tournament:
    return read_toml(TOML.format(listed).encode())


def trf(*records: str) -> Tournament:
    return read_trf((TRF + "".join(f"{record}\n" for record in records)).encode())


def test_toml() -> None:
    tournament = toml('["BH-C1", "sb", "SOS", "DE", "BHC2"]')
    assert tournament.tie_breaks == ("BH/C1", "SB", "SOS", "DE", "BH/C2")
    assert 'tie_breaks = ["BH/C1", "SB", "SOS", "DE", "BH/C2"]' in dump_toml(tournament)
    assert read_toml(dump_toml(tournament).encode()) == tournament
    assert toml("[]").tie_breaks == ()


def test_toml_says_all_that_is_wrong_with_its_line() -> None:
    with pytest.raises(InvalidInput) as caught:
        toml('["BH", "XY", "BH", "SB/M1"]')
    assert [(fault.line, fault.message.split(";")[0]) for fault in caught.value.faults] == [
        (4, "There is no tie-break 'XY'"),
        (4, "The tie-break BH is named twice."),
        (4, "SB/M1: SB does not take 'M1'"),
    ]
    with pytest.raises(InvalidInput, match="line 4"):
        toml('"BH"')


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (["202 BH/C1,SB"], ("BH/C1", "SB")),
        (["212 PTS,BH#C1, OTHER_SOS"], ("PTS", "BH/C1", "SOS")),
        (["202 SB", "212 PTS,DE"], ("PTS", "DE")),
        (["202", "212 "], ()),
        (["202 BH:MP/C1/P,EDET/P"], ("BH:MP/C1/P", "EDET/P")),
    ],
)
def test_trf(records: list[str], expected: tuple[str, ...]) -> None:
    tournament = trf(*records)
    assert tournament.tie_breaks == expected
    assert tournament.warnings == trf().warnings


def test_trf_with_an_unknown_one_is_read_with_a_warning() -> None:
    """It bars no pairing; who asks for the standings is told."""
    tournament = trf("212 PTS,BUH/C1,WIN/C1")
    assert tournament.tie_breaks == ("PTS", "BUH/C1", "WIN/C1")
    assert [warning for warning in tournament.warnings if "212" in warning] == [
        "Record 212 (line 22): There is no tie-break 'BUH/C1'; did you mean BH?",
        "Record 212 (line 22): WIN/C1: WIN takes no modifier, so not 'C1'.",
    ]


@pytest.mark.parametrize("listed", [("BH/C1", "SB"), ("PTS", "DE", "SOS/C1"), ("WIN", "PTS", "LOT"), ("BH:GP",)])
def test_between_toml_and_trf(listed: tuple[str, ...]) -> None:
    tournament = replace(toml("[]"), tie_breaks=listed)
    text = dump_trf(tournament, "trf26")
    code = "212" if "PTS" in listed else "202"
    (record,) = [line for line in text.splitlines() if line[:3] in ("202", "212")]
    assert record.startswith(code)
    assert read_trf(text.encode()).tie_breaks == listed
    assert read_toml(dump_toml(read_trf(text.encode())).encode()).tie_breaks == listed
    assert not any("tie-break" in lost for lost in not_carried(tournament, "trf26"))
    for flavour in ("trf16", "trfx", "trfbx"):
        assert f"the tie-breaks ({', '.join(listed)})" in not_carried(tournament, flavour)
        assert not [line for line in dump_trf(tournament, flavour).splitlines() if line[:3] in ("202", "212")]


def test_a_file_keeps_its_record_unless_it_changes() -> None:
    document = read_trf_document((TRF + "202 SB\n212 PTS,BH-C1,SB\n").encode())
    renamed = edited(document, replace(document.tournament, name="Other")).decode()
    assert "202 SB\n212 PTS,BH-C1,SB\n" in renamed
    changed = edited(document, replace(document.tournament, tie_breaks=("SB", "DE"))).decode()
    assert [line for line in changed.splitlines() if line[:3] in ("202", "212")] == ["202 SB,DE"]
    assert read_trf(changed.encode()).tie_breaks == ("SB", "DE")


def test_what_conversions_lose() -> None:
    document = read_trf_document((TRF + "212 PTS,BH/C1,SB\n").encode())
    text, lost = converted(document, "trfx")
    assert "the tie-breaks (PTS, BH/C1, SB)" in lost
    assert b"212" not in text
    assert not any("212" in one or "tie-break" in one for one in not_in_a_tournament(document))


@pytest.mark.parametrize(
    ("record", "round_robin"),
    [
        ("092 Individual: Swiss-System", False),
        ("092 Individual: Round-Robin", True),
        ("092 Berger table", True),
        ("192 FIDE_ROUNDROBIN_2026", True),
        ("192 FIDE_DOUBLE_BERGER", True),
        ("192 FIDE_DUTCH_2026", False),
    ],
)
def test_kind_of_pairings(record: str, round_robin: bool) -> None:
    bare = "".join(f"{line}\n" for line in TRF.splitlines() if not line.startswith("092"))
    assert read_trf(f"{bare}{record}\n".encode()).round_robin == round_robin


def test_ranks() -> None:
    text = (DATA / "tiebreaks" / "real-swiss8.trf").read_bytes()
    assert read_trf(text).ranks == {1: 5, 2: 3, 3: 6, 4: 4, 5: 7, 6: 1, 7: 2, 8: 8}
