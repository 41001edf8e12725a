"""What is wrong with who sits where in a certificate, as sentences (what `verify` says)."""

from __future__ import annotations

from pairproof.model.language import say, say_n


def seat_named(board: int | None) -> str:
    """A board by its number, or the bye."""
    return say("the bye") if board is None else say("board {board}", board=board)


def stranger_at(player: int, seat: str) -> str:
    """Somebody who is not there sits at a board, or has the bye."""
    return say("{seat}: {player} is not among the players present.", seat=seat, player=player)


def seated_twice(player: int, first: str, second: str) -> str:
    """A player has two seats."""
    return say("Player {player} stands twice: {first}, {second}.", player=player, first=first, second=second)


def not_seated(players: str) -> str:
    """Players who have no seat."""
    return say("Not paired, though present: {players}.", players=players)


def wrong_bye(player: int | None, present: int) -> str:
    """A bye (of nobody: None) that does not go with the number of players present."""
    if player is None:
        return say_n(
            "{count} player is present, an odd number, but nobody has the bye.",
            "{count} players are present, an odd number, but nobody has the bye.",
            present,
        )
    return say_n(
        "{player} has the bye, but {count} player is present, an even number.",
        "{player} has the bye, but {count} players are present, an even number.",
        present,
        player=player,
    )


def illegal(pair: str, against: list[str]) -> str:
    """A pair that is not legal, and why."""
    return say("{pair} is illegal ({reasons}).", pair=pair, reasons="; ".join(against))


def wrong_colours(board: int, white: int, black: int, article: str) -> str:
    """White and black should have each other's colour, by an article of the rules."""
    return say(
        "On board {board} {black} should have white against {white} ({article}).",
        board=board,
        black=black,
        white=white,
        article=article,
    )
