"""`pairproof-engine`: called the way tournament managers call bbpPairings or JaVaFo.

    pairproof-engine [-r] [SYSTEM] IN -p [OUT] [-l [LIST]]      pair the next round
    pairproof-engine [-r] [SYSTEM] IN -c [ROUND] [-l [LIST]]    compare the rounds of IN with the best ones
    pairproof-engine [-r] [SYSTEM] [-g [CONFIG] | MODEL -g] -o OUT [-s SEED]    play a random tournament
    pairproof-engine [-r]                                       say which release this is

SYSTEM `--dutch` is the FIDE (Dutch) System of 2026, rule set `fide-dutch`; what is written is what bbpPairings writes.
`--burstein` is given by callers too, but there the rules are pairproof's (`--rules`), not FIDE's, as they are without a
system, and stderr says so; with PAIRPROOF_STRICT=1 in the environment `--burstein` is refused.  JaVaFo's `-q N` and
`-w` choose among its algorithms and change nothing here; `-b` pairs the round with the points of the Baku acceleration.
`--adjourned` and `--fill-byes` read the file as those options of `pairproof pair` do.

Exit codes: 0 done; 1 no legal pairing (OUT is there, and empty); 2 an error of the program; 3 a request or a file that
makes no sense; 4 too large; 5 a file that cannot be read or written.

A process of its own for every round of a tournament: nothing is imported that is not used, no typer either.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from pairproof.cli.engine.request import (
    BAD_REQUEST,
    FILE_ERROR,
    TOO_LARGE,
    UNEXPECTED,
    Request,
    TooLarge,
    parsed,
)
from pairproof.cli.output import complain, write
from pairproof.cli.version import RULES_DATE, version_of
from pairproof.model.errors import FileProblem, InternalError, InvalidInput, UsageProblem

ACTIONS = {"pair": "rounds", "check": "rounds", "generate": "tournament"}
"""The module that has `perform` for each action; imported only then."""


def main() -> None:
    """Run the engine and leave the process with its exit code."""
    # Nothing here multiplies matrices: numpy need not start a thread on every core for that.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """The exit code of a command line."""
    try:
        return _perform(parsed(words))
    except (UsageProblem, InvalidInput) as error:
        return _failed(BAD_REQUEST, str(error))
    except FileProblem as error:
        return _failed(FILE_ERROR, str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FILE_ERROR
    except (TooLarge, MemoryError, OverflowError, RecursionError) as error:
        return _failed(TOO_LARGE, str(error) or "There is not enough memory for this tournament.")
    except InternalError as error:
        return _failed(UNEXPECTED, f"Internal error: {error}")
    except KeyboardInterrupt:
        return _failed(UNEXPECTED, "Interrupted.")
    except Exception as error:
        return _failed(UNEXPECTED, f"Internal error: {type(error).__name__}: {error}")


def _failed(code: int, message: str) -> int:
    complain(message)
    return code


def _perform(request: Request) -> int:
    if request.release or not request.action:
        write(f"pairproof-engine {version_of('pairproof')} (rules of {RULES_DATE})\n")
    if not request.action:
        return 0
    code: int = import_module(f"{__package__}.{ACTIONS[request.action]}").perform(request)
    return code
