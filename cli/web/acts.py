"""Forms become acts: every form of the arbiter's pages is sent to `/act/NAME`, NAME that of the act."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.responses import Response

from pairproof.cli.desk import doing
from pairproof.cli.desk.locking import Conflict
from pairproof.cli.desk.store import Kept
from pairproof.cli.web.asking import Ask, FieldProblem, NothingThere, of_field
from pairproof.cli.web.desk import KEEP
from pairproof.cli.web.pages import change, correction, head, history, players, rounds
from pairproof.cli.web.rendering import to
from pairproof.cli.web.roles import NotAllowed
from pairproof.model.acts.players import numbered_for
from pairproof.model.acts.results import CLEAR, result_entered
from pairproof.model.errors import InvalidInput, PairproofError, UsageProblem
from pairproof.model.formats.format import ListReading
from pairproof.model.formats.toml.keys import keys_of, player_of
from pairproof.model.language import say
from pairproof.model.lists.entrants import listed_entrants

MOST_LIST = 1_500_000
"""Characters of a list that is pasted."""


@dataclass(frozen=True)
class Form:
    """What sends an act off, and the page that shows the form again if it is refused; `after` is where to go then, by
    default to the page that the form names.
    """

    send: Callable[[Ask], Kept]
    again: Callable[[Ask], Response]
    after: Callable[[Ask], str] | None = None


def post(ask: Ask) -> Response:
    """A form of that act, done; or shown again with why not."""
    name = ask.path["act"]
    form = FORMS.get(name)
    if form is None:
        raise NothingThere(say("There is no such page."))
    if name == "result" and ask.text("result") == CLEAR and ask.text("sure") != "yes":
        return rounds.sure(ask)
    if name == "result" and not ask.text("how") and correction.is_asked(ask):
        return correction.show(ask)
    try:
        back = form.after(ask) if form.after is not None else _back(ask)
        kept = form.send(ask)
    except (Conflict, NotAllowed):
        raise
    except PairproofError as error:
        return form.again(ask.refused(name, error))
    if kept.line is None:
        return to(back)
    path, mark, place = back.partition("#")
    return to(f"{path}{'&' if '?' in path else '?'}done={kept.line}{mark}{place}")


def _back(ask: Ask) -> str:
    """The page that the form names; one of the desk's own, whatever it says."""
    back = ask.typed("to")
    return back if re.fullmatch(r"/[a-z0-9/]*(\?[a-z0-9=&-]*)?(#[a-z0-9-]*)?", back) and "//" not in back else "/"


# --- Players ----------------------------------------------------------------------------------------------------------


