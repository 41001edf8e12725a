"""OpenGotha tournaments (XML): go, paired by the same kind of rules.  Read only: `elements` of the XML → `reader`."""

from __future__ import annotations

import re

from pairproof.model.formats.format import Format, Reading
from pairproof.model.tournament import Tournament

_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|Tournament)\b")


def _read(data: bytes, reading: Reading) -> Tournament:
    from pairproof.model.formats.opengotha.reader import read_opengotha

    return read_opengotha(data, reading)


FORMAT = Format(
    name="opengotha",
    title="OpenGotha XML",
    suffixes=(),
    recognises=lambda data: _XML.match(data) is not None,
    read=_read,
)
