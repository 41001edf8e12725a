"""`check --json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from pairproof.cli.documents.comparison import whose_boards
from pairproof.cli.documents.document import Broken, Document, Pair, Run, given, words
from pairproof.model.rules import RuleSet
from pairproof.model.tiebreaks.rank_column import RanksCompared
from pairproof.model.tournament import Corrected, Tournament
from pairproof.solver.explain import compare
from pairproof.solver.result import Pairing


class CheckedLevel(Document):
    """A level as played and at its optimum (null where no legal pairing exists); where it was worse `whose` says whose
    boards that comes from.
    """

    name: str
    played: int
    optimal: int | None
    whose: list[str] | None = None


class OtherColours(Document):
    """A board on which the rules give the other colours, and why."""

    white: int
    black: int
    text: str


class BetterBoards(Document):
    """The best pairing of the round: [white, black] by board, and the bye."""

    pairs: list[Pair]
    bye: int | None


class CorrectedResult(Document):
    """A result of an earlier round that was another one, `was`, when a round was paired."""

    round: int
    white: int
    black: int
    was: str


class CheckedRound(Document):
    """A round as it was played; only the first three where nobody was paired in it.  `difference` says the first one in
    words where its name does not say all.  `corrected` are results of earlier rounds that were others when it was
    paired; it is checked as it was paired.  `colours` are boards whose colours are not those of the rules, though no
    level counts it; `better`, where asked for, is the best pairing of a round that differs.
    """

    round: int
    paired: bool
    agrees: bool
    status: Annotated[str, words("optimal", "infeasible")] | None = None
    boards: int | None = None
    in_common: int | None = None
    first_difference: str | None = None
    difference: str | None = None
    levels: list[CheckedLevel] | None = None
    broken: list[Broken] | None = None
    corrected: list[CorrectedResult] | None = None
    colours: list[OtherColours] | None = None
    better: BetterBoards | None = None

    @classmethod
    def of(cls, checked: compare.Checked, corrected: Sequence[Corrected], *, better: bool = False) -> CheckedRound:
        """A round."""
        played, optimal = checked.played, checked.optimal
        if played is None or optimal is None:
            return cls(round=checked.round, paired=False, agrees=True)
        best = optimal.pairing
        return cls(
            round=checked.round,
            paired=True,
            agrees=checked.agrees,
            status=best.status,
            boards=played.games,
            in_common=played.common,
            first_difference=None if played.difference is None else played.difference.level,
            **given(difference=None if played.difference is None else played.difference.told or None),
            levels=_levels(played.pairing, best),
            broken=[Broken.of(broken) for broken in played.broken],
            **given(
                corrected=[
                    CorrectedResult(round=note.round, white=note.white, black=note.black, was=note.was.value)
                    for note in corrected
                ]
                or None,
                colours=[
                    OtherColours(white=white, black=black, text=text)
                    for (white, black), text in checked.colours.items()
                ]
                or None,
                better=BetterBoards(pairs=[[board.white, board.black] for board in best.boards], bye=best.bye)
                if better and best.boards and not checked.agrees
                else None,
            ),
        )


def _levels(played: Pairing, best: Pairing) -> list[CheckedLevel]:
    optima = {level.name: level.value for level in best.levels}
    return [
        CheckedLevel(
            name=level.name,
            played=level.value,
            optimal=optima.get(level.name),
            **whose_boards(played, level.name, level.value, optima.get(level.name)),
        )
        for level in played.levels
    ]


class RankDiffers(Document):
    """A rank that is none of the places the player shares."""

    id: int
    rank: int
    places: Pair


class Ranks(Document):
    """The ranks of a TRF file against the tie-breaks that it names; `remark` says what of the list could not count."""

    compared: int
    differ: list[RankDiffers]
    remark: str | None = None

    @classmethod
    def of(cls, ranks: RanksCompared) -> Ranks:
        """What was found."""
        return cls(
            compared=ranks.count,
            differ=[RankDiffers(id=o.player, rank=o.rank, places=[o.first, o.last]) for o in ranks.others],
            **given(remark=ranks.remark or None),
        )


class Check(Document):
    """`check --json`; `ranks` where the file names tie-breaks."""

    schema_: Literal["pairproof.check/1"] = Field(alias="schema")
    tournament: str
    rules: str
    agrees: bool
    rounds: list[CheckedRound]
    ranks: Ranks | None = None
    run: Run

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        rules: RuleSet,
        checked: Sequence[compare.Checked],
        ranks: RanksCompared | None,
        seconds: float,
        *,
        better: bool = False,
    ) -> Check:
        """The rounds that were checked; `better`: with the best pairing of those that differ."""
        return cls(
            schema="pairproof.check/1",
            tournament=tournament.name,
            rules=rules.name,
            agrees=all(round_.agrees for round_ in checked) and (ranks is None or ranks.agrees),
            rounds=[
                CheckedRound.of(round_, tournament.rounds[round_.round - 1].corrected, better=better)
                for round_ in checked
            ],
            **given(ranks=None if ranks is None else Ranks.of(ranks)),
            run=Run.of(tournament.sha256, seconds),
        )
