"""Strings and comments in a TOML text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

STRING = re.compile(
    r"\"\"\"(?:\\.|[^\\])*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*",
    re.DOTALL,
)
"""Strings and comments of a well-formed TOML text."""


def has_comments(text: str) -> bool:
    """Whether a well-formed TOML text has a comment."""
    return any(found[0].startswith("#") for found in STRING.finditer(text))


def toml_text(text: str) -> str:
    """A basic TOML string.  JSON's escapes are TOML's, but TOML also wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_texts(texts: Iterable[str]) -> str:
    """A list of TOML strings on one line."""
    return f"[{', '.join(map(toml_text, texts))}]"
