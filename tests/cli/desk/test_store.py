"""The file and its journal: whole or not at all, undone to the byte, found again after a crash or an editor."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from pairproof.cli.desk.journal import Patch, read_journal, standing, text_after
from pairproof.cli.desk.locking import Conflict, locked
from pairproof.cli.desk.store import Store
from pairproof.model.acts import ACTS, perform
from pairproof.model.errors import FileProblem, InvalidInput, UsageProblem
from tests.cli.conftest import CLUB

TRF = """\
012 Club
142 5
001    1      Ana                               2000                             1.0    1     3 w 1
001    2      Bruno                             1900                             1.0    1     4 b 1
001    3      Carla                             1800                             0.0    4     1 b 0
001    4      Dario                             1700                             0.0    4     2 w 0
001    5      Eva                               1600                             1.0    1  0000 - U
"""

EVENING: list[tuple[str, dict[str, Any]]] = [
    ("add", {"players": [{"id": 6, "name": "Rui", "enters": 2}]}),
    ("edit", {"player": 6, "keys": {"rating": 1500}}),
    ("absent", {"player": 3, "rounds": [2, 3]}),
    ("bye", {"player": 4, "kind": "half", "rounds": [2]}),
    ("publish", {"round": 2, "boards": [[2, 1], [5, 6]], "half_byes": [4]}),
    ("result", {"results": [[1, "="], [2, "1"]]}),
    ("withdraw", {"player": 6}),
    ("back", {"player": 6}),
    ("back", {"player": 3}),
    ("publish", {"round": 3, "boards": [[1, 5], [4, 3], [6, 2]]}),
    ("correct", {"round": 2, "board": 1, "result": "0"}),
    ("change", {"round": 3, "boards": [[1, 5], [4, 2], [6, 3]], "hand": [[4, 2], [6, 3]], "reason": "late"}),
    ("unpublish", {}),
]
"""Every act once, in an order that makes sense."""


@pytest.fixture(params=["club.toml", "club.trf"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The club as TOML and as TRF."""
    found: Path = tmp_path / str(request.param)
    text = CLUB if found.suffix == ".toml" else TRF
    found.write_text(text, encoding="utf-8")
    return found


def opened(path: Path, told: list[str] | None = None) -> Store:
    return Store(str(path), "cli test", (told if told is not None else []).append)


def lines(path: Path) -> list[dict[str, Any]]:
    text = Path(f"{path}.journal").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_undo_after_every_act_gives_the_same_bytes(path: Path) -> None:
    assert {name for name, _ in EVENING} == set(ACTS)
    store = opened(path)
    for name, arguments in EVENING:
        before = path.read_bytes()
        kept = store.act(name, arguments)
        after = path.read_bytes()
        assert kept.line is not None, name
        assert after != before, name
        store.undo()
        assert path.read_bytes() == before, name
        store.redo()
        assert path.read_bytes() == after, name


def test_what_is_known_after_an_act_is_what_the_file_tells(path: Path) -> None:
    """Undo and redo too; the tournament of this file has a warning."""
    path.write_bytes(path.read_bytes().replace(b"Carla", b"Bruno"))
    store = opened(path)
    for move in (lambda: store.act("absent", {"player": 4, "rounds": [2]}), store.undo, store.redo, store.undo):
        known = move().done.tournament
        told = opened(path).read().tournament
        assert known == told == store.read().tournament
        assert known.warnings == told.warnings != ()
        assert (known.sha256, known.source) == (told.sha256, told.source)


def test_the_journal_replayed_from_its_first_line_gives_the_file(path: Path) -> None:
    store = opened(path)
    states = [path.read_bytes()]
    for name, arguments in EVENING:
        store.act(name, arguments)
        states.append(path.read_bytes())
    found = read_journal(Path(f"{path}.journal").read_bytes(), "journal")
    assert [text_after(found[:n]).encode() for n in range(1, len(found) + 1)] == states
    data = found[0].undo.now.encode()
    for line in found[1:]:
        old = store.tournament_of(data)
        done = perform(line.act, old, line.arguments)
        data, _ = store.edited(data, old, done)
    assert data == path.read_bytes()


def test_a_line_says_who_did_what_when(path: Path) -> None:
    opened(path).act("absent", {"player": 3, "rounds": [2]})
    first, second = lines(path)
    assert list(second) == ["n", "at", "who", "act", "arguments", "before", "after", "undo", "version"]
    assert (first["act"], second["n"], second["who"], second["act"]) == ("opened", 2, "cli test", "absent")
    assert second["arguments"] == {"player": 3, "rounds": [2]}
    assert first["after"] == second["before"] != second["after"]


