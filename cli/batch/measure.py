"""The work of a batch: one tournament under one rule set, every round paired by every method, measured.

Runs in whatever process; takes values, returns CSV lines, touches no file.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from pairproof.cli.batch.columns import STEPS, TABLES, Row, csv_lines
from pairproof.model.criteria import has_colours
from pairproof.model.errors import PairproofError
from pairproof.model.language import say
from pairproof.model.rules import RuleSet, effective_rules
from pairproof.model.state.history import BLACK, WHITE, Kind, history
from pairproof.model.state.ranking import sos
from pairproof.model.state.standings import complete_rounds
from pairproof.model.study.luck import Luck
from pairproof.model.study.rank_correlation import kendall, spearman
from pairproof.model.study.settings import Settings
from pairproof.model.study.simulation import Field, Seating, initial_colour_of, play
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.played import boards_in_common
from pairproof.solver.methods import pair_by, played, problem_of, seating, solve_by
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing

FROM_FILE = "file"
"""`paired_by` of the tournaments that were read."""


@dataclass(frozen=True, slots=True)
class Task:
    """One tournament under one rule set: read (`tournament`), simulated (`settings`, `seed`, `number`), or one that
    could not be read (`problem`)."""

    name: str
    methods: tuple[str, ...]
    rules: RuleSet | None
    tournament: Tournament | None = None
    settings: Settings | None = None
    seed: int = 0
    number: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """CSV lines by table, and a sentence for each tournament that failed."""

    tables: Mapping[str, str]
    problems: tuple[str, ...]


def measure_chunk(tasks: tuple[Task, ...]) -> Measured:
    """Measure a chunk of tasks, in their order.  A task that fails leaves a row in `tournaments` and no others."""
    rows: dict[str, list[Row]] = {table: [] for table in TABLES}
    problems = []
    for task in tasks:
        try:
            found = _measured(task)
        except Exception as error:  # one bad tournament must not stop the others; it is told and tabled
            text = (
                str(error)
                if isinstance(error, PairproofError)
                else say("Internal error: {error}", error=f"{type(error).__name__}: {error}")
            )
            found = _failed(task, text)
        problems += [f"{task.name}: {row['message']}" for row in found["tournaments"] if row["status"] == "failed"]
        for table, more in found.items():
            rows[table] += more
    return Measured({table: csv_lines(table, some) for table, some in rows.items()}, tuple(problems))


def _failed(task: Task, message: str) -> dict[str, list[Row]]:
    row: Row = {
        "tournament": task.name,
        "rules": task.rules.name if task.rules else None,
        "paired_by": FROM_FILE if task.settings is None else None,
        "status": "failed",
        # One line of the table for one tournament.
        "message": "; ".join(message.splitlines()),
    }
    return {"rounds": [], "rankings": [], "tournaments": [row]}


def _measured(task: Task) -> dict[str, list[Row]]:
    if task.problem or task.rules is None:
        return _failed(task, task.problem)
    found: dict[str, list[Row]] = {table: [] for table in TABLES}
    if task.settings is not None:
        for method in task.methods:
            _simulate(task, task.settings, task.rules, method, found)
    elif task.tournament is not None:
        _replay(task, task.tournament, task.rules, found)
    return found


def _simulate(task: Task, settings: Settings, rules: RuleSet, by: str, found: dict[str, list[Row]]) -> None:
    """Play the tournament, paired by one method; the others pair every one of its positions as well."""
    field = Field(settings, task.seed, task.number)
    who: Row = {"tournament": task.name, "players": settings.players, "rules": rules.name, "paired_by": by}
    stuck = 0

    def pair_round(tournament: Tournament) -> Seating | None:
        nonlocal stuck
        pairings = _pairings(task.methods, tournament, rules, field.luck, None)
        found["rounds"] += _round_rows(who, pairings)
        mine = pairings[by][0]
        if mine.status == "stuck":
            stuck += 1
            mine = (
                pairings["optimal"][0]
                if "optimal" in pairings
                else pair_by("optimal", tournament, Request(rules), field.luck)
            )
        return None if mine.status == "infeasible" else seating(mine)

    simulated = play(field, pair_round, colours=has_colours(rules), initial_colour=initial_colour_of(rules))
    _finish(who, simulated.tournament, rules, field.strength, found)
    found["tournaments"].append(
        {
            **who,
            "status": "complete" if simulated.ended is None else "ended early",
            "rounds": len(simulated.tournament.rounds),
            "stuck_rounds": stuck if by == "manual" else None,
            **_last(found, who),
            "message": simulated.ended,
        }
    )


def _replay(task: Task, tournament: Tournament, rules: RuleSet, found: dict[str, list[Row]]) -> None:
    """Measure a tournament that was read: each round as played, and as each method pairs it."""
    who: Row = {
        "tournament": task.name,
        "players": len(tournament.players),
        "rules": rules.name,
        "paired_by": FROM_FILE,
    }
    rules = effective_rules(rules, tournament)
    luck = Luck(task.seed, 0)
    stuck = 0
    for number, round_ in enumerate(tournament.rounds, start=1):
        if not round_.games:
            continue
        pairings = _pairings(task.methods, tournament, rules, luck, number)
        stuck += "manual" in pairings and pairings["manual"][0].status == "stuck"
        there = played(tournament, Request(rules, number))
        found["rounds"] += _round_rows(who, {**pairings, "played": (there.pairing, None)}, len(there.broken))
    strength = {player.id: float(player.rating) for player in tournament.players if player.rating}
    complete = complete_rounds(tournament, rules)
    _finish(who, tournament, rules, strength, found, complete)
    found["tournaments"].append(
        {
            **who,
            "status": "complete" if complete == len(tournament.rounds) else "results missing",
            "rounds": len(tournament.rounds),
            "stuck_rounds": stuck if "manual" in task.methods else None,
            **_last(found, who),
        }
    )


Timed = Mapping[str, "tuple[Pairing, float | None]"]


def _pairings(
    methods: tuple[str, ...], tournament: Tournament, rules: RuleSet, luck: Luck, round: int | None
) -> dict[str, tuple[Pairing, float | None]]:
    """The round as each method pairs it, and the seconds that took."""
    found: dict[str, tuple[Pairing, float | None]] = {}
    problem = problem_of(tournament, Request(rules, round))
    for method in methods:
        start = time.perf_counter()
        pairing = solve_by(method, problem, luck)
        found[method] = pairing, time.perf_counter() - start
    return found


def _round_rows(who: Row, pairings: Timed, broken: int | None = None) -> list[Row]:
    """A row for each method; `broken` counts what was illegal in the round as played."""
    optimal = pairings["optimal"][0] if "optimal" in pairings else None
    rows = []
    for method, (pairing, seconds) in pairings.items():
        position = pairing.problem.position
        row: Row = {
            **who,
            "round": position.round,
            "method": method,
            "status": pairing.status,
            "stuck_at": pairing.trace.stuck_at,
            "hardest_step": max((step.step for step in pairing.trace.steps if step.step in STEPS), default=None),
            "present": position.players,
            "seconds": seconds,
            "broken_rules": broken if method == "played" else None,
        }
        # A pairing that is stuck has not all of its costs: they would look like good ones.
        if pairing.status not in ("stuck", "infeasible"):
            row |= _numbers(pairing)
        if optimal is not None and optimal.status == "optimal":
            row["equal_boards"] = boards_in_common(pairing, optimal)
        rows.append(row)
    return rows


def _numbers(pairing: Pairing) -> Row:
    position = pairing.problem.position
    gaps = [abs(board.scores[0] - board.scores[1]) for board in pairing.boards]
    row: Row = {
        "boards": len(pairing.boards),
        "bye_score": None if pairing.bye is None else int(position.score[position.index_of[pairing.bye]]),
        "floaters": sum(gap > 0 for gap in gaps),
        "gap_sum": sum(gaps),
        "gap_max": max(gaps, default=0),
    }
    parts: dict[str, list[str]] = {}
    for piece, level in zip(pairing.problem.levels, pairing.levels, strict=True):
        if piece.part_of is None:
            row[f"level:{level.name}"] = level.value
        elif level.value:
            of, _ = piece.part_of
            parts.setdefault(f"level:{of}", []).append(f"{_part(level.name, of)}:{level.value}")
    row |= {column: " ".join(found) for column, found in parts.items()}
    if has_colours(position.rules) and position.round % 2 == 0:
        row |= _balance(pairing)
    return row


def _part(level: str, of: str) -> str:
    """What a level's name says beside that of what it is a part of: `5` of score-gap-profile-5, `2.6` of 2.C7.6."""
    before, _, after = level.partition(of)
    return ".".join(filter(None, (before.strip(".-"), after.strip(".-"))))


