"""What whoever runs an event should know of it though nothing is wrong: sentences, whatever file it came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pairproof.model.language import listed, say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament

GROUP_SHARE = 5
"""A group should hold no more than one player in this many (P B4: 20 %)."""
RESTRICTED_GROUPS = "restricted-groups"
"""The level of `model.criteria.groups`; this module says things when a file is read, and loads no numbers."""
MOST_NAMED = 3
"""So many examples of one thing are told, then how many more there are."""


def event_warnings(tournament: Tournament) -> list[str]:
    """Every warning about an event, in order: groups, starting scores, rounds to come, rounds played, names."""
    return [
        *group_warnings(tournament),
        *_start_score_warnings(tournament, tournament.start_scores == "used"),
        *_later_warnings(tournament),
        *_forfeit_warnings(tournament),
        *_name_warnings(tournament),
    ]


def group_warnings(tournament: Tournament) -> list[str]:
    """A sentence for each group that holds more than 20 % of the players while P B4 is in force, or one that it is not
    (RULES 7).
    """
    sizes = Counter(group for player in tournament.players for group in dict.fromkeys(player.groups))
    if tournament.restricted_until is None and sizes:
        return [
            say(
                "Players have groups, but nothing says until which round players of one group are kept apart "
                "(restricted_until): they are not."
            )
        ]
    if not tournament.restricted_until:
        return []
    total = len(tournament.players)
    return [
        say(
            "The group {group!r} holds {size} of {total} players; with more than 20 % in one group, keeping its "
            "players apart bends the pairing (P B4).",
            group=group,
            size=size,
            total=total,
        )
        for group, size in sorted(sizes.items())
        if size * GROUP_SHARE > total
    ]


def _start_score_warnings(tournament: Tournament, used: bool) -> list[str]:
    """That starting scores (McMahon) are there and not used; nothing where all start with the same."""
    if used or len({player.start_score for player in tournament.players}) < 2:
        return []
    return [
        say(
            "The file is a McMahon tournament; its starting scores are not used: players are paired by the points they "
            'win. With start_scores = "used" they count, in [tournament] of a TOML file or [policy] of a rule file.'
        )
    ]


def warnings_under(tournament: Tournament, rules: RuleSet) -> list[str]:
    """The warnings of a file under a rule set: one may use starting scores, and one that has no level for groups
    (RULES 7) keeps nobody apart.
    """
    used = rules.policy.start_scores == "used"
    moot = _start_score_warnings(tournament, False) if used else []
    found = [warning for warning in tournament.warnings if warning not in moot]
    if RESTRICTED_GROUPS in rules.levels or not tournament.restricted_until:
        return found
    bent = group_warnings(tournament)
    found = [warning for warning in found if warning not in bent]
    if any(player.groups for player in tournament.players):
        found.append(
            say("The rules {rules} do not use restricted_until: they keep nobody of one group apart.", rules=rules.name)
        )
    return found


def unlisted_warnings(unlisted: dict[int, tuple[int, ...]]) -> list[str]:
    """What is to be said of players who stand in no list of a round typed by hand (RULES 1.2), by round."""
    said = [
        say_n(
            "Round {round}: {players} is in no list of the round, so absent; if that is right, write it in absent.",
            "Round {round}: {players} are in no list of the round, so absent; if that is right, write them in absent.",
            len(ids),
            round=number,
            players=listed(ids, 10),
        )
        for number, ids in sorted(unlisted.items())
        if ids
    ]
    rest = len(said) - MOST_NAMED
    if rest > 0:
        said[MOST_NAMED:] = [
            say_n("The same in {count} more round.", "The same in {count} more rounds.", rest),
        ]
    return said


def _later_warnings(tournament: Tournament) -> Iterator[str]:
    """A sentence for each round beyond the planned ones that something is entered for: it will never count."""
    planned = tournament.rounds_planned
    for number in sorted(tournament.requests) if planned is not None else ():
        if planned is not None and number > planned:
            yield say_n(
                "Absences or byes are entered for round {number}, but only {count} round is planned.",
                "Absences or byes are entered for round {number}, but only {count} rounds are planned.",
                planned,
                number=number,
            )


def _forfeit_warnings(tournament: Tournament) -> Iterator[str]:
    """Rounds in which every game that has a result was forfeited: as a rule something was imported wrongly."""
    forfeited = []
    for number, played in enumerate(tournament.rounds, start=1):
        decided = [game for game in played.games if game.result is not None]
        if len(decided) > 1 and not any(game.played for game in decided):
            forfeited.append(number)
    if forfeited:
        yield say_n(
            "In round {rounds} no game was played: all were forfeited, so nobody has met anybody there.",
            "In the rounds {rounds} no game was played: all were forfeited, so nobody has met anybody there.",
            len(forfeited),
            rounds=listed(forfeited),
        )


def _name_warnings(tournament: Tournament) -> Iterator[str]:
    """Names that several players have."""
    owners: dict[str, list[int]] = {}
    for player in tournament.players:
        if player.name.strip():
            owners.setdefault(" ".join(player.name.split()).casefold(), []).append(player.id)
    shared = [ids for ids in owners.values() if len(ids) > 1]
    for ids in shared[:MOST_NAMED]:
        yield say("{players} have the same name.", players=listed(ids, 10))
    if len(shared) > MOST_NAMED:
        rest = len(shared) - MOST_NAMED
        yield say_n("{count} more name is shared.", "{count} more names are shared.", rest)
