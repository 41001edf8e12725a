"""Progress on stderr, for a person at a terminal, once something takes longer than two seconds."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.stopping import Stop

PATIENCE = 2.0
"""Seconds before anything is shown."""


@contextmanager
def interruptible(seconds: float | None, text: str) -> Iterator[Stop]:
    """A search with a time limit, that Ctrl-C ends early (a second Ctrl-C ends the program), and that shows how far it
    is."""
    from solver.stopping import Stop

    event = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        event.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, stop) if main else None
    told = Stop(seconds, event)
    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(told, text, over), daemon=True)
    if sys.stderr.isatty():
        watcher.start()
    try:
        yield told
    finally:
        over.set()
        if watcher.is_alive():
            watcher.join()
        if main:
            signal.signal(signal.SIGINT, before)


def _watch(told: Stop, text: str, over: threading.Event) -> None:
    if over.wait(PATIENCE):
        return
    # Only now: most rounds are paired before this library is loaded.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
    )
    with bar:
        task = bar.add_task(text, total=1.0)
        while not over.wait(0.1):
            bar.update(task, completed=told.done, description=f"{text}: {told.doing}" if told.doing else text)
