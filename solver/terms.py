"""The words by which results name what was asked and what came of it.  Imports nothing: help pages use them too."""

from __future__ import annotations

from enum import StrEnum


class Method(StrEnum):
    """How a round was paired.

    OPTIMAL: level by level the best, proved.  MANUAL: the steps C1–C9 of P, to the letter.  RANDOM: some legal pairing.
    MONRAD: each player, from the top, has the nearest in rank who leaves a legal pairing.  PLAYED: as the file has it.
    """

    OPTIMAL = "optimal"
    MANUAL = "manual"
    RANDOM = "random"
    MONRAD = "monrad"
    PLAYED = "played"


METHODS = (Method.OPTIMAL, Method.MANUAL, Method.RANDOM, Method.MONRAD)
"""Those that pair a round, in the order in which tables show them; `solver.methods.pair_by` calls them."""


class Status(StrEnum):
    """What came of pairing a round.

    OPTIMAL: paired, and every level proved.  FEASIBLE: time ran out, and this is the best so far.  UNKNOWN: time ran
    out before there was any pairing.  INFEASIBLE: no legal pairing exists.  COMPLETE: everybody is paired, nothing is
    proved.  STUCK: the manual method could not go on.  PLAYED: the pairing of the file.
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    UNKNOWN = "unknown"
    INFEASIBLE = "infeasible"
    COMPLETE = "complete"
    STUCK = "stuck"
    PLAYED = "played"


class Engine(StrEnum):
    """What found a pairing; AUTO and CP_SAT can be asked for (`Conditions.engine`)."""

    AUTO = "auto"
    CERTIFIED = "certified"
    CP_SAT = "cp-sat"
    MANUAL = "manual"
    RANDOM = "random"
    MONRAD = "monrad"
    FILE = "file"


ENGINES = (Engine.AUTO, Engine.CP_SAT)
"""Those that can be asked for."""
