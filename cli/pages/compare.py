"""The page that `compare` prints for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairproof.cli.comparing import total_of
from pairproof.cli.output import Page
from pairproof.cli.pages import differences
from pairproof.cli.pages.levels import figures_of
from pairproof.cli.pages.names import naming, several
from pairproof.cli.source import heading
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.asking import sections
from pairproof.solver.explain.compare import Candidate, Comparison
from pairproof.solver.explain.wording import breach_words, nothing_legal_sentences, verdict_words
from pairproof.solver.terms import Method

_MOST_LISTED = 8


def show(tournament: Tournament, rules: RuleSet, comparison: Comparison, *, better: bool = False) -> None:
    """Print one round, level by level; with `better` the boards of the best pairing that others do not have."""
    page = Page()
    number = say("round {round}", round=comparison.round)
    page.title(heading(tournament, number, say("rules {rules}", rules=rules.name)))
    page.line()
    _one_round(page, comparison, naming(tournament), better=better)
    page.show()


def show_all(tournament: Tournament, rules: RuleSet, found: Sequence[Comparison], *, better: bool = False) -> None:
    """Print a line for each round, what becomes of each method over all of them, and each round level by level.

    `better` as for `show`.
    """
    page = Page()
    page.title(heading(tournament, say("all rounds"), say("rules {rules}", rules=rules.name)))
    page.line()
    _all_rounds(page, found)
    named = naming(tournament)
    for comparison in found:
        page.line()
        page.title(say("Round {round}", round=comparison.round))
        _levels(page, comparison)
        best = comparison.candidates[Method.OPTIMAL].pairing
        for method, each in comparison.candidates.items():
            if method is not Method.OPTIMAL and _worse(each):
                page.line(f"{_method_name(method)}:")
                differences.show(page, each, best, named, better=better)
    page.show()


def _method_name(method: Method) -> str:
    return {"optimal": say("optimal"), "manual": say("manual"), "played": say("played")}[method]


def _worse(candidate: Candidate) -> bool:
    """Whether the pairing can be held against the best one, and is not as good."""
    return candidate.measured and not candidate.as_good


def _levels(page: Page, comparison: Comparison) -> None:
    """Each level by every method; those that are 0 everywhere share a line."""
    candidates = {method: each for method, each in comparison.candidates.items() if each.values}
    best = comparison.candidates[Method.OPTIMAL].pairing
    figures = figures_of(best, page.signs)
    names = list(dict.fromkeys(level.name for each in candidates.values() for level in each.pairing.levels))
    shown = [name for name in names if any(each.values.get(name) for each in candidates.values())]
    rows = [
        [name, *(figures.level(name, each.values[name]) if name in each.values else "" for each in candidates.values())]
        for name in shown
    ]
    if rows:
        page.table([say("level"), *map(_method_name, candidates)], rows, right="-xxx")
    rest = [name for name in names if name not in shown]
    if sections(best, figures):
        if not rows:
            page.line(say("All levels are 0."))
    elif rest:
        levels = ", ".join(rest)
        told = say("All others are 0: {levels}", levels=levels) if shown else say("All are 0: {levels}", levels=levels)
        page.paragraph(told)


def _one_round(page: Page, comparison: Comparison, named: Callable[[int], str], *, better: bool) -> None:
    candidates = comparison.candidates
    best = candidates[Method.OPTIMAL].pairing
    if best.proof.witness is not None:
        page.bad(say("No legal pairing exists."))
        for line in nothing_legal_sentences(best):
            page.paragraph(line)
        page.line()
        candidates = {method: each for method, each in candidates.items() if method is not Method.OPTIMAL}
    figures = figures_of(best, page.signs)
    _levels(page, comparison)
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
            page.paragraph(f"{what}: {_some(page, players, named)}", indent=2)
        if method is not Method.OPTIMAL and _worse(each):
            differences.show(page, each, best, named, better=better)


def _some(page: Page, players: tuple[int, ...], named: Callable[[int], str]) -> str:
    if len(players) > _MOST_LISTED:
        shown = several(players[:_MOST_LISTED], named)
        return say("{some} and {more} more", some=shown, more=len(players) - _MOST_LISTED)
    return several(players, named) or page.signs.dash


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
        rounds = say_n(
            "{method}: as good as the optimum in {as_good} of {count} round, worse in {worse}, illegal in {illegal}, "
            "stuck in {stuck};",
            "{method}: as good as the optimum in {as_good} of {count} rounds, worse in {worse}, illegal in {illegal}, "
            "stuck in {stuck};",
            total.rounds,
            method=_method_name(method),
            as_good=total.as_good,
            worse=total.worse,
            illegal=total.illegal,
            stuck=total.stuck,
        )
        boards = say_n(
            "{in_common} of {count} board in common.",
            "{in_common} of {count} boards in common.",
            total.boards,
            in_common=total.in_common,
        )
        page.paragraph(f"{rounds} {boards}")
