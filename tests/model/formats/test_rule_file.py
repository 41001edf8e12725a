"""Rule files: what they say, and every way they can be wrong (RULES 8, CONTRACT 1.3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairproof.model import PRESETS, FileProblem, InvalidInput, RuleSet, UsageProblem, dump_rules, load_rules
from pairproof.model.formats.toml.rule_file import read_rules, rules_for
from pairproof.model.rules import Points, Policy
from pairproof.model.tournament import Tournament

COMBINED = PRESETS["combined"]


def rules(text: str) -> RuleSet:
    return read_rules(text.encode(), "file")


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        rules(text)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("name", PRESETS)
def test_presets_by_name(name: str) -> None:
    assert load_rules(name) is PRESETS[name]


@pytest.mark.parametrize("name", PRESETS)
def test_presets_keep_the_rules_of_rule_files(name: str) -> None:
    again = rules(dump_rules(PRESETS[name]))
    assert replace(again, source=PRESETS[name].source) == PRESETS[name]


def test_round_trip_of_every_field() -> None:
    odd = RuleSet(
        name='A "name" of\nours',
        source="rule file",
        hard=("full-round", "no-rematch"),
        levels=("floaters", "score-gap-profile"),
        ranking=("score", "gam", "lot"),
        bracket_style="merged",
        exemption=False,
        points=Points(6, 2, 1, 3, 2, 5, 1),
        policy=Policy("own-score", "strict", "draw", "black"),
    )
    assert rules(dump_rules(odd)) == odd


def test_a_base_is_changed_in_part() -> None:
    changed = rules(
        'base = "combined"\nlevels = ["exemption", "score-gap"]\n[policy]\nc9_bye = "strict"\n[points]\nwin = 3'
    )
    assert changed == replace(
        COMBINED,
        name="file",
        source="rule file, based on combined",
        levels=("exemption", "score-gap"),
        policy=Policy(c9_bye="strict"),
        points=Points(win=3),
    )


def test_lot_is_appended_to_the_ranking() -> None:
    assert rules('base = "combined"\nranking = ["score", "rating"]').ranking == ("score", "rating", "lot")
    assert rules('base = "combined"\nranking = ["score", "lot"]').ranking == ("score", "lot")


def test_without_a_base_everything_is_named() -> None:
    text = 'hard = ["full-round"]\nlevels = ["score-gap"]\nranking = ["score"]'
    assert rules(text) == RuleSet(
        "file", "rule file", ("full-round",), ("score-gap",), ("score", "lot"), "floaters-first", False
    )
    assert faults('hard = ["full-round"]') == [
        "Without a base, a rule file names everything; levels and ranking are missing (or set base)."
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('hard = ["no-rematch"]', "line 2: The criterion 'full-round' is left out"),
        (
            'hard = ["full-round", "no-rematsh"]',
            "line 2: There is no hard criterion 'no-rematsh'; did you mean 'no-rematch'?",
        ),
        ('hard = ["full-round", "full-round"]', "line 2: The hard criterion 'full-round' is named twice"),
        ('levels = ["exemption", "color"]', "line 2: There is no level 'color'; did you mean 'colour'?"),
        ('levels = ["exemption", "zzz"]', "line 2: There is no level 'zzz'; known are restricted-groups,"),
        ('levels = ["exemption", "colour", "colour"]', "line 2: The level 'colour' is named twice"),
        ('levels = ["score-gap"]', "line 2: exemption is true, but the level 'exemption' is not named"),
        ('ranking = ["sos", "score"]', "line 2: The ranking must begin with 'score'"),
        ("ranking = []", "line 2: The ranking must begin with 'score'"),
        ('ranking = ["score", "lot", "sos"]', "line 2: The ranking key 'lot' is always the last"),
        ('ranking = ["score", "elo"]', "line 2: There is no ranking key 'elo'"),
        ('bracket_style = "merge"', "line 2: There is no bracket style 'merge'; did you mean 'merged'?"),
        ('exemption = "yes"', "line 2: exemption must be true or false, not 'yes'"),
        ("name = 5", "line 2: name must be a text in quotes, not 5"),
        ('hard = "full-round"', "line 2: hard must be a list in [ ], not 'full-round'"),
        ("levls = []", "line 2: Unknown key 'levls'; did you mean 'levels'?"),
        ('[policy]\nsos_by = "none"', "line 3: Unknown key 'sos_by' in policy; did you mean 'sos_bye'?"),
        ('[policy]\nsos_bye = "own"', "line 3: There is no value of sos_bye: 'own'"),
        ("[points]\nwin = 1.5", "line 3: points, win must be a whole number, not 1.5"),
        ("[points]\nwin = -1", "line 3: points, win is -1, but must be at least 0"),
        ("[points]\nwins = 1", "line 3: Unknown key 'wins' in points; did you mean 'win'?"),
        ("levels = [", "line 2, column 11: TOML syntax"),
    ],
)
def test_one_fault(text: str, expected: str) -> None:
    found = faults(f'base = "combined"\n{text}')
    assert len(found) == 1, found
    assert found[0].startswith(expected)


def test_unknown_base() -> None:
    assert faults('base = "combind"') == ["line 1: There is no rule set 'combind'; did you mean 'combined'?"]


def test_exemption_asked_for_without_its_level() -> None:
    assert faults('base = "modified-swiss"\nexemption = true')[0].startswith("line 2: exemption is true")


def test_faults_of_shape_and_meaning_at_once() -> None:
    found = faults('base = "combined"\nlevls = []\nhard = ["no-rematch"]\nexemption = 1')
    assert [fault.split(":")[0] for fault in found] == ["line 2", "line 3", "line 4"]
    assert faults("base = 5") == ["line 1: base must be a text in quotes, not 5."]


def test_all_faults_at_once() -> None:
    assert (
        len(faults('base = "x"\nhard = ["y"]\nlevels = ["z"]\nranking = ["lot", "score"]\n[policy]\nc9_bye = "w"')) == 7
    )


@pytest.mark.parametrize(("data", "message"), [(b"", "empty"), (b"\x00\x01", "binary"), (b'name = "\xff"', "UTF-8")])
def test_no_text(data: bytes, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read_rules(data, "file")


def test_paths_start_from_the_tournament_file(tmp_path: Path) -> None:
    (tmp_path / "our-club.toml").write_text('base = "colour-swiss"\n', encoding="utf-8")
    tournament = tmp_path / "club.toml"
    tournament.write_text("", encoding="utf-8")
    for start in (tournament, tmp_path):
        assert load_rules("our-club.toml", start).name == "our-club"
    assert load_rules(str(tmp_path / "our-club.toml"), tournament).name == "our-club"


def test_faults_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("x = 1", encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        load_rules(str(path))
    assert caught.value.source == str(path)


def test_what_is_neither_a_preset_nor_a_file(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match="did you mean 'modified-swiss'"):
        load_rules("modified_swiss")
    with pytest.raises(FileProblem, match="no such file"):
        load_rules("nowhere.toml", tmp_path)
    with pytest.raises(FileProblem, match="directory"):
        load_rules(f"{tmp_path}/")


def test_names_no_file_can_have() -> None:
    for name in ("a" * 5000, "a\0b"):
        with pytest.raises(UsageProblem, match="There is no rule set"):
            load_rules(name)


def test_the_rules_of_a_tournament(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('base = "colour-swiss"\npoints = { win = 3 }\n', encoding="utf-8")
    tournament = Tournament("T", (), source=str(tmp_path / "t.toml"))
    assert rules_for(tournament) == PRESETS["combined"]
    ours = rules_for(replace(tournament, rules="ours.toml", points={"draw": 2}, initial_colour="black"))
    assert (ours.name, ours.points, ours.policy.initial_colour) == ("ours", Points(win=3, draw=2), "black")
    assert rules_for(replace(tournament, rules="ours.toml"), "modified-swiss") == PRESETS["modified-swiss"]
    with pytest.raises(InvalidInput, match="did you mean 'combined'"):
        rules_for(replace(tournament, rules="combind"))
    with pytest.raises(UsageProblem):
        rules_for(tournament, "combind")


WISHES = """
name = "our"
base = "combined"
levels = ["bye-score", "wishes", "score-gap"]
exemption = false
[max_pairs_in_group]
"Lisboa" = 2
[[prefer]]
pair = [7, 3]
[[avoid]]
pair = [0, 3]
"""


def test_wishes_and_quotas() -> None:
    rules = read_rules(WISHES.encode(), "file")
    assert rules.prefer == ((3, 7),)
    assert rules.avoid == ((0, 3),)
    assert rules.max_pairs_in_group == (("Lisboa", 2),)
    again = read_rules(dump_rules(rules).encode(), "file")
    assert replace(again, source=rules.source) == rules


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[prefer]]\npair = [3, 3]", "line 3: 3-3: a player cannot be paired with himself."),
        ("[[avoid]]\npair = [3]", "line 3: avoid 1, pair must have 2 entries, not 1."),
        ("[[prefer]]\npair = [1, 2]\n[[avoid]]\npair = [2, 1]", "1-2 is both preferred and to be avoided"),
        ("[[prefer]]\npair = [1, 2]", "'wishes', which is not named"),
        ("[[avod]]\npair = [1, 2]", "did you mean 'avoid'?"),
        ("[max_pairs_in_group]\nA = -1", "max_pairs_in_group"),
    ],
)
def test_wishes_that_make_no_sense(text: str, expected: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_rules(f'base = "combined"\n{text}\n'.encode(), "file")
    assert expected in str(caught.value)
