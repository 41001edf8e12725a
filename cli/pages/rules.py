"""The page that `rules` prints for a person."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from pairproof.cli.output import Page
from pairproof.model.borrowed import fitted
from pairproof.model.criteria import LEVELS, hard_criteria, has_colours
from pairproof.model.formats.toml.rule_file import OWN_SOURCES
from pairproof.model.language import say
from pairproof.model.rules import DEFAULT_RULES, RuleSet


def show_all(presets: Iterable[RuleSet]) -> None:
    """Print a line for each rule set."""
    page = Page()
    page.table(
        [say("name"), say("source"), say("in short")],
        [[rules.name, _source(rules), _in_a_line(rules)] for rules in presets],
    )
    page.line()
    _sources(page)
    page.line(say("`pairproof rules NAME` shows one in full."))
    page.show()


def _in_a_line(rules: RuleSet) -> str:
    return "; ".join(
        [
            *([say("the default")] if rules.name == DEFAULT_RULES else []),
            say("with colours") if has_colours(rules) else say("without colours"),
            say("first level {level}", level=rules.levels[0]) if rules.levels else say("no levels"),
        ]
    )


def show(rules: RuleSet) -> None:
    """Print a rule set in full."""
    page = Page()
    page.title(f"{rules.name} ({_source(rules)})")
    page.line()
    page.title(say("Hard criteria: a pairing that breaks one is illegal"))
    page.table(
        [say("name"), say("source"), say("says")],
        [[rule.name, say(rule.source), say(rule.says)] for rule in hard_criteria(rules)],
    )
    page.line()
    page.title(say("Levels: an earlier one counts before all later ones"))
    page.table(
        ["", say("name"), say("source"), say("says")],
        [
            [str(place), name, say(LEVELS[name].source), say(LEVELS[name].says)]
            for place, name in enumerate(rules.levels, start=1)
        ],
        right="x",
    )
    page.line()
    _sources(page)
    page.line()
    page.line(say("Ranking: {keys}", keys=", ".join(rules.ranking)))
    page.line(say("Bracket style: {style}", style=rules.bracket_style))
    page.line(say("Exemption in the last round: {answer}", answer=say("yes") if rules.exemption else say("no")))
    page.line(say("Points (win = 2 is the unit of all scores): {points}", points=_assigned(asdict(rules.points))))
    page.line(say("Policies: {values}", values=_assigned(asdict(rules.policy))))
    for what, pairs in ((say("Preferred pairs"), rules.prefer), (say("Pairs to be avoided"), rules.avoid)):
        if pairs:
            page.line(say("{what}: {pairs} (0 is the bye)", what=what, pairs=", ".join(f"{a}-{b}" for a, b in pairs)))
    if rules.max_pairs_in_group:
        page.line(say("Most pairs in a group: {limits}", limits=_assigned(dict(rules.max_pairs_in_group))))
    page.show()


def _sources(page: Page) -> None:
    page.line(
        say("P: Sistema Suíço Modificado, método manual, version 20.04.04. R: Критерии и определения жеребьёвки.")
    )


def _source(rules: RuleSet) -> str:
    return fitted(rules.source, OWN_SOURCES[::-1]) or say(rules.source)


def _assigned(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())
