"""A published pairing that is kept: its pairs, its board numbers and its colours (RULES 10)."""

from __future__ import annotations

from itertools import permutations

import pytest

from pairproof.model.criteria.colour_points import colour_point
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import BYE, Game, Player, Result, Round, Tournament
from pairproof.solver.explain.asking import reasons
from pairproof.solver.explain.departures import changes_of
from pairproof.solver.optimal import pair
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Conditions, Request

WIN, LOSS, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def tournament(players, *rounds, bye=()):
    """Players 1 to n; a round is a list of (white, black, result)."""
    return Tournament(
        name="club",
        players=tuple(Player(k, f"P{k}") for k in range(1, players + 1)),
        rounds=tuple(
            Round(games=tuple(Game(*game) for game in games), byes=tuple(byes))
            for games, byes in zip(rounds, bye or [()] * len(rounds), strict=True)
        ),
    )


def kept(event, published, bye=None, **more):
    """The round paired with the published boards (number, white, black) kept."""
    keep = frozenset((min(w, b), max(w, b)) for _, w, b in published)
    if bye is not None:
        keep |= {(BYE, bye)}
    pairing = pair(event, Request(orders=Orders(keep=keep, published=tuple(published), **more)))
    assert pairing.certificate is not None
    verdict = verify(pairing.certificate, event)
    assert verdict.valid, verdict.problems
    return pairing


def seats(pairing):
    return [(board.number, board.white, board.black) for board in pairing.boards]


def changed(pairing):
    return next(level.value for level in pairing.levels if level.name == "changed-boards")


def test_boards_keep_their_numbers():
    """Round 1: 1-4 1-0, 5-2 1-0, 3-6 1-0; published; then 5-2 is corrected to 0-1."""
    before = tournament(6, [(1, 4, WIN), (5, 2, WIN), (3, 6, WIN)])
    published = seats(pair(before))
    assert [pair for _, *pair in published] == [[3, 1], [4, 5], [2, 6]]
    after = tournament(6, [(1, 4, WIN), (5, 2, LOSS), (3, 6, WIN)])
    again = kept(after, published)
    assert seats(again) == published
    assert changed(again) == 0
    assert changes_of(again) == ()


def test_colours_stay_where_nothing_is_gained():
    """1-3 1-0, 2-4 1-0; published 2w-1b, 3w-4b; the first is corrected: 1 and 2 both want black, both strongly."""
    before = tournament(4, [(1, 3, WIN), (2, 4, WIN)])
    published = seats(pair(before))
    assert published == [(1, 2, 1), (2, 3, 4)]
    again = kept(tournament(4, [(1, 3, LOSS), (2, 4, WIN)]), published)
    assert seats(again) == published
    assert changed(again) == 0


def test_published_colours_that_stay_are_the_reason():
    """As above: by RULES 4.4 alone 1, ranked higher, would have black."""
    again = kept(tournament(4, [(1, 3, LOSS), (2, 4, WIN)]), [(1, 2, 1), (2, 3, 4)])
    position = again.problem.position
    told = {
        (board.white, board.black): colour_point(
            position, position.index_of[board.white], position.index_of[board.black]
        )
        for board in again.boards
    }
    assert told[2, 1].point == "published"
    reasons_given = " ".join(map(" ".join, reasons(again).values()))
    assert "these are the published colours, and exchanging them gains nothing" in reasons_given


def test_colours_are_exchanged_where_a_level_gains():
    """1 and 2 both had white and met others; published the wrong way round for the one who wants black."""
    event = tournament(4, [(1, 3, WIN), (4, 2, LOSS)])
    again = kept(event, [(1, 1, 2), (2, 3, 4)])
    assert (1, 2, 1) in seats(again)
    (change,) = [change for change in changes_of(again) if change.pair == (1, 2)]
    assert change.colours_only
    assert "colour" in change.reason
    assert changed(again) == len(changes_of(again))


def test_a_board_with_exchanged_colours_counts_as_changed():
    """As above, all boards kept but one: that one is the limit, and 0 cannot be had."""
    event = tournament(4, [(1, 3, WIN), (4, 2, LOSS)])
    orders = Orders(keep=frozenset({(1, 2), (3, 4)}), published=((1, 1, 2), (2, 3, 4)))
    fewest = changed(pair(event, Request(orders=orders)))
    for most in range(3):
        found = pair(event, Request(orders=orders, conditions=Conditions(max_changed=most)))
        assert found.study.change_limit is not None
        assert (found.status == "optimal") == (most >= fewest)
        assert found.study.change_limit.least == (fewest if most < fewest else None)
    assert fewest >= 1


def test_new_pairs_take_the_free_numbers():
    """Board 2 falls away, since 5 does not play: the new pair sits there, board 3 stays board 3."""
    event = tournament(7)
    published = [(1, 1, 4), (2, 5, 2), (3, 3, 6)]
    again = kept(event, published, bye=7, absent=frozenset({5}))
    assert seats(again) == [(1, 1, 4), (2, 7, 2), (3, 3, 6)] or seats(again) == [(1, 1, 4), (2, 2, 7), (3, 3, 6)]


def test_a_number_can_stay_empty():
    again = kept(tournament(6), [(1, 1, 4), (2, 5, 2), (3, 3, 6)], absent=frozenset({2, 5}))
    assert seats(again) == [(1, 1, 4), (3, 3, 6)]


def test_as_good_kept_as_changed_is_said():
    """1-4 is forbidden, published 1-4, 2-5, 3-6: of the two others one can be kept, and it does not matter which."""
    event = tournament(6)
    again = kept(event, [(1, 1, 4), (2, 5, 2), (3, 3, 6)], forbid=frozenset({(1, 4)}))
    reasons = {change.pair: change.reason for change in changes_of(again)}
    assert "forbidden" in reasons[1, 4]
    others = [reason for pair, reason in reasons.items() if pair != (1, 4)]
    assert others == ["keeping it and changing another would be as good on every level; the natural order chose"]


def test_relaxed_an_order_is_still_the_reason():
    event = tournament(4, [(1, 3, WIN), (2, 4, WIN)], [(4, 1, LOSS), (3, 2, LOSS)], [(1, 2, DRAW), (3, 4, DRAW)])
    again = kept(event, [(1, 1, 3), (2, 2, 4)], forbid=frozenset({(1, 3)}), relax=True)
    assert "forbidden" in {change.pair: change.reason for change in changes_of(again)}[1, 3]


@pytest.mark.parametrize("numbers", list(permutations((1, 2, 3))))
def test_any_order_of_boards_is_kept(numbers):
    event = tournament(6)
    published = [(number, *pair) for number, pair in zip(numbers, [(1, 4), (5, 2), (3, 6)], strict=True)]
    assert seats(kept(event, published)) == sorted(published)
