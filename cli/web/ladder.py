"""Drawings of who plays whom: the players under each other in rank order, an arc for each board.

`bracket_drawing` has the scores as lines between the players, so an arc that crosses one is a float; `change_drawing`
has the boards before on the left and those after on the right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from pairproof.cli.pages.html.picture import length_of, short_name
from pairproof.cli.pages.levels import figures_of
from pairproof.model.language import say, say_n
from pairproof.model.tournament import BYE
from pairproof.solver.result import Pairing

MOST_ROWS = 40
"""More are not looked at one by one."""
_ROW, _HEAD, _GAP = 26, 30, 18
_EDGE = 8
"""Between a name and its arcs."""
_WIDEST = 190

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Text:
    """Words at a height: `kind` is "name", "score" (a line goes with it) or "left-out"."""

    y: int
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Arc:
    """A board: the line, an arrow's head ("" for none), its kind ("plain", "float", "asked"), and a sentence."""

    line: str
    head: str
    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The drawing, in units of its own: its size, where the names begin, the headings of both sides with their place
    ("" for none), and what it says in a sentence.
    """

    wide: int
    high: int
    at: int
    sides: tuple[tuple[int, str], ...]
    texts: tuple[Text, ...]
    arcs: tuple[Arc, ...]
    says: str


def bracket_drawing(pairing: Pairing, names: Callable[[int], str], asked: Pair | None = None) -> Drawing | None:
    """Who plays whom by scores: with two `asked` about, their scores alone; None where there is nothing to see."""
    position = pairing.problem.position
    if pairing.empty:
        return None
    partners = pairing.partners
    score = dict(zip(position.ids, position.score.tolist(), strict=True))
    floating = {
        player
        for board in pairing.boards
        for player in (board.white, board.black)
        if score[board.white] != score[board.black]
    } | ({pairing.bye} if pairing.bye is not None else set())
    shown = _rows(position.ids, score, partners, floating, asked)
    if not shown:
        return None
    figures = figures_of(pairing)
    sizes = Counter(score.values())
    texts, heights, y, last = [], {}, 0, None
    place = {player: at for at, player in enumerate(position.ids)}
    for player in shown:
        if last is None or score[player] != score[last]:
            y += _HEAD
            words = say_n("{points}: {count} player", "{points}: {count} players", sizes[score[player]],
                          points=figures.points(score[player]))  # fmt: skip
            texts.append(Text(y - 10, words, "score"))
        elif place[player] != place[last] + 1:
            y += _GAP
            texts.append(Text(y - 8, "⋮", "left-out"))
        y += _ROW
        heights[player] = y - _ROW // 2
        texts.append(Text(heights[player], _label(names, player), "name"))
        last = player
    if pairing.bye in heights:
        y += _HEAD + _ROW
        texts += [Text(y - _ROW - 10, "", "score"), Text(y - _ROW // 2, names(BYE), "name")]
        heights[BYE] = y - _ROW // 2
    at = _EDGE
    edge = at + _longest(texts) + _EDGE
    arcs = []
    for board in pairing.boards:
        pair = (board.white, board.black)
        if all(player in heights for player in pair):
            upper, lower = sorted(pair, key=place.__getitem__)
            floats = score[upper] != score[lower]
            kind = "asked" if asked is not None and set(pair) == set(asked) else "float" if floats else "plain"
            words = say("board {board}", board=board.number)
            arcs.append(_arc(edge, heights, (upper, lower), 1, kind, f"{_both(names, pair)}: {words}", arrow=floats))
    if pairing.bye in heights:
        arcs.append(_arc(edge, heights, (pairing.bye, BYE), 1, "float", _both(names, (pairing.bye, BYE)), arrow=True))
    says = say("An arc joins two who play each other; one with an arrow crosses from one score to a lower one.")
    return Drawing(edge + _WIDEST, y + 6, at, (), tuple(texts), tuple(arcs), says)


def change_drawing(before: Sequence[Pair], after: Sequence[Pair], names: Callable[[int], str]) -> Drawing | None:
    """Boards that change: those before on the left, those after on the right; (id, 0) is the bye.  None where there are
    none, or too many.
    """
    ids = list(dict.fromkeys(player for pair in before for player in pair if player != BYE))
    if not ids or len(ids) >= MOST_ROWS:
        return None
    ids += [BYE] * any(BYE in pair for pair in (*before, *after))
    heights = {player: _HEAD + place * _ROW + _ROW // 2 for place, player in enumerate(ids)}
    texts = [Text(heights[player], _label(names, player), "name") for player in ids]
    reach = _reach(_ROW * (len(ids) - 1)) * 3 // 4
    side = max(reach + _EDGE, 80)
    at = side + _EDGE
    edge = at + _longest(texts) + _EDGE
    arcs = [_arc(at - _EDGE, heights, pair, -1, "plain", _both(names, pair)) for pair in before]
    arcs += [
        _arc(edge, heights, pair, 1, "asked", _both(names, pair))
        for pair in after
        if all(one in heights for one in pair)
    ]
    high = _HEAD + _ROW * len(ids) + 6
    sides = ((_EDGE, say("Before")), (edge, say("After")))
    says = say("Left the boards before, right those after.")
    return Drawing(edge + side, high, at, sides, tuple(texts), tuple(arcs), says)


def _rows(
    ids: Sequence[int], score: dict[int, int], partners: dict[int, int], floating: Collection[int], asked: Pair | None
) -> list[int]:
    """Whom the drawing has, in rank order."""
    if asked is not None:
        own = {score[player] for player in asked if player in score}
        wanted = {player for player in ids if score[player] in own}
        wanted |= {partners[player] for player in wanted if partners.get(player)}
    else:
        wanted = set(ids)
    if len(wanted) > MOST_ROWS:
        # Of many those who float, then whoever stands nearest to the two.
        place = {player: at for at, player in enumerate(ids)}
        middle = [place[player] for player in asked if player in place] if asked is not None else [0]
        near = sorted(wanted, key=lambda one: (one not in floating, min(abs(place[one] - at) for at in middle)))
        chosen = {*(asked or ())} & wanted
        for player in near:
            pair = {player, *([partners[player]] if partners.get(player) else [])}
            if len(chosen | pair) <= MOST_ROWS:
                chosen |= pair & set(ids)
        wanted = chosen
    return [player for player in ids if player in wanted]


def _label(names: Callable[[int], str], player: int) -> str:
    return short_name(names(player))


def _both(names: Callable[[int], str], pair: Pair) -> str:
    return f"{names(pair[0])} – {names(pair[1])}"


def _longest(texts: Iterable[Text]) -> int:
    return round(max(length_of(one.text) for one in texts))


def _reach(distance: int) -> int:
    """How far to the side the ends of an arc are drawn; its middle comes three quarters as far."""
    return min(24 + round(distance * 0.45), _WIDEST + 40)


def _arc(x: int, heights: dict[int, int], pair: Pair, side: int, kind: str, says: str, *, arrow: bool = False) -> Arc:
    """From the one to the other beside the names: right of them with side 1, left with −1."""
    begin, end = heights[pair[0]], heights[pair[1]]
    out = x + side * _reach(abs(end - begin))
    head = f"M{x} {end}l{8 * side} -5v10z" if arrow else ""
    return Arc(f"M{x} {begin}C{out} {begin} {out} {end} {x} {end}", head, kind, says)
