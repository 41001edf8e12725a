"""The folder that `simulate` writes into: the record of the run, the tournaments, and their true strengths."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

from pairproof.cli import documents
from pairproof.cli.folders import told
from pairproof.cli.parallel import completed, in_order, workers
from pairproof.cli.simulation.play import Chunk, Played, play_chunk
from pairproof.cli.writing import write_whole
from pairproof.model.errors import FileProblem, UsageProblem
from pairproof.model.formats.table import written
from pairproof.model.language import say
from pairproof.model.rules import DEFAULT_RULES, PRESETS
from pairproof.model.study.settings import Settings

RECORD = "simulation.json"
STRENGTHS = "strengths.csv"
STRENGTHS_HEADER = "tournament,player,rating,strength\n"
_SCHEMA = "pairproof.simulation-folder/1"
_OURS = re.compile(rf"\d{{5}}-[a-z]+\.({'|'.join(written())})|strengths\.csv")
_CUT_SHORT = re.compile(rf"({_OURS.pattern}|simulation\.json)\.\d+\.part")
"""What a write that was stopped leaves beside the place (`cli.writing`)."""
_BYTES_PER_PLAYER_ROUND = 40


def bytes_needed(settings: Settings) -> int:
    """About how much the file of one tournament takes."""
    return _BYTES_PER_PLAYER_ROUND * settings.players * (settings.rounds + 3)


def named_rules(rules: str | None, output: str | None) -> str:
    """The rule set as the files shall name it: a rule file by its path from their folder."""
    if rules is None or rules in PRESETS:
        return rules or DEFAULT_RULES
    return os.path.relpath(rules, output or ".")


def play_all(chunks: Iterable[Chunk], jobs: int, folder: Path | None) -> list[Played]:
    """Play them, and write them into the folder; a line of the summary each."""
    played: list[Played] = []
    strengths: list[bytes] = [STRENGTHS_HEADER.encode()]
    with workers(jobs, None) as helpers:
        for done in in_order(completed(helpers, play_chunk, enumerate(chunks))):
            for name, data in done.files:
                if folder is not None:
                    write_whole(folder / name, data)
            played += done.played
            strengths.append(done.strengths)
    if folder is not None:
        write_whole(folder / STRENGTHS, b"".join(strengths))
    return played


def begin(folder: Path, run: documents.SimulationRecord) -> None:
    """Write down what run the tournaments in the folder are of, before the first of them.

    Raises
    ------
    UsageProblem
        It holds those of another run: `batch` would measure a mixture.
    """
    record = (json.dumps(run.as_json(), ensure_ascii=False, indent=1) + "\n").encode()
    with told(folder):
        names = [path.name for path in folder.iterdir()]
        path = folder / RECORD
        before = path.read_bytes() if RECORD in names else None
        if before is not None and not _is_record(before):
            raise FileProblem(
                say(
                    "{path} is damaged, so it is not known what run the tournaments there are of. Take the folder's "
                    "files away, or choose another folder.",
                    path=path,
                )
            )
        if before != record and (RECORD in names or any(_OURS.fullmatch(name) for name in names)):
            raise UsageProblem(
                say(
                    "{folder} holds the tournaments of another simulation. Choose another folder, or remove that one.",
                    folder=folder,
                )
            )
        for name in names:
            if _CUT_SHORT.fullmatch(name):
                (folder / name).unlink()
    if before is None:
        write_whole(path, record)


def _is_record(data: bytes) -> bool:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("schema") == _SCHEMA


def seed_before(folder: Path) -> int | None:
    """The seed of the run that the folder holds, if it holds one that can be read."""
    try:
        seed = json.loads((folder / RECORD).read_bytes())["seed"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return seed if isinstance(seed, int) else None
