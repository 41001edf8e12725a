"""Certificates that an act leaves behind are made after its answer; the page says so meanwhile, and never a wrong ✓."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from pairproof import solver
from pairproof.cli.desk import proofs
from pairproof.cli.web import renewing

from .conftest import Hall, text_of


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Proofs begin when it is set."""
    opened = threading.Event()
    made = proofs.renewed

    def waiting(*arguments: Any) -> str:
        assert opened.wait(60)
        return made(*arguments)

    monkeypatch.setattr(renewing, "renewed", waiting)
    return opened


def proof(hall: Hall, number: int) -> Path:
    return proofs.proof_path(hall.path, number)


def holds(hall: Hall, number: int) -> bool:
    return solver.verify(solver.load_certificate(proof(hall, number)), hall.tournament).valid


def test_a_kept_correction_needs_no_proof(paired: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renewing, "renewed", None)
    before = proof(paired, 2).read_bytes()
    assert paired.act("result", round=1, board=1, was="1-0", result="0", how="keep").status_code == 303
    assert paired.tournament.rounds[1].corrected
    for act in ("undo", "redo"):
        assert paired.act(act).status_code == 303
        assert not paired.desk.renewing.waits(2)
        assert proof(paired, 2).read_bytes() == before
        assert holds(paired, 2)


def test_an_act_does_not_wait_for_a_proof(paired: Hall, gate: threading.Event) -> None:
    state = paired.desk.state()
    assert paired.act("edit", name="Another").status_code == 303  # the tournament, which certificates name
    page = text_of(paired.arbiter.get("/round/2"))
    assert "The certificate is being made anew." in page
    assert "✗" not in page
    assert 'class="mark proved"' not in paired.arbiter.get("/round/2").text
    gate.set()
    paired.desk.renewing.settle()
    assert holds(paired, 2)
    assert paired.desk.state() != state
    assert paired.arbiter.get("/round/2").text.count('class="mark proved"') == 2


def test_checking_the_proof_waits_for_it(paired: Hall, gate: threading.Event) -> None:
    paired.act("edit", name="Another")
    threading.Timer(0.2, gate.set).start()
    assert "✓ The proof holds" in text_of(paired.arbiter.get("/round/2/why/1?check=1"))


def test_what_is_done_meanwhile_counts(paired: Hall, gate: threading.Event) -> None:
    paired.act("edit", name="Another")
    paired.act("edit", name="A third")
    gate.set()
    paired.desk.renewing.settle()
    assert holds(paired, 2)
    gate.clear()
    paired.act("edit", name="A fourth")
    assert paired.act("unpublish").status_code == 303
    assert not proof(paired, 2).exists()
    gate.set()
    paired.desk.renewing.settle()
    assert not proof(paired, 2).exists()
    assert paired.act("publish", round=2).status_code == 303
    assert holds(paired, 2)


def test_a_round_that_cannot_be_proved_is_told_on_the_next_page(paired: Hall) -> None:
    assert paired.act("edit", player=2, rating="2900").status_code == 303
    paired.desk.renewing.settle()
    page = text_of(paired.arbiter.get("/round/2"))
    assert "Round 2 has no certificate: its boards are not those that the rules choose." in page
    assert "✗" in page


def test_a_bug_in_the_making_leaves_nobody_waiting(paired: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    with monkeypatch.context() as patched:
        patched.setattr(renewing, "renewed", None)
        patched.setattr(threading, "excepthook", told.append)
        paired.act("edit", name="Another")
        paired.desk.renewing.settle()
        for thread in threading.enumerate():
            if thread.name == "certificates":
                thread.join(10)
    assert [one.exc_type for one in told] == [TypeError]
    paired.act("edit", name="A third")
    paired.desk.renewing.settle()
    assert holds(paired, 2)
