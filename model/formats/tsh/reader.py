"""From the players' lines of a tsh division to a tournament.

Scores are game points (GAM, P A1) and decide the game; without opponent, a score above 0 is the bye.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pairproof.model.errors import Fault, InvalidInput, in_file_order
from pairproof.model.formats.check import check_tournament
from pairproof.model.formats.encoding import decode
from pairproof.model.formats.format import PLAIN, Reading
from pairproof.model.formats.places import Path
from pairproof.model.formats.tsh.lines import NOTHING, Entrant, read_entrant, up_to_the_last
from pairproof.model.language import say, say_n
from pairproof.model.tournament import Game, NextRound, Player, Result, Round, Tournament

_ORDER = (1, 2)
"""What p12 says of who moved first, and of who moved second."""


def read_tsh(data: bytes, reading: Reading = PLAIN) -> Tournament:
    """The division in the bytes of a tsh file.

    Raises
    ------
    InvalidInput
        Every fault of the file at once, in the order of its lines.
    """
    text, warnings = decode(data)
    faults: list[Fault] = []
    entrants: list[Entrant] = []
    lines = re.split(r"\r\n|\r|\n", text)
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        entrant = read_entrant(line.strip(), number, len(entrants) + 1, faults)
        if entrant is not None:
            entrants.append(entrant)
    if not entrants and not faults:
        raise InvalidInput([Fault(say("There is no player; is this a tsh division?"))])
    if faults:
        raise InvalidInput(in_file_order(faults))
    tournament, where = _tournament(entrants, warnings, faults)
    if not faults:
        faults += check_tournament(tournament, where, open_games=reading.lets_games_open)
    if faults:
        raise InvalidInput(in_file_order(faults))
    return tournament


def _tournament(
    entrants: list[Entrant], warnings: tuple[str, ...], faults: list[Fault]
) -> tuple[Tournament, dict[Path, int]]:
    where: dict[Path, int] = {("players", index): entrant.line for index, entrant in enumerate(entrants)}
    said = list(warnings)
    scored = max((len(entrant.scores) for entrant in entrants), default=0)
    paired = max(scored, *(len(up_to_the_last(entrant.opponents)) for entrant in entrants))
    if paired > scored + 1:
        # Rounds may be paired ahead, but not played ahead.
        said.append(
            say(
                "The pairings of the rounds {first} to {last}, made before their time, are left out.",
                first=scored + 2,
                last=paired,
            )
        )
        paired = scored + 1
    rounds = []
    negative = 0
    for index in range(paired):
        games, below = _games(entrants, index, where, faults)
        negative += below
        byes, full_byes = _byes(entrants, index, index < scored or not games, faults)
        rounds.append(Round(tuple(games), byes=tuple(byes), full_byes=tuple(full_byes)))
    tournament = Tournament(
        name="",
        players=tuple(
            Player(entrant.id, entrant.name, max(entrant.rating, 0), groups=(entrant.team,) if entrant.team else ())
            for entrant in entrants
        ),
        rounds=tuple(rounds),
        next=NextRound(
            absent=frozenset(entrant.id for entrant in entrants if entrant.off is not None and entrant.off <= 0),
            full_byes=frozenset(entrant.id for entrant in entrants if entrant.off is not None and entrant.off > 0),
        ),
        warnings=(*said, *_left_out(entrants, negative)),
    )
    return tournament, where


def _games(entrants: list[Entrant], index: int, where: dict[Path, int], faults: list[Fault]) -> tuple[list[Game], int]:
    """The games of a round (0-based), and how many of them have a score below 0."""
    by_id = {entrant.id: entrant for entrant in entrants}
    games: list[Game] = []
    negative = 0
    for entrant in entrants:
        opponent = entrant.opponent(index)
        if entrant.left_open(index):
            text = say(
                "The opponent is {nothing}, which says that none is entered yet; a bye or an absence is 0.",
                nothing=NOTHING,
            )
            faults.append(Fault(text, line=entrant.line, player=entrant.id, round=index + 1))
        if not opponent:
            continue
        other = by_id.get(opponent)
        if other is None or other is entrant or other.opponent(index) != entrant.id:
            faults.append(_mismatch(entrant, opponent, other, index))
        elif other.id > entrant.id:  # else told already
            game, below = _game(entrant, other, index, faults)
            negative += below
            where["rounds", index, "games", len(games)] = entrant.line
            games.append(game)
    return games, negative


def _byes(entrants: list[Entrant], index: int, scored: bool, faults: list[Fault]) -> tuple[list[int], list[int]]:
    """The byes and the full-point byes of a round (0-based); `scored`: its scores are entered."""
    byes: list[int] = []
    full_byes: list[int] = []
    idle = [entrant for entrant in entrants if entrant.opponent(index) == 0]
    byes += [entrant.id for entrant in idle if (entrant.score(index) or 0) > 0]
    for entrant in idle:
        if entrant.score(index) is not None:
            continue
        # Where games wait for their scores, byes do too: 0 is the bye, but for those who are off.
        if scored:
            text = say("There is neither opponent nor score; a bye has a score above 0, an absence one of 0 or below.")
            faults.append(Fault(text, line=entrant.line, player=entrant.id, round=index + 1))
        elif entrant.off is None:
            byes.append(entrant.id)
        elif entrant.off > 0:
            full_byes.append(entrant.id)
    return byes, full_byes


def _left_out(entrants: list[Entrant], negative: int) -> Iterator[str]:
    """What is not read as the file has it."""
    if negative:
        yield say_n(
            "{count} game has a score below 0, which is no game points; it is read without.",
            "{count} games have a score below 0, which are no game points; they are read without.",
            negative,
        )
    penalised = sum(entrant.penalised for entrant in entrants)
    if penalised:
        yield say_n(
            "{count} player has a penalty on the spread, which is no game point; it is not taken off.",
            "{count} players have a penalty on their spread, which is no game point; it is not taken off.",
            penalised,
        )
    low = sum(entrant.rating < 0 for entrant in entrants)
    if low:
        yield say_n("{count} rating below 0 is read as 0.", "{count} ratings below 0 are read as 0.", low)
    parts = sum(not entrant.whole_rating for entrant in entrants)
    if parts:
        yield say_n(
            "{count} rating holds a dot or a plus; it is read up to there.",
            "{count} ratings hold a dot or a plus; they are read up to there.",
            parts,
        )
    yield say("The file does not say how many rounds are planned, so no round is treated as the last.")


def _mismatch(entrant: Entrant, opponent: int, other: Entrant | None, index: int) -> Fault:
    if other is None:
        text = say("The opponent is {opponent}, but there is no player {opponent}.", opponent=opponent)
    elif other is entrant:
        text = say("Player {player} is paired against himself.", player=opponent)
    else:
        theirs = other.opponent(index)
        has = (
            say("nothing")
            if theirs is None
            else say("no opponent")
            if theirs == 0
            else say("the opponent {player}", player=theirs)
        )
        text = say(
            "The opponent is {opponent}, but the line of player {opponent} (line {line}) has {has}.",
            opponent=opponent,
            line=other.line,
            has=has,
        )
    return Fault(text, line=entrant.line, player=entrant.id, round=index + 1)


def _game(entrant: Entrant, other: Entrant, index: int, faults: list[Fault]) -> tuple[Game, bool]:
    """The game of a round, and whether a score is below 0."""
    order = tuple(one.first[index] if index < len(one.first) else 0 for one in (entrant, other))
    coloured = order in ((1, 2), (2, 1))
    if not coloured and (order[0] in _ORDER or order[1] in _ORDER):
        faults.append(_order_fault(entrant, other, order, index))
    if order == (2, 1):
        entrant, other = other, entrant
    mine, theirs = entrant.score(index), other.score(index)
    if mine is None or theirs is None:
        if (mine is None) != (theirs is None):
            missing = entrant if mine is None else other
            text = say(
                "Of the game {white}-{black} the score of player {player} is missing.",
                white=entrant.id,
                black=other.id,
                player=missing.id,
            )
            faults.append(Fault(text, line=missing.line, player=missing.id, round=index + 1))
        return Game(entrant.id, other.id, None, coloured), False
    result = Result.DRAW if mine == theirs else Result.WHITE_WINS if mine > theirs else Result.BLACK_WINS
    below = mine < 0 or theirs < 0
    return Game(entrant.id, other.id, result, coloured, None if below else (mine, theirs)), below


def _order_fault(entrant: Entrant, other: Entrant, order: tuple[int, ...], index: int) -> Fault:
    """Of the two players of a game, p12 names one, or both alike."""
    if order[0] == order[1]:
        both = {"one": entrant.id, "other": other.id, "line": other.line}
        if order[0] == 1:
            text = say("Both {one} and {other} (line {line}) moved first, says p12.", **both)
        else:
            text = say("Both {one} and {other} (line {line}) moved second, says p12.", **both)
    else:
        if order[0] not in _ORDER:
            entrant, other, order = other, entrant, order[::-1]
        both = {"one": entrant.id, "other": other.id, "line": other.line}
        if order[0] == 1:
            text = say("p12 says that {one} moved first, but not that {other} (line {line}) moved second.", **both)
        else:
            text = say("p12 says that {one} moved second, but not that {other} (line {line}) moved first.", **both)
    return Fault(text, line=entrant.line, player=entrant.id, round=index + 1)
