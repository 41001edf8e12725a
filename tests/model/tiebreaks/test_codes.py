"""Codes of tie-breaks: how they may be written, and what is wrong with those that are none."""

from __future__ import annotations

import pytest

from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.parsing import read_code, read_codes, written
from pairproof.model.tiebreaks.registry import OTHER_NAMES, TEAM_NAMES, TIE_BREAKS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BH", "BH"),
        (" bh/c1 ", "BH/C1"),
        ("BH-C1", "BH/C1"),
        ("BH#C2", "BH/C2"),
        ("bh!m1", "BH/M1"),
        ("BHC1", "BH/C1"),
        ("BHC2", "BH/C2"),
        ("MBH", "BH/M1"),
        ("AROC1", "ARO/C1"),
        ("GE", "REP"),
        ("SNO", "TPN"),
        ("Solkoff-C1", "SOS/C1"),
        ("BH/F", "FB"),
        ("BH-C1/F", "FB/C1"),
        ("AOB/F", "AOB/F"),
        ("BH/P/C1", "BH/C1/P"),
        ("DE/P", "DE/P"),
        ("KS/L1", "KS/L+1"),
        ("KS/L+2", "KS/L+2"),
        ("KS/L-1", "KS/L-1"),
        ("TPN/R", "TPN/R"),
        ("RTNG/R/U1400", "RTNG/R/U1400"),
        ("ARO-C1/U1000", "ARO/C1/U1000"),
        ("OTHER_LOT", "LOT"),
        ("other_sos", "SOS"),
        ("OTHER_SOS/C1/Z", "SOS/C1/Z"),
        ("BQ/K13", "BQ/K13"),
        ("SB-C12", "SB/C12"),
    ],
)
def test_spellings(text: str, code: str) -> None:
    found, problems = read_code(text)
    assert problems == []
    assert str(found) == code
    assert read_code(code) == (found, [])


@pytest.mark.parametrize("text", ["BH:MP/C1/P", "BH:GP", "EDET/P", "MPvGP", "EMGSB/C1/P", "bc", *sorted(TEAM_NAMES)])
def test_codes_of_teams_are_known(text: str) -> None:
    found, problems = read_code(text)
    assert problems == []
    assert found is not None
    assert found.team
    assert str(found) == text.upper()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("BUH", "There is no tie-break 'BUH'; did you mean BH?"),
        ("SBB/C1", "did you mean SB?"),
        ("OTHER_SODO", "did you mean SODOS?"),
        ("", "There is no tie-break ''; known are PTS, DE,"),
        ("BPG/C1", "BPG/C1: BPG takes no modifier, so not 'C1'."),
        ("SB-M1", "SB-M1: SB does not take 'M1'; it takes C, P."),
        ("BH/C0", "BH/C0: 'C0' is no modifier."),
        ("BH/C", "BH/C: the modifier C needs a number, as in C1."),
        ("BH/P1", "BH/P1: 'P1' is no modifier."),
        ("BH/C1/C2", "of the modifiers C and M one is enough"),
        ("BH/C1/M1", "of the modifiers C and M one is enough"),
        ("DE/P/P", "each of the others once"),
        ("KS/L50", "KS/L50: L50 moves the limit by half points, 20 at most; a percentage is not understood."),
        ("ARO/U0", "'U0' is no modifier"),
        ("BH//C1", "BH does not take ''"),
        ("BH C1", "There is no tie-break 'BH C1'; did you mean"),
    ],
)
def test_what_is_wrong(text: str, says: str) -> None:
    _, problems = read_code(text)
    assert len(problems) == 1
    assert says in problems[0]


def test_all_faults_at_once() -> None:
    codes, problems = read_codes(["BH", "XYZ", "bh", "WIN/C1", "DE", "SB", "DE", "SB/C1/M1"])
    assert [str(code) for code in codes] == ["BH", "BH", "WIN", "DE", "SB", "DE", "SB/C1"]
    assert [problem.split(";")[0].split(",")[0] for problem in problems] == [
        "There is no tie-break 'XYZ'",
        "The tie-break BH is named twice.",
        "WIN/C1: WIN takes no modifier",
        "SB/C1/M1: SB does not take 'M1'",
    ]


def test_every_name_is_read_and_written() -> None:
    assert {read_code(name)[0] for name in TIE_BREAKS} == {Code(name) for name in TIE_BREAKS}
    for name in OTHER_NAMES:
        assert read_code(name)[1] == [], name
    assert not TEAM_NAMES & {*TIE_BREAKS, *OTHER_NAMES}


def test_names_that_c07_does_not_have_are_other_in_trf() -> None:
    codes, _ = read_codes(["PTS", "SOS-C1", "BH-C1", "LOT", "BH:MP"])
    assert written(codes, trf=True) == ["PTS", "OTHER_SOS/C1", "BH/C1", "OTHER_LOT", "BH:MP"]
    assert read_codes(written(codes, trf=True)) == (codes, [])
