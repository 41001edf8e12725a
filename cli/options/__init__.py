"""Options that several commands share; `groups` has those that belong together, `values` reads them."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.model.formats.table import names
from pairproof.solver.terms import ENGINES

File = Annotated[str, typer.Argument(metavar="FILE", help="{formats} file; - for standard input.")]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|PATH", help="Rule set or rule file, instead of the one the file names."),
]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="|".join(names()), help="Format of the input; needed for stdin."),
]
Adjourned = Annotated[
    bool, typer.Option("--adjourned", help="Games without a result count as adjourned: a draw for both, for now.")
]
FillByes = Annotated[
    bool,
    typer.Option("--fill-byes", help="Blanks of an old TRF file (0000 -) are the byes that make the points right."),
]
ShowBetter = Annotated[
    bool, typer.Option("--show-better", help="Show the boards of the best pairing where others were worse.")
]
RoundToPair = Annotated[
    int | None, typer.Option("--round", metavar="N", help="Pair round N from the rounds before it.")
]
Fix = Annotated[
    list[str] | None,
    typer.Option(
        "--fix", metavar="WHO-WHO", help="The two meet; 3w-7b fixes the colours too, 3-0 is the bye. Repeatable."
    ),
]
Forbid = Annotated[
    list[str] | None,
    typer.Option("--forbid", metavar="WHO-WHO", help="The two do not meet; 5-0 is the bye. Repeatable."),
]
Bye = Annotated[list[str] | None, typer.Option("--bye", metavar="WHO", help="Has the bye.")]
NoBye = Annotated[list[str] | None, typer.Option("--no-bye", metavar="WHO", help="Does not have the bye. Repeatable.")]
Absent = Annotated[
    list[str] | None, typer.Option("--absent", metavar="WHO,…", help="They do not play this round: 3,9 or Ana,Bruno.")
]
HalfBye = Annotated[
    list[str] | None, typer.Option("--half-bye", metavar="WHO,…", help="They have a half-point bye this round.")
]
FullBye = Annotated[
    list[str] | None, typer.Option("--full-bye", metavar="WHO,…", help="They have a full-point bye this round.")
]
Certificate = Annotated[
    str | None, typer.Option("--certificate", metavar="OUT", help="Write the proof, for `pairproof verify`.")
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        metavar="OUT",
        help="Write the boards as pairing engines do: their number, then `white black` a line, the bye as `id 0`. "
        "Empty where no legal pairing exists; - prints them, and nothing else.",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="|".join(ENGINES),
        help="cp-sat proves everything a second time, by another method; if the two disagree, that is an error.",
    ),
]
LookAhead = Annotated[
    int | None,
    typer.Option(
        "--lookahead",
        metavar="K",
        help="After this round K more must be possible, whatever the results, colours aside.",
    ),
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
        "--keep",
        metavar="PAIRING.json",
        help="A published pairing (of --json, or FILE itself): change as few boards as possible.",
    ),
]
KeepLast = Annotated[
    bool, typer.Option("--keep-last", help="With --keep: that counts after all other levels, not before them.")
]
MaxChanged = Annotated[
    int | None,
    typer.Option(
        "--max-changed",
        metavar="N",
        help="With --keep: the best pairing, level by level, with at most N published boards changed.",
    ),
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
    str | None, typer.Option("--lang", metavar="en|pt|ru", help="Language of what is shown; JSON is always English.")
]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON document instead of tables.")]
JsonOutput = Annotated[
    str | None,
    typer.Option(
        "--json-output", metavar="FILE", help="Write the JSON document into FILE, whole or not at all; print nothing."
    ),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
DeskFile = Annotated[str, typer.Argument(metavar="FILE", help="The tournament file, TOML or TRF; it is changed.")]
FileRead = Annotated[str, typer.Argument(metavar="FILE", help="The tournament file, TOML or TRF.")]
Who = Annotated[str, typer.Argument(metavar="WHO", help="A start number, or a part of a name that fits nobody else.")]
Rounds = Annotated[str, typer.Argument(metavar="[ROUNDS]", help="3, 3,5, 2-4, 4- or next.")]
PlayerList = Annotated[
    str | None,
    typer.Option(
        "--list", metavar="LIST", help="The players of a list: CSV, TSV, XLSX, ODS; - is what was copied from one."
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would change, and change nothing.")]
