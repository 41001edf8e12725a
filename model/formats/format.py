"""The seam for file formats: all that the program knows of one, in one object.

The objects stand in the packages of their formats, and `table` lists them.  Reading, recognising, `convert` and the
help of the options go through that table and name no format (docs/adding-a-format.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairproof.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class ListReading:
    """What whoever reads a list of players has asked for.

    `columns` are what columns say, and their headings; with `keep_order` start numbers are in the order of the list,
    else by rating; the values of the column `groups_from` become groups.
    """

    columns: tuple[tuple[str, str], ...] = ()
    keep_order: bool = False
    groups_from: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What whoever reads a file has asked for.

    `teams_as_groups`: the teams of a file become groups of their players (P B4).  `open_games`: games of earlier rounds
    may be without a result, since nothing will be paired on them; `adjourned`: they count as adjourned (RULES 1.2).
    `fill_byes`: blanks of TRF06 get the one reading that makes the points right (CONTRACT 1.2).  `empty`: there need
    not be players yet.  `listed` is about lists of players alone.
    """

    teams_as_groups: bool = False
    open_games: bool = False
    adjourned: bool = False
    fill_byes: bool = False
    empty: bool = False
    listed: ListReading = ListReading()

    @property
    def lets_games_open(self) -> bool:
        """Whether a game of an earlier round without a result is no fault."""
        return self.open_games or self.adjourned


PLAIN = Reading()


@dataclass(frozen=True, slots=True)
class Document:
    """A file with what a tournament does not hold of it, to be written in another form.

    `form` is the name of the form it is written in.  `left_out` says in words what a `Tournament` does not hold of it.
    `rewritten` gives it in another form of its own format, with what that form cannot say in words; None where nothing
    of the file is worth keeping beside the tournament.  `table` is to be shown before anything is made of the file:
    headings, then rows; empty where nothing is.
    """

    tournament: Tournament
    form: str
    left_out: Callable[[], list[str]] = list
    rewritten: Callable[[str], tuple[bytes, list[str]]] | None = None
    table: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One way of writing a format: a flavour of TRF, or the one way of a format that has no flavours.

    `name` is that of `--to`, `title` that of sentences; `suffixes` are those of files that are written so without
    `--to`.  With `stands_for_all` the suffixes are those of all forms of the format: a file of another form
    keeps its own.  `write` gives the text of a tournament, `not_carried` says in words what is not in it.
    `names_rules` says whether the text can name a rule set; where it cannot, what the rule set says of points and
    colours is written out.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    write: Callable[[Tournament], str]
    not_carried: Callable[[Tournament], list[str]]
    names_rules: bool = False
    stands_for_all: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    `name` is that of `--format`, `title` that of sentences; files with one of the `suffixes` are of it whatever they
    hold, others where `recognises` says so of their bytes.  `read` gives the tournament and raises `InvalidInput` with
    every fault.  `document` gives the file itself, by default no more than its tournament.  `forms` are the ways it is
    written; a format without any is only read.  `names_rules` says whether a file can name a rule set.  `edited` gives
    the bytes of a file with another state of its tournament, nothing changed beside it, and what they tell: it takes
    the bytes, the old and the new tournament, and the sentence that says what has changed.
    `lists`: it is a list of players, which `Reading.listed` is about.  `highest_id` is the largest start number that
    its files can hold, None where any tournament's can be written.

    The functions import what they need when they are called: the objects themselves are made whenever the program
    starts.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, Reading], Tournament]
    document: Callable[[bytes, Reading], Document] | None = None
    forms: tuple[Form, ...] = ()
    names_rules: bool = False
    edited: Callable[[bytes, Tournament, Tournament, str], tuple[bytes, Tournament]] | None = None
    lists: bool = False
    highest_id: int | None = None

    @property
    def plain(self) -> Form | None:
        """How a file of it is written where nobody asks for a form by name; None where the format is only read."""
        return next((form for form in self.forms if form.stands_for_all), self.forms[0] if self.forms else None)

    def opened(self, data: bytes, reading: Reading) -> Document:
        """The file in these bytes.

        Raises
        ------
        InvalidInput
            Every fault of the file at once.
        """
        if self.document is not None:
            return self.document(data, reading)
        return Document(self.read(data, reading), self.name)
