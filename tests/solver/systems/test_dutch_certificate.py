"""Certificates of the Dutch system: read back they are the same, and whatever is changed in one is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from pairproof.model.dutch.position import DutchPosition
from pairproof.model.errors import Fault, InvalidInput
from pairproof.solver.systems.dutch.certificate import DutchClaim
from pairproof.solver.systems.dutch.check import problems_of
from pairproof.solver.systems.dutch.result import pair_round
from pairproof.solver.systems.dutch.shape import DutchShape
from tests.inputs.dutch_tournaments import random_tournament

SEEDS = range(40)
BYE_SEEDS = (47, 59, 136, 193, 223, 236, 91)
"""Positions of at most 9 players in which those with the least points cannot have the bye."""


@cache
def proved(seed: int) -> tuple[DutchPosition, DutchClaim] | None:
    found = pair_round(random_tournament(Random(seed), 9 if seed in BYE_SEEDS else 40))
    return None if found.claim is None else (found.position, found.claim)


def documents() -> Iterator[tuple[int, DutchPosition, dict[str, Any]]]:
    for seed in (*SEEDS, *BYE_SEEDS):
        found = proved(seed)
        if found is not None:
            yield seed, found[0], json.loads(json.dumps(found[1].document()))


HEAD = {
    "schema": "pairproof.certificate/1",
    "tournament": "",
    "round": 1,
    "rules": {},
    "digest": "",
    "orders": {"absent": [], "forbid": [], "fix": []},
}


def claim_in(document: dict[str, Any]) -> DutchClaim:
    try:
        return DutchShape.model_validate(HEAD | document).claim()
    except ValidationError as error:
        raise InvalidInput([Fault(one["msg"]) for one in error.errors()]) from None


def rejected(position: DutchPosition, document: dict[str, Any]) -> bool:
    try:
        return bool(problems_of(position, claim_in(document)))
    except InvalidInput:
        return True


def blocks(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [block for bracket in document["brackets"] for block in bracket["blocks"]]


def narrows(block: dict[str, Any]) -> bool:
    """Whether nothing is decided: such a block may stand there twice or say more than is needed, if it is true."""
    return "value" not in block and not block.get("players")


def changed(document: dict[str, Any], change: Any) -> bool:
    """Whether the change could be made."""
    before = json.dumps(document)
    change(document)
    return json.dumps(document) != before


def raise_dual(random: Random, document: dict[str, Any]) -> None:
    proofs = [block for block in [*blocks(document), document["c5"] or {}] if block.get("duals")]
    if proofs:
        proof = random.choice(proofs)
        player = random.choice(sorted(proof["duals"]))
        proof["duals"][player] += random.choice((-1, 1))


def move_dual(random: Random, document: dict[str, Any]) -> None:
    """The sum stays the same."""
    proofs = [block for block in blocks(document) if len(block.get("duals", ())) > 1 and not narrows(block)]
    if proofs:
        proof = random.choice(proofs)
        one, other = random.sample(sorted(proof["duals"]), 2)
        proof["duals"][one] += 2 * proof["scale"]
        proof["duals"][other] -= 2 * proof["scale"]


def raise_set(random: Random, document: dict[str, Any]) -> None:
    sets = [odd for block in blocks(document) for odd in block.get("odd_sets", ())]
    if sets:
        random.choice(sets)["dual"] += random.choice((-1, 1))


def shrink_set(random: Random, document: dict[str, Any]) -> None:
    sets = [odd for block in blocks(document) for odd in block.get("odd_sets", ())]
    if sets:
        random.choice(sets)["players"].pop()


def widen_set(random: Random, document: dict[str, Any]) -> None:
    """By somebody who is left, but not in it."""
    sets = [odd for block in blocks(document) for odd in block.get("odd_sets", ())]
    everybody = {player for pair in document["pairs"] for player in pair}
    if sets:
        odd = random.choice(sets)
        if others := sorted(everybody - set(odd["players"])):
            odd["players"].append(random.choice(others))


def drop_set(random: Random, document: dict[str, Any]) -> None:
    proofs = [block for block in blocks(document) if block.get("odd_sets")]
    if proofs:
        block = random.choice(proofs)
        block["odd_sets"].pop(random.randrange(len(block["odd_sets"])))


def rescale(random: Random, document: dict[str, Any]) -> None:
    proofs = [block for block in blocks(document) if block.get("scale") and block.get("value")]
    if proofs:
        random.choice(proofs)["scale"] += 1


def drop_proof(random: Random, document: dict[str, Any]) -> None:
    proofs = [block for block in blocks(document) if block.get("scale")]
    if proofs:
        proof = random.choice(proofs)
        for key in ("scale", "duals", "odd_sets"):
            del proof[key]


def change_value(random: Random, document: dict[str, Any]) -> None:
    valued = [block for block in blocks(document) if "value" in block]
    random.choice(valued)["value"] += random.choice((-1, 1))


def drop_block(random: Random, document: dict[str, Any]) -> None:
    held = random.choice(document["brackets"])["blocks"]
    del held[random.choice([place for place, block in enumerate(held) if not narrows(block)])]


def repeat_block(random: Random, document: dict[str, Any]) -> None:
    held = random.choice(document["brackets"])["blocks"]
    place = random.choice([place for place, block in enumerate(held) if not narrows(block)])
    held.insert(place, held[place])


def drop_bracket(random: Random, document: dict[str, Any]) -> None:
    document["brackets"].pop(random.randrange(len(document["brackets"])))


def change_choosers(random: Random, document: dict[str, Any]) -> None:
    runs = [block for block in blocks(document) if len(block.get("players", ())) > 0]
    if runs:
        random.choice(runs)["players"].pop()


def order_blocks(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [block for block in blocks(document) if not block["name"].startswith("C")]


def swap_choosers(random: Random, document: dict[str, Any]) -> None:
    runs = [block for block in order_blocks(document) if len(block.get("players", ())) > 1]
    if runs:
        players = random.choice(runs)["players"]
        players[0], players[-1] = players[-1], players[0]


def drop_order_block(random: Random, document: dict[str, Any]) -> None:
    brackets = [bracket for bracket in document["brackets"] if order_blocks({"brackets": [bracket]})]
    if brackets:
        own = random.choice(brackets)["blocks"]
        own.remove(random.choice([block for block in own if not block["name"].startswith("C")]))


def change_order_value(random: Random, document: dict[str, Any]) -> None:
    valued = [block for block in order_blocks(document) if "value" in block]
    if valued:
        random.choice(valued)["value"] += 1


def give_choices_a_value(random: Random, document: dict[str, Any]) -> None:
    runs = [block for block in order_blocks(document) if "value" not in block]
    if runs:
        random.choice(runs)["value"] = 0


def swap_brackets(random: Random, document: dict[str, Any]) -> None:
    brackets = document["brackets"]
    if len(brackets) > 1 and brackets[0] != brackets[-1]:
        brackets[0], brackets[-1] = brackets[-1], brackets[0]


def change_name(random: Random, document: dict[str, Any]) -> None:
    random.choice(blocks(document))["name"] = random.choice(("C6", "C22", "opponents", "sum"))


def change_score(random: Random, document: dict[str, Any]) -> None:
    scored = [block for block in blocks(document) if "score" in block]
    if scored:
        random.choice(scored)["score"] += 1


def swap_colours(random: Random, document: dict[str, Any]) -> None:
    if document["pairs"]:
        random.choice(document["pairs"]).reverse()


def swap_boards(random: Random, document: dict[str, Any]) -> None:
    if len(document["pairs"]) > 1:
        document["pairs"][0], document["pairs"][-1] = document["pairs"][-1], document["pairs"][0]


def swap_partners(random: Random, document: dict[str, Any]) -> None:
    if len(document["pairs"]) > 1:
        one, other = random.sample(document["pairs"], 2)
        one[1], other[1] = other[1], one[1]


def pass_the_bye_on(random: Random, document: dict[str, Any]) -> None:
    if document["bye"] is not None and document["pairs"]:
        pair = random.choice(document["pairs"])
        pair[0], document["bye"] = document["bye"], pair[0]


def change_c5(random: Random, document: dict[str, Any]) -> None:
    if document["c5"] is not None:
        document["c5"]["value"] += 1


def change_c5_dual(random: Random, document: dict[str, Any]) -> None:
    if document["c5"] is not None:
        duals, player = document["c5"]["duals"], str(random.choice(document["pairs"])[0])
        duals[player] = duals.get(player, 0) - 1


def add_c5(random: Random, document: dict[str, Any]) -> None:
    """Where nobody has the bye."""
    if document["c5"] is None:
        document["c5"] = {"value": 0, "scale": 2, "duals": {}, "odd_sets": []}


def lower_c5(random: Random, document: dict[str, Any]) -> None:
    """The value and the duals together: as if less could be had."""
    c5 = document["c5"]
    if c5 is not None and c5["value"] and c5["duals"].get("0", 0) > 0:
        c5["value"] -= 1
        c5["duals"]["0"] -= c5["scale"]


def drop_c5_set(random: Random, document: dict[str, Any]) -> None:
    if document["c5"] is not None and document["c5"]["odd_sets"]:
        document["c5"]["odd_sets"].clear()


def drop_c5(random: Random, document: dict[str, Any]) -> None:
    document["c5"] = None


CHANGES = (
    raise_dual,
    move_dual,
    raise_set,
    shrink_set,
    widen_set,
    drop_set,
    rescale,
    drop_proof,
    change_value,
    drop_block,
    repeat_block,
    drop_bracket,
    change_choosers,
    swap_choosers,
    drop_order_block,
    change_order_value,
    give_choices_a_value,
    swap_brackets,
    change_name,
    change_score,
    swap_colours,
    swap_boards,
    swap_partners,
    pass_the_bye_on,
    change_c5,
    change_c5_dual,
    add_c5,
    lower_c5,
    drop_c5_set,
    drop_c5,
)


def test_written_and_read_back_it_is_the_same_and_right() -> None:
    for seed, position, document in documents():
        claim = claim_in(document)
        found = proved(seed)
        assert found is not None
        assert claim == found[1]
        assert problems_of(position, claim) == []


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_changed_certificate_is_rejected(change: Any) -> None:
    made = 0
    for seed, position, document in documents():
        random = Random(seed)
        tampered = copy.deepcopy(document)
        if changed(tampered, lambda one, random=random: change(random, one)):
            made += 1
            assert rejected(position, tampered), (seed, change.__name__)
    assert made > (0 if change is drop_c5_set else 2)


def test_a_certificate_of_another_position_is_rejected() -> None:
    all_of_them = list(documents())
    for (_, position, _), (_, _, document) in pairwise(all_of_them):
        assert rejected(position, document)


def test_what_is_no_certificate_is_said_at_once() -> None:
    with pytest.raises(InvalidInput) as caught:
        claim_in({"pairs": [[1, 2, 3]], "bye": "x", "brackets": [{"blocks": [{"value": 1}]}]})
    said = [str(fault) for fault in caught.value.faults]
    assert len(said) == 4, said
