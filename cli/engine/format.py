"""Boards as pairing engines write them (CONTRACT 2): for `pair --output` and for `pairproof-engine`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairproof.solver.result import Pairing


def engine_format(pairing: Pairing) -> str:
    """The boards as pairing engines write them: their number with the bye, a line each, the bye as `id 0`; "" where no
    legal pairing exists."""
    if pairing.empty:
        return ""
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return "\n".join([str(len(lines)), *lines]) + "\n"
