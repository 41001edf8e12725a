"""What `solver.explain.questions` and `solver.explain.compare` find, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pairproof.model.criteria import HARD, Breach
from pairproof.model.figures import Figures
from pairproof.model.language import all_of, say, say_n, versus
from pairproof.model.tournament import BYE
from pairproof.solver.explain.answers import Answer, Burden, Cause, Loss, Obstacle, Outcome, Price
from pairproof.solver.explain.asking import cause
from pairproof.solver.explain.level_order import Traded
from pairproof.solver.problem import Problem
from pairproof.solver.proof.identity import witness_sentence
from pairproof.solver.proof.write import witness_players
from pairproof.solver.result import Pairing
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness

if TYPE_CHECKING:
    # Not needed to pair: whoever compares has them.
    from pairproof.solver.explain.compare import Candidate
    from pairproof.solver.explain.played import BrokenRule, Difference


def witness_words(problem: Problem, witness: Witness) -> str:
    """Why not everybody can be paired."""
    return witness_sentence(*witness_players(problem, witness))


def nothing_legal_sentences(pairing: Pairing) -> list[str]:
    """Why a round has no legal pairing: the witness, what keeps its groups apart, and what would have to go."""
    assert pairing.proof.witness is not None
    return [witness_words(pairing.problem, pairing.proof.witness), *cause_sentences(cause(pairing))]


_MOST_IN_FULL = 4
"""Pairs up to which each has a sentence of its own; more of them stand together by rule."""


def cause_sentences(found: Cause) -> list[str]:
    """What keeps the groups apart, and what would be possible."""
    if len(found.barred) <= _MOST_IN_FULL:
        said = [
            say("{pair} is not allowed: {why}.", pair=_pair_words(barred.players), why=_why(barred.breaches))
            for barred in found.barred
        ]
    else:
        by_rules: dict[str, list[str]] = {}
        for barred in found.barred:
            rules = ", ".join(dict.fromkeys(breach.rule for breach in barred.breaches))
            by_rules.setdefault(rules, []).append(_pair_words(barred.players))
        said = [
            say("Not allowed by {rules}: {pairs}.", rules=rules, pairs=", ".join(pairs))
            for rules, pairs in by_rules.items()
        ]
    if found.more:
        said.append(
            say_n(
                "Nor is {count} other pair between the groups allowed.",
                "Nor are {count} other pairs between the groups allowed.",
                found.more,
            )
        )
    return said + [_removable_words(gone) for gone in found.removable]


def _pair_words(players: tuple[int, int]) -> str:
    if players[0] == BYE:
        return say("the bye for {player}", player=players[1])
    return versus(*players)


def _why(found: Sequence[Breach]) -> str:
    return "; ".join(f"{breach.rule}: {breach.text}" for breach in found)


def _removable_words(gone: frozenset[Obstacle]) -> str:
    if gone == {Obstacle.COLOURS}:
        return say("Without the rules about colours there would be a legal pairing.")
    if gone == {Obstacle.ORDERS}:
        return say("Without the pairs that the arbiter fixed and forbade there would be a legal pairing.")
    return say(
        "Without both the rules about colours and the pairs that the arbiter fixed and forbade there would be a legal "
        "pairing."
    )


def impossible_words(problem: Problem, found: Price | Answer) -> str:
    """The witness behind an answer, and that the arbiter's orders are the cause if they are."""
    assert found.witness is not None
    words = witness_words(problem, found.witness)
    if found.by_orders:
        words += " " + say("The cause is an order of the arbiter: without orders there is one.")
    return words


def in_documents(name: str, source: str) -> str:
    """A criterion with where it stands in the two documents: `no-rematch (P B1, R 1a)`."""
    places = [place for place in source.split(", ") if place.startswith(("P ", "R ")) or place == "R"]
    return f"{name} ({', '.join(places)})" if places else name


def breach_words(breach: Breach | BrokenRule, *, documents: bool = False) -> str:
    """`no-rematch: 1 and 2 met in round 1`; with `documents` where the rule stands."""
    sources = {rule.name: rule.source for rule in HARD} if documents else {}
    return f"{in_documents(breach.rule, sources.get(breach.rule, ''))}: {breach.text}"


def loss_words(loss: Loss | Difference, figures: Figures) -> str:
    """`score-gap 4 instead of 2`."""
    return say(
        "{level} {value} instead of {optimum}",
        level=loss.level,
        value=figures.level(loss.level, loss.value),
        optimum=figures.level(loss.level, loss.optimum),
    )


