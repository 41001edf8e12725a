# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # (d) What each rule costs
#
# Take one criterion of `combined` away, pair the same positions again, and measure the result by the full rule set. What
# gets better is what that rule costs the others; what gets worse is what it buys.

# %%
import os
from collections import defaultdict
from dataclasses import replace

from pairproof.model import PRESETS
from pairproof.model.study.settings import Settings
from pairproof.model.study.simulation import Field, play
from pairproof.solver.methods import pair_by, seating
from pairproof.solver.request import Request
from pairproof.solver.result import level_costs
from pairproof.solver.systems.optimum.pairing import problem_of

TOURNAMENTS = int(os.environ.get("PAIRPROOF_TOURNAMENTS", "6"))
FULL = PRESETS["combined"]
SETTINGS = Settings(players=21, rounds=7, groups=7, restricted_until=6, half_byes=0.03, absences=0.03)

# %% [markdown]
# ## Rule sets with one criterion less


# %%
def without(name: str):
    """The full rule set without one hard criterion or one level."""
    return replace(
        FULL,
        name=f"without {name}",
        hard=tuple(rule for rule in FULL.hard if rule != name),
        levels=tuple(level for level in FULL.levels if level != name),
        exemption=FULL.exemption and name != "exemption",
    )


DROPPED = [*(rule for rule in FULL.hard if rule != "full-round"), *FULL.levels]
RULES = {"all": FULL, **{name: without(name) for name in DROPPED}}

# %% [markdown]
# ## The same positions under each
#
# The tournaments are paired by the full rule set; every position is then paired by each of the others. Levels are those of
# the full rule set; broken hard criteria are counted too.


# %%
def measured(tournament, rules, luck) -> dict[str, int]:
    """The pairing under some rules, by the levels of the full rule set, and how many of its pairs are illegal there."""
    pairing = pair_by("optimal", tournament, Request(rules), luck)
    full = problem_of(tournament, Request(FULL))
    index = full.position.index_of
    pairs = sorted(
        tuple(sorted((index[player], index[other])))
        for player, other in pairing.partners.items()
        if index[player] < index[other]
    )
    u, v = zip(*pairs, strict=True)
    values = {name: sum(costs) for name, costs in level_costs(full, u, v).items()}
    legal = set(zip(full.pairs.u.tolist(), full.pairs.v.tolist(), strict=True))
    return {**values, "illegal": sum(pair not in legal for pair in pairs)}


sums = defaultdict(lambda: defaultdict(int))
positions = 0


def play_one(number: int) -> None:
    """A tournament paired by the full rule set; the others are measured on the way."""
    field = Field(SETTINGS, 1, number)

    def pair_round(tournament):
        global positions
        pairing = pair_by("optimal", tournament, Request(FULL), field.luck)
        if pairing.status == "infeasible":
            return None
        positions += 1
        for name, rules in RULES.items():
            for level, value in measured(tournament, rules, field.luck).items():
                sums[name][level] += value
        return seating(pairing)

    play(field, pair_round)


for number in range(1, TOURNAMENTS + 1):
    play_one(number)
print(positions, "positions")

# %% [markdown]
# ## The table
#
# Means per round. The first line is the full rule set; below it, the difference that dropping one criterion makes. A
# number under its own name says how far the rule was broken once nobody asked for it.

# %%
columns = [*FULL.levels, "illegal"]
print(f"{'without':<20}" + "".join(f"{name[:13]:>15}" for name in columns))
for name in RULES:
    cells = []
    for level in columns:
        value = sums[name][level] / positions
        if name == "all":
            cells.append(f"{value:15.2f}")
        else:
            change = value - sums["all"][level] / positions
            cells.append(f"{change:+15.2f}" if abs(change) >= 0.005 else f"{'·':>15}")
    print(f"{name:<20}" + "".join(cells))

# %% [markdown]
# Dropping a level leaves all levels *before* it as they are: they are minimised first either way. Let us check that the
# program agrees. (`exemption` is different: without it the pairs of topscorers must keep the colour criteria in the last
# round, and their floats cost what all floats cost.)

# %%
for place, dropped in enumerate(FULL.levels):
    for level in FULL.levels[:place]:
        assert dropped == "exemption" or sums[dropped][level] == sums["all"][level], (dropped, level)