def test_undo_to_a_line_and_redo(path: Path) -> None:
    store = opened(path)
    start = path.read_bytes()
    for player in (1, 2, 3):
        store.act("absent", {"player": player, "rounds": [2]})
    last = path.read_bytes()
    store.undo(3)
    assert store.read().tournament.next.absent == {1}
    store.undo()
    assert path.read_bytes() == start
    with pytest.raises(UsageProblem, match="nothing to undo"):
        store.undo()
    store.redo()
    store.redo()
    assert path.read_bytes() == last
    with pytest.raises(UsageProblem, match="nothing to do again"):
        store.redo()
    with pytest.raises(UsageProblem, match="Line 99"):
        store.undo(99)
    store.undo()
    store.act("absent", {"player": 4, "rounds": [2]})
    with pytest.raises(UsageProblem, match="nothing to do again"):
        store.redo()
    assert standing(store.read().lines).undoable == (2, 3, 10)


def test_nothing_is_written_for_nothing(path: Path) -> None:
    store = opened(path)
    before = path.read_bytes()
    assert store.act("absent", {"player": 3, "rounds": [2]}, dry_run=True).done.sentence
    with pytest.raises(UsageProblem):
        store.act("absent", {"player": 9, "rounds": [2]}, dry_run=True)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]
    with pytest.raises(UsageProblem):
        store.act("absent", {"player": 9, "rounds": [2]})
    store.act("absent", {"player": 3, "rounds": [2]})
    written = Path(f"{path}.journal").read_bytes()
    assert store.act("absent", {"player": 3, "rounds": [2]}).line is None
    assert Path(f"{path}.journal").read_bytes() == written


def test_a_change_from_outside_becomes_a_line_and_can_be_undone(path: Path) -> None:
    told: list[str] = []
    opened(path).act("absent", {"player": 3, "rounds": [2]})
    before = path.read_bytes()
    by_hand = before.replace(b"Carla", b"Clara")
    path.write_bytes(by_hand)
    store = opened(path, told)
    store.act("absent", {"player": 4, "rounds": [2]})
    assert told == ["The file was changed outside; that is line 3 of the journal now."]
    store.undo()
    assert path.read_bytes() == by_hand
    store.undo()
    assert path.read_bytes() == before
    path.write_bytes(b"001 nonsense")
    with pytest.raises(InvalidInput):
        opened(path).act("absent", {"player": 4, "rounds": [2]})
    assert path.read_bytes() == b"001 nonsense"


def test_an_act_that_was_not_finished_is_finished(path: Path) -> None:
    store = opened(path)
    before = path.read_bytes()
    store.act("absent", {"player": 3, "rounds": [2]})
    after = path.read_bytes()
    path.write_bytes(before)
    told: list[str] = []
    again = opened(path, told)
    assert again.read().tournament.next.absent == {3}
    assert path.read_bytes() == before
    again.act("absent", {"player": 4, "rounds": [2]})
    assert told == ["Line 2 of the journal was not finished; it is now."]
    again.undo()
    assert path.read_bytes() == after


def test_a_torn_last_line_is_dropped_with_a_word(path: Path) -> None:
    store = opened(path)
    store.act("absent", {"player": 3, "rounds": [2]})
    after, journal = path.read_bytes(), Path(f"{path}.journal")
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"n": 3, "at": "20')
    told: list[str] = []
    assert opened(path).read().tournament.next.absent == {3}
    opened(path, told).act("absent", {"player": 4, "rounds": [2]})
    assert "was cut off" in told[0]
    assert journal.read_bytes().startswith(whole)
    opened(path).undo()
    assert path.read_bytes() == after


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.replace(b'"n": 2', b'"n": 7'),
        lambda data: b"nonsense\n" + data,
        lambda data: b"".join(data.splitlines(keepends=True)[:1] + data.splitlines(keepends=True)[2:]),
        lambda data: data.replace(b'"undo"', b'"undone"', 1),
        lambda data: data.replace(b'"undo": {"at": ', b'"undo": {"at": 1e999, "was at": ', 1),
        lambda data: data.replace(b'"who": "cli test"', b'"who": 7', 1),
        lambda data: data.replace(b'"who": "cli test"', b'"who": ' + b"[" * 100_000, 1),
        lambda data: data.replace(b'"was": "', b'"was": "\\ud800', 1),
        lambda data: data.replace(b'"act": "absent"', b'"act": "undo"', 1),
        lambda data: data.replace(b'"act": "absent"', b'"act": "redo"', 1),
        lambda data: re.sub(rb'"arguments": \{"player".*?\}', b'"arguments": []', data, count=1),
    ],
)
def test_a_journal_that_was_edited_is_refused(path: Path, damage: Any) -> None:
    store = opened(path)
    for player in (2, 3):
        store.act("absent", {"player": player, "rounds": [2]})
    before, journal = path.read_bytes(), Path(f"{path}.journal")
    journal.write_bytes(damage(journal.read_bytes()))
    damaged = journal.read_bytes()
    with pytest.raises(InvalidInput, match="edited or cut"):
        opened(path).act("absent", {"player": 4, "rounds": [2]})
    assert (path.read_bytes(), journal.read_bytes()) == (before, damaged)


