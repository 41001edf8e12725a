"""The exit codes, with what each means: the one table (CONTRACT 2); the help and the documentation follow."""

from __future__ import annotations

from typing import NamedTuple

from pairproof.model.language import say

DONE = 0
NOT_AGREED = 1
WRONG_USAGE = 2
INVALID_INPUT = 3
CONFLICT = 4
FILE_PROBLEM = 5
OUT_OF_TIME = 6
BUG = 70
INTERRUPTED = 130
READER_GONE = 141


class Meaning(NamedTuple):
    """What a code means, in the help (empty: too rare to stand there) and in full."""

    short: str
    full: str


EXIT_CODES = {
    DONE: Meaning("done", "done; `verify`: the certificate is valid; `check`: everything agrees"),
    NOT_AGREED: Meaning(
        "no legal pairing, or a certificate rejected",
        "no legal pairing exists; `verify`: the certificate is rejected; `manual`: stuck; `check`: differences, "
        "of rounds or of ranks",
    ),
    WRONG_USAGE: Meaning("wrong usage", "wrong usage"),
    INVALID_INPUT: Meaning(
        "invalid input", "invalid input: every fault of the file, each with its line, or its player and round"
    ),
    CONFLICT: Meaning(
        "somebody else changed the file meanwhile",
        "somebody else has changed the file meanwhile, or is about to; nothing has changed",
    ),
    FILE_PROBLEM: Meaning("a file cannot be read or written", "a file cannot be read or written"),
    OUT_OF_TIME: Meaning(
        "time ran out: the best pairing so far, not all of it proved",
        "time ran out (or Ctrl-C): the best pairing so far, not all of it proved",
    ),
    # sysexits' EX_SOFTWARE; the last two as shells report SIGINT and SIGPIPE.
    BUG: Meaning("", "a bug in pairproof, or not enough memory"),
    INTERRUPTED: Meaning("", "interrupted (Ctrl-C)"),
    READER_GONE: Meaning("", "whoever reads the output went away"),
}


def epilog() -> str:
    """The everyday codes in a sentence."""
    codes = "; ".join(f"{code} {say(means.short)}" for code, means in EXIT_CODES.items() if means.short)
    return say("Exit codes: {codes}.", codes=codes)