def answer_words(answer: Answer, figures: Figures, *, documents: bool = False) -> str:
    """An answer in a few words, for a table; `documents` as in `breach_words`."""
    if answer.outcome is Outcome.ILLEGAL:
        why = "; ".join(breach_words(breach, documents=documents) for breach in answer.breaches)
        return say("not allowed: {why}", why=why)
    if answer.outcome is Outcome.WORSE:
        assert answer.loss is not None
        return say("worse: {loss}", loss=answer.told or loss_words(answer.loss, figures))
    if answer.unkept:
        return say("impossible: then nothing keeps the look-ahead or the limits")
    if answer.outcome is Outcome.IMPOSSIBLE and answer.witness is None:
        return say("impossible: there is no pairing at all")
    if answer.outcome is Outcome.COLOURS and answer.loss is not None:
        loss = loss_words(answer.loss, figures)
        return say("better: {loss}; but the allocation gives the other colours", loss=loss)
    if answer.outcome is Outcome.LATER and answer.told:
        return answer.told
    return {
        Outcome.CHOSEN: say("the pairing chosen"),
        Outcome.IMPOSSIBLE: say("impossible: then the others have no legal round"),
        Outcome.LATER: say("as good on every level, but later in natural order"),
        Outcome.COLOURS: say("as good on every level, but the allocation gives the other colours"),
    }[answer.outcome]


def wish_name(answer: Answer) -> str:
    """The wish as it was asked."""
    wish = answer.wish
    if wish.second == BYE:
        return say("the bye for {player}", player=wish.first)
    return str(wish)


def answer_sentences(problem: Problem, answer: Answer, figures: Figures, *, documents: bool = False) -> list[str]:
    """An answer in full; `documents` as in `breach_words`."""
    wish = wish_name(answer)
    if answer.outcome is Outcome.CHOSEN:
        return [say("{wish} is in the pairing chosen.", wish=wish)]
    if answer.outcome is Outcome.ILLEGAL:
        return [
            say("{wish} is not allowed.", wish=wish),
            *(breach_words(breach, documents=documents) + "." for breach in answer.breaches),
        ]
    if answer.unkept:
        return [say("With {wish} no legal pairing keeps the look-ahead or the limits asked for.", wish=wish)]
    if answer.outcome is Outcome.IMPOSSIBLE and answer.witness is None:
        return [say("There is no pairing at all, with {wish} or without.", wish=wish)]
    if answer.outcome is Outcome.IMPOSSIBLE:
        relaxed = problem.position.orders.relax
        return [
            say("With {wish} the others cannot be paired, whatever criteria are given up.", wish=wish)
            if relaxed
            else say("With {wish} the others have no legal round.", wish=wish),
            impossible_words(problem, answer),
        ]
    if answer.told:
        return [say("With {wish}: {difference}", wish=wish, difference=answer.told)]
    if answer.outcome is Outcome.WORSE:
        assert answer.loss is not None
        return [
            say(
                "With {wish} the best there is has {loss}; the levels before that stay the same.",
                wish=wish,
                loss=loss_words(answer.loss, figures),
            )
        ]
    if answer.outcome is Outcome.COLOURS and answer.loss is not None:
        return [
            say(
                "{wish} would be better, {loss}, but the allocation gives the other colours: {why}.",
                wish=wish,
                loss=loss_words(answer.loss, figures),
                why=_decided(answer),
            )
        ]
    if answer.outcome is Outcome.COLOURS:
        return [
            say(
                "{wish} would be as good on every level, but the allocation gives the other colours: {why}.",
                wish=wish,
                why=_decided(answer),
            )
        ]
    return [
        say("{wish} would be as good on every level, but the natural order comes to another pairing first.", wish=wish)
    ]


def _decided(answer: Answer) -> str:
    assert answer.decided is not None, "the outcome COLOURS says what decided"
    return answer.decided.words


def burden_sentence(problem: Problem, burden: Burden, figures: Figures, *, played: bool = False) -> str:
    """What it would cost to spare somebody a downfloat, the bye, or a colour he does not want; "" if not asked.

    With `played` he bears it in a pairing of the file, which the natural order has not chosen.
    """
    price, player = burden.price, burden.player
    if price is None:
        return ""
    if price.outcome is Outcome.FIXED:
        assert price.order is not None
        if price.order.second == BYE:
            return say("The arbiter's order gives {player} the bye.", player=player)
        return say("The arbiter's order has fixed {pair}.", pair=price.order)
    if price.outcome is Outcome.IMPOSSIBLE:
        if burden.what == "down" and _alone_at_the_top(problem, player):
            return say("{player} must float down: nobody else has as many points.", player=player)
        if burden.what == "down" and _meets_nobody(problem, player, price):
            return say("{player} must float down: {player} may meet nobody with as many points.", player=player)
        why = impossible_words(problem, price)
        must = _must_words(burden, relaxed=problem.position.orders.relax)
        without = say("Without that: {why}", why=why) if burden.what != "colour" else say("With one: {why}", why=why)
        return f"{must} {without}"
    if price.told:
        return _spared_words(burden, price.told)
    if price.outcome is Outcome.WORSE:
        assert price.loss is not None
        loss = loss_words(price.loss, figures)
        if burden.what == "down":
            return say("If {player} did not float down, the best there is has {loss}.", player=player, loss=loss)
        if burden.what == "bye":
            return say("If {player} did not have the bye, the best there is has {loss}.", player=player, loss=loss)
        return say(
            "If {player} had a game with the colour preferred, the best there is has {loss}.", player=player, loss=loss
        )
    if price.outcome is Outcome.COLOURS:
        only = say("Only with colours set against the allocation could {player} be spared at no cost.", player=player)
        if price.decided is None:
            return only
        return f"{only} " + say("At this board it decided so: {why}.", why=price.decided.words)
    return _spared_for_nothing(burden, played=played)


