"""Players come in and change: `add`, `edit`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairproof.model.acts.done import Done, known, named, refuse
from pairproof.model.formats.toml.keys import keys_of, player_of, with_head
from pairproof.model.language import all_of, say, say_n
from pairproof.model.players_by_name import numbered as told
from pairproof.model.tournament import Tournament

_MOST_NAMED = 5


def add(tournament: Tournament, *, players: Sequence[Mapping[str, Any]]) -> Done:
    """Players come in, each with the keys of its table (CONTRACT 1.1), the id among them (`numbered_for`).

    Raises
    ------
    InvalidInput
        A key is unknown or its value wrong.
    UsageProblem
        A start number is taken, or nobody is named.
    """
    refuse([] if players else [say("Nobody is named.")])
    entrants = tuple(map(player_of, players))
    names = [told(player) for player in entrants]
    if len(names) > _MOST_NAMED:
        names = [names[0], "…", names[-1]]
    sentence = say_n(
        "{count} player is added: {players}.", "{count} players are added: {players}.", len(entrants),
        players=", ".join(names) if len(entrants) > _MOST_NAMED else all_of(names),
    )  # fmt: skip
    return Done(replace(tournament, players=(*tournament.players, *entrants)), sentence)


def numbered_for(
    tournament: Tournament,
    entrants: Iterable[Mapping[str, Any]],
    *,
    keep_order: bool = False,
    enters: int | None = None,
) -> list[dict[str, Any]]:
    """Entrants for `add`, with start numbers after those given: before round 1 by rating, the best first, unless their
    order is to be kept; afterwards in their order.

    `enters` is the first round of whoever names none; by default the next one.  A start number that is given stays.
    """
    coming = len(tournament.rounds) + 1 if enters is None else enters
    found = [dict(entrant) for entrant in entrants]
    if not tournament.rounds and not keep_order:
        found.sort(key=lambda entrant: -_number(entrant, "rating"))
    taken = {*tournament.ids, *(_number(entrant, "id") for entrant in found)}
    free = max(taken, default=0)
    for entrant in found:
        if "id" not in entrant:
            free += 1
            entrant["id"] = free
        if coming > 1:
            entrant.setdefault("enters", coming)
    return [{"id": entrant["id"], **entrant} for entrant in found]


def _number(entrant: Mapping[str, Any], key: str) -> int:
    """A number among the keys of an entrant, 0 where there is none; `add` says what is wrong with another value."""
    value = entrant.get(key)
    return value if isinstance(value, int) else 0


def edit(tournament: Tournament, *, keys: Mapping[str, Any], player: int | None = None) -> Done:
    """Keys of a player, or of the tournament, get another value; None takes a key away.

    Raises
    ------
    InvalidInput, FileProblem
        A key is unknown or its value wrong; there are no such rules.
    UsageProblem
        There is no such player, or his start number would change.
    """
    if player is None:
        return _edited_head(tournament, keys)
    known(tournament, player)
    refuse([say("A start number stays: it stands in every round.")] if "id" in keys else [])
    old = next(one for one in tournament.players if one.id == player)
    new = player_of({**keys_of(old), **keys})
    players = tuple(new if one is old else one for one in tournament.players)
    changes = _changes(keys_of(old), keys_of(new), keys)
    sentence = say("{player}: {changes}.", player=named(tournament, player), changes=changes)
    return Done(replace(tournament, players=players), sentence)


def edited_head(tournament: Tournament, keys: Mapping[str, Any]) -> Tournament:
    """The tournament with other keys of its own; None takes a key away.

    Raises
    ------
    InvalidInput, FileProblem, UsageProblem
        A key is unknown or its value wrong; there are no such rules.
    """
    new = with_head(tournament, keys)
    if keys.get("rules") is not None:
        from pairproof.model.formats.toml.rule_file import rules_for

        rules_for(new)  # a name that is none would stop the next round, not this act
    return new


def _edited_head(tournament: Tournament, keys: Mapping[str, Any]) -> Done:
    new = edited_head(tournament, keys)
    changes = _changes(keys_of(tournament), keys_of(new), keys)
    return Done(new, say("The tournament: {changes}.", changes=changes))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], keys: Iterable[str]) -> str:
    return ", ".join(
        say("{key} {before} → {after}", key=key, before=_shown(before.get(key)), after=_shown(after.get(key)))
        for key in keys
    )


def _shown(value: Any) -> str:
    if value in (None, "", []):
        return say("nothing")
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
