"""What the engine writes of a round beside its boards: the list of players, and where a round differs from the best.

For rules that are not FIDE's in a form of its own; for the FIDE (Dutch) System in that of bbpPairings
(`cli.engine.dutch_lists`).
"""

from __future__ import annotations

from typing import Protocol

from pairproof.model.criteria import may_have_bye
from pairproof.model.rules import DUTCH, RuleSet
from pairproof.model.tournament import Tournament
from pairproof.solver.result import Pairing


class Lists(Protocol):
    """How lists are written."""

    @property
    def last_line(self) -> str:
        """The end of a file of lists."""

    @property
    def after_rounds(self) -> str:
        """The end of a comparison of rounds."""

    def title(self, tournament: Tournament, stem: str) -> str:
        """What a tournament is called; `stem` is the name of its file without folder and suffix."""

    def checklist(self, pairing: Pairing) -> str:
        """Everybody present in rank order, and what the pairing looks at."""

    def of_round(self, number: int, pairing: Pairing) -> str:
        """The same where a file holds several rounds."""

    def compared(self, title: str, number: int, pairing: Pairing) -> str:
        """A round beside the best pairing: the boards on which the two differ."""


def lists_of(rules: RuleSet) -> Lists:
    """How lists are written for a rule set."""
    if rules.system == DUTCH:
        from pairproof.cli.engine.dutch_lists import DutchLists

        return DutchLists()
    return OwnLists()


class OwnLists:
    """See `Lists`; of the rules that are not FIDE's."""

    last_line = ""
    after_rounds = ""

    def title(self, tournament: Tournament, stem: str) -> str:
        """The tournament's name."""
        return tournament.name

    def of_round(self, number: int, pairing: Pairing) -> str:
        """A heading, the list, a blank line."""
        return f"Round #{number}\n{self.checklist(pairing)}\n"

    def checklist(self, pairing: Pairing) -> str:
        """Everybody present in rank order: score, what colour is due, floats, the bye, and the opponents so far."""
        position = pairing.problem.position
        may_bye = may_have_bye(position)
        colours = {1: "W", -1: "B", 0: "-"}
        floats = {1: "up", -1: "down", 0: "-"}
        lines = [f"{'ID':>5} {'Pts':>6}  Pref Diff  -1R  -2R  Bye  Opponents"]
        for index, player in enumerate(position.ids):
            own = position.history.entries[player]
            met = " ".join(str(entry.opponent or "-") for entry in own)
            need = position.needs[index]
            wants = colours[need.wants] + "!" * max(need.strength - 1, 0)  # "", "!" and "!!": mild, strong, absolute
            lines.append(
                f"{player:>5} {int(position.score[index]) / 2:>6.1f}  {wants:<4} {need.difference:>+4} "
                f"{floats[int(position.float_1[index])]:>4} {floats[int(position.float_2[index])]:>4}  "
                f"{'yes' if may_bye[index] else 'no':<3}  {met}".rstrip()
            )
        return "\n".join(lines) + "\n"

    def compared(self, title: str, number: int, pairing: Pairing) -> str:
        """A round of a tournament beside the best pairing: the boards on which the two differ."""
        played = pairing.problem.position.tournament.rounds[number - 1]
        lines = [f"{title}: Round #{number}"]
        best, seats = pairing.seats, played.seats()
        ours = [pair for pair in best if pair not in set(seats)]
        theirs = [pair for pair in seats if pair not in set(best)]
        if ours or theirs:
            lines.append("  Checker pairings        Tournament pairings")
        for place in range(max(len(ours), len(theirs))):
            left, right = (f"{a:>6} - {b:>4}" if a else "" for a, b in (_at(ours, place), _at(theirs, place)))
            lines.append(f"{left:<24}{right}".rstrip())
        return "\n".join(lines) + "\n\n"


def _at(pairs: list[tuple[int, int]], place: int) -> tuple[int, int]:
    return pairs[place] if place < len(pairs) else (0, 0)
