"""`pairproof rules`: the rule sets there are, or one of them in full; checks rule files."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from pairproof import model
from pairproof.cli import documents, options
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.pages import rules as page
from pairproof.cli.writing import Target
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say


@guarded
def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|PATH]", help="A rule set or a rule file; without it, all rule sets.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Write the rule set as a rule file, to be edited.")
    ] = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """A rule file is checked: exit code 3, with everything that is wrong in it."""
    if name is None:
        if output is not None:
            raise UsageProblem(say("--output {file}: of which rule set? Its name goes before.", file=output))
        presets = list(model.PRESETS.values())
        if json:
            write_json(documents.Rules.of(presets, model.DEFAULT_RULES))
        else:
            page.show_all(presets)
        return
    with nullcontext() if output is None else Target("--output", output) as target:
        read = {} if name in model.PRESETS else {name: say("the rule file")}
        spare(read)
        if target is not None:
            target.spare(read)
        rules = model.load_rules(name)
        if target is not None:
            target.write(model.dump_rules(rules).encode())
            target.put()
    if json:
        write_json(documents.Rules.of([rules]))
    elif target is None:
        page.show(rules)
