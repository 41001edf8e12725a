"""Point values in TRF files: 162 (TRF26), XXS (JaVaFo), BBW … BBU (bbpPairings).

TRF writes points in decimals; here they are integers in half-win units, 1 for half a point (RULES 1.1).  A file with
any such record sets all seven values: those it leaves out have the format's defaults.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict

from pairproof.model.errors import Fault
from pairproof.model.formats.trf.records import Record
from pairproof.model.language import say
from pairproof.model.rules import Points

# The finest names, JaVaFo's: W/B + W/D/L for games, forfeits, and the four byes.
_DEFAULTS = {
    "WW": 2,
    "BW": 2,
    "WD": 1,
    "BD": 1,
    "WL": 0,
    "BL": 0,
    "FW": 2,
    "FL": 0,
    "FPB": 2,
    "HPB": 1,
    "ZPB": 0,
    "PAB": 2,
}
_WIN = ("WW", "BW", "FW", "FPB")
_DRAW = ("WD", "BD", "HPB")
_LOSS = ("WL", "BL")
_XXS = {**{name: (name,) for name in _DEFAULTS}, "W": _WIN, "D": _DRAW, "L": _LOSS}
# 162 A is absence and forfeit loss together; Z is bbpPairings' older letter for it.  X, a result not known yet, is none
# of the values above.
_162 = {"W": _WIN, "D": _DRAW, "L": _LOSS, "A": ("ZPB", "FL"), "Z": ("ZPB", "FL"), "P": ("PAB",), "X": ("X",)}
_BB = {
    "BBW": _WIN,
    "BBD": _DRAW,
    "BBL": _LOSS,
    "BBZ": ("ZPB",),
    "BBF": ("FL",),
    "BBU": ("PAB",),
}
CODES = ("162", "XXS", *_BB)

_NUMBER = re.compile(r"[0-9]{1,3}(?:[.,][0-9]*)?|[.,][0-9]+")
MAX_HALVES = 1000


def half_points(text: str) -> int | None:
    """Points written in decimals as half-win units; None if they are no number, or no multiple of a half."""
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        return None
    whole, _, fraction = text.replace(",", ".").partition(".")
    fraction = fraction.rstrip("0")
    if fraction not in ("", "5"):
        return None
    return 2 * int(whole or "0") + (fraction == "5")


def spelt(halves: int) -> str:
    """Half-win units as TRF writes them: 7 is `3.5`."""
    sign = "-" if halves < 0 else ""
    return f"{sign}{abs(halves) // 2}.{abs(halves) % 2 * 5}"


class PointValues:
    """The point values of a file, put together from its records in order; a later value replaces an earlier one."""

    def __init__(self) -> None:
        self._values = dict(_DEFAULTS)
        self._bye_given = False
        self._line: int | None = None
        self._settled = False
        self._unknown_result: int | None = None

    def read(self, record: Record) -> list[Fault]:
        """Take one record in; its faults."""
        self._line = record.line
        faults: list[Fault] = []
        for name, value, targets in self._entries(record, faults):
            halves = half_points(value)
            if halves is None or halves > MAX_HALVES:
                faults.append(
                    Fault(
                        say(
                            "Record {code} gives {name} the value {value!r}; points are whole or half points from 0 to "
                            "500, since the program counts in half points.",
                            code=record.code,
                            name=name,
                            value=value.strip(),
                        ),
                        line=record.line,
                    )
                )
                continue
            self._set(record.code, targets, halves)
        return faults

    def _set(self, code: str, targets: Iterable[str], halves: int) -> None:
        for target in targets:
            if target == "X":
                self._unknown_result = halves
                continue
            self._values[target] = halves
            self._bye_given |= target == "PAB"
            # In 162 and BB records the bye is worth a win unless given; in XXS it keeps its standard value.
            if target == "WW" and code != "XXS" and not self._bye_given:
                self._values["PAB"] = halves

    def _entries(self, record: Record, faults: list[Fault]) -> Iterable[tuple[str, str, tuple[str, ...]]]:
        """(name, value, what it sets) of each entry of a record."""
        body = record.text[3:]
        if record.code in _BB:
            yield record.code, body, _BB[record.code]
            return
        if record.code == "XXS":
            known, pairs = _XXS, re.findall(r"([^\s=]+)\s*=\s*(\S*)", body)
            rest = re.sub(r"[^\s=]+\s*=\s*\S*", "", body)
        else:
            known, pairs = _162, re.findall(r"(\S)\s*([\d.,-]+)", body)
            rest = re.sub(r"\S\s*[\d.,-]+", "", body)
        if rest.strip() or not pairs:
            form = "NAME=VALUE" if record.code == "XXS" else say("a letter and a value")
            faults.append(
                Fault(
                    say(
                        "Record {code} must hold entries of {form}; {text!r} is none.",
                        code=record.code,
                        form=form,
                        text=rest.strip() or say("nothing"),
                    ),
                    line=record.line,
                )
            )
        for name, value in pairs:
            if name.upper() not in known:
                faults.append(
                    Fault(
                        say(
                            "Record {code} names {name!r}, which is unknown; known are {known}.",
                            code=record.code,
                            name=name,
                            known=", ".join(known),
                        ),
                        line=record.line,
                    )
                )
                continue
            yield name, value, known[name.upper()]

    @property
    def points(self) -> Points:
        """The values as the rules know them."""
        values = self._values
        return Points(
            win=values["WW"],
            draw=values["WD"],
            loss=values["WL"],
            bye=values["PAB"],
            half_bye=values["HPB"],
            full_bye=values["FPB"],
            absent=values["ZPB"],
        )

    @property
    def adjourned(self) -> int | None:
        """What an adjourned game gives meanwhile (162 X), None where the file does not say."""
        return self._unknown_result

    def settle(self) -> None:
        """Have the file set all values, the format's defaults where no record does: other records count on them."""
        self._settled = True

    @property
    def from_file(self) -> bool:
        """Whether the file has a point record."""
        return self._line is not None

    def given(self) -> dict[str, int]:
        """All seven values if the file has any point record or counts on the format's values, else nothing (the rule
        set's are in force).
        """
        return asdict(self.points) if self.from_file or self._settled else {}

    def faults(self) -> list[Fault]:
        """What the rules cannot honour: colours or forfeits with values of their own."""
        values = self._values
        return [
            Fault(
                say(
                    "{first} is worth {points} and {second} {others}; the program knows one value for both ({reason}).",
                    first=first[0],
                    points=spelt(values[first[1]]),
                    second=second[0],
                    others=spelt(values[second[1]]),
                    reason=reason,
                ),
                line=self._line,
            )
            for first, second, reason in (
                ((say("A win with white"), "WW"), (say("with black"), "BW"), say("points do not depend on the colour")),
                (
                    (say("A draw with white"), "WD"),
                    (say("with black"), "BD"),
                    say("points do not depend on the colour"),
                ),
                (
                    (say("A loss with white"), "WL"),
                    (say("with black"), "BL"),
                    say("points do not depend on the colour"),
                ),
                ((say("A forfeit win"), "FW"), (say("a win"), "WW"), "RULES 1.2"),
                ((say("A forfeit loss"), "FL"), (say("an absence"), "ZPB"), "RULES 1.2"),
            )
            if values[first[1]] != values[second[1]]
        ]
