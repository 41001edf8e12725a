"""Is a certificate right?  Checked from the tournament file and the rules alone (docs/method.md).

Nothing here solves anything, and nothing is taken from the engine that made the certificate: legality and costs are
computed again from the tournament, the proof is repeated in integers, and what each level leaves over for the next is
derived, not read.  What has to be true is short:

* the pairs are a legal pairing of everybody present;
* on each level the duals prove that no pairing still in play costs less than this one does;
* in the natural order (RULES 9) each player in turn has the first partner that still leaves an optimal pairing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from pairproof.model.criteria import breaches
from pairproof.model.criteria.natural_order import Phase, phases
from pairproof.model.criteria.seats import white_of
from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.formats.files import read_bytes, read_stdin
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.rules import RuleSet, effective_rules
from pairproof.model.state.position import BoolArray, IntArray, Orders, position, round_to_pair
from pairproof.model.tournament import BYE, FixedPair, Tournament
from pairproof.solver.problem import PairingProblem, Pairs, compile_problem
from pairproof.solver.proof.identity import orders_document, position_digest, rules_document, witness_text
from pairproof.solver.proof.shape import (
    LARGEST,
    DigitsShape,
    FirstChoicesShape,
    InfeasibleShape,
    LevelShape,
    OptimalShape,
    ProofShape,
    checked,
    rules_in,
)

STDIN = "-"
_MOST_NAMES = 12


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
        data = read_bytes(Path(source), "the certificate")
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
            raise _BadJson(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one table.")
        return found

    def no_number(text: str) -> Any:
        raise _BadJson(f"{text} is no number of JSON.")

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidInput([Fault("The text is not UTF-8, which JSON has to be.", line=line)]) from None
    try:
        document = json.loads(text, object_pairs_hook=table, parse_constant=no_number)
    except json.JSONDecodeError as error:
        message = f"JSON syntax: {error.msg[:1].lower()}{error.msg[1:]}."
        raise InvalidInput([Fault(message, line=error.lineno, column=error.colno)]) from None
    except _BadJson as error:
        raise InvalidInput([Fault(f"JSON: {error}")]) from None
    except RecursionError:
        raise InvalidInput([Fault("JSON: lists or tables are nested too deeply.")]) from None
    except ValueError:
        # Python reads no integer of more than some thousand digits.
        raise InvalidInput([Fault("JSON: a number has too many digits.")]) from None
    if not isinstance(document, dict):
        raise InvalidInput([Fault("A certificate is a JSON table in { }, and this is none.")])
    return document


class _BadJson(Exception):
    """JSON that Python would read but that says nothing definite."""


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
    shape = checked(certificate)
    problem, problems, notes = _rebuilt(shape, tournament, rules)
    if isinstance(shape, InfeasibleShape):
        claim, levels = "infeasible", []
        if problem is not None and not problems:
            problems = _witness_problems(problem, shape)
    else:
        claim, levels = "optimal", [(level.name, level.value) for level in shape.levels]
        if problem is not None and not problems:
            problems = _pairing_problems(problem, shape) or _proof_problems(problem, shape)
    return Verdict(
        valid=not problems,
        problems=tuple(problems),
        claim=claim,
        round=shape.round,
        rules=str(shape.rules["name"]),
        levels=tuple(levels),
        notes=tuple(notes),
    )


# --- What the certificate is for -------------------------------------------------------------------------------------


def _rebuilt(
    shape: OptimalShape | InfeasibleShape, tournament: Tournament, given: RuleSet | None
) -> tuple[PairingProblem | None, list[str], list[str]]:
    """The round's legal pairs and costs, computed from the tournament; what does not fit; and notes."""
    rules, problems, notes = _rule_set(shape.rules, tournament, given)
    if shape.tournament != tournament.name:
        problems.append(
            f"The certificate is for the tournament {shape.tournament!r:.80}, the file holds {tournament.name!r:.80}."
        )
    orders, faults = _orders(shape)
    problems += faults
    notes += _orders_in_words(orders)
    if problems:
        return None, problems, notes
    try:
        problem = compile_problem(position(tournament, rules, shape.round, orders))
    except (InvalidInput, UsageProblem) as error:
        reasons = error.faults if isinstance(error, InvalidInput) else (error,)
        return None, [f"Round {shape.round} of the certificate does not fit the file: {why}" for why in reasons], notes
    if shape.digest != position_digest(problem.position):
        problems.append(
            "The digest differs: the certificate is for another tournament, round, rule set or state of results."
        )
        problems += _differences(shape, problem, tournament)
    return problem, problems, notes


