"""The catalogues of `model/locale`: what the program says, what they hold, and their compiled form.

`python tests/catalogues.py` compiles every `.po` into the `.mo` beside it, and prints what is missing from each.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

from pairproof.cli.app import COMMANDS
from pairproof.cli.exit_codes import EXIT_CODES
from pairproof.cli.help import TYPER_SAYS, TYPER_WRITES, paragraphs
from pairproof.model.borrowed import PARSERS_SAY, SYSTEM_SAYS
from pairproof.model.criteria import HARD, LEVELS
from pairproof.model.criteria.levels import relaxed_level
from pairproof.model.criteria.wishes import CHANGED_BOARDS
from pairproof.model.dutch.criteria import CRITERIA
from pairproof.model.formats.table import FORMATS
from pairproof.model.formats.toml.rule_file import OWN_SOURCES
from pairproof.model.formats.toml.validation import WANTED
from pairproof.model.rules import PRESETS
from pairproof.model.tiebreaks.registry import TIE_BREAKS
from pairproof.solver.proof import shape

ROOT = Path(__file__).resolve().parent.parent

LOCALE = ROOT / "model" / "locale"
TRANSLATED = ("pt", "ru")


@dataclass(frozen=True)
class Message:
    """What is looked up: a context ("" for none), the English sentence, and its plural ("" for none)."""

    context: str
    text: str
    plural: str = ""

    @property
    def key(self) -> str:
        """As a compiled catalogue has it."""
        head = f"{self.context}\x04" if self.context else ""
        return f"{head}{self.text}\0{self.plural}" if self.plural else f"{head}{self.text}"


def messages_said() -> set[Message]:
    """Every message in the program's source: the literal arguments of `say` and `say_n`, what the levels say, and the
    help of the commands.
    """
    given_up = [relaxed_level(rule) for rule in HARD if rule.relaxable]
    found = {Message("", level.says) for level in (*LEVELS, CHANGED_BOARDS, *given_up)}
    found |= {Message("level", level.name) for level in (*LEVELS, CHANGED_BOARDS)}
    found |= {Message("", text) for one in CRITERIA for text in (one.sentence, one.counts, one.counts_at) if text}
    found |= {Message("", text) for piece in TIE_BREAKS.values() for text in (piece.title, piece.meaning)}
    found |= {Message("", text) for text in (*TYPER_SAYS, *TYPER_WRITES, *COMMANDS.values())}
    found |= {Message("", means.short) for means in EXIT_CODES.values() if means.short}
    found |= {Message("", text) for text in (*WANTED.values(), *shape.WANTED.values(), *SYSTEM_SAYS, *PARSERS_SAY)}
    found |= {Message("", one.title) for one in FORMATS if one.lists}  # the others are names
    found |= {Message("", rules.source) for rules in PRESETS.values()} | {Message("", rule.says) for rule in HARD}
    found |= {Message("", text) for text in OWN_SOURCES}
    found |= {Message("", rule.indispensable) for rule in HARD if rule.indispensable}
    sources = {level.source for level in LEVELS} | {rule.source for rule in HARD}
    found |= {Message("", source) for source in sources if re.search("[a-z]{3}", source)}
    for package in ("model", "solver", "cli"):
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found.update(_said_in(tree))
            found.update(Message("", text) for text in _helps_in(tree))
    for path in sorted((ROOT / "cli").rglob("*.html")):
        found.update(_said_in_template(path.read_text(encoding="utf-8")))
    return found


def _said_in_template(text: str) -> Iterator[Message]:
    template = Environment(autoescape=True).parse(text)
    for _, function, said in extract_from_ast(template, gettext_functions=("say", "say_n")):
        literals = [one for one in (said if isinstance(said, tuple) else (said,)) if isinstance(one, str)]
        if function == "say_n":
            yield Message("", literals[0], literals[1])
        else:
            yield Message(literals[1] if len(literals) > 1 else "", literals[0])


def _helps_in(tree: ast.Module) -> Iterator[str]:
    """What stands in `help=` of options and arguments, and what a command says about itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield from paragraphs(str(node.value.value))
        elif isinstance(node, ast.FunctionDef) and node.name == "command":
            yield from paragraphs(ast.get_docstring(node) or "")


def _said_in(tree: ast.AST) -> Iterator[Message]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_n"):
            literals = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if node.func.id == "say_n":
                yield Message("", literals[0], literals[1])
            elif literals:
                yield Message(literals[1] if len(literals) > 1 else "", literals[0])


def path_of(language: str, suffix: str) -> Path:
    """The catalogue's source (`.po`) or compiled form (`.mo`)."""
    return LOCALE / language / "LC_MESSAGES" / f"pairproof{suffix}"


def read_po(text: str) -> dict[Message, tuple[str, ...]]:
    """Translations by message; those of the empty message are the header.

    The part of the format that the catalogues use: comments, msgctxt, msgid, msgid_plural, msgstr, msgstr[n], each
    with its strings on the same or on following lines.

    Raises
    ------
    ValueError
        A line that is none of these, or a message that stands there twice.
    """
    entries: dict[Message, tuple[str, ...]] = {}
    for block in text.split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if not line or line.startswith("#"):
                continue
            if not line.startswith('"'):
                name, _, line = line.partition(" ")
                if name in fields or not name.startswith("msg"):
                    raise ValueError(f"{name!r} in {block!r}")
                fields[name] = ""
            fields[name] += ast.literal_eval(line)
        if not fields:
            continue
        message = Message(fields.pop("msgctxt", ""), fields.pop("msgid"), fields.pop("msgid_plural", ""))
        if message in entries:
            raise ValueError(f"{message} stands there twice")
        entries[message] = tuple(fields.values())
    return entries


def compiled(entries: dict[Message, tuple[str, ...]]) -> bytes:
    """The `.mo` file of a catalogue (the GNU format, little-endian, without a hash table)."""
    pairs = sorted((message.key.encode(), "\0".join(said).encode()) for message, said in entries.items() if all(said))
    head, count = 28, len(pairs)
    place = head + 16 * count
    tables: list[bytes] = []
    texts: list[bytes] = []
    for side in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<2I", len(pair[side]), place))
            texts.append(pair[side] + b"\0")
            place += len(pair[side]) + 1
    return struct.pack("<7I", 0x950412DE, 0, count, head, head + 8 * count, 0, head + 16 * count) + b"".join(
        tables + texts
    )


def main() -> None:
    """Compile the catalogues, and print what they lack or have in vain."""
    said = messages_said()
    for language in TRANSLATED:
        entries = read_po(path_of(language, ".po").read_text(encoding="utf-8"))
        path_of(language, ".mo").write_bytes(compiled(entries))
        for message in sorted(said - entries.keys(), key=lambda message: message.key):
            print(f"{language} lacks {message}")
        for message in sorted(entries.keys() - said - {Message("", "")}, key=lambda message: message.key):
            print(f"{language} has in vain {message}")


if __name__ == "__main__":
    main()
