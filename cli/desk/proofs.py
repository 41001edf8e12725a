"""The certificates beside a tournament file: `club.proofs/round-3.json` is that of the round as the file holds it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pairproof.cli.desk.store import Store, write_durably
from pairproof.cli.output import complain, dump_json
from pairproof.model.language import say
from pairproof.model.tournament import Round, Tournament

if TYPE_CHECKING:
    from pairproof.solver.result import Pairing


def proof_path(path: Path, number: int) -> Path:
    """Where the certificate of a round of that tournament file stands."""
    return path.with_name(f"{path.stem}.proofs") / f"round-{number}.json"


def file_proof(store: Store, pairing: Pairing) -> None:
    """The certificate of a pairing, kept.

    Raises
    ------
    FileProblem
        It cannot be written.
    """
    path = proof_path(store.path, pairing.problem.position.round)
    path.parent.mkdir(exist_ok=True)
    if pairing.certificate is not None:
        write_durably(path, dump_json(pairing.certificate))


def follow(store: Store, before: Tournament, after: Tournament) -> None:
    """Certificates of the rounds that an act has made others are made anew; those of rounds taken back go.

    A round typed by hand has none; in a TRF file nothing says which rounds those are.

    Raises
    ------
    FileProblem
        One of them cannot be written.
    """
    for number, played in enumerate(before.rounds, start=1):
        if number > len(after.rounds) and _published(store, played):
            _forget(store, number)
    otherwise = _premises(before, before) != _premises(after, before)
    for number, played in enumerate(after.rounds, start=1):
        old = before.rounds[number - 1] if number <= len(before.rounds) else None
        changed = old is None or _paired_as(old) != _paired_as(played)
        if _published(store, played) and (changed or (otherwise and proof_path(store.path, number).exists())):
            _again(store, after, number, stale=changed)


def _published(store: Store, played: Round) -> bool:
    return played.orders is not None or store.path.suffix.lower() != ".toml"


def _forget(store: Store, number: int) -> None:
    with suppress(FileNotFoundError):
        os.unlink(proof_path(store.path, number))


def _again(store: Store, tournament: Tournament, number: int, *, stale: bool) -> None:
    """The certificate of a round as the file has it.

    Where its boards are not those that the rules choose there is none; an old one that is `stale`, of other boards,
    goes, while one that fits the file no more stays, for `verify` to say so.
    """
    from pairproof import solver
    from pairproof.model.errors import PairproofError

    played = tournament.rounds[number - 1]
    try:
        pairing = solver.pair(tournament, solver.Request(round=number))
    except PairproofError as error:
        complain(say("Round {round} cannot be proved as the file has it: {why}", round=number, why=error))
    else:
        chosen = {frozenset((board.white, board.black)) for board in pairing.boards}
        if chosen == {frozenset((game.white, game.black)) for game in played.games}:
            file_proof(store, pairing)
            return
        complain(say("Round {round} has no certificate: its boards are not those that the rules choose.", round=number))
    if stale:
        _forget(store, number)


def _premises(tournament: Tournament, known: Tournament) -> tuple[object, ...]:
    """What the certificates of all rounds rest on, of the players that `known` has."""
    ids = set(known.ids)
    return (
        tournament.name,
        tournament.rules,
        tournament.rounds_planned,
        tournament.restricted_until,
        tournament.initial_colour,
        tournament.points,
        sorted((p.id, p.rating, p.lot or 0, p.groups) for p in tournament.players if p.id in ids),
    )


def _paired_as(played: Round) -> tuple[object, ...]:
    """What of a round its certificate is about."""
    boards = frozenset((game.white, game.black) for game in played.games)
    return boards, played.byes, played.half_byes, played.full_byes, played.orders, played.hand, played.corrected
