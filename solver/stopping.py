"""When to stop searching: a time limit, and an event such as the user's interrupt."""

from __future__ import annotations

import threading
import time


class Stop:
    """`seconds` from now, or when `event` is set; never, with neither.

    `done` (a share, 0 to 1) and `doing` (in words) are what the search says of itself meanwhile.
    """

    def __init__(self, seconds: float | None = None, event: threading.Event | None = None) -> None:
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self.event = event
        self.done = 0.0
        self.doing = ""

    @property
    def now(self) -> bool:
        """Whether it is time."""
        if self.event is not None and self.event.is_set():
            return True
        return self._deadline is not None and time.monotonic() >= self._deadline

    @property
    def seconds_left(self) -> float | None:
        """Until the time limit, 0 when it is over; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def tell(self, doing: str, done: float) -> None:
        """Say what is being done, and which share of everything is."""
        self.doing, self.done = doing, done


class OutOfTime(Exception):
    """Raised inside an engine when it is time to stop; it never leaves the engine."""
