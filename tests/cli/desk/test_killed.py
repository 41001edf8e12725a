"""Killed (SIGKILL) at every step of writing, in every act: the file is whole, no acknowledged act is lost (DESK 4, 3).

By default every 23rd place is tried, with PAIRPROOF_KILLS=1 each of them: more than 200.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairproof.cli.desk.journal import text_after
from pairproof.cli.desk.store import Store
from tests.cli.conftest import CLUB
from tests.cli.desk.test_store import EVENING, TRF

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

STEPS = ("open", "write", "fsync", "replace", "ftruncate", "truncate", "close")
EVERY = 1 if os.environ.get("PAIRPROOF_KILLS") else 23
FAILED = 255


def killed_at(step: int, act: Callable[[], object]) -> int | None:
    """Do an act in a process of its own that is killed before its call of the system number `step` (from 0), or, where
    it writes, when half is written: None; how many calls it made where it came to its end before.
    """
    child = os.fork()
    if child == 0:
        made = 0

        def killing(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*arguments: Any, **more: Any) -> Any:
                nonlocal made
                made += 1
                if made > step:
                    if name == "write":
                        real(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*arguments, **more)

            return call

        try:
            for name in STEPS:
                setattr(os, name, killing(name, getattr(os, name)))
            act()
            os._exit(made)
        finally:
            os._exit(FAILED)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return None
    assert os.WEXITSTATUS(status) != FAILED
    return os.WEXITSTATUS(status)


def snapshot(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.iterdir()}


def restore(folder: Path, files: dict[Path, bytes]) -> None:
    for path in folder.iterdir():
        path.unlink()
    for path, data in files.items():
        path.write_bytes(data)


@pytest.mark.parametrize("name", ["club.toml", "club.trf"])
def test_killed_anywhere_in_any_act(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(CLUB if name.endswith("toml") else TRF, encoding="utf-8")
    place, kills = 0, 0
    for act, arguments in [*EVENING, ("undo", {}), ("redo", {})]:

        def once(act: str = act, arguments: dict[str, Any] = arguments) -> None:
            store = Store(str(path), "test")
            getattr(store, act)() if act in ("undo", "redo") else store.act(act, arguments)

        files, before = snapshot(tmp_path), path.read_bytes()
        calls = killed_at(FAILED, once)
        assert calls is not None
        after, done = path.read_bytes(), snapshot(tmp_path)
        for step in range(calls):
            place += 1
            if place % EVERY == 0:
                restore(tmp_path, files)
                assert killed_at(step, once) is None
                found_whole(path, before, after)
                kills += 1
        restore(tmp_path, done)
    assert kills >= (100 if EVERY == 1 else 6), kills


def found_whole(path: Path, before: bytes, after: bytes) -> None:
    """The file is as before or after the act, read and written, and its journal gives it."""
    assert path.read_bytes() in (before, after)
    held = Store(str(path), "test").read()
    assert held.data in (before, after)
    store = Store(str(path), "test")
    store.act("edit", {"player": 1, "keys": {"rating": 2345}})
    held = store.read()
    assert held.lines[-1].act == "edit"
    assert text_after(held.lines).encode() == held.data == path.read_bytes()
    store.undo()
    assert path.read_bytes() in (before, after)
