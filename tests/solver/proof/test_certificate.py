"""The certificate document: reading it, its shape, and that no leaf of it can be changed unnoticed."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pairproof.model import PRESETS, FileProblem, InvalidInput, Player, Round, Tournament
from pairproof.model.rules import RuleSet
from pairproof.solver.optimal import pair
from pairproof.solver.proof.load import load_certificate
from pairproof.solver.proof.shape import rules_in
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA

Document = dict[str, Any]
Place = tuple[str | int, ...]
Change = Callable[[Any, Any], object]
TOURNAMENT = simulated_open(16, 4, 2, clubs=4, absences=0)


def certificate_of(tournament: Tournament, rules: str = "combined") -> Document:
    """The certificate as it comes back from a file."""
    document = json.loads(json.dumps(pair(tournament, Request(PRESETS[rules])).certificate))
    assert isinstance(document, dict)
    return document


@pytest.fixture
def document() -> Document:
    """A certificate to be damaged."""
    return certificate_of(TOURNAMENT)


def faults(load: Callable[[], object]) -> list[str]:
    """The faults of a certificate that must be refused."""
    with pytest.raises(InvalidInput) as caught:
        load()
    return [str(fault) for fault in caught.value.faults]


def read(text: str | bytes) -> Document:
    """A certificate from standard input."""
    data = text.encode() if isinstance(text, str) else text
    return load_certificate("-", stdin=io.BytesIO(data))


# --- Reading ---------------------------------------------------------------------------------------------------------


def test_reads_what_was_written(tmp_path: Path, document: Document) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    assert load_certificate(path) == document
    assert load_certificate(str(path)) == document
    assert read(b"\xef\xbb\xbf" + json.dumps(document).encode()) == document


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match=r"Cannot read the certificate .*there is no such file"):
        load_certificate(tmp_path / "none.json")
    with pytest.raises(FileProblem, match="it is a directory"):
        load_certificate(tmp_path)


def test_source_is_named(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        load_certificate(path)
    assert caught.value.source == str(path)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1, column 1: JSON syntax: expecting value."),
        ('{\n "schema": \n', "line 3, column 1: JSON syntax: expecting value."),
        ('{"a": 1,}', "JSON syntax: illegal trailing comma before end of object."),
        ("{'a': 1}", "line 1, column 2: JSON syntax: expecting property name enclosed in double quotes."),
        ('{"a": 1} x', "line 1, column 10: JSON syntax: extra data."),
        ('{"a": 1, "a": 1}', "JSON: the key 'a' stands twice in one table."),
        ('{"a": NaN}', "JSON: NaN is no number."),
        ('{"a": -Infinity}', "JSON: -Infinity is no number."),
        ('{"a": ' + "9" * 5000 + "}", "JSON: a number has too many digits."),
        ("[" * 100_000, "JSON: lists or tables are nested too deeply."),
        ("[1]", "A certificate is a JSON table in { }, and this is none."),
        ("null", "A certificate is a JSON table in { }, and this is none."),
        (b"{\n\xff}", "line 2: The text is not UTF-8, which JSON has to be."),
        ("{}", "its schema is None, not 'pairproof.certificate/1'."),
        ('{"schema": "pairproof.certificate/2"}', "its schema is 'pairproof.certificate/2', not"),
        ('{"schema": ["x"]}', "its schema is ['x'], not"),
    ],
    ids=range(16),
)
def test_malformed(text: str | bytes, fault: str) -> None:
    if "trailing comma" in fault:
        fault = "JSON syntax"  # the words differ from one Python to the next
    [found] = faults(lambda: read(text))
    assert fault in found


def test_truncated(document: Document) -> None:
    text = json.dumps(document, indent=1)
    for length in range(0, len(text) - 1, max(1, len(text) // 60)):
        [found] = faults(lambda length=length: read(text[:length]))  # type: ignore[misc]
        assert found.startswith("line ")
        assert "column" in found


def test_all_faults_at_once(document: Document) -> None:
    del document["digest"]
    document["extra"] = 1
    document["round"] = "6"
    document["bye"] = 1.0
    document["pairs"][0] = [1]
    document["pairs"][1] = [1, True]
    document["pairs"][2] = "ab"
    document["rules"]["points"]["win"] = 2.0
    document["rules"]["levels"] = "colour"
    document["rules"]["more"] = 1
    document["orders"]["fix"] = [[1, 2, 1]]
    document["levels"][1]["duals"] = {"1": 0.5, "2": None}
    document["levels"][1]["odd_sets"] = [{"players": [1, "2", 3], "dual": 2**63}]
    document["levels"][2]["duals"] = []
    document["order"][0] = {"choosers": [None], "scale": 2, "duals": {}, "odd_sets": []}
    document["order"][1] = {"choosers": [1], "first_choices": 1}
    found = faults(lambda: verify(document, TOURNAMENT))
    assert found == faults(lambda: read(json.dumps(document)))
    for fault in (
        "digest is missing.",
        "extra is no part of a certificate.",
        "round must be an integer, not '6'.",
        "bye must be an integer, not 1.0.",
        "pairs 1 2 is missing.",
        "pairs 2 2 must be an integer, not True.",
        "pairs 3 must be a list in [ ], not 'ab'.",
        "rules, points, win must be an integer, not 2.0.",
        "rules, levels must be a list in [ ], not 'colour'.",
        "rules, more is no part of a certificate.",
        "orders, fix 1 3 must be true or false, not 1.",
        "levels 2, duals, 1 must be an integer, not 0.5.",
        "levels 2, duals, 2 must be an integer, not None.",
        "levels 2, odd_sets 1, players 2 must be an integer, not '2'.",
        f"levels 2, odd_sets 1, dual is {2**63}, out of range: numbers are at most 2^62 in size.",
        "levels 3, duals must be a table in { }, not [].",
        "order 1, choosers 1 must be an integer, not None.",
        "order 2, first_choices must be true or false, not 1.",
    ):
        assert fault in found, (fault, found)


# --- No leaf can be changed ------------------------------------------------------------------------------------------


def places(value: object, at: Place = ()) -> Iterator[tuple[Place, object]]:
    """Every table, list and leaf of a document but the whole."""
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*at, key), part
        yield from places(part, (*at, key))


def changed(document: Document, place: Place, change: Change) -> Document:
    """A copy in which `change(table or list, key)` was done."""
    other = json.loads(json.dumps(document))
    holder: Any = other
    for key in place[:-1]:
        holder = holder[key]
    change(holder, place[-1])
    return other  # type: ignore[no-any-return]


def instead(value: object) -> list[object]:
    """Other values: near ones, and ones of another type."""
    if isinstance(value, bool):
        return [not value, int(value), None]
    if isinstance(value, int):
        return [value + 1, value - 1, -value, 2**61, float(value), str(value), None, True]
    if isinstance(value, str):
        return [value + "x", "", None, 1]
    if isinstance(value, dict):
        return [{**value, "more": 1}, [], None]
    if isinstance(value, list):
        return [[], {}, None, value[::-1]]
    return [0, 1, "1"]


def tampered(document: Document) -> Iterator[tuple[str, Place, Change]]:
    """Everything that can be done to one place of the document."""
    for place, value in places(document):
        yield "taken away", place, lambda holder, key: holder.__delitem__(key)
        if isinstance(place[-1], int):
            yield "doubled", place, lambda holder, key: holder.insert(key, holder[key])
            if place[-1] > 0:
                yield "moved up", place, lambda holder, key: holder.insert(key - 1, holder.pop(key))
        for other in instead(value):
            if other != value or type(other) is not type(value):
                yield f"now {other!r:.40}", place, partial(_put, other)


def _put(value: object, holder: Any, key: Any) -> None:
    holder[key] = value


def harmless(document: Document, place: Place, other: Document) -> bool:
    """What may be changed, because it says the same or is as good a proof:

    * the order in which odd sets, and players of an odd set, are listed;
    * the scale of a proof that a level is 0, whose duals add up to nothing at any scale, and of a narrowing;
    * in the natural order, that a block names a chooser whom an earlier one of the block has taken already; that a
      narrowing stands there twice or earlier than it is needed;
    * the sentence of a witness, the order in which its groups and players are listed, and a group more than it needs.
    """
    if other == document:
        return True
    holder: Any = document
    for key in place[:2]:
        holder = holder[key]
    if place[0] == "witness":
        mine, theirs = (_witness(one["witness"]) for one in (document, other))
        return mine[0] == theirs[0] and theirs[1] <= mine[1]
    if "odd_sets" in place:
        return _sets(document) == _sets(other)
    if place[-1] == "scale":
        without = not holder["duals"] and not holder["odd_sets"]
        return without or holder.get("value") == 0 or holder.get("choosers") == []
    if place[0] == "order" and len(place) == 2 and not holder["choosers"]:
        decided = [[block for block in one["order"] if block["choosers"]] for one in (document, other)]
        return decided[0] == decided[1] and all(block in other["order"] for block in document["order"])
    if place[0] == "order" and place[2:3] == ("choosers",):
        partner = {player: opponent for one, two in document["pairs"] for player, opponent in ((one, two), (two, one))}
        choosers = holder["choosers"]
        gone = set(choosers) - set(other["order"][place[1]]["choosers"])
        return all(partner.get(player) in choosers[: choosers.index(player)] for player in gone)
    return False


def _sets(document: Document) -> set[tuple[int, int, frozenset[int]]]:
    """Odd sets of all proofs without the order in which they stand."""
    return {
        (number, odd["dual"], frozenset(odd["players"]))
        for number, proof in enumerate(document["levels"] + document["order"])
        for odd in proof.get("odd_sets", [])
    }


def _witness(witness: Document) -> tuple[set[int], set[frozenset[int]]]:
    """Blockers and groups without the order in which they stand, and without the sentence."""
    return set(witness["blockers"]), {frozenset(group) for group in witness["odd_groups"]}


def accepted(document: Document, tournament: Tournament, rules: RuleSet) -> bool:
    """Whether `verify` finds nothing wrong; a rejection must say something."""
    try:
        verdict = verify(document, tournament, rules)
    except InvalidInput:
        return False
    if not verdict.valid:
        assert verdict.problems
        assert all(verdict.problems)
    return verdict.valid


CASES = 11
MOST_CHANGES = 500  # of a case; small certificates do not have that many


def case(number: int) -> tuple[Tournament, Document]:
    """Small certificates of all kinds: presets, orders, byes, with and without a legal pairing."""
    if number < 2:
        return TOURNAMENT, certificate_of(TOURNAMENT, ("combined", "modified-swiss")[number])
    if number == 2:
        barred = Tournament("No bye left", tuple(Player(id) for id in (1, 2, 3)), (Round((), byes=(1, 2, 3)),), 9)
        return barred, certificate_of(barred)
    rng = random.Random(number)
    tournament = random_tournament(rng, rng.randint(4, 9), rng.randint(1, 5), mess=rng.choice((0, 1)), fixes=False)
    return tournament, certificate_of(tournament, rng.choice(list(OPTIMA)))


@pytest.mark.parametrize("number", range(CASES))
def test_every_change_is_noticed(number: int) -> None:
    tournament, document = case(number)
    rules = rules_in(document["rules"])
    assert accepted(document, tournament, rules)
    changes = list(tampered(document))
    random.Random(number).shuffle(changes)
    unnoticed = []
    for how, place, change in changes[:MOST_CHANGES]:
        other = changed(document, place, change)
        if accepted(other, tournament, rules) and not harmless(document, place, other):
            unnoticed.append((how, place))
    assert unnoticed == []
