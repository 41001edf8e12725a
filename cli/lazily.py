"""Modules that are run only when something of them is used.

The commands' own modules are imported so: what a command needs for its work (numpy, solvers, pages) is not loaded to
print its help, and its module says at the top what it needs all the same, as `from pairproof.cli import pairing_run`.
Names taken from a module (`from pairproof.cli.options.groups import grouped`) are a use.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType


class _Lazily(MetaPathFinder):
    """Finds the program's own modules, and puts off running them."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith("pairproof."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


@contextmanager
def on_first_use() -> Iterator[None]:
    """Inside, whatever is imported of the program is run when it is used."""
    finder = _Lazily()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
