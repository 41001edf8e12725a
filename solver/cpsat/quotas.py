"""Quotas: at most so many pairs inside a named group this round."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import any_of, say
from pairproof.model.tournament import Tournament
from pairproof.solver.cpsat.model import Variables
from pairproof.solver.problem import PairingProblem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


@dataclass(frozen=True)
class Quota:
    """At most `most` pairs have both players among `members` (indices)."""

    group: str
    most: int
    members: tuple[int, ...]

    def restrict(self, model: CpModel, variables: Variables) -> list[IntVar]:
        """See `Side`."""
        inside = np.zeros(variables.vertices, dtype=np.bool_)
        inside[list(self.members)] = True
        pairs = variables.among(inside)
        if len(pairs) > self.most:
            model.add(sum(pairs) <= self.most)
        return []

    def kept_by(self, partner: Sequence[int]) -> bool:
        """Whether a pairing, `partner[vertex]`, has no more such pairs."""
        members = set(self.members)
        return sum(u < partner[u] and partner[u] in members for u in members) <= self.most


def quotas_of(problem: PairingProblem, most: Mapping[str, int]) -> tuple[Quota, ...]:
    """The quotas by group name, each for the group's members who are present.

    Raises
    ------
    InvalidInput
        As `quota_faults` finds.
    """
    position = problem.position
    if faults := quota_faults(position.tournament, most):
        raise InvalidInput(faults, position.tournament.source)
    return tuple(
        Quota(group, number, tuple(index for index, own in enumerate(position.groups) if group in own))
        for group, number in most.items()
    )


def quota_faults(tournament: Tournament, most: Mapping[str, int]) -> list[Fault]:
    """A fault for each group that nobody is in (the nearest names are given), and for each number below 0."""
    known = sorted({group for player in tournament.players for group in player.groups})
    faults = []
    for group, number in most.items():
        if group not in known:
            near = difflib.get_close_matches(group, known, n=3, cutoff=0.5)
            if near:
                text = say(
                    "max_pairs_in_group: no player is in a group {group!r}; did you mean {known}?",
                    group=group,
                    known=any_of(near),
                )
            elif known:
                text = say(
                    "max_pairs_in_group: no player is in a group {group!r}; there are: {known}.",
                    group=group,
                    known=", ".join(known),
                )
            else:
                text = say(
                    "max_pairs_in_group: no player is in a group {group!r}; no player is in any group.", group=group
                )
            faults.append(Fault(text))
        if number < 0:
            text = say(
                "max_pairs_in_group: {group!r} cannot have at most {number}: 0 is the least.",
                group=group,
                number=number,
            )
            faults.append(Fault(text))
    return faults
