"""A line of the journal in words, for whoever reads the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pairproof.cli.desk.journal import NEW, OPENED, OUTSIDE, REDO, UNDO, Line
from pairproof.model.acts.done import in_rounds
from pairproof.model.acts.results import CLEAR
from pairproof.model.language import say, say_n

_MOST = 3
"""Players, or results, that are named of many."""


def line_words(line: Line, names: Callable[[int], str]) -> str:
    """What was done; `names` writes a player."""
    try:
        return _WORDS.get(line.act, _unknown)(line, line.arguments, names)
    except (KeyError, TypeError, ValueError):  # a line that another version wrote
        return line.act


Names = Callable[[int], str]


def _unknown(line: Line, given: dict[str, Any], names: Names) -> str:
    return line.act


def _add(line: Line, given: dict[str, Any], names: Names) -> str:
    players = given["players"]
    some = ", ".join(str(one.get("name") or one.get("id", "")) for one in players[:_MOST])
    more = ", …" if len(players) > _MOST else ""
    return say_n("{count} player added: {names}", "{count} players added: {names}", len(players), names=some + more)


def _edit(line: Line, given: dict[str, Any], names: Names) -> str:
    who = say("The tournament") if given.get("player") is None else names(given["player"])
    keys = ", ".join(f"{key} = {'–' if value is None else value}" for key, value in given["keys"].items())
    return say("{who}: {changes}", who=who, changes=keys)


def _absent(line: Line, given: dict[str, Any], names: Names) -> str:
    return say("{player} absent {rounds}", player=names(given["player"]), rounds=in_rounds(given["rounds"]))


def _bye(line: Line, given: dict[str, Any], names: Names) -> str:
    who, when = names(given["player"]), in_rounds(given["rounds"])
    if given["kind"] == "half":
        return say("{player}: half-point bye {rounds}", player=who, rounds=when)
    if given["kind"] == "full":
        return say("{player}: full-point bye {rounds}", player=who, rounds=when)
    return say("{player}: zero-point bye {rounds}", player=who, rounds=when)


def _result(line: Line, given: dict[str, Any], names: Names) -> str:
    results = given["results"]
    some = ", ".join(
        say("board {board}: {result}", board=board, result=say("cleared") if text == CLEAR else text)
        for board, text in results[:_MOST]
    )
    if len(results) <= _MOST:
        return some
    return say_n("{some} and {count} more", "{some} and {count} more", len(results) - _MOST, some=some)


_WORDS: dict[str, Callable[[Line, dict[str, Any], Names], str]] = {
    OPENED: lambda line, given, names: say("The file as it was found"),
    NEW: lambda line, given, names: say("The file was made"),
    OUTSIDE: lambda line, given, names: say("The file was changed outside"),
    UNDO: lambda line, given, names: say("Taken back: all from line {line} on", line=given["line"]),
    REDO: lambda line, given, names: say("Done again: what line {line} took back", line=given["line"]),
    "add": _add,
    "edit": _edit,
    "absent": _absent,
    "bye": _bye,
    "withdraw": lambda line, given, names: say("{player} withdraws", player=names(given["player"])),
    "back": lambda line, given, names: say("{player} plays again", player=names(given["player"])),
    "publish": lambda line, given, names: say("Round {round} published", round=given["round"]),
    "unpublish": lambda line, given, names: say("The last round taken back"),
    "result": _result,
    "correct": lambda line, given, names: say(
        "Round {round}, board {board} corrected: {result}", round=given["round"], board=given["board"],
        result=given["result"],
    ),
    "change": lambda line, given, names: say("Round {round} paired otherwise by hand", round=given["round"]),
}  # fmt: skip
