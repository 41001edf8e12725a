"""On which level the manual method first differs from the optimum, round by round.

Levels count in order: a smaller value further down says nothing where an earlier one is larger.  So this is the one
fair picture of all levels together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from pairproof.model.language import say
from pairproof.model.rules import PRESETS

EQUAL = ""
"""Beside the names of levels: none differs."""
_MOST_RULES = 6
"""Rule sets drawn, those with the most rounds."""


class FirstLevels:
    """How often each level was the first that differed, by rule set and round; only where the order of the levels is
    known, which tables do not say: the rule sets that come with the program.
    """

    def __init__(self) -> None:
        self.found: dict[str, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))

    def add(self, optimal: Mapping[str, str], manual: Mapping[str, str]) -> None:
        """One position, paired both ways."""
        rules = PRESETS.get(optimal["rules"])
        if rules is None:
            return
        named = [(level, f"level:{level}") for level in rules.levels]
        differing = (level for level, column in named if optimal[column] != manual[column])
        self.found[rules.name][int(optimal["round"])][next(differing, EQUAL)] += 1

    def figure(self) -> Any:
        """A bar for each round, a field of rounds of each rule set; None where there is nothing to show."""
        import matplotlib.pyplot as plt

        shown = sorted(self.found, key=lambda name: (-sum(map(Counter.total, self.found[name].values())), name))
        shown = shown[:_MOST_RULES]
        if not shown:
            return None
        figure, axes = plt.subplots(
            1, len(shown), figsize=(1.5 + 4.2 * len(shown), 3.6), squeeze=False, layout="constrained"
        )
        colour = plt.get_cmap("tab20")
        order = [EQUAL, *dict.fromkeys(level for name in shown for level in PRESETS[name].levels)]
        used = [kind for kind in order if any(tally[kind] for name in shown for tally in self.found[name].values())]
        for axis, name in zip(axes[0], shown, strict=True):
            numbers = sorted(self.found[name])
            below = [0.0] * len(numbers)
            for place, kind in enumerate(used):
                tallies = [self.found[name][number] for number in numbers]
                shares = [100 * tally[kind] / tally.total() for tally in tallies]
                face = "#e5e5e5" if kind == EQUAL else colour(place)
                label = kind or say("equal on every level")
                axis.bar(numbers, shares, bottom=below, color=face, label=label, edgecolor="white", linewidth=0.5)
                below = [low + share for low, share in zip(below, shares, strict=True)]
            axis.set(title=name, xlabel=say("round"), ylabel=say("% of rounds"), xticks=numbers, ylim=(0, 100))
        figure.suptitle(say("First level on which the manual method is worse than the optimum"))
        handles, names = axes[0][0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside right center", frameon=False, fontsize=8)
        return figure
