"""What the Dutch system finds, in sentences: brackets and their criteria, the bye, and why a pairing is not the one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairproof.model.dutch.criteria import CRITERIA
from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.order import EXCHANGES, IN, OPPONENTS, OUT, PAIRED, SUM
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.language import listed, say, say_n
from pairproof.solver.proof.identity import witness_sentence
from pairproof.solver.systems.dutch.difference import Difference, Kind
from pairproof.solver.systems.dutch.result import BracketLevel, DutchBracket, DutchPairing
from pairproof.solver.witness import Witness

Points = Callable[[int], str]
MOST_NAMED = 12
"""Players named in one sentence."""


def criterion_sentence(name: str) -> str:
    """What a criterion asks for."""
    return say(next(one.sentence for one in CRITERIA if one.name == name))


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


def bracket_sentences(bracket: DutchBracket, points: Points) -> list[str]:
    """Who came from above, who floats down, each criterion that is not 0 with its reason, and exchanges."""
    found = []
    if bracket.moved:
        found.append(say("Moved down into it: {players}.", players=listed(bracket.moved, MOST_NAMED)))
    if bracket.floaters:
        found.append(say("Down from it: {players}.", players=listed(bracket.floaters, MOST_NAMED)))
    found += [
        sentence for level in bracket.levels if level.value for sentence in level_sentences(bracket, level, points)
    ]
    if bracket.exchanged:
        found.append(
            say_n(
                "{count} player is exchanged between S1 and S2.",
                "{count} players are exchanged between S1 and S2.",
                bracket.exchanged,
            )
        )
    return found


def level_sentences(bracket: DutchBracket, level: BracketLevel, points: Points) -> list[str]:
    size = len(bracket.moved) + len(bracket.residents)
    if level.criterion == "C6" and level.value == 1 and size % 2:
        return [
            say_n(
                "C6 1: {count} player is here, an odd number; one must float.",
                "C6 1: {count} players are here, an odd number; one must float.",
                size,
            )
        ]
    name = level_name(level.criterion, level.score, points)
    found = [f"{name} {level.value}: {criterion_sentence(level.criterion)}"]
    groups = [group for group in level.odd_groups if len(group) > 1]
    if groups:
        smallest = min(groups, key=lambda group: (len(group), group))
        found.append(
            say_n(
                "It cannot be less: the {count} player {players} cannot all be paired among themselves.",
                "It cannot be less: the {count} players {players} are an odd number, and somebody must leave them.",
                len(smallest),
                players=listed(smallest, MOST_NAMED),
            )
        )
    return found


def bye_sentence(pairing: DutchPairing, points: Points) -> str | None:
    """Why the bye goes where it goes, None where nobody has it."""
    if pairing.bye is None or pairing.bye_score is None:
        return None
    return say(
        "The bye goes to {player}: with less than {score} nobody can have it (C2, C4, C5).",
        player=pairing.bye,
        score=points(pairing.bye_score),
    )


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
            "bracket {bracket} is equal on all criteria, but {why}.",
            bracket=found.bracket,
            why=_later(position, found),
        )
    assert found.best is not None
    assert found.other is not None
    more = found.other - found.best
    if found.name == "C6":
        return say_n(
            "{count} player more would float down from bracket {bracket} (C6: {other} instead of {best}).",
            "{count} players more would float down from bracket {bracket} (C6: {other} instead of {best}).",
            more,
            bracket=found.bracket,
            other=found.other,
            best=found.best,
        )
    if found.name == "C8" and found.score is None:
        return say_n(
            "{count} player more of the bracket after bracket {bracket} would have to float "
            "(C8: {other} instead of {best}).",
            "{count} players more of the bracket after bracket {bracket} would have to float "
            "(C8: {other} instead of {best}).",
            more,
            bracket=found.bracket,
            other=found.other,
            best=found.best,
        )
    return say(
        "{criterion} of bracket {bracket} would be {other} instead of {best}. {sentence}",
        criterion=level_name(found.name, found.score, points),
        bracket=found.bracket,
        other=found.other,
        best=found.best,
        sentence=criterion_sentence(found.name),
    )


def _later(position: DutchPosition, found: Difference) -> str:
    """The decision of the order of generation that goes against a pairing."""
    id_of = position.base.id_of
    if found.name == EXCHANGES:
        return say("players exchanged between S1 and S2: {other} instead of {best}", other=found.other, best=found.best)
    if found.name == SUM:
        return say(
            "with a larger difference between those exchanged (sum of their numbers {other} instead of {best})",
            other=found.other,
            best=found.best,
        )
    assert found.player is not None
    player = id_of(found.player)
    if found.name == PAIRED:
        return say("{player}, moved down, comes before those who are paired there instead", player=player)
    if found.name == OUT:
        return say("another player of S1 is exchanged; it should be the lowest possible ({player})", player=player)
    if found.name == IN:
        return say("another player of S2 is exchanged; it should be the highest possible ({player})", player=player)
    partners = {"best": _partner(position, found.best), "other": _partner(position, found.other)}
    if found.name == OPPONENTS:
        return say(
            "{player}, moved down, would have {other} instead of {best}, who comes first", player=player, **partners
        )
    return say(
        "the transposition is a later one: {player} would have {other} instead of {best}", player=player, **partners
    )


def _partner(position: DutchPosition, index: int | None) -> str:
    return say("nobody") if index is None or index < 0 else str(position.base.id_of(index))
