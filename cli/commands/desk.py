"""`pairproof desk`: the tournament in the browser."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import beginning, doing
from pairproof.cli.failures import guarded
from pairproof.cli.output import complain, write
from pairproof.cli.web import serving
from pairproof.model.errors import FileProblem, UsageProblem
from pairproof.model.language import say

if TYPE_CHECKING:
    from pairproof.cli.web.serving import Told

_NEEDED = ("starlette", "uvicorn", "segno", "multipart")


@guarded
def command(
    file: options.DeskFile,
    port: Annotated[int, typer.Option("--port", metavar="N", help="0: one that is free.", min=0, max=65535)] = 0,
    lan: Annotated[
        bool, typer.Option("--lan", help="Open the wall, players' own pages and helpers' codes to the network.")
    ] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the link.")] = False,
    lang: options.Lang = None,
    debug: options.Debug = False,
) -> None:
    """Prints a link that works once, and opens it in the browser. Ctrl-C ends the desk; every act is kept at once. By
    default only this machine is answered. A FILE that is not there is made on the first page.
    """
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise UsageProblem(
            say("The desk needs more packages ({missing}): pip install 'pairproof[desk]'.", missing=", ".join(missing))
        )
    store = doing.opened(file)
    if store.path.exists() or store.journal.exists():
        doing.seen(store)
    else:
        beginning.is_toml(file)
        if not store.path.parent.is_dir():
            raise FileProblem(say("There is no folder {folder}.", folder=str(store.path.parent)))
        complain(say("{file} is not there yet: the first page asks what belongs into it.", file=file))
    serving.serve(file, port=port, lan=lan, lang=lang, open_browser=not no_browser, tell=_tell)


def _tell(told: Told) -> None:
    write(say("The desk is open: {link}", link=told.link) + "\n")
    if told.address:
        write(say("In the network: {address}", address=f"{told.address}/wall") + "\n")
        import segno

        segno.make(f"{told.address}/wall", error="m").terminal(compact=True)
    complain(say("Ctrl-C ends it."))
