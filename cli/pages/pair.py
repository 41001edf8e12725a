"""The page that `pair` prints for a person."""

from __future__ import annotations

from collections.abc import Sequence

from pairproof.cli.engine.request import DEFAULT_RULES as ENGINE_RULES
from pairproof.cli.output import Page, points
from pairproof.cli.pages.keeping import changes_note, keeping_note
from pairproof.cli.pages.levels import figures_of, level_texts, order_text
from pairproof.cli.pages.note import Note
from pairproof.cli.source import heading
from pairproof.model.criteria import has_colours
from pairproof.model.figures import Figures
from pairproof.model.language import say, say_n
from pairproof.model.state.position import Position
from pairproof.solver.explain.asking import sections
from pairproof.solver.explain.dead_end import dead_end
from pairproof.solver.explain.departures import breaks_of
from pairproof.solver.explain.wording import nothing_legal_sentences
from pairproof.solver.result import Alternatives, Pairing

MOST_LINES = 3
"""Of reasons for a level, where they are folded."""


def show(pairing: Pairing, *, long: bool = False, default_rules: bool = False) -> None:
    """Print boards, bye, who does not play, each level with value and reason; or why no legal pairing exists.

    Where not all of it is to be seen at once on the terminal, the boards stand last.  With `long` levels that are 0 and
    long reasons are not folded; with `default_rules` it is said that nobody named these rules.
    """
    page = Page()
    boards_part, rest = page.part(), page.part()
    boards_part.title(title(pairing))
    boards_part.line()
    if (kept := keeping_note(pairing, figures_of(pairing, page.signs))) is not None:
        show_note(boards_part, kept)
        boards_part.line()
    if pairing.empty:
        no_pairing(boards_part, pairing)
    else:
        boards(boards_part, pairing)
    not_playing(boards_part, pairing)
    parts = [boards_part]
    if pairing.levels:
        levels(rest, pairing, long=long)
    _asked(rest, pairing)
    if default_rules:
        if not rest.empty:
            rest.line()
        rest.paragraph(
            say(
                "Nobody named rules: {rules} is the default of pair, {engine} that of pairproof-engine.",
                rules=pairing.problem.position.rules.name,
                engine=ENGINE_RULES,
            )
        )
    if not rest.empty:
        parts = [boards_part, rest] if pairing.empty or page.fits(boards_part, rest) else [rest, boards_part]
    page.add(*parts)
    page.show()


def show_boards(pairing: Pairing) -> None:
    """Print the boards and nothing else; or that no legal pairing exists."""
    page = Page()
    if pairing.empty:
        no_pairing(page, pairing)
    else:
        boards(page, pairing, legend=False)
    page.show()


def title(pairing: Pairing, *more: str) -> str:
    """Tournament, round and rules."""
    position = pairing.problem.position
    return heading(position.tournament, round_of(position), say("rules {rules}", rules=position.rules.name), *more)


def round_of(position: Position) -> str:
    """Which round it is, of how many."""
    planned = position.tournament.rounds_planned
    if planned is None:
        return say("round {round}", round=position.round)
    return say("round {round} of {planned}", round=position.round, planned=planned)


def _asked(page: Page, pairing: Pairing) -> None:
    """What was asked beyond the rules, and what came of it."""
    for note in notes(pairing, figures_of(pairing, page.signs)):
        if not page.empty:
            page.line()
        show_note(page, note)
    if pairing.study.alternatives is not None:
        _alternatives(page, pairing.study.alternatives)


def show_note(page: Page, note: Note) -> None:
    """A note, its headline in the colour of its mood."""
    {"good": page.good, "bad": page.bad}.get(note.mood, page.title)(note.headline)
    for line in note.lines:
        page.paragraph(line, indent=2)


