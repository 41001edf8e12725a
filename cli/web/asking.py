"""A request as a page sees it: who asks, what stands in the address and in the form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from pairproof.cli.desk.store import Held
from pairproof.cli.pages.html.names import readable
from pairproof.cli.pages.html.picture import isolated
from pairproof.cli.web.desk import Desk
from pairproof.cli.web.roles import Codes, Sessions, Visitor
from pairproof.model.errors import InvalidInput, PairproofError, UsageProblem
from pairproof.model.language import say
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import BYE, FixedPair, Tournament

T = TypeVar("T")

_PAIR = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
MOST_TEXT = 400
"""Characters of a field that is one line."""


@dataclass(frozen=True)
class Site:
    """What all pages share.  `address` is that of the desk in the network, empty where it is not open to it; `lang` the
    language that was asked for, None: what each browser wishes.
    """

    desk: Desk
    codes: Codes
    sessions: Sessions
    address: str = ""
    lang: str | None = None


@dataclass(frozen=True)
class Trouble:
    """An act that was not done: why, by the field where that is known, and what the form had."""

    act: str
    messages: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)


class NothingThere(UsageProblem):
    """The address names a round, a board or a player that there is not."""


class FieldProblem(UsageProblem):
    """Something is wrong with fields of a form: a message for each."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields = dict(fields)
        super().__init__("\n".join(self.fields.values()))


def of_field(key: str, label: str, error: InvalidInput) -> str:
    """What is wrong with a key of the file, said of the field of that label, without the examples in it."""
    message = " ".join(fault.message for fault in error.faults)
    called = re.split(r", | \(", label)[0]
    return re.sub(rf"(?<![\w.-]){key}(?![\w-])", lambda _: called, message, count=1)


@dataclass(frozen=True)
class Ask:
    """One request.  `query` and `form` hold every value of each name; `here` is the path, `own` whence it comes."""

    site: Site
    visitor: Visitor
    here: str
    own: str
    path: Mapping[str, str]
    query: Mapping[str, Sequence[str]]
    form: Mapping[str, Sequence[str]] = field(default_factory=dict)
    trouble: Trouble | None = None

    @property
    def desk(self) -> Desk:
        """The file."""
        return self.site.desk

    @cached_property
    def held(self) -> Held:
        """The file as it is when it is first asked for."""
        return self.desk.read()

    @property
    def tournament(self) -> Tournament:
        """What the file tells."""
        return self.held.tournament

    @cached_property
    def _names(self) -> dict[int, str]:
        return {player.id: player.name for player in self.tournament.players}

    def named(self, player: int) -> str:
        """The player as sentences have him: by name, set apart where it could turn them, else by number."""
        name = readable(self._names.get(player, ""))
        return (name if name.isascii() else isolated(name)) if name else str(player)

    def refused(self, act: str, error: PairproofError) -> Ask:
        """The request again, with why its act was not done and what the form had."""
        values = {name: texts[0] for name, texts in self.form.items() if texts}
        fields = error.fields if isinstance(error, FieldProblem) else {}
        messages = () if fields else tuple(str(error).split("\n"))
        return replace(self, trouble=Trouble(act, messages, fields, values))

    # ---- one value

    def text(self, name: str, most: int = MOST_TEXT) -> str:
        """A field of the form, or of the address, without the spaces around it; "" where there is none.

        Raises
        ------
        FieldProblem
            It is longer than anything sensible.
        """
        found = (*self.form.get(name, ()), *self.query.get(name, ()), "")[0].strip()
        if len(found) > most:
            raise FieldProblem({name: say("This is longer than {most} characters.", most=most)})
        return found

    def typed(self, name: str) -> str:
        """The same, to stand in its field again: whatever it is, but no more of it than a page can hold."""
        return (*self.form.get(name, ()), *self.query.get(name, ()), "")[0].strip()[:MOST_TEXT]

    def number(self, name: str) -> int:
        """A field that is a whole number.

        Raises
        ------
        FieldProblem
            It is none.
        """
        text = self.text(name)
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise FieldProblem({name: say("Expected a whole number here.")})
        return int(text)

    def number_or(self, name: str, default: T) -> int | T:
        """The same; what is none is the default."""
        text = (*self.form.get(name, ()), *self.query.get(name, ()), "")[0].strip()
        return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else default

    def player(self, name: str = "player") -> int:
        """A field that is a start number.

        Raises
        ------
        FieldProblem
            There is no such player.
        """
        player = self.number(name)
        if player not in self.tournament.ids:
            raise FieldProblem({name: say("There is no player {player}.", player=player)})
        return player

    # ---- orders for the round to come

    def orders(self) -> Orders:
        """What the arbiter orders beside the file: `fix=3-7`, `fix=5-0` (the bye), `forbid=3-7`, `forbid=5-0`.

        Raises
        ------
        FieldProblem
            A text that is no pair of players.
        """
        fix, forbid = self.pairs("fix"), self.pairs("forbid")
        return Orders(
            fix=tuple(FixedPair(b, a) if a == BYE else FixedPair(a, b) for a, b in fix),
            forbid=frozenset((min(pair), max(pair)) for pair in forbid),
        )

    def pairs(self, name: str) -> tuple[tuple[int, int], ...]:
        """Every pair under a name, in order, each once.

        Raises
        ------
        FieldProblem
            One is none, or somebody in it is no player.
        """
        found: dict[tuple[int, int], None] = {}
        for text in (*self.form.get(name, ()), *self.query.get(name, ())):
            matched = _PAIR.fullmatch(text.strip())
            pair = (int(matched[1]), int(matched[2])) if matched else (BYE, BYE)
            if pair[0] == pair[1] or any(one != BYE and one not in self.tournament.ids for one in pair):
                raise FieldProblem({name: say("{text}: expected two different players.", text=text[:40])})
            found[pair] = None
        return tuple(found)
