"""Is a certificate right?  Checked from the tournament file and the rules alone (docs/method.md).

Nothing here solves anything, and nothing is taken from the engine that made the certificate: legality and costs are
computed again from the tournament, and `kernel` repeats the proof in integers.  What has to be true is short:

* the pairs are a legal pairing of everybody present;
* on each level the duals prove that no pairing still in play costs less than this one does;
* in the order of the system (RULES 9) each player in turn has the first partner that still leaves an optimal pairing.

This module says what the certificate is about, and checks that there is no legal pairing where it says so; the claim of
a pairing is checked by its system.  Sentences that a certificate holds prove nothing, and are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.language import say
from pairproof.model.rules import RuleSet, effective_rules
from pairproof.model.state.orders import Orders
from pairproof.model.state.position import round_to_pair
from pairproof.model.tournament import BYE, Tournament
from pairproof.solver.problem import Problem
from pairproof.solver.proof import kernel
from pairproof.solver.proof.certificate import Certificate, Infeasible
from pairproof.solver.proof.identity import rules_document
from pairproof.solver.proof.load import certificate_in
from pairproof.solver.proof.words import Names, listed, witness_words
from pairproof.solver.systems.table import system_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a certificate.

    `problems` holds a sentence for each thing that is wrong.  Where a step fails the later ones are not checked, since
    they build on it.  `claim` is "optimal" or "infeasible"; `levels` are the levels' names and values as they stand in
    the certificate (proved if `valid`), `powers` the powers of points that these are in (`model.figures`).  `notes` are
    sentences that a reader should know though nothing is wrong.
    """

    valid: bool
    problems: tuple[str, ...]
    claim: str
    round: int
    rules: str
    levels: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    powers: Mapping[str, int] = field(default_factory=dict)


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
            problems = system_of(filed.rules).problems(problem, claim)
    return Verdict(
        valid=not problems,
        problems=tuple(problems),
        claim="infeasible" if isinstance(claim, Infeasible) else "optimal",
        round=filed.round,
        rules=filed.rules.name,
        levels=claim.values,
        notes=tuple(notes),
        powers={} if problem is None else {level.name: level.points_power for level in problem.levels},
    )


# --- What the certificate is for -------------------------------------------------------------------------------------


