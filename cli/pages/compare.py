"""The page that `compare` prints for a person."""

from __future__ import annotations

from collections.abc import Sequence

from pairproof.cli.comparing import total_of
from pairproof.cli.output import Page
from pairproof.cli.pages.levels import figures_of
from pairproof.cli.source import heading
from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.compare import Comparison
from pairproof.solver.explain.wording import breach_words, nothing_legal_sentences, verdict_words
from pairproof.solver.terms import Method

_MOST_LISTED = 8


def show(tournament: Tournament, rules: RuleSet, comparison: Comparison) -> None:
    """Print one round, level by level."""
    page = Page()
    number = say("round {round}", round=comparison.round)
    page.title(heading(tournament, number, say("rules {rules}", rules=rules.name)))
    page.line()
    _one_round(page, comparison)
    page.show()


def show_all(tournament: Tournament, rules: RuleSet, found: Sequence[Comparison]) -> None:
    """Print a line for each round, and what becomes of each method over all of them."""
    page = Page()
    page.title(heading(tournament, say("all rounds"), say("rules {rules}", rules=rules.name)))
    page.line()
    _all_rounds(page, found)
    page.show()


def _method_name(method: Method) -> str:
    return {"optimal": say("optimal"), "manual": say("manual"), "played": say("played")}[method]


def _one_round(page: Page, comparison: Comparison) -> None:
    candidates = comparison.candidates
    best = candidates[Method.OPTIMAL].pairing
    if best.proof.witness is not None:
        page.bad(say("No legal pairing exists."))
        for line in nothing_legal_sentences(best):
            page.paragraph(line)
        page.line()
        candidates = {method: each for method, each in candidates.items() if method is not Method.OPTIMAL}
    figures = figures_of(best, page.signs)
    levels = [{name: figures.level(name, value) for name, value in each.values.items()} for each in candidates.values()]
    names = list(dict.fromkeys(level.name for each in candidates.values() for level in each.pairing.levels))
    page.table(
        [say("level"), *map(_method_name, candidates)],
        [[name, *(values.get(name, "") for values in levels)] for name in names],
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
        if each.broken:
            page.line(f"  {say('illegal: its levels are no measure')}")
        elif method is not Method.OPTIMAL:
            page.line(f"  {say('first level that differs from the optimum')}: {verdict_words(each, figures)}")
        if each.common is not None and method is not Method.OPTIMAL:
            common = say("{common} of {all}", common=each.common, all=each.games)
            page.line(f"  {say('boards in common with the optimum')}: {common}")
        for broken in each.broken:
            page.paragraph(f"{breach_words(broken)}.", indent=2)
        for what, field in halves if each.whole else ():
            players: tuple[int, ...] = getattr(each, field)
            page.paragraph(f"{what}: {_some(page, players)}", indent=2)


def _some(page: Page, players: tuple[int, ...]) -> str:
    if len(players) > _MOST_LISTED:
        shown = ", ".join(map(str, players[:_MOST_LISTED]))
        return say("{some} and {more} more", some=shown, more=len(players) - _MOST_LISTED)
    return ", ".join(map(str, players)) or page.signs.dash


def _all_rounds(page: Page, found: Sequence[Comparison]) -> None:
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
            figures = figures_of(candidate.pairing, page.signs)
            verdict = say("illegal") if candidate.broken else verdict_words(candidate, figures)
            row += [verdict, common, str(len(candidate.broken) or "")]
        rows.append(row)
    page.table(header, rows, right="x--x--x")
    page.line()
    for method in methods:
        total = total_of(found, method)
        page.paragraph(
            say(
                "{method}: as good as the optimum in {as_good} of {rounds} rounds, worse in {worse}, illegal in "
                "{illegal}, stuck in {stuck}; {in_common} of {boards} boards in common.",
                method=_method_name(method),
                as_good=total.as_good,
                rounds=total.rounds,
                worse=total.worse,
                illegal=total.illegal,
                stuck=total.stuck,
                in_common=total.in_common,
                boards=total.boards,
            )
        )
