"""Is a certificate right?  Checked from the tournament file and the rules alone (docs/method.md).

Nothing here solves anything, and nothing is taken from the engine that made the certificate: legality and costs are
computed again from the tournament, and `kernel` repeats the proof in integers.  What has to be true is short:

* the pairs are a legal pairing of everybody present;
* on each level the duals prove that no pairing still in play costs less than this one does;
* in the natural order (RULES 9) each player in turn has the first partner that still leaves an optimal pairing.

This module says what the certificate is about, and what is wrong; sentences that a certificate holds prove nothing, and
are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from pairproof.model.criteria import breaches
from pairproof.model.criteria.natural_order import phases
from pairproof.model.criteria.seats import whites_of
from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.rules import RuleSet, effective_rules
from pairproof.model.state.position import Orders, position, round_to_pair
from pairproof.model.tournament import BYE, Tournament
from pairproof.solver.problem import PairingProblem, compile_problem
from pairproof.solver.proof import faults as fault
from pairproof.solver.proof import kernel
from pairproof.solver.proof.certificate import Block, Certificate, Duals, Infeasible, Optimal
from pairproof.solver.proof.identity import position_digest, rules_document
from pairproof.solver.proof.load import certificate_in
from pairproof.solver.proof.words import Names, block_words, listed, proof_words, witness_words

# Numbers of no vertex: the bye where there is none, and 0 on a board.
_NO_BYE, _NO_SEAT = -1, -2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a certificate.

    `problems` holds a sentence for each thing that is wrong.  Where a step fails the later ones are not checked, since
    they build on it.  `claim` is "optimal" or "infeasible"; `levels` are the levels' names and values as they stand in
    the certificate (proved if `valid`).  `notes` are sentences that a reader should know though nothing is wrong.
    """

    valid: bool
    problems: tuple[str, ...]
    claim: str
    round: int
    rules: str
    levels: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()


def verify(certificate: Mapping[str, Any], tournament: Tournament, rules: RuleSet | None = None) -> Verdict:
    """Check a certificate against the tournament it is said to be for.

    Parameters
    ----------
    certificate
        The document, as `load_certificate` or `Pairing.certificate` gives it.
    rules
        The rule set the pairing has to be optimal under, by default the one the tournament names.  The one written out
        in the certificate must be the same.

    Raises
    ------
    InvalidInput
        The document has not the shape of a certificate: every fault at once.
    """
    filed = certificate_in(certificate)
    problem, problems, notes = _rebuilt(filed, tournament, rules)
    claim = filed.claim
    if problem is not None and not problems:
        if isinstance(claim, Infeasible):
            problems = _witness_problems(problem, claim)
        else:
            problems = _optimum_problems(problem, claim)
    return Verdict(
        valid=not problems,
        problems=tuple(problems),
        claim="infeasible" if isinstance(claim, Infeasible) else "optimal",
        round=filed.round,
        rules=filed.rules.name,
        levels=() if isinstance(claim, Infeasible) else tuple((level.name, level.value) for level in claim.levels),
        notes=tuple(notes),
    )


# --- What the certificate is for -------------------------------------------------------------------------------------


def _rebuilt(
    certificate: Certificate, tournament: Tournament, given: RuleSet | None
) -> tuple[PairingProblem | None, list[str], list[str]]:
    """The round's legal pairs and costs, computed from the tournament; what does not fit; and notes."""
    rules, problems, notes = _rule_set(certificate, tournament, given)
    if certificate.tournament != tournament.name:
        problems.append(
            f"The certificate is for the tournament {certificate.tournament!r:.80}, "
            f"the file holds {tournament.name!r:.80}."
        )
    if "orders" in certificate.irregular:
        problems.append("The certificate's orders are not sorted, or one of them stands there twice.")
    notes += _orders_in_words(certificate.orders)
    if problems:
        return None, problems, notes
    try:
        problem = compile_problem(position(tournament, rules, certificate.round, certificate.orders))
    except (InvalidInput, UsageProblem) as error:
        reasons = error.faults if isinstance(error, InvalidInput) else (error,)
        text = f"Round {certificate.round} of the certificate does not fit the file"
        return None, [f"{text}: {why}" for why in reasons], notes
    if certificate.digest != position_digest(problem.position):
        problems.append(
            "The digest differs: the certificate is for another tournament, round, rule set or state of results."
        )
        problems += _differences(certificate, problem, tournament)
    return problem, problems, notes


