"""The page that `check` prints for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairproof.cli.output import Page
from pairproof.cli.pages import differences
from pairproof.cli.pages.levels import different_levels, figures_of
from pairproof.cli.pages.names import naming, several
from pairproof.cli.source import heading
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.tiebreaks.rank_column import RanksCompared
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.compare import Checked
from pairproof.solver.explain.wording import breach_words, nothing_legal_sentences, verdict_words

_MOST_COLOURS = 3
"""Boards of a round with other colours than the rules give, of which is told."""


def show(
    tournament: Tournament,
    rules: RuleSet,
    checked: Sequence[Checked],
    ranks: RanksCompared | None = None,
    *,
    better: bool = False,
) -> None:
    """Print a line for each round, what is wrong with those that differ, and which ranks of the file do; with `better`
    the boards there would have been.
    """
    page = Page()
    named = naming(tournament)
    page.title(heading(tournament, say("rounds checked by the rules {rules}", rules=rules.name)))
    page.line()
    if not checked:
        page.line(say("The file holds no rounds: there is nothing to check."))
        page.show()
        return
    page.table(
        [say("round"), say("rules broken"), say("levels"), say("boards as in the optimum"), ""],
        [_line(page, round_) for round_ in checked],
        right="xx---",
    )
    for round_ in checked:
        if not round_.agrees:
            page.line()
            _details(page, round_, named, better=better)
        elif round_.colours:
            page.line()
            _colours(page, round_, named)
    page.line()
    different = sum(not round_.agrees for round_ in checked)
    if different:
        page.bad(
            say_n(
                "{count} of {rounds} differs from what the rules ask for.",
                "{count} of {rounds} differ from what the rules ask for.",
                different,
                rounds=say_n("{count} round", "{count} rounds", len(checked)),
            )
        )
        if not better:
            page.paragraph(say("--show-better shows the boards of the best pairing."))
    else:
        page.good(say("No rule is broken, and every level of every round is as good as it can be."))
    _show_corrections(page, tournament)
    if ranks is not None:
        _show_ranks(page, tournament, ranks)
    page.show()


def _show_corrections(page: Page, tournament: Tournament) -> None:
    """Which results were others when a round was paired: the round is checked as it was paired."""
    for number, played in enumerate(tournament.rounds, start=1):
        for note in played.corrected:
            page.paragraph(
                say(
                    "Round {round}: the result of {game} in round {earlier} was corrected afterwards; it was {was} "
                    "when the round was paired, and the round is checked as it was paired.",
                    round=number,
                    game=f"{note.white}{page.signs.dash}{note.black}",
                    earlier=note.round,
                    was=note.was.value,
                )
            )


def _show_ranks(page: Page, tournament: Tournament, ranks: RanksCompared) -> None:
    """Whether the ranks of the file are the places by the tie-breaks that it names."""
    page.line()
    if ranks.remark:
        page.paragraph(ranks.remark)
    if ranks.count and ranks.agrees:
        page.good(say("The ranks of the file are those that its tie-breaks give."))
    names = {player.id: player.name for player in tournament.players}
    if ranks.others:
        count = len(ranks.others)
        told = say_n(
            "{count} rank of the file is not the place that its tie-breaks give:",
            "{count} ranks of the file are not the places that its tie-breaks give:",
            count,
        )
        page.bad(told)
        page.table(
            ["  id", say("name"), say("rank in the file"), say("place")],
            [
                [
                    str(other.player),
                    names[other.player],
                    str(other.rank),
                    str(other.first) if other.first == other.last else f"{other.first}{page.signs.dash}{other.last}",
                ]
                for other in ranks.others
            ],
            right="x-xx",
            shrink="-x",
        )


def _line(page: Page, checked: Checked) -> list[str]:
    played = checked.played
    if played is None:
        return [str(checked.round), "", say("nobody was paired"), "", ""]
    common = "" if played.common is None else say("{common} of {all}", common=played.common, all=played.games)
    verdict = say("illegal") if played.broken else say("agrees") if checked.agrees else say("differs")
    levels = verdict_words(played, figures_of(played.pairing, page.signs))
    if played.difference is not None and played.difference.told:
        levels = played.difference.level
    return [str(checked.round), str(len(played.broken) or ""), levels, common, verdict]


def _colours(page: Page, checked: Checked, named: Callable[[int], str]) -> None:
    """The boards on which the rules give the other colours, where no level counts it."""
    assert checked.played is not None
    page.title(say("Round {round}", round=checked.round))
    text = say_n(
        "On {count} board of {games} the rules give the other colours, which no level counts:",
        "On {count} boards of {games} the rules give the other colours, which no level counts:",
        len(checked.colours),
        games=len(checked.played.pairing.boards),
    )
    page.paragraph(text, indent=2)
    for (white, black), why in list(checked.colours.items())[:_MOST_COLOURS]:
        page.paragraph(f"{named(white)} {page.signs.dash} {named(black)}: {why}", indent=2)
    if len(checked.colours) > _MOST_COLOURS:
        page.paragraph(say("And {more} more.", more=len(checked.colours) - _MOST_COLOURS), indent=2)


def _details(page: Page, checked: Checked, named: Callable[[int], str], *, better: bool) -> None:
    played, optimal = checked.played, checked.optimal
    assert played is not None
    assert optimal is not None
    page.title(say("Round {round}", round=checked.round))
    for broken in played.broken:
        pair = len(broken.players) == 2
        names = f" {page.signs.dash} ".join(map(named, broken.players)) if pair else several(broken.players, named)
        page.paragraph(f"{names}: {breach_words(broken)}.", indent=2)
    if not played.measured:
        page.paragraph(say("No legal pairing exists."), indent=2)
        if optimal.pairing.proof.witness is not None:
            for line in nothing_legal_sentences(optimal.pairing):
                page.paragraph(line, indent=2)
        return
    if played.difference is not None and played.difference.told:
        page.paragraph(played.difference.told, indent=2)
    figures = figures_of(played.pairing, page.signs)
    different = [[f"  {name}", *values] for name, *values in different_levels(played.pairing, optimal.pairing, figures)]
    if different:
        page.table([f"  {say('level')}", say("played"), say("optimal")], different, right="-xx")
    differences.show(page, played, optimal.pairing, named, better=better)
