"""Options that belong together: a dataclass for each group, which a command takes as one parameter."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

from pairproof.cli import options
from pairproof.cli.options import values
from pairproof.cli.options.values import NamedPlayers
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.language import any_of, say
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import BYE, FixedPair, Tournament
from pairproof.solver.terms import ENGINES, Engine

R = TypeVar("R")


def grouped(command: Callable[..., R]) -> Callable[..., R]:
    """The command with every parameter that is a group of options replaced by the options of the group."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _parameters_of(groups[name])
        else:
            parameters.append(parameter.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY))

    @functools.wraps(command)
    def run(**given: Any) -> R:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        return command(**given)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameters_of(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]


@dataclass(frozen=True, slots=True)
class RoundOptions:
    """Which round of a file is meant, by which rules it is paired, and how what the file leaves open is read."""

    round: options.RoundToPair = None
    rules: options.Rules = None
    adjourned: options.Adjourned = False
    fill_byes: options.FillByes = False

    @property
    def reading(self) -> Reading:
        """What is asked of whoever reads the file."""
        return Reading(adjourned=self.adjourned, fill_byes=self.fill_byes)


@dataclass(frozen=True, slots=True)
class PairOrders:
    """The arbiter's orders for the round, but who has the bye."""

    fix: options.Fix = None
    forbid: options.Forbid = None
    no_bye: options.NoBye = None
    absent: options.Absent = None
    half_bye: options.HalfBye = None
    full_bye: options.FullBye = None

    def given(self, tournament: Tournament) -> Orders:
        """The orders.

        Raises
        ------
        UnknownPlayer, AmbiguousPlayer
            A player cannot be told.
        """
        players = NamedPlayers(tournament)
        orders = self.naming(players)
        players.tell()
        return orders

    def naming(self, players: NamedPlayers) -> Orders:
        """The orders; what is wrong with the players they name is for `players.tell` to say."""
        return self._orders(players, ())

    def _orders(self, players: NamedPlayers, bye: tuple[str, ...]) -> Orders:
        pairs = players.pairs("--fix", self.fix)
        pairs += [FixedPair(player, BYE) for player in players.ids("--bye", bye)]
        forbidden = players.forbidden("--forbid", self.forbid)
        forbidden |= {(BYE, player) for player in players.ids("--no-bye", self.no_bye)}
        return Orders(
            absent=players.lists("--absent", self.absent),
            half_byes=players.lists("--half-bye", self.half_bye),
            full_byes=players.lists("--full-bye", self.full_bye),
            forbid=forbidden,
            fix=tuple(pairs),
        )

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return any(getattr(self, order.name) for order in fields(self))


@dataclass(frozen=True, slots=True)
class AllOrders(PairOrders):
    """The arbiter's orders for the round."""

    bye: options.Bye = None

    def naming(self, players: NamedPlayers) -> Orders:
        """The orders, as without the bye."""
        return self._orders(players, tuple(self.bye or ()))


@dataclass(frozen=True, slots=True)
class ConditionOptions:
    """What is asked of the pairing beyond the rules, and how long it may take."""

    lookahead: options.LookAhead = None
    quota: options.Quota = None
    relax: options.Relax = False
    time_limit: options.TimeLimit = None

    def quotas(self) -> dict[str, int]:
        """The limits of pairs in a group; raises UsageProblem where one cannot be read, or the time limit is none."""
        values.check_seconds(self.time_limit)
        return values.quotas(self.quota or ())

    @property
    def any(self) -> bool:
        """Whether anything is asked."""
        return self.lookahead is not None or bool(self.quota) or self.relax


@dataclass(frozen=True, slots=True)
class KeepOptions:
    """The published pairing of which as much as possible is to be kept."""

    keep: options.Keep = None
    keep_last: options.KeepLast = False
    max_changed: options.MaxChanged = None

    def check(self) -> None:
        """Raises UsageProblem where they say nothing."""
        for given, option in ((self.keep_last, "--keep-last"), (self.max_changed is not None, "--max-changed")):
            if given and self.keep is None:
                raise UsageProblem(say("{option} needs --keep PAIRING.json.", option=option))
        if self.max_changed is None:
            return
        if self.max_changed < 0:
            raise UsageProblem(
                say("--max-changed {number}: expected a number of boards, 0 or more.", number=self.max_changed)
            )
        if self.keep_last:
            raise UsageProblem(
                say(
                    "--keep-last and --max-changed: with a limit, changed boards count after all other levels "
                    "anyway; leave --keep-last out."
                )
            )


@dataclass(frozen=True, slots=True)
class ProofOptions:
    """By which engine the pairing is proved, and what it is written to."""

    certificate: options.Certificate = None
    output: options.Output = None
    engine: options.Engine = Engine.AUTO.value

    @property
    def any(self) -> bool:
        """Whether anything is to be written, or proved by another engine."""
        return self.certificate is not None or self.output is not None or self.engine != Engine.AUTO.value

    @property
    def prints(self) -> bool:
        """Whether the boards as engines write them are all that is printed."""
        return self.output == "-"

    def check(self, *, printed: bool) -> None:
        """Raises UsageProblem where there is no such engine, or where a JSON document is `printed` as well."""
        if printed and self.prints:
            raise UsageProblem(say("--output - and --json: choose one of the two, or --json-output FILE."))
        if self.engine not in ENGINES:
            raise UsageProblem(
                say("--engine {engine}: expected {known}.", engine=self.engine, known=any_of(list(ENGINES)))
            )


@dataclass(frozen=True, slots=True)
class DeskOptions:
    """What every verb knows; a dry run of one that changes nothing is as any other."""

    dry_run: options.DryRun = False
    lang: options.Lang = None
    json: options.Json = False
    json_output: options.JsonOutput = None
    debug: options.Debug = False