def _rule_set(
    certificate: Certificate, tournament: Tournament, given: RuleSet | None
) -> tuple[RuleSet, list[str], list[str]]:
    """The rule set to check by, what is wrong with the one in the certificate, and notes on it.

    It is the one given, else the one the tournament file names: a certificate cannot choose its own rules.
    """
    rules = certificate.rules
    if "rules" in certificate.irregular:
        return rules, ["The certificate's rule set is not complete."], []
    if given is None:
        in_force, whose = rules_for(tournament), "that the tournament file names"
        asked = " If the round was paired with --rules, name the same rules here."
    else:
        in_force = effective_rules(given, dict(tournament.points), tournament.initial_colour)
        whose, asked = "as asked", ""
    notes = []
    limits = dict(rules.max_pairs_in_group)
    stricter = all(limits.get(group, most + 1) <= most for group, most in in_force.max_pairs_in_group)
    if stricter and rules.max_pairs_in_group != in_force.max_pairs_in_group:
        # Limits come with the command as well.  They only take pairings away, and the pairs are checked against them.
        in_force = replace(in_force, max_pairs_in_group=rules.max_pairs_in_group)
        limited = ", ".join(f"{group} {most}" for group, most in rules.max_pairs_in_group)
        notes.append(f"The round was paired with limits of pairs in a group: {limited}.")
    differing = _differing(rules, in_force)
    if differing:
        text = f"The certificate is for the rule set {rules.name!r}, not for {in_force.name!r} {whose}"
        return in_force, [f"{text}: they differ in {', '.join(differing)}.{asked}"], notes
    return in_force, [], notes


def _differing(one: RuleSet, other: RuleSet) -> list[str]:
    """Names of the parts in which two rule sets differ, as rule files name them."""
    a, b = rules_document(one), rules_document(other)
    names = []
    for key, value in a.items():
        if isinstance(value, dict):
            names += [f"{key}.{inner}" for inner in value if value[inner] != b[key][inner]]
        elif value != b[key]:
            names.append(key)
    return names


def _orders_in_words(orders: Orders) -> list[str]:
    """A pairing is optimal only under the orders given: a reader has to know which those of the certificate are."""
    words = [f"{player} is absent" for player in sorted(orders.absent)]
    words += [f"{_order_name(pair)} is forbidden" for pair in sorted(orders.forbid)]
    words += [f"{fixed} is fixed" for fixed in orders.fix]
    words += [f"{_order_name(pair)} is to be kept" for pair in sorted(orders.keep)]
    if orders.relax:
        words.append("hard criteria may be broken, as little as possible")
    return [f"The pairing was made under orders given with the command: {'; '.join(words)}."] if words else []


def _order_name(pair: tuple[int, int]) -> str:
    return f"the bye for {pair[1]}" if pair[0] == BYE else f"{pair[0]}-{pair[1]}"


def _differences(certificate: Certificate, problem: PairingProblem, tournament: Tournament) -> list[str]:
    """What can be told of why the digests differ."""
    found = []
    try:
        following = round_to_pair(tournament, None)
    except InvalidInput:
        following = certificate.round
    if certificate.round != following:
        found.append(f"The certificate is for round {certificate.round}, the next round of the file is {following}.")
    claim = certificate.claim
    if isinstance(claim, Optimal):
        seated = {player for pair in claim.pairs for player in pair}
        if claim.bye is not None:
            seated.add(claim.bye)
        here = set(problem.position.ids)
        for players, text in (
            (seated - here, "The certificate seats {}, not present by the file."),
            (here - seated, "The certificate does not seat {}, present by the file."),
        ):
            if players:
                found.append(text.format(listed(sorted(players))))
    return found


