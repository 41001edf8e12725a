"""Results as people type them, in any of the usual dashes and counts; each has one meaning."""

from __future__ import annotations

import re

from pairproof.model.tournament import Result

_DASHES = re.compile("[\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d]")
_HALF = re.compile(r"½|(?<![0-9])0?[.,]5(?![0-9])")
_WHOLE = re.compile(r"(?<=[0-9])[.,]0(?![0-9])")

_TYPED = {
    # Scores of two points a game: P counts 2, 1 and 0 (RULES 1.1).
    "2-0": Result.WHITE_WINS,
    "1-1": Result.DRAW,
    "0-2": Result.BLACK_WINS,
    "=": Result.DRAW,
    "=-=": Result.DRAW,
    "1/2": Result.DRAW,
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "+--": Result.WHITE_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "--+": Result.BLACK_WINS_BY_FORFEIT,
    "--": Result.BOTH_FORFEIT,
    "---": Result.BOTH_FORFEIT,
    "?": Result.ADJOURNED,
    **{result.value: result for result in Result},
}


def result_typed(text: str) -> Result | None:
    """The result that a text means, None if it means none.

    >>> result_typed("½ – ½") is Result.DRAW
    True
    """
    plain = _DASHES.sub("-", "".join(text.split()).lower()).replace(":", "-")
    return _TYPED.get(_WHOLE.sub("", _HALF.sub("1/2", plain)))
