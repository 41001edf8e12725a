"""A thousand players by five tie-breaks in half a second of one core."""

from __future__ import annotations

import time

from pairproof.model import load_tournament
from pairproof.model.rules import PRESETS
from pairproof.model.state.standings import standings_by
from pairproof.model.tiebreaks.crosstable import crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from tests.paths import DATA


def test_a_thousand_players() -> None:
    tournament = load_tournament(DATA / "simulated-1000p10r.trf")
    codes, _ = read_codes(["BH-C1", "BH", "SB", "DE", "PS"])
    taken = []
    for _ in range(3):
        start = time.process_time()
        table = standings_by(crosstable_after(tournament, PRESETS["combined"], len(tournament.rounds)), codes)
        taken.append(time.process_time() - start)
        assert len(table.lines) == 1000
    assert min(taken) <= 0.5
