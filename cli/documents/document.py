"""What every document is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import core_schema

from pairproof.cli.version import versions
from pairproof.model.state.position import Position
from pairproof.solver.explain.played import BrokenRule

SOLVER = ("highspy", "numpy", "ortools", "rustworkx")
"""The libraries that a pairing comes from."""

Pair = Annotated[list[int], Field(min_length=2, max_length=2)]


class Document(BaseModel):
    """A JSON object; the order of the fields is that of the keys.  Unknown and missing keys are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def as_json(self) -> dict[str, Any]:
        """What is written: the fields that were given."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Of a field: a text that is one of some words."""

    words: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.literal_schema(list(self.words))


def words(*known: str) -> OneOf:
    """The annotation of a field that holds one of these words."""
    return OneOf(known)


def given(**fields: Any) -> dict[str, Any]:
    """The fields that have a value: the others are left out of the document."""
    return {name: value for name, value in fields.items() if value is not None}


class Run(Document):
    """What may differ between two runs that give the same result."""

    seconds: float | None = None
    engine: str | None = None
    versions: dict[str, str]
    input_sha256: str

    @classmethod
    def of(cls, sha256: str, seconds: float, engine: str | None = None) -> Run:
        """A run of the solver."""
        return cls(seconds=round(seconds, 3), **given(engine=engine), versions=versions(SOLVER), input_sha256=sha256)


class Versions(Document):
    """What may differ between two runs that read no file."""

    versions: dict[str, str]


class NamedValue(Document):
    """A level and its value."""

    name: str
    value: int


class Broken(Document):
    """A rule that a played pairing breaks, and who is concerned."""

    rule: str
    players: list[int]
    text: str

    @classmethod
    def of(cls, broken: BrokenRule) -> Broken:
        """What `solver.explain.played` found."""
        return cls(rule=broken.rule, players=list(broken.players), text=broken.text)


def head(position: Position) -> dict[str, Any]:
    """What was paired: tournament, round and rule set."""
    return {"tournament": position.tournament.name, "round": position.round, "rules": position.rules.name}
