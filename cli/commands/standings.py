"""`pairproof standings`: the final standings, or the ranking for pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.failures import guarded

if TYPE_CHECKING:
    from pairproof.model import RuleSet, Tournament
    from pairproof.model.state.standings import Standing

_HEADERS = {"score": "score", "sos": "SOS", "gam": "GAM", "rating": "rating", "lot": "lot"}


@guarded
def command(
    file: options.File,
    round: Annotated[int | None, typer.Option("--round", metavar="N", help="After round N.")] = None,
    pairing: Annotated[
        bool, typer.Option("--pairing", help="The ranking that the next round is paired by, instead of the standings.")
    ] = False,
    rules: options.Rules = None,
    format: options.Format = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """The standings after the last complete round.

    Score, SOS, GAM, then the game between two players who are level in these; players still level share their places.
    """
    from pairproof.cli.output import complain
    from pairproof.cli.source import tournament_and_rules
    from pairproof.model.errors import UsageProblem
    from pairproof.model.state.standings import complete_rounds, final_standings, pairing_ranking

    tournament, rule_set = tournament_and_rules(file, format, rules)
    recorded = len(tournament.rounds)
    if round is not None and not 0 <= round <= recorded:
        raise UsageProblem(f"--round {round}: the file holds {recorded} rounds, so 0 to {recorded} can be asked for.")
    if round is None:
        round = complete_rounds(tournament, rule_set)
        if round < recorded:
            complain(
                f"Note: round {round + 1} has games without a result; these are the standings after round {round}."
            )
    rank = pairing_ranking if pairing else final_standings
    standings = rank(tournament, rule_set, round)
    if json:
        from pairproof.cli.output import write_json

        write_json(document(tournament, rule_set, round, standings, pairing))
    else:
        _show(tournament, rule_set, round, standings, pairing)


def document(
    tournament: Tournament, rules: RuleSet, round: int, standings: list[Standing], pairing: bool
) -> dict[str, Any]:
    """The JSON document: `places` are the first and the last place shared, equal for one who shares none."""
    from pairproof.cli.version import versions

    names = {player.id: player.name for player in tournament.players}
    return {
        "schema": "pairproof.standings/1",
        "tournament": tournament.name,
        "round": round,
        "rules": rules.name,
        "ranking": "pairing" if pairing else "final",
        "players": [
            {
                "places": [standing.first, standing.last],
                "id": standing.player,
                "name": names[standing.player],
                **standing.values,
                **({} if pairing else {"direct_encounter": standing.direct}),
            }
            for standing in standings
        ],
        "run": {"versions": versions(()), "input_sha256": tournament.sha256},
    }


def _show(tournament: Tournament, rules: RuleSet, round: int, standings: list[Standing], pairing: bool) -> None:
    from pairproof.cli.output import Page, points
    from pairproof.cli.source import heading

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
    page.show()
