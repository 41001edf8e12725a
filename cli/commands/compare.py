"""`pairproof compare`: the manual method, the optimum, and the pairing really played."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.failures import guarded
from pairproof.model.errors import UsageProblem
from pairproof.solver.terms import Method, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pairproof.cli.output import Page
    from pairproof.model import RuleSet, Tournament
    from pairproof.solver.explain.compare import Candidate, Comparison

_MOST_LISTED = 8


@guarded
def command(
    file: options.File,
    round: options.RoundToPair = None,
    all: Annotated[bool, typer.Option("--all", help="All rounds of the file, with a total.")] = False,
    rules: options.Rules = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print one line a round and method, with commas.")] = False,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Hold the manual method, and the pairing really played, against the optimum, level by level.

    Shows the first level that differs, the boards in common, who floats and who is denied a colour.
    """
    start = time.perf_counter()
    if json and csv:
        raise UsageProblem("--json and --csv: choose one of the two.")
    if all and round is not None:
        raise UsageProblem("--all and --round: choose one of the two.")
    from pairproof.cli.progress import followed
    from pairproof.cli.source import tournament_and_rules

    tournament, rule_set = tournament_and_rules(file, format, rules)
    from pairproof.model.state.position import round_to_pair
    from pairproof.solver.explain.compare import compare
    from pairproof.solver.request import Request

    if all:
        numbers = [number for number, held in enumerate(tournament.rounds, start=1) if held.seated()]
        if not numbers:
            raise UsageProblem("--all: the file holds no rounds.")
    else:
        numbers = [round_to_pair(tournament, round)]
    found = [compare(tournament, Request(rule_set, number)) for number in followed(numbers, "Comparing")]
    if json:
        from pairproof.cli.output import write_json

        write_json(document(tournament, rule_set, found, time.perf_counter() - start))
    elif csv:
        from pairproof.cli.output import write

        write(csv_text(found))
    else:
        _show(tournament, rule_set, found, all)


def document(tournament: Tournament, rules: RuleSet, found: list[Comparison], seconds: float) -> dict[str, Any]:
    """The JSON document, "pairproof.comparison/1".

    `total` counts, for the manual method and for what was played: rounds, those as good as the optimum, worse, stuck;
    boards and those in common, where there is something to compare; and rules broken.
    """
    from pairproof.cli.documents import pairing as documents

    return {
        "schema": "pairproof.comparison/1",
        "tournament": tournament.name,
        "rules": rules.name,
        "rounds": [
            {
                "round": comparison.round,
                **{method: _candidate(candidate) for method, candidate in comparison.candidates.items()},
                **({"played": None} if Method.PLAYED not in comparison.candidates else {}),
            }
            for comparison in found
        ],
        "total": {method: totals(found, method) for method in (Method.MANUAL, Method.PLAYED)},
        "run": documents.run(tournament.sha256, seconds),
    }