def _rule_set(
    table: dict[str, Any], tournament: Tournament, given: RuleSet | None
) -> tuple[RuleSet, list[str], list[str]]:
    """The rule set to check by, what is wrong with the one in the certificate, and notes on it.

    It is the one given, else the one the tournament file names: a certificate cannot choose its own rules.
    """
    rules = rules_in(table)
    if json.dumps(rules_document(rules), sort_keys=True) != json.dumps(table, sort_keys=True):
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
        listed = ", ".join(f"{group} {most}" for group, most in rules.max_pairs_in_group)
        notes.append(f"The round was paired with limits of pairs in a group: {listed}.")
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


def _orders(shape: OptimalShape | InfeasibleShape) -> tuple[Orders, list[str]]:
    given = shape.orders
    orders = Orders(
        absent=frozenset(given.absent),
        forbid=frozenset(given.forbid),
        fix=tuple(FixedPair(*fixed) for fixed in given.fix),
        keep=frozenset(given.keep or ()),
        keep_last=bool(given.keep_last),
        relax=bool(given.relax),
    )
    # Written again they must be what they were: json.dumps makes lists of the tuples.
    written = json.dumps(given.model_dump(exclude_unset=True), sort_keys=True)
    if json.dumps(orders_document(orders), sort_keys=True) != written:
        return orders, ["The certificate's orders are not sorted, or one of them stands there twice."]
    return orders, []


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


def _differences(shape: OptimalShape | InfeasibleShape, problem: PairingProblem, tournament: Tournament) -> list[str]:
    """What can be told of why the digests differ."""
    found = []
    try:
        following = round_to_pair(tournament, None)
    except InvalidInput:
        following = shape.round
    if shape.round != following:
        found.append(f"The certificate is for round {shape.round}, the next round of the file is {following}.")
    if isinstance(shape, OptimalShape):
        seated = {player for pair in shape.pairs for player in pair}
        if shape.bye is not None:
            seated.add(shape.bye)
        here = set(problem.position.ids)
        for players, text in (
            (seated - here, "The certificate seats {}, not present by the file."),
            (here - seated, "The certificate does not seat {}, present by the file."),
        ):
            if players:
                found.append(text.format(_names(sorted(players))))
    return found


def _names(players: Sequence[int]) -> str:
    words = ["the bye" if player == BYE else str(player) for player in players[:_MOST_NAMES]]
    return ", ".join(words) + (" …" if len(players) > _MOST_NAMES else "")


# --- The pairing -----------------------------------------------------------------------------------------------------


def _pairing_problems(problem: PairingProblem, shape: OptimalShape) -> list[str]:
    """Everybody present exactly once, legal pairs, colours by RULES 4.4, boards by RULES 10."""
    round_ = problem.position
    index = round_.index_of
    found = []
    boards = [("board " + str(number), pair) for number, pair in enumerate(shape.pairs, start=1)]
    seats = [(where, player) for where, pair in boards for player in pair]
    if shape.bye is not None:
        seats.append(("the bye", shape.bye))
    seen: dict[int, str] = {}
    for where, player in seats:
        if player == BYE or player not in index:
            found.append(f"On {where} stands {player}, who is not among the players present.")
        elif player in seen:
            found.append(f"Player {player} stands twice, on {seen[player]} and on {where}.")
        seen[player] = where
    missing = [player for player in round_.ids if player not in seen]
    if missing:
        found.append(f"Not paired, though present: {_names(missing)}.")
    if round_.has_dummy and shape.bye is None:
        found.append(f"{round_.players} players are present, an odd number, but nobody has the bye.")
    if shape.bye is not None and not round_.has_dummy:
        found.append(f"{shape.bye} has the bye, but {round_.players} players are present, an even number.")
    if found:
        return found

    # The legal pairs come in increasing order.
    legal = problem.pairs.u.astype(np.int64) * problem.vertices + problem.pairs.v
    games = [(index[white], index[black]) for white, black in shape.pairs]
    for u, v in games + ([(index[shape.bye], index[BYE])] if shape.bye is not None else []):
        wanted = min(u, v) * problem.vertices + max(u, v)
        place = int(np.searchsorted(legal, wanted))
        if place == len(legal) or legal[place] != wanted:
            reasons = [f"{breach.rule}: {breach.text}" for breach in breaches(round_, u, v)] or ["it is no legal pair"]
            found.append(f"{_pair_name(problem, u, v)} is illegal ({'; '.join(reasons)}).")
    if found:
        return found

    for group, most in round_.rules.max_pairs_in_group:
        among = sum(group in round_.groups[u] and group in round_.groups[v] for u, v in games)
        if among > most:
            found.append(f"{among} pairs are among players of {group!r:.40}, but at most {most} may be.")
    for number, (white, black) in enumerate(games, start=1):
        if white_of(round_, white, black) != white:
            found.append(
                f"On board {number} {round_.ids[black]} should have white against {round_.ids[white]} (RULES 4.4)."
            )
    score = round_.score.tolist()

    def rank_of_board(pair: tuple[int, int]) -> tuple[int, int, int]:
        one, other = score[pair[0]], score[pair[1]]
        return -max(one, other), -(one + other), min(pair)  # indices are in rank order, best first

    for number, (above, below) in enumerate(pairwise(games), start=1):
        if rank_of_board(above) > rank_of_board(below):
            text = f"{_pair_name(problem, *above)} on board {number} should stand below {_pair_name(problem, *below)}"
            found.append(f"{text} (RULES 10).")
    return found


