"""Why colours are denied, and why the last-round exemption is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pairproof.model.criteria.colour_points import colour_point
from pairproof.model.criteria.hard import colour_rules
from pairproof.model.language import say
from pairproof.model.state.colours import ABSOLUTE, MILD, STRONG
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.state.position import Position
from pairproof.solver.explain.reasons.case import Case, points_in_words, some
from pairproof.solver.result import Board
from pairproof.solver.terms import Method


def exempted(case: Case) -> Iterator[str]:
    """Who gets which colour by the last-round exemption (RULES 6)."""
    position = case.position
    sentences = [
        rule.exempted_words(position, index, colour, f"{board.white}-{board.black}")
        for board in case.boards
        for index, colour in ((position.index_of[board.white], WHITE), (position.index_of[board.black], BLACK))
        for rule in colour_rules(position.rules).values()
        if rule.bars(position, colour)[index]
    ]
    yield from some(case, sentences)


def _strength(strength: int) -> str:
    """How much somebody wants a colour."""
    return {MILD: say("mild"), STRONG: say("strong"), ABSOLUTE: say("absolute")}[strength]


def _colour_wanted(colour: int, least: int) -> str:
    """What those want who count on a level for strength `least` or more."""
    if colour == WHITE:
        return [say("white"), say("white at least strongly"), say("white absolutely")][max(0, least - MILD)]
    return [say("black"), say("black at least strongly"), say("black absolutely")][max(0, least - MILD)]


def denied(least: int) -> Callable[[Case], Iterator[str]]:
    """For a level that counts denied preferences of strength `least` or more."""

    def write(case: Case) -> Iterator[str]:
        yield from without_colour(least)(case)
        position = case.position
        needs = position.needs
        games = len(case.pairing.boards)
        for colour in (WHITE, BLACK):
            wanting = sum(need.wants == colour and need.strength >= least for need in needs)
            # The bye can take one of them away, whoever has it.
            if wanting - position.players % 2 - games >= case.value:
                fields = {
                    "wanting": wanting,
                    "players": position.players,
                    "wish": _colour_wanted(colour, least),
                    "games": games,
                    "value": case.value,
                }
                if position.players % 2:
                    yield say(
                        "{wanting} of the {players} players want {wish}, but only {games} can have it, and the bye can "
                        "go to only one of them: at least {value} must be denied.",
                        **fields,
                    )
                else:
                    yield say(
                        "{wanting} of the {players} players want {wish}, but only {games} can have it: at least "
                        "{value} must be denied.",
                        **fields,
                    )
                return
        yield from _colour_counts(case, least)
        yield case.proved

    return write


def without_colour(least: int) -> Callable[[Case], Iterator[str]]:
    """Who is denied a preference of strength `least` or more, and by what where both want the same."""

    def write(case: Case) -> Iterator[str]:
        position = case.position
        needs = {player: position.needs[index] for index, player in enumerate(position.ids)}
        sentences = []
        for board in case.boards:
            for player, other, colour in ((board.white, board.black, WHITE), (board.black, board.white, BLACK)):
                need = needs[player]
                if need.strength >= least and need.wants == -colour:
                    both = needs[other].wants == need.wants
                    told = case.named(other) if both else None
                    sentence = _denied_sentence(case.named(player), told, need.wants, need.strength)
                    # In a round that was played it may have been anybody.
                    why = _decided(position, board) if both and case.pairing.method is not Method.PLAYED else ""
                    sentences.append(f"{sentence}: {why}." if why else f"{sentence}.")
        yield from some(case, sentences)

    return write


def _decided(position: Position, board: Board) -> str:
    """Why the one and not the other of two who want the same colour has it (RULES 4.4)."""
    return colour_point(position, position.index_of[board.white], position.index_of[board.black]).text


def _denied_sentence(player: str, other: str | None, wanted: int, strength: int) -> str:
    """That somebody is denied a colour, to one who wants the same if `other` is given; without a full stop."""
    fields: dict[str, object] = {"player": player, "strength": _strength(strength)}
    if other is None:
        if wanted == WHITE:
            return say("{player} wants white; {player} ({strength}) has black", **fields)
        return say("{player} wants black; {player} ({strength}) has white", **fields)
    if wanted == WHITE:
        return say("{player} and {other} both want white; {player} ({strength}) has black", other=other, **fields)
    return say("{player} and {other} both want black; {player} ({strength}) has white", other=other, **fields)


def _colour_counts(case: Case, least: int) -> Iterator[str]:
    """Score groups where most want one colour: among those who play each other the surplus is denied, however they are
    paired."""
    position = case.position
    for score in sorted(set(position.score.tolist()), reverse=True):
        boards = [board for board in case.pairing.boards if board.scores == (score, score)]
        needs = [position.needs[position.index_of[p]] for board in boards for p in (board.white, board.black)]
        denied = sum(board.costs.get(case.level, 0) for board in boards)
        for colour in (WHITE, BLACK):
            wanting = sum(need.wants == colour and need.strength >= least for need in needs)
            if denied and len(boards) > 1 and wanting - len(boards) == denied:
                yield say(
                    "Of the {players} players with {points} who play each other, {wanting} want {wish} and {boards} "
                    "can have it, whoever plays whom among them.",
                    players=len(needs),
                    points=points_in_words(case, score),
                    wanting=wanting,
                    wish=_colour_wanted(colour, least),
                    boards=len(boards),
                )
