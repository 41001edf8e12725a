"""Who floats, has the bye or is denied a colour, and what sparing them would cost: in words, for every page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pairproof.model.figures import Figures
from pairproof.model.language import say
from pairproof.model.state.history import WHITE
from pairproof.solver.explain.answers import Burden
from pairproof.solver.explain.wording import burden_sentence
from pairproof.solver.result import Pairing


@dataclass(frozen=True, slots=True)
class Told:
    """Why somebody floats, has the bye or is denied a colour: the fact, and what sparing them would cost."""

    fact: str
    price: str


def chapters(
    pairing: Pairing,
    burdens: Iterable[Burden],
    named: Callable[[int], str],
    figures: Figures,
    *,
    played: bool = False,
) -> Iterator[tuple[str, str, tuple[Told, ...]]]:
    """Those who bear the same thing: what ("down", "bye", "colour"), the title, and each of them.

    `named` writes a player by id, `figures` numbers; `played` as for `burden_sentence`.
    """
    position = pairing.problem.position

    def score(player: int) -> str:
        return figures.points(int(position.score[position.index_of[player]]))

    found = tuple(burdens)
    titles = {
        "down": say("Who floats"),
        "bye": say("Who has the bye"),
        "colour": say("Who does not get the colour preferred"),
    }
    for what, title in titles.items():
        told = tuple(
            Told(_fact(pairing, burden, named, score), burden_sentence(pairing.problem, burden, figures, played=played))
            for burden in found
            if burden.what == what
        )
        if told:
            yield what, title, told


def _fact(pairing: Pairing, burden: Burden, named: Callable[[int], str], score: Callable[[int], str]) -> str:
    player = burden.player
    who = named(player)
    if burden.what == "down":
        other = pairing.partners[player]
        return say(
            "{player} ({score}) plays {other} ({lower}).",
            player=who,
            score=score(player),
            other=named(other),
            lower=score(other),
        )
    if burden.what == "bye":
        return say("{player} ({score}) has the bye.", player=who, score=score(player))
    position = pairing.problem.position
    if position.needs[position.index_of[player]].wants == WHITE:
        return say("{player} prefers white and has black.", player=who)
    return say("{player} prefers black and has white.", player=who)
