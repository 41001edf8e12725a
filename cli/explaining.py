"""What `explain` finds out about the pairing of a round, before it is printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairproof.model.errors import UsageProblem
from pairproof.model.tournament import FixedPair
from pairproof.solver.explain.answers import Answer, Burden
from pairproof.solver.explain.asking import burdens, grant, opponents
from pairproof.solver.result import Pairing

MOST_ASKED = 12
"""Downfloats, and denied colours, for each of which one more pairing is looked for."""


@dataclass(frozen=True, slots=True)
class Explained:
    """The pairing of a round and the answers to what was asked about it: of each player's possible opponents, and of
    wishes.

    Without a question there are `burdens` instead: what it would cost to spare those who float, have the bye or are
    denied a colour.
    """

    pairing: Pairing
    asked: bool
    players: tuple[tuple[int, tuple[Answer, ...]], ...] = ()
    wishes: tuple[Answer, ...] = ()
    burdens: tuple[Burden, ...] = ()


def explained(pairing: Pairing, players: Iterable[int], wishes: Iterable[FixedPair]) -> Explained:
    """Answer what is asked about `players` and `wishes`.

    Raises
    ------
    UsageProblem
        A question about somebody who is not there, or about a round for which look-ahead or limits of pairs in a
        group hold: there the levels alone do not say what another pairing would cost.
    """
    players, wishes = list(dict.fromkeys(players)), list(dict.fromkeys(wishes))
    asked = bool(players or wishes)
    if pairing.status not in ("optimal", "infeasible"):
        return Explained(pairing, asked)
    if asked and pairing.conditional and pairing.proof.witness is None:
        raise UsageProblem(
            "Look-ahead or limits of pairs in a group hold for this round; what another pairing would cost cannot "
            "be told from the levels alone. Ask without them, with --rules where a rule file has the limits."
        )
    return Explained(
        pairing,
        asked,
        tuple((player, opponents(pairing, player)) for player in players),
        tuple(grant(pairing, wish) for wish in wishes),
        burdens(pairing, MOST_ASKED) if not asked and pairing.status == "optimal" else (),
    )
