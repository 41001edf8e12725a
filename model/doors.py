"""Packages that give their names without importing anything before a name is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def door(package: str, homes: Mapping[str, Iterable[str]]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package: `homes` says which module, named from `pairproof` on, has which names.

    Type checkers read the names under `if TYPE_CHECKING` in the package itself.
    """
    home_of = {name: module for module, names in homes.items() for name in names}

    def get(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"pairproof.{home_of[name]}"), name)

    def names() -> list[str]:
        return sorted(home_of)

    return get, names
