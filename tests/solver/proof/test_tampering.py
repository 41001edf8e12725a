"""`verify`: whatever is wrong with the pairing or the proof is named."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from pairproof.model import PRESETS, Player, Tournament
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from pairproof.solver.result import boards_of, level_costs
from pairproof.solver.systems.optimum.pairing import problem_of
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle
from tests.solver.proof.cases import (
    SIX,
    Document,
    certificate_of,
    level,
    problems,
    proofs,
    split_with_bye,
    two_splits,
    written_by_0_1,
)

# --- The pairing -----------------------------------------------------------------------------------------------------


def test_pairs_exchanged() -> None:
    document = certificate_of(SIX)
    assert document["pairs"] == [[2, 1], [4, 3], [6, 5]]
    document["pairs"] = [[2, 3], [4, 5], [6, 1]]
    text = problems(document, SIX)
    assert "6-1 on board 3 should stand below" not in text
    assert "4-5 on board 2 should stand below 6-1" in text
    document["pairs"] = [[2, 3], [6, 1], [4, 5]]
    assert problems(document, SIX).startswith("Natural order, block 1")


def test_illegal_pair_names_the_rule() -> None:
    document = certificate_of(SIX)
    document["pairs"] = [[2, 3], [4, 1], [6, 5]]
    assert "4-1 is illegal (no-rematch: 1 and 4 met in round 1)" in problems(document, SIX)


def test_illegal_bye_names_the_rule(club: Tournament, document: Document) -> None:
    had = club.rounds[0].byes[0]
    white, black = next(board for board in document["pairs"] if had in board)
    document["pairs"].remove([white, black])
    document["pairs"].append([document["bye"], white + black - had])
    document["bye"] = had
    assert f"the bye for {had} is illegal (single-bye: {had} had a bye in round 1)" in problems(document, club)


def test_colours_swapped(club: Tournament, document: Document) -> None:
    white, black = document["pairs"][2]
    document["pairs"][2] = [black, white]
    assert f"On board 3 {white} should have white against {black} (RULES 4.4)" in problems(document, club)


def test_boards_out_of_order(club: Tournament, document: Document) -> None:
    document["pairs"][0], document["pairs"][1] = document["pairs"][1], document["pairs"][0]
    first, second = ("-".join(map(str, board)) for board in document["pairs"][:2])
    assert f"{first} on board 1 should stand below {second} (RULES 10)" in problems(document, club)


def test_who_is_seated(club: Tournament, document: Document) -> None:
    bye, [white, black] = document["bye"], document["pairs"][0]
    for change, sentence in (
        ({"bye": None}, "odd number, but nobody has the bye"),
        ({"bye": white}, f"Player {white} stands twice: board 1, the bye"),
        ({"bye": 99}, "the bye: 99 is not among the players present"),
        ({"bye": 0}, "the bye: 0 is not among the players present"),
        ({"pairs": document["pairs"][1:]}, f"Not paired, though present: {min(white, black)}, {max(white, black)}"),
        ({"pairs": [*document["pairs"], [bye, 0]]}, "0 is not among the players present"),
        ({"pairs": [[white, white], *document["pairs"][1:]]}, f"Player {white} stands twice"),
    ):
        assert sentence in problems({**document, **change}, club)
    six = certificate_of(SIX)
    assert "5 has the bye, but 6 players are present" in problems({**six, "pairs": six["pairs"][:2], "bye": 5}, SIX)


# --- Levels ----------------------------------------------------------------------------------------------------------


def test_each_dual_counts(club: Tournament, document: Document) -> None:
    assert any(proof["duals"] for proof in proofs(document))
    for number, proof in enumerate(proofs(document)):
        for player in ["1", *proof["duals"]]:
            for step in (1, -1):
                other = copy.deepcopy(document)
                duals = proofs(other)[number]["duals"]
                duals[player] = duals.get(player, 0) + step
                assert "the duals add up to" in problems(other, club)
        for place in range(len(proof["odd_sets"])):
            other = copy.deepcopy(document)
            proofs(other)[number]["odd_sets"][place]["dual"] += 1
            assert "the duals add up to" in problems(other, club)


def test_duals_that_keep_their_sum() -> None:
    document = certificate_of(SIX)
    gap = level(document, "score-gap")
    assert gap["odd_sets"] == [{"players": [1, 2, 3], "dual": 4}]
    gap["duals"] = {"1": 8, "2": -8}
    assert "Level score-gap: 1-3 has the negative reduced cost -8 (scale 2)" in problems(document, SIX)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ([1, 2], "the odd set {1, 2} is not odd: it has 2 players"),
        ([1, 2, 3, 4], "the odd set {1, 2, 3, 4} is not odd"),
        ([], "the odd set {} is not odd: it has 0 players"),
        ([1, 2, 2], "holds a player twice"),
        ([1, 2, 9], "holds 9, not among the players present"),
        ([1, 2, 0], "holds the bye, not among the players present"),
        ([1, 2, 4], "has the negative reduced cost"),
        ([1, 2, 3, 4, 5], "has the negative reduced cost"),
    ],
)
def test_odd_set_changed(players: list[int], sentence: str) -> None:
    document = certificate_of(SIX)
    level(document, "score-gap")["odd_sets"][0]["players"] = players
    text = problems(document, SIX)
    assert text.startswith("Level score-gap: ")
    assert sentence in text


def test_odd_set_twice() -> None:
    document = certificate_of(SIX)
    level(document, "score-gap")["odd_sets"] = [{"players": [1, 2, 3], "dual": 2}, {"players": [3, 2, 1], "dual": 2}]
    assert "the odd set {3, 2, 1} stands there twice" in problems(document, SIX)


def test_negative_dual_of_a_set_that_is_no_equation() -> None:
    """A negative dual of {4, 5, 6} would pay for reduced costs elsewhere; only an equation may have one."""
    document = certificate_of(SIX)
    gap = level(document, "score-gap")
    gap["odd_sets"].append({"players": [4, 5, 1], "dual": -2})
    gap["duals"] = {"6": 2}
    text = "the odd set {4, 5, 1} has the negative dual -2, but no earlier level made it an equation"
    assert text in problems(document, SIX)


def test_the_sign_is_free_only_after_the_level_that_made_the_equation(club: Tournament) -> None:
    """{1, 2, 3} is an equation from score-gap on: the same numbers pass after it, and not before."""
    shifted = {"duals": {"1": 2, "2": -2, "3": 2, "4": -2}, "odd_sets": []}
    document = certificate_of(SIX)
    squares = level(document, "score-gap-squares")
    assert squares["odd_sets"] == [{"players": [1, 2, 3], "dual": 8}]
    # x(δ(1)) + x(δ(2)) + x(δ(3)) = 2 x(pairs inside) + x(δ{1, 2, 3}): +10 on the set, −6 for the players, is no proof …
    squares["odd_sets"][0]["dual"] = -4
    squares["duals"] = {"4": 12}
    text = problems(document, SIX)
    assert "negative dual" not in text
    assert "negative reduced cost" in text
    # … but the sign is allowed here, and is not one level earlier.
    document = certificate_of(SIX)
    level(document, "bye-score").update(shifted, odd_sets=[{"players": [1, 2, 3], "dual": -4}])
    assert "Level bye-score: the odd set {1, 2, 3} has the negative dual -4" in problems(document, SIX)


def test_negative_duals_of_equations_are_used_and_valid() -> None:
    tournament = simulated_open(100, 5, 1)
    document = certificate_of(tournament)
    negative = [odd for entry in document["levels"] for odd in entry["odd_sets"] if odd["dual"] < 0]
    if not negative:
        pytest.skip("the engine found duals without a negative one")
    assert verify(document, tournament).valid
    # The set of all others is left by the same pairs, but nobody made it an equation.
    everybody = {player for board in document["pairs"] for player in board}
    if document["bye"] is not None:
        everybody |= {document["bye"], 0}
    negative[0]["players"] = sorted(everybody - set(negative[0]["players"]))
    assert "but no earlier level made it an equation" in problems(document, tournament)


@pytest.mark.parametrize(
    ("scale", "sentence"),
    [(0, "the scale is 0"), (-2, "the scale is -2"), (1, "add up to"), (4, "add up to")],
)
def test_scale_changed(scale: int, sentence: str) -> None:
    document = certificate_of(SIX)
    level(document, "score-gap")["scale"] = scale
    assert sentence in problems(document, SIX)


def test_level_values(club: Tournament, document: Document) -> None:
    assert document["levels"]
    for number, entry in enumerate(document["levels"]):
        for step in (1, -1):
            other = copy.deepcopy(document)
            other["levels"][number]["value"] += step
            text = problems(other, club)
            assert text == (
                f"Level {entry['name']}: the value is given as {entry['value'] + step}, "
                f"but the pairing costs {entry['value']}."
            )


def test_level_names(club: Tournament, document: Document) -> None:
    levels = document["levels"]
    for change, sentence in (
        (levels[1:], "The level restricted-groups of the rule set is missing."),
        (levels[:-1], "The level float-two-back of the rule set is missing."),
        ([*levels, {**levels[0], "name": "extra"}], "The rule set has no level 'extra'."),
        ([levels[1], levels[0], *levels[2:]], "The levels stand as repeated-float, restricted-groups"),
        ([*levels, levels[-1]], "The levels stand as"),
    ):
        assert sentence in problems({**document, "levels": change}, club)


def test_unknown_players_in_duals(club: Tournament, document: Document) -> None:
    for name in ("99", "01", "x", "-1", "", "٣", "9" * 50):
        other = copy.deepcopy(document)
        other["levels"][0]["duals"][name] = 0
        assert "there is a dual of" in problems(other, club)


def test_numbers_beyond_64_bits() -> None:
    """Sums that would wrap around in 64 bits are refused."""
    document = certificate_of(SIX)
    gap = level(document, "score-gap")
    gap["duals"] = {"1": 2**62, "2": 2**62, "3": 2**62, "4": -(2**62), "5": -(2**62), "6": -(2**62)}
    assert "too large to be added up exactly" in problems(document, SIX)
    document = certificate_of(SIX)
    level(document, "score-gap").update(scale=2**62 - 1)
    assert "the numbers are too large to be added up exactly (2^62 or more)" in problems(document, SIX)


# --- Attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_no_other_legal_pairing_passes(seed: int) -> None:
    """Each other legal pairing, seated properly and with its own honest values, under the duals of the best one."""
    rng = random.Random(seed)
    tournament = random_tournament(rng, rng.choice((5, 6, 7, 8)), 2, mess=0)
    rules = rng.choice(list(OPTIMA.values()))
    problem = problem_of(tournament, Request(rules))
    document = certificate_of(tournament, rules)
    if "witness" in document:
        pytest.skip("nothing is legal in this position")
    position = problem.position
    tried = 0
    for pairing in oracle.legal_pairings(oracle.State(tournament, position.rules)):
        pairs = [tuple(sorted(position.index_of[player] for player in players)) for players in pairing]
        boards, bye, _ = boards_of(problem, pairs)  # type: ignore[arg-type]
        costs = level_costs(problem, [u for u, _ in pairs], [v for _, v in pairs])
        other = copy.deepcopy(document)
        other["pairs"], other["bye"] = [[board.white, board.black] for board in boards], bye
        for entry in other["levels"]:
            entry["value"] = sum(costs[entry["name"]])
        assert verify(other, tournament, rules).valid is (other == document)
        tried += 1
    assert tried > 1


# --- Natural order ---------------------------------------------------------------------------------------------------


def test_blocks_of_the_order(club: Tournament, document: Document) -> None:
    blocks = document["order"]
    assert len(blocks) > 2
    first = blocks[0]["choosers"]
    stranger = {**blocks[0], "choosers": [first[-1], *first[1:-1], first[0]]}
    for change, sentence in (
        ([], f"the blocks end where it is the turn of {first[0]}"),
        (blocks[:-1], "Natural order: the blocks end where it is the turn of"),
        (blocks[1:], "but it is the turn of"),
        (
            [*blocks, blocks[-1]],
            "): everybody has chosen already.",
        ),
        ([stranger, *blocks[1:]], f"it is the turn of {first[0]}"),
        ([{**blocks[0], "choosers": []}, *blocks[1:]], "block 1: it has no choosers"),
        ([{**blocks[0], "choosers": [99]}, *blocks[1:]], "block 1: the choosers are 99"),
    ):
        assert sentence in problems({**document, "order": change}, club)
    for place in range(len(blocks)):
        assert problems({**document, "order": blocks[:place] + blocks[place + 1 :]}, club).startswith("Natural order")


def test_blocks_merged() -> None:
    """Two blocks put together are another number, or two brackets: the duals of the two do not prove it."""
    rejected = 0
    for document, tournament, rules in written_by_0_1():
        blocks = document["order"]
        for place, (one, two) in enumerate(pairwise(blocks)):
            if not one.get("duals"):
                continue
            both = copy.deepcopy(one)
            both["choosers"] += two["choosers"]
            for player, dual in two.get("duals", {}).items():
                both["duals"][player] = both["duals"].get(player, 0) + dual
            verdict = verify({**document, "order": [*blocks[:place], both, *blocks[place + 2 :]]}, tournament, rules)
            # Choosers without candidates add no digit: with them the block proves the same.
            assert verdict.valid or verdict.problems[0].startswith(f"Natural order, block {place + 1}")
            rejected += not verdict.valid
    assert rejected > 3


def test_first_choices_are_no_way_around_a_proof() -> None:
    """A block whose choosers do not have their first open candidates cannot pass without its proof."""
    plain = replace(PRESETS["modified-swiss"], name="plain")
    document = certificate_of(SIX, plain)
    assert verify(document, SIX, plain).valid
    found = 0
    for document, tournament, rules in written_by_0_1():
        for place, block in enumerate(document["order"]):
            if "scale" in block and block["duals"]:
                other = copy.deepcopy(document)
                other["order"][place] = {"choosers": block["choosers"], "first_choices": True}
                text = problems(other, tournament, rules)
                found += f"block {place + 1} (" in text and "the first open candidate of" in text
    assert found


def narrowings(document: Document) -> list[int]:
    """Places of the narrowings in the order."""
    return [place for place, block in enumerate(document["order"]) if not block["choosers"]]


def test_narrowings_are_needed_and_used(club: Tournament, document: Document) -> None:
    """Without it somebody has passed over a candidate; once more, or with another scale, it says the same."""
    assert narrowings(document)
    for place in narrowings(document):
        without = {**document, "order": document["order"][:place] + document["order"][place + 1 :]}
        assert "the first open candidate of" in problems(without, club)
        twice = copy.deepcopy(document)
        twice["order"].insert(place, {**document["order"][place], "scale": 3})
        assert verify(twice, club).valid


def test_each_change_of_a_narrowing(club: Tournament) -> None:
    """Its duals, its sets, whom it is about, where it stands: what says anything else is refused, with a sentence."""
    seen = set()
    for seed in range(6):
        tournament = simulated_open(25, 5, seed)
        document = certificate_of(tournament, PRESETS["colour-swiss"])
        for place in narrowings(document):
            block = document["order"][place]
            for name, other, sentence in _narrowings_changed(document, block):
                changed = copy.deepcopy(document)
                changed["order"][place] = other
                text = problems(changed, tournament, PRESETS["colour-swiss"])
                assert text.startswith(f"Natural order, block {place + 1}")
                assert sentence in text, name
                assert "()" not in text
                seen.add(name)
    assert len(seen) == 11


def _narrowings_changed(document: Document, block: Document) -> Iterator[tuple[str, Document, str]]:
    """What may be done to a narrowing, how it goes on, and a piece of the sentence about it."""
    duals, odd_sets = block["duals"], block["odd_sets"]
    yield "no proof", {"choosers": [], "first_choices": True}, "it has no choosers, and it is the turn of"
    yield "somebody's", {**block, "choosers": [99]}, "the choosers are 99, but it is the turn of"
    yield "scale", {**block, "scale": 0}, "the scale is 0"
    yield "stranger", {**block, "duals": {**duals, "99": 1}}, "there is a dual of '99'"
    for player in duals:
        for step in (1, -1):
            yield "dual", {**block, "duals": {**duals, player: duals[player] + step}}, "the duals add up to"
        less = {name: dual for name, dual in duals.items() if name != player}
        yield "without a dual", {**block, "duals": less}, "the duals add up to"
    # What the barrier was paid with is paid by somebody else: his pairs cost less than nothing then.
    for player, dual in duals.items():
        stranger = next((f"{white}" for white, _ in document["pairs"] if f"{white}" not in duals), None)
        if dual > 0 and not odd_sets and len(duals) == 2 and stranger:
            moved = {stranger: dual, **{name: other for name, other in duals.items() if name != player}}
            yield "somebody else's dual", {**block, "duals": moved}, "has the negative reduced cost"
    for place, odd in enumerate(odd_sets):

        def with_set(other: Document | None, place: int = place) -> Document:
            return {**block, "odd_sets": odd_sets[:place] + ([other] if other else []) + odd_sets[place + 1 :]}

        yield "without a set", with_set(None), "the duals add up to"
        yield "set's dual", with_set({**odd, "dual": odd["dual"] + 1}), "the duals add up to"
        yield "even set", with_set({**odd, "players": odd["players"][1:]}), "is not odd"
        if odd["dual"] < 0:
            unknown = {**odd, "players": odd["players"][2:]}
            yield "no equation", with_set(unknown), "but no earlier level made it an equation"


def test_first_choices_false() -> None:
    document = certificate_of(SIX)
    document["order"][0] = {"choosers": document["order"][0]["choosers"], "first_choices": False}
    assert "first_choices is false, and there is no proof" in problems(document, SIX)


def test_digits_too_many() -> None:
    """A block of too many choosers is refused before its digits overflow."""
    tournament = Tournament("Many", tuple(Player(player) for player in range(1, 61)))
    document = certificate_of(tournament)
    document["order"] = [{"choosers": list(range(1, 61)), "scale": 2, "duals": {}, "odd_sets": []}]
    assert "their digits would need more than 2^62" in problems(document, tournament)


# --- Nothing is legal ------------------------------------------------------------------------------------------------


def test_witnesses_are_valid() -> None:
    for tournament in (two_splits(), split_with_bye()):
        verdict = verify(certificate_of(tournament), tournament)
        outcome = verdict.valid, verdict.problems, verdict.claim, verdict.round, verdict.rules
        assert outcome == (True, (), "infeasible", len(tournament.rounds) + 1, "combined")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"blockers": [1]}, "1 stands twice, in the blockers and in group 1"),
        ({"blockers": [9]}, "9, in the blockers, is not present"),
        ({"blockers": [0]}, "0, in the blockers, is not present"),
        ({"odd_groups": []}, "more odd groups than blockers: groups 0, blockers 0"),
        ({"odd_groups": [[1, 2], [4, 5, 6]]}, "Group 1 {1, 2} is not odd: it has 2 players"),
        ({"odd_groups": [[1, 2, 2], [4, 5, 6]]}, "2 stands twice, in group 1 and in group 1"),
        ({"odd_groups": [[1, 2, 3], [3, 5, 6]]}, "3 stands twice, in group 1 and in group 2"),
        ({"odd_groups": [[1, 2, 4], [3, 5, 6]]}, "Group 2 can play outside, not only against blockers: 1-3 is legal"),
        ({"odd_groups": [[1], [4, 5, 6]]}, "Group 1 can play outside, not only against blockers: 1-2 is legal"),
        ({"blockers": [2], "odd_groups": [[1]]}, "more odd groups than blockers: groups 1, blockers 1"),
    ],
)
def test_witness_changed(change: Document, sentence: str) -> None:
    document = certificate_of(two_splits())
    document["witness"].update(change)
    assert sentence in problems(document, two_splits())


@pytest.mark.parametrize("text", ["", "Nobody can play.", "Player 1 may have the bye."])
def test_prose_is_no_part_of_the_proof(text: str) -> None:
    """A better sentence does not void the certificates filed before it; a worse one proves no more."""
    document = certificate_of(two_splits())
    verdict = verify(document, two_splits())
    document["witness"]["text"] = text
    assert verify(document, two_splits()) == verdict
    assert verdict.valid
    document["witness"]["odd_groups"] = [[1, 2, 4], [3, 5, 6]]
    assert "can play outside" in problems(document, two_splits())


def test_witness_where_a_pairing_exists() -> None:
    document = certificate_of(SIX)
    for key in ("pairs", "bye", "levels", "order"):
        del document[key]
    document["witness"] = {"blockers": [], "odd_groups": [[1, 2, 3], [4, 5, 6]], "text": ""}
    assert "1-5 is legal, and 5 others" in problems(document, SIX)
