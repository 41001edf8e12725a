"""P B4: players of one group do not meet while the round is no later than `restricted_until`."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.tournament import Tournament
from tests.rules.cases import COMBINED, MODIFIED, Case, every_way, hold, tournament


def clubs(plain: Tournament, until: int | None, **groups: str) -> Tournament:
    """Players p1, p2 … in groups, one letter each, kept apart until a round."""
    players = tuple(replace(p, groups=tuple(groups.get(f"p{p.id}", ""))) for p in plain.players)
    return replace(plain, players=players, rounds_planned=3, restricted_until=until)


LEADERS = tournament(4, "1-3 1-0, 2-4 1-0")
"""1 and 2 have two points, 3 and 4 none; 1-3 and 2-4 have met."""

CASES = [
    # S1 = 1, 2; S2 = 3, 4.  1 and 3 have B in common: 1-4.
    Case("one group in common: the next of S2", clubs(tournament(4), 1, p1="AB", p3="B"), "1-4 2-3"),
    Case("no restriction given: all are free", clubs(tournament(4), None, p1="AB", p3="B"), "1-3 2-4"),
    # 1 (white) met 2, 3 met 4, all drawn; round 2 is later than 1.  1-3 would deny one of two who want black.
    Case("after the restricted rounds: free", clubs(tournament(4, "1-2 =, 3-4 ="), 1, p1="A", p4="A"), "1-4 2-3"),
    # `combined` puts the groups before the scores: 1 and 2 both float down, 2 + 2.
    Case(
        "groups before scores: the leaders part",
        clubs(LEADERS, 2, p1="A", p2="A"),
        "1-4 2-3",
        COMBINED,
        {"restricted-groups": 0, "score-gap": 4},
    ),
    # In P, C5 gives up B4 before anybody moves: the score gap stands above.
    Case(
        "scores before groups: they meet",
        clubs(LEADERS, 2, p1="A", p2="A"),
        "1-2 3-4",
        MODIFIED,
        {"score-gap": 0, "restricted-groups": 1},
    ),
    Case(
        "all of one club: relative, and never in the way",
        clubs(tournament(4), 2, p1="A", p2="A", p3="A", p4="A"),
        "1-3 2-4",
        COMBINED,
        {"restricted-groups": 2},
    ),
]


@every_way(CASES)
def test_groups(case: Case, by: str) -> None:
    hold(case, by)
