"""`publish` and `unpublish`: a round comes into the file with its proof, and goes."""

from __future__ import annotations

import json
from pathlib import Path

from pairproof.model import load_tournament
from tests.cli.conftest import Run

PLAYERS = ["Ana", "Bruno", "Carla", "Duarte", "Elsa", "Filipe", "Graça"]


def begun(call: Run, tmp_path: Path) -> Path:
    assert call("new", "club.toml", "--name", "Club", "--rounds", "5", "--rules", "combined").returncode == 0
    assert call("add", "club.toml", *PLAYERS).returncode == 0
    return tmp_path / "club.toml"


def test_a_round_comes_with_its_proof_a_copy_and_its_page(call: Run, tmp_path: Path) -> None:
    path = begun(call, tmp_path)
    orders = ["--absent", "Ana", "--forbid", "Bruno-Carla", "--fix", "Carla-Duarte", "--reason", "sisters"]
    dry = call("publish", "club.toml", *orders, "--dry-run", "--page", "page.html")
    assert dry.returncode == 0
    assert not (tmp_path / "page.html").exists()
    assert load_tournament(path).rounds == ()
    done = call("publish", "club.toml", *orders, "--page", "page.html", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["act"], document["line"], document["dry_run"]) == ("publish", 3, False)
    (played,) = load_tournament(path).rounds
    assert played.orders is not None
    assert played.orders.absent == {1}
    assert played.orders.forbid == {(2, 3)}
    assert [(order.first, order.second) for order in played.orders.fix] == [(3, 4)]
    assert played.orders.reason == "sisters"
    assert {3, 4} in [{game.white, game.black} for game in played.games]
    assert (tmp_path / "backups" / "club-0003-round-1.toml").read_bytes() == path.read_bytes()
    assert "Bruno" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert call("verify", "club.proofs/round-1.json", "club.toml").returncode == 0


def test_it_goes_with_its_proof_and_who_was_away_stays_so(call: Run, tmp_path: Path) -> None:
    path = begun(call, tmp_path)
    assert call("absent", "club.toml", "Ana").returncode == 0
    before = path.read_bytes()
    assert call("publish", "club.toml").returncode == 0
    assert (tmp_path / "club.proofs" / "round-1.json").exists()
    assert call("unpublish", "club.toml").returncode == 0
    assert load_tournament(path).next.absent == {1}
    assert not (tmp_path / "club.proofs" / "round-1.json").exists()
    assert call("undo", "club.toml").returncode == 0
    assert call("verify", "club.proofs/round-1.json", "club.toml").returncode == 0
    assert call("undo", "club.toml").returncode == 0
    assert path.read_bytes() == before


def test_where_nothing_is_legal_nothing_is_published(call: Run, k33: Path) -> None:
    before = k33.read_bytes()
    done = call("publish", "k33.toml")
    assert done.returncode == 1
    assert b"No legal pairing exists" in done.stdout
    document = json.loads(call("publish", "k33.toml", "--json").stdout)
    assert (document["schema"], document["status"]) == ("pairproof.pairing/1", "infeasible")
    refused = call("publish", "k33.toml", "--fix", "1-4")
    assert refused.returncode == 2
    assert b"no-rematch" in refused.stderr
    assert k33.read_bytes() == before
    assert not (k33.parent / "k33.toml.journal").exists()
