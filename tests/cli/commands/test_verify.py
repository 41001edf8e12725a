"""`pairproof verify` from outside."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest


@pytest.fixture
def proof(call, club, tmp_path: Path) -> Path:
    """A certificate for the club's next round, in proof.json."""
    assert call("pair", "club.toml", "--certificate", "proof.json").returncode == 0
    return tmp_path / "proof.json"


def test_a_valid_certificate(call, proof):
    done = call("verify", "proof.json", "club.toml")
    assert done.returncode == 0
    first = done.stdout.decode().splitlines()[0]
    assert first == (
        "proof.json is valid (round 2, rules combined): 2 pairs and the bye, 9 levels and the natural order checked."
    )


def test_json(call, proof):
    document = json.loads(call("verify", "proof.json", "club.toml", "--json").stdout)
    assert (document["schema"], document["valid"], document["claim"]) == ("pairproof.verdict/1", True, "optimal")
    assert document["problems"] == []
    assert {"name": "score-gap", "value": 2} in document["levels"]


def test_orders_of_the_options_are_part_of_it(call, club):
    assert call("pair", "club.toml", "--absent", "5", "--certificate", "proof.json").returncode == 0
    assert call("verify", "proof.json", "club.toml").returncode == 0


def test_a_changed_certificate(call, proof):
    document = json.loads(proof.read_text(encoding="utf-8"))
    document["levels"][3]["value"] = 0
    proof.write_text(json.dumps(document), encoding="utf-8")
    done = call("verify", "proof.json", "club.toml")
    assert done.returncode == 1
    assert b"not valid" in done.stdout
    assert b"score-gap" in done.stdout
    document = json.loads(call("verify", "proof.json", "club.toml", "--json").stdout)
    assert document["valid"] is False
    assert document["problems"]


def test_another_rule_set(call, proof):
    done = call("verify", "proof.json", "club.toml", "--rules", "modified-swiss")
    assert done.returncode == 1
    assert b"'combined'" in done.stdout


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"schema": 3}', "\x00"])
def test_what_is_no_certificate(call, proof, text):
    proof.write_text(text, encoding="utf-8")
    done = call("verify", "proof.json", "club.toml")
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"proof.json" in done.stderr


def test_files_that_cannot_be_read(call, proof):
    assert call("verify", "nothing.json", "club.toml").returncode == 5
    assert call("verify", "proof.json", "nothing.toml").returncode == 5
    assert call("verify", ".", "club.toml").returncode == 5


def test_standard_input(run, call, proof, club):
    assert run("verify", "-", "club.toml", stdin=proof.read_bytes()).returncode == 0
    assert run("verify", "proof.json", "-", "--format", "toml", stdin=club.read_bytes()).returncode == 0
    done = call("verify", "-", "-")
    assert done.returncode == 2
    assert b"Only one" in done.stderr


def test_no_solver_is_imported(proof, club):
    import subprocess

    code = (
        "import sys\nfrom pairproof.cli.app import app\n"
        "app(['verify', 'proof.json', 'club.toml'], standalone_mode=False)\n"
        "solvers = {'highspy', 'ortools', 'rustworkx', 'networkx', 'pairproof.solver.certified.engine'}\n"
        "print(sorted(solvers & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=club.parent, check=True)
    assert done.stdout.splitlines()[-1] == b"[]"
