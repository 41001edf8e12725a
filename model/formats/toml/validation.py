"""TOML tables to checked values, and pydantic's errors as faults in words.

Used for tournament files and rule files.  pydantic is imported only when a file is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from pairproof.model.borrowed import choices
from pairproof.model.errors import Fault, in_file_order
from pairproof.model.formats.places import Path, line_of
from pairproof.model.formats.toml.places import Line
from pairproof.model.language import say, say_n

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic_core import ErrorDetails

Shape = TypeVar("Shape", bound="BaseModel")


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint naming the nearest known word, as the end of a sentence; without any near one, the known ones."""
    import difflib  # slow to import, and seldom needed

    names = list(known)
    close = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    return say("did you mean {near!r}?", near=close[0]) if close else say("known are {names}.", names=", ".join(names))


def validated(
    shape: type[Shape], data: Mapping[str, Any], places: Mapping[Path, int]
) -> tuple[Shape | None, list[Fault]]:
    """`data` as a value of the pydantic model `shape`, and a fault for each wrong, missing or unknown key.

    With faults, the value is that of the data without what is wrong, so that the rest can be looked at as well; None
    where too much is missing for that.
    """
    from pydantic import ValidationError

    try:
        return shape.model_validate(data), []
    except ValidationError as error:
        faults = _faults_of(error, shape, data, places)
        rest = _without(error, shape, data)
    try:
        return (None if rest is None else shape.model_validate(rest)), faults
    except ValidationError:
        return None, faults


def meaning_faults(shape_faults: Iterable[Fault], meaning: Iterable[Fault]) -> list[Fault]:
    """All faults, less those of meaning where, on the same line, the shape is wrong: they may only follow from what was
    left out.
    """
    shape_faults = list(shape_faults)
    wrong = [fault.line for fault in shape_faults]

    def follows(fault: Fault) -> bool:
        return any(fault.line == line and _overlap(fault.line, line) for line in wrong)

    return in_file_order([*shape_faults, *(fault for fault in meaning if not follows(fault))])


def _overlap(one: int | None, other: int | None) -> bool:
    """Whether one of the two places holds the other, as far as they are known."""
    if not (isinstance(one, Line) and isinstance(other, Line)):
        return True
    return all(a == b for a, b in zip(one.place, other.place, strict=False))


def _without(error: ValidationError, shape: type[BaseModel], data: Mapping[str, Any]) -> dict[str, Any] | None:
    """A copy of `data` without the unknown keys and the wrong values; None if a key that must be there is affected."""
    import copy

    rest = copy.deepcopy(dict(data))
    for detail in error.errors(include_url=False):
        loc = detail["loc"]
        if detail["type"] == "missing":
            loc = loc[:-1]
        elif detail["type"] == "extra_forbidden":
            _take_out(rest, loc)
            continue
        while loc and not _may_be_left_out(shape, loc):
            loc = loc[:-1]
        if not loc:
            return None
        _take_out(rest, loc)
    return rest


def _may_be_left_out(shape: type[BaseModel], loc: Path) -> bool:
    """Whether `loc` ends at a key, not an entry of a list, that has a default."""
    for part in loc[:-1]:
        if isinstance(part, str) and part in shape.model_fields:
            shape = _model_in(shape.model_fields[part].annotation) or shape
    return isinstance(loc[-1], str) and loc[-1] in shape.model_fields and not shape.model_fields[loc[-1]].is_required()


def _take_out(data: dict[str, Any], loc: Path) -> None:
    """Take the key at `loc` out of the tables, where it still is there."""
    inner: Any = data
    try:
        for part in loc[:-1]:
            inner = inner[part]
        del inner[loc[-1]]
    except (KeyError, IndexError, TypeError):
        return  # taken out already, with a table that held it


def _faults_of(
    error: ValidationError, shape: type[BaseModel], data: Mapping[str, Any], places: Mapping[Path, int]
) -> list[Fault]:
    return [
        Fault(
            _sentence(detail, shape),
            line=line_of(places, *detail["loc"]),
            player=_player_at(detail["loc"], data),
            round=_round_at(detail["loc"]),
        )
        for detail in error.errors(include_url=False)
    ]


