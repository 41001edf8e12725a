"""The shape of a rule file (pydantic; import it only when a rule file is read)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pairproof.model.formats.toml.points_shape import PointsTable, Table


class PolicyTable(Table):
    """`[policy]`: values are checked against `model.rules.POLICY_VALUES`."""

    sos_bye: str | None = None
    c9_bye: str | None = None
    time_result: str | None = None
    initial_colour: str | None = None
    forfeit_win_bars_bye: str | None = None
    start_scores: str | None = None


Id = Annotated[int, Field(ge=0)]


class WishTable(Table):
    """`[[prefer]]` or `[[avoid]]`: two ids; 0 is the bye."""

    pair: Annotated[list[Id], Field(min_length=2, max_length=2)]


class RuleFile(Table):
    """The whole file; what is left out comes from `base`."""

    name: Annotated[str, Field(max_length=1000)] | None = None
    base: str | None = None
    hard: list[str] | None = None
    levels: list[str] | None = None
    ranking: list[str] | None = None
    bracket_style: str | None = None
    exemption: bool | None = None
    policy: PolicyTable = PolicyTable()
    points: PointsTable = PointsTable()
    prefer: list[WishTable] = []
    avoid: list[WishTable] = []
    max_pairs_in_group: dict[str, Annotated[int, Field(ge=0)]] = {}
