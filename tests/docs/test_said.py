"""No sentence for people stays English: the source is walked for literals that are words and are not given to `say`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.catalogues import messages_said
from tests.paths import ROOT

WORDS = re.compile(r"[a-zA-Z]{2,}[,:;]? (?:\S{1,3} )?[a-zA-Z]{2,}|[a-zA-Z]{3,} $|^ [a-zA-Z]{3,}")
"""Two words of a sentence, or one that is to be put beside another."""
TELLING = ("UsageProblem", "FileProblem", "Fault", "Conflict", "complain", "warn")
"""What is given to these is read by people: even one word of it is said."""
FOR_PROGRAMMERS = (
    "ValueError",
    "TypeError",
    "KeyError",
    "LookupError",
    "AttributeError",
    "RuntimeError",
    "AssertionError",
)
"""What these say is seen with `--debug` alone, or turned into a sentence where they are caught."""

EXCEPTIONS = {
    "cli/engine/": "pairproof-engine speaks English, as the engines do whose place it takes",
    "cli/documents/": "keys and descriptions of JSON documents, which are never translated",
    "cli/exit_codes.py": "the full meanings stand in the documentation; the short ones are said",
    "cli/version.py": "names and numbers for bug reports",
    "cli/web/pages/standings.py: attachment; filename": "an HTTP header",
    "cli/web/pages/standings.py: text/csv": "an HTTP header",
    "cli/help.py: --lang en|pt|ru": "how an option is written",
    "cli/batch/request.py: --method random": "how an option is written",
    "cli/pages/status.py: pairproof ": "commands to type",
    "cli/batch/plan.py: rules of the files": "a key of run.json",
    "cli/batch/plan.py: fill byes": "a key of run.json",
    "cli/batch/measure.py: results missing": "a status in the tables, for programs",
    "cli/batch/measure.py: ended early": "a status in the tables, for programs",
    "cli/batch/summary.py: ended early": "a status in the tables, for programs",
    "cli/batch/first_level.py: outside ": "a place in a picture",
    "cli/batch/pictures.py: outside ": "a place in a picture",
    "cli/batch/pictures.py: center left": "a place in a picture",
    "model/criteria/wishes.py: the arbiter": "the source of a level that no page of rules shows",
    "model/criteria/levels.py: The criterion {}": "what a level says of itself, said by the pages",
    "model/criteria/wishes.py: Boards of the": "what a level says of itself, said by the pages",
    "solver/systems/dutch/problem.py: The bye goes": "what a level says of itself, said by the pages",
    "model/formats/opengotha/__init__.py: OpenGotha XML": "a name",
    "model/formats/toml/": "TOML text; faults there are said",
    "model/formats/trf/aspects.py": "TRF records",
    "model/formats/trf/writer.py: Individual: Swiss-System": "a TRF record",
    "model/lists/": "headings and words that are read; faults there are said",
    "model/state/history.py: forfeit ": "values of Kind, which pages put into words themselves",
    "model/study/settings.py: a list of {}": "the ratings in the record of a run",
    "model/study/simulation.py: away from the board": "what luck is drawn for",
    "model/study/simulation.py: game points": "what luck is drawn for",
    "model/study/simulation.py: Simulation {}": "the name of a simulated tournament, in its file",
    "model/tiebreaks/registry.py: MPVGP": "codes",
    "solver/certified/natural_order.py: natural order": "a stage, for the log of times",
    "solver/proof/shape.py: first choices": "a key of certificates",
    "solver/systems/dutch/questions.py: legal pairs": "a key",
    "solver/systems/optimum/methods.py: random pairing": "what luck is drawn for",
}
"""Where literals are words and nobody reads them as a sentence of the program, or no page shows them; and why."""


@dataclass(frozen=True)
class Literal:
    """A text in the source: `inside` a function, and `told` straight to people."""

    path: str
    line: int
    text: str
    inside: bool
    told: bool

    def excused_by(self) -> str | None:
        where = f"{self.path}: {self.text.strip()}"
        return next((start for start in EXCEPTIONS if where.startswith(start)), None)


def text_of(node: ast.AST) -> str | None:
    """The literal, with `{}` for what an f-string fills in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def literals(node: ast.AST, path: str, inside: bool = False, told: bool = False) -> Iterator[Literal]:
    """Every literal below that is not said, no docstring, no help, no annotation, and not for programmers alone."""
    if isinstance(node, ast.Assert):
        yield from literals(node.test, path, inside)
        return
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in ("say", "say_n"):
            for argument in [*node.args, *(word.value for word in node.keywords)]:
                if not isinstance(argument, ast.Constant):
                    yield from literals(argument, path, inside)
            return
        if name in FOR_PROGRAMMERS or name in ("InternalError", "TypeVar", "NewType", "ParamSpec", "getattr"):
            return
        told = name in TELLING
    text = text_of(node)
    if text is not None:
        yield Literal(path, getattr(node, "lineno", 0), text, inside, told)
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns") or (isinstance(node, ast.keyword) and node.arg == "help"):
            continue
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                continue  # a docstring
            if isinstance(node, ast.JoinedStr) and isinstance(one, ast.Constant):
                continue  # part of the text
            if isinstance(one, ast.AST):
                function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and field == "body"
                yield from literals(one, path, inside or function, told)


def unsaid(tree: ast.AST, path: str, known: set[str]) -> list[Literal]:
    """The literals that people would read in English whatever their language."""
    found = []
    for one in literals(tree, path):
        # Tables of what is said later are known to the catalogues; inside a function, nobody says it later.
        wordy = bool(WORDS.search(one.text)) and (one.inside or one.text not in known)
        if " | " not in one.text and (wordy or (one.told and re.search("[a-z]{3}", re.sub(r"--\w+", "", one.text)))):
            found.append(one)
    return found


def sources() -> list[Path]:
    return [path for package in ("model", "solver", "cli") for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.fixture(scope="module")
def known() -> set[str]:
    said = messages_said()
    return {message.text for message in said} | {message.plural for message in said}


def test_every_sentence_is_said(known: set[str]) -> None:
    english, used = [], set()
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for one in unsaid(tree, path.relative_to(ROOT).as_posix(), known):
            excuse = one.excused_by()
            used.add(excuse)
            if excuse is None:
                english.append(f"{one.path}:{one.line}: {one.text!r}")
    assert not english, "give them to `say`, or say in EXCEPTIONS why not:\n" + "\n".join(english)
    assert set(EXCEPTIONS) == used - {None}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f():\n    raise UsageProblem(f'there is no {name}')", "there is no {}"),
        ("def f():\n    return Fault('wrong')", "wrong"),
        ("def f():\n    spare({file: 'the list'})", "the list"),
        ("WHAT = {'062': 'number of things'}", "number of things"),
        ("def f():\n    return [f'{x} is here' for x in y if x]", "{} is here"),
        ("def f():\n    '''A docstring is none.'''\n    return say('This is said.', what='and this is not')", None),
        ("def f():\n    return say('This is said of {what}.', what=f'no more {x}')", "no more {}"),
        ("def f(a: 'int or str') -> 'int or str':\n    raise ValueError('for programmers alone')", None),
        ("def f():\n    assert a, 'never seen by anybody'", None),
    ],
)
def test_what_is_found(source: str, found: str | None) -> None:
    texts = [one.text for one in unsaid(ast.parse(source), "x.py", {"the list"})]
    assert texts == ([] if found is None else [found])
