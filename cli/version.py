"""Which program, which rules, which libraries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

RULES_DATE = "2026-11"
"""When the rules this version follows were settled."""


@cache
def version_of(distribution: str) -> str:
    """The installed version of a distribution, "unknown" where it is not installed (a bare checkout)."""
    # Slow to import, and only --version and the JSON documents need it.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def versions(distributions: Iterable[str]) -> dict[str, str]:
    """Versions by name, pairproof's first."""
    return {name: version_of(name) for name in ("pairproof", *distributions)}


def version_line() -> str:
    """What `--version` prints."""
    return f"pairproof {version_of('pairproof')} (rules of {RULES_DATE}), ortools {version_of('ortools')}"
