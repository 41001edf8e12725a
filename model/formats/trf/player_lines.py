"""What a tournament says in the lines of its players (001): entries of the rounds, points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from pairproof.model.errors import PairproofError
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.formats.trf.aspects import requests_by_round
from pairproof.model.formats.trf.codes import CODES
from pairproof.model.formats.trf.organisation import person_fields
from pairproof.model.formats.trf.players import NAME_WIDTH
from pairproof.model.formats.trf.points import spelt
from pairproof.model.rules import DEFAULT_RULES, PRESETS, Points
from pairproof.model.state.history import SCORING, adjourned_worth, settled_result
from pairproof.model.state.standings import final_standings, rounds_played
from pairproof.model.tournament import BYE, Game, Player, Result, Round, Tournament

NO_ENTRY = " " * 8

Entries = dict[int, dict[int, str]]
"""The eight characters of each entry, by id and round; rounds without an entry are left out."""


def code_result(game: Game) -> Result | None:
    """The result that TRF's codes say of a game: one stopped by time is decided by its game points (P A1)."""
    return settled_result(game, PRESETS[DEFAULT_RULES])


def scores_of(tournament: Tournament, values: Points) -> dict[int, int]:
    """The points after all rounds, games without result counting nothing; corrections included (half-win units)."""
    worth = {**asdict(values), "adjourned": adjourned_worth(tournament, values)}
    scores = dict.fromkeys(tournament.ids, 0)
    for number, played in enumerate(tournament.rounds, start=1):
        gained = dict.fromkeys(tournament.ids, worth["absent"])
        for game in played.games:
            result = code_result(game)
            gets = ("", "") if result is None else SCORING[result]
            gained[game.white], gained[game.black] = (worth.get(one, 0) for one in gets)
        for kind, players in (("bye", played.byes), ("half_bye", played.half_byes), ("full_bye", played.full_byes)):
            gained |= dict.fromkeys(players, worth[kind])
        corrections = tournament.corrections.get(number, {})
        for player, points in gained.items():
            scores[player] += points + corrections.get(player, 0)
    return scores


def entries(tournament: Tournament, *, in_entries: bool) -> Entries:
    """Every player's entries; with `in_entries`, those of rounds to come as well: byes and absences asked for."""
    found: Entries = {player: {} for player in tournament.ids}
    for number, played in enumerate(tournament.rounds, start=1):
        for player, entry in _round_entries(played).items():
            if player in found:
                found[player][number] = entry
        for player in found:
            found[player].setdefault(number, "0000 - Z")
    following = len(tournament.rounds) + 1
    for number, asked in requests_by_round(tournament).items() if in_entries else ():
        for code, players in (("Z", asked.absent), ("H", asked.half_byes), ("F", asked.full_byes)):
            for player in players:
                found[player][number] = f"0000 - {code}"
    for fix in tournament.next.fix:
        if fix.second == BYE:
            found[fix.first][following] = "0000 - U"
    return found


def _round_entries(played: Round) -> dict[int, str]:
    found = {}
    for game in played.games:
        result = code_result(game)
        codes = (" ", " ") if result is None else CODES[result]
        colours = "wb" if game.coloured else "--"
        found[game.white] = f"{game.black:>4} {colours[0]} {codes[0]}"
        found[game.black] = f"{game.white:>4} {colours[1]} {codes[1]}"
    for code, players in (("U", played.byes), ("H", played.half_byes), ("F", played.full_byes)):
        found |= dict.fromkeys(players, f"0000 - {code}")
    return found | dict.fromkeys(played.wins_without_opponent, "0000 - +")


def player_line(player: Player, points: int, place: int | None, own: Mapping[int, str]) -> str:
    """A record 001; blanks where the tournament does not say something."""
    shown = f"{player.rating:>4}" if 0 < player.rating <= 9999 else " " * 4
    head = f"001 {player.id:>4}{'':6}{cleaned(player.name)[:NAME_WIDTH]:<33} {shown}{'':27}{spelt(points):>5}"
    for start, text in person_fields(player).values():
        head = head[:start] + text + head[start + len(text) :]
    rounds = range(1, max(own, default=0) + 1)
    parts = [f"{head} {rank_field(place)}", *(own.get(number, NO_ENTRY) for number in rounds)]
    return "  ".join(parts).rstrip()


def rank_field(place: int | None) -> str:
    """The four columns of a rank; None leaves them blank."""
    return " " * 4 if place is None else f"{place:>4}"


def places_of(tournament: Tournament) -> dict[int, int]:
    """The places of the standings by id, the first of those shared; nobody's where the rule set or the list of
    tie-breaks cannot be read.
    """
    try:
        rules = rules_for(tournament)
        table = final_standings(tournament, rules, rounds_played(tournament, rules))
    except PairproofError:
        return {}  # whoever pairs or shows standings is told; the rank may be blank (CONTRACT 1.2)
    return {line.player: line.first for line in table.lines}


def cleaned(text: str) -> str:
    """The text on one line, without control characters and blanks around it."""
    return "".join(" " if ord(letter) < 32 or ord(letter) == 127 else letter for letter in text).strip()