def _balance(pairing: Pairing) -> Row:
    """How many of those present have a colour difference of 0, ±1, or more after the round, all its games played."""
    position = pairing.problem.position
    after = position.difference.tolist()
    for board in pairing.boards:
        after[position.index_of[board.white]] += WHITE
        after[position.index_of[board.black]] += BLACK
    away = [abs(difference) for difference in after]
    return {
        "balance_0": away.count(0),
        "balance_1": away.count(1),
        "balance_2": sum(difference >= 2 for difference in away),
    }


def _finish(
    who: Row,
    tournament: Tournament,
    rules: RuleSet,
    strength: Mapping[int, float],
    found: dict[str, list[Row]],
    rounds: int | None = None,
) -> None:
    """A row of `rankings` after each complete round."""
    complete = len(tournament.rounds) if rounds is None else rounds
    ids = [player for player in tournament.ids if player in strength]
    true = [strength[player] for player in ids]
    for number in range(1, complete + 1):
        past = history(tournament, rules, number)
        took_part = [any(entry.kind is not Kind.ABSENT for entry in past.entries[player]) for player in ids]
        among = [place for place, there in enumerate(took_part) if there]
        reference = [true[place] for place in among]
        row: Row = {**who, "round": number}
        for name, ranking in (
            ("score", [(past.scores[ids[place]], 0) for place in among]),
            ("sos", [(past.scores[ids[place]], sos(past, rules, ids[place])) for place in among]),
        ):
            row[f"kendall_{name}"] = kendall(ranking, reference)
            row[f"spearman_{name}"] = spearman(ranking, reference)
        found["rankings"].append(row)


def _last(found: Mapping[str, list[Row]], who: Row) -> Row:
    """The agreement after the last round."""
    mine = [row for row in found["rankings"] if row["paired_by"] == who["paired_by"]]
    return {name: value for name, value in mine[-1].items() if name.startswith(("kendall", "spearman"))} if mine else {}