def _keys(ask: Ask, *, changed_only: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The keys of a player as the form has them; None takes one away.

    Raises
    ------
    FieldProblem
        A message for each field that is wrong.
    """
    keys: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for name, label in players.field_names().items():
        if name not in ask.form:
            continue
        try:
            keys |= doing.keys_typed([f"{name}={ask.text(name)}"])
            player_of({"id": 1, name: keys[name]})
        except FieldProblem as error:
            wrong |= error.fields
        except InvalidInput as error:
            wrong[name] = of_field(name, label, error)
    if "name" in keys and not keys["name"]:
        wrong["name"] = say("A player needs a name.")
    if wrong:
        raise FieldProblem(wrong)
    if changed_only is None:
        return {key: value for key, value in keys.items() if value is not None}
    return {key: value for key, value in keys.items() if value != changed_only.get(key)}


def _add(ask: Ask) -> Kept:
    if "list" in ask.form:
        text = ask.text("list", MOST_LIST)
        if not text:
            raise FieldProblem({"list": say("Nothing was pasted.")})
        reading = ListReading(keep_order="keep_order" in ask.form)
        try:
            found = listed_entrants(ask.tournament, text.encode("utf-8", "replace"), say("the list"), reading)
        except PairproofError as error:
            raise FieldProblem({"list": str(error)}) from None
        entrants = found.players
    else:
        entrants = numbered_for(ask.tournament, [_keys(ask)])
    return _do(ask, "add", {"players": entrants})


def _edit(ask: Ask) -> Kept:
    if "player" not in ask.form:
        keys = head.keys_from(ask, ask.tournament)
        if not keys:
            raise UsageProblem(say("Nothing is changed."))
        return _do(ask, "edit", {"player": None, "keys": keys})
    player = ask.player()
    old = keys_of(next(one for one in ask.tournament.players if one.id == player))
    keys = _keys(ask, changed_only=old)
    if not keys:
        raise UsageProblem(say("Nothing is changed."))
    return _do(ask, "edit", {"player": player, "keys": keys})


def _rounds(ask: Ask) -> list[int]:
    text = ask.text("rounds")
    try:
        return doing.rounds_named(ask.tournament, text or "next")
    except UsageProblem as error:
        raise FieldProblem({"rounds": str(error)}) from None


def _absent(ask: Ask) -> Kept:
    return _do(ask, "absent", {"player": ask.player(), "rounds": _rounds(ask)})


def _bye(ask: Ask) -> Kept:
    return _do(ask, "bye", {"player": ask.player(), "kind": ask.text("kind"), "rounds": _rounds(ask)})


def _of_player(act: str) -> Callable[[Ask], Kept]:
    return lambda ask: _do(ask, act, {"player": ask.player()})


def _edited_page(ask: Ask) -> Response:
    return _players_page(ask) if "player" in ask.form else head.show(ask)


def _players_page(ask: Ask) -> Response:
    player = ask.number_or("player", None)
    one = ask.trouble is not None and (ask.trouble.act == "edit" or _back(ask).startswith("/players/"))
    if one and player in ask.tournament.ids:
        return players.one(replace(ask, path={"player": str(player)}))
    return players.show(ask)


# --- Rounds -----------------------------------------------------------------------------------------------------------


def _publish(ask: Ask) -> Kept:
    reason = ask.text("reason")
    orders = ask.orders()
    if (orders.fix or orders.forbid) and not reason:
        raise FieldProblem({"reason": say("Orders need a reason; it is kept with the round.")})
    return ask.desk.publish(ask.visitor, orders, reason, ask.text("seen"))


def _change(ask: Ask) -> Kept:
    reason = ask.text("reason")
    if not reason:
        raise FieldProblem({"reason": say("A board made by hand needs a reason.")})
    if ask.held.sha256 != ask.text("seen"):
        return _do(ask, "change", {})  # which says what has changed since
    return _do(ask, "change", {**change.rearranged(ask).arguments, "reason": reason})


def _change_page(ask: Ask) -> Response:
    return change.show(replace(ask, path={"round": str(len(ask.tournament.rounds))}))


def _unpublish(ask: Ask) -> Kept:
    given_up = ask.text("with_results") == "yes"
    rounds_held = ask.tournament.rounds
    if not given_up and rounds_held and any(game.result is not None for game in rounds_held[-1].games):
        raise FieldProblem({"with_results": say("Results are entered. Say that they are to be given up.")})
    return _do(ask, "unpublish", {"with_results": given_up})


def _result(ask: Ask) -> Kept:
    text = ask.text("result")
    if text != CLEAR and result_entered(text) is None:
        raise FieldProblem({"result": say("{text} is no result.", text=text[:20])})
    how = ask.text("how") or KEEP
    if how not in correction.WAYS:
        raise FieldProblem({"how": say("{text} is none of the ways that are offered.", text=how[:20])})
    return ask.desk.enter(
        ask.visitor, ask.number("round"), ask.number("board"), text, ask.text("was"), how=how, seen=ask.text("seen")
    )


def _round_page(ask: Ask) -> Response:
    number = ask.number_or("round", len(ask.tournament.rounds) + 1)
    return rounds.show(replace(ask, path={"round": str(number)}))


def _after_result(ask: Ask) -> str:
    """The round again, at the board, where the next blank one is found."""
    return f"/round/{ask.number('round')}#board-{ask.number('board')}"


# --- The journal ------------------------------------------------------------------------------------------------------


def _undo(ask: Ask) -> Kept:
    return ask.desk.undo(ask.visitor, ask.number_or("line", None), ask.text("seen"))


def _redo(ask: Ask) -> Kept:
    return ask.desk.redo(ask.visitor, ask.text("seen"))


def _do(ask: Ask, act: str, arguments: Mapping[str, Any]) -> Kept:
    return ask.desk.do(ask.visitor, act, arguments, ask.text("seen"))


FORMS: dict[str, Form] = {
    "add": Form(_add, _players_page),
    "edit": Form(_edit, _edited_page),
    "absent": Form(_absent, _players_page),
    "bye": Form(_bye, _players_page),
    "withdraw": Form(_of_player("withdraw"), _players_page),
    "back": Form(_of_player("back"), _players_page),
    "publish": Form(_publish, _round_page, lambda ask: f"/round/{ask.number('round')}"),
    "unpublish": Form(_unpublish, _round_page),
    "change": Form(_change, _change_page),
    "result": Form(_result, _round_page, _after_result),
    "undo": Form(_undo, history.show),
    "redo": Form(_redo, history.show),
}
"""Every form by the act it does; `correct` is what `result` does in a round that others followed."""
