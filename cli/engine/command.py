"""`pairproof-engine`: called the way tournament managers call bbpPairings or JaVaFo.

    pairproof-engine [-r] [SYSTEM] IN -p [OUT] [-l [LIST]]      pair the next round
    pairproof-engine [-r] [SYSTEM] IN -c [ROUND] [-l [LIST]]    compare the rounds of IN with the best ones
    pairproof-engine [-r] [SYSTEM] [-g [CONFIG] | MODEL -g] -o OUT [-s SEED]    play a random tournament
    pairproof-engine [-r]                                       say which release this is

SYSTEM is `--dutch` or `--burstein`: callers give it, but the rules are pairproof's (`--rules`), not FIDE's, and stderr
says so; with PAIRPROOF_STRICT=1 in the environment a system is refused.  JaVaFo's `-q N` and `-w` choose among its
algorithms and change nothing here; `-b` pairs the round with the points of the Baku acceleration.

Exit codes: 0 done; 1 no legal pairing (OUT is there, and empty); 2 an error of the program; 3 a request or a file that
makes no sense; 4 too large; 5 a file that cannot be read or written.

A process of its own for every round of a tournament: nothing is imported that is not used, no typer either.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pairproof.model.errors import Fault, FileProblem, InternalError, InvalidInput, UsageProblem

if TYPE_CHECKING:
    from pairproof.cli.writing import Target
    from pairproof.model import RuleSet, Tournament
    from pairproof.model.study.simulation import Seating, Settings
    from pairproof.solver.result import Pairing

NO_PAIRING = 1
UNEXPECTED = 2
BAD_REQUEST = 3
TOO_LARGE = 4
FILE_ERROR = 5
DEFAULT_RULES = "colour-swiss"
SYSTEMS = ("--dutch", "--burstein")
MAX_PLAYERS = 10_000
USAGE = "pairproof-engine [-r] [--dutch] IN (-p [OUT] | -c [ROUND]) [-l [LIST]], or -g [CONFIG] -o OUT [-s SEED]"


class _TooLarge(Exception):
    """More players than the program takes on."""


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
    except (_TooLarge, MemoryError, OverflowError, RecursionError) as error:
        return _failed(TOO_LARGE, str(error) or "There is not enough memory for this tournament.")
    except InternalError as error:
        return _failed(UNEXPECTED, f"Internal error: {error}")
    except KeyboardInterrupt:
        return _failed(UNEXPECTED, "Interrupted.")
    except Exception as error:
        return _failed(UNEXPECTED, f"Internal error: {type(error).__name__}: {error}")


def _failed(code: int, message: str) -> int:
    from pairproof.cli.output import complain

    complain(message)
    return code


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
                request.round = _number("-c", given)
        elif word == "-l":
            request.wants_checklist, request.checklist = True, value()
        elif word == "-o":
            request.tournament_out = needed(word)
        elif word == "-s":
            request.seed = _number(word, needed(word))
        elif word == "-q":
            _number(word, needed(word))
        elif word == "--rules":
            request.rules = needed(word)
        elif word in ("-r", "-w", "-b"):
            request.release |= word == "-r"
            request.baku |= word == "-b"
        elif word.startswith("-") or request.source is not None:
            raise UsageProblem(f"{word}: not understood. Usage: {USAGE}")
        else:
            request.source = word
    return _checked(request)


def _number(option: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 19:
        raise UsageProblem(f"{option} {text}: expected a whole number.")
    return int(text)


def _checked(request: Request) -> Request:
    if request.action in ("pair", "check") and request.source is None:
        raise UsageProblem(f"Which tournament file? Usage: {USAGE}")
    if request.action == "generate" and request.tournament_out is None:
        raise UsageProblem("-g needs -o OUT, the file to write.")
    if request.action == "generate" and (request.baku or request.wants_checklist):
        raise UsageProblem(f"{'-b' if request.baku else '-l'} does not go with -g.")
    if request.source is not None and request.config is not None and not request.config.isdigit():
        raise UsageProblem(f"-g: either a model file ({request.source}) or a configuration ({request.config}).")
    if request.action != "generate" and (request.tournament_out, request.seed) != (None, None):
        raise UsageProblem(f"{'-s' if request.tournament_out is None else '-o'} goes with -g only.")
    if request.action == "" and (request.source, request.out, request.wants_checklist) != (None, None, False):
        raise UsageProblem(f"Nothing to do: one of -p, -c and -g must say what. Usage: {USAGE}")
    if request.system is not None and os.environ.get("PAIRPROOF_STRICT") == "1":
        raise UsageProblem(
            f"{request.system}: pairproof does not pair by this system, and PAIRPROOF_STRICT=1 asks it to say so."
        )
    return request


def _perform(request: Request) -> int:
    if request.release or not request.action:
        from pairproof.cli.output import write
        from pairproof.cli.version import RULES_DATE, version_of

        write(f"pairproof-engine {version_of('pairproof')} (rules of {RULES_DATE})\n")
    if not request.action:
        return 0
    if request.action == "generate":
        return _generate(request)
    assert request.source is not None
    from pairproof.cli.source import inputs
    from pairproof.cli.writing import Target

    with ExitStack() as stack:
        out = checklist = None
        if request.action == "pair" and request.out is not None:
            out = stack.enter_context(Target("-p", _beside(request.source, request.out)))
        if request.wants_checklist:
            name = request.checklist or os.path.splitext(os.path.basename(request.source))[0] + ".list"
            name = _beside(request.source, name)
            if out is not None and out.same_as(name):
                raise UsageProblem(f"-p and -l both name {name}.")
            checklist = stack.enter_context(Target("-l", name))
        tournament, rules = _loaded(request)
        for target in (out, checklist):
            if target is not None:
                target.spare(inputs(request.source, tournament, request.rules))
        _say(request, rules)
        if request.action == "check":
            return _check(request, tournament, rules, checklist)
        return _pair(tournament, rules, out, checklist)


def _beside(source: str, name: str) -> str:
    """A bare name lies in the folder of the file it belongs to, as JaVaFo has it."""
    return name if os.path.dirname(name) else os.path.join(os.path.dirname(source), name)


def _loaded(request: Request) -> tuple[Tournament, RuleSet]:
    from pairproof.cli.output import complain
    from pairproof.model.formats.load import load_tournament
    from pairproof.model.formats.toml.rule_file import rules_for

    assert request.source is not None
    if request.source == "-":
        raise UsageProblem(f"Which tournament file? Usage: {USAGE}")
    tournament = load_tournament(request.source)
    if len(tournament.players) > MAX_PLAYERS:
        raise _TooLarge(f"The file holds {len(tournament.players)} players; the engine takes {MAX_PLAYERS} at most.")
    for warning in tournament.warnings:
        complain(f"Warning: {warning}")
    planned = tournament.rounds_planned
    if request.action == "pair" and planned is not None and len(tournament.rounds) >= planned:
        text = f"All {planned} planned rounds are paired already; -c compares them with the best pairings."
        raise InvalidInput([Fault(text)], tournament.source)
    rules = rules_for(tournament, request.rules or (None if tournament.rules else DEFAULT_RULES))
    return (_with_baku(tournament, rules) if request.baku else tournament), rules


def _with_baku(tournament: Tournament, rules: RuleSet) -> Tournament:
    """The tournament with the Baku points of the round to be paired; those of earlier rounds are what the file says."""
    from pairproof.model.formats.trf.assigned import baku

    number = len(tournament.rounds) + 1
    if tournament.rounds_planned is None:
        raise UsageProblem("-b: the Baku acceleration needs the number of rounds (record XXR or 142).")
    if (rules.points.win, rules.points.draw) != (2, 1):
        raise UsageProblem("-b: the Baku acceleration needs a win worth 1 point and a draw worth ½.")
    points = baku(tournament.ids, tournament.rounds_planned).get(number, {})
    return replace(
        tournament, accelerated={**tournament.accelerated, number: points} if points else tournament.accelerated
    )


def _say(request: Request, rules: RuleSet) -> None:
    from pairproof.cli.output import complain

    asked = {"--dutch": "FIDE (Dutch)", "--burstein": "Burstein", None: "FIDE"}[request.system]
    complain(f"Note: pairproof pairs by its own rules ({rules.name}); these are not the {asked} rules.")


def _pair(tournament: Tournament, rules: RuleSet, out: Target | None, checklist: Target | None) -> int:
    from pairproof.cli.engine.format import engine_format
    from pairproof.cli.output import complain, write
    from pairproof.solver.optimal import pair
    from pairproof.solver.request import Request as RoundRequest

    pairing = pair(tournament, RoundRequest(rules))
    data = engine_format(pairing)
    if checklist is not None:
        checklist.write(_checklist(pairing).encode())
    if out is not None:
        out.write(data.encode("ascii"))
        out.put()
    else:
        write(data)
    if checklist is not None:
        checklist.put()
    if pairing.status == "infeasible":
        from pairproof.solver.proof.write import witness_document

        assert pairing.witness is not None
        complain("No legal pairing exists. " + str(witness_document(pairing.problem, pairing.witness)["text"]))
        return NO_PAIRING
    return 0


def _checklist(pairing: Pairing) -> str:
    """Everybody present in rank order: score, what colour is due, floats, the bye, and the opponents so far."""
    from pairproof.model.criteria import may_have_bye

    position = pairing.problem.position
    may_bye = may_have_bye(position)
    colours = {1: "W", -1: "B", 0: "-"}
    floats = {1: "up", -1: "down", 0: "-"}
    lines = [f"{'ID':>5} {'Pts':>6}  Pref Diff  -1R  -2R  Bye  Opponents"]
    for index, player in enumerate(position.ids):
        own = position.history.entries[player]
        met = " ".join(str(entry.opponent or "-") for entry in own)
        need = position.needs[index]
        wants = colours[need.wants] + "!" * max(need.strength - 1, 0)  # "", "!" and "!!": mild, strong, absolute
        lines.append(
            f"{player:>5} {int(position.score[index]) / 2:>6.1f}  {wants:<4} {need.difference:>+4} "
            f"{floats[int(position.float_1[index])]:>4} {floats[int(position.float_2[index])]:>4}  "
            f"{'yes' if may_bye[index] else 'no':<3}  {met}".rstrip()
        )
    return "\n".join(lines) + "\n"


def _check(request: Request, tournament: Tournament, rules: RuleSet, checklist: Target | None) -> int:
    """Print, for each round, the boards on which the best pairing and the one played differ."""
    from pairproof.cli.output import write
    from pairproof.solver.optimal import pair
    from pairproof.solver.request import Request as RoundRequest

    rounds = range(1, len(tournament.rounds) + 1)
    if request.round is not None and request.round not in rounds:
        raise UsageProblem(f"-c {request.round}: the file holds {len(rounds)} rounds.")
    lines = []
    lists = []
    for number in rounds if request.round is None else (request.round,):
        lines.append(f"{tournament.name}: Round #{number}")
        pairing = pair(tournament, RoundRequest(rules, number))
        lists.append(f"Round #{number}\n{_checklist(pairing)}\n")
        best = [(board.white, board.black) for board in pairing.boards]
        best += [(pairing.bye, 0)] if pairing.bye is not None else []
        one = tournament.rounds[number - 1]
        played = [(game.white, game.black) for game in one.games] + [(player, 0) for player in one.byes]
        ours = [pair_ for pair_ in best if pair_ not in set(played)]
        theirs = [pair_ for pair_ in played if pair_ not in set(best)]
        if ours or theirs:
            lines.append("  Checker pairings        Tournament pairings")
        for place in range(max(len(ours), len(theirs))):
            left, right = (f"{a:>6} - {b:>4}" if a else "" for a, b in (_at(ours, place), _at(theirs, place)))
            lines.append(f"{left:<24}{right}".rstrip())
        lines.append("")
    write("\n".join(lines) + "\n" if lines else "")
    if checklist is not None:
        checklist.write("".join(lists).encode())
        checklist.put()
    return 0


def _at(pairs: list[tuple[int, int]], place: int) -> tuple[int, int]:
    return pairs[place] if place < len(pairs) else (0, 0)


_KEYS = {
    "PlayersNumber": "players",
    "RoundsNumber": "rounds",
    "ForfeitRate": "forfeits",
    "ZPBRate": "absences",
    "HPBRate": "half_byes",
    "FPBRate": "full_byes",
}
_RATINGS = ("LowestRating", "HighestRating")
_KNOWN = (*_KEYS, *_RATINGS)
_PASSED_OVER = ("QuickgameRate", "Groups", "Separator")


def _generate(request: Request) -> int:
    """A random tournament (`model.study.simulation`); its seed stands in the name, so it can be played again."""
    import secrets

    from pairproof.cli.output import complain
    from pairproof.cli.writing import Target
    from pairproof.model.criteria import has_colours
    from pairproof.model.formats.toml.rule_file import load_rules
    from pairproof.model.formats.trf.writer import dump_trf
    from pairproof.model.rules import PRESETS
    from pairproof.model.study.simulation import Field, Ratings, Settings, play
    from pairproof.solver.methods import pair_by, seating
    from pairproof.solver.request import Request as RoundRequest

    assert request.tournament_out is not None
    config, seed = request.config, request.seed
    if config is not None and config.isdigit():
        seed = _number("-g", config) if seed is None else seed
        config = None
    seed = secrets.randbelow(2**31) if seed is None else seed
    with Target("-o", request.tournament_out) as target:
        read = {request.source: "the model file", config: "the configuration", request.rules: "the rule file"}
        target.spare({path: what for path, what in read.items() if path is not None and path not in PRESETS})
        rules = load_rules(request.rules or DEFAULT_RULES)
        settings = Settings(players=40, rounds=7, forfeits=0.02, absences=0.01, half_byes=0.02)
        if request.source is not None:
            model, _ = _loaded(request)
            rounds = model.rounds_planned or max(len(model.rounds), 1)
            drawn = Ratings("list", tuple(player.rating for player in model.players))
            settings = replace(settings, players=len(model.players), rounds=rounds, ratings=drawn)
        elif config is not None:
            settings = _configured(settings, config)
        faults = settings.faults()
        if faults:
            raise UsageProblem("\n".join(faults))
        if settings.players > MAX_PLAYERS:
            raise _TooLarge(f"{settings.players} players: the engine takes {MAX_PLAYERS} at most.")
        _say(request, rules)
        field = Field(settings, seed, 1)

        def pair_round(tournament: Tournament) -> Seating | None:
            pairing = pair_by("optimal", tournament, RoundRequest(rules), field.luck)
            return None if pairing.status == "infeasible" else seating(pairing)

        simulated = play(field, pair_round, colours=has_colours(rules))
        if simulated.ended is not None:
            complain(f"The tournament ended early: {simulated.ended}.")
        target.write(dump_trf(simulated.tournament, "trfx").encode())
        target.put()
    return NO_PAIRING if simulated.ended is not None and "no legal pairing" in simulated.ended else 0


def _configured(settings: Settings, config: str) -> Settings:
    """The settings with those of a property file, as JaVaFo has it; its rates are in thousandths."""
    from pathlib import Path

    from pairproof.cli.output import complain
    from pairproof.model.formats.files import read_bytes
    from pairproof.model.study.simulation import Ratings

    found: dict[str, float] = {}
    lowest, highest = 1000, 2600
    for number, line in enumerate(
        read_bytes(Path(config), "the configuration").decode("latin-1").splitlines(), start=1
    ):
        text = line.strip()
        if not text or text.startswith(("#", "!")):
            continue
        key, _, value = (part.strip() for part in text.partition("="))
        if key in _PASSED_OVER:
            complain(f"Note: {config}, line {number}: {key} is not used.")
            continue
        if key not in _KEYS and key not in _RATINGS:
            raise UsageProblem(f"{config}, line {number}: {key!r} is not understood; known are {', '.join(_KNOWN)}.")
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise UsageProblem(f"{config}, line {number}: {key} is {value!r}, which is no whole number.")
        if key == "LowestRating":
            lowest = int(value)
        elif key == "HighestRating":
            highest = int(value)
        else:
            found[_KEYS[key]] = int(value) / 1000 if key.endswith("Rate") else int(value)
    return replace(settings, ratings=Ratings("uniform", (lowest, highest)), **found)  # type: ignore[arg-type]