def _pair_name(problem: PairingProblem, u: int, v: int) -> str:
    players = problem.position.players
    if players in (u, v):
        return f"the bye for {problem.position.id_of(u + v - players)}"
    return f"{problem.position.id_of(u)}-{problem.position.id_of(v)}"


# --- One proof -------------------------------------------------------------------------------------------------------


OddSet = frozenset[int]


@dataclass(frozen=True)
class _Duals:
    """A proof as read: all numbers times `scale`.  `vertex` has shape (vertices,)."""

    scale: int
    vertex: IntArray
    sets: dict[OddSet, int]
    total: int


def _duals(problem: PairingProblem, shape: ProofShape, equations: set[OddSet]) -> tuple[_Duals | None, list[str]]:
    """The duals, or what is wrong with them by themselves."""
    index = problem.position.index_of
    found = []
    if shape.scale < 1:
        found.append(f"the scale is {shape.scale}, but must be at least 1")
    vertex = [0] * problem.vertices
    for name, dual in shape.duals.items():
        player = int(name) if len(name) < 20 and name.isascii() and name.isdigit() and name == str(int(name)) else None
        if player is None or player not in index:
            found.append(f"there is a dual of {name!r:.40}, who is not among the players present")
        else:
            vertex[index[player]] = dual
    sets: dict[OddSet, int] = {}
    for odd_set in shape.odd_sets:
        name = f"the odd set {{{_names(odd_set.players)}}}"
        unknown = [player for player in odd_set.players if player not in index]
        members = frozenset(index[player] for player in odd_set.players if player in index)
        if unknown:
            found.append(f"{name} holds {_names(unknown)}, not among the players present")
        elif len(members) < len(odd_set.players):
            found.append(f"{name} holds a player twice")
        elif len(members) % 2 == 0:
            found.append(f"{name} is not odd: it has {len(members)} players")
        elif members in sets:
            found.append(f"{name} stands there twice")
        elif odd_set.dual < 0 and members not in equations:
            found.append(f"{name} has the negative dual {odd_set.dual}, but no earlier level made it an equation")
        sets[members] = odd_set.dual
    if found:
        return None, found
    # Python's own integers have no bound; the arrays have.
    size = 2 * max(map(abs, vertex), default=0) + 4 * sum(map(abs, sets.values()))
    if shape.scale + size >= LARGEST:
        return None, ["the numbers are too large to be added up exactly (2^62 or more)"]
    total = sum(vertex) + sum(sets.values())
    return _Duals(shape.scale, np.array(vertex, dtype=np.int64), sets, total), []


