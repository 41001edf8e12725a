"""Certificates and tournaments that several tests of the proof begin with."""

from __future__ import annotations

import json
from typing import Any

from pairproof.model import Game, Player, Result, Round, Tournament
from pairproof.model.formats.load import load_tournament
from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.state.orders import Orders
from pairproof.solver.optimal import pair
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from tests.paths import DATA

Document = dict[str, Any]


def certificate_of(tournament: Tournament, rules: RuleSet | None = None, orders: Orders = Orders()) -> Document:
    """The certificate as it comes back from a file."""
    certificate = pair(tournament, Request(rules, orders=orders)).certificate
    assert certificate is not None
    document = json.loads(json.dumps(certificate))
    assert isinstance(document, dict)
    return document


def problems(document: Document, tournament: Tournament, rules: RuleSet | None = None) -> str:
    """The sentences of the verdict, which must be a rejection."""
    verdict = verify(document, tournament, rules)
    assert not verdict.valid
    assert verdict.problems
    return "\n".join(verdict.problems)


def six_players(*results: Result) -> Tournament:
    """Six players who have played one round (docs/method.md)."""
    games = ((1, 4), (5, 2), (3, 6))
    return Tournament(
        name="Six players",
        players=tuple(Player(player, rating=2100 - 100 * player) for player in range(1, 7)),
        rounds=(Round(tuple(Game(w, b, result) for (w, b), result in zip(games, results, strict=True))),),
        rounds_planned=3,
    )


SIX = six_players(Result.WHITE_WINS, Result.BLACK_WINS, Result.WHITE_WINS)


def written_by_0_1() -> list[tuple[Document, Tournament, RuleSet]]:
    """Certificates of version 0.1, whose natural order is proved by digits, with their tournaments and rules."""
    found = []
    for path in sorted((DATA / "certificates").glob("0.1-*.json")):
        name = path.stem.removeprefix("0.1-").rpartition("-")[0]
        found.append((json.loads(path.read_text()), load_tournament(DATA / f"{name}.trf"), PRESETS["colour-swiss"]))
    return found


def level(document: Document, name: str) -> Document:
    """One level of the certificate."""
    found: Document = next(entry for entry in document["levels"] if entry["name"] == name)
    return found


def proofs(document: Document) -> list[Document]:
    """Levels and blocks that carry duals."""
    return [entry for entry in document["levels"] + document["order"] if "scale" in entry]


def two_splits() -> Tournament:
    """{1, 2, 3} have met all of {4, 5, 6}: nothing is legal in round 4 but inside the two."""
    rounds = []
    for shift in range(3):
        pairs = [(1 + k, 4 + (k + shift) % 3) for k in range(3)]
        rounds.append(Round(tuple(Game(*(pair[::-1] if shift % 2 else pair), Result.DRAW) for pair in pairs)))
    return Tournament("Two halves", tuple(Player(player) for player in range(1, 7)), tuple(rounds), 9)


def split_with_bye() -> Tournament:
    """Five players, each of whom may have no second bye."""
    rounds = [Round((), byes=(1, 2, 3, 4, 5))]
    return Tournament("No bye left", tuple(Player(player) for player in range(1, 6)), tuple(rounds), 9)
