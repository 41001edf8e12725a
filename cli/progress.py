"""Progress on stderr, for a person at a terminal, once something takes longer than two seconds."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

    from pairproof.solver.stopping import Stop

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds before anything is shown."""


@contextmanager
def interruptible(seconds: float | None, text: str) -> Iterator[Stop]:
    """A search with a time limit, that Ctrl-C ends early (a second Ctrl-C ends the program), and that shows how far it
    is."""
    from pairproof.solver.stopping import Stop

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


def followed(items: Sequence[T], text: str) -> Iterator[T]:
    """The items, with a bar that shows how many are done once that has taken longer than two seconds."""
    began = time.monotonic()
    bar: Progress | None = None
    try:
        for done, item in enumerate(items):
            if bar is None and sys.stderr.isatty() and time.monotonic() - began > PATIENCE:
                bar = _bar()
                bar.start()
                task = bar.add_task(text, total=len(items))
            if bar is not None:
                bar.update(task, completed=done)
            yield item
    finally:
        if bar is not None:
            bar.stop()


def _bar() -> Progress:
    # Only now: most rounds are paired before this library is loaded.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
    )


def _watch(told: Stop, text: str, over: threading.Event) -> None:
    if over.wait(PATIENCE):
        return
    bar = _bar()
    with bar:
        task = bar.add_task(text, total=1.0)
        while not over.wait(0.1):
            bar.update(task, completed=told.done, description=f"{text}: {told.doing}" if told.doing else text)
