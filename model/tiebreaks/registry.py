"""All tie-breaks by name, the other names they go by, and those of teams."""

from __future__ import annotations

from pairproof.model.tiebreaks.buchholz import BUCHHOLZ, SONNEBORN_BERGER
from pairproof.model.tiebreaks.direct import DIRECT, DIRECT_OF_TWO
from pairproof.model.tiebreaks.koya import KOYA
from pairproof.model.tiebreaks.other_games import OTHER_GAMES
from pairproof.model.tiebreaks.own_record import FILED, OWN_RECORD, POINTS
from pairproof.model.tiebreaks.ratings import RATINGS
from pairproof.model.tiebreaks.tiebreak import TieBreak

TIE_BREAKS: dict[str, TieBreak] = {
    piece.name: piece
    for piece in (
        POINTS,
        DIRECT,
        *OWN_RECORD,
        *BUCHHOLZ,
        SONNEBORN_BERGER,
        KOYA,
        *RATINGS,
        *OTHER_GAMES,
        DIRECT_OF_TWO,
        *FILED,
    )
}
"""Every piece, in the order of C.07, then those of other games and those that stand in the file."""

OTHER_NAMES = {
    "SNO": "TPN",
    "GE": "REP",
    "SOLKOFF": "SOS",
    "BHC1": "BH/C1",
    "BHC2": "BH/C2",
    "MBH": "BH/M1",
    "AROC1": "ARO/C1",
}
"""What else a code may begin with, and what that is."""

TEAM_NAMES = frozenset(
    "MPVGP ESB EMMSB EMGSB EGMSB EGGSB EDE EDEBT EDEBB EDET EDEB BC TBR BBE SSSC".split()  # noqa: SIM905
)
"""Tie-breaks of teams: known, and never computed for players."""
