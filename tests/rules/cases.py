"""Cases worked out by hand from RULES, and the three ways in which each must come out the same.

A case is a position in a few readable lines and the pairing that the text gives; `BY` are the oracle of
`tests.reference`, the certified engine, and CP-SAT.  The files of this folder hold the cases, one file a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.tournament import BYE, Game, NextRound, Player, Result, Round, Tournament
from pairproof.solver import Conditions, Engine, Request, pair
from tests.reference.oracle import Pairing, State, best, boards, natural

COMBINED = PRESETS["combined"]
MODIFIED = PRESETS["modified-swiss"]
COLOUR = PRESETS["colour-swiss"]


def read_round(text: str) -> Round:
    """A round from "1-2 1-0, 3-4 =, bye 5, half 6, full 7"; `=` is a draw, `1~2` a game without colours."""
    games: list[Game] = []
    others: dict[str, list[int]] = {"bye": [], "half": [], "full": []}
    for entry in text.split(","):
        what, value = entry.split()
        if what in others:
            others[what].append(int(value))
            continue
        white, black = what.replace("~", "-").split("-")
        result = Result("1/2-1/2" if value == "=" else value)
        games.append(Game(int(white), int(black), result, coloured="~" not in what))
    return Round(tuple(games), tuple(others["bye"]), tuple(others["half"]), tuple(others["full"]))


def tournament(count: int, *rounds: str, **more: Any) -> Tournament:
    """Players 1 … count, the higher rated first, and the rounds."""
    players = tuple(Player(p, rating=2000 - 10 * p) for p in range(1, count + 1))
    return Tournament("", players, tuple(read_round(text) for text in rounds), **more)


def with_next(**what: Any) -> dict[str, NextRound]:
    """`next` for `tournament`; sets may be given as any iterable."""
    values: dict[str, Any] = {name: tuple(value) if name == "fix" else frozenset(value) for name, value in what.items()}
    return {"next": NextRound(**values)}


def optimum(state: State) -> tuple[tuple[int, ...], Pairing]:
    """The level vector and the pairing chosen."""
    found = best(state)
    assert found is not None
    return found[0], natural(state, found[1])


def only(level: str, rules: RuleSet = COMBINED) -> RuleSet:
    """The rule set with this level alone."""
    return replace(rules, levels=(level,), exemption=level == "exemption")


def last_round(rules: RuleSet = COMBINED) -> State:
    """Round 3 of 3; 1 and 2 have four points, 3 and 4 two; 1 and 2 have had two whites."""
    return State(
        tournament(
            8,
            "1-5 1-0, 2-6 1-0, 7-3 =, 8-4 =",
            "1-6 1-0, 2-5 1-0, 3-8 =, 4-7 =",
            rounds_planned=3,
            **with_next(absent=(5, 6, 7, 8)),
        ),
        rules,
    )


def four_two_two_zero(rules: RuleSet) -> State:
    """Round 3: 1 has 4, 2 and 3 have 2, 4 has 0, everybody had white, then black; 1 and 2 floated down in round 2."""
    return State(
        tournament(
            8,
            "1-5 1-0, 2-6 1-0, 3-7 1-0, 4-8 0-1",
            "6-1 0-1, 5-2 1-0, 8-3 1-0, 7-4 1-0",
            **with_next(absent=(5, 6, 7, 8)),
        ),
        rules,
    )


@dataclass(frozen=True)
class Case:
    """A position, and what the rules make of it.

    `pairs` is "1-4 2-3 5": who meets whom, and who has the bye; empty where nothing is legal.  `levels` are values
    worked out, by name; `whites` those who have white, in the order of the boards, where the case is about colours.
    """

    says: str
    tournament: Tournament
    pairs: str
    rules: RuleSet = COMBINED
    levels: Mapping[str, int] = field(default_factory=dict)
    whites: tuple[int, ...] = ()


Found = tuple[set[frozenset[int]], dict[str, int], tuple[int, ...]]


def _oracle(case: Case) -> Found:
    state = State(case.tournament, case.rules)
    if best(state) is None:
        return set(), {}, ()
    values, chosen = optimum(state)
    seats = boards(state, chosen)
    whites = tuple(board.white for board in seats if board.black != BYE)
    return (
        {frozenset(both) - {BYE} for both in chosen},
        dict(zip(state.level_names(), values, strict=True)),
        whites,
    )


def _product(engine: Engine) -> Callable[[Case], Found]:
    def found(case: Case) -> Found:
        pairing = pair(case.tournament, Request(case.rules, conditions=Conditions(engine)))
        assert pairing.status in ("optimal", "infeasible")
        seats = {frozenset((board.white, board.black)) for board in pairing.boards}
        seats |= set() if pairing.bye is None else {frozenset({pairing.bye})}
        values = {level.name: level.value for level in pairing.levels}
        return seats, values, tuple(board.white for board in pairing.boards)

    return found


BY: dict[str, Callable[[Case], Found]] = {
    "oracle": _oracle,
    "certified": _product(Engine.AUTO),
    "cp-sat": _product(Engine.CP_SAT),
}


def every_way(cases: list[Case]) -> pytest.MarkDecorator:
    """Parametrizes a test by `case` and `by`, the name of the way."""
    named = [pytest.param(case, by, id=f"{case.says.split(':')[0]}-{by}") for case in cases for by in BY]
    return pytest.mark.parametrize(("case", "by"), named)


def hold(case: Case, by: str) -> None:
    """The way gives what the case says."""
    seats, values, whites = BY[by](case)
    assert seats == {frozenset(map(int, pair.split("-"))) for pair in case.pairs.split()}, case.says
    assert {name: values[name] for name in case.levels} == dict(case.levels), case.says
    if case.whites:
        assert whites == case.whites, case.says
