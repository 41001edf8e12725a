"""The certificates beside a tournament file: `club.proofs/round-3.json` is that of the round as the file holds it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Outdated:
    """A round whose certificate is to be made anew; `other_boards`: the old one is of another round altogether."""

    number: int
    other_boards: bool


def follow(store: Store, before: Tournament, after: Tournament) -> None:
    """Certificates of the rounds that an act has made others are made anew; those of rounds taken back go.

    Raises
    ------
    FileProblem
        One of them cannot be written.
    """
    for one in outdated(store, before, after):
        if told := renewed(store, after, one):
            complain(told)


def outdated(store: Store, before: Tournament, after: Tournament) -> list[Outdated]:
    """The rounds whose certificates an act has left behind; those of rounds taken back go at once.

    A round typed by hand has none; in a TRF file nothing says which rounds those are.  A round that was paired from the
    same as before keeps its certificate unread: one under which a result was corrected and that keeps note of it, too.
    """
    for number, played in enumerate(before.rounds, start=1):
        if number > len(after.rounds) and _published(store, played):
            forget(store, number)
    otherwise = _premises(before, before) != _premises(after, before)
    found = []
    for number, played in enumerate(after.rounds, start=1):
        old = before.rounds[number - 1] if number <= len(before.rounds) else None
        other = old is None or _paired_as(old) != _paired_as(played)
        moved = other or otherwise or _known(before, number) != _known(after, number)
        if moved and _published(store, played) and (other or proof_path(store.path, number).exists()):
            found.append(Outdated(number, other))
    return found


def _published(store: Store, played: Round) -> bool:
    return played.orders is not None or store.path.suffix.lower() != ".toml"


def forget(store: Store, number: int) -> None:
    """There is no certificate of that round any more."""
    with suppress(FileNotFoundError):
        os.unlink(proof_path(store.path, number))


def renewed(store: Store, tournament: Tournament, one: Outdated) -> str:
    """The certificate of a round as the file has it, made and kept; why there is none, else "".

    Where its boards are not those that the rules choose there is none; an old one of other boards goes, while one that
    fits the file no more stays, for `verify` to say so.

    Raises
    ------
    FileProblem
        It cannot be written.
    """
    from pairproof import solver
    from pairproof.model.errors import PairproofError

    number = one.number
    played = tournament.rounds[number - 1]
    try:
        pairing = solver.pair(tournament, solver.Request(round=number))
    except PairproofError as error:
        why = say("Round {round} cannot be proved as the file has it: {why}", round=number, why=error)
    else:
        chosen = {frozenset((board.white, board.black)) for board in pairing.boards}
        if chosen == {frozenset((game.white, game.black)) for game in played.games}:
            file_proof(store, pairing)
            return ""
        why = say("Round {round} has no certificate: its boards are not those that the rules choose.", round=number)
    if one.other_boards:
        forget(store, number)
    return why


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
        sorted((p.id, p.rating, p.lot or 0, p.groups, p.start_score) for p in tournament.players if p.id in ids),
    )


def _paired_as(played: Round) -> tuple[object, ...]:
    """What of a round its certificate is about."""
    boards = frozenset((game.white, game.black) for game in played.games)
    return boards, played.byes, played.half_byes, played.full_byes, played.orders, played.hand


def _known(tournament: Tournament, number: int) -> list[tuple[object, ...]]:
    """What was known of the rounds before one when it was paired."""
    earlier = tournament.as_paired(number).rounds[: number - 1] if number <= len(tournament.rounds) else ()
    return [(one.games, one.byes, one.half_byes, one.full_byes) for one in earlier]