def _reduced_costs(duals: _Duals, pairs: Pairs, costs: IntArray) -> IntArray | None:
    """scale · cost − dual of u − dual of v − duals of the odd sets with exactly one of u and v in them, for each pair.

    None if the numbers are so large that 64 bits might not hold them.
    """
    largest = 2 * int(np.abs(duals.vertex).max(initial=0)) + 4 * sum(map(abs, duals.sets.values()))
    if duals.scale * int(costs.max(initial=0)) + largest >= LARGEST:
        return None
    reduced = duals.scale * costs
    if duals.vertex.any():
        reduced -= duals.vertex[pairs.u]
        reduced -= duals.vertex[pairs.v]
    if duals.sets:
        inside = np.zeros((len(duals.vertex), len(duals.sets)), dtype=np.int64)
        for column, members in enumerate(duals.sets):
            inside[list(members), column] = 1
        dual = np.array(list(duals.sets.values()), dtype=np.int64)
        # Players who are in the same sets are alike: what separates two kinds of players is added up once.
        kinds, kind = np.unique(inside, axis=0, return_inverse=True)
        kind = kind.reshape(-1)
        separated = np.zeros((len(kinds), len(kinds)), dtype=np.int64)
        for column in range(len(dual)):
            member = kinds[:, column]
            separated += dual[column] * (member[:, None] != member[None, :])
        reduced -= separated[kind[pairs.u], kind[pairs.v]]
    return reduced


def _proved(
    problem: PairingProblem, duals: _Duals, pairs: Pairs, costs: IntArray, value: int
) -> tuple[IntArray | None, list[str]]:
    """The pairs' reduced costs, if the duals prove that no pairing of these pairs has a lower total than `value`.

    Every pairing is worth Σ duals of players + Σ dual · (pairs that leave the set) + Σ reduced costs, over the scale.
    """
    found = []
    if duals.total != value * duals.scale:
        found.append(
            f"the duals add up to {duals.total} (scale {duals.scale}), but the pairing costs {value}: "
            f"that would be {value * duals.scale}"
        )
    reduced = _reduced_costs(duals, pairs, costs)
    if reduced is None:
        return None, [*found, "the numbers are too large to be added up exactly (2^62 or more)"]
    if len(reduced) and reduced.min() < 0:
        count, worst = int((reduced < 0).sum()), int(reduced.argmin())
        name = _pair_name(problem, int(pairs.u[worst]), int(pairs.v[worst]))
        more = f", and so have {count - 1} others" if count > 1 else ""
        found.append(f"{name} has the negative reduced cost {int(reduced[worst])} (scale {duals.scale}){more}")
    return (None if found else reduced), found


# --- Levels ----------------------------------------------------------------------------------------------------------


@dataclass
class _Face:
    """What is still in play: pairs, and odd sets that each pairing in play leaves exactly once (`equations`)."""

    pairs: Pairs
    equations: set[OddSet]


def _proof_problems(problem: PairingProblem, shape: OptimalShape) -> list[str]:
    """The levels in order, then the natural order."""
    names = [level.name for level in problem.levels]
    listed = [level.name for level in shape.levels]
    if listed != names:
        found = [f"The level {name} of the rule set is missing." for name in names if name not in listed]
        found += [f"The rule set has no level {name!r:.60}." for name in dict.fromkeys(listed) if name not in names]
        return found or [f"The levels stand as {', '.join(listed)}, but the rule set has {', '.join(names)}."]
    index = problem.position.index_of
    mate = np.full(problem.vertices, -1, dtype=np.int64)
    for one, other in [*shape.pairs, *([(shape.bye, BYE)] if shape.bye is not None else [])]:
        mate[index[one]], mate[index[other]] = index[other], index[one]
    face = _Face(problem.pairs, set())
    given_up = {level.name for level in problem.levels if level.given_up is not None}
    if problem.position.orders.relax and not any(level.value for level in shape.levels if level.name in given_up):
        return ["The pairing breaks no hard criterion: there is a legal pairing, and none may be relaxed (RULES 13)."]
    for place in range(len(names)):
        problems = _level_problems(problem, place, shape.levels[place], face, mate)
        if problems:
            return [f"Level {names[place]}: {text}." for text in problems]
    return _order_problems(problem, shape.order, face, mate)


def _level_problems(problem: PairingProblem, place: int, shape: LevelShape, face: _Face, mate: IntArray) -> list[str]:
    """What is wrong with one level; if nothing is, `face` becomes what this level leaves in play."""
    duals, found = _duals(problem, shape, face.equations)
    costs = problem.costs(problem.levels[place], face.pairs)
    value = sum(costs[mate[face.pairs.u] == face.pairs.v].tolist())
    if shape.value != value:
        found.append(f"the value is given as {shape.value}, but the pairing costs {value}")
    if duals is None:
        return found
    reduced, faults = _proved(problem, duals, face.pairs, costs, value)
    found += faults
    if found or reduced is None:
        return found
    # A pairing reaches the value only with pairs of reduced cost 0, and if it leaves each set with a positive dual just
    # once.  That this pairing does so follows from the sums being equal.
    face.pairs = face.pairs.where(reduced == 0)
    face.equations |= {members for members, dual in duals.sets.items() if dual > 0}
    return []


