"""The page that `rules` prints for a person."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from pairproof.cli.output import Page
from pairproof.model.criteria import LEVELS, hard_criteria, has_colours
from pairproof.model.rules import DEFAULT_RULES, RuleSet


def show_all(presets: Iterable[RuleSet]) -> None:
    """Print a line for each rule set."""
    page = Page()
    page.table(
        ["name", "source", "in short"],
        [[rules.name, rules.source, _in_a_line(rules)] for rules in presets],
    )
    page.line()
    _sources(page)
    page.line("`pairproof rules NAME` shows one in full.")
    page.show()


def _in_a_line(rules: RuleSet) -> str:
    return "; ".join(
        [
            *(["the default"] if rules.name == DEFAULT_RULES else []),
            "with colours" if has_colours(rules) else "without colours",
            f"first level {rules.levels[0]}" if rules.levels else "no levels",
        ]
    )


def show(rules: RuleSet) -> None:
    """Print a rule set in full."""
    page = Page()
    page.title(f"{rules.name} ({rules.source})")
    page.line()
    page.title("Hard criteria: a pairing that breaks one is illegal")
    page.table(["name", "source", "says"], [[rule.name, rule.source, rule.says] for rule in hard_criteria(rules)])
    page.line()
    page.title("Levels: an earlier one counts before all later ones")
    page.table(
        ["", "name", "source", "says"],
        [
            [str(place), name, LEVELS[name].source, LEVELS[name].says]
            for place, name in enumerate(rules.levels, start=1)
        ],
        right="x",
    )
    page.line()
    _sources(page)
    page.line()
    page.line(f"Ranking: {', '.join(rules.ranking)}")
    page.line(f"Bracket style: {rules.bracket_style}")
    page.line(f"Exemption in the last round: {'yes' if rules.exemption else 'no'}")
    page.line(f"Points (win = 2 is the unit of all scores): {_assigned(asdict(rules.points))}")
    page.line(f"Policies: {_assigned(asdict(rules.policy))}")
    for what, pairs in (("Preferred pairs", rules.prefer), ("Pairs to be avoided", rules.avoid)):
        if pairs:
            page.line(f"{what}: {', '.join(f'{a}-{b}' for a, b in pairs)} (0 is the bye)")
    if rules.max_pairs_in_group:
        page.line(f"Most pairs in a group: {_assigned(dict(rules.max_pairs_in_group))}")
    page.show()


def _sources(page: Page) -> None:
    page.line("P: Sistema Suíço Modificado, método manual, version 20.04.04. R: Критерии и определения жеребьёвки.")


def _assigned(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())
