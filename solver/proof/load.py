"""Certificates read: from a file to JSON, from JSON to values.  What is no certificate ends here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import ValidationError

from pairproof.model.borrowed import parser_says
from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.files import read_bytes, read_stdin
from pairproof.model.formats.json_text import json_text
from pairproof.model.language import say
from pairproof.model.rules import OPTIMUM
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import FixedPair
from pairproof.solver.proof.certificate import Certificate
from pairproof.solver.proof.identity import SCHEMA, orders_document, rules_document
from pairproof.solver.proof.shape import ClaimShape, InfeasibleShape, OrdersShape, rules_in, sentence
from pairproof.solver.systems.table import SYSTEMS, system_named

STDIN = "-"


def load_certificate(source: str | Path, *, stdin: BinaryIO | None = None) -> dict[str, Any]:
    """The certificate document in a file, or on standard input for "-"; its shape is checked, not what it says.

    Raises
    ------
    FileProblem
        The file cannot be read.
    InvalidInput
        It is no JSON (with line and column), or no certificate: every missing or wrong field at once.
    """
    name = str(source)
    if name == STDIN:
        data = read_stdin(stdin)
    else:
        data = read_bytes(Path(source), say("the certificate"))
    try:
        document = _json_object(data)
        checked(document)
    except InvalidInput as error:
        raise InvalidInput(error.faults, name) from None
    return document


def _json_object(data: bytes) -> dict[str, Any]:
    def table(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) < len(items):
            keys = [key for key, _ in items]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise _BadJson(say("JSON: the key {key} stands twice in one table.", key=repr(twice)))
        return found

    def no_number(text: str) -> Any:
        raise _BadJson(say("JSON: {text} is no number.", text=text))

    text = json_text(data)
    try:
        document = json.loads(text, object_pairs_hook=table, parse_constant=no_number)
    except json.JSONDecodeError as error:
        message = _mistake(error)
        raise InvalidInput([Fault(message, line=error.lineno, column=error.colno)]) from None
    except _BadJson as error:
        raise InvalidInput([Fault(str(error))]) from None
    except RecursionError:
        raise InvalidInput([Fault(say("JSON: lists or tables are nested too deeply."))]) from None
    except ValueError:
        # Python reads no integer of more than some thousand digits.
        raise InvalidInput([Fault(say("JSON: a number has too many digits."))]) from None
    if not isinstance(document, dict):
        raise InvalidInput([Fault(say("A certificate is a JSON table in { }, and this is none."))])
    return document


def _mistake(error: json.JSONDecodeError) -> str:
    said = parser_says(error.msg)
    return say("JSON syntax: {error}.", error=said[:1].lower() + said[1:])


class _BadJson(Exception):
    """JSON that Python would read but that says nothing definite."""


# --- From JSON to values ---------------------------------------------------------------------------------------------


def certificate_in(document: Mapping[str, Any]) -> Certificate:
    """The certificate that a document holds.

    Raises
    ------
    InvalidInput
        The document has not the shape of a certificate: every fault at once.
    """
    shape = checked(document)
    rules, orders = rules_in(shape.rules), _orders(shape.orders)
    given = shape.orders.model_dump(exclude_unset=True)
    irregular = [
        *(["rules"] if not _same(rules_document(rules), shape.rules) else []),
        *(["orders"] if not _same(orders_document(orders), given) else []),
    ]
    filed = shape.tournament, shape.round, rules, shape.digest, orders
    return Certificate(*filed, shape.claim(), frozenset(irregular))


def checked(document: Mapping[str, Any]) -> ClaimShape:
    """A certificate document in the shape of its system's, or of one that there is no pairing.

    Raises
    ------
    InvalidInput
        Every missing, unknown or wrongly typed field at once; for another schema, that alone.
    """
    if not isinstance(document, Mapping):
        raise InvalidInput([Fault(say("A certificate is a JSON table in { }, and this is none."))])
    schema = document.get("schema")
    if schema != SCHEMA:
        text = say(
            "This is no certificate that can be read here: its schema is {schema}, not {known}.",
            schema=f"{schema!r:.60}",
            known=repr(SCHEMA),
        )
        raise InvalidInput([Fault(text)])
    faults, system = [], OPTIMUM
    rules = document.get("rules")
    if isinstance(rules, dict):
        try:
            system = rules_in(rules).system
        except ValidationError as error:
            details = error.errors(include_url=False)
            faults += [Fault(sentence(("rules", *detail["loc"]), detail)) for detail in details]
    if system not in SYSTEMS:
        text = say("rules, system: there is no pairing system {system}.", system=f"{system!r:.40}")
        raise InvalidInput([Fault(text)])
    shape = InfeasibleShape if "witness" in document else system_named(system).claim_shape()
    try:
        value = shape.model_validate(dict(document))
    except ValidationError as error:
        faults = [Fault(sentence(detail["loc"], detail)) for detail in error.errors(include_url=False)] + faults
    if faults:
        raise InvalidInput(faults)
    return value


def _same(one: object, other: object) -> bool:
    """Whether two values are one JSON text: lists and tuples are alike, 1 and 1.0 are not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _orders(given: OrdersShape) -> Orders:
    return Orders(
        absent=frozenset(given.absent),
        half_byes=frozenset(given.half_byes or ()),
        full_byes=frozenset(given.full_byes or ()),
        forbid=frozenset(given.forbid),
        fix=tuple(FixedPair(*fixed) for fixed in given.fix),
        keep=frozenset(given.keep or ()),
        published=tuple(given.published or ()),
        keep_last=bool(given.keep_last),
        relax=bool(given.relax),
    )
