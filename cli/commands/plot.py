"""`pairproof plot`: pictures of the tables that `batch` wrote."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.batch import pictures, request
from pairproof.cli.failures import guarded
from pairproof.cli.folders import output_folder
from pairproof.cli.output import write
from pairproof.cli.simulation.options import Wrong
from pairproof.model.language import any_of, say


@guarded
def command(
    folders: Annotated[list[str], typer.Argument(metavar="FOLDER…", help="Folders that `pairproof batch` wrote.")],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FOLDER", help="Where the pictures go; the first of FOLDER.")
    ] = None,
    format: Annotated[str, typer.Option("--format", metavar="png|svg", help="What they are drawn as.")] = "png",
    lang: options.Lang = None,
    debug: options.Debug = False,
) -> None:
    wrong = Wrong()
    if format not in ("png", "svg"):
        wrong.add([say("--format {format}: expected {known}.", format=format, known=any_of(["png", "svg"]))])
    # What is named twice would count twice.
    times = Counter(Path(folder).resolve() for folder in folders)
    twice = [folder for folder in folders if times[Path(folder).resolve()] > 1]
    wrong.add(say("{file} is named twice.", file=folder) for folder in twice)
    wrong.read(lambda: request.need("matplotlib", "plot", "plots"))
    wrong.tell()
    with output_folder(output or folders[0], 1_000_000) as into:
        for picture in pictures.draw([Path(folder) for folder in folders], into, format):
            write(f"{picture}\n")
