"""The page that `pair` prints for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.output import Page, points
from cli.source import heading

if TYPE_CHECKING:
    from solver.pairing import Pairing


def show(pairing: Pairing) -> None:
    """Print boards, bye, who does not play, each level with value and reason; or why no legal pairing exists."""
    position = pairing.problem.position
    tournament = position.tournament
    page = Page()
    planned = f" of {tournament.rounds_planned}" if tournament.rounds_planned is not None else ""
    page.title(heading(tournament, f"round {position.round}{planned}", f"rules {position.rules.name}"))
    page.line()
    if pairing.status == "infeasible":
        _no_pairing(page, pairing)
    else:
        _boards(page, pairing)
    _not_playing(page, pairing)
    if pairing.levels:
        page.line()
        _levels(page, pairing)
    page.show()


def _no_pairing(page: Page, pairing: Pairing) -> None:
    from solver.certificate import witness_document

    assert pairing.witness is not None
    page.bad("No legal pairing exists.")
    page.paragraph(witness_document(pairing.problem, pairing.witness)["text"])


def _boards(page: Page, pairing: Pairing) -> None:
    position = pairing.problem.position
    halves = position.tournament.halves
    names = {player.id: player.name for player in position.tournament.players}
    signs = page.signs
    arrows = {"down": signs.down, "up": signs.up, None: ""}
    rows = [
        [
            str(board.number),
            str(board.white),
            names[board.white],
            points(board.scores[0], halves, signs),
            arrows[board.floats[0]],
            str(board.black),
            names[board.black],
            points(board.scores[1], halves, signs),
            arrows[board.floats[1]],
        ]
        for board in pairing.boards
    ]
    if pairing.bye is not None:
        score = int(position.score[position.index_of[pairing.bye]])
        rows.append(
            ["bye", str(pairing.bye), names[pairing.bye], points(score, halves, signs), signs.down, "", "", "", ""]
        )
    first, second = ("white", "black") if position.rules.has_colours else ("first", "second")
    page.table(["board", "", first, "score", "", "", second, "score", ""], rows, right="xx-x-x-x-", shrink="--x---x--")
    if any(row[4] or row[8] for row in rows):
        page.line(f"{signs.down} downfloat, {signs.up} upfloat")


def _not_playing(page: Page, pairing: Pairing) -> None:
    position = pairing.problem.position
    names = {player.id: player.name for player in position.tournament.players}
    lines = [
        f"{what}: " + ", ".join(f"{player} {names[player]}".rstrip() for player in players)
        for what, players in (
            ("Absent", position.absent),
            ("Half-point bye", position.half_byes),
            ("Full-point bye", position.full_byes),
        )
        if players
    ]
    if lines:
        page.line()
    for line in lines:
        page.paragraph(line)


def _levels(page: Page, pairing: Pairing) -> None:
    from solver.reasons import reasons

    halves = pairing.problem.position.tournament.halves
    why = reasons(pairing, lambda value: points(value, halves, page.signs))
    wide = max(len(level.name) for level in pairing.levels)
    values = max(len(str(level.value)) for level in pairing.levels)
    page.title("Levels, the first counts most" + (" (scores count in half points)" if halves else ""))
    for level in pairing.levels:
        proved = "proved" if level.proved else f"at least {level.bound}" if level.bound is not None else "not proved"
        page.line(f"  {level.name:<{wide}}  {level.value:>{values}}  {proved}")
        for sentence in why.get(level.name, ()):
            page.paragraph(sentence, indent=6)
