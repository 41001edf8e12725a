"""The page that `report` writes: plain data (`content`), its words, and a template.

The template escapes everything that it is given: names are anybody's text.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pairproof.cli.pages.html.words import words

if TYPE_CHECKING:
    from pairproof.cli.pages.html.sheet import Sheet

_HERE = Path(__file__).resolve().parent


def render(sheet: Sheet, language: str) -> bytes:
    """The whole page, self-contained, in UTF-8; `language` is the one that `say` speaks just now."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    page = environment.get_template("page.html").render(sheet=sheet, words=words(), language=language)
    return page.encode("utf-8", "replace")
