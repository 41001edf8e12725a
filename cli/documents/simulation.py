"""`simulate --json`, and the record of a folder of simulated tournaments."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, get_type_hints

from pydantic import Field, create_model

from pairproof.cli.documents.document import Document, Versions
from pairproof.cli.simulation.play import Played
from pairproof.cli.version import version_of, versions
from pairproof.model.rules import RuleSet
from pairproof.model.study.settings import Settings


class Simulation(Document):
    """`simulate --json`."""

    schema_: Literal["pairproof.simulation/1"] = Field(alias="schema")
    seed: int
    rules: str
    settings: Settings
    tournaments: list[Played]
    run: Versions

    @classmethod
    def of(cls, seed: int, rules: RuleSet, settings: Settings, played: list[Played]) -> Simulation:
        """What was played."""
        return cls(
            schema="pairproof.simulation/1",
            seed=seed,
            rules=rules.name,
            settings=settings,
            tournaments=played,
            run=Versions(versions=versions(("highspy", "numpy", "rustworkx"))),
        )


_RULES = get_type_hints(RuleSet)
_RECORDED: dict[str, Any] = {
    "named": (str, ...),
    **{field.name: (_RULES[field.name], ...) for field in fields(RuleSet)},
}
RecordedRules = create_model(
    "RecordedRules",
    __base__=Document,
    __doc__="A rule set in full, and how the files name it.",
    **_RECORDED,
)


class SimulationRecord(Document):
    """`simulation.json`: what decides the bytes of the files in a folder; only the same run may write into it again."""

    schema_: Literal["pairproof.simulation-folder/1"] = Field(alias="schema")
    pairproof: str
    seed: int
    tournaments: int
    methods: list[str]
    format: str
    rules: RecordedRules  # type: ignore[valid-type]  # made of the fields of RuleSet, not written a second time
    settings: Settings

    @classmethod
    def of(
        cls,
        settings: Settings,
        *,
        seed: int,
        tournaments: int,
        methods: tuple[str, ...],
        format: str,
        rules: RuleSet,
        named_rules: str,
    ) -> SimulationRecord:
        """The record of a run; `named_rules` is how the files name their rules."""
        recorded = {field.name: getattr(rules, field.name) for field in fields(rules)}
        return cls(
            schema="pairproof.simulation-folder/1",
            pairproof=version_of("pairproof"),
            seed=seed,
            tournaments=tournaments,
            methods=list(methods),
            format=format,
            rules=RecordedRules.model_validate({"named": named_rules, **recorded}),
            settings=settings,
        )