def notes(pairing: Pairing, figures: Figures) -> list[Note]:
    """What came of what was asked beyond the rules: a time limit, criteria given up, boards to keep, look-ahead."""
    found = []
    if pairing.status == "feasible":
        found.append(
            Note(say("Time ran out: this is the best pairing so far, and not all of it is proved."), mood="bad")
        )
    if pairing.study.cut_short:
        found.append(
            Note(say("Time ran out: the pairing is proved, but not all that was asked about it is known."), mood="bad")
        )
    if breaks := breaks_of(pairing):
        proved = all(level.proved for level in pairing.levels if level.name.startswith("relaxed:"))
        found.append(
            Note(
                say("No legal pairing exists. Criteria broken, as few as possible:")
                if proved
                else say("No legal pairing exists. Criteria broken:"),
                tuple(f"{broken.rule}: {broken.text}." for broken in breaks),
            )
        )
    if (changed := changes_note(pairing, figures)) is not None:
        found.append(changed)
    if (
        pairing.study.lookahead is not None
        and pairing.study.lookahead.possible == pairing.study.lookahead.asked
        and pairing.boards
    ):
        asked = pairing.study.lookahead.asked
        cost = ", ".join(f"{name} {figures.more(name, more)}" for name, more in pairing.study.lookahead.cost.items())
        found.append(
            Note(
                say_n(
                    "After this round {count} more is possible, whatever the results, colours aside.",
                    "After this round {count} more are possible, whatever the results, colours aside.",
                    asked,
                ),
                (say("That cost: {cost}", cost=cost) if cost else say("That cost nothing."),),
                "good",
            )
        )
    return found + _dead_end_notes(pairing)


def _dead_end_notes(pairing: Pairing) -> list[Note]:
    """What is to be said before an event comes to a dead end."""
    position = pairing.problem.position
    end = dead_end(pairing)
    if end is None:
        return []
    found = []
    if end.most_rounds is not None:
        text = say_n(
            "{players} players who all take part can play at most {count} round without meeting again; {planned} are "
            "planned.",
            "{players} players who all take part can play at most {count} rounds without meeting again; {planned} are "
            "planned.",
            end.most_rounds,
            players=len(position.tournament.players),
            planned=position.tournament.rounds_planned,
        )
        found.append(Note(text, mood="bad"))
    if end.no_next_round:
        text = say("If the games of this round are played, no legal next round is left for those present.")
        advice = say("--lookahead 1 looks for a pairing that leaves one, and says if there is none.")
        found.append(Note(text, (advice,) if end.looks_ahead else (), "bad"))
    return found


def _alternatives(page: Page, alternatives: Alternatives) -> None:
    if not page.empty:
        page.line()
    page.title(say("Pairings equal on every level, the chosen one first"))
    for number, (seats, bye) in enumerate(alternatives.pairings, start=1):
        pairs = [f"{board.white}-{board.black}" for board in seats]
        pairs += [say("bye {player}", player=bye)] if bye is not None else []
        page.paragraph(f"{number}. " + ", ".join(pairs), indent=2)
    more = {True: say("There are more."), False: say("There are no others."), None: say("There may be more.")}
    page.line("  " + more[alternatives.more])


def no_pairing(page: Page, pairing: Pairing) -> None:
    """That there is no pairing, and why."""
    note = why_none(pairing)
    page.bad(note.headline)
    for line in note.lines:
        page.paragraph(line)


def why_none(pairing: Pairing) -> Note:
    """That there is no pairing, and why."""
    if pairing.proof.witness is not None:
        lines = nothing_legal_sentences(pairing)
        return Note(say("No legal pairing exists."), tuple(lines), "bad")
    if pairing.status == "unknown":
        return Note(say("Time ran out before any pairing that keeps the conditions was found."), mood="bad")
    if (limit := pairing.study.change_limit) is not None and limit.least is not None and limit.least > limit.asked:
        return Note(
            say_n(
                "No legal pairing changes at most {count} of the published boards.",
                "No legal pairing changes at most {count} of the published boards.",
                limit.asked,
            )
            + " "
            + say("The fewest that must be changed are {least}.", least=limit.least),
            mood="bad",
        )
    if pairing.study.lookahead is None and pairing.study.change_limit is not None:
        return Note(say("No legal pairing keeps all limits that were asked for."), mood="bad")
    if pairing.study.lookahead is None:
        limits = ", ".join(f"{group} {most}" for group, most in pairing.problem.position.rules.max_pairs_in_group)
        return Note(say("No legal pairing keeps the limits of pairs in a group: {limits}.", limits=limits), mood="bad")
    ahead = pairing.study.lookahead
    most = "" if ahead.possible is None else " " + say("The most that can be kept is {most}.", most=ahead.possible)
    none = say_n(
        "No legal pairing keeps {count} further round possible, colours aside.",
        "No legal pairing keeps {count} further rounds possible, colours aside.",
        ahead.asked,
    )
    return Note(none + most, mood="bad")


