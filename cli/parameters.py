"""Values of options and arguments, read without pydantic where nothing has to be converted by it.

typer has pydantic read every value, and loading it takes as long as most commands work.  A word is its own value, and a
number of plain digits can be read here; whatever is not as plain typer reads, and says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_NUMBERS: dict[Any, tuple[str, Callable[[str], Any]]] = {
    int: (r"-?[0-9]{1,9}", int),
    float: (r"-?[0-9]{1,9}(\.[0-9]{1,9})?", float),
}
"""How a plain value of each type looks, and what makes the value of it."""


def plainly(parameter: Any) -> Any:
    """The parameter, its values read here where they are plain."""
    if not isinstance(parameter.get_runtime_param, _Reading):
        parameter.get_runtime_param = _Reading(parameter.get_runtime_param)
    return parameter


@dataclass(frozen=True, slots=True)
class _Reading:
    """Stands in for what reads the values of a parameter; `thorough` makes typer's own."""

    thorough: Callable[[], Any]

    def __call__(self) -> _Reading:
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of what stands on the command line, or of a default."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        plain = _plain(value, param.type_descriptor.annotation)
        asked = param.type_descriptor.parameter_info
        if (
            plain is None
            or (asked.min is not None and plain < asked.min)
            or (asked.max is not None and plain > asked.max)
        ):
            return self.thorough().coerce(value, param=param, ctx=ctx)
        return plain


def _plain(value: Any, kind: Any) -> Any:
    """The value of a type; None where it takes more than this to tell it."""
    if kind == list[str]:
        return list(value) if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value) else None
    if type(value) is kind:
        return value
    looks, make = _NUMBERS.get(kind, ("", str))
    return make(value) if looks and isinstance(value, str) and re.fullmatch(looks, value) else None
