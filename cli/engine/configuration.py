"""Configurations of random tournaments: JavaFo's properties, and those of bbpPairings with `--dutch`.

Both are lines `Key=value`.  Not all keys that both know mean the same: `ForfeitRate=20` is 20 games in 1000 to one, and
one in 20 to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import sqrt
from pathlib import Path

from pairproof.cli.output import complain
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.files import read_bytes
from pairproof.model.formats.trf.points import half_points
from pairproof.model.rules import Points
from pairproof.model.study.settings import Ratings, Settings

_KEYS = {
    "PlayersNumber": "players",
    "RoundsNumber": "rounds",
    "ForfeitRate": "forfeits",
    "ZPBRate": "absences",
    "HPBRate": "half_byes",
    "FPBRate": "full_byes",
}
_RATINGS = ("LowestRating", "HighestRating")
_KNOWN = (*_KEYS, *_RATINGS)
_PASSED_OVER = ("QuickgameRate", "Groups", "Separator")
LOWEST, HIGHEST = 1000, 2600


def read_properties(config: str) -> Iterator[tuple[int, str, str]]:
    """Line, key and value of each property of a file."""
    lines = read_bytes(Path(config), "the configuration").decode("latin-1").splitlines()
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith(("#", "!")):
            key, _, value = (part.strip() for part in text.partition("="))
            yield number, key, value


def javafo(settings: Settings, config: str) -> Settings:
    """The settings with those of a property file, as JaVaFo has it; its rates are in thousandths."""
    found: dict[str, float] = {}
    lowest, highest = LOWEST, HIGHEST
    for number, key, value in read_properties(config):
        if key in _PASSED_OVER:
            complain(f"Note: {config}, line {number}: {key} is not used.")
            continue
        if key not in _KEYS and key not in _RATINGS:
            raise UsageProblem(f"{config}, line {number}: {key!r} is not understood; known are {', '.join(_KNOWN)}.")
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise UsageProblem(f"{config}, line {number}: {key} is {value!r}, which is no whole number.")
        if key == "LowestRating":
            lowest = int(value)
        elif key == "HighestRating":
            highest = int(value)
        else:
            found[_KEYS[key]] = int(value) / 1000 if key.endswith("Rate") else int(value)
    return replace(settings, ratings=Ratings("uniform", (lowest, highest)), **found)  # type: ignore[arg-type]


# --- With --dutch ----------------------------------------------------------------------------------------------------

_POINTS = {
    "PointsForWin": ("win", "full_bye"),
    "PointsForDraw": ("draw", "half_bye"),
    "PointsForLoss": ("loss",),
    "PointsForZPB": ("absent",),
    "PointsForForfeitLoss": ("absent", "forfeit_loss"),
    "PointsForPAB": ("bye",),
}
_LEAST = {"ForfeitRate": 1, "RetiredRate": 2, "HalfPointByeRate": 1, "HalfPointByteRate": 1}
"""The smallest value of each rate: one in that many.  The last is how JaVaFo spells it."""


def bbp(settings: Settings, config: str) -> tuple[Settings, Points]:
    """The settings with those of a configuration as bbpPairings reads it, and the points of the tournament.

    `ForfeitRate`: one game in so many is forfeited; `RetiredRate` and `HalfPointByeRate`: on average one absence and
    one half-point bye for so many players.

    Raises
    ------
    UsageProblem
        A key that is not known, a value that cannot be, points that are no halves, or that differ for those who are
        absent and those who lose by forfeit.
    """
    values: dict[str, float] = {}
    points: dict[str, int] = {}
    for number, key, value in read_properties(config):
        place = f"{config}, line {number}: {key}"
        if key in _POINTS:
            points |= dict.fromkeys(_POINTS[key], _points(place, value))
        elif key in _LEAST:
            values[key.replace("Byte", "Bye")] = _number(place, value, float, _LEAST[key])
        elif key == "DrawPercentage":
            values[key] = _number(place, value, int, 0)
        elif key in ("PlayersNumber", "RoundsNumber", *_RATINGS):
            values[key] = _number(place, value, int, 1)
        else:
            known = ("PlayersNumber", "RoundsNumber", *_RATINGS, "DrawPercentage", *_LEAST, *_POINTS)
            raise UsageProblem(f"{place!r} is not understood; known are {', '.join(known)}.")
    if points.get("absent", 0) != points.pop("forfeit_loss", 0):
        raise UsageProblem(
            f"{config}: PointsForZPB and PointsForForfeitLoss differ; the program knows one value for both."
        )
    if "win" in points:
        points.setdefault("bye", points["win"])
    return _settings(settings, values), replace(Points(), **points)


def _settings(settings: Settings, values: Mapping[str, float]) -> Settings:
    rounds = int(values.get("RoundsNumber", settings.rounds))
    found: dict[str, float] = {"rounds": rounds, "players": int(values.get("PlayersNumber", settings.players))}
    if "DrawPercentage" in values:
        found["draws"] = values["DrawPercentage"] / 100
    if "ForfeitRate" in values:
        # A game is forfeited where one of its players, or both, stay away.
        found["forfeits"] = 1 - sqrt(1 - 1 / values["ForfeitRate"])
    for key, name in (("RetiredRate", "absences"), ("HalfPointByeRate", "half_byes")):
        if key in values:
            found[name] = 1 / (values[key] * rounds)
    ratings = int(values.get("LowestRating", LOWEST)), int(values.get("HighestRating", HIGHEST))
    return replace(settings, ratings=Ratings("uniform", ratings), **found)  # type: ignore[arg-type]


def _number(place: str, text: str, read: Callable[[str], float], least: float) -> float:
    try:
        value = read(text) if text.isascii() and len(text) <= 9 else None
    except ValueError:
        value = None
    if value is None or not least <= value < 1e9:
        raise UsageProblem(f"{place} is {text!r}; expected a number, {least} at least.")
    return value


def _points(place: str, text: str) -> int:
    halves = half_points(text)
    if halves is None:
        raise UsageProblem(f"{place} is {text!r}; points are whole or half points.")
    return halves