# --- The pairing -----------------------------------------------------------------------------------------------------


def _optimum_problems(problem: PairingProblem, claim: Optimal) -> list[str]:
    """The pairing first, then the proof: levels in order, then the natural order."""
    names = Names(problem.position)
    face, problems = _seated(problem, names, claim)
    if face is None or problems:
        return problems
    problems = _seating_problems(problem, names, claim)
    if problems:
        return problems
    settled, problems = _settled(problem, names, claim, face)
    if settled is None or problems:
        return problems
    return _order_problems(problem, names, claim.order, settled)


def _seated(problem: PairingProblem, names: Names, claim: Optimal) -> tuple[kernel.Face | None, list[str]]:
    """Everybody present exactly once, and legal pairs."""
    round_ = problem.position

    def seat(player: int) -> int:
        return _NO_SEAT if player == BYE else names.vertex(player)

    dummy = round_.players if round_.has_dummy else _NO_BYE
    players = [*claim.pairs, *([(claim.bye, BYE)] if claim.bye is not None else [])]
    pairs = [(seat(one), seat(other)) for one, other in claim.pairs]
    if claim.bye is not None:
        pairs.append((seat(claim.bye), dummy))
    face, faults = kernel.matching(problem.vertices, problem.pairs.u, problem.pairs.v, pairs)

    def where(place: int) -> str:
        return f"board {place + 1}" if place < len(claim.pairs) else "the bye"

    found, last = [], []
    for one in faults:
        match one:
            case fault.Stranger(vertex, place) if vertex == dummy:
                last.append(f"{claim.bye} has the bye, but {round_.players} players are present, an even number.")
            case fault.Stranger(vertex, place):
                player = players[place][pairs[place].index(vertex)]
                found.append(f"On {where(place)} stands {player}, who is not among the players present.")
            case fault.Twice(vertex, first, place):
                text = f"stands twice, on {where(first)} and on {where(place)}"
                found.append(f"Player {names.player(vertex)} {text}.")
            case fault.Missing(vertices):
                missing = [vertex for vertex in vertices if vertex != dummy]
                if missing:
                    found.append(f"Not paired, though present: {names.listed(missing)}.")
                if len(missing) < len(vertices):
                    last.append(f"{round_.players} players are present, an odd number, but nobody has the bye.")
            case fault.NotAllowed(u, v):
                against = [f"{breach.rule}: {breach.text}" for breach in breaches(round_, u, v)]
                found.append(f"{names.pair(u, v)} is illegal ({'; '.join(against or ['it is no legal pair'])}).")
    return face, found + last


def _seating_problems(problem: PairingProblem, names: Names, claim: Optimal) -> list[str]:
    """Limits of pairs in a group, colours by RULES 4.4, boards by RULES 10."""
    round_ = problem.position
    games = [(names.vertex(white), names.vertex(black)) for white, black in claim.pairs]
    found = []
    for group, most in round_.rules.max_pairs_in_group:
        among = sum(group in round_.groups[u] and group in round_.groups[v] for u, v in games)
        if among > most:
            found.append(f"{among} pairs are among players of {group!r:.40}, but at most {most} may be.")
    for number, ((white, black), wanted) in enumerate(zip(games, whites_of(round_, games), strict=True), start=1):
        if wanted != white:
            found.append(
                f"On board {number} {round_.ids[black]} should have white against {round_.ids[white]} (RULES 4.4)."
            )
    score = round_.score.tolist()

    def rank_of_board(pair: tuple[int, int]) -> tuple[int, int, int]:
        one, other = score[pair[0]], score[pair[1]]
        return -max(one, other), -(one + other), min(pair)  # indices are in rank order, best first

    for number, (above, below) in enumerate(pairwise(games), start=1):
        if rank_of_board(above) > rank_of_board(below):
            text = f"{names.pair(*above)} on board {number} should stand below {names.pair(*below)}"
            found.append(f"{text} (RULES 10).")
    return found


