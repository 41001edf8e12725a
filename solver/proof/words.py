"""Between ids and the kernel's vertices: proofs as read, faults as sentences (what `verify` says)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np

from pairproof.model.language import say, say_n
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
            return say("the bye for {player}", player=one + other)
        return f"{one}-{other}"

    def listed(self, vertices: Sequence[int]) -> str:
        """Some vertices, the first of them if there are many."""
        return listed([self.player(vertex) for vertex in vertices])


def listed(players: Sequence[int]) -> str:
    """Some players by id, the first of them if there are many."""
    words = [say("the bye") if player == BYE else str(player) for player in players[:_MOST_NAMES]]
    return ", ".join(words) + (" …" if len(players) > _MOST_NAMES else "")


def _not_present(name: str) -> str:
    return say("there is a dual of {name}, who is not among the players present", name=name)


def proof_in(names: Names, duals: Duals, stranger: Callable[[str], str] = _not_present) -> tuple[Proof, list[str]]:
    """A proof by vertices, and which of its duals are of nobody there, said by `stranger` of the name they stand under
    (`proof_words` finds strangers in sets).
    """
    vertex_duals = np.zeros(names.beyond, dtype=np.int64)
    unreadable = []
    for name, dual in duals.players.items():
        player = int(name) if len(name) < 20 and name.isascii() and name.isdigit() and name == str(int(name)) else None
        if player is None or not names.present(player):
            unreadable.append(stranger(f"{name!r:.40}"))
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

    def members(place: int) -> str:
        return _set_of(duals.odd_sets[place].players)

    first: list[str] = []
    sets = {place: text for place, odd in enumerate(duals.odd_sets) if (text := _odd_set_words(names, odd.players))}
    readable = not unreadable and not sets
    last: list[str] = []
    for found in faults:
        match found:
            case fault.BadScale(scale):
                first.append(say("the scale is {scale}, but must be at least 1", scale=scale))
            case fault.NotOdd(place, size):
                text = say_n(
                    "the odd set {members} is not odd: it has {count} player",
                    "the odd set {members} is not odd: it has {count} players",
                    size,
                    members=members(place),
                )
                sets.setdefault(place, text)
            case fault.SetTwice(place):
                sets.setdefault(place, say("the odd set {members} stands there twice", members=members(place)))
            case fault.NegativeDual(place, dual):
                text = say(
                    "the odd set {members} has the negative dual {dual}, but no earlier level made it an equation",
                    members=members(place),
                    dual=dual,
                )
                sets.setdefault(place, text)
            case fault.WrongValue(given, cost):
                last.append(wrong_value(given, cost))
            case _ if readable:
                last.append(_sum_words(names, found))
    return [*first, *unreadable, *(sets[place] for place in sorted(sets)), *last]


def wrong_value(given: int, cost: int) -> str:
    """The value given is not what the pairing costs."""
    return say("the value is given as {given}, but the pairing costs {cost}", given=given, cost=cost)


def _set_of(players: Sequence[int]) -> str:
    return f"{{{listed(players)}}}"


def _odd_set_words(names: Names, players: Sequence[int]) -> str | None:
    """Why the players are no set of those present, if they are none."""
    unknown = [player for player in players if not names.present(player)]
    if unknown:
        return say(
            "the odd set {members} holds {unknown}, not among the players present",
            members=_set_of(players),
            unknown=listed(unknown),
        )
    if len(set(players)) < len(players):
        return say("the odd set {members} holds a player twice", members=_set_of(players))
    return None


def _sum_words(names: Names, found: fault.ProofFault) -> str:
    match found:
        case fault.WrongTotal(total, scale, cost):
            return say(
                "the duals add up to {total} (scale {scale}), but the pairing costs {cost}: that would be {wanted}",
                total=total,
                scale=scale,
                cost=cost,
                wanted=cost * scale,
            )
        case fault.NegativeReducedCost(u, v, reduced, scale, count):
            shown = {"pair": names.pair(u, v), "reduced": reduced, "scale": scale}
            if count == 1:
                return say("{pair} has the negative reduced cost {reduced} (scale {scale})", **shown)
            return say_n(
                "{pair} has the negative reduced cost {reduced} (scale {scale}), and so has {count} other",
                "{pair} has the negative reduced cost {reduced} (scale {scale}), and so have {count} others",
                count - 1,
                **shown,
            )
        case _:
            return say("the numbers are too large to be added up exactly (2^62 or more)")


def block_words(
    names: Names, number: int, block: Block, unreadable: Sequence[str], faults: Sequence[fault.OrderFault]
) -> list[str]:
    """What is wrong with block `number` of the natural order, in whole sentences."""
    where, choosers = say("Natural order, block {number}", number=number), listed(block.choosers)
    block_named = f"{where} ({choosers})" if choosers else where
    found: list[str] = []
    of_proof: list[fault.ProofFault] = []
    for one in faults:
        match one:
            case fault.NobodysTurn():
                return [say("{block}: everybody has chosen already.", block=block_named)]
            case fault.NoChoosers(turn):
                player = names.player(turn)
                return [say("{block}: it has no choosers, and it is the turn of {player}.", block=where, player=player)]
            case fault.NotTheirTurn(turns):
                return [
                    say(
                        "{block}: the choosers are {choosers}, but it is the turn of {players}.",
                        block=where,
                        choosers=choosers,
                        players=names.listed(turns),
                    )
                ]
            case fault.TooManyDigits():
                text = say("too many choosers for one block: their digits would need more than 2^62")
                return [f"{block_named}: {text}."]
            case fault.NotFirst(chooser, first, mate):
                found.append(
                    say(
                        "the first open candidate of {player} is {first}, but he has {partner}",
                        player=names.player(chooser),
                        first=names.listed([first]),
                        partner=names.listed([mate]),
                    )
                )
            case _:
                of_proof.append(one)
    if block.duals is not None:
        found += proof_words(names, block.duals, unreadable, of_proof)
    elif not block.first_choices:
        found.append(say("{key} is false, and there is no proof", key="first_choices"))
    return [f"{block_named}: {text}." for text in found]


def witness_words(names: Names, groups: Sequence[Sequence[int]], faults: Sequence[fault.WitnessFault]) -> list[str]:
    """What is wrong with a witness; `groups` by ids."""
    return [_witness_fault_words(names, groups, one) for one in faults]


def _group_named(place: int) -> str:
    return say("group {number}", number=place) if place else say("the blockers")


def _witness_fault_words(names: Names, groups: Sequence[Sequence[int]], one: fault.WitnessFault) -> str:
    match one:
        case fault.Stranger(vertex, place):
            player = names.player(vertex)
            return say("{player}, in {what}, is not present.", player=player, what=_group_named(place))
        case fault.Twice(vertex, first, place):
            return say(
                "{player} stands twice, in {what} and in {other}.",
                player=names.listed([vertex]),
                what=_group_named(first),
                other=_group_named(place),
            )
        case fault.NotOdd(place, size):
            return say_n(
                "Group {number} {members} is not odd: it has {count} player.",
                "Group {number} {members} is not odd: it has {count} players.",
                size,
                number=place,
                members=_set_of(groups[place - 1]),
            )
        case fault.TooFewGroups(number, blockers):
            return say(
                "There must be more odd groups than blockers: groups {groups}, blockers {blockers}.",
                groups=number,
                blockers=blockers,
            )
        case fault.Escape(u, v, group, count):
            shown = {"number": group, "pair": names.pair(u, v)}
            if count == 1:
                return say("Group {number} can play outside, not only against blockers: {pair} is legal.", **shown)
            return say_n(
                "Group {number} can play outside, not only against blockers: {pair} is legal, and {count} other.",
                "Group {number} can play outside, not only against blockers: {pair} is legal, and {count} others.",
                count - 1,
                **shown,
            )
