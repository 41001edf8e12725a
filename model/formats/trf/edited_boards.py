"""Comments that tell the order of the boards, in a TRF file that is being edited."""

from __future__ import annotations

from pairproof.model.formats.trf.board_order import BOARDS
from pairproof.model.formats.trf.edited_lines import EditedLine, append, take_out
from pairproof.model.formats.trf.records import COMMENT
from pairproof.model.tournament import Tournament


def edit_board_order(lines: list[EditedLine], new: Tournament, ending: str) -> None:
    """Put the comments right: one for each round whose boards are not in the order of the players' lines."""
    line_of = {line.player(): place for place, line in enumerate(lines) if line.code == "001"}
    wanted = {}
    for number, played in enumerate(new.rounds, start=1):
        by_line = sorted(played.games, key=lambda game: min(line_of[game.white], line_of[game.black]))
        if by_line != list(played.games):
            pairs = " ".join(f"{game.white}-{game.black}" for game in played.games)
            wanted[number] = f"### BOARDS {number} {pairs}"
    had = {line.raw.strip() for line in lines if _is_order(line)}
    take_out(lines, lambda line: _is_order(line) and line.raw.strip() not in wanted.values())
    more = [EditedLine(COMMENT, text, ending) for text in wanted.values() if text not in had]
    append(lines, more, ending)


def _is_order(line: EditedLine) -> bool:
    return line.code == COMMENT and BOARDS.fullmatch(line.raw) is not None