# --- The proof -------------------------------------------------------------------------------------------------------


def _settled(
    problem: PairingProblem, names: Names, claim: Optimal, face: kernel.Face
) -> tuple[kernel.Face | None, list[str]]:
    """What the levels, one after the other, leave in play."""
    wanted = [level.name for level in problem.levels]
    given = [level.name for level in claim.levels]
    if given != wanted:
        found = [f"The level {name} of the rule set is missing." for name in wanted if name not in given]
        found += [f"The rule set has no level {name!r:.60}." for name in dict.fromkeys(given) if name not in wanted]
        return None, found or [f"The levels stand as {', '.join(given)}, but the rule set has {', '.join(wanted)}."]
    given_up = {level.name for level in problem.levels if level.given_up is not None}
    if problem.position.orders.relax and not any(level.value for level in claim.levels if level.name in given_up):
        text = "The pairing breaks no hard criterion: there is a legal pairing, and none may be relaxed (RULES 13)."
        return None, [text]
    left: kernel.Face | None = face
    for level, filed in zip(problem.levels, claim.levels, strict=True):
        assert left is not None
        costs = problem.costs(level, problem.pairs.where(left.place))
        proof, unreadable = _proof(problem, names, filed.duals)
        left, faults = kernel.settle(left, costs, proof, filed.value)
        if problems := proof_words(names, filed.duals, unreadable, faults):
            return None, [f"Level {level.name}: {text}." for text in problems]
    return left, []


def _proof(problem: PairingProblem, names: Names, duals: Duals) -> tuple[kernel.Proof, list[str]]:
    """A proof by vertices, and which of its duals are of nobody present (`proof_words` finds strangers in sets)."""
    vertex_duals = np.zeros(problem.vertices, dtype=np.int64)
    unreadable = []
    for name, dual in duals.players.items():
        player = int(name) if len(name) < 20 and name.isascii() and name.isdigit() and name == str(int(name)) else None
        if player is None or not names.present(player):
            unreadable.append(f"there is a dual of {name!r:.40}, who is not among the players present")
        else:
            vertex_duals[names.vertex(player)] = dual
    sets = np.zeros((len(duals.odd_sets), problem.vertices), dtype=np.bool_)
    for row, odd_set in zip(sets, duals.odd_sets, strict=True):
        row[[names.vertex(player) for player in odd_set.players if names.present(player)]] = True
    set_duals = np.array([odd_set.dual for odd_set in duals.odd_sets], dtype=np.int64)
    return kernel.Proof(duals.scale, vertex_duals, sets, set_duals), unreadable


def _order_problems(problem: PairingProblem, names: Names, blocks: tuple[Block, ...], face: kernel.Face) -> list[str]:
    """The natural order, block after block."""
    order = kernel.Order(face, lambda partner: phases(problem.position, partner))
    for number, block in enumerate(blocks, start=1):
        proof, unreadable = (None, []) if block.duals is None else _proof(problem, names, block.duals)
        faults = order.take(kernel.OrderBlock(tuple(map(names.vertex, block.choosers)), proof))
        if problems := block_words(names, number, block, unreadable, faults):
            return problems
    return [f"Natural order: the blocks end where it is the turn of {names.player(one.turn)}." for one in order.end()]


def _witness_problems(problem: PairingProblem, claim: Infeasible) -> list[str]:
    """More odd groups than blockers, the groups without legal pairs between them: then nobody can pair them all."""
    names = Names(problem.position)
    blockers = [names.vertex(player) for player in claim.blockers]
    groups = [[names.vertex(player) for player in group] for group in claim.odd_groups]
    faults = kernel.unmatchable(problem.vertices, problem.pairs.u, problem.pairs.v, blockers, groups)
    return witness_words(names, claim.odd_groups, faults)
