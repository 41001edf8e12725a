"""A TRF file in another flavour, with all that the flavour can hold; and what a tournament does not hold of it."""

from __future__ import annotations

from pairproof.model.formats.trf.aspects import ASPECT_CODES, ASPECTS, records
from pairproof.model.formats.trf.document import TrfDocument
from pairproof.model.formats.trf.edited_lines import EditedLine, put, splice_entries, take_out
from pairproof.model.formats.trf.not_carried import not_carried
from pairproof.model.formats.trf.organisation import BIRTH, FEDERATION, FIDE_ID, SEX, header_texts, person_fields
from pairproof.model.formats.trf.player_lines import entries
from pairproof.model.formats.trf.players import NAME_WIDTH, RANK
from pairproof.model.formats.trf.records import COMMENT
from pairproof.model.language import say

_OLD_HEADERS = frozenset(f"{number:02}2" for number in range(1, 14))
"""Records that all flavours have: 012 to 132."""


def converted(document: TrfDocument, flavour: str) -> tuple[bytes, list[str]]:
    """The file in another flavour, headers, columns and comments kept, and what that flavour does not say.

    Raises
    ------
    UsageProblem
        There is no such flavour.
    """
    if flavour == document.flavour:
        return document.to_bytes(), []
    tournament = document.tournament
    lost = not_carried(tournament, flavour)
    lines = list(map(EditedLine.of, document.records))
    ending = next((line.ending for line in lines if line.ending), "\n")
    taken = {code for codes in ASPECT_CODES.values() for code in codes}
    if document.has_teams():
        # They are about teams, and the other flavours have no such records.
        lost += [say("record {code} of teams", code=code) for code in ("240",) if code in {line.code for line in lines}]
    gone: dict[str, int] = {}

    def leaves(line: EditedLine) -> bool:
        if line.code in taken:
            return True
        shared = line.code in _OLD_HEADERS or line.code in ("001", "013", COMMENT, "", "guide")
        if flavour == "trf26" or shared:
            return False
        what = say("national ratings") if line.national else (_record_names().get(line.code) or say("teams"))
        gone.setdefault(f"{what} ({line.code})", 0)
        return True

    take_out(lines, leaves)
    lost += gone
    by_aspect = records(tournament, flavour)
    put(lines, frozenset(), [text for aspect in ASPECTS for text in by_aspect[aspect]], ending)
    found = entries(tournament, in_entries=flavour != "trf26")
    players = {player.id: player for player in tournament.players}
    count = len(tournament.rounds)
    for line in lines:
        player = line.player() if line.code == "001" else None
        if player is not None:
            splice_entries(line, found[player], found[player], (count, count), True)
            if len(players[player].name) > NAME_WIDTH:
                line.rename(players[player].name)
            if int(line.raw[48:52].strip() or 0) != players[player].rating:
                line.splice(48, f"{players[player].rating:>4}")  # the one that 172 says counts
    return document.bytes_of(lines), lost


def not_in_a_tournament(document: TrfDocument) -> list[str]:
    """What the file says that a tournament does not hold, as words: headers, columns of the players, comments."""
    lost: dict[str, None] = {}
    names, headers = _record_names(), _unread_headers()
    tournament = document.tournament
    said = header_texts(tournament.event)
    fields = {player.id: person_fields(player) for player in tournament.players}
    for line in map(EditedLine.of, document.records):
        player = line.player()
        if line.code == "001" and player is not None:
            for what, at, known in _columns(line, fields[player]):
                if at and not known:
                    lost.setdefault(what)
        elif line.national:
            lost.setdefault(say("national rating records"))
        elif line.code in said:
            if line.raw[3:].strip() and not said[line.code]:
                lost.setdefault(f"{headers[line.code]} ({line.code})")
        elif line.code in names:
            if not (document.reading.teams_as_groups and line.code in ("013", "310")):
                lost.setdefault(f"{names[line.code]} ({line.code})")
        elif line.code == COMMENT and line.raw.split()[:2] not in (["###", "GAM"], ["###", "BOARDS"]):
            lost.setdefault(say("comments"))
        elif line.code[:1] in ("3", "8") and line.code.isdecimal():
            lost.setdefault(f"{say('teams')} ({line.code})")
    return list(lost)


def _record_names() -> dict[str, str]:
    """What the records are called that not every flavour has, and a tournament not at all."""
    return {
        "062": say("number of players"),
        "072": say("number of rated players"),
        "082": say("number of teams"),
        "092": say("type of tournament"),
        "132": say("dates of the rounds"),
        "172": say("starting rank method"),
        "182": say("pairing controller"),
        "192": say("coded type of tournament"),
        "222": say("coded time control"),
        "013": say("teams"),
        "310": say("teams"),
    }


def _unread_headers() -> dict[str, str]:
    """The headers that a tournament holds only if they can be read."""
    return {"032": say("federation"), "042": say("date of start"), "052": say("date of end")}


def _columns(line: EditedLine, fields: dict[str, tuple[int, str]]) -> list[tuple[str, str, str]]:
    """Of each column that a tournament may not hold: what it is, what stands there, and what the tournament has."""
    held = {key: text.strip() for key, (_, text) in fields.items()}
    return [
        (say("sex of the players"), line.raw[SEX].strip(), held["sex"]),
        (say("federation of the players"), line.raw[FEDERATION].strip(), held["federation"]),
        (say("FIDE number of the players"), line.raw[FIDE_ID].strip(" 0"), held["fide_id"]),
        (say("birth date of the players"), line.raw[BIRTH].strip(), held["birth"]),
        (say("rank of the players"), line.raw[RANK].strip(), ""),
    ]
