"""Between ids and the kernel's vertices: proofs as read, faults as sentences (what `verify` says)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from pairproof.model.tournament import BYE
from pairproof.solver.proof import faults as fault
from pairproof.solver.proof.certificate import Block, Duals
from pairproof.solver.proof.proofs import Proof

_MOST_NAMES = 12


class Numbered(Protocol):
    """Players who have numbers, as those of a position have."""

    @property
    def index_of(self) -> Mapping[int, int]:
        """Vertex of each id; of the bye (0) too, if there is one."""

    @property
    def vertices(self) -> int:
        """How many vertices there are."""


class Names:
    """Vertices of those present by id, and back; whoever is not present gets a number beyond the last vertex."""

    def __init__(self, present: Numbered) -> None:
        self._vertices: dict[int, int] = dict(present.index_of)
        self._players = {vertex: player for player, vertex in self._vertices.items()}
        self.beyond = present.vertices

    def vertex(self, player: int) -> int:
        """The vertex of an id; of the bye too, if there is one."""
        if player not in self._vertices:
            number = len(self._players)
            self._vertices[player], self._players[number] = number, player
        return self._vertices[player]

    def present(self, player: int) -> bool:
        """Whether the id is a vertex."""
        return self._vertices.get(player, self.beyond) < self.beyond

    def player(self, vertex: int) -> int:
        """The id of a vertex."""
        return self._players[vertex]

    def pair(self, u: int, v: int) -> str:
        """`3-7`, or `the bye for 3`."""
        one, other = self.player(u), self.player(v)
        if BYE in (one, other):
            return f"the bye for {one + other}"
        return f"{one}-{other}"

    def listed(self, vertices: Sequence[int]) -> str:
        """Some vertices, the first of them if there are many."""
        return listed([self.player(vertex) for vertex in vertices])


def listed(players: Sequence[int]) -> str:
    """Some players by id, the first of them if there are many."""
    words = ["the bye" if player == BYE else str(player) for player in players[:_MOST_NAMES]]
    return ", ".join(words) + (" …" if len(players) > _MOST_NAMES else "")


def proof_in(names: Names, duals: Duals) -> tuple[Proof, list[str]]:
    """A proof by vertices, and which of its duals are of nobody present (`proof_words` finds strangers in sets)."""
    vertex_duals = np.zeros(names.beyond, dtype=np.int64)
    unreadable = []
    for name, dual in duals.players.items():
        player = int(name) if len(name) < 20 and name.isascii() and name.isdigit() and name == str(int(name)) else None
        if player is None or not names.present(player):
            unreadable.append(f"there is a dual of {name!r:.40}, who is not among the players present")
        else:
            vertex_duals[names.vertex(player)] = dual
    sets = np.zeros((len(duals.odd_sets), names.beyond), dtype=np.bool_)
    for row, odd_set in zip(sets, duals.odd_sets, strict=True):
        row[[names.vertex(player) for player in odd_set.players if names.present(player)]] = True
    set_duals = np.array([odd_set.dual for odd_set in duals.odd_sets], dtype=np.int64)
    return Proof(duals.scale, vertex_duals, sets, set_duals), unreadable


def proof_words(names: Names, duals: Duals, unreadable: Sequence[str], faults: Sequence[fault.ProofFault]) -> list[str]:
    """What is wrong with one proof, without the level's or block's name.

    `unreadable` says which duals of players name nobody present: such a proof is not judged any further.
    """
    first: list[str] = []
    sets = {place: text for place, odd in enumerate(duals.odd_sets) if (text := _odd_set_words(names, odd.players))}
    readable = not unreadable and not sets
    last: list[str] = []
    for found in faults:
        match found:
            case fault.BadScale(scale):
                first.append(f"the scale is {scale}, but must be at least 1")
            case fault.NotOdd(place, size):
                sets.setdefault(place, f"{_set_name(duals, place)} is not odd: it has {size} players")
            case fault.SetTwice(place):
                sets.setdefault(place, f"{_set_name(duals, place)} stands there twice")
            case fault.NegativeDual(place, dual):
                text = f"has the negative dual {dual}, but no earlier level made it an equation"
                sets.setdefault(place, f"{_set_name(duals, place)} {text}")
            case fault.WrongValue(given, cost):
                last.append(f"the value is given as {given}, but the pairing costs {cost}")
            case _ if readable:
                last.append(_sum_words(names, found))
    return [*first, *unreadable, *(sets[place] for place in sorted(sets)), *last]


def _set_name(duals: Duals, place: int) -> str:
    return f"the odd set {{{listed(duals.odd_sets[place].players)}}}"


def _odd_set_words(names: Names, players: Sequence[int]) -> str | None:
    """Why the players are no set of those present, if they are none."""
    unknown = [player for player in players if not names.present(player)]
    if unknown:
        return f"the odd set {{{listed(players)}}} holds {listed(unknown)}, not among the players present"
    if len(set(players)) < len(players):
        return f"the odd set {{{listed(players)}}} holds a player twice"
    return None


def _sum_words(names: Names, found: fault.ProofFault) -> str:
    match found:
        case fault.WrongTotal(total, scale, cost):
            return (
                f"the duals add up to {total} (scale {scale}), but the pairing costs {cost}: "
                f"that would be {cost * scale}"
            )
        case fault.NegativeReducedCost(u, v, reduced, scale, count):
            more = f", and so have {count - 1} others" if count > 1 else ""
            return f"{names.pair(u, v)} has the negative reduced cost {reduced} (scale {scale}){more}"
        case _:
            return "the numbers are too large to be added up exactly (2^62 or more)"


def block_words(
    names: Names, number: int, block: Block, unreadable: Sequence[str], faults: Sequence[fault.OrderFault]
) -> list[str]:
    """What is wrong with block `number` of the natural order, in whole sentences."""
    where, choosers = f"Natural order, block {number}", listed(block.choosers)
    block_named = f"{where} ({choosers})" if choosers else where
    found: list[str] = []
    of_proof: list[fault.ProofFault] = []
    for one in faults:
        match one:
            case fault.NobodysTurn():
                which = f"block {number} ({choosers})" if choosers else f"block {number}"
                return [f"Natural order: everybody has chosen, but {which} follows."]
            case fault.NoChoosers(turn):
                return [f"{where}: it has no choosers, and it is the turn of {names.player(turn)}."]
            case fault.NotTheirTurn(turns):
                return [f"{where}: the choosers are {choosers}, but it is the turn of {names.listed(turns)}."]
            case fault.TooManyDigits():
                text = "too many choosers for one block: their digits would need more than 2^62"
                return [f"{block_named}: {text}."]
            case fault.NotFirst(chooser, first, mate):
                has = names.listed([mate])
                found.append(
                    f"the first open candidate of {names.player(chooser)} is {names.player(first)}, but he has {has}"
                )
            case _:
                of_proof.append(one)
    if block.duals is not None:
        found += proof_words(names, block.duals, unreadable, of_proof)
    elif not block.first_choices:
        found.append("first_choices is false, and there is no proof")
    return [f"{block_named}: {text}." for text in found]


def witness_words(names: Names, groups: Sequence[Sequence[int]], faults: Sequence[fault.WitnessFault]) -> list[str]:
    """What is wrong with a witness; `groups` by ids."""

    def what(place: int) -> str:
        return f"group {place}" if place else "the blockers"

    found = []
    for one in faults:
        match one:
            case fault.Stranger(vertex, place):
                found.append(f"Among {what(place)} is {names.player(vertex)}, who is not present.")
            case fault.Twice(vertex, first, place):
                found.append(f"{names.listed([vertex])} stands twice, in {what(first)} and in {what(place)}.")
            case fault.NotOdd(place, size):
                members = listed(groups[place - 1])
                found.append(f"The {what(place)} {{{members}}} is not odd: it has {size} players.")
            case fault.TooFewGroups(number, blockers):
                found.append(f"There are {number} odd groups, not more than the {blockers} blockers.")
            case fault.Escape(u, v, group, count):
                more = f", and {count - 1} others" if count > 1 else ""
                found.append(
                    f"Group {group} can play outside, not only against blockers: {names.pair(u, v)} is legal{more}."
                )
    return found
