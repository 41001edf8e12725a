"""The codes of results in TRF: what two of them say of a game, and what each is worth (RULES 1.2)."""

from __future__ import annotations

from pairproof.model.state.history import SCORING
from pairproof.model.tournament import Result

GAME_CODES = "1=0WDL+-?"
BYE_CODES = "UFHZ"

CODES: dict[Result, tuple[str, str]] = {
    Result.WHITE_WINS: ("1", "0"),
    Result.DRAW: ("=", "="),
    Result.BLACK_WINS: ("0", "1"),
    Result.BOTH_LOSE: ("0", "0"),
    Result.DRAW_AND_LOSS: ("=", "0"),
    Result.LOSS_AND_DRAW: ("0", "="),
    Result.WHITE_WINS_BY_FORFEIT: ("+", "-"),
    Result.BLACK_WINS_BY_FORFEIT: ("-", "+"),
    Result.BOTH_FORFEIT: ("-", "-"),
    Result.ADJOURNED: ("?", "?"),
}
"""White's and black's code of each result, as they are written."""

LETTERS = {"1": "W", "=": "D", "0": "L"}
"""The other codes of played games: of those that are not rated, and of records 299."""

RESULTS: dict[tuple[str, str], Result] = {codes: result for result, codes in CODES.items()} | {
    (LETTERS[white], LETTERS[black]): result
    for result, (white, black) in CODES.items()
    if {white, black} <= set(LETTERS)
}
"""(white's code, black's code) → result; any other pair of codes is an error."""

WORTH: dict[str, str] = {
    code: gets
    for result, codes in CODES.items()
    if result is not Result.ADJOURNED
    for code, gets in zip(codes, SCORING[result], strict=True)
}
WORTH |= {LETTERS[code]: gets for code, gets in WORTH.items() if code in LETTERS}
WORTH |= {"U": "bye", "F": "full_bye", "H": "half_bye", "Z": "absent"}
"""Which of the values of `Points` each code is worth; what an adjourned game (`?`) gives is no such value."""
