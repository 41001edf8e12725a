"""Why players of one group meet (P B4), and why floats are repeated (P B5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pairproof.model.language import all_of, say
from pairproof.model.state.history import Kind
from pairproof.model.state.position import IntArray
from pairproof.solver.explain.reasons.case import Case, some


def groups_met(case: Case) -> Iterator[str]:
    """Who of one group meets."""
    position = case.position
    sentences = []
    for board in case.boards:
        common = position.groups[position.index_of[board.white]] & position.groups[position.index_of[board.black]]
        sentences.append(
            say(
                "{white} and {black} are both in {groups}.",
                white=case.named(board.white),
                black=case.named(board.black),
                groups=all_of(sorted(common)),
            )
        )
    yield from some(case, sentences)


def restricted_groups(case: Case) -> Iterator[str]:
    """Who of one group meets (P B4), and how many must."""
    yield from groups_met(case)
    position = case.position
    present = position.players
    for group in sorted(frozenset().union(*position.groups)):
        size = sum(group in own for own in position.groups)
        # Each player from elsewhere, and the bye, takes one of them.
        forced = -((present - size + present % 2 - size) // 2)
        if forced >= case.value:
            fields = {
                "size": size,
                "present": present,
                "group": group,
                "elsewhere": present - size,
                "value": case.value,
            }
            if present % 2:
                yield say(
                    "{size} of the {present} players are in {group}: {elsewhere} from elsewhere and the bye can be "
                    "their opponents, so at least {value} of the pairs must be inside it.",
                    **fields,
                )
            else:
                yield say(
                    "{size} of the {present} players are in {group}: {elsewhere} from elsewhere can be their "
                    "opponents, so at least {value} of the pairs must be inside it.",
                    **fields,
                )
            return
    yield case.proved


def floats_again(rounds_back: int) -> Callable[[Case], Iterator[str]]:
    """The writer of whose float is repeated after one round (P B5), or after two."""

    def write(case: Case) -> Iterator[str]:
        position = case.position
        marks = position.float_1 if rounds_back == 1 else position.float_2
        number = position.round - rounds_back
        sentences = []
        for player, down in _again(case, marks):
            if position.topscorer[position.index_of[player]]:
                continue
            fields = {"player": case.named(player), "former": _former(case, player, number)}
            if down:
                sentences.append(say("{player} has a downfloat again, after {former}.", **fields))
            else:
                sentences.append(say("{player} has an upfloat again, after {former}.", **fields))
        if case.bye is not None:
            former = _former(case, case.bye, number)
            sentences.append(
                say(
                    "{player} has the bye, which is a downfloat, after {former}.",
                    player=case.named(case.bye),
                    former=former,
                )
            )
        yield from some(case, sentences)

    return write


def floats_freed(rounds_back: int) -> Callable[[Case], Iterator[str]]:
    """The writer for topscorers' floats that cost nothing in the last round (RULES 6)."""

    def write(case: Case) -> Iterator[str]:
        position = case.position
        sentences = []
        for player, down in _again(case, position.float_1 if rounds_back == 1 else position.float_2):
            if position.topscorer[position.index_of[player]]:
                fields = {"player": player, "former": _former(case, player, position.round - rounds_back)}
                if down:
                    text = say(
                        "{player} has a downfloat again, after {former}: free for a topscorer, in the last round.",
                        **fields,
                    )
                else:
                    text = say(
                        "{player} has an upfloat again, after {former}: free for a topscorer, in the last round.",
                        **fields,
                    )
                sentences.append(text)
        yield from some(case, sentences)

    return write


def _again(case: Case, marks: IntArray) -> Iterator[tuple[int, bool]]:
    """Who has the mark again that `marks` holds, and whether it is a downfloat; byes left out."""
    index_of = case.position.index_of
    for board in case.pairing.boards:
        for player, now in zip((board.white, board.black), board.floats, strict=True):
            if now is not None and now == {1: "up", -1: "down"}.get(int(marks[index_of[player]])):
                yield player, now == "down"


def _former(case: Case, player: int, number: int) -> str:
    """What gave the player his mark in that round."""
    kind = case.position.history.entries[player][number - 1].kind
    if kind is Kind.BYE:
        return say("the bye in round {round}", round=number)
    if kind is Kind.FULL_BYE:
        return say("a full-point bye in round {round}", round=number)
    if kind is Kind.HALF_BYE:
        return say("a half-point bye in round {round}", round=number)
    return say("the one in round {round}", round=number)