# --- Natural order ---------------------------------------------------------------------------------------------------


class _Choices:
    """The pairs left by the levels, as the natural order uses them up.

    `open` marks the pairs still in play; `touching[vertex]` are the places of a vertex's pairs.
    """

    def __init__(self, pairs: Pairs, mate: IntArray) -> None:
        self.pairs = pairs
        self.mate = mate
        self.open: BoolArray = np.ones(len(pairs), dtype=np.bool_)
        ends = np.concatenate([pairs.u, pairs.v])
        by_vertex = np.argsort(ends, kind="stable")
        starts = np.searchsorted(ends[by_vertex], np.arange(1, len(mate)))
        self.touching = np.split(by_vertex % max(1, len(pairs)), starts)
        self.partner: dict[int, int] = {}

    def candidates(self, phase: Phase, chooser: int) -> tuple[IntArray, IntArray]:
        """Places of the chooser's open pairs, and when he tries each: smallest first, −1 for never."""
        places = self.touching[chooser][self.open[self.touching[chooser]]]
        others = (self.pairs.u[places].astype(np.int64) + self.pairs.v[places]) - chooser
        return places, phase.order(chooser, others)

    def settle(self, player: int) -> None:
        """The player has the partner he has: both keep that pair only."""
        other = int(self.mate[player])
        self.partner[player], self.partner[other] = other, player
        for one in (player, other):
            places = self.touching[one]
            self.open[places[self.mate[self.pairs.u[places]] != self.pairs.v[places]]] = False


def _order_problems(
    problem: PairingProblem, blocks: Sequence[DigitsShape | FirstChoicesShape], face: _Face, mate: IntArray
) -> list[str]:
    """Replay RULES 9 with the certified pairing: each block is about those whose turn it is, and proves it."""
    choices = _Choices(face.pairs, mate)
    id_of = problem.position.id_of
    done = 0
    for phase in phases(problem.position, choices.partner):
        waiting = list(phase.choosers)
        while waiting:
            if done == len(blocks):
                return [f"Natural order: the blocks end where it is the turn of {id_of(waiting[0])}."]
            block = blocks[done]
            done += 1
            turn = [id_of(chooser) for chooser in waiting]
            if not block.choosers:
                return [f"Natural order, block {done}: it has no choosers, and it is the turn of {turn[0]}."]
            if block.choosers != turn[: len(block.choosers)]:
                return [
                    f"Natural order, block {done}: the choosers are {_names(block.choosers)}, "
                    f"but it is the turn of {_names(turn[: len(block.choosers)])}."
                ]
            choosers = waiting[: len(block.choosers)]
            if isinstance(block, FirstChoicesShape):
                found = _first_choice_problems(problem, choices, phase, choosers)
                if not block.first_choices:
                    found.append("first_choices is false, and there is no proof")
            else:
                found = _digit_problems(problem, choices, phase, choosers, block, face.equations)
            if found:
                return [f"Natural order, block {done} ({_names(block.choosers)}): {text}." for text in found]
            waiting = [chooser for chooser in waiting[len(choosers) :] if chooser not in choices.partner]
    if done < len(blocks):
        left = blocks[done].choosers
        return [f"Natural order: everybody has chosen, but block {done + 1} ({_names(left)}) follows."]
    return []


def _first_choice_problems(
    problem: PairingProblem, choices: _Choices, phase: Phase, choosers: Sequence[int]
) -> list[str]:
    """Each chooser in turn, unless taken by one before him, must have the first of his open candidates."""
    id_of = problem.position.id_of
    for chooser in choosers:
        if chooser in choices.partner:
            continue
        places, order = choices.candidates(phase, chooser)
        tried = order >= 0
        if not tried.any():
            continue  # nobody to choose from: he stays open
        first = int(places[tried][order[tried].argmin()])
        other = int(choices.pairs.u[first]) + int(choices.pairs.v[first]) - chooser
        if choices.mate[chooser] != other:
            has = id_of(int(choices.mate[chooser]))
            return [f"the first open candidate of {id_of(chooser)} is {id_of(other)}, but he has {_names([has])}"]
        choices.settle(chooser)
    return []