def _must_words(burden: Burden, *, relaxed: bool) -> str:
    """That nothing else is legal; or, with criteria given up (no legal pairing exists anyway), that nothing is left."""
    player = burden.player
    if burden.what == "down":
        if relaxed:
            return say("{player} must float down, whatever criteria are given up.", player=player)
        return say("{player} must float down, or there is no legal pairing.", player=player)
    if burden.what == "bye":
        if relaxed:
            return say("{player} must have the bye, whatever criteria are given up.", player=player)
        return say("{player} must have the bye, or there is no legal pairing.", player=player)
    if relaxed:
        return say(
            "No pairing has a game for {player} with the colour preferred, whatever criteria are given up.",
            player=player,
        )
    return say("No legal pairing has a game for {player} with the colour preferred.", player=player)


def _alone_at_the_top(problem: Problem, player: int) -> bool:
    """Whether nobody else who is present has the player's score, or more."""
    position = problem.position
    return int((position.score >= position.score[position.index_of[player]]).sum()) == 1


def _meets_nobody(problem: Problem, player: int, price: Price) -> bool:
    """Whether the witness against sparing a player the downfloat is that he alone has no opponent left."""
    witness, alone = price.witness, (problem.position.index_of[player],)
    return witness is not None and not witness.blockers and alone in witness.odd_groups and not price.by_orders


def _spared_for_nothing(burden: Burden, *, played: bool) -> str:
    """That somebody could be spared at no cost."""
    player = burden.player
    if played:
        if burden.what == "down":
            return say(
                "There are pairings as good as the best on every level in which {player} does not float down.",
                player=player,
            )
        if burden.what == "bye":
            return say(
                "There are pairings as good as the best on every level in which {player} does not have the bye.",
                player=player,
            )
        return say(
            "There are pairings as good as the best on every level in which {player} has the colour preferred.",
            player=player,
        )
    if burden.what == "down":
        return say(
            "There are pairings as good on every level in which {player} does not float down; the natural order chose.",
            player=player,
        )
    if burden.what == "bye":
        return say(
            "There are pairings as good on every level in which {player} does not have the bye; the natural order "
            "chose.",
            player=player,
        )
    return say(
        "There are pairings as good on every level in which {player} has the colour preferred; the natural order "
        "chose.",
        player=player,
    )


def traded_words(traded: Traded, figures: Figures) -> str:
    """What the order of the levels costs."""
    return say(
        "{earlier} {now} makes {level} {value}; with {earlier} {then} it would be {least}.",
        earlier=traded.earlier,
        now=figures.level(traded.earlier, traded.now),
        level=traded.level,
        value=figures.level(traded.level, traded.value),
        then=figures.level(traded.earlier, traded.then),
        least=figures.level(traded.level, traded.least),
    )


def _spared_words(burden: Burden, told: str) -> str:
    """What sparing a player costs, in the words of the system."""
    if burden.what == "down":
        return say("If {player} did not float down: {difference}", player=burden.player, difference=told)
    if burden.what == "bye":
        return say("If {player} did not have the bye: {difference}", player=burden.player, difference=told)
    return say("If {player} had the colour preferred: {difference}", player=burden.player, difference=told)


def verdict_words(candidate: Candidate, figures: Figures) -> str:
    """How a pairing does against the optimum, in a few words."""
    if candidate.pairing.status is Status.STUCK:
        return say("stuck at {step}", step=candidate.pairing.trace.stuck_at)
    if not candidate.measured:
        return say("not comparable")
    if candidate.difference is None:
        return say("equal on every level")
    return candidate.difference.told or loss_words(candidate.difference, figures)


def carriers(pairing: Pairing, level: str, figures: Figures, most: int = 12) -> str:
    """The boards, and the bye, that a level's value comes from: `3-7 (2), 4-9 (1)`."""
    found = [(versus(board.white, board.black), board.costs.get(level, 0)) for board in pairing.boards]
    if pairing.bye is not None:
        found.append((say("the bye for {player}", player=pairing.bye), pairing.bye_costs.get(level, 0)))
    words = [f"{name} ({figures.level(level, cost)})" for name, cost in found if cost]
    if len(words) > most:
        return say("{some} and {more} more", some=", ".join(words[:most]), more=len(words) - most)
    return all_of(words)
