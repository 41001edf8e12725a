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
# # (c) Reading a certificate by hand
#
# A certificate holds, for each level, whole numbers: one for each player (a *dual*), and one for some odd sets of
# players. They prove that no legal pairing has a smaller value on that level. Here the proof of one level is taken
# apart with nothing but addition.
#
# The level is `score-gap` in `scenarios/club-round-5.toml`: the sum of the differences of scores over all boards. The
# optimum is 4. Why not 3?

# %%
from itertools import combinations
from math import cos, pi, sin
from pathlib import Path

import matplotlib.pyplot as plt

from pairproof.model import load_tournament
from pairproof.solver import pair

pairing = pair(load_tournament(Path("..") / "scenarios" / "club-round-5.toml"))
certificate = pairing.certificate
position = pairing.problem.position
score = {player: int(points) for player, points in zip(position.ids, position.score, strict=True)}
level = next(entry for entry in certificate["levels"] if entry["name"] == "score-gap")
level

# %% [markdown]
# All numbers are multiplied by the `scale`. 0 stands for the bye.

# %%
scale = level["scale"]
dual = {int(player): value for player, value in level["duals"].items()}
sets = [(frozenset(entry["players"]), entry["dual"]) for entry in level["odd_sets"]]
total = sum(dual.values()) + sum(value for _, value in sets)
print("players:", " + ".join(f"({value})" for value in dual.values()), "= ", sum(dual.values()))
print("odd sets:", " + ".join(str(value) for _, value in sets))
print(f"together {total}, divided by {scale}: {total // scale}, the value of the level")
assert total == scale * level["value"]

# %% [markdown]
# ## Why that is a proof
#
# Each player is in exactly one pair, so every pairing collects each player's dual exactly once. The players of an odd
# set cannot all play among themselves: at least one pair leaves the set. So every pairing collects at least
#
# > the sum of all duals.
#
# It remains to check that no *pair* pays less than it collects: scale · cost ≥ the duals of both players + the duals of the
# odd sets that the pair leaves. Then no pairing costs less than the sum of all duals.


# %%
def collected(a: int, b: int) -> int:
    """What a pair collects: both players' duals, and those of the odd sets that separate them."""
    return dual.get(a, 0) + dual.get(b, 0) + sum(value for members, value in sets if (a in members) != (b in members))


for a, b in [*map(tuple, certificate["pairs"]), (certificate["bye"], 0)]:
    cost = abs(score[a] - score[b]) if b else 0
    print(f"{a:>3} – {b or 'bye':<4} cost {cost}, times {scale}: {scale * cost}   collected: {collected(a, b)}")
    assert scale * cost == collected(a, b), "in an optimal pairing every pair pays exactly"

# %% [markdown]
# Now all legal pairs. A certificate's level counts among the pairings that are optimal on the levels before it: their
# proofs rule out pairs too, those with something left over there. So first the pairs that survive the earlier levels.

# %%
problem = pairing.problem
ids = [*position.ids, 0]
alive = {(ids[u], ids[v]) for u, v in zip(problem.pairs.u.tolist(), problem.pairs.v.tolist(), strict=True)}
print(len(alive), "legal pairs, the bye among them")
costs = {
    entry.name: dict(
        zip(
            [(ids[u], ids[v]) for u, v in zip(problem.pairs.u.tolist(), problem.pairs.v.tolist(), strict=True)],
            problem.costs(entry, problem.pairs).tolist(),
            strict=True,
        )
    )
    for entry in problem.levels
}


def left_over(entry: dict, pair: tuple[int, int]) -> int:
    """What a pair pays on a level beyond what it collects."""
    duals = {int(player): value for player, value in entry["duals"].items()}
    crossed = sum(
        odd["dual"] for odd in entry["odd_sets"] if (pair[0] in odd["players"]) != (pair[1] in odd["players"])
    )
    return entry["scale"] * costs[entry["name"]][pair] - duals.get(pair[0], 0) - duals.get(pair[1], 0) - crossed


for entry in certificate["levels"]:
    over = {pair: left_over(entry, pair) for pair in alive}
    assert min(over.values()) >= 0, "no pair pays less than it collects"
    gone = sum(value > 0 for value in over.values())
    alive = {pair for pair, value in over.items() if value == 0}
    print(f"{entry['name']:<20} value {entry['value']}: {gone:>2} pairs ruled out, {len(alive)} left")

# %% [markdown]
# ## A picture
#
# Players by rank, clockwise from the top; the ring around some is the odd set, the numbers beside the players are their
# duals (times the scale). Grey: all legal pairs. Blue: the pairing.

# %%
order = [*position.ids, 0]
place = {player: (sin(2 * pi * k / len(order)), cos(2 * pi * k / len(order))) for k, player in enumerate(order)}
figure, axis = plt.subplots(figsize=(6.5, 6.5))
legal = {(ids[u], ids[v]) for u, v in zip(problem.pairs.u.tolist(), problem.pairs.v.tolist(), strict=True)}
for a, b in combinations(order, 2):
    if (a, b) in legal:
        xs, ys = zip(place[a], place[b], strict=True)
        axis.plot(xs, ys, color="#e4e4e4", zorder=1)
for a, b in [*map(tuple, certificate["pairs"]), (certificate["bye"], 0)]:
    xs, ys = zip(place[a], place[b], strict=True)
    axis.plot(xs, ys, color="#2166ac", linewidth=3, zorder=2)
members = sets[0][0]
for player in order:
    x, y = place[player]
    inside = player in members
    axis.scatter([x], [y], s=560, color="#fddbc7" if inside else "white", edgecolor="#b2182b" if inside else "#888888",
                 linewidth=1.6, zorder=3)  # fmt: skip
    axis.text(x, y, str(player) if player else "bye", ha="center", va="center", zorder=4)
    if player in dual:
        axis.text(1.17 * x, 1.17 * y, f"{dual[player]:+d}", ha="center", va="center", color="#2166ac", fontsize=12)
    if player:
        axis.text(
            0.84 * x,
            0.84 * y,
            f"{score[player]} p.",
            ha="center",
            va="center",
            color="#444444",
            fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            zorder=5,
        )
axis.set_title(f"score-gap: duals of players, and an odd set of {len(members)} (dual {sets[0][1]:+d}); scale {scale}")
axis.set_xlim(-1.3, 1.3)
axis.set_ylim(-1.3, 1.3)
axis.set_aspect("equal")
axis.set_axis_off()
plt.show()

# %% [markdown]
# In words: the seven best players, all with 4 points or more, are an odd number, so one of them must play below. The
# duals of 1, 2 and 10 say that these three have met each other and cannot all stay among the leaders.
