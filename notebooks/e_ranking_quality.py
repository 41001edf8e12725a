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
# # (e) Does better pairing rank better?
#
# A classical setting: 32 players, 7 rounds, strengths uniform between 1400 and 2200. Sauer, Cseh and Lenzner (*Improving
# ranking quality and fairness in Swiss-system chess tournaments*, J. Quantitative Analysis in Sports, 2024) use it to compare
# pairing systems by Kendall's τ between the final ranking and true strength.
#
# Four methods pair the same players with the same luck:
#
# - `optimal`, the optimum under the rule set `combined`;
# - `manual`, the literal method (a round on which it is stuck is paired by the optimum);
# - `random`, any legal pairing, without a look at scores;
# - `monrad`, nearest in rank first.

# %%
import os
from math import sqrt

import matplotlib.pyplot as plt

from pairproof.model import PRESETS
from pairproof.model.state.history import history
from pairproof.model.state.ranking import sos
from pairproof.model.study.rank_correlation import kendall
from pairproof.model.study.settings import Ratings, Settings
from pairproof.model.study.simulation import Field, play
from pairproof.solver.methods import pair_by, seating
from pairproof.solver.request import Request
from pairproof.solver.terms import METHODS

TOURNAMENTS = int(os.environ.get("PAIRPROOF_TOURNAMENTS", "12"))
RULES = PRESETS["combined"]
SETTINGS = Settings(players=32, rounds=7, ratings=Ratings("uniform", (1400, 2200)), noise=0.0)


# %%
def agreement(number: int, method: str, settings: Settings = SETTINGS) -> list[dict[str, float]]:
    """Kendall's τ-b after each round of one tournament, by score alone and with SOS."""
    field = Field(settings, 1, number)

    def pair_round(tournament):
        pairing = pair_by(method, tournament, Request(RULES), field.luck)
        if pairing.status == "stuck":
            pairing = pair_by("optimal", tournament, Request(RULES), field.luck)
        return None if pairing.status == "infeasible" else seating(pairing)

    tournament = play(field, pair_round).tournament
    found = []
    for rounds in range(1, len(tournament.rounds) + 1):
        past = history(tournament, RULES, rounds)
        truth = [field.strength[player] for player in tournament.ids]
        score = [past.scores[player] for player in tournament.ids]
        with_sos = [(past.scores[player], sos(past, RULES, player)) for player in tournament.ids]
        found.append({"score": kendall(score, truth), "score and SOS": kendall(with_sos, truth)})
    return found


after = {
    method: [agreement(number, method) for number in range(1, TOURNAMENTS + 1)] for method in METHODS
}  # fmt: skip


# %%
def interval(values: list[float]) -> tuple[float, float]:
    """Mean, and half the width of its 95 % confidence interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    return mean, 1.96 * sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


print(f"after round {SETTINGS.rounds}, {TOURNAMENTS} tournaments, mean of τ-b ± half of the 95 % interval")
for key in ("score", "score and SOS"):
    for method in METHODS:
        mean, width = interval([run[-1][key] for run in after[method]])
        print(f"  {key:<14} {method:<8} {mean:.3f} ± {width:.3f}")

# %% [markdown]
# The players and their luck are the same for all methods, so the *differences* from tournament to tournament say more than
# the means: what was luck for both cancels out.

# %%
for key in ("score", "score and SOS"):
    for method in METHODS[1:]:
        pairs = zip(after["optimal"], after[method], strict=True)
        mean, width = interval([one[-1][key] - other[-1][key] for one, other in pairs])
        verdict = (
            "no difference seen" if abs(mean) <= width else "optimal ranks better" if mean > 0 else "it ranks better"
        )
        print(f"  {key:<14} optimal − {method:<8} {mean:+.3f} ± {width:.3f}   {verdict}")

# %%
COLOURS = {"optimal": "#2166ac", "manual": "#d6604d", "random": "#999999", "monrad": "#5aae61"}
figure, axes = plt.subplots(1, 2, figsize=(9.5, 3.8), sharey=True, layout="constrained")
for axis, key in zip(axes, ("score", "score and SOS"), strict=True):
    for place, method in enumerate(METHODS):
        points = [interval([run[k][key] for run in after[method]]) for k in range(SETTINGS.rounds)]
        axis.errorbar(
            [k + 1 + 0.07 * (place - 1.5) for k in range(SETTINGS.rounds)],
            [mean for mean, _ in points],
            [width for _, width in points],
            marker="o", markersize=4, capsize=2, linewidth=1.2, color=COLOURS[method], label=method,
        )  # fmt: skip
    axis.set_title(key)
    axis.set_xlabel("after round")
axes[0].set_ylabel("Kendall's τ-b with true strength")
axes[1].legend(frameon=False)
plt.show()

# %% [markdown]
# ## What that says
#
# - Read the intervals first. With few tournaments most differences are within them, and then the run says nothing;
#   [docs/results.md](../docs/results.md) has a run with 1,000.
# - Swiss methods differ from `random` in the early rounds: strong players meet, and the top sorts itself. `random` is
#   no straw man at the end: everybody meets a fair sample of the field, and scores become comparable.
# - `monrad` pairs neighbours from the first round on: the best two meet at once. That tells little about anybody, and it
#   takes rounds to make up for it.
# - Ranking quality is not what the levels minimise. They are promises to players: no rematch, small gaps, colours in
#   turn. A method may keep them better and rank as well as another.
