"""Rounds paired by bbpPairings 6.0.0: boards, colours, the bye, and where there is no pairing at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairproof.model.dutch.colours import in_board_order
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.formats.load import load_tournament
from pairproof.solver.systems.dutch.check import problems_of
from pairproof.solver.systems.dutch.result import DutchPairing, pair_round
from tests.paths import DATA

FOLDER = DATA / "dutch"
POSITIONS = sorted(path for path in FOLDER.glob("*.trf") if path.with_suffix(".pairs").exists())
EVENTS = sorted(set(FOLDER.glob("*.trf")) - set(POSITIONS))


def boards(pairing: DutchPairing) -> list[tuple[int, int]]:
    """White and black by board, then the bye with 0."""
    found = [(board.white, board.black) for board in pairing.boards]
    return found if pairing.bye is None else [*found, (pairing.bye, 0)]


def in_order(position: DutchPosition, games: list[tuple[int, int]]) -> list[tuple[int, int]]:
    index, ids = position.base.index_of, position.base.ids
    return [(ids[a], ids[b]) for a, b in in_board_order(position, [(index[a], index[b]) for a, b in games])]


def test_there_are_files() -> None:
    assert len(POSITIONS) > 10
    assert len(EVENTS) > 5


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_position(path: Path) -> None:
    lines = path.with_suffix(".pairs").read_text().split("\n")
    wanted = [tuple(map(int, line.split())) for line in lines if line.strip() and line.strip() != "none"]
    pairing = pair_round(load_tournament(path))
    assert boards(pairing) == wanted
    assert pairing.status == ("optimal" if wanted else "infeasible")
    if pairing.claim is not None:
        assert problems_of(pairing.position, pairing.claim) == []


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_every_round_of_an_event(path: Path) -> None:
    event = load_tournament(path)
    event = replace(event, rounds_planned=len(event.rounds))
    for number, played in enumerate(event.rounds, start=1):
        pairing = pair_round(event, round=number)
        # The file does not say in which order the boards stood.
        wanted = in_order(pairing.position, [(game.white, game.black) for game in played.games])
        assert boards(pairing) == wanted + [(player, 0) for player in played.byes], f"round {number}"
        assert pairing.claim is not None
        assert problems_of(pairing.position, pairing.claim) == []
