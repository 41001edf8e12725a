"""The named tournaments of `scenarios/`: each is paired as its expectation says, small ones by brute force as well.

An expectation, `scenarios/expected/NAME.txt` (or `NAME.VARIANT.txt`), is a text for people: the command, the boards,
the bye, each level's value.  `python -m tests.rules.test_scenarios scenarios/expected/NAME.txt` prints what the program
makes of the command in the first line; it never changes a file.

Scenarios `manual-*` show the manual method, and are tested in `test_manual.py`.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from pairproof.model import Tournament, load_tournament
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.rules import RuleSet
from pairproof.solver import Pairing, pair, verify
from pairproof.solver.request import Conditions, Request
from tests.paths import ROOT
from tests.reference import oracle

SCENARIOS = ROOT / "scenarios"
EXPECTED = sorted((SCENARIOS / "expected").glob("*.txt"))
FILES = sorted(
    path for path in SCENARIOS.iterdir() if path.suffix in (".toml", ".trf") and not path.name.startswith("manual-")
)
RULE_FILES = sorted((SCENARIOS / "rules").glob("*.toml"))
MOST_BOARDS_FOR_BRUTE_FORCE = 5


@dataclass(frozen=True)
class Seat:
    """One player at a board (or with the bye): id, score in half-win units, float ("down", "up" or "")."""

    player: int
    score: int
    float: str


@dataclass(frozen=True)
class Sheet:
    """What an expectation says.  `witness` holds the blockers and the odd groups where nothing is legal."""

    round: int
    rules: str
    boards: tuple[tuple[Seat, Seat], ...] = ()
    bye: Seat | None = None
    levels: tuple[tuple[str, int], ...] = ()
    witness: tuple[Sequence[int], Sequence[Sequence[int]]] | None = None


@dataclass(frozen=True)
class Case:
    """A tournament, the rule set and the round of one expectation, as the command in its first line names them."""

    command: str
    tournament: Tournament
    rules: RuleSet
    round: int | None
    lookahead: int | None = None

    def pair(self) -> Pairing:
        """What the command finds."""
        conditions = Conditions(lookahead=self.lookahead)
        return pair(self.tournament, Request(self.rules, round=self.round, conditions=conditions))


def read_case(path: Path) -> Case:
    """The case of an expectation; its command may have `--round N`, `--rules RULES` and `--lookahead K`."""
    command = path.read_text(encoding="utf-8").partition("\n")[0]
    words = shlex.split(command)
    assert words[:2] == ["pairproof", "pair"], f"{path.name} does not begin with a command: {command}"
    file, options = words[2], dict(zip(words[3::2], words[4::2], strict=True))
    assert options.keys() <= {"--round", "--rules", "--lookahead"}, command
    tournament = load_tournament(ROOT / file)
    rules = options.get("--rules")
    if rules is not None and rules.endswith(".toml"):
        rules = str(ROOT / rules)
    number, further = (None if text is None else int(text) for text in map(options.get, ("--round", "--lookahead")))
    return Case(command, tournament, rules_for(tournament, rules), number, further)


def scenario_of(path: Path) -> str:
    """The file name in the command of an expectation."""
    return Path(shlex.split(path.read_text(encoding="utf-8").partition("\n")[0])[2]).name


def sheet_of(pairing: Pairing) -> Sheet:
    """What the program found."""
    position = pairing.problem.position
    number, rules = position.round, position.rules.name
    if pairing.proof.witness is not None:
        assert pairing.certificate is not None
        witness = pairing.certificate["witness"]
        return Sheet(number, rules, witness=(witness["blockers"], witness["odd_groups"]))
    boards = tuple(
        (
            Seat(board.white, board.scores[0], board.floats[0] or ""),
            Seat(board.black, board.scores[1], board.floats[1] or ""),
        )
        for board in pairing.boards
    )
    bye = None
    if pairing.bye is not None:
        bye = Seat(pairing.bye, int(position.score[position.index_of[pairing.bye]]), "down")
    return Sheet(number, rules, boards, bye, tuple((level.name, level.value) for level in pairing.levels))


def brute_force_sheet(state: oracle.State, lookahead: int | None = None) -> Sheet | None:
    """What trying every pairing gives; None where none is legal (or leaves the further rounds asked for)."""
    if lookahead is None:
        found = oracle.best(state)
    else:
        kept = [p for p in oracle.legal_pairings(state) if oracle.lookahead_ok(state, p, lookahead)]
        least = min(oracle.level_vector(state, p) for p in kept)
        found = least, [p for p in kept if oracle.level_vector(state, p) == least]
    if found is None:
        return None
    values, optima = found

    def seat(player: int, mark: str) -> Seat:
        return Seat(player, state.score[player], mark)

    boards, bye = [], None
    for board in oracle.boards(state, oracle.natural(state, optima)):
        if board.black == 0:
            bye = seat(board.white, "down")
        else:
            marks = dict(state.floats_given(board.white, board.black))
            white, black = (seat(player, marks.get(player, "")) for player in (board.white, board.black))
            boards.append((white, black))
    levels = tuple(zip(state.level_names(), values, strict=True))
    return Sheet(state.round, state.rules.name, tuple(boards), bye, levels)


def text_of(case: Case, sheet: Sheet) -> str:
    """The text of an expectation."""
    planned = case.tournament.rounds_planned
    of = "" if planned is None else f" of {planned}"
    lines = [case.command, "", f"Round {sheet.round}{of}, rules {sheet.rules}", ""]
    if sheet.witness is not None:
        blockers, groups = sheet.witness
        lines += ["No legal pairing.", "", f"take away   {_listed(blockers) or 'nobody'}"]
        lines += [f"odd group   {_listed(group)}" for group in groups]
        return "\n".join(lines) + "\n"
    names = {player.id: player.name for player in case.tournament.players}
    rows = [("board", "white", "score", "float", "black", "score", "float")]
    for number, (white, black) in enumerate(sheet.boards, 1):
        rows.append((str(number), *_cells(white, names, case), *_cells(black, names, case)))
    if sheet.bye is not None:
        rows.append(("bye", *_cells(sheet.bye, names, case), "", "", ""))
    lines += _table(rows, right=(0, 2, 5))
    lines.append("")
    if case.tournament.halves:
        lines.append("Levels count half points.")
    lines += _table([("level", "value"), *((name, str(value)) for name, value in sheet.levels)], right=(1,))
    return "\n".join(lines) + "\n"


def _listed(players: Sequence[int]) -> str:
    return ", ".join("the bye" if player == 0 else str(player) for player in players)


def _cells(seat: Seat, names: Mapping[int, str], case: Case) -> tuple[str, str, str]:
    points = f"{seat.score / 2:g}" if case.tournament.halves else str(seat.score)
    return f"{seat.player} {names[seat.player]}".rstrip(), points, seat.float


def _table(rows: Sequence[tuple[str, ...]], right: Sequence[int]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def by_name(path: Path) -> str:
    """The name of a test case."""
    return path.stem


@pytest.mark.parametrize("path", EXPECTED, ids=by_name)
def test_the_pairing_is_the_expected_one(path: Path) -> None:
    case = read_case(path)
    pairing = case.pair()
    assert text_of(case, sheet_of(pairing)).splitlines() == path.read_text(encoding="utf-8").splitlines()
    assert all(level.proved for level in pairing.levels)
    if pairing.certificate is None:
        assert case.lookahead is not None, "look-ahead is no sum over pairs, and has no certificate; all else has one"
        return
    verdict = verify(pairing.certificate, case.tournament, case.rules)
    assert verdict.valid, verdict.problems


def small(path: Path) -> bool:
    """Whether an expectation has so few boards that every pairing can be tried."""
    boards = re.findall(r"^ *\d+  \d", path.read_text(encoding="utf-8"), re.MULTILINE)
    return len(boards) <= MOST_BOARDS_FOR_BRUTE_FORCE


@pytest.mark.parametrize("path", [path for path in EXPECTED if small(path)], ids=by_name)
def test_brute_force_expects_the_same(path: Path) -> None:
    case = read_case(path)
    state = oracle.State(case.tournament, case.rules, case.round)
    expected = path.read_text(encoding="utf-8")
    sheet = brute_force_sheet(state, case.lookahead)
    if sheet is None:
        assert "No legal pairing." in expected
        assert witness_fault(state, *witness_in(expected)) is None
    else:
        assert text_of(case, sheet).splitlines() == expected.splitlines()


def witness_in(expected: str) -> tuple[set[int], list[set[int]]]:
    """Blockers and odd groups as they stand in the text of an expectation."""

    def players(text: str) -> set[int]:
        return {int(word) for word in re.findall(r"\d+", text.replace("the bye", "0"))}

    lines = expected.splitlines()
    (blockers,) = (players(line) for line in lines if line.startswith("take away"))
    return blockers, [players(line) for line in lines if line.startswith("odd group")]


def witness_fault(state: oracle.State, blockers: set[int], groups: Sequence[set[int]]) -> str | None:
    """RULES 13: what is wrong with a witness, None if nothing is."""
    if len(groups) <= len(blockers):
        return "there are not more odd groups than players taken away"
    everybody = {*state.present, 0} if len(state.present) % 2 else set(state.present)
    seen = set(blockers)
    for group in groups:
        if len(group) % 2 == 0 or group & seen or not group <= everybody:
            return f"{group} is no odd group of its own"
        seen |= group
        for inside in group:
            for outside in everybody - group - blockers:
                if state.legal_pair(oracle.pair_of(inside, outside)):
                    return f"{inside}, of {group}, may be paired with {outside}"
    return None


def test_a_wrong_witness_is_noticed() -> None:
    case = read_case(SCENARIOS / "expected" / "six-players-k33.txt")
    state = oracle.State(case.tournament, case.rules, case.round)
    assert witness_fault(state, set(), [{1, 2, 3}, {4, 5, 6}]) is None
    assert witness_fault(state, {1, 2}, [{3}, {4, 5, 6}]) is not None
    assert witness_fault(state, set(), [{1}, {2, 3, 4, 5, 6}]) is not None
    assert witness_fault(state, set(), [{1, 2}, {4, 5, 6}]) is not None


def test_every_scenario_has_an_expectation_and_each_expectation_its_scenario() -> None:
    assert {path.name for path in FILES} == {scenario_of(path) for path in EXPECTED}


@pytest.mark.parametrize("path", EXPECTED, ids=by_name)
def test_an_expectation_is_named_after_its_scenario(path: Path) -> None:
    assert path.name.partition(".")[0] == Path(scenario_of(path)).stem


@pytest.mark.parametrize("path", FILES + RULE_FILES, ids=by_name)
def test_a_scenario_begins_with_what_it_shows(path: Path) -> None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    assert re.match(r"### \S" if path.suffix == ".trf" else r"# \S", first)


def test_the_readme_lists_every_file_once() -> None:
    readme = (SCENARIOS / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[([^\]]+)\]\(([^)]+)\) \| \S.* \|$", readme, re.MULTILINE)
    assert all(name == target for name, target in listed)
    names = [path.relative_to(SCENARIOS).as_posix() for path in FILES + RULE_FILES]
    assert sorted(name for name, _ in listed if not name.startswith("manual-")) == sorted(names)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        this = read_case(Path(argument))
        print(text_of(this, sheet_of(this.pair())), end="")