def totals(found: Iterable[Comparison], method: Method) -> dict[str, Any]:
    """What becomes of a method over several rounds."""
    candidates = [each.candidates[method] for each in found if method in each.candidates]
    measured = [candidate for candidate in candidates if candidate.measured]
    return {
        "rounds": len(candidates),
        "as_good": sum(candidate.as_good for candidate in measured),
        "worse": sum(not candidate.as_good for candidate in measured),
        "stuck": sum(candidate.pairing.status is Status.STUCK for candidate in candidates),
        "boards": sum(candidate.games for candidate in measured),
        "in_common": sum(candidate.common or 0 for candidate in measured),
        "rules_broken": sum(len(candidate.broken) for candidate in candidates),
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    pairing, difference = candidate.pairing, candidate.difference
    return {
        "status": pairing.status,
        **({"stuck_at": pairing.stuck_at} if pairing.stuck_at else {}),
        "pairs": [[board.white, board.black] for board in pairing.boards],
        "bye": pairing.bye,
        "levels": [{"name": name, "value": value} for name, value in candidate.values.items()],
        "first_difference": None
        if difference is None
        else {"level": difference.level, "value": difference.value, "optimum": difference.optimum},
        "in_common": candidate.common,
        "down": list(candidate.down),
        "up": list(candidate.up),
        "colour_denied": list(candidate.denied),
        "broken": [
            {"rule": broken.rule, "players": list(broken.players), "text": broken.text} for broken in candidate.broken
        ],
    }


_COLUMNS = (
    "round",
    "method",
    "status",
    "rules_broken",
    "first_difference",
    "boards",
    "in_common",
    "down",
    "up",
    "colour_denied",
)


def csv_text(found: list[Comparison]) -> str:
    """One line for each round and method; after the columns that are always there one for each level.

    `down`, `up` and `colour_denied` are numbers of players.  They and the levels are left empty where the method is
    stuck or nothing is legal, and so is a level that the round does not have.
    """
    import csv
    import io

    names = list(dict.fromkeys(level.name for each in found for level in each.candidates[Method.MANUAL].pairing.levels))
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow([*_COLUMNS, *names])
    for comparison in found:
        for method, candidate in comparison.candidates.items():
            values, difference = candidate.values, candidate.difference
            players = map(len, _whose(candidate)) if candidate.whole else ("", "", "")
            table.writerow(
                [
                    comparison.round,
                    method,
                    candidate.pairing.status,
                    len(candidate.broken),
                    "" if difference is None else difference.level,
                    candidate.games,
                    "" if candidate.common is None else candidate.common,
                    *players,
                    *(values.get(name, "") for name in names),
                ]
            )
    return out.getvalue()


def _whose(candidate: Candidate) -> tuple[tuple[int, ...], ...]:
    return candidate.down, candidate.up, candidate.denied


def _show(tournament: Tournament, rules: RuleSet, found: list[Comparison], all: bool) -> None:
    from pairproof.cli.output import Page
    from pairproof.cli.source import heading
    from pairproof.model.language import say

    page = Page()
    if all:
        page.title(heading(tournament, say("all rounds"), say("rules {rules}", rules=rules.name)))
        page.line()
        _all_rounds(page, found)
    else:
        (one,) = found
        number = say("round {round}", round=one.round)
        page.title(heading(tournament, number, say("rules {rules}", rules=rules.name)))
        page.line()
        _one_round(page, one)
    page.show()


def _method_name(method: Method) -> str:
    from pairproof.model.language import say

    return {"optimal": say("optimal"), "manual": say("manual"), "played": say("played")}[method]


def _one_round(page: Page, comparison: Comparison) -> None:
    from pairproof.model.language import say
    from pairproof.solver.explain.wording import breach_words, verdict_words, witness_words

    candidates = comparison.candidates
    best = comparison.candidates[Method.OPTIMAL].pairing
    if best.witness is not None:
        page.bad(say("No legal pairing exists."))
        page.paragraph(witness_words(best.problem, best.witness))
        page.line()
        candidates = {method: each for method, each in candidates.items() if method is not Method.OPTIMAL}
    levels = [each.values for each in candidates.values()]
    names = [level.name for level in comparison.candidates[Method.MANUAL].pairing.levels]
    page.table(
        [say("level"), *map(_method_name, candidates)],
        [[name, *(str(values.get(name, "")) for values in levels)] for name in names],
        right="-xxx",
    )
    page.line()
    halves = [
        (say("downfloats (the bye is one)"), "down"),
        (say("upfloats"), "up"),
        (say("denied the colour preferred"), "denied"),
    ]
    for method, each in candidates.items():
        page.title(_method_name(method))
        if method is not Method.OPTIMAL:
            page.line(f"  {say('first level that differs from the optimum')}: {verdict_words(each)}")
        if each.common is not None and method is not Method.OPTIMAL:
            common = say("{common} of {all}", common=each.common, all=each.games)
            page.line(f"  {say('boards in common with the optimum')}: {common}")
        for broken in each.broken:
            page.paragraph(f"{breach_words(broken)}.", indent=2)
        for what, field in halves if each.whole else ():
            players: tuple[int, ...] = getattr(each, field)
            page.paragraph(f"{what}: {_some(page, players)}", indent=2)


def _some(page: Page, players: tuple[int, ...]) -> str:
    from pairproof.model.language import say

    if len(players) > _MOST_LISTED:
        shown = ", ".join(map(str, players[:_MOST_LISTED]))
        return say("{some} and {more} more", some=shown, more=len(players) - _MOST_LISTED)
    return ", ".join(map(str, players)) or page.signs.dash


def _all_rounds(page: Page, found: list[Comparison]) -> None:
    from pairproof.model.language import say
    from pairproof.solver.explain.wording import verdict_words

    methods = [method for method in (Method.MANUAL, Method.PLAYED) if any(method in each.candidates for each in found)]
    header = [say("round")]
    for method in methods:
        header += [_method_name(method), say("in common"), say("rules broken")]
    rows = []
    for each in found:
        row = [str(each.round)]
        for method in methods:
            candidate = each.candidates.get(method)
            if candidate is None:
                row += ["", "", ""]
                continue
            common = (
                ""
                if candidate.common is None
                else say("{common} of {all}", common=candidate.common, all=candidate.games)
            )
            row += [verdict_words(candidate), common, str(len(candidate.broken) or "")]
        rows.append(row)
    page.table(header, rows, right="x--x--x")
    page.line()
    for method in methods:
        total = totals(found, method)
        page.paragraph(
            say(
                "{method}: as good as the optimum in {as_good} of {rounds} rounds, worse in {worse}, stuck in {stuck}; "
                "{in_common} of {boards} boards in common.",
                method=_method_name(method),
                **{key: total[key] for key in ("as_good", "rounds", "worse", "stuck", "in_common", "boards")},
            )
        )
