"""Rounds of a file held against the FIDE (Dutch) System, as `check` does: what counts, and how they differ."""

from __future__ import annotations

from pairproof import Request, Tournament
from pairproof.model.formats.trf.reader import read_trf
from pairproof.solver.explain.compare import check

NAMES = "ABCDEFGHI"


def event(*lines: tuple[int, str, str], rounds: int = 5) -> Tournament:
    """A tournament of players: id, points, entries of the rounds."""
    players = [
        f"001 {player:>4}      {NAMES[player - 1]:<66}{points:>4} {'':>4}  {entries}"
        for player, points, entries in lines
    ]
    return read_trf("\n".join(["012 Open", f"142 {rounds}", "152 W", *players, ""]).encode())


FORFEITS = event(
    (1, "1.0", "   3 w 1"),
    (2, "1.0", "   4 - +"),
    (3, "0.0", "   1 b 0"),
    (4, "0.0", "   2 - -"),
    (5, "1.0", "0000 - +"),
)
"""Round 1 as the rules have it: 5 wins against nobody, and the forfeited game has no colours in the file."""


def first_difference(tournament: Tournament, round: int) -> str | None:
    checked = check(tournament, Request("fide-dutch", round))
    assert checked.played is not None
    assert not checked.played.broken
    return None if checked.played.difference is None else checked.played.difference.level


def test_a_win_against_nobody_is_the_bye_and_a_forfeit_has_no_colours() -> None:
    assert first_difference(FORFEITS, 1) is None


def test_colours_that_the_file_gives_count() -> None:
    turned = event(
        (1, "1.0", "   3 b 1"),
        (2, "1.0", "   4 w +"),
        (3, "0.0", "   1 w 0"),
        (4, "0.0", "   2 b -"),
        (5, "1.0", "0000 - U"),
    )
    checked = check(turned, Request("fide-dutch", 1))
    assert checked.played is not None
    assert checked.played.difference is not None
    assert checked.played.difference.value == 2
    assert "1 and 4 are to have white" in checked.played.difference.told
