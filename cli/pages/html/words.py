"""The words that are the same on every page."""

from __future__ import annotations

from pairproof.model.language import say


def words() -> dict[str, str]:
    """Headings, labels and legends in the language spoken, by the names that the template uses."""
    return {
        "contents": say("On this page"),
        "print": say("What is printed"),
        "print_all": say("Choose what is printed, then print from the browser's menu. Result slips appear only there."),
        "by_board": say("Pairings by board"),
        "by_name": say("Pairings by name"),
        "crosstable": say("Crosstable"),
        "meetings": say("Who can still meet whom"),
        "proof": say("Why this pairing"),
        "slips": say("Result slips"),
        "board": say("Board"),
        "name": say("Name"),
        "opponent": say("Opponent"),
        "white": say("White"),
        "black": say("Black"),
        "first": say("First"),
        "second": say("Second"),
        "score": say("Score"),
        "place": say("Place"),
        "player": say("Player"),
        "number": say("No."),
        "result": say("Result"),
        "signature": say("Signature"),
        "game_points": say("Game points"),
        "bye": say("Bye"),
        "downfloat": say("downfloat"),
        "upfloat": say("upfloat"),
        "floats": say("↓ downfloat: the opponent has fewer points, or it is a bye. ↑ upfloat: the opponent has more."),
        "scroll": say("scrolls sideways"),
        "seats": say("Before each name stands the start number, in brackets the score before the round."),
        "colours": say("Behind the number of the board: the colour."),
        "cells_now": say("The last round is the one paired now."),
        "levels": say("The levels, the first counts most"),
        "levels_say": say(
            "Each level is a whole number, smaller is better, and an earlier level counts before all later ones. "
            "Proved means: no legal pairing has a smaller value there without a larger one on an earlier level. "
            "Players are named by their numbers."
        ),
        "natural_says": say(
            "The natural order: from the top, everybody in turn gets the first opponent, upper half against lower "
            "half, with whom the round stays as good."
        ),
        "squares": say("Rows and columns are the players, by start number; – is the bye."),
        "has_bye": say("has the bye"),
        "paired_now": say("paired now, with the board"),
        "met": say("have met, with the round"),
        "open": say("may meet"),
        "closed": say("may not meet"),
    }
