"""What the Dutch system finds, in sentences: brackets and their criteria, the bye, and why a pairing is not the one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairproof.model.dutch.criteria import CRITERIA, Criterion
from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.order import EXCHANGES, IN, OPPONENTS, OUT, PAIRED, SUM
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.language import all_of, listed, say, say_n
from pairproof.solver.proof.identity import witness_sentence
from pairproof.solver.systems.dutch.difference import Difference, Kind
from pairproof.solver.systems.dutch.reasons import Apart, Cause, Incomplete, Majority, OddGroups, Told, WithNext
from pairproof.solver.systems.dutch.result import DutchBracket, DutchPairing
from pairproof.solver.witness import Witness

Points = Callable[[int], str]
MOST_NAMED = 12
"""Players named in one sentence."""


def counted(name: str, score: int | None, points: Points) -> str:
    """What a criterion counts, over all or of one score, a phrase."""
    if score is None:
        return say(_criterion(name).counts)
    return say(_criterion(name).counts_at, score=points(score))


def _criterion(name: str) -> Criterion:
    return next(one for one in CRITERIA if one.name == name)


def level_name(criterion: str, score: int | None, points: Points) -> str:
    """`C12`, or `C7 (3½)` for the part about players of that score."""
    return criterion if score is None else f"{criterion} ({points(score)})"


def bracket_title(bracket: DutchBracket, points: Points) -> str:
    """Number, score and size of a bracket."""
    size = len(bracket.moved) + len(bracket.residents)
    return say_n(
        "Bracket {number}: {score}, {count} player",
        "Bracket {number}: {score}, {count} players",
        size,
        number=bracket.number,
        score=points(bracket.score),
    )


def bracket_sentences(bracket: DutchBracket, told: Iterable[Told], points: Points) -> list[str]:
    """Who came from above, who floats down, each criterion that is not 0 with its reason, and exchanges."""
    found = []
    if bracket.moved:
        found.append(say("Moved down into it: {players}.", players=listed(bracket.moved, MOST_NAMED)))
    if bracket.floaters:
        found.append(say("Down from it: {players}.", players=listed(bracket.floaters, MOST_NAMED)))
    found += [sentence for one in told for sentence in level_sentences(bracket, one, points)]
    if bracket.exchanged:
        found.append(
            say_n(
                "{count} player is exchanged between S1 and S2.",
                "{count} players are exchanged between S1 and S2.",
                bracket.exchanged,
            )
        )
    return found


def level_sentences(bracket: DutchBracket, told: Told, points: Points) -> list[str]:
    """The value of a criterion, who is counted, and what keeps it from being less."""
    level = told.level
    size = len(bracket.moved) + len(bracket.residents)
    if level.criterion == "C6" and level.value == size == 1:
        return [say("C6 1: only one player is here, who must float.")]
    if level.criterion == "C6" and level.value == 1:
        return [
            say_n(
                "C6 1: {count} player is here, an odd number; one must float.",
                "C6 1: {count} players are here, an odd number; one must float.",
                size,
            )
        ]
    name, what = level_name(level.criterion, level.score, points), counted(level.criterion, level.score, points)
    value = f"{name} {level.value}: {what}"
    value += f" ({listed(told.who, MOST_NAMED)})." if told.who else "."
    return [value] if told.cause is None else [value, _cause_sentence(told.cause)]


def _cause_sentence(cause: Cause) -> str:
    match cause:
        case WithNext():
            return say_n(
                "It cannot be less: here and in the next scoregroup there is {count} player, an odd number.",
                "It cannot be less: here and in the next scoregroup there are {count} players, an odd number.",
                cause.players,
            )
        case OddGroups():
            return say(
                "It cannot be less: {groups} have an odd number of players each, and whoever of them plays outside "
                "counts.",
                groups=_groups(cause.groups),
            )
        case Apart():
            return _apart_sentence(cause)
        case Incomplete():
            return say("It cannot be less: with more pairs here the others would have no legal round (C4, C5).")
        case Majority():
            what = {"count": cause.players, "wanting": cause.wanting}
            return (
                say("It cannot be less: {wanting} of the {count} players here prefer white.", **what)
                if cause.white
                else say("It cannot be less: {wanting} of the {count} players here prefer black.", **what)
            )


def _apart_sentence(cause: Apart) -> str:
    if all(len(group) == 1 for group in cause.groups):
        alone = listed([group[0] for group in cause.groups], MOST_NAMED)
        if not cause.blockers:
            return say("It cannot be less: {players} may not meet each other.", players=alone)
        return say(
            "It cannot be less: {players} may not meet each other, and here only {others} could meet them.",
            players=alone,
            others=listed(cause.blockers, MOST_NAMED),
        )
    groups = _groups(cause.groups)
    if not cause.blockers:
        return say(
            "It cannot be less: {groups} have an odd number of players each, and may not meet each other.",
            groups=groups,
        )
    return say(
        "It cannot be less: {groups} have an odd number of players each, may not meet each other, and here only "
        "{others} could meet them.",
        groups=groups,
        others=listed(cause.blockers, MOST_NAMED),
    )


def _groups(groups: Sequence[Sequence[int]]) -> str:
    return all_of([f"{{{listed(group, MOST_NAMED)}}}" for group in groups])


def bye_sentence(pairing: DutchPairing, points: Points) -> str | None:
    """Why the bye goes where it goes, None where nobody has it."""
    if pairing.bye is None or pairing.bye_score is None:
        return None
    if pairing.bye_score == int(pairing.position.score.min()):
        return say("The bye goes to {player}: nobody has less than {score} (C5).", **_bye(pairing, points))
    return say("The bye goes to {player}: with less than {score} nobody can have it (C2, C4).", **_bye(pairing, points))


def _bye(pairing: DutchPairing, points: Points) -> dict[str, object]:
    assert pairing.bye_score is not None
    return {"player": pairing.bye, "score": points(pairing.bye_score)}


def wish_name(position: DutchPosition, one: int, other: int) -> str:
    """A pair of vertices by ids, or the bye."""
    base = position.base
    low, high = min(one, other), max(one, other)
    if high >= position.players:
        return say("the bye for {player}", player=base.id_of(low))
    return f"{base.id_of(one)}-{base.id_of(other)}"


def why_not_sentences(position: DutchPosition, wish: str, found: Difference, points: Points) -> list[str]:
    """Why a pairing with that wish is not the pairing of the round."""
    match found.kind:
        case Kind.SAME:
            return [say("{wish} is in the pairing chosen.", wish=wish)]
        case Kind.ILLEGAL:
            return [say("{wish} is not allowed.", wish=wish), *illegal_sentences(position, found.illegal)]
        case Kind.INCOMPLETE:
            assert found.witness is not None
            return [say("With {wish} the others have no legal round.", wish=wish), _witness(position, found.witness)]
        case _:
            return [
                say("With {wish}: {difference}", wish=wish, difference=difference_sentence(position, found, points))
            ]


def illegal_sentences(position: DutchPosition, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """What is against each pair."""
    return [f"{wish_name(position, *pair)}: {reason}." for pair in pairs for reason in reasons_against(position, *pair)]


def _witness(position: DutchPosition, witness: Witness) -> str:
    id_of = position.base.id_of
    blockers = sorted(map(id_of, witness.blockers))
    return witness_sentence(blockers, sorted(sorted(map(id_of, group)) for group in witness.odd_groups))


def difference_sentence(position: DutchPosition, found: Difference, points: Points) -> str:
    """The first criterion on which a pairing is worse, or where it stands later in the order of generation."""
    if found.kind is Kind.BYE:
        assert found.best is not None
        assert found.other is not None
        return say(
            "the bye would go to a player with {other} instead of {best} (C5).",
            other=points(found.other),
            best=points(found.best),
        )
    if found.kind is Kind.LATER:
        return say(
            "bracket {bracket} would be equal on all criteria, but {why}.",
            bracket=found.bracket,
            why=_later(position, found),
        )
    assert found.best is not None
    assert found.other is not None
    values = {"bracket": found.bracket, "other": found.other, "best": found.best}
    if found.name == "C6":
        return say_n(
            "{count} more player would float down from bracket {bracket} (C6: {other} instead of {best}).",
            "{count} more players would float down from bracket {bracket} (C6: {other} instead of {best}).",
            found.other - found.best,
            **values,
        )
    if found.name == "C8" and found.score is None:
        return say_n(
            "after bracket {bracket}, {count} more player of the next group would have to float down "
            "(C8: {other} instead of {best}).",
            "after bracket {bracket}, {count} more players of the next group would have to float down "
            "(C8: {other} instead of {best}).",
            found.other - found.best,
            **values,
        )
    return say(
        "{criterion} of bracket {bracket} would be {other} instead of {best}: {what}.",
        criterion=level_name(found.name, found.score, points),
        what=counted(found.name, found.score, points),
        **values,
    )


def _later(position: DutchPosition, found: Difference) -> str:
    """The decision of the order of generation that goes against a pairing."""
    id_of = position.base.id_of
    if found.name in (EXCHANGES, SUM):
        assert found.other is not None
        if found.name == EXCHANGES:
            return say_n(
                "{count} player would be exchanged between S1 and S2 instead of {best}",
                "{count} players would be exchanged between S1 and S2 instead of {best}",
                found.other,
                best=found.best,
            )
        return say(
            "those exchanged would be further apart (the numbers in S1 add up to {other} instead of {best})",
            other=found.other,
            best=found.best,
        )
    assert found.player is not None
    player = id_of(found.player)
    if found.name == PAIRED:
        return say("{player}, moved down, would float on instead of somebody ranked lower", player=player)
    if found.name == OUT:
        return say("{player} would stay in S1 and somebody ranked higher leave it", player=player)
    if found.name == IN:
        return say("{player} would stay in S2 and somebody ranked lower leave it", player=player)
    partners = {"best": _partner(position, found.best), "other": _partner(position, found.other)}
    if found.name == OPPONENTS:
        return say(
            "{player}, moved down, would have {other} instead of {best}, who comes first", player=player, **partners
        )
    return say(
        "the transposition would be a later one: {player} would have {other} instead of {best}",
        player=player,
        **partners,
    )


def _partner(position: DutchPosition, index: int | None) -> str:
    return say("nobody") if index is None or index < 0 else str(position.base.id_of(index))
