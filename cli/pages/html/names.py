"""Names as pages show and sort them: they are anybody's text."""

from __future__ import annotations

import unicodedata

_DROPPED = ("Cc", "Cs", "Zl", "Zp")
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def sort_key(name: str) -> tuple[str, str]:
    """Order of names without regard to case and accents: É with E."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain.casefold(), name


def readable(name: str) -> str:
    """The name without what no page can show, control characters and halves of characters, and without signs that
    turn the direction of what follows."""
    shown = (" " if unicodedata.category(c) in _DROPPED else c for c in name if c not in _DIRECTIONS)
    return " ".join("".join(shown).split())
