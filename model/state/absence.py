"""Who does not play a round, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairproof.model.language import say


def nobody_words(away: Mapping[int, str]) -> str:
    """That nobody is present, and why: by which entry each player is away."""
    by_entry: dict[str, list[int]] = {}
    for player, entry in sorted(away.items()):
        by_entry.setdefault(entry, []).append(player)
    why = "; ".join(f"{entry}: {_listed(players)}" for entry, players in by_entry.items())
    if not why:
        return say("Nobody is present: there is nothing to pair.")
    return say("Nobody is present: there is nothing to pair ({why}).", why=why)


def _listed(players: Sequence[int]) -> str:
    """Ids in order; three and more in a row as first to last: `1 to 4, 7, 8`."""
    runs: list[list[int]] = []
    for player in players:
        if runs and player == runs[-1][-1] + 1:
            runs[-1].append(player)
        else:
            runs.append([player])
    return ", ".join(
        say("{first} to {last}", first=run[0], last=run[-1]) if len(run) > 2 else ", ".join(map(str, run))
        for run in runs
    )
