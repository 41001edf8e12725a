"""Playing random tournaments, chunk by chunk, in whatever process; touches no file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pairproof.model.criteria import has_colours
from pairproof.model.formats.table import written_as
from pairproof.model.rules import RuleSet
from pairproof.model.state.history import history
from pairproof.model.state.ranking import sos
from pairproof.model.study.rank_correlation import kendall
from pairproof.model.study.settings import Settings
from pairproof.model.study.simulation import Field, Seating, Simulated, initial_colour_of, play
from pairproof.model.tournament import Tournament
from pairproof.solver.methods import pair_by, seating
from pairproof.solver.request import Request
from pairproof.solver.terms import Method

_WORK = 2000  # players times rounds times tournaments: about a second of work


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tournaments of one piece of work; `written` is their format, None where they are not written."""

    numbers: range
    settings: Settings
    seed: int
    methods: tuple[str, ...]
    rules: RuleSet
    named_rules: str
    written: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament played by one method: its rounds, why it ended early if it did, the rounds on which the manual
    method got stuck, Kendall's tau-b of the ranking with true strength, and the file it was written into."""

    tournament: int
    method: str
    rounds: int
    ended: str | None
    stuck: list[int]
    kendall: float | None
    file: str | None


@dataclass(frozen=True, slots=True)
class PlayedChunk:
    """What a chunk gave: files by name, a line of the summary each, and the true strengths as CSV."""

    files: tuple[tuple[str, bytes], ...]
    played: tuple[Played, ...]
    strengths: bytes


def chunks_of(whole: Chunk) -> list[Chunk]:
    """The work in pieces of about a second."""
    size = max(1, _WORK // (whole.settings.players * whole.settings.rounds))
    numbers = whole.numbers
    return [replace(whole, numbers=numbers[first : first + size]) for first in range(0, len(numbers), size)]


def play_chunk(chunk: Chunk) -> PlayedChunk:
    """Play the tournaments of a chunk; in whatever process."""
    files: list[tuple[str, bytes]] = []
    played: list[Played] = []
    strengths: list[str] = []
    for number in chunk.numbers:
        field = Field(chunk.settings, chunk.seed, number)
        strengths += [
            f"{number},{player.id},{player.rating},{field.strength[player.id]:.3f}\n" for player in field.players
        ]
        for one, tournament in _by_every_method(field, number, chunk):
            played.append(one)
            if one.file is not None and chunk.written is not None:
                files.append((one.file, written_as(chunk.written, tournament)))
    return PlayedChunk(tuple(files), tuple(played), "".join(strengths).encode())


def _by_every_method(field: Field, number: int, chunk: Chunk) -> Iterator[tuple[Played, Tournament]]:
    for method in chunk.methods:
        simulated, stuck = _play_one(field, method, chunk)
        tournament = simulated.tournament
        past = history(tournament, chunk.rules, len(tournament.rounds))
        agreement = kendall(
            [(past.scores[player], sos(past, chunk.rules, player)) for player in tournament.ids],
            [field.strength[player] for player in tournament.ids],
        )
        played = Played(
            tournament=number,
            method=method,
            rounds=len(tournament.rounds),
            ended=simulated.ended,
            stuck=stuck,
            kendall=None if agreement is None else round(agreement, 6),
            file=None if chunk.written is None else f"{number:05d}-{method}.{chunk.written}",
        )
        yield played, tournament


def _play_one(field: Field, method: str, chunk: Chunk) -> tuple[Simulated, list[int]]:
    """The tournament, and the rounds on which the manual method got stuck."""
    stuck: list[int] = []
    request = Request(chunk.rules)

    def pair_round(tournament: Tournament) -> Seating | None:
        pairing = pair_by(method, tournament, request, field.luck)
        if pairing.status == "stuck":
            stuck.append(len(tournament.rounds) + 1)
            pairing = pair_by(Method.OPTIMAL, tournament, request, field.luck)
        return None if pairing.status == "infeasible" else seating(pairing)

    simulated = play(
        field,
        pair_round,
        rules=chunk.named_rules,
        colours=has_colours(chunk.rules),
        initial_colour=initial_colour_of(chunk.rules),
    )
    return simulated, stuck
