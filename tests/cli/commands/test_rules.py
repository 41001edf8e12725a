"""`pairproof rules` from outside."""

from __future__ import annotations

import json
from dataclasses import replace

from pairproof.model import PRESETS, load_rules
from pairproof.model.criteria import HARD, LEVELS


def test_list(call):
    done = call("rules")
    assert done.returncode == 0
    for name in PRESETS:
        assert sum(line.startswith(f"{name} ") for line in done.stdout.decode().splitlines()) == 1


def test_every_preset_in_full(call):
    for rules in PRESETS.values():
        page = call("rules", rules.name).stdout.decode()
        pieces = {piece.name: piece.says for piece in HARD} | {piece.name: piece.says for piece in LEVELS}
        for name, says in pieces.items():
            assert (f" {says}\n" in page) == (name in (*rules.hard, *rules.levels)), (rules.name, name)
        assert f"Ranking: {', '.join(rules.ranking)}" in page


def test_json(call):
    document = json.loads(call("rules", "--json").stdout)
    assert (document["schema"], document["default"]) == ("pairproof.rules/1", "combined")
    assert [rules["name"] for rules in document["rules"]] == list(PRESETS)
    one = json.loads(call("rules", "modified-swiss", "--json").stdout)
    assert one["rules"][0]["levels"] == list(PRESETS["modified-swiss"].levels)


def test_a_rule_file(call, tmp_path):
    (tmp_path / "our.toml").write_text('name = "our"\nbase = "combined"\n[points]\nwin = 3\n', encoding="utf-8")
    page = call("rules", "our.toml").stdout.decode()
    assert page.startswith("our (rule file, based on combined)")
    assert "win 3" in page


def test_a_rule_set_as_a_file_to_edit(call, tmp_path):
    for name, rules in PRESETS.items():
        done = call("rules", name, "--output", "ours.toml")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        read = load_rules(str(tmp_path / "ours.toml"))
        assert replace(read, source=rules.source) == rules
    before = (tmp_path / "ours.toml").read_bytes()
    done = call("rules", "ours.toml", "--output", "ours.toml")
    assert (done.returncode, (tmp_path / "ours.toml").read_bytes()) == (2, before)
    assert b"would overwrite the rule file" in done.stderr
    done = call("rules", "--output", "ours.toml")
    assert (done.returncode, (tmp_path / "ours.toml").read_bytes()) == (2, before)
    assert b"of which rule set?" in done.stderr


def test_every_fault_of_a_rule_file(call, tmp_path):
    (tmp_path / "our.toml").write_text(
        'base = "combined"\nhard = ["no-rematch"]\nlevels = ["score-gab"]\n', encoding="utf-8"
    )
    done = call("rules", "our.toml")
    assert (done.returncode, done.stdout) == (3, b"")
    message = done.stderr.decode()
    assert len(message.splitlines()) == 2
    assert "our.toml: line 2" in message
    assert "'score-gap'" in message


def test_no_such_rules(call):
    done = call("rules", "modified-swis")
    assert done.returncode == 2
    assert b"'modified-swiss'" in done.stderr
    assert call("rules", "no/such.toml").returncode == 5


def test_wishes_and_limits_are_shown(run, tmp_path):
    (tmp_path / "our.toml").write_text(
        'base = "combined"\nlevels = ["wishes", "score-gap"]\nexemption = false\n'
        '[max_pairs_in_group]\n"Lisboa" = 2\n[[prefer]]\npair = [3, 7]\n[[avoid]]\npair = [1, 2]\n'
    )
    page = run("rules", "our.toml").stdout.decode()
    assert "Preferred pairs: 3-7" in page
    assert "Pairs to be avoided: 1-2" in page
    assert "Most pairs in a group: Lisboa 2" in page