def test_what_was_seen_must_be_what_is_there(path: Path) -> None:
    first, second = opened(path), opened(path)
    seen = first.read().sha256
    second.act("absent", {"player": 3, "rounds": [2]})
    before = path.read_bytes()
    with pytest.raises(Conflict, match="changed by somebody else"):
        first.act("absent", {"player": 4, "rounds": [2]}, seen=seen)
    assert path.read_bytes() == before
    first.act("absent", {"player": 4, "rounds": [2]})
    assert first.read().tournament.next.absent == {3, 4}


def test_a_locked_file_is_a_conflict(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairproof.cli.desk.locking._PATIENCE", 0.05)
    before = path.read_bytes()
    with locked(Path(f"{path}.lock"), "it"), pytest.raises(Conflict, match="being changed"):
        opened(path).act("absent", {"player": 3, "rounds": [2]})
    assert path.read_bytes() == before


@pytest.mark.parametrize("failing", ["write", "fsync", "replace"])
@pytest.mark.parametrize("time", [1, 2])
def test_a_full_disk_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, time: int) -> None:
    store = opened(path)
    store.act("absent", {"player": 3, "rounds": [2]})
    before, journal = path.read_bytes(), Path(f"{path}.journal").read_bytes()
    real, calls = getattr(os, failing), 0

    def full(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls >= time:
            raise OSError(28, "No space left on device")
        return real(*arguments)

    monkeypatch.setattr(os, failing, full)
    if failing == "replace" and time == 2:
        pytest.skip("one rename an act")
    with pytest.raises(FileProblem, match="No space left"):
        store.act("absent", {"player": 4, "rounds": [2]})
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert Path(f"{path}.journal").read_bytes() == journal
    assert not [name for name in os.listdir(path.parent) if name.endswith(".part")]
    opened(path).act("absent", {"player": 4, "rounds": [2]})


def test_a_new_file_is_never_put_over_an_older_one(tmp_path: Path) -> None:
    store = opened(tmp_path / "new.toml")
    store.begin(b'[tournament]\nname = "New"\n', {"name": "New"})
    store.act("add", {"players": [{"id": 1, "name": "Ana"}]})
    assert [line["act"] for line in lines(tmp_path / "new.toml")] == ["new", "add"]
    with pytest.raises(FileProblem, match="not written over"):
        store.begin(b"", {})
    with pytest.raises(InvalidInput):
        opened(tmp_path / "other.toml").begin(b"nonsense", {})
    assert not (tmp_path / "other.toml").exists()


def test_what_trf_cannot_hold_stands_in_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "club.trf"
    path.write_text(TRF, encoding="utf-8")
    opened(path).act("edit", {"player": 3, "keys": {"club": "Faro"}})
    assert path.read_text(encoding="utf-8") == TRF + "### 3 Carla: club nothing → Faro.\n"


@pytest.mark.parametrize("seed", range(5))
def test_patches(seed: int) -> None:
    luck = random.Random(seed)
    old = "".join(luck.choice("ab\n") for _ in range(luck.randint(0, 30)))
    new = "".join(luck.choice("ab\n") for _ in range(luck.randint(0, 30)))
    patch = Patch.between(old, new)
    assert patch.forward(old) == new
    assert patch.back(new) == old


KILLED = """
import itertools, sys
from pairproof.cli.desk.store import Store
store = Store(sys.argv[1], "cli killed")
for n in itertools.count():
    player, back = n % 5 + 1, (n // 5) % 2
    if back:
        kept = store.act("back", {"player": player})
    else:
        kept = store.act("absent", {"player": player, "rounds": [2, 3]})
    print(kept.line, flush=True)
"""


@pytest.mark.parametrize("seed", range(int(os.environ.get("PAIRPROOF_KILLS", "4"))))
def test_killed_at_any_moment_no_acknowledged_act_is_lost(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KILLED), str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            process.wait(random.Random(seed).uniform(0.0, 0.25))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
    acknowledged = int((said + rest).rstrip("\n").split("\n")[-1] or 0) if (said + rest).endswith("\n") else 0
    store = opened(path)
    held = store.read()  # whole, and what the journal says
    assert len(held.lines) >= acknowledged
    assert text_after(held.lines).encode() == held.data
    store.act("edit", {"player": 1, "keys": {"rating": 2001}})
    assert store.read().lines[-1].act == "edit"