def _digit_problems(
    problem: PairingProblem,
    choices: _Choices,
    phase: Phase,
    choosers: Sequence[int],
    shape: DigitsShape,
    equations: set[OddSet],
) -> list[str]:
    """The block's proof, over costs that say "which of his candidates each chooser gets".

    The costs are the digits of one number, the first chooser's in front.  A chooser's candidates are his open pairs
    that are no candidates of an earlier chooser of the block.  They count 0, 1, 2 … in the order he tries them; his
    other pairs, which leave him open here, count the number after the last (those that an earlier chooser claims count
    nothing for him).  So no digit spills into the one before it, and the smallest number is the earliest choice of each
    in turn.
    """
    claimed = np.zeros(len(choices.pairs), dtype=np.bool_)
    columns: list[tuple[IntArray, IntArray, int]] = []  # places, digits, number of digits there are
    largest = 1
    for chooser in choosers:
        places, order = choices.candidates(phase, chooser)
        mine = ~claimed[places]
        places, order = places[mine], order[mine]
        tried = np.flatnonzero(order >= 0)
        digit = np.full(len(places), len(tried), dtype=np.int64)
        digit[tried[np.argsort(order[tried])]] = np.arange(len(tried))
        claimed[places[tried]] = True
        columns.append((places, digit, len(tried) + 1))
        largest *= len(tried) + 1
    if largest >= LARGEST:
        return ["too many choosers for one block: their digits would need more than 2^62"]
    costs = np.zeros(len(choices.pairs), dtype=np.int64)
    weight = 1
    for places, digit, base in reversed(columns):
        costs[places] += weight * digit
        weight *= base

    duals, found = _duals(problem, shape, equations)
    if duals is None:
        return found
    in_play = np.flatnonzero(choices.open)
    pairs, costs = choices.pairs.where(in_play), costs[in_play]
    value = sum(costs[choices.mate[pairs.u] == pairs.v].tolist())
    _, found = _proved(problem, duals, pairs, costs, value)
    if found:
        return found
    # The least number is reached only by these digits: of the candidates, the chosen ones stay.
    chosen = claimed & (choices.mate[choices.pairs.u] == choices.pairs.v)
    choices.open &= ~claimed | chosen
    for player in choices.pairs.u[chosen].tolist():
        choices.settle(player)
    return []


# --- No legal pairing ------------------------------------------------------------------------------------------------


def _witness_problems(problem: PairingProblem, shape: InfeasibleShape) -> list[str]:
    """More odd groups than blockers, the groups without legal pairs between them: then nobody can pair them all."""
    index = problem.position.index_of
    blockers, groups = shape.witness.blockers, shape.witness.odd_groups
    found = []
    seen: dict[int, str] = {}
    for what, players in [
        ("the blockers", blockers),
        *((f"group {number}", group) for number, group in enumerate(groups, start=1)),
    ]:
        for player in players:
            if player not in index:
                found.append(f"Among {what} is {player}, who is not present.")
            elif player in seen:
                found.append(f"{_names([player])} stands twice, in {seen[player]} and in {what}.")
            seen[player] = what
        if players is not blockers and len(players) % 2 == 0:
            found.append(f"The {what} {{{_names(players)}}} is not odd: it has {len(players)} players.")
    if len(groups) <= len(blockers):
        found.append(f"There are {len(groups)} odd groups, not more than the {len(blockers)} blockers.")
    if found:
        return found
    # 0: neither group nor blocker.  −1: a blocker.
    home = np.zeros(problem.vertices, dtype=np.int64)
    home[[index[player] for player in blockers]] = -1
    for number, group in enumerate(groups, start=1):
        home[[index[player] for player in group]] = number
    at_u, at_v = home[problem.pairs.u], home[problem.pairs.v]
    escapes = np.flatnonzero(((at_u > 0) | (at_v > 0)) & (at_u != at_v) & (at_u != -1) & (at_v != -1))
    if len(escapes):
        first = escapes[0]
        name = _pair_name(problem, int(problem.pairs.u[first]), int(problem.pairs.v[first]))
        more = f", and {len(escapes) - 1} others" if len(escapes) > 1 else ""
        group_number = int(max(at_u[first], at_v[first]))
        found.append(f"Group {group_number} can play outside, not only against blockers: {name} is legal{more}.")
    if shape.witness.text != witness_text(blockers, groups):
        found.append("The sentence of the witness does not say what its blockers and groups say.")
    return found
