"""The elements of an OpenGotha file that say something for pairing, with their lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from pairproof.model.borrowed import parser_says
from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import say


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


def _of_others(name: str, attributes: Mapping[str, str], teams: int) -> bool:
    """Whether an element says nothing of players: a criterion of team tournaments (inside `teams` of their tables),
    or a ByePlayer that is the list of byes, as Pairgoth writes it, where OpenGotha writes ByePlayers.
    """
    return bool(teams) if name == "PlacementCriterion" else name == "ByePlayer" and not attributes


def parsed(data: bytes) -> Elements:
    """The elements of interest in the bytes of a file.

    Raises
    ------
    InvalidInput
        The XML is empty, not well-formed, of another program, or declares entities: the first fault.
    """
    if not data.strip():
        raise InvalidInput([Fault(say("The file is empty."))])
    elements = Elements()
    teams = 0
    around: list[Element | None] = []  # of each tag that is open
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal teams
        elements.root = elements.root or name
        teams += name == "TeamTournamentParameterSet"
        element = None
        if name in _OF_INTEREST and not _of_others(name, attributes, teams):
            element = Element(name, attributes, parser.CurrentLineNumber)
            elements.found.append(element)
            outer = next((one for one in reversed(around) if one is not None), None)
            if outer is not None:
                elements.nested.append((outer, element))
        around.append(element)

    def end(name: str) -> None:
        nonlocal teams
        teams -= name == "TeamTournamentParameterSet"
        around.pop()

    def refused(*_: object) -> None:
        # Entities could make a small file grow without bound; OpenGotha declares none.
        message = say("The file declares entities of its own, which OpenGotha's files do not.")
        raise InvalidInput([Fault(message, line=parser.CurrentLineNumber)])

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refused
    parser.ExternalEntityRefHandler = None
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = say("XML syntax: {error}.", error=parser_says(expat.ErrorString(error.code)))
        raise InvalidInput([Fault(message, line=error.lineno, column=error.offset + 1)]) from None
    except (LookupError, UnicodeError, ValueError):
        raise InvalidInput(
            [Fault(say("The file's encoding is none that can be read; save it as UTF-8."), line=1)]
        ) from None
    if elements.root != "Tournament":
        raise InvalidInput(
            [Fault(say("The file's main element is {root!r}; OpenGotha's is 'Tournament'.", root=elements.root))]
        )
    return elements
