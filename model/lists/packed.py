"""What XLSX and ODS share: both are XML, packed as a zip archive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from pairproof.model.language import all_of, say
from pairproof.model.lists.sheet import MOST_BYTES, too_large


def member(archive: ZipFile, path: str) -> IO[bytes]:
    """A part of the archive, to be read.

    Raises
    ------
    KeyError
        There is none of that name.
    InvalidInput
        Unpacked it would be larger than a list of players is.
    """
    if archive.getinfo(path).file_size > MOST_BYTES:
        raise too_large()
    return archive.open(path)


def local(element: Element) -> str:
    """The name of an element without its namespace, of which there are several."""
    return element.tag.rpartition("}")[2]


def attribute(element: Element, name: str) -> str | None:
    """An attribute, whatever its namespace."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), None)


def text_inside(element: Element, name: str, *, without: tuple[str, ...] = ()) -> str:
    """The text of all elements of that name inside, but those inside the ones left out."""
    return "".join(_texts(element, name, without))


def _texts(element: Element, name: str, without: tuple[str, ...]) -> Iterator[str]:
    for part in element:
        if local(part) == name:
            yield part.text or ""
        elif local(part) not in without:
            yield from _texts(part, name, without)


def plain_number(value: str) -> str:
    """A number as people write it: 1850 and 1850.5, not 1850.0 and 1850.4999999999998.

    Raises
    ------
    ValueError
        It is no number.
    """
    if value.lstrip("-").isdecimal():
        return value
    number = float(value)
    return str(int(number)) if number.is_integer() else repr(round(number, 9))


def others(names: list[str]) -> tuple[str, ...]:
    """A warning about sheets that are not read."""
    if not names:
        return ()
    sheets = all_of([f"“{name}”" for name in names])
    return (say("Only the first sheet is read, not {sheets}.", sheets=sheets),)
