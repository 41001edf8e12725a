"""What a TRF file says of the order of the standings: the tie-breaks (202, 212), and the kind of pairings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pairproof.model.formats.trf.records import Record


def named_tie_breaks(whole: Iterable[Record], level: Iterable[Record], warnings: list[str]) -> tuple[str, ...]:
    """The tie-breaks that a file names; what is wrong with them goes into `warnings`, since it bars no pairing.

    Parameters
    ----------
    whole
        The records 212: everything that counts, the score (`PTS`) too.  They go before 202.
    level
        The records 202: what decides among players level on points.
    """
    named = [record for record in (*whole, *level) if _texts(record)]
    if not named:
        return ()
    # Imported here: most files name none, and most commands have no use for them.
    from pairproof.model.tiebreaks.parsing import read_code, read_codes

    record = named[0]
    texts = _texts(record)
    warnings += [f"Record {record.code} (line {record.line}): {problem}" for problem in read_codes(texts)[1]]
    codes = [(text, *read_code(text)) for text in texts]
    return tuple(text if code is None or wrong else str(code) for text, code, wrong in codes)


def _texts(record: Record) -> list[str]:
    return [text.strip() for text in record.text[3:].split(",") if text.strip()]


def records_of_tie_breaks(named: Sequence[str]) -> Iterator[str]:
    """The record of a list: 212 where the score stands in it, else 202."""
    if not named:
        return
    from pairproof.model.tiebreaks.parsing import read_code, written

    codes = [(text, read_code(text)[0]) for text in named]
    texts = [text if code is None else written([code], trf=True)[0] for text, code in codes]
    yield f"{'212' if 'PTS' in texts else '202'} {','.join(texts)}"


def names_round_robin(coded: Sequence[Record], typed: Sequence[Record]) -> bool:
    """Whether the type of tournament is a round robin: by its code (192), or by its words (092)."""
    names = [record.text[3:].strip().upper() for record in coded]
    if any(name.startswith("FIDE_ROUNDROBIN") or name.endswith("BERGER") for name in names):
        return True
    return any(word in record.text.lower() for record in typed for word in ("robin", "berger"))
