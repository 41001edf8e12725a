"""`pairproof check`: every round of a file as it was played, against the rules and the optimum."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from pairproof.cli import options
from pairproof.cli.failures import NOT_AGREED, exit_with, guarded

if TYPE_CHECKING:
    from pairproof.cli.output import Page
    from pairproof.model import RuleSet, Tournament
    from pairproof.solver.explain.compare import Checked


@guarded
def command(
    file: options.File,
    rules: options.Rules = None,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Replay every round: which pairings break a rule, and how the rounds played compare with the optimum.

    The played colours count. Exit code 0: no rule is broken, and every level is as good as it can be; the boards may
    be others than the natural order gives. 1: some round differs.
    """
    start = time.perf_counter()
    from pairproof.cli.progress import followed
    from pairproof.cli.source import tournament_and_rules

    tournament, rule_set = tournament_and_rules(file, format, rules)
    from pairproof.model.errors import InvalidInput
    from pairproof.model.state.history import incomplete_games
    from pairproof.solver.explain.compare import check
    from pairproof.solver.request import Request

    rounds = len(tournament.rounds)
    if faults := incomplete_games(tournament, rule_set, rounds - 1):
        raise InvalidInput(faults, tournament.source)
    numbers = range(1, rounds + 1)
    checked = [check(tournament, Request(rule_set, number)) for number in followed(numbers, "Checking")]
    agrees = all(round_.agrees for round_ in checked)
    if json:
        from pairproof.cli.output import write_json

        write_json(document(tournament, rule_set, checked, time.perf_counter() - start))
    else:
        _show(tournament, rule_set, checked)
    exit_with(0 if agrees else NOT_AGREED)


def document(tournament: Tournament, rules: RuleSet, checked: list[Checked], seconds: float) -> dict[str, Any]:
    """The JSON document, "pairproof.check/1"."""
    from pairproof.cli.documents import pairing as documents

    return {
        "schema": "pairproof.check/1",
        "tournament": tournament.name,
        "rules": rules.name,
        "agrees": all(round_.agrees for round_ in checked),
        "rounds": [_round_document(round_) for round_ in checked],
        "run": documents.run(tournament.sha256, seconds),
    }


def _round_document(checked: Checked) -> dict[str, Any]:
    played, optimal = checked.played, checked.optimal
    if played is None or optimal is None:
        return {"round": checked.round, "paired": False, "agrees": True}
    optima = {level.name: level.value for level in optimal.pairing.levels}
    return {
        "round": checked.round,
        "paired": True,
        "agrees": checked.agrees,
        "status": optimal.pairing.status,
        "boards": played.games,
        "in_common": played.common,
        "first_difference": None if played.difference is None else played.difference.level,
        "levels": [
            {"name": level.name, "played": level.value, "optimal": optima.get(level.name)}
            for level in played.pairing.levels
        ],
        "broken": [
            {"rule": broken.rule, "players": list(broken.players), "text": broken.text} for broken in played.broken
        ],
    }


def _show(tournament: Tournament, rules: RuleSet, checked: list[Checked]) -> None:
    from pairproof.cli.output import Page
    from pairproof.cli.source import heading
    from pairproof.model.language import say, say_n

    page = Page()
    page.title(heading(tournament, say("rounds checked by the rules {rules}", rules=rules.name)))
    page.line()
    if not checked:
        page.line(say("The file holds no rounds: there is nothing to check."))
        page.show()
        return
    page.table(
        [say("round"), say("rules broken"), say("levels"), say("boards as in the optimum"), ""],
        [_line(round_) for round_ in checked],
        right="xx---",
    )
    for round_ in checked:
        if not round_.agrees:
            page.line()
            _details(page, round_)
    page.line()
    different = sum(not round_.agrees for round_ in checked)
    if different:
        page.bad(
            say_n(
                "{count} of {rounds} rounds differs from what the rules ask for.",
                "{count} of {rounds} rounds differ from what the rules ask for.",
                different,
                rounds=len(checked),
            )
        )
    else:
        page.good(say("No rule is broken, and every level of every round is as good as it can be."))
    page.show()


def _line(checked: Checked) -> list[str]:
    from pairproof.model.language import say
    from pairproof.solver.explain.wording import verdict_words

    played = checked.played
    if played is None:
        return [str(checked.round), "", say("nobody was paired"), "", ""]
    common = "" if played.common is None else say("{common} of {all}", common=played.common, all=played.games)
    verdict = say("illegal") if played.broken else say("agrees") if checked.agrees else say("differs")
    return [str(checked.round), str(len(played.broken) or ""), verdict_words(played), common, verdict]


def _details(page: Page, checked: Checked) -> None:
    from pairproof.model.language import say
    from pairproof.solver.explain.wording import breach_words, witness_words

    played, optimal = checked.played, checked.optimal
    assert played is not None
    assert optimal is not None
    page.title(say("Round {round}", round=checked.round))
    for broken in played.broken:
        names = "-".join(map(str, broken.players)) if len(broken.players) == 2 else ", ".join(map(str, broken.players))
        page.paragraph(f"{names}: {breach_words(broken)}.", indent=2)
    if not played.measured:
        page.paragraph(say("No legal pairing exists."), indent=2)
        if optimal.pairing.witness is not None:
            page.paragraph(witness_words(optimal.pairing.problem, optimal.pairing.witness), indent=2)
        return
    different = [
        [f"  {mine.name}", str(mine.value), str(best.value)]
        for mine, best in zip(played.pairing.levels, optimal.pairing.levels, strict=True)
        if mine.value != best.value
    ]
    if different:
        page.table([f"  {say('level')}", say("played"), say("optimal")], different, right="-xx")
