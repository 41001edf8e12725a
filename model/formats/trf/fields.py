"""Fields of records in fixed columns (0-based here, from 1 in messages), and lists of players."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from pairproof.model.formats.trf.records import Faults, Record
from pairproof.model.language import say

Columns = tuple[int, int]


def is_number(text: str) -> bool:
    """Whether the text is a whole number, and nothing else."""
    return text.isascii() and text.isdigit()


def number(text: str) -> int | None:
    """A whole number in a field, 0 where it is blank, None if it is none."""
    text = text.strip()
    if not text:
        return 0
    return int(text) if is_number(text) and len(text) <= 4 else None


def nothing_outside(text: str, fields: Iterable[Columns]) -> bool:
    """Whether all of the text stands in the fields."""
    letters = list(text)
    for start, end in fields:
        letters[start:end] = " " * len(letters[start:end])
    return not "".join(letters).strip()


def list_columns(text: str, first: int) -> list[Columns]:
    """The columns of a list up to the end of the line: fields of four columns, a blank between them."""
    return [(at, at + 4) for at in range(first, len(text), 5)]


def in_columns(text: str, heads: Sequence[Columns], first: int) -> tuple[list[str], list[int]] | None:
    """What stands in the columns of a record: the fields before its list as text, and the ids of the list.

    None where something stands outside the columns, or where an entry of the list is no number.  Entries left blank are
    left out.
    """
    listed = list_columns(text, first)
    if not nothing_outside(text, [(0, 3), *heads, *listed]):
        return None
    ids = []
    for start, end in listed:
        one = number(text[start:end])
        if one is None:
            return None
        if text[start:end].strip():
            ids.append(one)
    return [text[start:end].strip() for start, end in heads], ids


def is_round(text: str) -> bool:
    """Whether the text is the number of a round."""
    return is_number(text) and len(text) <= 3 and int(text) > 0


def players_named(record: Record, words: Iterable[str], known: Container[int], faults: Faults) -> list[int]:
    """The ids of players a record lists; a fault for each that is none."""
    ids = []
    for word in words:
        if not is_number(word) or len(word) > 6:
            faults.at(
                record,
                say("Record {code} holds {word!r} where a player's number belongs.", code=record.code, word=word),
            )
        elif int(word) not in known:
            faults.at(
                record,
                say(
                    "Record {code} names player {player}, but there is no player {player}.",
                    code=record.code,
                    player=int(word),
                ),
                player=int(word),
            )
        else:
            ids.append(int(word))
    return ids
