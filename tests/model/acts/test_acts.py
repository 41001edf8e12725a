"""Acts: what each changes, what it says, and what it refuses, all of it at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pairproof.model.acts import ACTS, Done, perform
from pairproof.model.acts.players import numbered_for
from pairproof.model.acts.results import result_entered
from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.formats.check import check_tournament
from pairproof.model.tournament import (
    Corrected,
    FixedPair,
    Game,
    NextRound,
    Player,
    Requests,
    Result,
    Round,
    RoundOrders,
    Tournament,
)

WIN, DRAW = Result.WHITE_WINS, Result.DRAW
START = Tournament("Club", tuple(Player(n, name) for n, name in enumerate(["Ana", "Bea", "Carla", "Dina", "Eva"], 1)),
                   rounds_planned=4)  # fmt: skip
FIRST = {"round": 1, "boards": [[1, 3], [4, 2]], "bye": 5}


def does(tournament: Tournament, act: str, **arguments: Any) -> Done:
    """The act, its arguments as the journal would have them."""
    done = perform(act, tournament, json.loads(json.dumps(arguments)))
    assert done.sentence.endswith(".")
    return done


def after(tournament: Tournament, *acts: tuple[str, Mapping[str, Any]]) -> Tournament:
    for act, arguments in acts:
        tournament = does(tournament, act, **arguments).tournament
        assert check_tournament(tournament, open_games=True) == []
    return tournament


def refused(tournament: Tournament, act: str, **arguments: Any) -> list[str]:
    with pytest.raises((UsageProblem, InvalidInput)) as error:
        perform(act, tournament, arguments)
    return str(error.value).split("\n")


PUBLISHED = after(START, ("publish", FIRST))
PLAYED = after(PUBLISHED, ("result", {"results": [[1, "1"], [2, "="]]}))
SECOND = after(PLAYED, ("publish", {"round": 2, "boards": [[5, 1], [2, 3]], "bye": 4}))


def test_players_come_in() -> None:
    entrants = numbered_for(START, [{"name": "F", "rating": 1500}, {"name": "G", "rating": 1900}, {"name": "H"}])
    assert [(e["id"], e["name"]) for e in entrants] == [(6, "G"), (7, "F"), (8, "H")]
    kept = numbered_for(START, [{"name": "F", "rating": 1}, {"name": "G", "rating": 9}], keep_order=True)
    assert [(e["id"], e["name"]) for e in kept] == [(6, "F"), (7, "G")]
    late = numbered_for(PLAYED, [{"name": "F", "rating": 1500}, {"name": "G", "rating": 1900, "enters": 3}])
    assert [(e["id"], e["enters"]) for e in late] == [(6, 2), (7, 3)]
    done = does(PLAYED, "add", players=late)
    assert done.sentence == "2 players are added: 6 F and 7 G."
    assert done.tournament.players[5] == Player(6, "F", 1500, enters=2)
    assert refused(PLAYED, "add", players=[{"id": 5, "name": "X"}]) == [
        "The id 5 is given to two players; each player needs an id of their own.",
    ]
    wrong = refused(PLAYED, "add", players=[{"id": 6, "rating": "abc", "nmae": "X"}])
    assert any("rating must be a whole number" in text for text in wrong)
    assert any("did you mean 'name'" in text for text in wrong)


def test_keys_change() -> None:
    done = does(START, "edit", player=2, keys={"rating": 1800, "birth": "1990-05-12", "club": "Faro"})
    assert done.sentence == "2 Bea: rating nothing → 1800, birth nothing → 1990-05-12, club nothing → Faro."
    again = does(done.tournament, "edit", player=2, keys={"rating": None, "name": "Bia"})
    assert again.tournament.players[1] == Player(2, "Bia", birth="1990-05-12", club="Faro")
    head = does(START, "edit", keys={"city": "Lisboa", "rounds": 5, "deputies": ["A", "B"], "start": "2026-03-14"})
    assert (head.tournament.event.city, head.tournament.event.deputies, head.tournament.rounds_planned) == (
        "Lisboa", ("A", "B"), 5,
    )  # fmt: skip
    assert does(head.tournament, "edit", keys={"city": None}).tournament.event.city == ""
    assert "A start number stays" in refused(START, "edit", player=2, keys={"id": 9})[0]
    assert "Unknown key 'cty'" in refused(START, "edit", keys={"cty": "x"})[0]
    assert "Unknown key 'cty'" in refused(START, "edit", keys={"cty": None})[0]
    assert refused(START, "edit", player=9, keys={"name": "x"}) == ["There is no player 9."]


def test_who_is_away() -> None:
    done = does(PLAYED, "absent", player=2, rounds=[2, 4])
    assert done.sentence == "2 Bea is absent in the rounds 2 and 4."
    assert done.tournament.next.absent == {2}
    assert done.tournament.requests == {4: Requests(frozenset({2}))}
    half = does(done.tournament, "bye", player=2, kind="half", rounds=[2])
    assert half.tournament.next == NextRound(half_byes=frozenset({2}))
    assert half.warnings == ()
    twice = does(half.tournament, "bye", player=2, kind="half", rounds=[3])
    assert twice.warnings == ("2 Bea has 2 half-point byes, in the rounds 2 and 3.",)
    assert does(START, "bye", player=1, kind="zero", rounds=[1]).tournament.next.absent == {1}
    assert does(START, "bye", player=1, kind="full", rounds=[1]).tournament.next.full_byes == {1}
    assert does(twice.tournament, "back", player=2).tournament.next.half_byes == {2}
    back = does(done.tournament, "back", player=2).tournament
    assert back == PLAYED
    assert refused(PLAYED, "absent", player=2, rounds=[1, 5]) == [
        "Round 1 is paired already; enter a forfeit there, or change the pairing.",
        "There is no round 5: 4 are planned.",
    ]
    assert refused(PLAYED, "absent", player=9, rounds=[2]) == ["There is no player 9."]
    assert refused(PLAYED, "back", player=2) == ["2 Bea is not away."]
    assert refused(PLAYED, "bye", player=2, kind="third", rounds=[2]) == ["third: a bye is half, full, zero."]


def test_who_leaves() -> None:
    asked = does(PUBLISHED, "bye", player=3, kind="half", rounds=[2, 3]).tournament
    done = does(asked, "withdraw", player=3)
    assert done.sentence == "3 Carla withdraws after round 1."
    assert done.warnings == ("The game 1-3 of round 1 has no result yet.",)
    assert done.tournament.players[2].withdrawn_after == 1
    assert (done.tournament.next, done.tournament.requests) == (NextRound(), {})
    assert does(done.tournament, "back", player=3).tournament.players[2].withdrawn_after is None
    assert refused(done.tournament, "withdraw", player=3) == ["3 Carla has withdrawn already, after round 1."]
    assert refused(done.tournament, "bye", player=3, kind="half", rounds=[2]) == [
        "3 Carla does not take part in round 2."
    ]
    fixed = replace(PUBLISHED, next=NextRound(fix=(FixedPair(3, 4),)))
    assert refused(fixed, "withdraw", player=3) == ["fix seats player 3, who is not in this round in that round."]


def test_a_round_is_published() -> None:
    wished = replace(
        PLAYED, next=NextRound(frozenset({3}), frozenset({2}), forbid=frozenset({(1, 4)}), fix=(FixedPair(1, 5),)),
        requests={3: Requests(frozenset({5}))},
    )  # fmt: skip
    done = does(
        wished, "publish", round=2, boards=[[5, 1]], bye=4, half_byes=[2],
        orders={"forbid": [[5, 4]], "reason": "brothers"},
    )  # fmt: skip
    assert done.sentence == "Round 2 is published: 1 board. Player 4 has the bye."
    assert done.tournament.rounds[1] == Round(
        (Game(5, 1),), (4,), (2,),
        orders=RoundOrders((FixedPair(1, 5),), frozenset({(1, 4), (4, 5)}), reason="brothers"),
    )  # fmt: skip
    assert done.tournament.next == NextRound(frozenset({5}))
    taken = does(done.tournament, "unpublish").tournament
    assert taken.rounds == PLAYED.rounds
    assert taken.next.not_playing == {2, 3}
    assert taken.next.fix == (FixedPair(1, 5),)
    assert taken.requests == {3: Requests(frozenset({5}))}


def test_a_round_is_not_published_too_early_or_without_somebody() -> None:
    assert refused(PUBLISHED, "publish", round=2, boards=[[5, 1], [2, 3]], bye=4) == [
        "Round 1 has no results on the boards 1 and 2; enter them first."
    ]
    assert refused(PLAYED, "publish", round=3, boards=[[5, 1]]) == ["Round 3 is not the next one: that is round 2."]
    assert refused(PLAYED, "publish", round=2, boards=[[5, 1]]) == [
        "2, 3 and 4 would have nothing in round 2, though not away."
    ]
    over = replace(PLAYED, rounds_planned=1)
    assert refused(over, "publish", round=2, boards=[[5, 1], [2, 3]], bye=4) == [
        "Round 1, the last one planned, is published."
    ]


def test_a_round_with_results_is_not_taken_back_by_chance() -> None:
    assert refused(PLAYED, "unpublish") == ["Round 1 has 2 results; --with-results gives them up."]
    assert does(PLAYED, "unpublish", with_results=True).tournament.rounds == ()
    assert refused(START, "unpublish") == ["No round is paired yet."]


def test_results() -> None:
    done = does(PUBLISHED, "result", results=[[2, "½-½"]])
    assert done.sentence == "Round 1: board 2 (4-2) 1/2-1/2. 1 result is missing."
    assert does(done.tournament, "result", results=[[1, "0"]]).sentence.endswith("The round is complete.")
    counted = does(PUBLISHED, "result", results=[[1, "1"]], gam=[31, 17]).tournament
    assert counted.rounds[0].games[0] == Game(1, 3, WIN, gam=(31, 17))
    assert does(counted, "result", results=[[1, "1"]]).tournament == counted
    forfeited = does(counted, "result", results=[[1, "-"]], correct=True).tournament
    assert forfeited.rounds[0].games[0] == Game(1, 3, Result.BLACK_WINS_BY_FORFEIT)
    assert does(counted, "result", results=[[1, "clear"]], correct=True).tournament == PUBLISHED
    assert refused(PLAYED, "result", results=[[1, "0"], [7, "1"], [2, "win"]]) == [
        "Board 1 (1-3) has 1-0 already, not 0; --correct changes it.",
        "There is no board 7 in round 1, whose boards are 1 to 2.",
        "win on board 2 is no result; type 1, 0, =, + or -, or both sides, as 1-0.",
    ]
    assert refused(START, "result", results=[[1, "1"]]) == ["No round is paired yet."]


def test_boards_go_by_their_tables() -> None:
    players = (replace(START.players[0], table=9), *START.players[1:])
    done = does(replace(PUBLISHED, players=players), "result", results=[[9, "1"], [1, "0"]])
    assert [game.result for game in done.tournament.rounds[0].games] == [WIN, Result.BLACK_WINS]


@pytest.mark.parametrize(
    ("texts", "result"),
    [
        (("1", "1-0", "2-0", "1:0", "1–0"), WIN),
        (("0", "0-1", "0:1", "0-2"), Result.BLACK_WINS),
        (("=", "½", "½-½", "1-1", "0,5-0.5", "½–½"), DRAW),
        (("+", "+-", "+/-"), Result.WHITE_WINS_BY_FORFEIT),
        (("-", "–", "-+", "−+"), Result.BLACK_WINS_BY_FORFEIT),
        (("--", "-/-", "––"), Result.BOTH_FORFEIT),
        (("0-0",), Result.BOTH_LOSE),
        (("", "2", "x", "1-2", "clear"), None),
    ],
)
def test_results_as_people_type_them(texts: tuple[str, ...], result: Result | None) -> None:
    assert [result_entered(text) for text in texts] == [result] * len(texts)


def test_a_result_is_corrected_under_a_round_that_hangs() -> None:
    done = does(SECOND, "correct", round=1, board=1, result="=")
    assert done.sentence == "Round 1: board 1 (1-3) 1/2-1/2 (it was 1-0)."
    assert done.warnings == ("Round 2 was paired on the old result; it stays as it is.",)
    assert done.tournament.rounds[1].corrected == (Corrected(1, 1, 3, WIN),)
    assert done.tournament.as_paired(2).rounds[0] == SECOND.rounds[0]
    twice = does(done.tournament, "correct", round=1, board=1, result="0").tournament
    assert twice.rounds[1].corrected == (Corrected(1, 1, 3, WIN),)
    assert does(twice, "correct", round=1, board=1, result="1").tournament == SECOND
    assert does(PLAYED, "correct", round=1, board=2, result="1").warnings == ()
    assert refused(SECOND, "correct", round=3, board=1, result="1") == ["There is no round 3: the file holds 2."]
    assert refused(SECOND, "correct", round=1, board=3, result="1")[0].startswith("There is no board 3")
    assert refused(SECOND, "correct", round=2, board=1, result="1") == ["Board 1 of round 2 has no result yet."]
    assert refused(SECOND, "correct", round=1, board=1, result="x") == [
        "x on board 1 is no result; type 1, 0, =, + or -, or both sides, as 1-0."
    ]


def test_boards_are_made_by_hand() -> None:
    done = does(SECOND, "change", round=2, boards=[[5, 3], [2, 1]], bye=4, hand=[[5, 3], [2, 1]], reason="brothers")
    assert done.sentence == "Round 2: 5-3 and 2-1 by hand (brothers)."
    assert done.tournament.rounds[1].hand == ((5, 3), (2, 1))
    assert done.tournament.rounds[1].reason == "brothers"
    again = does(done.tournament, "change", round=2, boards=[[5, 3], [2, 4]], bye=1, hand=[[1, 0]], reason="late")
    assert again.tournament.rounds[1].hand == ((5, 3), (1, 0))
    entered = does(SECOND, "result", results=[[1, "1"]]).tournament
    assert refused(entered, "change", round=2, boards=[[5, 3], [2, 1]], bye=None, hand=[], reason=" ") == [
        "A board made by hand needs a reason.",
        "Others would sit in the round than before: 4.",
        "The game 5-1 has a result.",
    ]
    assert refused(SECOND, "change", round=1, boards=[], reason="x") == [
        "Round 1 is not the last one, and others were paired on it."
    ]


def test_every_act_has_its_name() -> None:
    names = "add edit absent bye withdraw back publish unpublish result change correct"
    assert list(ACTS) == names.split()
