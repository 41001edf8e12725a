"""The FIDE (Dutch) System as users reach it: by the library's doors, whatever asks."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pairproof import Method, Request, Round, Status, Tournament, UsageProblem, pair, pair_manually, verify
from pairproof.model.errors import InvalidInput
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.rules import RuleSet
from pairproof.model.study.luck import Luck
from pairproof.model.tournament import FixedPair, Game, Result
from pairproof.solver.explain.answers import Outcome
from pairproof.solver.explain.asking import burdens, grant, opponents, reasons, sections
from pairproof.solver.explain.compare import check, compare
from pairproof.solver.methods import pair_by
from pairproof.solver.request import Conditions
from tests.inputs.dutch_tournaments import random_tournament
from tests.interpreter import loaded

DUTCH = Request("fide-dutch")


def paired() -> list[tuple[Tournament, Any]]:
    found = []
    for seed in range(14):
        tournament = random_tournament(Random(seed), 24)
        # Orders for the round to be paired are no longer there when it has been played.
        tournament = replace(tournament, next=replace(tournament.next, fix=(), forbid=frozenset()))
        pairing = pair(tournament, DUTCH)
        if pairing.status is Status.OPTIMAL:
            found.append((tournament, pairing))
    assert len(found) > 6
    return found


ROUNDS = paired()


def test_costs_of_boards_and_bye_add_up_to_the_levels() -> None:
    some = 0
    for _, pairing in ROUNDS:
        for level in pairing.levels:
            total = sum(board.costs.get(level.name, 0) for board in pairing.boards)
            assert total + pairing.bye_costs.get(level.name, 0) == level.value == level.bound, level.name
            some += level.value > 0
        assert [piece.name for piece in pairing.problem.levels] == [level.name for level in pairing.levels]
    assert some > 10


def test_the_certificate_is_for_this_round_and_no_other() -> None:
    for tournament, pairing in ROUNDS[:6]:
        filed = json.loads(json.dumps(pairing.certificate))
        verdict = verify(filed, tournament, pairing.problem.position.rules)
        assert verdict.valid, verdict.problems
        assert dict(verdict.levels) == {level.name: level.value for level in pairing.levels}
        other = verify(filed, tournament)  # by the rules that the file names: none, so another set
        assert not other.valid
        renamed = replace(tournament, name="another")
        assert not verify(filed, renamed, pairing.problem.position.rules).valid
        changed = replace(tournament, initial_colour="black" if tournament.initial_colour == "white" else "white")
        if not any(round_.games for round_ in tournament.rounds):
            assert not verify(filed, changed, pairing.problem.position.rules).valid


def test_checking_loads_no_solver() -> None:
    code = (
        "from random import Random\nfrom pairproof import load_certificate, verify\n"
        "from pairproof.solver.systems.dutch.system import SYSTEM\n"
        "from pairproof.solver.systems.dutch import check, shape, problem\n"
    )
    solvers = {"highspy", "ortools", "rustworkx", "networkx"}
    engines = {"pairproof.solver.certified.face", "pairproof.solver.systems.dutch.chain"}
    assert not loaded(code) & (solvers | engines)


def played_out(tournament: Tournament, pairing: Any) -> Tournament:
    """The tournament with the round as it was paired."""
    games = tuple(Game(board.white, board.black, Result.DRAW) for board in pairing.boards)
    coming = tournament.next
    byes = () if pairing.bye is None else (pairing.bye,)
    round_ = Round(games, byes, tuple(sorted(coming.half_byes)), tuple(sorted(coming.full_byes)))
    return replace(tournament, rounds=(*tournament.rounds, round_), next=type(coming)())


def test_a_round_played_as_paired_agrees_and_one_with_boards_exchanged_does_not() -> None:
    kinds: Counter[tuple[bool, bool]] = Counter()
    for tournament, pairing in ROUNDS:
        event = played_out(tournament, pairing)
        assert check(event, DUTCH).agrees
        assert Method.MANUAL not in compare(event, replace(DUTCH, round=len(event.rounds))).candidates
        last = event.rounds[-1]
        if len(last.games) < 2:
            continue
        for place in (1, -1):
            games = list(last.games)
            one, other = games[0], games[place]
            games[0], games[place] = replace(one, black=other.black), replace(other, black=one.black)
            changed = replace(event, rounds=(*event.rounds[:-1], replace(last, games=tuple(games))))
            checked = check(changed, DUTCH)
            assert not checked.agrees
            assert checked.played is not None
            assert checked.played.difference is not None
            assert checked.played.difference.told
            assert {broken.rule for broken in checked.played.broken} <= {"C1", "C3", "orders"}
            kinds[bool(checked.played.broken), ".C" in checked.played.difference.level] += 1
        one = last.games[0]
        turned = (Game(one.black, one.white, one.result), *last.games[1:])
        colours = check(replace(event, rounds=(*event.rounds[:-1], replace(last, games=turned))), DUTCH)
        assert colours.played is not None
        assert colours.played.difference is not None
        assert colours.played.difference.level == "colours"
    assert kinds[True, False]  # illegal
    assert kinds[False, True]  # worse
    assert kinds[False, False]  # later in the order of generation


def test_questions_are_answered() -> None:
    seen = set()
    for _, pairing in ROUNDS[:5]:
        first = pairing.boards[0]
        answers = opponents(pairing, first.white)
        assert len(answers) == pairing.problem.vertices - 1
        chosen = [answer.wish.second for answer in answers if answer.outcome is Outcome.CHOSEN]
        assert chosen == [first.black]
        for answer in answers[:6]:
            granted = grant(pairing, answer.wish)
            assert (granted.outcome, granted.told) == (answer.outcome, answer.told)
            if answer.outcome in (Outcome.WORSE, Outcome.LATER):
                assert answer.told
                assert granted.best is not None
                assert granted.best.partners[answer.wish.first] == answer.wish.second
        seen |= {answer.outcome for answer in answers}
        assert {burden.what for burden in burdens(pairing, 2)} <= {"down", "bye", "colour"}
        assert set(reasons(pairing)) <= {level.name for level in pairing.levels if level.value}
        assert len(sections(pairing)) >= 1
    assert {Outcome.CHOSEN, Outcome.ILLEGAL, Outcome.WORSE} <= seen


@pytest.mark.parametrize(
    "conditions",
    [Conditions(lookahead=1), Conditions(alternatives=2), Conditions(max_pairs_in_group={"Lisboa": 1})],
    ids=["look-ahead", "alternatives", "limits"],
)
def test_what_it_does_not_know_is_refused(conditions: Conditions) -> None:
    tournament, _ = ROUNDS[0]
    with pytest.raises(UsageProblem, match="knows no"):
        pair(tournament, replace(DUTCH, conditions=conditions))
    with pytest.raises(UsageProblem, match="manual"):
        pair_manually(tournament, DUTCH)
    with pytest.raises(UsageProblem, match="monrad"):
        pair_by(Method.MONRAD, tournament, DUTCH, Luck(1, 1))


def test_an_order_is_kept_and_the_certificate_says_so() -> None:
    for tournament, pairing in ROUNDS[:4]:
        answer = next(each for each in opponents(pairing, pairing.boards[0].white) if each.outcome is Outcome.WORSE)
        orders = replace(DUTCH.orders, fix=(FixedPair(answer.wish.first, answer.wish.second),))
        ordered = pair(tournament, replace(DUTCH, orders=orders))
        assert ordered.partners[answer.wish.first] == answer.wish.second
        assert ordered.certificate is not None
        assert ordered.certificate["orders"]["fix"]
        assert verify(ordered.certificate, tournament, pairing.problem.position.rules).valid


TRF = "012 Open\n142 5\n152 W\n{record}001    1      Ana{pad}0.0\n001    2      Bia{pad}0.0\n"


@pytest.mark.parametrize(
    ("record", "rules"),
    [
        ("192 FIDE_DUTCH", "fide-dutch"),
        ("192 fide_dutch_2025", "fide-dutch"),
        ("192 FIDE_DUTCH_2026_BAKU", "fide-dutch"),
        ("192 FIDE_DUTCH_2017", "fide-dutch"),
        ("192 FIDE_BURSTEIN", None),
        ("192 FIDE_TEAM_BAKU", None),
    ],
)
def test_record_192_names_the_rule_set(record: str, rules: str | None) -> None:
    text = TRF.format(record=record + "\n", pad=" " * 63)
    try:
        tournament = read_trf(text.encode())
    except InvalidInput as error:
        pytest.fail(str(error))
    assert tournament.rules == rules
    assert any("2017" in warning for warning in tournament.warnings) == ("2017" in record)


HEADS: dict[str, Any] = {
    "schema": "pairproof.certificate/2",
    "tournament": "another",
    "round": 97,
    "rules": {},
    "digest": "0" * 64,
    "orders": {"absent": [], "forbid": [[1, 2]], "fix": []},
}


def refused(filed: dict[str, Any], tournament: Tournament, rules: RuleSet) -> bool:
    """Whether a certificate is rejected, or is none."""
    try:
        return not verify(filed, tournament, rules).valid
    except InvalidInput:
        return True


@pytest.mark.parametrize("key", HEADS)
def test_what_a_certificate_says_of_its_file_is_held_against_the_file(key: str) -> None:
    for tournament, pairing in ROUNDS[:3]:
        rules = pairing.problem.position.rules
        filed = json.loads(json.dumps(pairing.certificate))
        assert verify(filed, tournament, rules).valid
        assert filed[key] != HEADS[key]
        assert refused({**filed, key: HEADS[key]}, tournament, rules)
        assert refused({name: value for name, value in filed.items() if name != key}, tournament, rules)


def test_a_certificate_of_another_file_or_another_system_is_rejected() -> None:
    (tournament, pairing), (other, other_pairing) = ROUNDS[:2]
    rules = pairing.problem.position.rules
    filed = json.loads(json.dumps(pairing.certificate))
    assert refused(filed, other, rules)
    assert refused(json.loads(json.dumps(other_pairing.certificate)), tournament, rules)
    combined = pair(tournament, Request("combined"))
    assert refused(json.loads(json.dumps(combined.certificate)), tournament, rules)
    assert refused({**filed, "pairs": [[black, white] for white, black in filed["pairs"]]}, tournament, rules)
