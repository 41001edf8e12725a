"""`rules --json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from pairproof.cli.documents.document import Document, given
from pairproof.model.rules import RuleSet


class Rules(Document):
    """`rules --json`: the rule sets there are, and which is the default; or the one asked for."""

    schema_: Literal["pairproof.rules/1"] = Field(alias="schema")
    default: str | None = None
    rules: list[RuleSet]

    @classmethod
    def of(cls, rules: Iterable[RuleSet], default: str | None = None) -> Rules:
        """Rule sets in full."""
        return cls(schema="pairproof.rules/1", **given(default=default), rules=list(rules))
