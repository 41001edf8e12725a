"""Comments that tell the order of the boards, in a TRF file that is being edited."""

from __future__ import annotations

from pairproof.model.formats.trf.board_order import BOARDS, comments_of
from pairproof.model.formats.trf.edited_lines import EditedLine, append, take_out
from pairproof.model.formats.trf.records import COMMENT
from pairproof.model.tournament import Tournament


def edit_board_order(lines: list[EditedLine], new: Tournament, ending: str) -> None:
    """Put the comments right: one for each round whose boards are not in the order of the players' lines."""
    line_of = {player: place for place, line in enumerate(lines) if (player := line.player()) and line.code == "001"}
    wanted = comments_of(new, line_of)
    had = {line.raw.strip() for line in lines if _is_order(line)}
    take_out(lines, lambda line: _is_order(line) and line.raw.strip() not in wanted)
    append(lines, [EditedLine(COMMENT, text, ending) for text in wanted if text not in had], ending)


def _is_order(line: EditedLine) -> bool:
    return line.code == COMMENT and BOARDS.fullmatch(line.raw) is not None
