"""What a wish costs where look-ahead or limits hold, against brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

from pairproof.model.figures import Figures
from pairproof.model.rules import PRESETS
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.explain.answers import Outcome
from pairproof.solver.explain.asking import grant
from pairproof.solver.explain.wording import answer_sentences
from pairproof.solver.optimal import pair
from pairproof.solver.request import Conditions, Request
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle
from tests.solver.cpsat.test_quotas import keeps, position_of
from tests.solver.explain.test_questions import expected, said, values


def test_against_brute_force() -> None:
    seen: Counter[object] = Counter()
    for seed in range(40):
        rules = PRESETS[sorted(OPTIMA)[seed % len(OPTIMA)]]
        tournament = position_of(seed)
        if len(tournament.players) > 6:
            continue
        tournament = replace(tournament, rounds_planned=len(tournament.rounds) + 3, restricted_until=None)
        state = oracle.State(tournament, rules)
        if not state.present or state.illegal_fixes():
            continue
        ahead, most = seed % 2, {"Lisboa": seed % 3}
        kept = [
            pairing
            for pairing in oracle.legal_pairings(state)
            if keeps(tournament, pairing, most) and oracle.lookahead_ok(state, pairing, ahead)
        ]
        conditions = Conditions(lookahead=ahead, max_pairs_in_group=most)
        pairing = pair(tournament, Request(rules, conditions=conditions))
        assert (pairing.status == "optimal") == bool(kept)
        everybody = [*state.present, *([BYE] if len(state.present) % 2 else [])]
        for first, second in combinations(everybody, 2):
            answer = grant(pairing, FixedPair(first, second))
            seen[answer.outcome, answer.unkept] += 1
            assert answer_sentences(pairing.problem, answer, Figures())
            wanted = oracle.pair_of(first, second)
            if answer.outcome is Outcome.CHOSEN:
                assert pairing.partners[first] == second
            elif answer.outcome is Outcome.ILLEGAL:
                clash = any(set(fix) & set(wanted) and fix != wanted for fix in state.fixed_pairs())
                assert clash or not state.legal_pair(wanted)
            elif not kept:
                assert answer.outcome is Outcome.IMPOSSIBLE
            else:
                left = [each for each in kept if wanted in each]
                assert said(answer) == expected(state, values(pairing), left), (seed, wanted)
                if not left:
                    legal = any(wanted in each for each in oracle.legal_pairings(state))
                    assert answer.unkept == legal == (answer.witness is None)
    assert seen[Outcome.WORSE, False] > 10
    assert seen[Outcome.LATER, False] > 10
    assert seen[Outcome.IMPOSSIBLE, True] > 10, seen
