"""Damaged files: whatever is wrong, the answer is a tournament or faults, never another exception."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from pairproof.model import PRESETS, Fault, InvalidInput, dump_rules, dump_toml
from pairproof.model.formats.toml.rule_file import read_rules
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.trf.reader import read_trf
from tests.paths import DATA

TRF = (DATA / "chess-059-8p5r.trf").read_bytes()
SEEDS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "trf": (read_trf, TRF + b"XXP 1 2\n240 H   6    3\n260   6   7    4    5\n162  W 1.0    D 0.5\n### GAM 1 1 3\n"),
    "toml": (
        read_toml,
        dump_toml(read_trf(TRF)).encode() + b"[next]\nabsent = [1]\nfix = [[2, 3]]\nforbid = [[0, 4]]\n",
    ),
    "rules": (lambda data: read_rules(data, "x"), dump_rules(PRESETS["combined"]).encode()),
}
PIECES = b' 0123456789wb-=+HUFZ.,\n\r\t"[]{}#abcXRPSAZ\xc3\xa9'


def damaged(data: bytes, rng: random.Random) -> bytes:
    """`data` with a few bytes changed, taken out, put in or repeated, or cut short."""
    text = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 3, 10])):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            text[at : at + 1] = bytes([rng.choice(PIECES)])
        elif kind == 1:
            del text[at : at + rng.choice([1, 5, 20])]
        elif kind == 2:
            text[at:at] = bytes(rng.choices(PIECES, k=rng.choice([1, 1, 4])))
        elif kind == 3:
            start = rng.randrange(len(text) + 1)
            text[at:at] = text[start : start + 30]
        elif rng.random() < 0.2:
            del text[at:]
    return bytes(text)


@pytest.mark.parametrize("name", SEEDS)
def test_damage(name: str) -> None:
    read, data = SEEDS[name]
    read(data)
    rng = random.Random(name)
    found: list[tuple[Fault, ...]] = []
    for _ in range(300):
        try:
            read(damaged(data, rng))
        except InvalidInput as error:
            found.append(error.faults)
    assert len(found) > 100
    assert all(found)
    assert all(fault.message for faults in found for fault in faults)
