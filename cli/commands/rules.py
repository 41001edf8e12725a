"""`pairproof rules`: the rule sets there are, or one of them in full; checks rule files."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof import model
from pairproof.cli import documents, options
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.pages import rules as page


@guarded
def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|PATH]", help="A rule set or a rule file; without it, all rule sets.")
    ] = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """A rule file is checked: exit code 3, with everything that is wrong in it."""
    if name is None:
        presets = list(model.PRESETS.values())
        if json:
            write_json(documents.Rules.of(presets, model.DEFAULT_RULES))
        else:
            page.show_all(presets)
    else:
        if name not in model.PRESETS:
            spare({name: "the rule file"})
        rules = model.load_rules(name)
        if json:
            write_json(documents.Rules.of([rules]))
        else:
            page.show(rules)
