"""What a tournament has and a TRF file does not say."""

from __future__ import annotations

from collections.abc import Iterator

from pairproof.model.formats.trf.aspects import fits, point_values
from pairproof.model.formats.trf.flavours import known_flavour
from pairproof.model.formats.trf.organisation import national_fits
from pairproof.model.formats.trf.player_lines import cleaned
from pairproof.model.formats.trf.players import NAME_WIDTH
from pairproof.model.formats.trf.points import spelt
from pairproof.model.language import say, say_n
from pairproof.model.rules import FIDE_DUTCH, Points
from pairproof.model.tournament import BYE, Result, RoundOrders, Tournament


def not_carried(tournament: Tournament, flavour: str) -> list[str]:
    """A sentence for each thing of the tournament that a file of this flavour does not say."""
    known_flavour(flavour)
    lost = [*_never_carried(tournament)]
    if tournament.rules is not None and not (flavour == "trf26" and tournament.rules == FIDE_DUTCH):
        lost.insert(0, say("the rule set ({name})", name=tournament.rules))
    values, old = point_values(tournament), flavour == "trf16"
    if old and tournament.rounds_planned is not None:
        lost.append(say("the number of rounds ({rounds})", rounds=tournament.rounds_planned))
    if old and tournament.initial_colour is not None:
        lost.append(say("the initial colour ({colour})", colour=tournament.initial_colour))
    if old and values != Points():
        lost.append(say("the point values; a reader that counts 1, ½ and 0 finds other points than the columns say"))
    if flavour in ("trfbx", "trf26") and tournament.points:
        for what, own, same, as_what in (
            (say("a half-point bye"), values.half_bye, values.draw, say("a draw")),
            (say("a full-point bye"), values.full_bye, values.win, say("a win")),
        ):
            if own != same:
                fields = {"what": what, "points": spelt(own), "as_what": as_what}
                lost.append(
                    say(
                        "that {what} is worth {points} points: in this flavour it is worth the same as {as_what}",
                        **fields,
                    )
                )
    if flavour != "trf26" and tournament.tie_breaks:
        lost.append(say("the tie-breaks ({codes})", codes=", ".join(tournament.tie_breaks)))
    if flavour != "trf26" and tournament.adjourned_points not in (None, values.draw):
        lost.append(say("what an adjourned game counts meanwhile"))
    pairs = [pair for pair in tournament.forbidden if pair[0] != BYE]
    if old and pairs:
        lost.append(say_n("{count} forbidden pair", "{count} forbidden pairs", len(pairs)))
    in_rounds = sum(pair[0] != BYE for pairs in tournament.forbidden_in.values() for pair in pairs)
    if flavour != "trf26" and in_rounds:
        lost.append(
            say_n("{count} pair forbidden in one round only", "{count} pairs forbidden in one round only", in_rounds)
        )
    coming = sum(pair[0] != BYE for pair in tournament.next.forbid)
    if flavour != "trf26" and coming:
        lost.append(
            say_n("{count} pair forbidden in the next round", "{count} pairs forbidden in the next round", coming)
        )
    if old and tournament.accelerated:
        lost.append(say("the fictitious points of accelerated rounds"))
    if flavour != "trf26" and tournament.corrections:
        lost.append(say("corrections of the points; the points column has them, without saying why"))
    unheld = sum(
        bool(player.national_id) and not (flavour == "trf26" and national_fits(player, tournament.event))
        for player in tournament.players
    )
    if unheld:
        lost.append(say_n("{count} national number", "{count} national numbers", unheld))
    beside = [*tournament.accelerated.values(), *tournament.corrections.values()]
    if not old and any(not fits(points) for given in beside for points in given.values()):
        lost.append(say("fictitious points or corrections that do not fit their four columns"))
    return lost


def _never_carried(tournament: Tournament) -> Iterator[str]:
    """What no TRF file says."""
    if tournament.restricted_until is not None:
        yield f"restricted_until ({tournament.restricted_until})"
    if tournament.start_scores is not None:
        yield f"start_scores ({tournament.start_scores})"
    yield from _not_of_players(tournament)
    changed = [text for text in (tournament.name, *(p.name for p in tournament.players)) if cleaned(text) != text]
    if changed:
        yield say("line breaks, tabs and blanks around names")
    stopped = sum(g.result is Result.STOPPED_BY_TIME for played in tournament.rounds for g in played.games)
    if stopped:
        yield say_n(
            "that {count} game ended by time; the result is written that the game points give (P A1)",
            "that {count} games ended by time; the result is written that the game points give (P A1)",
            stopped,
        )
    forbidden = {*tournament.forbidden, *tournament.next.forbid}
    forbidden |= {pair for pairs in tournament.forbidden_in.values() for pair in pairs}
    byes = sum(pair[0] == BYE for pair in forbidden)
    if byes:
        yield say_n("{count} forbidden bye", "{count} forbidden byes", byes)
    fixed = sum(fix.second != BYE for fix in tournament.next.fix)
    if fixed:
        yield say_n("{count} fixed pair", "{count} fixed pairs", fixed)
    yield from _not_of_rounds(tournament)
    for number in range(len(tournament.rounds), 0, -1):
        if tournament.rounds[number - 1].games:
            break
        yield say(
            "that round {round}, without any game, is over: its byes are those of a round to be paired", round=number
        )


def _not_of_rounds(tournament: Tournament) -> Iterator[str]:
    """What no TRF file says of how rounds were paired, and of who takes part in them."""
    for number, played in enumerate(tournament.rounds, start=1):
        if played.orders is not None and played.orders != RoundOrders():
            yield say("the orders with which round {round} was paired", round=number)
        if played.corrected:
            yield say("that results were corrected after round {round} was paired", round=number)
        if played.hand:
            yield say("which boards of round {round} were made by hand", round=number)
    gone = [player for player in tournament.players if player.withdrawn_after is not None]
    if gone and tournament.rounds_planned is None:
        yield say_n(
            "that {count} player withdrew, beyond the next round: no number of rounds is planned",
            "that {count} players withdrew, beyond the next round: no number of rounds is planned",
            len(gone),
        )


def _not_of_players(tournament: Tournament) -> Iterator[str]:
    """What no TRF file says of players, each with how many have it."""
    players = tournament.players
    if lots := sum(player.lot is not None for player in players):
        yield say_n("{count} drawn number", "{count} drawn numbers", lots)
    if grouped := sum(bool(player.groups) for player in players):
        yield say_n("{count} player with groups", "{count} players with groups", grouped)
    if long := sum(len(cleaned(player.name)) > NAME_WIDTH for player in players):
        yield say_n(
            "{count} name that is too long for 33 columns", "{count} names that are too long for 33 columns", long
        )
    if high := sum(player.rating > 9999 for player in players):
        yield say_n("{count} rating above 9999", "{count} ratings above 9999", high)
    if titled := sum(len(player.title) > 3 for player in players):
        yield say_n("{count} title of more than three letters", "{count} titles of more than three letters", titled)
    if clubs := sum(bool(player.club) for player in players):
        yield say_n("{count} club", "{count} clubs", clubs)
    if tables := sum(player.table is not None for player in players):
        yield say_n("{count} table of a player's own", "{count} tables of a player's own", tables)
    if started := sum(bool(player.start_score) for player in players):
        yield say_n("{count} starting score", "{count} starting scores", started)
