"""`pairproof rules`: the rule sets there are, or one of them in full; checks rule files."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.failures import guarded

if TYPE_CHECKING:
    from pairproof.cli.output import Page
    from pairproof.model import RuleSet


@guarded
def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|PATH]", help="A rule set or a rule file; without it, all rule sets.")
    ] = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """List the rule sets, or show one in full.

    A rule file is checked: exit code 3, with everything that is wrong in it.
    """
    from pairproof.model import PRESETS, load_rules

    if name is None:
        _list(list(PRESETS.values()), json)
    else:
        _show(load_rules(name), json)


def _list(presets: list[RuleSet], as_json: bool) -> None:
    from pairproof.cli.output import Page, write_json
    from pairproof.model import DEFAULT_RULES

    if as_json:
        write_json(
            {"schema": "pairproof.rules/1", "default": DEFAULT_RULES, "rules": [_document(rules) for rules in presets]}
        )
        return
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
    from pairproof.model import DEFAULT_RULES

    # Brings numpy: the pieces compute as well.
    from pairproof.model.criteria import has_colours

    return "; ".join(
        [
            *(["the default"] if rules.name == DEFAULT_RULES else []),
            "with colours" if has_colours(rules) else "without colours",
            f"first level {rules.levels[0]}" if rules.levels else "no levels",
        ]
    )


def _document(rules: RuleSet) -> dict[str, Any]:
    return {key: sorted(value) if isinstance(value, frozenset) else value for key, value in asdict(rules).items()}


def _show(rules: RuleSet, as_json: bool) -> None:
    from pairproof.cli.output import Page, write_json

    if as_json:
        write_json({"schema": "pairproof.rules/1", "rules": [_document(rules)]})
        return
    # Brings numpy: the pieces compute as well.
    from pairproof.model.criteria import LEVELS, hard_criteria

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
