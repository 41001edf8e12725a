"""`pairproof simulate`: random tournaments, played and written down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli import simulation_options as simulation
from pairproof.cli.failures import guarded
from pairproof.cli.simulation_options import counted
from pairproof.model.errors import FileProblem, UsageProblem

if TYPE_CHECKING:
    from pathlib import Path

    from pairproof.model.rules import RuleSet
    from pairproof.model.study.simulation import Settings

_CHUNK = 2000  # players times rounds times tournaments: about a second of work
_BYTES_PER_PLAYER_ROUND = 40
_MOST_TOURNAMENTS = 99_999

_SCHEMA = "pairproof.simulation-folder/1"
_RECORD = "simulation.json"
_STRENGTHS = "strengths.csv"
_OURS = re.compile(r"\d{5}-[a-z]+\.(toml|trf)|strengths\.csv")
_CUT_SHORT = re.compile(rf"({_OURS.pattern}|simulation\.json)\.\d+\.part")
"""What a write that was stopped leaves beside the place (`cli.writing`)."""


@guarded
def command(
    context: typer.Context,
    tournaments: Annotated[int, typer.Option("--tournaments", metavar="N", help="How many to play.")] = 1,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="Players; 32, or as many as a list of ratings holds.")
    ] = None,
    rounds: simulation.Rounds = 7,
    ratings: simulation.RatingsText = "normal:1800:300",
    noise: simulation.Noise = 50,
    draws: simulation.Draws = 0.27,
    advantage: simulation.Advantage = 33,
    absences: simulation.Absences = 0,
    half_byes: simulation.HalfByes = 0,
    full_byes: simulation.FullByes = 0,
    forfeits: simulation.Forfeits = 0,
    withdrawals: simulation.Withdrawals = 0,
    late_entries: simulation.LateEntries = 0,
    groups: simulation.Groups = 0,
    restricted_until: simulation.RestrictedUntil = None,
    gam: simulation.Gam = 0,
    seed: simulation.Seed = None,
    method: simulation.Method = "optimal",
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="NAME|PATH", help="Rule set or rule file; `combined` without it.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write the tournaments into this folder.")
    ] = None,
    format: Annotated[str, typer.Option("--format", metavar="toml|trf", help="What they are written as.")] = "toml",
    jobs: simulation.Jobs = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Play random tournaments, each round paired by a method.

    The same seed plays the same tournaments, on any number of processes; two methods meet the same players with the
    same luck. A round on which the manual method gets stuck is paired by the optimum. docs/simulation.md describes the
    model.
    """
    from pairproof.model.formats.toml.rule_file import load_rules
    from pairproof.model.rules import DEFAULT_RULES

    wrong = simulation.Wrong()
    if tournaments < 1:
        wrong.add([f"--tournaments {tournaments}: at least one is needed."])
    elif tournaments > _MOST_TOURNAMENTS:
        most = (
            f"--tournaments {tournaments:,}: at most {_MOST_TOURNAMENTS:,}, which file names number with five digits;"
        )
        wrong.add([f"{most} `pairproof batch --simulate` goes far beyond."])
    if format not in ("toml", "trf"):
        wrong.add([f"--format {format}: expected toml or trf."])
    if output is None:
        wrong.add(simulation.useless(simulation.given(context, ["format"]), "-o FOLDER"))
    methods = wrong.read(lambda: simulation.methods_of(method)) or ()
    rule_set = wrong.read(lambda: load_rules(rules or DEFAULT_RULES))
    settings = simulation.settings_of(
        players, rounds, wrong.read(lambda: simulation.ratings_of(ratings)), noise, draws, advantage, absences,
        half_byes, full_byes, forfeits, withdrawals, late_entries, groups, restricted_until, gam, rules=[rule_set],
        wrong=wrong,
    )  # fmt: skip
    processes = wrong.read(lambda: simulation.jobs_of(jobs)) or 1
    wrong.tell()
    assert rule_set is not None  # else it was told
    with ExitStack() as stack:
        folder = None
        if output is not None:
            from pairproof.cli.folders import output_folder

            size = _BYTES_PER_PLAYER_ROUND * settings.players * (settings.rounds + 3)
            folder = stack.enter_context(output_folder(output, tournaments * len(methods) * size))
            if seed is None:
                seed = _seed_before(folder)
        seed = simulation.drawn_seed(seed)
        named = _named_rules(rules, output)
        if folder is not None:
            _begin(folder, _record(tournaments, settings, seed, methods, rule_set, named, format))
        size = max(1, _CHUNK // (settings.players * settings.rounds))
        firsts = range(1, tournaments + 1, size)
        chunks = (
            _Chunk(
                range(first, min(first + size, tournaments + 1)), settings, seed, methods, rule_set, named,
                format if folder is not None else None,
            )
            for first in firsts
        )  # fmt: skip
        played = _play(chunks, min(processes, len(firsts)), folder)
    _show(seed, settings, rule_set, played, folder is not None, output, json)


def _play(chunks: Iterable[_Chunk], jobs: int, folder: Path | None) -> list[dict[str, Any]]:
    """Play them, and write them into the folder; a line of the summary each."""
    from pairproof.cli.parallel import completed, in_order, workers
    from pairproof.cli.writing import write_whole

    played: list[dict[str, Any]] = []
    strengths: list[bytes] = [b"tournament,player,rating,strength\n"]
    with workers(jobs, None) as helpers:
        for done in in_order(completed(helpers, play_chunk, enumerate(chunks))):
            for name, data in done.files:
                if folder is not None:
                    write_whole(folder / name, data)
            played += done.played
            strengths.append(done.strengths)
    if folder is not None:
        write_whole(folder / _STRENGTHS, b"".join(strengths))
    return played


def _record(
    tournaments: int,
    settings: Settings,
    seed: int,
    methods: tuple[str, ...],
    rules: RuleSet,
    named_rules: str,
    format: str,
) -> bytes:
    """What decides the bytes of the files in a folder: only the same run may write into it again."""
    from dataclasses import asdict

    from pairproof.cli.version import version_of

    document = {
        "schema": _SCHEMA,
        "pairproof": version_of("pairproof"),
        "seed": seed,
        "tournaments": tournaments,
        "methods": methods,
        "format": format,
        "rules": {"named": named_rules, **asdict(rules)},
        "settings": asdict(settings),
    }
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _is_record(data: bytes) -> bool:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("schema") == _SCHEMA


def _begin(folder: Path, record: bytes) -> None:
    """Write down what run the tournaments in the folder are of, before the first of them.

    Raises
    ------
    UsageProblem
        It holds those of another run: `batch` would measure a mixture.
    """
    from pairproof.cli.folders import told
    from pairproof.cli.writing import write_whole

    with told(folder):
        names = [path.name for path in folder.iterdir()]
        path = folder / _RECORD
        before = path.read_bytes() if _RECORD in names else None
        if before is not None and not _is_record(before):
            raise FileProblem(
                f"{path} is damaged, so it is not known what run the tournaments there are of. Take the folder's files "
                "away, or choose another folder."
            )
        if before != record and (_RECORD in names or any(_OURS.fullmatch(name) for name in names)):
            raise UsageProblem(
                f"{folder} holds the tournaments of another simulation. Choose another folder, or remove that one."
            )
        for name in names:
            if _CUT_SHORT.fullmatch(name):
                (folder / name).unlink()
    if before is None:
        write_whole(path, record)


def _seed_before(folder: Path) -> int | None:
    """The seed of the run that the folder holds, if it holds one that can be read."""
    try:
        seed = json.loads((folder / _RECORD).read_bytes())["seed"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return seed if isinstance(seed, int) else None


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Tournaments of one piece of work; `written` is their format, None where they are not written."""

    numbers: range
    settings: Settings
    seed: int
    methods: tuple[str, ...]
    rules: RuleSet
    named_rules: str
    written: str | None


@dataclass(frozen=True, slots=True)
class _Played:
    """What a chunk gave: files by name, a line of the summary each, and the true strengths as CSV."""

    files: tuple[tuple[str, bytes], ...]
    played: tuple[dict[str, Any], ...]
    strengths: bytes


def play_chunk(chunk: _Chunk) -> _Played:
    """Play the tournaments of a chunk; in whatever process."""
    from pairproof.model.state.history import history
    from pairproof.model.state.ranking import sos
    from pairproof.model.study.rank_correlation import kendall
    from pairproof.model.study.simulation import Field

    files, played, strengths = [], [], []
    for number in chunk.numbers:
        field = Field(chunk.settings, chunk.seed, number)
        strengths += [
            f"{number},{player.id},{player.rating},{field.strength[player.id]:.3f}\n" for player in field.players
        ]
        for method in chunk.methods:
            simulated, stuck = _play_one(field, method, chunk)
            tournament = simulated.tournament
            past = history(tournament, chunk.rules, len(tournament.rounds))
            agreement = kendall(
                [(past.scores[player], sos(past, chunk.rules, player)) for player in tournament.ids],
                [field.strength[player] for player in tournament.ids],
            )
            name = f"{number:05d}-{method}.{chunk.written}"
            if chunk.written is not None:
                files.append((name, _written(tournament, chunk.written)))
            played.append(
                {
                    "tournament": number,
                    "method": method,
                    "rounds": len(tournament.rounds),
                    "ended": simulated.ended,
                    "stuck": stuck,
                    "kendall": None if agreement is None else round(agreement, 6),
                    "file": name if chunk.written is not None else None,
                }
            )
    return _Played(tuple(files), tuple(played), "".join(strengths).encode())


def _play_one(field: Any, method: str, chunk: _Chunk) -> tuple[Any, list[int]]:
    """The tournament, and the rounds on which the manual method got stuck."""
    from pairproof.model.criteria import has_colours
    from pairproof.model.study.simulation import Seating, play
    from pairproof.model.tournament import Tournament
    from pairproof.solver.methods import pair_by, seating
    from pairproof.solver.request import Request

    stuck: list[int] = []

    def pair_round(tournament: Tournament) -> Seating | None:
        pairing = pair_by(method, tournament, Request(chunk.rules), field.luck)
        if pairing.status == "stuck":
            stuck.append(len(tournament.rounds) + 1)
            pairing = pair_by("optimal", tournament, Request(chunk.rules), field.luck)
        return None if pairing.status == "infeasible" else seating(pairing)

    return play(field, pair_round, rules=chunk.named_rules, colours=has_colours(chunk.rules)), stuck


def _written(tournament: Any, format: str) -> bytes:
    if format == "toml":
        from pairproof.model.formats.toml.tournament_writer import dump_toml

        return dump_toml(tournament).encode()
    from pairproof.model.formats.trf.writer import dump_trf

    return dump_trf(tournament).encode()


def _named_rules(rules: str | None, output: str | None) -> str:
    """The rule set as the files shall name it: a rule file by its path from their folder."""
    import os

    from pairproof.model.rules import DEFAULT_RULES, PRESETS

    if rules is None or rules in PRESETS:
        return rules or DEFAULT_RULES
    return os.path.relpath(rules, output or ".")


def _show(
    seed: int,
    settings: Settings,
    rules: RuleSet,
    played: list[dict[str, Any]],
    written: bool,
    output: str | None,
    as_json: bool,
) -> None:
    from pairproof.cli.output import Page, write_json
    from pairproof.cli.version import versions

    if as_json:
        from dataclasses import asdict

        write_json(
            {
                "schema": "pairproof.simulation/1",
                "seed": seed,
                "rules": rules.name,
                "settings": asdict(settings),
                "tournaments": played,
                "run": {"versions": versions(("highspy", "numpy", "rustworkx"))},
            }
        )
        return
    page = Page()
    count = len({one["tournament"] for one in played})
    counts = f"{counted(count, 'tournament')}, {settings.players} players, {counted(settings.rounds, 'round')}"
    page.title(f"{counts}, rules {rules.name}, seed {seed}")
    page.line()
    page.table(
        ["method", "tournaments", "rounds", "stuck", "ended early", "agreement"],
        list(_by_method(played)),
        right="-xxxxx",
    )
    page.line("Agreement: Kendall's tau-b of score and SOS with true strength, the mean.")
    early = [one for one in played if one["ended"]]
    for one in early[:10]:
        page.line(f"Tournament {one['tournament']} ({one['method']}) ended early: {one['ended']}.")
    if len(early) > 10:
        page.line(f"So did {len(early) - 10} more; --json lists all.")
    if written:
        page.line(f"Written into {output}, true strengths in strengths.csv.")
    page.show()


def _by_method(played: list[dict[str, Any]]) -> Iterator[list[str]]:
    for method in dict.fromkeys(one["method"] for one in played):
        mine = [one for one in played if one["method"] == method]
        known = [one["kendall"] for one in mine if one["kendall"] is not None]
        yield [
            method,
            str(len(mine)),
            str(sum(one["rounds"] for one in mine)),
            str(sum(len(one["stuck"]) for one in mine)),
            str(sum(one["ended"] is not None for one in mine)),
            f"{sum(known) / len(known):.3f}" if known else "",
        ]
