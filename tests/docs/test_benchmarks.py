"""The measurements still run: on a small field, in this process."""

from __future__ import annotations

import runpy
import sys

import pytest

from tests.paths import ROOT


def test_how_long_a_round_takes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["pair.py", "--players", "20", "--runs", "1"])
    monkeypatch.setattr(sys, "path", list(sys.path))
    runpy.run_path(str(ROOT / "benchmarks" / "pair.py"), run_name="__main__")
    assert "20 players: pair() " in capsys.readouterr().out
