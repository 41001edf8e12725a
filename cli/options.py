"""Options that several commands share, and the reading of their values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from pairproof.model.errors import UsageProblem
from pairproof.model.formats.table import names, titles
from pairproof.model.tournament import BYE, FixedPair

if TYPE_CHECKING:
    from pairproof.model.state.position import Orders

File = Annotated[str, typer.Argument(metavar="FILE", help=f"{titles()} file; - for standard input.")]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|PATH", help="Rule set or rule file, instead of the one the file names."),
]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="|".join(names()), help="Format of the input; needed for stdin."),
]
RoundToPair = Annotated[
    int | None, typer.Option("--round", metavar="N", help="Pair round N from the rounds before it.")
]
Fix = Annotated[
    list[str] | None,
    typer.Option("--fix", metavar="3-7", help="3 and 7 meet; 3w-7b fixes the colours too, 3-0 is the bye. Repeatable."),
]
Forbid = Annotated[
    list[str] | None,
    typer.Option("--forbid", metavar="3-7", help="3 and 7 do not meet; 5-0 is the bye. Repeatable."),
]
Bye = Annotated[list[str] | None, typer.Option("--bye", metavar="5", help="5 has the bye.")]
NoBye = Annotated[list[str] | None, typer.Option("--no-bye", metavar="5", help="5 does not have the bye. Repeatable.")]
Absent = Annotated[list[str] | None, typer.Option("--absent", metavar="3,9", help="3 and 9 do not play this round.")]
Certificate = Annotated[
    str | None, typer.Option("--certificate", metavar="OUT", help="Write the proof, for `pairproof verify`.")
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        metavar="OUT",
        help="Write the boards as pairing engines do: their number, then `white black` a line, the bye as `id 0`. "
        "Empty where no legal pairing exists.",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="auto|cp-sat",
        help="cp-sat proves everything a second time, by another method; if the two disagree, that is an error.",
    ),
]
LookAhead = Annotated[
    int | None,
    typer.Option("--lookahead", metavar="K", help="After this round K more must be possible, whatever the results."),
]
Quota = Annotated[
    list[str] | None,
    typer.Option(
        "--max-pairs-in-group", metavar="GROUP=N", help="At most N pairs inside the group this round. Repeatable."
    ),
]
Keep = Annotated[
    str | None,
    typer.Option(
        "--keep", metavar="PAIRING.json", help="A published pairing (of --json): change as few boards as possible."
    ),
]
KeepLast = Annotated[
    bool, typer.Option("--keep-last", help="With --keep: that counts after all other levels, not before them.")
]
Relax = Annotated[
    bool,
    typer.Option(
        "--relax", help="Where nothing is legal, break the hard criteria, as little as possible, and say where."
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", help="Then print the best pairing so far (exit code 6)."),
]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="en|pt|ru", help="Language of the explanations; JSON is always English.")
]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON document instead of tables.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]

_ID = r"([0-9]{1,9})"
_PAIR = re.compile(rf"{_ID}-{_ID}")
_COLOURED = re.compile(rf"{_ID}([wb])-{_ID}([wb])")


def pair_option(option: str, text: str) -> FixedPair:
    """`3-7`, `3w-7b` or `3-0` (the bye) as an order.

    Raises
    ------
    UsageProblem
        Anything else, with what was expected.
    """
    given = text.strip()
    if found := _PAIR.fullmatch(given):
        first, second = int(found[1]), int(found[2])
        if first == BYE:
            first, second = second, first
        if first != BYE:
            return FixedPair(first, second)
    elif (found := _COLOURED.fullmatch(given)) and found[2] != found[4]:
        white, black = (int(found[1]), int(found[3])) if found[2] == "w" else (int(found[3]), int(found[1]))
        if BYE not in (white, black):
            return FixedPair(white, black, colours=True)
    raise UsageProblem(
        f"{option} {text}: expected two start numbers, as in {option} 3-7; 3-0 is the bye"
        + ("; 3w-7b gives 3 white." if option in ("--fix", "--why-not") else ".")
    )


def forbidden_option(option: str, text: str) -> tuple[int, int]:
    """`3-7` or `5-0` as an unordered pair, the smaller id first."""
    pair = pair_option(option, text)
    if pair.colours:
        raise UsageProblem(
            f"{option} {text}: a pair is forbidden with either colours; write {pair.first}-{pair.second}."
        )
    return min(pair.first, pair.second), max(pair.first, pair.second)


def id_option(option: str, text: str) -> int:
    """One start number."""
    if not re.fullmatch(_ID, text.strip()) or int(text) == BYE:
        raise UsageProblem(f"{option} {text}: expected a start number, as in {option} 5.")
    return int(text)


def ids_option(option: str, texts: Iterable[str]) -> frozenset[int]:
    """Start numbers with commas between them; the option may be given several times."""
    ids: set[int] = set()
    for text in texts:
        parts = [part.strip() for part in text.split(",")]
        if not all(re.fullmatch(_ID, part) and int(part) != BYE for part in parts):
            raise UsageProblem(f"{option} {text}: expected start numbers with commas between them, as in {option} 3,9.")
        ids.update(map(int, parts))
    return frozenset(ids)


def orders(
    *,
    fix: Iterable[str] | None = None,
    forbid: Iterable[str] | None = None,
    bye: Iterable[str] | None = None,
    no_bye: Iterable[str] | None = None,
    absent: Iterable[str] | None = None,
) -> Orders:
    """The arbiter's orders given with the command.

    Raises
    ------
    UsageProblem
        An order cannot be read.
    """
    pairs = [pair_option("--fix", text) for text in fix or ()]
    pairs += [FixedPair(id_option("--bye", text), BYE) for text in bye or ()]
    forbidden = {forbidden_option("--forbid", text) for text in forbid or ()}
    forbidden |= {(BYE, id_option("--no-bye", text)) for text in no_bye or ()}
    away = ids_option("--absent", absent or ())
    # Imported only once the options are known to be sound: it brings numpy.
    from pairproof.model.state.position import Orders

    return Orders(absent=away, forbid=frozenset(forbidden), fix=tuple(pairs))


def quotas(texts: Iterable[str]) -> dict[str, int]:
    """`Lisboa=2` as the most pairs inside a group.

    Raises
    ------
    UsageProblem
        Anything else, with what was expected; the same group twice with different numbers.
    """
    found: dict[str, int] = {}
    for text in texts:
        group, equals, number = text.rpartition("=")
        if not equals or not group.strip() or not re.fullmatch(r"[0-9]{1,9}", number.strip()):
            raise UsageProblem(
                f"--max-pairs-in-group {text}: expected a group and a number, as in --max-pairs-in-group Lisboa=2."
            )
        if found.setdefault(group.strip(), int(number)) != int(number):
            raise UsageProblem(f"--max-pairs-in-group: {group.strip()} is given two different numbers.")
    return found


def check_asked(
    keep: str | None = None, keep_last: bool = False, time_limit: float | None = None, engine: str = "auto"
) -> None:
    """Refuse options that say nothing.

    Raises
    ------
    UsageProblem
        The first that is found.
    """
    if keep_last and keep is None:
        raise UsageProblem("--keep-last needs --keep PAIRING.json.")
    if time_limit is not None and not 0 < time_limit < float("inf"):
        raise UsageProblem(f"--time-limit {time_limit:g}: expected a number of seconds above 0.")
    if engine not in ("auto", "cp-sat"):
        raise UsageProblem(f"--engine {engine}: expected auto or cp-sat.")
