"""What holds the pieces of one kind: in order, by name, and open to more of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Generic, Protocol, TypeVar

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say


class Named(Protocol):
    """A piece: whatever has a name."""

    @property
    def name(self) -> str:
        """The name by which rule files know it."""


Piece = TypeVar("Piece", bound=Named)


class Registry(Generic[Piece]):
    """The pieces of one kind (`what`, for messages), in the order in which they stand in the rules."""

    def __init__(self, what: str, pieces: Iterable[Piece]) -> None:
        self.what = what
        self._pieces = tuple(pieces)
        self._among: dict[tuple[str, ...], tuple[Piece, ...]] = {}  # answers, which are asked for again and again
        assert len(set(self.names)) == len(self._pieces), f"a {what} is there twice"

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces)

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in order."""
        return tuple(piece.name for piece in self._pieces)

    def __getitem__(self, name: str) -> Piece:
        """The piece of that name.

        Raises
        ------
        UsageProblem
            There is none.
        """
        for piece in self._pieces:
            if piece.name == name:
                return piece
        near = get_close_matches(name, self.names, 1)
        raise UsageProblem(
            say("There is no {what} {name!r}; did you mean {near!r}?", what=say(self.what), name=name, near=near[0])
            if near
            else say(
                "There is no {what} {name!r}; there are {known}.",
                what=say(self.what),
                name=name,
                known=", ".join(self.names),
            )
        )

    def among(self, names: Iterable[str]) -> tuple[Piece, ...]:
        """The pieces of those names, in the order of the registry.

        Raises
        ------
        UsageProblem
            There is none of one of the names.
        """
        asked = tuple(names)
        if asked not in self._among:
            wanted = {self[name].name for name in asked}
            self._among[asked] = tuple(piece for piece in self._pieces if piece.name in wanted)
        return self._among[asked]

    @contextmanager
    def extended(self, *more: Piece) -> Iterator[None]:
        """With these pieces after the others, for as long as the context lasts: for trying a rule out, and for tests.

        It holds for all threads of this process, and for no other process.
        """
        before = self._pieces
        assert not set(self.names) & {piece.name for piece in more}, f"a {self.what} is there twice"
        self._pieces, self._among = (*before, *more), {}
        try:
            yield
        finally:
            self._pieces, self._among = before, {}
