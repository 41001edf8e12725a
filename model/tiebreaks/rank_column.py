"""The ranks that a TRF file gives, held against the places by the tie-breaks that it names (202, 212)."""

from __future__ import annotations

from dataclasses import dataclass

from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.state.standings import open_games, standings_by
from pairproof.model.tiebreaks.crosstable import crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from pairproof.model.tiebreaks.table import why_not
from pairproof.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class OtherRank:
    """A player whose rank is none of the places that he shares, `first` to `last`."""

    player: int
    rank: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class RanksCompared:
    """What the comparison found.

    `count` is how many ranks were compared, `others` are those that differ, `remark` says why none or not all of the
    list could count; empty if all of it did.
    """

    count: int = 0
    others: tuple[OtherRank, ...] = ()
    remark: str = ""

    @property
    def agrees(self) -> bool:
        """Whether no rank differs."""
        return not self.others


def ranks_compared(tournament: Tournament, rules: RuleSet) -> RanksCompared | None:
    """The ranks of a file against the standings after its last round; None where it names no tie-breaks.

    Where one of the list cannot be computed, only what stands before it counts: whoever is level on that may have any
    of the places shared.
    """
    if not tournament.tie_breaks or not tournament.ranks:
        return None
    codes, problems = read_codes(tournament.tie_breaks)
    if problems:
        return RanksCompared(remark=" ".join(problems))
    rounds = len(tournament.rounds)
    if open_games(tournament, rules, rounds):
        return RanksCompared(remark=say("The standings are not final, so the ranks are not compared."))
    cross = crosstable_after(tournament, rules, rounds)
    missing = [(place, why) for place, code in enumerate(codes) if (why := why_not(cross, code)) is not None]
    remark = ""
    if missing:
        place, why = missing[0]
        remark = say(
            "The ranks are compared by what stands before {code} in the list: {why}.", code=codes[place], why=why
        )
        codes = codes[:place]
    lines = standings_by(cross, codes or read_codes(["PTS"])[0]).lines
    places = {line.player: (line.first, line.last) for line in lines}
    others = [
        OtherRank(player, rank, *places[player])
        for player, rank in tournament.ranks.items()
        if not places[player][0] <= rank <= places[player][1]
    ]
    return RanksCompared(len(tournament.ranks), tuple(others), remark)
