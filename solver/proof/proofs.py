"""A proof as values: integer duals of vertices and odd sets, and blocks of the natural order (docs/method.md).

Engines make them, `kernel` checks them; nothing else of the checking is loaded by those who pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Proof:
    """Duals times `scale`, all integers.

    `vertex_duals` has shape (vertices,); `sets` is the odd sets' membership, shape (sets, vertices), and `set_duals`
    has shape (sets,).
    """

    scale: int
    vertex_duals: IntArray
    sets: BoolArray
    set_duals: IntArray

    @property
    def total(self) -> int:
        """The proved value times `scale`: every vertex is in one pair, every odd set is left at least once."""
        duals: list[int] = [*self.vertex_duals.tolist(), *self.set_duals.tolist()]
        return sum(duals)

    @property
    def value(self) -> int:
        """The proved value."""
        return self.total // self.scale

    def used(self) -> Proof:
        """The same without the odd sets whose dual is 0."""
        used = self.set_duals != 0
        return Proof(self.scale, self.vertex_duals, self.sets[used], self.set_duals[used])

    @classmethod
    def zero(cls, vertices: int) -> Proof:
        """The proof that integers ≥ 0 do not add up to less than 0."""
        return cls(2, np.zeros(vertices, np.int64), np.zeros((0, vertices), np.bool_), np.zeros(0, np.int64))


@dataclass(frozen=True)
class OrderBlock:
    """A step of the natural order: decisions, or what is open to those who decide next.

    `choosers` are those who decide (vertices), in turn.  Without a proof each of them has the first of his candidates
    still open (or was taken by an earlier one, or had no candidate): nothing can come before it.  With one it shows
    that their digits are the least.

    A proof without choosers is a narrowing: a level on which every pair costs 0.  Nobody decides; the pairs of positive
    reduced cost leave the face, which none of its matchings holds.
    """

    choosers: tuple[int, ...]
    proof: Proof | None
