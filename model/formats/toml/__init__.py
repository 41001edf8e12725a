"""The native format and rule files, both TOML (CONTRACT 1.1, 1.3).

Text becomes tables (`syntax`), with the lines they stand in (`places`), then checked values (`validation`) of the
shapes in `tournament_shape`, `rule_shape` and `points_shape`; `tournament_file` and `rule_file` make a tournament and a
rule set of them.
"""

from __future__ import annotations

import re

from pairproof.model.formats.format import Document, Form, Format, Reading
from pairproof.model.tournament import Tournament

# The first table of a native file, at the start of a line.
_TABLE = re.compile(rb"(?:^|[\r\n])[ \t]*\[\[?[ \t]*(?:tournament|players|rounds|next)[ \t]*\]")


def _read(data: bytes, reading: Reading) -> Tournament:
    from pairproof.model.formats.toml.tournament_file import read_toml

    return read_toml(data, reading)


def _document(data: bytes, reading: Reading) -> Document:
    from pairproof.model.formats.toml.strings import has_comments
    from pairproof.model.formats.toml.syntax import text_of

    return Document(_read(data, reading), "toml", left_out=lambda: ["comments"] if has_comments(text_of(data)) else [])


def _write(tournament: Tournament) -> str:
    from pairproof.model.formats.toml.tournament_writer import dump_toml

    return dump_toml(tournament)


def _edited(data: bytes, old: Tournament, new: Tournament, sentence: str) -> tuple[bytes, Tournament]:
    from pairproof.model.formats.toml.editing import edited

    return edited(data, old, new)


FORMAT = Format(
    name="toml",
    title="TOML",
    suffixes=(".toml",),
    recognises=lambda data: _TABLE.search(data) is not None,
    read=_read,
    document=_document,
    forms=(Form("toml", "TOML", (".toml",), _write, not_carried=lambda tournament: [], names_rules=True),),
    names_rules=True,
    edited=_edited,
)
