"""What the shapes of tournament files and rule files share: strict tables, and the table of point values."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

MAX_POINTS = 1000
"""Bound of the points for one outcome, in half-win units."""

Value = Annotated[int, Field(ge=0, le=MAX_POINTS)]


class Table(BaseModel):
    """A table of the file: unknown keys are errors, and no value is converted to another type."""

    # Not each table by itself: what a table holds is built with the file that holds it, once.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class PointsTable(Table):
    """`[points]`: point values in half-win units; what is left out stays as it is without the table."""

    win: Value | None = None
    draw: Value | None = None
    loss: Value | None = None
    bye: Value | None = None
    half_bye: Value | None = None
    full_bye: Value | None = None
    absent: Value | None = None
