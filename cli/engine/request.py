"""What a command line of the engine asks for: its words, read.  Imports nothing heavy."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from pairproof.model.errors import UsageProblem
from pairproof.model.formats.trf.flavours import HIGHEST_ID

NO_PAIRING = 1
UNEXPECTED = 2
BAD_REQUEST = 3
TOO_LARGE = 4
FILE_ERROR = 5

DEFAULT_RULES = "colour-swiss"
SYSTEMS = ("--dutch", "--burstein")
RULES_OF_SYSTEM: dict[str | None, str] = {"--dutch": "fide-dutch"}
"""The rule set of each system that there is one of."""
USAGE = "pairproof-engine [-r] [--dutch] IN (-p [OUT] | -c [ROUND]) [-l [LIST]], or -g [CONFIG] -o OUT [-s SEED]"


class TooLarge(Exception):
    """More players than the program takes on."""


def check_size(players: int, told: str) -> None:
    """Raises TooLarge where there are too many players; `told` begins the sentence."""
    if players > HIGHEST_ID:
        raise TooLarge(f"{told} the engine takes {HIGHEST_ID} at most.")


@dataclass(slots=True)
class Request:
    """What the command line asks for; `action` is "pair", "check", "generate" or "" (only say the release)."""

    action: str = ""
    source: str | None = None
    out: str | None = None
    checklist: str | None = None
    wants_checklist: bool = False
    config: str | None = None
    tournament_out: str | None = None
    seed: int | None = None
    round: int | None = None
    system: str | None = None
    rules: str | None = None
    release: bool = False
    baku: bool = False
    adjourned: bool = False
    fill_byes: bool = False


def parsed(words: Sequence[str]) -> Request:
    """The request of a command line.

    Raises
    ------
    UsageProblem
        A word that is not known, or words that do not go together.
    """
    request = Request()
    actions = {"-p": "pair", "-c": "check", "-g": "generate"}
    rest = list(words)

    def value() -> str | None:
        """The next word, where it is no option: `-` alone is none either."""
        return rest.pop(0) if rest and not rest[0].startswith("-") else None

    def needed(option: str) -> str:
        if not rest:
            raise UsageProblem(f"{option} needs a value. Usage: {USAGE}")
        return rest.pop(0)

    while rest:
        word = rest.pop(0)
        if word in SYSTEMS:
            if request.system not in (None, word):
                raise UsageProblem(f"{word}: only one of {' and '.join(SYSTEMS)} can be asked for.")
            request.system = word
        elif word in actions:
            if request.action:
                raise UsageProblem(f"{word}: only one of -p, -c and -g can be asked for.")
            request.action = actions[word]
            given = value()
            if word == "-p":
                request.out = given
            elif word == "-g":
                request.config = given
            elif given is not None:
                request.round = whole_number("-c", given)
        elif word == "-l":
            request.wants_checklist, request.checklist = True, value()
        elif word == "-o":
            request.tournament_out = needed(word)
        elif word == "-s":
            request.seed = whole_number(word, needed(word))
        elif word == "-q":
            whole_number(word, needed(word))
        elif word == "--rules":
            request.rules = needed(word)
        elif word in ("-r", "-w", "-b"):
            request.release |= word == "-r"
            request.baku |= word == "-b"
        elif word in ("--adjourned", "--fill-byes"):
            request.adjourned |= word == "--adjourned"
            request.fill_byes |= word == "--fill-byes"
        elif word.startswith("-") or request.source is not None:
            raise UsageProblem(f"{word}: not understood. Usage: {USAGE}")
        else:
            request.source = word
    return _checked(request)


def beside(source: str, name: str) -> str:
    """A bare name lies in the folder of the file it belongs to, as JaVaFo has it."""
    return name if os.path.dirname(name) else os.path.join(os.path.dirname(source), name)


def whole_number(option: str, text: str) -> int:
    """The value of an option that is a number; raises UsageProblem where it is none."""
    if not text.isascii() or not text.isdigit() or len(text) > 19:
        raise UsageProblem(f"{option} {text}: expected a whole number.")
    return int(text)


def _checked(request: Request) -> Request:
    if request.action in ("pair", "check") and request.source is None:
        raise UsageProblem(f"Which tournament file? Usage: {USAGE}")
    if request.action == "generate" and request.tournament_out is None:
        raise UsageProblem("-g needs -o OUT, the file to write.")
    if request.action == "generate" and (request.baku or (request.wants_checklist and request.system != "--dutch")):
        raise UsageProblem(f"{'-b' if request.baku else '-l'} does not go with -g.")
    if request.source is None and (request.adjourned or request.fill_byes):
        raise UsageProblem(f"{'--adjourned' if request.adjourned else '--fill-byes'} goes with a tournament file only.")
    if request.source is not None and request.config is not None and not request.config.isdecimal():
        raise UsageProblem(f"-g: either a model file ({request.source}) or a configuration ({request.config}).")
    if request.action != "generate" and (request.tournament_out, request.seed) != (None, None):
        raise UsageProblem(f"{'-s' if request.tournament_out is None else '-o'} goes with -g only.")
    if request.action == "" and (request.source, request.system, request.wants_checklist) != (None, None, False):
        raise UsageProblem(f"Nothing to do: one of -p, -c and -g must say what. Usage: {USAGE}")
    answered = request.system is None or request.system in RULES_OF_SYSTEM
    if not answered and os.environ.get("PAIRPROOF_STRICT") == "1":
        raise UsageProblem(
            f"{request.system}: pairproof does not pair by this system, and PAIRPROOF_STRICT=1 asks it to say so."
        )
    return request
