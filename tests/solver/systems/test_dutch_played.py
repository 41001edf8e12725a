"""Rounds of a file held against the FIDE (Dutch) System, as `check` does: what counts, and how they differ."""

from __future__ import annotations

from pairproof import Game, Player, Request, Result, Round, Tournament
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


def played(bye: int, *games: tuple[int, int, Result]) -> Round:
    return Round(tuple(Game(*game) for game in games), (bye,))


WON, LOST = Result.WHITE_WINS, Result.BLACK_WINS
BY_HAND = Tournament(
    name="By hand",
    players=tuple(map(Player, range(1, 8))),
    rounds_planned=5,
    initial_colour="white",
    rounds=(
        played(7, (1, 5, WON), (4, 2, LOST), (3, 6, WON)),  # 1-4 comes first
        played(6, (3, 1, LOST), (7, 2, LOST), (5, 4, WON)),  # 1 and 3 both want black
        played(4, (1, 2, WON), (5, 3, LOST), (6, 7, WON)),  # both had white and black; 2 had white first
        played(5, (1, 3, WON), (2, 6, WON), (4, 7, WON)),  # 1 and 3 have met
    ),
)
"""A whole event paired by hand, each round wrong in another way."""


def test_a_whole_event_paired_by_hand() -> None:
    levels = ("1.transposition", "1.C12", "colours", "legal pairs")
    told = (
        "bracket 1 would be equal on all criteria, but the transposition would be a later one: 1 would have 5 instead "
        "of 4.",
        "C12 of bracket 1 would be 1 instead of 0: players who miss their colour preference.",
        "the boards are the same, but 2 is to have white (Art. 5.2)",
        "pairs that are not legal",
    )
    for number, (level, sentence) in enumerate(zip(levels, told, strict=True), start=1):
        checked = check(BY_HAND, Request("fide-dutch", number))
        assert not checked.agrees
        assert checked.played is not None
        assert checked.played.difference is not None
        assert (checked.played.difference.level, checked.played.difference.told) == (level, sentence)
        broken = [(one.rule, one.players, one.text) for one in checked.played.broken]
        assert broken == ([("C1", (1, 3), "they met in round 2")] if number == 4 else [])
