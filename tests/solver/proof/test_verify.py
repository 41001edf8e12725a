"""`verify`: right certificates pass, and one that is for something else is told what."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairproof.model import PRESETS, FixedPair, InvalidInput, Result, Tournament
from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders
from pairproof.solver.certified.engine import Certified, solve
from pairproof.solver.optimal import pair
from pairproof.solver.proof.identity import position_digest, rules_document
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Conditions, Request
from pairproof.solver.systems.optimum.pairing import pairing_of, problem_of
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle
from tests.solver.proof.cases import (
    Document,
    certificate_of,
    problems,
    two_splits,
    written_by_0_1,
)

PROFILE = replace(
    PRESETS["combined"],
    name="profile",
    levels=("score-gap-profile", "floaters", "exemption", "absolute-colour"),
    bracket_style="merged",
)
RULES = (*OPTIMA.values(), PROFILE)


# --- What is right passes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_random_certificates_are_valid(seed: int) -> None:
    rng = random.Random(seed)
    tournament = random_tournament(rng, rng.randint(1, 12), rng.randint(0, 6), mess=rng.choice((0, 0.3, 1)))
    for rules in RULES:
        try:
            document = certificate_of(tournament, rules)
        except InvalidInput:
            assert tournament.next.fix or not oracle.State(tournament, rules).present  # a fixed pair may be illegal
            continue
        verdict = verify(document, tournament, rules)
        assert verdict.valid, verdict
        assert verdict.problems == ()
        assert verdict.rules == rules.name


def test_certificates_of_version_0_1_are_valid() -> None:
    """Their natural order is proved by digits, which the engine does not write any more."""
    old = written_by_0_1()
    assert all(any(block["choosers"] and "scale" in block for block in document["order"]) for document, _, _ in old)
    for document, tournament, rules in old:
        assert verify(document, tournament, rules).problems == ()
        today = pair(tournament, Request(rules, round=document["round"]))
        assert [[board.white, board.black] for board in today.boards] == document["pairs"]
    assert len(old) == 4


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_larger_certificates_are_valid(rules: RuleSet) -> None:
    tournament = simulated_open(60, 6, 1, clubs=8)
    document = certificate_of(tournament, rules)
    verdict = verify(document, tournament, rules)
    assert verdict.valid, verdict
    assert verdict.claim == "optimal"
    assert verdict.round == 7
    assert verdict.levels == tuple((entry["name"], entry["value"]) for entry in document["levels"])


@pytest.mark.parametrize("seed", range(40))
def test_what_is_valid_is_the_pairing_of_the_rules(seed: int) -> None:
    """Against the brute force: a certificate that passes names the pairing of RULES 9, or there is none."""
    rng = random.Random(1000 + seed)
    tournament = random_tournament(rng, rng.randint(2, 8), rng.randint(1, 5), mess=rng.choice((0, 1)), fixes=False)
    rules = rng.choice(list(OPTIMA.values()))
    pairing = pair(tournament, Request(rules))
    assert pairing.certificate is not None
    assert verify(pairing.certificate, tournament, rules).valid
    state = oracle.State(tournament, pairing.problem.position.rules)
    best = oracle.best(state)
    if best is None:
        assert "witness" in pairing.certificate
        return
    costs, optima = best
    assert [entry["value"] for entry in pairing.certificate["levels"]] == list(costs)
    seated = {oracle.pair_of(*board) for board in pairing.certificate["pairs"]}
    if pairing.certificate["bye"] is not None:
        seated.add((0, pairing.certificate["bye"]))
    assert seated == oracle.natural(state, optima)


def test_orders_are_applied(club: Tournament) -> None:
    orders = Orders(absent=frozenset({4}), forbid=frozenset({(0, 25), (1, 2)}), fix=(FixedPair(3, 20, True),))
    document = certificate_of(club, orders=orders)
    assert [3, 20] in document["pairs"]
    verdict = verify(document, club)
    assert verdict.valid
    assert verdict.notes == (
        "The pairing was made under orders given with the command: 4 is absent; the bye for 25 is forbidden; "
        "1-2 is forbidden; 3w-20b is fixed.",
    )


def test_published_pairing_is_kept(club: Tournament) -> None:
    published = frozenset({(1, 20), (2, 19), (0, 25)})
    for last in (False, True):
        document = certificate_of(club, orders=Orders(keep=published, keep_last=last))
        verdict = verify(document, club)
        assert verdict.valid, verdict
        assert "1-20 is to be kept" in verdict.notes[0]
        for change in ({"keep": [[0, 25], [1, 20]]}, {"keep_last": not last}, {"relax": True}):
            assert problems({**document, "orders": {**document["orders"], **change}}, club)
        assert "not sorted" in problems({**document, "orders": {**document["orders"], "relax": False}}, club)


def test_relaxed_criteria() -> None:
    halves = two_splits()
    document = certificate_of(halves, orders=Orders(relax=True))
    verdict = verify(document, halves)
    assert verdict.valid, verdict
    assert verdict.levels[0] == ("relaxed:no-rematch", 1)
    assert "hard criteria may be broken, as little as possible" in verdict.notes[0]
    del document["orders"]["relax"]
    assert "The digest differs" in problems(document, halves)


def test_nothing_is_relaxed_where_a_legal_pairing_exists(club: Tournament) -> None:
    """Then the sentence "No legal pairing exists" would be false."""
    problem = problem_of(club, Request(orders=Orders(relax=True)))
    result = solve(problem)
    assert isinstance(result, Certified)
    document = pairing_of(problem, result).certificate
    assert document is not None
    assert "there is a legal pairing" in problems(dict(document), club)


def test_limit_within_a_group(club: Tournament, document: Document) -> None:
    """A pairing that is the best without the limit is the best with it, if it keeps to it."""
    group_of = {player.id: player.groups for player in club.players}
    counts = {
        group: sum(group in group_of[one] and group in group_of[other] for one, other in document["pairs"])
        for groups in group_of.values()
        for group in groups
    }
    group, among = max(counts.items(), key=lambda item: item[1])
    assert among
    limited = replace(PRESETS["combined"], name="limited", max_pairs_in_group=((group, among),))
    same = {**document, "rules": rules_document(limited)}
    same["digest"] = position_digest(problem_of(club, Request(limited)).position)
    assert verify(same, club, limited).valid
    limited = replace(limited, max_pairs_in_group=((group, among - 1),))
    more = {**document, "rules": rules_document(limited)}
    more["digest"] = position_digest(problem_of(club, Request(limited)).position)
    assert f"are among players of {group!r}, but at most {among - 1} may be" in problems(more, club, limited)


def test_earlier_round(club: Tournament) -> None:
    certificate = pair(club, Request(round=4)).certificate
    assert certificate is not None
    assert verify(certificate, club).valid


# --- What it is for --------------------------------------------------------------------------------------------------


def test_another_tournament_name(club: Tournament, document: Document) -> None:
    assert "for the tournament 'Club', the file holds 'Other'" in problems(document, replace(club, name="Other"))


def test_one_result_changed(club: Tournament, document: Document) -> None:
    last = club.rounds[-1]
    game = last.games[3]
    changed = Result.BLACK_WINS if game.result is Result.WHITE_WINS else Result.WHITE_WINS
    games = (*last.games[:3], replace(game, result=changed), *last.games[4:])
    other = replace(club, rounds=(*club.rounds[:-1], replace(last, games=games)))
    assert "another tournament, round, rule set or state of results" in problems(document, other)


def test_another_player_present(club: Tournament, document: Document) -> None:
    other = replace(club, next=replace(club.next, absent=frozenset({7})))
    text = problems(document, other)
    assert "The digest differs" in text
    assert "seats 7, not present" in text


def test_player_not_seated(club: Tournament) -> None:
    document = certificate_of(club, orders=Orders(absent=frozenset({7})))
    document["orders"]["absent"] = []
    assert "does not seat 7, present by the file" in problems(document, club)


def test_round_changed(club: Tournament, document: Document) -> None:
    document["round"] = 5
    assert "for round 5, the next round of the file is 6" in problems(document, club)
    document["round"] = 7
    assert "Round 7 of the certificate does not fit the file: Round 7 cannot be paired" in problems(document, club)


def test_digest_changed(club: Tournament, document: Document) -> None:
    document["digest"] = "0" * 64
    assert "The digest differs" in problems(document, club)


def test_another_rule_set_asked_for(club: Tournament, document: Document) -> None:
    text = problems(document, club, PRESETS["colour-swiss"])
    assert "for the rule set 'combined', not for 'colour-swiss' as asked: they differ in name, levels, ranking" in text


@pytest.mark.parametrize(
    ("path", "value", "part"),
    [
        (("rules", "levels"), ["score-gap", "exemption"], "levels"),
        (("rules", "levels"), ["score-gap", "exemption", "nonsense"], "levels"),
        (("rules", "hard"), ["no-rematch"], "hard"),
        (("rules", "ranking"), ["rating", "lot"], "ranking"),
        (("rules", "ranking"), ["score"], "ranking"),
        (("rules", "exemption"), False, "exemption"),
        (("rules", "bracket_style"), "merged", "bracket_style"),
        (("rules", "bracket_style"), "sideways", "bracket_style"),
        (("rules", "points", "win"), 3, "points.win"),
        (("rules", "points", "win"), -1, "points.win"),
        (("rules", "policy", "sos_bye"), "own-score", "policy.sos_bye"),
        (("rules", "policy", "sos_bye"), "x", "policy.sos_bye"),
    ],
)
def test_rules_changed(club: Tournament, document: Document, path: tuple[str, ...], value: object, part: str) -> None:
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert f"they differ in {part}." in problems(document, club)


def test_points_of_the_file(club: Tournament, document: Document) -> None:
    text = problems(document, replace(club, points={"bye": 1}))
    assert "they differ in points.bye" in text


def test_rule_set_under_a_borrowed_name(club: Tournament) -> None:
    weaker = replace(PRESETS["combined"], levels=("bye-score", "exemption"))
    document = certificate_of(club, weaker)
    assert verify(document, club, weaker).valid
    assert "they differ in levels" in problems(document, club)


def test_rule_set_other_than_the_file_names(club: Tournament, document: Document) -> None:
    other = replace(club, rules="colour-swiss")
    assert verify(document, other, PRESETS["combined"]).valid
    sentence = problems(document, other)
    assert "is for the rule set 'combined', not for 'colour-swiss' that the tournament file names" in sentence
    assert "name the same rules here" in sentence


def test_a_certificate_cannot_choose_weaker_rules(club: Tournament) -> None:
    weak = replace(PRESETS["combined"], name="weak", hard=("full-round",), levels=("bye-score",), exemption=False)
    assert "they differ in name, hard, levels, exemption" in problems(certificate_of(club, weak), club)


def test_limits_of_the_command_are_noted(club: Tournament) -> None:
    group = next(group for player in club.players for group in player.groups)
    certificate = pair(club, Request(conditions=Conditions(max_pairs_in_group={group: 99}))).certificate
    assert certificate is not None
    verdict = verify(certificate, club)
    assert verdict.valid
    assert verdict.notes == (f"The round was paired with limits of pairs in a group: {group} 99.",)


def test_limits_of_command_and_rule_file(club: Tournament) -> None:
    """Both hold; those of the rule file cannot be loosened by a certificate."""
    one, two = sorted({group for player in club.players for group in player.groups})[:2]
    rules = replace(PRESETS["combined"], max_pairs_in_group=((one, 50),))
    for given, noted in (({two: 99}, f"{one} 50, {two} 99"), ({one: 60}, ""), ({one: 40}, f"{one} 40")):
        certificate = pair(club, Request(rules, conditions=Conditions(max_pairs_in_group=given))).certificate
        assert certificate is not None
        verdict = verify(certificate, club, rules)
        assert verdict.valid, verdict
        assert verdict.notes == ((f"The round was paired with limits of pairs in a group: {noted}.",) if noted else ())
    loose = pair(club, Request(replace(rules, max_pairs_in_group=((one, 60),)))).certificate
    assert loose is not None
    assert "they differ in max_pairs_in_group" in problems(dict(loose), club, rules)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("absent", [1], "The digest differs"),
        ("absent", [99], "There is no player 99 to be absent"),
        ("absent", [2, 1], "not sorted"),
        ("absent", [1, 1], "not sorted, or one of them stands there twice"),
        ("forbid", [[1, 25]], "The digest differs"),
        ("forbid", [[1, 1]], "cannot be paired with himself"),
        ("fix", [[1, 25, False]], "The digest differs"),
        ("fix", [[1, 99, False]], "there is no player 99"),
    ],
)
def test_orders_changed(club: Tournament, document: Document, key: str, value: object, sentence: str) -> None:
    document["orders"][key] = value
    assert sentence in problems(document, club)


def test_orders_taken_away(club: Tournament) -> None:
    document = certificate_of(club, orders=Orders(forbid=frozenset({(1, 2)}), fix=(FixedPair(3, 20),)))
    document["orders"]["fix"] = []
    assert "The digest differs" in problems(document, club)
