"""What is proved of the rounds: the best pairing of each, and whether its certificate holds for the file."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairproof.cli.desk.journal import digest
from pairproof.cli.desk.proofs import proof_path
from pairproof.model.errors import FileProblem, PairproofError
from pairproof.model.formats.files import read_bytes
from pairproof.model.language import say
from pairproof.model.tournament import Event, NextRound, Tournament

if TYPE_CHECKING:
    from pairproof.solver.result import Pairing


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of checking a round's certificate: whether it holds, why not, and the SHA-256 of the certificate."""

    valid: bool
    problems: tuple[str, ...]
    digest: str


MAKING = Proof(False, (), "")
"""That a certificate is being made anew: nothing can be said of it yet."""


class Proofs:
    """Pairings and verdicts kept in mind for as long as what they depend on stays: not the results of the round."""

    def __init__(self, path: Path) -> None:
        self._file = path
        self._lock = threading.RLock()
        self._best: dict[int, tuple[Tournament, Pairing]] = {}
        self._checked: dict[int, tuple[Tournament, str, Proof]] = {}

    def know(self, tournament: Tournament, pairing: Pairing) -> None:
        """The best pairing of the round that was just published, found when it was a draft."""
        number = len(tournament.rounds)
        with self._lock:
            self._best[number] = paired_from(tournament, number), pairing

    def best(self, tournament: Tournament, number: int) -> Pairing:
        """The best pairing of a round of the file, or that there is none.

        Raises
        ------
        PairproofError
            The round cannot be paired again.
        """
        key = paired_from(tournament, number)
        with self._lock:
            known = self._best.get(number)
            if known is not None and known[0] == key:
                return known[1]
            from pairproof import solver

            found = solver.pair(tournament, solver.Request(round=number))
            self._best[number] = key, found
            return found

    def checked(self, tournament: Tournament, number: int) -> Proof | None:
        """What `verify` says of the certificate of a round, and whether the boards of the file are those it proves;
        None where there is no certificate.
        """
        path = proof_path(self._file, number)
        if not path.exists():
            return None
        try:
            data = read_bytes(path, say("the certificate"))
        except FileProblem as error:
            return Proof(False, (str(error),), "")
        sha256 = digest(data)
        key = paired_from(tournament, number)
        with self._lock:
            known = self._checked.get(number)
            if known is not None and known[:2] == (key, sha256):
                return known[2]
            found = self._check(path, tournament, number, sha256)
            self._checked[number] = key, sha256, found
            return found

    def _check(self, path: Path, tournament: Tournament, number: int, sha256: str) -> Proof:
        from pairproof import solver

        try:
            document = solver.load_certificate(str(path))
            verdict = solver.verify(document, tournament)
        except PairproofError as error:
            return Proof(False, (str(error),), sha256)
        problems = list(verdict.problems)
        if not problems and not _same_boards(document, tournament, number):
            problems.append(say("The file has other boards in this round than those the certificate proves."))
        return Proof(not problems, tuple(problems), sha256)


def paired_from(tournament: Tournament, number: int) -> Tournament:
    """All that a round of the file was paired from, and its boards: neither its results nor what came later."""
    last = tournament.rounds[number - 1]
    games = tuple(replace(game, result=None, gam=None) for game in last.games)
    rounds = (*tournament.rounds[: number - 1], replace(last, games=games))
    return replace(
        tournament, rounds=rounds, next=NextRound(), requests={}, event=Event(), source="", sha256="", warnings=()
    )


def _same_boards(document: Mapping[str, Any], tournament: Tournament, number: int) -> bool:
    """Whether the games of a round of the file are those of a certificate, colours and bye too."""
    from pairproof.solver.proof.load import certificate_in

    claim = certificate_in(document).claim.document()
    held = tournament.rounds[number - 1]
    games = {(game.white, game.black) for game in held.games}
    return {tuple(pair) for pair in claim.get("pairs", ())} == games and held.byes == (
        () if claim.get("bye") is None else (claim["bye"],)
    )
