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
# # (a) The manual method against the optimum
#
# Tournaments are simulated, and every position in them is paired by both methods. So both face the same problem, and
# every difference is the method's. [docs/simulation.md](../docs/simulation.md) describes the model and the tables.
#
# The numbers here are small, so that this runs in a minute. Set `PAIRPROOF_TOURNAMENTS` for more;
# [docs/results.md](../docs/results.md) has those of a large run.

# %%
import csv
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from IPython.display import Image, display

from pairproof.model import PRESETS

TOURNAMENTS = int(os.environ.get("PAIRPROOF_TOURNAMENTS", "10"))

# %% [markdown]
# One command does the work. Its tables can be read by anything that reads CSV.

# %%
folder = Path(tempfile.mkdtemp())
command = ["batch", "--simulate", str(TOURNAMENTS), "--players", "8,16,32", "--rounds", "7", "--seed", "1", "--plot"]
done = subprocess.run(
    [sys.executable, "-m", "pairproof", *command, "-o", str(folder)], capture_output=True, text=True, check=True
)
print(done.stdout.replace(str(folder), "FOLDER"))

# %% [markdown]
# ## What each level comes to
#
# A level counts before all later ones. The optimum may therefore be worse than the manual method on a later level: it
# buys an earlier one with it. A position on which the manual method is stuck has no complete pairing to compare.

# %%
display(Image(folder / "levels.png"))

# %% [markdown]
# On which level do the two differ first? That one decides which pairing is better.

# %%
with open(folder / "rounds.csv", encoding="utf-8") as table:
    rows = list(csv.DictReader(table))
first = Counter()
for optimal, manual in zip(rows[::2], rows[1::2], strict=True):
    assert (optimal["method"], manual["method"]) == ("optimal", "manual")
    if "infeasible" in (optimal["status"], manual["status"]):
        continue
    if manual["status"] == "stuck":
        first["stuck"] += 1
        continue
    differing = [level for level in PRESETS["combined"].levels if optimal[f"level:{level}"] != manual[f"level:{level}"]]
    first[differing[0] if differing else "equal on all levels"] += 1
    # Never the other way round: that is what the proof says.
    assert not differing or int(optimal[f"level:{differing[0]}"]) < int(manual[f"level:{differing[0]}"])
for level, rounds in first.most_common():
    print(f"{level:<20} {rounds:>6} {100 * rounds / sum(first.values()):>5.1f} %")

# %% [markdown]
# ## Where the manual method gets stuck
#
# Small fields in late rounds: everybody has met nearly everybody, and the method never takes a pair apart in a bracket
# above, except by joining brackets in C9.

# %%
display(Image(folder / "stuck.png"), Image(folder / "steps.png"))

# %% [markdown]
# A stuck method is no proof that nothing was possible. How often was there a legal pairing?

# %%
stuck = [(o, m) for o, m in zip(rows[::2], rows[1::2], strict=True) if m["status"] == "stuck"]
possible = sum(optimal["status"] == "optimal" for optimal, _ in stuck)
print(f"stuck on {len(stuck)} positions; a legal pairing exists on {possible} of them")

# %% [markdown]
# ## Colours
#
# The manual method knows which colours are forbidden, but not which are preferred.

# %%
display(Image(folder / "colours.png"))

# %% [markdown]
# ## How alike the pairings are

# %%
alike = defaultdict(lambda: [0, 0])
for row in rows:
    if row["method"] == "manual" and row["status"] == "complete":
        alike[int(row["round"])][0] += int(row["equal_boards"])
        alike[int(row["round"])][1] += int(row["boards"])
for number, (equal, boards) in sorted(alike.items()):
    print(f"round {number}: {100 * equal / boards:5.1f} % of the boards are the same")
