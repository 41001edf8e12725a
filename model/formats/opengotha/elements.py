"""The elements of an OpenGotha file that say something for pairing, with their lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from pairproof.model.errors import Fault, InvalidInput


@dataclass(frozen=True, slots=True)
class Element:
    """A start tag."""

    name: str
    attributes: Mapping[str, str]
    line: int

    def text(self, key: str) -> str:
        """An attribute without blanks around it, "" where it is not there."""
        return self.attributes.get(key, "").strip()


@dataclass(slots=True)
class Elements:
    """The elements of interest, in the order of the file; `nested`: those that stand inside another (outer, inner)."""

    root: str = ""
    found: list[Element] = field(default_factory=list)
    nested: list[tuple[Element, Element]] = field(default_factory=list)

    def named(self, name: str) -> list[Element]:
        """Those of that name."""
        return [element for element in self.found if element.name == name]


_OF_INTEREST = frozenset({"Player", "Game", "ByePlayer", "GeneralParameterSet", "PlacementCriterion"})


def parsed(data: bytes) -> Elements:
    """The elements of interest in the bytes of a file.

    Raises
    ------
    InvalidInput
        The XML is empty, not well-formed, of another program, or declares entities: the first fault.
    """
    if not data.strip():
        raise InvalidInput([Fault("The file is empty.")])
    elements = Elements()
    teams = 0
    around: list[Element] = []
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal teams
        elements.root = elements.root or name
        teams += name == "TeamTournamentParameterSet"
        if name in _OF_INTEREST and not (teams and name == "PlacementCriterion"):
            element = Element(name, attributes, parser.CurrentLineNumber)
            elements.found.append(element)
            if around:
                elements.nested.append((around[-1], element))
            around.append(element)

    def end(name: str) -> None:
        nonlocal teams
        teams -= name == "TeamTournamentParameterSet"
        if around and around[-1].name == name:
            around.pop()

    def refused(*_: object) -> None:
        # Entities could make a small file grow without bound; OpenGotha declares none.
        message = "The file declares entities of its own, which OpenGotha's files do not."
        raise InvalidInput([Fault(message, line=parser.CurrentLineNumber)])

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refused
    parser.ExternalEntityRefHandler = None
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = f"XML syntax: {expat.ErrorString(error.code)}."
        raise InvalidInput([Fault(message, line=error.lineno, column=error.offset + 1)]) from None
    except (LookupError, UnicodeError, ValueError):
        raise InvalidInput([Fault("The file's encoding is none that can be read; save it as UTF-8.", line=1)]) from None
    if elements.root != "Tournament":
        raise InvalidInput([Fault(f"The file's main element is {elements.root!r}; OpenGotha's is 'Tournament'.")])
    return elements
