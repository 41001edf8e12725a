"""`/tournament` and `/new`: what is known of the tournament itself, and a file that is to be made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from pairproof.cli.desk import beginning, doing
from pairproof.cli.web.asking import Ask, FieldProblem, of_field
from pairproof.cli.web.rendering import desk_page, page, to
from pairproof.model.acts.players import edited_head
from pairproof.model.errors import InvalidInput, PairproofError
from pairproof.model.formats.toml.keys import keys_of
from pairproof.model.language import say
from pairproof.model.rules import DEFAULT_RULES, PRESETS
from pairproof.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class HeadField:
    """A key of the tournament as a form has it: what it is called, its value as text, and the values (with words) that
    it is chosen from, if any.
    """

    key: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()


def show(ask: Ask) -> Response:
    """The form, with what the file says."""
    return desk_page(ask, "tournament.html", fields=_fields(ask.tournament))


def new(ask: Ask) -> Response:
    """The form of a file that is not there yet."""
    if not ask.desk.to_be_made:
        return to("/")
    status = 200 if ask.trouble is None else 422
    fields = _fields(Tournament("", ()))
    return page(ask, "new.html", status, title=ask.desk.store.path.name, fields=fields, file=str(ask.desk.store.path))


def make(ask: Ask) -> Response:
    """The file, made; then its players are asked for."""
    try:
        nothing = beginning.nothing_yet(ask.desk.store)
        keys = {key: value for key, value in keys_from(ask, nothing).items() if value is not None}
        if "rounds" not in keys:
            raise FieldProblem({"rounds": say("How many rounds are planned?")})
        beginning.written(ask.desk.store, edited_head(nothing, keys), keys)
    except PairproofError as error:
        return new(ask.refused("new", error))
    return to("/players#add")


def put_back(ask: Ask) -> Response:
    """The file that was removed is there again."""
    ask.desk.put_back(ask.visitor)
    return to("/")


def keys_from(ask: Ask, tournament: Tournament) -> dict[str, Any]:
    """The keys of the tournament that the form has otherwise than the file; None takes one away.

    Raises
    ------
    FieldProblem
        A message for each field that is wrong.
    """
    old = keys_of(tournament)
    keys: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for one in _fields(tournament):
        if one.key not in ask.form:
            continue
        try:
            found = doing.keys_typed([f"{one.key}={ask.text(one.key)}"])
            if found[one.key] != old.get(one.key):
                edited_head(tournament, found)
                keys |= found
        except FieldProblem as error:
            wrong |= error.fields
        except InvalidInput as error:
            wrong[one.key] = of_field(one.key, one.label, error)
        except PairproofError as error:
            wrong[one.key] = str(error)
    if wrong:
        raise FieldProblem(wrong)
    return keys


def _fields(tournament: Tournament) -> list[HeadField]:
    """Every key, in the order of the form."""
    found = keys_of(tournament)
    rules = found.get("rules")
    sets = dict.fromkeys([*PRESETS, *([rules] if rules else [])])
    choices: dict[str, tuple[tuple[str, str], ...]] = {
        "rules": (("", say("as usual ({rules})", rules=DEFAULT_RULES)), *((one, one) for one in sets)),
        "initial_colour": (("", say("by the rules")), ("white", say("White")), ("black", say("Black"))),
    }
    return [HeadField(key, label, _text(found.get(key, "")), choices.get(key, ())) for key, label in _labels().items()]


def _text(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def _labels() -> dict[str, str]:
    """What the form calls each key."""
    return {
        "name": say("Name"),
        "rounds": say("Number of rounds"),
        "rules": say("Rules"),
        "tie_breaks": say("Tie-breaks, as in BH-C1; SB"),
        "city": say("City"),
        "federation": say("Federation (three letters)"),
        "start": say("First day, as in 2026-03-14"),
        "end": say("Last day"),
        "arbiter": say("Chief arbiter"),
        "deputies": say("Deputies, with ; between them"),
        "time_control": say("Time control"),
        "restricted_until": say("Groups are kept apart until round"),
        "initial_colour": say("Colour of the first player in round 1"),
    }
