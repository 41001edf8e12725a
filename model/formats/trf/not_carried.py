"""What a tournament has and a TRF file does not say."""

from __future__ import annotations

from collections.abc import Iterator

from pairproof.model.formats.trf.aspects import fits, point_values
from pairproof.model.formats.trf.flavours import known_flavour
from pairproof.model.formats.trf.organisation import national_fits
from pairproof.model.formats.trf.player_lines import cleaned
from pairproof.model.formats.trf.players import NAME_WIDTH
from pairproof.model.formats.trf.points import spelt
from pairproof.model.rules import FIDE_DUTCH, Points
from pairproof.model.tournament import BYE, Result, RoundOrders, Tournament


def not_carried(tournament: Tournament, flavour: str) -> list[str]:
    """A sentence for each thing of the tournament that a file of this flavour does not say."""
    known_flavour(flavour)
    lost = [*_never_carried(tournament)]
    if tournament.rules is not None and not (flavour == "trf26" and tournament.rules == FIDE_DUTCH):
        lost.insert(0, f"the rule set ({tournament.rules})")
    values, old = point_values(tournament), flavour == "trf16"
    if old and tournament.rounds_planned is not None:
        lost.append(f"the number of rounds ({tournament.rounds_planned})")
    if old and tournament.initial_colour is not None:
        lost.append(f"the initial colour ({tournament.initial_colour})")
    if old and values != Points():
        lost.append("the point values; a reader that counts 1, ½ and 0 finds other points than the columns say")
    if flavour in ("trfbx", "trf26") and tournament.points:
        for what, own, same, as_what in (
            ("a half-point bye", values.half_bye, values.draw, "a draw"),
            ("a full-point bye", values.full_bye, values.win, "a win"),
        ):
            if own != same:
                lost.append(
                    f"that {what} is worth {spelt(own)} points: in this flavour it is worth the same as {as_what}"
                )
    if flavour != "trf26" and tournament.tie_breaks:
        lost.append(f"the tie-breaks ({', '.join(tournament.tie_breaks)})")
    if flavour != "trf26" and tournament.adjourned_points not in (None, values.draw):
        lost.append("what an adjourned game counts meanwhile")
    pairs = [pair for pair in tournament.forbidden if pair[0] != BYE]
    if old and pairs:
        lost.append(f"{_count(len(pairs), 'forbidden pair')}")
    in_rounds = sum(pair[0] != BYE for pairs in tournament.forbidden_in.values() for pair in pairs)
    if flavour != "trf26" and in_rounds:
        lost.append(f"{_count(in_rounds, 'pair')} forbidden in one round only")
    coming = sum(pair[0] != BYE for pair in tournament.next.forbid)
    if flavour != "trf26" and coming:
        lost.append(f"{_count(coming, 'pair')} forbidden in the next round")
    if old and tournament.accelerated:
        lost.append("the fictitious points of accelerated rounds")
    if flavour != "trf26" and tournament.corrections:
        lost.append("corrections of the points; the points column has them, without saying why")
    unheld = sum(
        bool(player.national_id) and not (flavour == "trf26" and national_fits(player, tournament.event))
        for player in tournament.players
    )
    if unheld:
        lost.append(_count(unheld, "national number"))
    beside = [*tournament.accelerated.values(), *tournament.corrections.values()]
    if not old and any(not fits(points) for given in beside for points in given.values()):
        lost.append("fictitious points or corrections that do not fit their four columns")
    return lost


def _never_carried(tournament: Tournament) -> Iterator[str]:
    """What no TRF file says."""
    if tournament.restricted_until is not None:
        yield f"restricted_until ({tournament.restricted_until})"
    if tournament.start_scores is not None:
        yield f"start_scores ({tournament.start_scores})"
    for what, count in (
        ("drawn number", sum(player.lot is not None for player in tournament.players)),
        ("player with groups", sum(bool(player.groups) for player in tournament.players)),
        ("name that is too long for 33 columns", sum(len(cleaned(p.name)) > NAME_WIDTH for p in tournament.players)),
        ("rating above 9999", sum(player.rating > 9999 for player in tournament.players)),
        ("title of more than three letters", sum(len(player.title) > 3 for player in tournament.players)),
        ("club", sum(bool(player.club) for player in tournament.players)),
        ("table of a player's own", sum(player.table is not None for player in tournament.players)),
        ("starting score", sum(bool(player.start_score) for player in tournament.players)),
    ):
        if count:
            yield _count(count, what)
    changed = [text for text in (tournament.name, *(p.name for p in tournament.players)) if cleaned(text) != text]
    if changed:
        yield "line breaks, tabs and blanks around names"
    stopped = sum(g.result is Result.STOPPED_BY_TIME for played in tournament.rounds for g in played.games)
    if stopped:
        yield f"that {_count(stopped, 'game')} ended by time; the result is written that the game points give (P A1)"
    forbidden = {*tournament.forbidden, *tournament.next.forbid}
    forbidden |= {pair for pairs in tournament.forbidden_in.values() for pair in pairs}
    byes = sum(pair[0] == BYE for pair in forbidden)
    if byes:
        yield f"{_count(byes, 'forbidden bye')}"
    fixed = sum(fix.second != BYE for fix in tournament.next.fix)
    if fixed:
        yield f"{_count(fixed, 'fixed pair')}"
    yield from _not_of_rounds(tournament)
    for number in range(len(tournament.rounds), 0, -1):
        if tournament.rounds[number - 1].games:
            break
        yield f"that round {number}, without any game, is over: its byes are those of a round to be paired"


def _not_of_rounds(tournament: Tournament) -> Iterator[str]:
    """What no TRF file says of how rounds were paired, and of who takes part in them."""
    for number, played in enumerate(tournament.rounds, start=1):
        if played.orders is not None and played.orders != RoundOrders():
            yield f"the orders with which round {number} was paired"
        if played.corrected:
            yield f"that results were corrected after round {number} was paired"
        if played.hand:
            yield f"which boards of round {number} were made by hand"
    gone = [player for player in tournament.players if player.withdrawn_after is not None]
    if gone and tournament.rounds_planned is None:
        yield f"that {_count(len(gone), 'player')} withdrew, beyond the next round: no number of rounds is planned"


def _count(number: int, what: str) -> str:
    head, _, tail = what.partition(" ")
    plural = ("club", "game", "name", "pair", "player", "rating", "table", "title")
    many = {word: f"{word}s" for word in plural}
    if number == 1:
        return f"1 {what}"
    if head in many:
        return f"{number} {many[head]}{' ' + tail if tail else ''}".replace(" that is ", " that are ")
    return f"{number} {what}s"
