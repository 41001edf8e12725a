"""Forms do the acts of the verbs: each once, refused with why beside the field, with both values where two collide."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairproof import solver
from pairproof.cli.desk.store import Store
from pairproof.cli.web.acts import FORMS
from pairproof.model.acts import ACTS
from pairproof.model.tournament import Result

from .conftest import Hall, text_of


def results_of(hall: Hall) -> list[str]:
    """Of the boards of the last round."""
    return [game.result.value if game.result else "" for game in hall.tournament.rounds[-1].games]


def test_no_act_exists_only_here() -> None:
    assert set(FORMS) - set(ACTS) == {"undo", "redo"}


def test_players_come_change_and_go(hall: Hall) -> None:
    assert hall.act("add", name="Rui Melo", rating="1500", club="Faro", to="/players").status_code == 303
    assert hall.act("edit", player=6, rating="1550", title="FM").status_code == 303
    new = hall.tournament.players[-1]
    assert (new.id, new.name, new.rating, new.club, new.title, new.enters) == (6, "Rui Melo", 1550, "Faro", "FM", 2)
    assert hall.act("edit", player=6, club="").status_code == 303
    assert hall.tournament.players[-1].club == ""
    assert hall.act("absent", player=3, rounds="2-3").status_code == 303
    assert hall.act("bye", player=4, kind="half", rounds="next").status_code == 303
    assert hall.act("withdraw", player=5).status_code == 303
    told = hall.tournament
    assert (sorted(told.next.absent), sorted(told.next.half_byes), told.players[4].withdrawn_after) == ([3], [4], 1)
    assert told.requests[3].absent == {3}
    assert hall.act("back", player=3).status_code == 303
    assert hall.act("back", player=5).status_code == 303
    assert not hall.tournament.next.absent
    assert [line["who"] for line in hall.journal()] == ["desk"] * len(hall.journal())


def test_a_list_is_pasted_from_a_spreadsheet(hall: Hall) -> None:
    text = "Nome\tRating\tClube\nRui Melo\t1500\tFaro\nZé <i>\t\t\n"
    assert hall.act("add", list=text, to="/players").status_code == 303
    assert [(one.id, one.name) for one in hall.tournament.players[5:]] == [(6, "Rui Melo"), (7, "Zé <i>")]
    answer = hall.act("add", list="Nome;Rating\nAna;abc\n", to="/players")
    assert answer.status_code == 422
    assert "abc" in text_of(answer)
    assert "Nome;Rating" in answer.text


def test_a_round_is_published_with_its_certificate_and_a_copy(hall: Hall) -> None:
    draft = hall.arbiter.get("/round/2")
    assert hall.seen in draft.text
    answer = hall.act("publish", round=2, to="/round/2")
    assert answer.headers["location"].startswith("/round/2?done=")
    proof = solver.load_certificate(hall.path.parent / "club.proofs" / "round-2.json")
    assert solver.verify(proof, hall.tournament).valid
    assert [path.name for path in (hall.path.parent / "backups").iterdir()] == ["club-0002-round-2.toml"]
    page = hall.arbiter.get(answer.headers["location"])
    assert "Round 2 is published: 2 boards." in text_of(page)
    assert page.text.count('class="mark proved"') == 2


def test_orders_go_with_the_round_and_need_a_reason(hall: Hall) -> None:
    refused = hall.act("publish", round=2, fix="1-4")
    assert refused.status_code == 422
    assert "Orders need a reason" in text_of(refused)
    assert hall.act("publish", round=2, fix="1-4", reason="a sponsor").status_code == 303
    held = hall.tournament.rounds[-1].orders
    assert held is not None
    assert (held.fix[0].first, held.fix[0].second, held.reason) == (1, 4, "a sponsor")
    assert "✎" in hall.arbiter.get("/round/2").text


def test_results_one_by_one_corrected_and_cleared(paired: Hall) -> None:
    assert paired.result(1, "1").status_code == 303
    assert paired.result(2, "=").headers["location"].endswith("#board-2")
    assert results_of(paired) == ["1-0", "1/2-1/2"]
    asked = paired.result(2, "clear", was="1/2-1/2")
    assert asked.status_code == 200
    assert "Clear the result?" in text_of(asked)
    assert results_of(paired) == ["1-0", "1/2-1/2"]
    assert paired.act("result", round=2, board=2, was="1/2-1/2", result="clear", sure="yes").status_code == 303
    assert results_of(paired) == ["1-0", ""]
    assert paired.result(1, "0", was="1-0", round=1).status_code == 303
    assert paired.tournament.rounds[0].games[0].result is Result.BLACK_WINS
    assert [line["act"] for line in paired.journal()][-2:] == ["result", "correct"]


def test_a_corrected_result_under_a_round_that_hangs_asks_what_becomes_of_it(paired: Hall) -> None:
    before, seen = paired.path.read_bytes(), paired.seen
    asked = paired.result(1, "0", was="1-0", round=1)
    assert asked.status_code == 200
    assert "Round 2 was paired on the old result and hangs already." in text_of(asked)
    assert "After Bruno – Эва Carla – Dário Ana has the bye" in text_of(asked)
    assert paired.path.read_bytes() == before

    def correct(how: str) -> int:
        form = {"round": 1, "board": 1, "was": "1-0", "result": "0", "how": how, "seen": seen}
        status: int = paired.act("result", **form).status_code
        return status

    assert correct("keep") == 303
    assert [(game.white, game.black) for game in paired.tournament.rounds[1].games] == [(5, 1), (2, 3)]
    assert [one.round for one in paired.tournament.rounds[1].corrected] == [1]
    assert paired.act("undo").status_code == 303
    assert paired.path.read_bytes() == before
    assert correct("burn") == 422
    for how, games in (("repair", [(5, 1), (2, 3)]), ("again", [(2, 5), (3, 4)])):
        assert correct(how) == 303
        assert [(game.white, game.black) for game in paired.tournament.rounds[1].games] == games, how
        assert paired.tournament.rounds[1].corrected == ()
        paired.desk.renewing.settle()
        proof = solver.load_certificate(paired.path.parent / "club.proofs" / "round-2.json")
        assert solver.verify(proof, paired.tournament).valid
        assert paired.act("undo").status_code == 303
    paired.act("absent", player=3, rounds="3")
    assert correct("again") == 409
    paired.result(1, "1")
    assert paired.result(1, "0", was="1-0", round=1).status_code == 303  # it is played: nothing is asked


@pytest.mark.parametrize("word", ["time", "adjourned"])
def test_a_game_that_had_no_ordinary_end_is_corrected(paired: Hall, word: str) -> None:
    text = paired.path.read_text(encoding="utf-8")
    paired.path.write_text(text.replace('result = "1-0"', f'result = "{word}"', 1), encoding="utf-8")
    asked = paired.result(1, "0", was=word, round=1)
    assert asked.status_code == 200
    assert f"Round 1, board 1: 0–1 instead of {word}." in text_of(asked)


def test_the_same_board_asks_and_different_boards_never_collide(paired: Hall) -> None:
    assert paired.result(1, "1").status_code == 303
    answer = paired.result(1, "0")
    assert answer.status_code == 409
    assert "Board 1 has 1-0 by now; the page had no result, and 0-1 was to be entered." in text_of(answer)
    assert paired.tournament.rounds[1].games[0].result is Result.WHITE_WINS
    assert paired.result(2, "0").status_code == 303
    assert paired.result(1, "0", was="1-0").status_code == 303
    games = paired.tournament.rounds[1].games
    assert [game.result for game in games] == [Result.BLACK_WINS, Result.BLACK_WINS]


def test_a_double_click_is_one_act(paired: Hall) -> None:
    before = len(paired.journal())
    assert [paired.result(1, "1").status_code for _ in range(3)] == [303] * 3
    assert len(paired.journal()) == before + 1
    seen = paired.seen
    assert paired.act("absent", player=1, rounds="3", seen=seen).status_code == 303
    assert paired.act("absent", player=1, rounds="3", seen=seen).status_code == 409


def test_a_stale_publish_is_refused_and_says_what_happened(hall: Hall) -> None:
    seen = hall.seen
    hall.act("absent", player=3, rounds="2")
    answer = hall.act("publish", round=2, seen=seen)
    assert answer.status_code == 409
    assert "Carla absent in round 2" in text_of(answer)
    assert len(hall.tournament.rounds) == 1
    twice = hall.seen
    assert hall.act("publish", round=2, seen=twice).status_code == 303
    assert hall.act("publish", round=2, seen=twice).status_code == 409
    assert len(hall.tournament.rounds) == 2


def test_results_of_others_do_not_make_a_page_stale(paired: Hall) -> None:
    seen = paired.seen
    paired.result(1, "1")
    assert paired.act("absent", player=2, rounds="3", seen=seen).status_code == 303
    assert paired.act("absent", player=4, rounds="3", seen=seen).status_code == 409


def test_a_verb_at_the_same_time_is_seen(paired: Hall) -> None:
    Store(str(paired.path), "cli").act("result", {"results": [[1, "1"]]})
    assert paired.result(1, "0").status_code == 409
    assert paired.result(2, "0").status_code == 303


def test_undo_and_redo(hall: Hall) -> None:
    before = hall.path.read_bytes()
    for player in (1, 2, 3):
        hall.act("absent", player=player, rounds="2")
    after = hall.path.read_bytes()
    assert hall.act("undo", line=2, to="/history").status_code == 303
    assert hall.path.read_bytes() == before
    assert hall.act("redo", to="/history").status_code == 303
    assert hall.path.read_bytes() == after
    assert hall.act("undo", line=99).status_code == 422
    assert hall.act("undo", seen="0" * 64).status_code == 409
    assert "Taken back: all from line 2 on" in text_of(hall.arbiter.get("/history"))


def test_a_round_is_taken_back(paired: Hall) -> None:
    paired.result(1, "1")
    refused = paired.act("unpublish", round=2)
    assert refused.status_code == 422
    assert "Say that they are to be given up" in text_of(refused)
    assert paired.act("unpublish", round=2, with_results="yes", to="/").status_code == 303
    assert len(paired.tournament.rounds) == 1


HUGE, CONTROL = "9" * 4000, "a\x00\x1b[31m\u202e"
HOSTILE = [
    ("add", {"name": ""}, "name"),
    ("add", {"name": "x" * 5000}, "name"),
    ("add", {"name": "Rui", "rating": "abc"}, "rating"),
    ("add", {"name": "Rui", "rating": HUGE}, "rating"),
    ("add", {"name": "Rui", "rating": "-5"}, "rating"),
    (
        "add",
        {
            "list": "",
        },
        "list",
    ),
    ("edit", {"player": "1", "federation": "Portugal"}, "federation"),
    ("edit", {"player": "1", "birth": "1990-13-45"}, "birth"),
    ("edit", {"player": "1", "sex": "<script>"}, "sex"),
    ("edit", {"player": "99", "name": "X"}, "player"),
    ("edit", {"player": HUGE}, "player"),
    ("absent", {"player": "x", "rounds": "2"}, "player"),
    ("absent", {"player": "1", "rounds": "1"}, "Round 1 is paired already"),
    ("absent", {"player": "1", "rounds": "'; DROP"}, "rounds"),
    ("bye", {"player": "1", "kind": "gold", "rounds": "2"}, "gold"),
    ("publish", {"fix": "1-1"}, "1-1"),
    ("publish", {"fix": "1-99"}, "1-99"),
    ("publish", {"forbid": CONTROL}, "expected two different players"),
    ("result", {"round": "1", "board": "1", "was": "1-0", "result": "5"}, "result"),
    ("result", {"round": "1", "board": "9", "was": "", "result": "1"}, "board 9"),
    ("result", {"round": "7", "board": "1", "was": "", "result": "1"}, "round 7"),
    ("result", {"round": "", "board": "", "was": "", "result": ""}, "result"),
    ("withdraw", {"player": "０"}, "player"),
]


@pytest.mark.parametrize(("act", "form", "where"), HOSTILE)
def test_what_is_wrong_is_said_and_nothing_changes(hall: Hall, act: str, form: dict[str, str], where: str) -> None:
    hall.act("absent", player=4, rounds="3")  # the journal is there
    file, journal = hall.path.read_bytes(), hall.journal()
    answer = hall.act(act, to="/players", **form)
    told = text_of(answer)
    assert answer.status_code in (404, 422)
    assert "Nothing was changed." in told or answer.status_code == 404
    beside = where in ("name", "rating", "list", "federation", "birth", "sex")
    assert f'id="wrong-{act}-{where}"' in answer.text if beside else where in told or where in form
    assert "<script>" not in answer.text
    assert (hall.path.read_bytes(), hall.journal()) == (file, journal)


def test_an_act_that_there_is_not(hall: Hall) -> None:
    assert hall.act("format").status_code == 404
    assert hall.arbiter.get("/act/add").status_code == 405 or hall.arbiter.get("/act/add").status_code == 404


def test_a_folder_that_cannot_be_written(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    def full(*arguments: object) -> int:
        raise OSError(28, "No space left on device")

    file = hall.path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        answer = hall.act("absent", player=1, rounds="2", to="/players")
    assert answer.status_code == 422
    assert "No space left" in text_of(answer)
    assert hall.path.read_bytes() == file


def test_the_certificate_is_held_against_the_file(paired: Hall) -> None:
    assert "✗" not in paired.arbiter.get("/round/2").text
    text = paired.path.read_text(encoding="utf-8")
    paired.path.write_text(text.replace('result = "1-0"', 'result = "0-1"', 1), encoding="utf-8")
    page = paired.arbiter.get("/round/2")
    assert "✗ The proof of this round does not hold for the file." in text_of(page)
    assert "✗" in text_of(paired.arbiter.get("/round/2/why/1?check=1"))
    paired.path.write_text(text, encoding="utf-8")
    page = paired.arbiter.get("/round/2/why/1?check=1")
    assert "✓ The proof holds" in text_of(page)
    Path(paired.path.parent / "club.proofs" / "round-2.json").write_text("{}", encoding="utf-8")
    assert "✗" in text_of(paired.arbiter.get("/round/2"))


def test_boards_that_are_certain_while_results_are_open(paired: Hall) -> None:
    """Every outcome of the open games, paired by itself, has the boards that the page calls certain; and no others."""
    from pairproof.model.acts import perform
    from pairproof.model.state.orders import Orders

    paired.result(1, "1")
    found = paired.desk.certain(Orders())
    common = None
    for sign in ("1", "=", "0"):
        after = perform("result", paired.tournament, {"results": [[2, sign]]}).tournament
        pairing = solver.pair(after)
        pairs = {(min(one.white, one.black), max(one.white, one.black)) for one in pairing.boards}
        pairs |= {(pairing.bye, 0)} if pairing.bye else set()
        common = pairs if common is None else common & pairs
    assert set(found or ()) == common
    page = text_of(paired.arbiter.get("/round/3"))
    assert "Certain already" in page
    assert bool(common) != ("No board is certain yet." in page)
    paired.result(2, "1")
    assert paired.desk.certain(Orders()) is None
    assert "Certain already" not in text_of(paired.arbiter.get("/round/3"))
