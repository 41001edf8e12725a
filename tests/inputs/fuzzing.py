"""Damaged tournament files, and a check of files that shares nothing with the readers.

`mutated` damages a file of the corpus: bytes, lines, columns, records put in.  `contradictions` reads a file in the
plainest way and says what in it cannot all be true.  `examine` does with a file what the program does, and returns what
went wrong: an exception that is none of the program's own, a file accepted though it contradicts itself, a pairing that
its own file forbids, bytes that do not come back, or time.
"""

from __future__ import annotations

import random
import re
import signal
import time
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pairproof.model.errors import InternalError, PairproofError
from pairproof.model.formats.format import Reading
from pairproof.model.formats.load import source_bytes
from pairproof.model.formats.table import format_named
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.trf.conversion import converted
from pairproof.model.formats.trf.document import read_trf_document
from pairproof.model.formats.trf.flavours import FLAVOURS
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.rules import PRESETS
from pairproof.model.tournament import Tournament
from pairproof.solver import pair
from pairproof.solver.request import Request
from tests.inputs.rule_sets import OPTIMA
from tests.paths import DATA

TIME_LIMIT = 5.0
MOST_PLAYERS = 60
"""Larger files of the corpus are left out: they only make every try slower."""

_PIECES = b' 0123456789wb-=+HUFZ10.,\n\r\t"[]{}<>/&;#abcXRPSAZ\xc3\xa9\xff'
_RECORDS = (
    "XXR 5", "XXR 0", "142 9", "XXC white1", "152 B", "XXC rank black1", "XXZ 1", "XXZ 1 2 99", "XXP 1 2", "XXP 2",
    "240 H   2    1", "240 F 003 0002", "240 Z   9    1    2", "250       1.0   1   2    1    4", "250  2.0",
    "260   1   9    1    2", "260   2   1    1    2", "299           0.5   1    1", "299 W         0.5", "299 L  1.0",
    "XXA    1  1.0  0.5", "XXA    1  1.0", "162  W 3.0    D 1.0", "162  X 0.5", "XXS W=3 D=1", "XXS FW=0.5",
    "BBW  3.0", "BBU  0.5", "172 FRA NRO", "192 FIDE_DUTCH_2026_BAKU", "192 FIDE_TEAM_BAKU", "### GAM 1 1 3",
    "### GAM 1 1", "013 Team                                1    2", "444 what", "### fine", "FRA    1",
    "310   1 Team                             T1      2400   15.0   28.0  11     1    2",
)  # fmt: skip
_TOML_LINES = (
    'rounds = 3', "absent = [1]", "bye = 2", "half_byes = [1, 1]", "[next]", "fix = [[1, 2]]", "forbid = [[0, 1]]",
    "accelerated = [{ round = 1, players = [1], points = 2 }]", "[[later]]", "round = 9", "[[rounds]]", "games = []",
    "corrections = [{ round = 1, players = [1], points = -1 }]", "lot = 1", 'groups = ["x"]', "restricted_until = 1",
)  # fmt: skip


@dataclass(frozen=True)
class Seed:
    """A file of the corpus."""

    name: str
    format: str
    data: bytes


def corpus() -> list[Seed]:
    """Every small file of tests/data, and the same as TOML."""
    seeds = []
    for path in sorted(DATA.iterdir()):
        if path.suffix not in (".trf", ".xml", ".t"):
            continue
        data, found = source_bytes(path)
        format = found.name
        if data.count(b"\n001 ") + data.count(b"\r001 ") > MOST_PLAYERS:
            continue
        seeds.append(Seed(path.name, format, data))
        try:
            seeds.append(Seed(path.stem + ".toml", "toml", dump_toml(_read(format, data)).encode()))
        except PairproofError:
            continue
    return seeds


def _read(format: str, data: bytes) -> Tournament:
    found = format_named(format)
    assert found is not None
    return found.opened(data, Reading()).tournament


# ---- damage


