"""The same of the FIDE (Dutch) System, in the form of bbpPairings 6: callers read it."""

from __future__ import annotations

from collections.abc import Sequence

from pairproof.cli.version import RULES_DATE, version_of
from pairproof.model.dutch.colours import in_board_order
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.colours import ABSOLUTE, STRONG
from pairproof.model.state.history import DOWN, UP, WHITE, Kind
from pairproof.model.tournament import BYE, Game, Tournament
from pairproof.solver.result import Pairing
from pairproof.solver.systems.dutch.problem import dutch_problem
from pairproof.solver.terms import Status

_FLOATS = {UP: "U", DOWN: "D"}


class DutchLists:
    """See `cli.engine.lists.Lists`."""

    after_rounds = "\n"

    @property
    def last_line(self) -> str:
        """Which program it is."""
        return f"pairproof-engine {version_of('pairproof')} (rules of {RULES_DATE})"

    def title(self, tournament: Tournament, stem: str) -> str:
        """The file's name."""
        return stem

    def of_round(self, number: int, pairing: Pairing) -> str:
        """A heading and the list."""
        return f"Round #{number}\n{self.checklist(pairing)}"

    def checklist(self, pairing: Pairing) -> str:
        """A line for everybody present in rank order, scoregroups apart, each column as wide as it must be.

        Score with acceleration, colours so far, the preference (`W` absolute, `(W)` strong, `w` mild, `A` none), if
        he may have the bye, floats one and two rounds ago, whom he meets now, and the opponents of the games played.
        """
        position = dutch_problem(pairing.problem).dutch
        rounds = position.base.history.rounds
        head = ["ID", "Pts", "-" * (rounds + 1), "Pref", "C2", "C14", "C16", "Cur", ""]
        rows = [[*head, *(f"R{number}" for number in range(1, rounds + 1))]]
        rows += [_row(position, index, _now(pairing)) for index in range(position.players)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["".join(f"{text:>{width}}\t" for text, width in zip(row, widths, strict=True)) for row in rows]
        text = f"\n{lines[0]}"
        last = None
        for line, score in zip(lines[1:], position.score.tolist(), strict=True):
            text += f"\n{'' if score == last else chr(10)}{line}"
            last = score
        return f"{text}\n\n\n"

    def compared(self, title: str, number: int, pairing: Pairing) -> str:
        """A round of a tournament, and where it differs from the pairing of the rules: boards of both, in order.

        A game without colours agrees with either; where it differs, its higher number stands first.
        """
        text = f"{title}: Round #{number}\n"
        if pairing.status is Status.INFEASIBLE:
            return f"{text}No valid pairing exists for round {number}.\n\n"
        played = pairing.problem.position.tournament.rounds[number - 1]  # as the system counts it
        colourless = {_seats(game) for game in played.games if not game.coloured}
        seats = [*map(_seats, played.games), *((player, BYE) for player in played.byes)]
        agreeing = set(seats) | {(black, white) for white, black in colourless}
        best = pairing.seats
        same = set(best) | {(black, white) for white, black in best if (black, white) in colourless}
        position = dutch_problem(pairing.problem).dutch
        ours = _in_order(position, [pair for pair in best if pair not in agreeing])
        if not ours:
            return text
        theirs = _in_order(position, [pair for pair in seats if pair not in same])
        text += f"{'  Checker pairings':<26}Tournament pairings \n"
        for place, pair in enumerate(theirs):
            left = f"    {_pair(ours[place])}" if place < len(ours) else " " * 13
            text += f"{left}{' ' * 16}{_pair(pair)}\n"
        return f"{text}\n"


def _seats(game: Game) -> tuple[int, int]:
    """White and black; without colours the higher number first, as bbpPairings writes it."""
    one, other = game.white, game.black
    return (one, other) if game.coloured else (max(one, other), min(one, other))


def _now(pairing: Pairing) -> dict[int, str]:
    """What each player has in the round: opponent and own colour, or the bye."""
    found = {board.white: f"({board.black}W)" for board in pairing.boards}
    found |= {board.black: f"({board.white}B)" for board in pairing.boards}
    return found if pairing.bye is None else {**found, pairing.bye: "(bye)"}


def _row(position: DutchPosition, index: int, now: dict[int, str]) -> list[str]:
    base = position.base
    player = base.ids[index]
    entries = base.history.entries[player]
    return [
        str(player),
        f"{int(position.score[index]) / 2:.1f}",
        "".join("W" if colour == WHITE else "B" for colour in base.history.colours(player)),
        _preference(position, index),
        "Y" if position.may_bye[index] else "N",
        _FLOATS.get(int(position.float_1[index]), " "),
        _FLOATS.get(int(position.float_2[index]), " "),
        now.get(player, ""),
        "",
        *(str(entry.opponent) if entry.kind is Kind.PLAYED else "" for entry in entries),
    ]


def _preference(position: DutchPosition, index: int) -> str:
    need = position.base.needs[index]
    letter = "W" if need.wants == WHITE else "B"
    if not need.wants:
        return "A "
    return {ABSOLUTE: f"{letter} ", STRONG: f"({letter})"}.get(need.strength, f"{letter.lower()} ")


def _in_order(position: DutchPosition, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs of ids by board, byes last."""
    index, ids = position.base.index_of, position.base.ids
    games = [(index[white], index[black]) for white, black in pairs if black != BYE]
    byes = [player for player, other in pairs if other == BYE]
    byes.sort(key=lambda player: (-position.points[index[player]], position.number[index[player]]))
    return [(ids[a], ids[b]) for a, b in in_board_order(position, games)] + [(player, BYE) for player in byes]


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]:>3} - {pair[1]:>3}"