def boards(page: Page, pairing: Pairing, *, legend: bool = True) -> None:
    """The boards and the bye; with `legend` what the arrows mean."""
    position = pairing.problem.position
    halves = position.tournament.halves
    names = {player.id: player.name for player in position.tournament.players}
    signs = page.signs
    arrows = {"down": signs.down, "up": signs.up, None: ""}
    rows = [
        [
            str(board.number),
            str(board.white),
            names[board.white],
            points(board.scores[0], halves, signs),
            arrows[board.floats[0]],
            str(board.black),
            names[board.black],
            points(board.scores[1], halves, signs),
            arrows[board.floats[1]],
        ]
        for board in pairing.boards
    ]
    if pairing.bye is not None:
        score = int(position.score[position.index_of[pairing.bye]])
        rows.append(
            [say("bye"), str(pairing.bye), names[pairing.bye], points(score, halves, signs), signs.down, "", "", "", ""]
        )
    seats = (say("white"), say("black")) if has_colours(position.rules) else (say("first"), say("second"))
    header = [say("board"), *("", seats[0], say("score"), ""), *("", seats[1], say("score"), "")]
    page.table(header, rows, right="xx-x-x-x-", shrink="--x---x--")
    if legend and any(row[4] or row[8] for row in rows):
        page.line(f"{signs.down} {say('downfloat')}, {signs.up} {say('upfloat')}")


def away(position: Position) -> list[tuple[str, tuple[int, ...]]]:
    """Who is present but not paired, and who is absent: what they have, and their ids."""
    groups = (
        (say_n("Absent", "Absent", len(position.absent)), position.absent),
        (say("Half-point bye"), position.half_byes),
        (say("Full-point bye"), position.full_byes),
    )
    return [(what, players) for what, players in groups if players]


def not_playing(page: Page, pairing: Pairing) -> None:
    """Who is present but not paired, and who is absent."""
    position = pairing.problem.position
    names = {player.id: player.name for player in position.tournament.players}
    groups = away(position)
    if groups:
        page.line()
    for what, players in groups:
        page.paragraph(f"{what}: " + ", ".join(f"{player} {names[player]}".rstrip() for player in players))


def levels(page: Page, pairing: Pairing, *, long: bool) -> None:
    """Each level with its value and, where it is not 0, the reason.

    Unless `long`, levels of which there is nothing to say share a line, and so does what goes beyond three lines of
    reasons.  A system that tells of a round in parts of its own does so instead.
    """
    figures = figures_of(pairing, page.signs)
    if parts := sections(pairing, figures):
        page.sections((part.title, part.sentences) for part in parts)
        return
    found = level_texts(pairing, figures)
    shown = [level for level in found if long or level.value or not level.proved or level.without or level.reasons]
    page.title(say("Levels, the first counts most"))
    wide = max((len(level.title) for level in shown), default=0)
    values = max((len(level.figure) for level in shown), default=0)
    for level in shown:
        page.line(f"  {level.title:<{wide}}  {level.figure:>{values}}  {level.verdict}{level.without}")
        _reasons(page, level.reasons, long=long)
    rest = ", ".join(level.title for level in found if level not in shown)
    if rest:
        told = (
            say("All others are 0, proved: {levels}", levels=rest)
            if shown
            else say("All are 0, proved: {levels}", levels=rest)
        )
        page.paragraph(told, indent=2)
    if told := order_text(pairing, figures):
        page.paragraph(told, indent=2)


def _reasons(page: Page, sentences: Sequence[str], *, long: bool) -> None:
    broken = [page.broken(sentence, 6) for sentence in sentences]
    if long or sum(map(len, broken)) <= MOST_LINES:
        shown = len(broken)
    else:
        # One at least; and a line says how many are left out.
        shown = max(1, sum(sum(map(len, broken[: place + 1])) < MOST_LINES for place in range(len(broken))))
    for lines in broken[:shown]:
        for line in lines:
            page.line(line)
    if left := len(broken) - shown:
        page.line("      " + say_n("{count} more sentence: --long", "{count} more sentences: --long", left))
