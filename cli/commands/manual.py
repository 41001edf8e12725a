"""`pairproof manual`: the manual method of the Portuguese text, step by step."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from pairproof.cli import options
from pairproof.cli.failures import NOT_AGREED, exit_with, guarded

if TYPE_CHECKING:
    from pairproof.cli.output import Page
    from pairproof.solver.result import Pairing


@guarded
def command(
    file: options.File,
    trace: Annotated[bool, typer.Option("--trace", help="Show every step, who was refused, and why.")] = False,
    round: options.RoundToPair = None,
    rules: options.Rules = None,
    fix: options.Fix = None,
    forbid: options.Forbid = None,
    bye: options.Bye = None,
    no_bye: options.NoBye = None,
    absent: options.Absent = None,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Pair the next round by the manual method, steps C1 to C9, to the letter.

    Shows the boards and the levels, which nothing is proved about. Exit code 1: the method is stuck.
    """
    start = time.perf_counter()
    orders = options.orders(fix=fix, forbid=forbid, bye=bye, no_bye=no_bye, absent=absent)
    from pairproof.cli.source import tournament_and_rules

    tournament, rule_set = tournament_and_rules(file, format, rules)
    from pairproof.solver.manual.method import pair_manually
    from pairproof.solver.request import Request

    pairing = pair_manually(tournament, Request(rule_set, round, orders))
    if json:
        from pairproof.cli.documents.pairing import pairing_document
        from pairproof.cli.output import write_json

        write_json(pairing_document(pairing, time.perf_counter() - start))
    else:
        _show(pairing, trace)
    exit_with(NOT_AGREED if pairing.status == "stuck" else 0)


def _show(pairing: Pairing, trace: bool) -> None:
    from pairproof.cli.output import Page
    from pairproof.cli.pages import pair as pair_page
    from pairproof.model.language import say

    page = Page()
    page.title(pair_page.title(pairing, say("manual method")))
    page.line()
    if trace:
        _trace(page, pairing)
        page.line()
    _outcome(page, pairing)
    page.line()
    pair_page.boards(page, pairing)
    pair_page.not_playing(page, pairing)
    if pairing.levels:
        page.line()
        page.table(
            [say("level"), say("value")], [[level.name, str(level.value)] for level in pairing.levels], right="-x"
        )
    page.show()


def _outcome(page: Page, pairing: Pairing) -> None:
    from pairproof.model.language import say
    from pairproof.solver.explain.compare import is_possible

    if pairing.stuck_at is None:
        page.good(say("The manual method pairs the whole round."))
        return
    page.bad(say("The manual method is stuck at {step}.", step=pairing.stuck_at))
    page.paragraph(f"{pairing.trace[-1].text}.")
    if is_possible(pairing.problem):
        page.paragraph(say("A legal pairing exists all the same. These are the boards that the method has made:"))
    else:
        page.paragraph(say("No legal pairing exists. These are the boards that the method has made:"))


def _trace(page: Page, pairing: Pairing) -> None:
    from pairproof.model.language import say

    bracket = None
    for step in pairing.trace:
        if step.bracket != bracket:
            bracket = step.bracket
            page.title(say("Bracket {number}", number=bracket))
        page.paragraph(f"{step.step}  {step.text}", indent=2)
