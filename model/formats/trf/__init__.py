"""Tournament report files: TRF16, TRF(x) (JaVaFo), TRF(bx) (bbpPairings) and the fields of TRF26 the program knows.

Reading goes bytes → records (`records`: lines with their numbers, nothing lost) → player lines (`players`, with their
entries in `cells`) → games and rounds (`games`).  What other records say has a module each: point values (`points`),
points beside the results (`assigned`), who will not play (`requests`), who may not meet (`forbidden`), which rating
counts (`ratings`), `teams`; `totals` compares the points column with it all.  `reader` puts them together.  `writer`
writes a tournament anew; `document` keeps the records of a file, and changes only what has changed.  `codes` are those
of results, for both ways; `fields` are fixed columns.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairproof.model.formats.trf.document import TrfDocument, read_trf_document
    from pairproof.model.formats.trf.reader import read_trf
    from pairproof.model.formats.trf.writer import FLAVOURS, dump_trf, not_carried

__all__ = ["FLAVOURS", "TrfDocument", "dump_trf", "not_carried", "read_trf", "read_trf_document"]

_HOME = {
    "FLAVOURS": "writer",
    "TrfDocument": "document",
    "dump_trf": "writer",
    "not_carried": "writer",
    "read_trf": "reader",
    "read_trf_document": "document",
}


def __getattr__(name: str) -> Any:
    # Reading is what every command does first, and most never write.
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