def mutated(seed: Seed, rng: random.Random, others: list[Seed]) -> bytes:
    """The file with one to a few kinds of damage."""
    data = seed.data
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        kind = rng.random()
        if kind < 0.3:
            data = _bytes_damaged(data, rng)
        elif kind < 0.55:
            data = _lines_damaged(data, rng)
        elif kind < 0.65:
            other = rng.choice([one for one in others if one.format == seed.format]).data
            cut = rng.randrange(len(data) + 1)
            data = data[:cut] + other[rng.randrange(len(other)) :][: rng.choice((50, 500, 5000))] + data[cut:]
        elif kind < 0.7:
            data = _encoded_otherwise(data, rng)
        elif seed.format == "trf":
            data = _trf_damaged(data, rng)
        elif seed.format == "toml":
            lines = data.split(b"\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(_TOML_LINES).encode())
            data = b"\n".join(lines)
        else:
            data = _number_changed(data, rng)
    return data


def _bytes_damaged(data: bytes, rng: random.Random) -> bytes:
    text = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            text[at : at + 1] = bytes([rng.choice(_PIECES)])
        elif kind == 1:
            del text[at : at + rng.choice((1, 5, 20))]
        elif kind == 2:
            text[at:at] = bytes(rng.choices(_PIECES, k=rng.choice((1, 1, 4))))
        elif kind == 3:
            start = rng.randrange(len(text) + 1)
            text[at:at] = text[start : start + 30]
        elif rng.random() < 0.2:
            del text[at:]
    return bytes(text)


def _lines_damaged(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    return b"\n".join(lines)


def _encoded_otherwise(data: bytes, rng: random.Random) -> bytes:
    kind = rng.randrange(5)
    if kind == 0:
        return b"\xef\xbb\xbf" + data
    if kind == 1:
        return data.replace(b"\n", b"\r")
    if kind == 2:
        return data.replace(b"\r", b"").replace(b"\n", b"\r\n")
    if kind == 3:
        return data.decode("utf-8", "replace").encode("utf-16" if rng.random() < 0.3 else "latin-1", "replace")
    return data + b"\x1a"


def _trf_damaged(data: bytes, rng: random.Random) -> bytes:
    """An entry, a points column or a record changed to another one that could stand there."""
    lines = data.split(b"\n")
    players = [number for number, line in enumerate(lines) if line.startswith(b"001 ")]
    if not players or rng.random() < 0.3:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(_RECORDS).encode())
        return b"\n".join(lines)
    at = rng.choice(players)
    line = lines[at].rstrip(b"\r")
    end = lines[at][len(line) :]
    number = rng.randrange(max(1, (len(line) - 91) // 10 + 2))
    start = 91 + 10 * number
    kind = rng.randrange(5)
    padded = line.ljust(start + 8)
    if kind == 0:
        entry = f"{rng.randrange(len(players) + 2):>4} {rng.choice('wb-')} {rng.choice('10=+-WDL ')}"
        line = padded[:start] + entry.encode() + padded[start + 8 :]
    elif kind == 1:
        line = padded[:start] + f"0000 - {rng.choice('UFHZ+-=10 ')}".encode() + padded[start + 8 :]
    elif kind == 2:
        line = padded[: start + 7] + rng.choice("10=+-WDLUFHZ ").encode() + padded[start + 8 :]
    elif kind == 3:
        line = line[:80] + f"{rng.randrange(20) / 2:>4}".encode() + line[84:]
    else:
        line = line[:4] + f"{rng.randrange(len(players) + 3):>4}".encode() + line[8:]
    lines[at] = line + end
    return b"\n".join(lines)


def _number_changed(data: bytes, rng: random.Random) -> bytes:
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + str(rng.choice((0, 1, 2, 3, 7, -1, 99, 10**7))).encode() + data[one.end() :]


# ---- what cannot all be true


def contradictions(format: str, data: bytes) -> list[str]:
    """What in the file contradicts itself, read without the readers of the program; no complete list of faults."""
    check = {"trf": _in_trf, "toml": _in_toml, "opengotha": _in_opengotha, "tsh": _in_tsh}[format]
    return list(check(data))


_FITTING = {("1", "0"), ("0", "1"), ("=", "="), ("0", "0"), ("=", "0"), ("0", "="), ("W", "L"), ("L", "W"), ("D", "D")}
_FITTING |= {("L", "L"), ("D", "L"), ("L", "D"), ("+", "-"), ("-", "+"), ("-", "-"), ("", "")}
_WORTH = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1, "U": 2, "F": 2, "H": 1}


def _in_trf(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    lines = re.split(r"\r\n|\r|\n", text.rstrip("\x1a"))
    rows: dict[int, str] = {}
    for line in lines:
        if line.startswith("001"):
            ident = int(line[4:8])
            if ident in rows:
                yield f"two players {ident}"
            rows[ident] = line
    entries: dict[tuple[int, int], tuple[int, str, str]] = {}
    for ident, line in rows.items():
        for number, start in enumerate(range(91, len(line.rstrip()), 10), start=1):
            entry = line[start : start + 8].ljust(8)
            if entry.strip():
                entries[ident, number] = (int(entry[:4].strip() or 0), entry[5].lower(), entry[7].strip().upper())
    for (ident, number), (opponent, colour, code) in entries.items():
        if not opponent:
            continue
        back = entries.get((opponent, number))
        if back is None or back[0] != ident:
            yield f"{ident} plays {opponent} in round {number}, but not the other way round"
        elif {colour, back[1]} not in ({"w", "b"}, {"-"}, {" "}, {"-", " "}):
            yield f"{ident} and {opponent} have colours {colour}{back[1]} in round {number}"
        elif (code, back[2]) not in _FITTING:
            yield f"{ident} and {opponent} have results {code}{back[2]} in round {number}"
    last = max((number for (_, number), entry in entries.items() if entry[0]), default=0)
    planned = [int(line[3:]) for line in lines if line[:3] in ("XXR", "142")]
    if planned and (len(set(planned)) > 1 or last > planned[0]):
        yield f"{last} rounds of {planned}"
    if not any(re.match(r"162|XXS|BB.|299", line) for line in lines):
        asked = any(line.startswith("240") for line in lines)
        for ident, line in rows.items():
            column = line[79:84].strip()
            if not column or asked:
                continue
            row = [(number, entry) for (who, number), entry in entries.items() if who == ident]
            least = sum(_WORTH.get(code, 0) for number, (_, _, code) in row if number <= last)
            # Byes of rounds to come may be counted; "0000 - 1" and the like are byes as well; a game without result in
            # the last round may count as a draw.
            most = sum(_WORTH.get(code, 0) for _, (_, _, code) in row)
            pending = any(number == last and opponent and not code for number, (opponent, _, code) in row)
            if not least <= 2 * float(column.replace(",", ".")) <= most + pending:
                yield f"{ident} has {column} points, and the results give {least / 2} to {(most + pending) / 2}"


def _in_toml(data: bytes) -> Iterator[str]:
    file = tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n"))
    ids = [player["id"] for player in file["players"]]
    if len(set(ids)) < len(ids):
        yield "two players of one id"
    rounds = file.get("rounds", [])
    for number, one in enumerate(rounds, start=1):
        bye = one.get("bye", [])
        seated = [*([bye] if isinstance(bye, int) else bye), *one.get("half_byes", []), *one.get("full_byes", [])]
        seated += [player for game in one.get("games", []) for player in (game["white"], game["black"])]
        twice = [player for player, times in Counter([*seated, *one.get("absent", [])]).items() if times > 1]
        if twice or not set(seated) <= set(ids):
            yield f"round {number}: {twice} twice, or unknown players"
        missing = [game for game in one.get("games", []) if "result" not in game]
        if missing and number < len(rounds):
            yield f"round {number} has no results, but a round follows"
    planned = file["tournament"].get("rounds")
    if planned is not None and len(rounds) > planned:
        yield f"{len(rounds)} rounds of {planned}"


def _in_opengotha(data: bytes) -> Iterator[str]:
    root = ET.fromstring(data)
    names = [
        re.sub(r"\s", "", player.get("name", "") + player.get("firstName", "")).upper()
        for player in root.iter("Player")
    ]
    if len(set(names)) < len(names):
        yield "two players of one name"
    seats: Counter[tuple[str, str]] = Counter()
    for game in root.iter("Game"):
        for side in ("whitePlayer", "blackPlayer"):
            seats[re.sub(r"\s", "", game.get(side, "")).upper(), str(int(game.get("roundNumber", "0")))] += 1
    for (player, number), times in seats.items():
        if times > 1 or player not in names:
            yield f"{player} has {times} games in round {number}, or is none of the players"


def _in_tsh(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    rows = []
    for line in re.split(r"\r\n|\r|\n", text.rstrip("\x1a")):
        if line.strip() and not line.lstrip().startswith("#"):
            head, _, rest = line.partition(";")
            words = re.search(r"\s-?\d+(?:[.+]\d+)*((?:\s+\d+)*)\s*$", head.rstrip())
            rows.append(([int(word) for word in words[1].split()] if words else [], rest.split(";")[0].split()))
    # Only rounds that somebody has a score in are played; 00 and 9999 are none.
    scored = (number for _, scores in rows for number, one in enumerate(scores, start=1) if one not in ("00", "9999"))
    played = max(scored, default=0)
    for player, (opponents, _) in enumerate(rows, start=1):
        for number, opponent in enumerate(opponents[:played]):
            if opponent and (
                opponent > len(rows) or opponent == player or rows[opponent - 1][0][number : number + 1] != [player]
            ):
                yield f"{player} plays {opponent} in round {number + 1}, but not the other way round"


# ---- the whole


class OutOfTime(Exception):
    """A file took longer than the limit."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the block after so many seconds of processor time, where the system has alarms.

    Nothing here waits for anything, and other processes on the machine are not the file's fault.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def out(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, out)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


NO_REMATCH = sorted(name for name in OPTIMA if "no-rematch" in PRESETS[name].hard)
"""The rule sets by which nobody meets anybody twice, which is looked for here."""


@dataclass(frozen=True)
class Outcome:
    """What came of a file: "refused", "accepted" (read, but not paired) or "paired"; and all that went wrong."""

    kind: str
    problems: tuple[str, ...] = ()
    seconds: float = 0.0


def examine(format: str, data: bytes, rng: random.Random) -> Outcome:
    """Read a file, write it again, pair it; and say what went wrong."""
    start = time.process_time()
    problems: list[str] = []
    kind = "refused"
    try:
        with limited(TIME_LIMIT):
            tournament = _read(format, data)
            kind = "accepted"
            problems += _written_again(format, data, tournament, rng)
            pairing = pair(tournament, Request(PRESETS[rng.choice(NO_REMATCH)]))
            kind = "paired"
            problems += _wrong_pairing(tournament, pairing.boards, pairing.bye)
    except OutOfTime:
        problems.append(f"more than {TIME_LIMIT} s")
    except InternalError as error:
        problems.append(f"InternalError: {error}")
    except PairproofError as error:
        if not str(error).strip():
            problems.append("refused without a word")
    except Exception as error:
        problems.append(f"{type(error).__name__}: {error}")
    if kind != "refused":
        try:
            problems += [f"accepted, though {what}" for what in contradictions(format, data)]
        except (ValueError, KeyError, TypeError, ET.ParseError) as error:
            problems.append(f"accepted, but cannot be read plainly: {type(error).__name__}: {error}")
    return Outcome(kind, tuple(problems), time.process_time() - start)


def _written_again(format: str, data: bytes, tournament: Tournament, rng: random.Random) -> Iterator[str]:
    again = _read("toml", dump_toml(tournament).encode())
    if (again.players, again.rounds, again.next) != (tournament.players, tournament.rounds, tournament.next):
        yield "reads otherwise after being written as TOML"
    if format == "trf":
        if read_trf_document(data).to_bytes() != data:
            yield "does not come back byte for byte"
        converted(read_trf_document(data), rng.choice(tuple(FLAVOURS)))
    dump_trf(tournament, rng.choice(tuple(FLAVOURS)))


def _wrong_pairing(tournament: Tournament, boards: object, bye: int | None) -> Iterator[str]:
    """What the file itself forbids: who is paired, with whom."""
    pairs = [(board.white, board.black) for board in boards]  # type: ignore[attr-defined]
    if not pairs and bye is None:
        return
    seated = [player for one in pairs for player in one] + ([bye] if bye is not None else [])
    here = set(tournament.ids) - tournament.next.not_playing
    if len(seated) != len(set(seated)) or set(seated) != here:
        yield "does not seat everybody once who is there"
    met = {frozenset((g.white, g.black)) for one in tournament.rounds for g in one.games if g.played}
    if any(frozenset(one) in met for one in pairs):
        yield "pairs two who have met"
    number = len(tournament.rounds) + 1
    apart = tournament.forbidden | tournament.next.forbid | tournament.forbidden_in.get(number, frozenset())
    if any((min(one), max(one)) in apart for one in pairs) or (bye is not None and (0, bye) in apart):
        yield "pairs two whom the file keeps apart"
