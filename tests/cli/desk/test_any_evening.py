"""Acts in any order, on TOML and TRF: each is done whole or refused in words, and undone to the byte."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from pairproof.cli.desk.store import Store
from pairproof.model.acts import ACTS
from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.tournament import Tournament
from tests.cli.conftest import CLUB
from tests.cli.desk.test_store import TRF

SEEDS = int(os.environ.get("PAIRPROOF_EVENINGS", "3"))
RESULTS = ("1", "0", "=", "+", "-", "--", "clear", "1-0")


def some_act(luck: random.Random, club: Tournament) -> tuple[str, dict[str, Any]]:
    """An act that makes sense more often than not."""
    name = luck.choice([*ACTS, "publish", "result", "result"])
    player, last = luck.choice(club.ids), len(club.rounds)
    rounds = sorted({luck.randint(last + 1, last + 3) for _ in range(luck.randint(1, 2))})
    last_boards = [[game.white, game.black] for game in club.rounds[-1].games] if last else []
    last_bye = next(iter(club.rounds[-1].byes), None) if last else None
    match name:
        case "add":
            new = {"id": max(club.ids) + 1, "name": f"New {luck.randint(1, 99)}"}
            return name, {"players": [{**new, **luck.choice([{}, {"rating": 1500}, {"enters": last + 1}])}]}
        case "edit":
            keys = luck.choice([{"rating": luck.randint(1, 2500)}, {"club": "Faro"}, {"club": None}, {"table": 2},
                                {"name": "Óscar, Ä"}, {"birth": "1990-05-12"}, {"groups": ["A"]}])  # fmt: skip
            return name, luck.choice([{"player": player, "keys": keys}, {"keys": {"city": "Faro"}}])
        case "absent":
            return name, {"player": player, "rounds": rounds}
        case "bye":
            return name, {"player": player, "kind": luck.choice(["half", "full", "zero"]), "rounds": rounds}
        case "withdraw" | "back":
            return name, {"player": player}
        case "publish":
            away = club.next.not_playing | club.away(last + 1)
            here = [one for one in club.ids if one not in away]
            luck.shuffle(here)
            bye = here.pop() if len(here) % 2 else None
            boards = [list(pair) for pair in zip(here[::2], here[1::2], strict=True)]
            half, full = sorted(club.next.half_byes), sorted(club.next.full_byes)
            orders = luck.choice([{}, {"forbid": [[1, 2]], "reason": "asked"}])
            return name, {"round": last + 1, "boards": boards, "bye": bye, "half_byes": half, "full_byes": full,
                          "orders": orders}  # fmt: skip
        case "unpublish":
            return name, {"with_results": luck.random() < 0.5}
        case "result":
            return name, {"results": [[luck.randint(1, 4), luck.choice(RESULTS)]], "correct": luck.random() < 0.5}
        case "change":
            luck.shuffle(last_boards)
            boards = [pair[:: luck.choice([1, -1])] for pair in last_boards]
            return name, {"round": last, "boards": boards, "bye": last_bye, "hand": boards[:1], "reason": "so",
                          "keep": last_boards}  # fmt: skip
        case _:
            return "correct", {"round": luck.randint(1, max(last, 1)), "board": luck.randint(1, 3),
                               "result": luck.choice(["1", "0", "="])}  # fmt: skip


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", ["club.toml", "club.trf"])
def test_any_acts_in_any_order(tmp_path: Path, name: str, seed: int) -> None:
    luck = random.Random(seed)
    path = tmp_path / name
    path.write_text(CLUB if name.endswith("toml") else TRF, encoding="utf-8")
    store, done = Store(str(path), "test"), 0
    for _ in range(40):
        before = path.read_bytes()
        act, arguments = some_act(luck, store.read().tournament)
        try:
            kept = store.act(act, arguments)
        except (UsageProblem, InvalidInput):
            kept = None
        if kept is None or kept.line is None:
            assert path.read_bytes() == before
            continue
        after = path.read_bytes()
        assert Store(str(path), "test").read().tournament == store.read().tournament
        done += 1
        store.undo()
        assert path.read_bytes() == before, (act, arguments)
        store.redo()
        assert path.read_bytes() == after
    assert done >= 5
