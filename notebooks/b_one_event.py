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
# # (b) A real event, round by round
#
# `scenarios/real-14-players.trf` is a real tournament of 14 players. Each round is paired again from the rounds before
# it, as the rule set `colour-swiss` has it, with the reasons. The event itself was paired by other rules, so its boards
# are no errors where they differ.

# %%
from pathlib import Path

from pairproof.model import PRESETS, load_tournament
from pairproof.model.figures import Figures
from pairproof.solver import Request, pair, pair_manually
from pairproof.solver.explain.asking import reasons
from pairproof.solver.explain.played import boards_in_common, first_difference
from pairproof.solver.methods import played

tournament = load_tournament(Path("..") / "scenarios" / "real-14-players.trf")
rules = PRESETS["colour-swiss"]
print(f"{tournament.name}: {len(tournament.players)} players, {len(tournament.rounds)} rounds in the file")


# %%
def show(number: int) -> None:
    """One round: the boards, each level with its reason, and how the event and the manual method paired it."""
    request = Request(rules, number)
    best, by_hand, event = pair(tournament, request), pair_manually(tournament, request), played(tournament, request)
    figures = Figures.of(tournament.halves, best.problem.levels)
    print(f"Round {number}: {best.status}, {len(best.boards)} boards, bye {best.bye}")
    for board in best.boards:
        marks = {"down": "↓", "up": "↑", None: " "}
        white, black = (
            f"{player:>3} ({figures.points(score)}){marks[float_]}"
            for player, score, float_ in zip((board.white, board.black), board.scores, board.floats, strict=True)
        )
        print(f"  {board.number:>2}  {white:<12} {black}")
    why = reasons(best, figures)
    for level in best.levels:
        if level.value:
            print(f"  {level.name} {figures.level(level.name, level.value)}: {' '.join(why.get(level.name, ()))}")
    for name, other in (("the event", event.pairing), ("the manual method", by_hand)):
        if other.status == "stuck":
            print(f"  {name} is stuck at {other.trace.stuck_at}")
            continue
        same = boards_in_common(best, other)
        difference = first_difference(best, other)
        if difference is None:
            end = "equal on every level"
        else:
            level = difference.level
            ours, theirs = (figures.level(level, value) for value in (difference.value, difference.optimum))
            end = f"{level} {theirs} instead of {ours}"
        print(f"  {name}: {same} boards the same; {end}")
    for broken in event.broken:
        print(f"  as played, {broken.rule}: {broken.text}")
    print()


# %%
for number in range(1, len(tournament.rounds) + 1):
    show(number)

# %% [markdown]
# ## The manual method's steps in the last round
#
# C3 is a first choice, C4 a later one, C5 one for which a criterion was omitted; C6 to C9 are repairs.

# %%
for step in pair_manually(tournament, Request(rules, round=len(tournament.rounds))).trace.steps:
    print(f"{step.step} bracket {step.bracket}: {step.text}")
