"""Tournament report files: TRF16, TRF(x) (JaVaFo), TRF(bx) (bbpPairings) and the fields of TRF26 the program knows.

Reading goes bytes → records (`records`: lines with their numbers, nothing lost) → player lines (`players`, with their
entries in `cells`) → games and rounds (`games`).  What other records say has a module each: point values (`points`),
points beside the results (`assigned`), who will not play (`requests`), who may not meet (`forbidden`), which rating
counts (`ratings`), `teams`; `totals` compares the points column with it all.  `reader` puts them together.

Writing has two sides: what a tournament says in records of its own (`aspects`) and in its players' lines
(`player_lines`).  `writer` makes a new file of both; `document` keeps the records of a file, `editing` changes only
what has changed, `conversion` puts it in another flavour, each through `edited_lines`.  `not_carried` says what a
flavour leaves out.  `codes` are those of results, for both ways; `fields` are fixed columns.
"""

from __future__ import annotations

import re
from functools import partial

from pairproof.model.formats.format import Document, Form, Format, Reading
from pairproof.model.formats.trf.flavours import FLAVOURS, HIGHEST_ID
from pairproof.model.tournament import Tournament

_PLAYER = re.compile(rb"(?:^|[\r\n])001 ")
_SUFFIXES = {"trf26": (".trf",), "trfx": (".trfx",)}


def _read(data: bytes, reading: Reading) -> Tournament:
    from pairproof.model.formats.trf.reader import read_trf

    return read_trf(data, reading)


def _document(data: bytes, reading: Reading) -> Document:
    from pairproof.model.formats.trf.conversion import converted, not_in_a_tournament
    from pairproof.model.formats.trf.document import read_trf_document

    document = read_trf_document(data, reading)
    return Document(
        document.tournament,
        document.flavour,
        left_out=partial(not_in_a_tournament, document),
        rewritten=partial(converted, document),
    )


def _write(flavour: str, tournament: Tournament) -> str:
    from pairproof.model.formats.trf.writer import dump_trf

    return dump_trf(tournament, flavour)


def _not_carried(flavour: str, tournament: Tournament) -> list[str]:
    from pairproof.model.formats.trf.not_carried import not_carried

    return not_carried(tournament, flavour)


def _edited(data: bytes, old: Tournament, new: Tournament, sentence: str) -> tuple[bytes, Tournament]:
    from pairproof.model.formats.trf.document import read_trf_document
    from pairproof.model.formats.trf.editing import edited, with_comment

    document = read_trf_document(data)
    written = edited(document, new)
    flavour = document.flavour
    # What TRF cannot hold stands in a comment: whoever gets the file sees it.
    if set(_not_carried(flavour, new)) - set(_not_carried(flavour, old)):
        written = with_comment(written, sentence)
    return written, read_trf_document(written).tournament


FORMAT = Format(
    name="trf",
    title="TRF",
    suffixes=(),
    recognises=lambda data: _PLAYER.search(data) is not None,
    read=_read,
    document=_document,
    forms=tuple(
        Form(
            flavour,
            title,
            _SUFFIXES.get(flavour, ()),
            partial(_write, flavour),
            partial(_not_carried, flavour),
            stands_for_all=flavour == "trf26",
        )
        for flavour, title in FLAVOURS.items()
    ),
    edited=_edited,
    highest_id=HIGHEST_ID,
)