def _rebuilt(
    certificate: Certificate, tournament: Tournament, given: RuleSet | None
) -> tuple[Problem | None, list[str], list[str]]:
    """The round's legal pairs and costs, computed from the tournament; what does not fit; and notes."""
    rules, problems, notes = _rule_set(certificate, tournament, given)
    if certificate.tournament != tournament.name:
        problems.append(
            say(
                "The certificate is for the tournament {tournament}, the file holds {held}.",
                tournament=f"{certificate.tournament!r:.80}",
                held=f"{tournament.name!r:.80}",
            )
        )
    if "orders" in certificate.irregular:
        problems.append(say("The certificate's orders are not sorted, or one of them stands there twice."))
    notes += _orders_in_words(certificate.orders)
    if problems:
        return None, problems, notes
    try:
        problem = system_of(rules).problem(tournament, rules, certificate.round, certificate.orders)
    except (InvalidInput, UsageProblem) as error:
        reasons = error.faults if isinstance(error, InvalidInput) else (error,)
        text = say("Round {round} of the certificate does not fit the file", round=certificate.round)
        return None, [f"{text}: {why}" for why in reasons], notes
    if certificate.digest != problem.digest:
        problems.append(
            say("The digest differs: the certificate is for another tournament, round, rule set or state of results.")
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
        return rules, [say("The certificate's rule set is not complete.")], []
    in_force = rules_for(tournament) if given is None else effective_rules(given, tournament)
    notes = []
    limits = dict(rules.max_pairs_in_group)
    stricter = all(limits.get(group, most + 1) <= most for group, most in in_force.max_pairs_in_group)
    if stricter and rules.max_pairs_in_group != in_force.max_pairs_in_group:
        # Limits come with the command as well.  They only take pairings away, and the pairs are checked against them.
        in_force = replace(in_force, max_pairs_in_group=rules.max_pairs_in_group)
        limited = ", ".join(f"{group} {most}" for group, most in rules.max_pairs_in_group)
        notes.append(say("The round was paired with limits of pairs in a group: {limits}.", limits=limited))
    differing = _differing(rules, in_force)
    if not differing:
        return in_force, [], notes
    parts = {"own": repr(rules.name), "other": repr(in_force.name), "parts": ", ".join(differing)}
    if given is not None:
        text = say(
            "The certificate is for the rule set {own}, not for {other} as asked: they differ in {parts}.", **parts
        )
    else:
        text = say(
            "The certificate is for the rule set {own}, not for {other} that the tournament file names: they differ in "
            "{parts}. If the round was paired with --rules, name the same rules here.",
            **parts,
        )
    return in_force, [text], notes


def _differing(one: RuleSet, other: RuleSet) -> list[str]:
    """Names of the parts in which two rule sets differ, as rule files name them."""
    a, b = rules_document(one), rules_document(other)
    names = []
    for key, value in a.items():
        if isinstance(value, dict):
            # What came later stands there only where it is not the default.
            inners = sorted({*value, *b[key]})
            names += [f"{key}.{inner}" for inner in inners if value.get(inner) != b[key].get(inner)]
        elif key in b and value != b[key]:
            names.append(key)
    if one.system != other.system:
        names.append("system")
    return names


def _orders_in_words(orders: Orders) -> list[str]:
    """A pairing is optimal only under the orders given: a reader has to know which those of the certificate are."""
    words = [say("{player} is absent", player=player) for player in sorted(orders.absent)]
    words += [say("{player} has a half-point bye", player=player) for player in sorted(orders.half_byes)]
    words += [say("{player} has a full-point bye", player=player) for player in sorted(orders.full_byes)]
    words += [say("{what} is forbidden", what=_order_name(pair)) for pair in sorted(orders.forbid)]
    words += [say("{what} is fixed", what=fixed) for fixed in orders.fix]
    words += [say("{what} is to be kept", what=_order_name(pair)) for pair in sorted(orders.keep)]
    if orders.relax:
        words.append(say("hard criteria may be broken, as little as possible"))
    if not words:
        return []
    return [say("The pairing was made under orders given with the command: {orders}.", orders="; ".join(words))]


def _order_name(pair: tuple[int, int]) -> str:
    return say("the bye for {player}", player=pair[1]) if pair[0] == BYE else f"{pair[0]}-{pair[1]}"


def _differences(certificate: Certificate, problem: Problem, tournament: Tournament) -> list[str]:
    """What can be told of why the digests differ."""
    found = []
    try:
        following = round_to_pair(tournament, None)
    except InvalidInput:
        following = certificate.round
    if certificate.round != following:
        found.append(
            say(
                "The certificate is for round {round}, the next round of the file is {following}.",
                round=certificate.round,
                following=following,
            )
        )
    claim = certificate.claim
    if not isinstance(claim, Infeasible):
        seated = claim.players
        here = set(problem.position.ids)
        if strangers := listed(sorted(seated - here)):
            found.append(say("The certificate seats {players}, not present by the file.", players=strangers))
        if left_out := listed(sorted(here - seated)):
            found.append(say("The certificate does not seat {players}, present by the file.", players=left_out))
    return found


# --- No legal pairing -------------------------------------------------------------------------------------------------


def _witness_problems(problem: Problem, claim: Infeasible) -> list[str]:
    """More odd groups than blockers, the groups without legal pairs between them: then nobody can pair them all."""
    names = Names(problem.position)
    blockers = [names.vertex(player) for player in claim.blockers]
    groups = [[names.vertex(player) for player in group] for group in claim.odd_groups]
    faults = kernel.unmatchable(problem.vertices, problem.pairs.u, problem.pairs.v, blockers, groups)
    return witness_words(names, claim.odd_groups, faults)
