"""How long an act takes at 300 players.  The bounds are four times what is asked for, so that no busy machine fails."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from pairproof.cli.desk.store import Store
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.tournament import Game, Player, Result, Round, RoundOrders, Tournament
from tests.cli.conftest import Run

PLAYERS = 300


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """300 players in their sixth round, none of whose results are in."""
    luck = random.Random(1)
    players = tuple(Player(n, f"Player Number {n}", 2500 - 5 * n, club=f"Club {n % 20}") for n in range(1, PLAYERS + 1))
    rounds = []
    for number in range(6):
        ids = list(range(1, PLAYERS + 1))
        luck.shuffle(ids)
        result = Result.DRAW if number < 5 else None
        games = tuple(Game(white, black, result) for white, black in zip(ids[::2], ids[1::2], strict=True))
        rounds.append(Round(games, orders=RoundOrders()))
    path = tmp_path / "club.toml"
    path.write_text(dump_toml(Tournament("Open", players, tuple(rounds), 9)), encoding="utf-8")
    return path


def test_an_act_in_25_ms(club: Path) -> None:
    store = Store(str(club), "test")
    taken = []
    for board in range(1, 12):
        start = time.process_time()
        store.act("result", {"results": [[board, "1"]]})
        taken.append(time.process_time() - start)
    assert sorted(taken[1:])[5] < 0.1, taken


def test_a_list_of_300_players_in_a_second(call: Run, tmp_path: Path) -> None:
    rows = [f"Jogador Número {n};{2500 - 5 * n};Clube {n % 20};1990-05-12;POR" for n in range(PLAYERS)]
    (tmp_path / "list.csv").write_text("\n".join(["Nome;Elo;Clube;Nascimento;Federação", *rows]), encoding="utf-8")
    start = time.process_time()
    assert call("new", "club.toml", "--rounds", "9", "--players", "list.csv").returncode == 0
    assert time.process_time() - start < 4
