"""The page of a round to be played as plain data: who meets whom, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairproof.cli.pages import pair as pair_page
from pairproof.cli.pages.burdens import chapters
from pairproof.cli.pages.html.content import MANY_PLAYERS, Writer
from pairproof.cli.pages.html.names import sort_key
from pairproof.cli.pages.html.parts import ON_THE_WALL
from pairproof.cli.pages.html.picture import MOST_SHOWN, isolated, picture_of
from pairproof.cli.pages.html.sheet import (
    Cell,
    Chapter,
    Line,
    NotPlaying,
    Pair,
    Seat,
    Sheet,
    Who,
)
from pairproof.cli.pages.keeping import keeping_note
from pairproof.cli.pages.levels import figures_of, level_texts, order_text
from pairproof.cli.pages.played import verdict
from pairproof.model.language import say, say_n
from pairproof.solver.explain.asking import burdens, chosen
from pairproof.solver.explain.compare import held_against
from pairproof.solver.explain.played import Played, denied_colour, measured
from pairproof.solver.proof.write import witness_players
from pairproof.solver.result import Board, Pairing

MOST_ASKED = 12
"""With more than `MANY_PLAYERS`, what it would cost to spare somebody is asked for no more than so many of a kind."""


def page_of(pairing: Pairing, parts: Sequence[str] = ON_THE_WALL) -> Sheet:
    """The page of a pairing, or of the finding that there is none; `parts` are those of `html.parts.PARTS` it has."""
    return _RoundWriter(pairing, parts).sheet()


def page_of_played(played: Played, optimum: Pairing, parts: Sequence[str] = ON_THE_WALL) -> Sheet:
    """The page of a round of the file: its boards in its order, and how they do against the optimum."""
    note = verdict(held_against(played, optimum), optimum, figures_of(optimum))
    return replace(_RoundWriter(measured(played.pairing, optimum), parts).sheet(), notes=(note,))


class _RoundWriter(Writer):
    """The page of a round to be played."""

    def __init__(self, pairing: Pairing, parts: Sequence[str]) -> None:
        self.pairing = pairing
        self.position = pairing.problem.position
        self.figures = figures_of(pairing)
        super().__init__(self.position.tournament, self.position.rules, self.position.history, parts)

    def sheet(self) -> Sheet:
        """All of it."""
        pairing, position = self.pairing, self.position
        pairs = tuple(self._pair(board) for board in pairing.boards)
        bye = None
        if pairing.bye is not None:
            bye = Seat(self.who[pairing.bye], self._score(pairing.bye), "down")
        nothing = not pairs and bye is None
        blockers, groups = self._witness()
        names = {player: self._known(player).name for player in (0, *position.ids)}
        reasons = "reasons" in self.parts
        return replace(
            super().sheet(),
            round=pair_page.round_of(position),
            pairs=pairs,
            bye=bye,
            floats=bye is not None or any(seat.float for pair in pairs for seat in (pair.white, pair.black)),
            not_playing=self._not_playing(),
            lines=() if nothing else self._lines(),
            levels=level_texts(pairing, self.figures) if reasons else (),
            order_of_levels=order_text(pairing, self.figures) if reasons else "",
            chosen=chosen(pairing) if pairing.proof.natural_order else "",
            chapters=self._chapters() if reasons else (),
            notes=(*filter(None, [keeping_note(pairing, self.figures)]), *pair_page.notes(pairing, self.figures)),
            none=pair_page.why_none(pairing) if nothing else None,
            blockers=blockers,
            groups=groups,
            picture=picture_of(pairing, names) if reasons and position.players <= MOST_SHOWN else None,
        )

    def _score(self, player: int) -> str:
        return self._points(int(self.position.score[self.position.index_of[player]]))

    def _named(self, player: int) -> str:
        """`5 Elsa`, the name apart from the direction of the sentence around it."""
        name = self.who[player].name
        return f"{player} {isolated(name)}" if name else str(player)

    def _known(self, player: int) -> Who:
        return self.who[player] if player else Who(0, say("the bye"))

    # Pairings ---------------------------------------------------------------------------------------------------------

    def _pair(self, board: Board) -> Pair:
        white, black = (
            Seat(self.who[player], self._points(score), mark or "")
            for player, score, mark in zip((board.white, board.black), board.scores, board.floats, strict=True)
        )
        return Pair(board.number, white, black)

    def _not_playing(self) -> tuple[NotPlaying, ...]:
        return tuple(
            NotPlaying(what, tuple(self.who[player] for player in players))
            for what, players in pair_page.away(self.position)
        )

    def _lines(self) -> tuple[Line, ...]:
        found = []
        white, black = ("white", "black") if self.colours else ("", "")
        for board in self.pairing.boards:
            found.append(Line(self.who[board.white], board.number, white, self.who[board.black]))
            found.append(Line(self.who[board.black], board.number, black, self.who[board.white]))
        if self.pairing.bye is not None:
            found.append(Line(self.who[self.pairing.bye], instead=say("Bye")))
        for group in self._not_playing():
            found += [Line(who, instead=group.what) for who in group.players]
        return tuple(sorted(found, key=lambda line: (*sort_key(line.who.name), line.who.id)))

    def _now(self) -> dict[int, Cell]:
        found = {}
        for board in self.pairing.boards:
            for player, other, colour, mark in (
                (board.white, board.black, "white", board.floats[0]),
                (board.black, board.white, "black", board.floats[1]),
            ):
                found[player] = Cell(str(other), colour if self.colours else "", "", mark or "")
        away = self.position.half_byes + self.position.full_byes
        if found:
            found |= {player: Cell(say("bye"), plain=True) for player in away}
        if self.pairing.bye is not None:
            found[self.pairing.bye] = Cell(say("bye"), plain=True)
        return found

    # The proof --------------------------------------------------------------------------------------------------------

    def _chapters(self) -> tuple[Chapter, ...]:
        pairing = self.pairing
        if pairing.status != "optimal":
            return ()
        most = MOST_ASKED if self.position.players > MANY_PLAYERS else None
        return tuple(
            Chapter(title, told, self._more(what, len(told)))
            for what, title, told in chapters(pairing, burdens(pairing, most), self._named, self.figures)
        )

    def _more(self, what: str, told: int) -> str:
        """How many more there are of a kind than are told about."""
        if what == "bye":
            return ""
        if what == "down":
            everybody = sum(mark == "down" for board in self.pairing.boards for mark in board.floats)
        else:
            everybody = len(denied_colour(self.pairing))
        left = everybody - told
        if left <= 0:
            return ""
        return say_n("{count} more: ask with `pairproof explain`.", "{count} more: ask with `pairproof explain`.", left)

    def _witness(self) -> tuple[tuple[Who, ...], tuple[tuple[Who, ...], ...]]:
        if self.pairing.proof.witness is None:
            return (), ()
        blockers, groups = witness_players(self.pairing.problem, self.pairing.proof.witness)
        return tuple(map(self._known, blockers)), tuple(tuple(map(self._known, group)) for group in groups)
