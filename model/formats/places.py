"""Places in a tournament file, and the lines they stand in."""

from __future__ import annotations

from collections.abc import Mapping

Path = tuple[str | int, ...]
"""A place in a tournament file, indices from 0: `("players", 0)`, `("rounds", 1, "games", 3)`, `("next", "fix")`."""


def line_of(where: Mapping[Path, int], *path: str | int) -> int | None:
    """The line of the nearest known place that holds `path`; None where the reader knows none."""
    for length in range(len(path), 0, -1):
        line = where.get(path[:length])
        if line is not None:
            return line
    return None
