"""The page that `standings` prints for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairproof.cli.output import Page, points
from pairproof.cli.source import heading
from pairproof.model.rules import RuleSet
from pairproof.model.state.standings import OpenGame, Standing
from pairproof.model.tournament import Tournament

_HEADERS = {"score": "score", "sos": "SOS", "gam": "GAM", "rating": "rating", "lot": "lot"}


def show(
    tournament: Tournament,
    rules: RuleSet,
    round: int,
    standings: Sequence[Standing],
    waiting: Sequence[OpenGame],
    *,
    pairing: bool,
) -> None:
    """Print the standings after a round, or the ranking for `pairing` the next one; `waiting` are the games that keep
    the standings from being final.
    """

    page = Page()
    names = {player.id: player.name for player in tournament.players}
    after = f"after round {round}" if round else "before the first round"
    what = f"ranking for pairing {after}, rules {rules.name}" if pairing else f"standings {after}"
    page.title(heading(tournament, what))
    page.line()
    keys = list(rules.ranking) if pairing else ["score", "sos", "gam"]

    def place(standing: Standing) -> str:
        if standing.first == standing.last:
            return str(standing.first)
        return f"{standing.first}{page.signs.dash}{standing.last}"

    def shown(standing: Standing, key: str) -> str:
        value = standing.values[key]
        return points(value, tournament.halves, page.signs) if key in ("score", "sos") else str(value)

    direct = any(standing.direct for standing in standings)
    page.table(
        ["place", "id", "name", *(_HEADERS[key] for key in keys), *([""] if direct else [])],
        [
            [
                place(standing),
                str(standing.player),
                names[standing.player],
                *(shown(standing, key) for key in keys),
                *(["by the game between them" if standing.direct else ""] if direct else []),
            ]
            for standing in standings
        ],
        right="xx-" + "x" * len(keys),
        shrink="--x",
    )
    for line in _not_final(waiting):
        page.line(line)
    page.show()


def _not_final(waiting: Sequence[OpenGame]) -> Iterator[str]:
    """Why the standings are not final (RULES 1.2)."""
    if not waiting:
        return
    yield ""
    for adjourned, what in (
        (True, "Not final: adjourned, a draw for now: {games}."),
        (False, "Not final: without a result, so left out: {games}."),
    ):
        games = [f"{game.white}-{game.black} (round {game.round})" for game in waiting if game.adjourned == adjourned]
        if games:
            yield what.format(games=", ".join(games))
