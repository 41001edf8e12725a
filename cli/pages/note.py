"""What is to be said about a whole pairing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be said about a whole pairing: a headline, `mood` "good", "bad" or "" (neither), and lines."""

    headline: str
    lines: tuple[str, ...] = ()
    mood: str = ""