def _player_at(loc: Path, data: Mapping[str, Any]) -> int | None:
    """The id of the player in whose table `loc` lies, if it has one."""
    if len(loc) > 1 and loc[0] == "players" and isinstance(loc[1], int):
        player = data["players"][loc[1]]
        named = player.get("id") if isinstance(player, dict) else None
        return named if type(named) is int else None
    return None


def _round_at(loc: Path) -> int | None:
    return loc[1] + 1 if len(loc) > 1 and loc[0] == "rounds" and isinstance(loc[1], int) else None


WANTED = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in [ ]",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
"""What a key must hold, by the kind of pydantic's error."""


def _sentence(detail: ErrorDetails, shape: type[BaseModel]) -> str:
    """One of pydantic's errors in words for the person at the desk."""
    kind, loc, given = detail["type"], detail["loc"], detail["input"]
    context = detail.get("ctx", {})
    name = _spelt(loc)
    if kind == "extra_forbidden":
        table = _spelt(loc[:-1])
        where = say(" in {table}", table=table) if table else ""
        return say(
            "Unknown key {key!r}{where}; {hint}",
            key=loc[-1],
            where=where,
            hint=nearest(str(loc[-1]), _keys_at(shape, loc[:-1])),
        )
    if kind == "missing":
        return say(
            "The key {key!r} is missing{where}.",
            key=loc[-1],
            where=say(" in {table}", table=_spelt(loc[:-1])) if len(loc) > 1 else "",
        )
    if kind in WANTED:
        return say("{name} must be {wanted}, not {shown}.", name=name, wanted=say(WANTED[kind]), shown=_shown(given))
    if kind == "literal_error":
        return say(
            "{name} is {shown}, but must be {expected}.",
            name=name,
            shown=_shown(given),
            expected=choices(context["expected"]),
        )
    if kind in ("greater_than_equal", "less_than_equal"):
        if kind == "greater_than_equal":
            return say(
                "{name} is {shown}, but must be at least {bound}.", name=name, shown=_shown(given), bound=context["ge"]
            )
        return say(
            "{name} is {shown}, but must be at most {bound}.", name=name, shown=_shown(given), bound=context["le"]
        )
    if kind in ("too_short", "too_long"):
        count = context["min_length"] if kind == "too_short" else context["max_length"]
        return say_n(
            "{name} must have {count} entry, not {given}.",
            "{name} must have {count} entries, not {given}.",
            count,
            name=name,
            given=context["actual_length"],
        )
    if kind == "value_error":
        return say("{name} is {shown}, but {why}.", name=name, shown=_shown(given), why=context["error"])
    if kind == "string_pattern_mismatch":
        return say("{name} is {shown}, but must be three capital letters.", name=name, shown=_shown(given))
    if kind == "string_too_long":
        return say("{name} is longer than {most} characters.", name=name, most=context["max_length"])
    return f"{name}: {detail['msg']}."


def _shown(given: object) -> str:
    """A value as the file has it, no longer than fits a message."""
    try:
        return f"{given!r:.60}"
    except ValueError:  # a hexadecimal number of more digits than Python writes in decimals
        return say("a very large number")


def _spelt(loc: Path) -> str:
    """A place as people write it: `rounds 2, games 3, result` (counted from 1)."""
    words: list[str] = []
    for part in loc:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        else:
            words.append(str(part))
    return ", ".join(words)


def _keys_at(shape: type[BaseModel], loc: Path) -> list[str]:
    """The known keys of the table at `loc`."""
    for part in loc:
        if isinstance(part, str) and part in shape.model_fields:
            shape = _model_in(shape.model_fields[part].annotation) or shape
    return list(shape.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The pydantic model inside `list[X]`, `X | None` or `X`."""
    from pydantic import BaseModel

    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in get_args(annotation):
        found = _model_in(inner)
        if found is not None:
            return found
    return None
