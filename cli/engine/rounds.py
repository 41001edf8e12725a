"""Rounds of a tournament file: the next one paired, or those played held against the best ones."""

from __future__ import annotations

import os
from contextlib import ExitStack

from pairproof.cli.engine.format import engine_format
from pairproof.cli.engine.reading import loaded, say_rules
from pairproof.cli.engine.request import NO_PAIRING, Request
from pairproof.cli.output import complain, write
from pairproof.cli.source import inputs
from pairproof.cli.writing import Target
from pairproof.model.criteria import may_have_bye
from pairproof.model.errors import UsageProblem
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request as RoundRequest
from pairproof.solver.result import Pairing


def perform(request: Request) -> int:
    """Pair the next round, or compare the rounds of the file with the best ones; the exit code."""
    assert request.source is not None
    with ExitStack() as stack:
        out = checklist = None
        if request.action == "pair" and request.out is not None:
            out = stack.enter_context(Target("-p", _beside(request.source, request.out)))
        if request.wants_checklist:
            name = request.checklist or os.path.splitext(os.path.basename(request.source))[0] + ".list"
            name = _beside(request.source, name)
            if out is not None and out.same_as(name):
                raise UsageProblem(f"-p and -l both name {name}.")
            checklist = stack.enter_context(Target("-l", name))
        tournament, rules = loaded(request)
        for target in (out, checklist):
            if target is not None:
                target.spare(inputs(request.source, tournament, request.rules))
        say_rules(request, rules, tournament)
        if request.action == "check":
            return _check(request, tournament, rules, checklist)
        return _pair(tournament, rules, out, checklist)


def _beside(source: str, name: str) -> str:
    """A bare name lies in the folder of the file it belongs to, as JaVaFo has it."""
    return name if os.path.dirname(name) else os.path.join(os.path.dirname(source), name)


def _pair(tournament: Tournament, rules: RuleSet, out: Target | None, checklist: Target | None) -> int:
    pairing = pair(tournament, RoundRequest(rules))
    data = engine_format(pairing)
    if checklist is not None:
        checklist.write(_checklist(pairing).encode())
    if out is not None:
        out.write(data.encode("ascii"))
        out.put()
    else:
        write(data)
    if checklist is not None:
        checklist.put()
    if pairing.status == "infeasible":
        assert pairing.proof.witness is not None
        from pairproof.solver.explain.wording import nothing_legal_sentences

        complain(" ".join(["No legal pairing exists.", *nothing_legal_sentences(pairing)]))
        return NO_PAIRING
    return 0


def _checklist(pairing: Pairing) -> str:
    """Everybody present in rank order: score, what colour is due, floats, the bye, and the opponents so far."""
    position = pairing.problem.position
    may_bye = may_have_bye(position)
    colours = {1: "W", -1: "B", 0: "-"}
    floats = {1: "up", -1: "down", 0: "-"}
    lines = [f"{'ID':>5} {'Pts':>6}  Pref Diff  -1R  -2R  Bye  Opponents"]
    for index, player in enumerate(position.ids):
        own = position.history.entries[player]
        met = " ".join(str(entry.opponent or "-") for entry in own)
        need = position.needs[index]
        wants = colours[need.wants] + "!" * max(need.strength - 1, 0)  # "", "!" and "!!": mild, strong, absolute
        lines.append(
            f"{player:>5} {int(position.score[index]) / 2:>6.1f}  {wants:<4} {need.difference:>+4} "
            f"{floats[int(position.float_1[index])]:>4} {floats[int(position.float_2[index])]:>4}  "
            f"{'yes' if may_bye[index] else 'no':<3}  {met}".rstrip()
        )
    return "\n".join(lines) + "\n"


def _check(request: Request, tournament: Tournament, rules: RuleSet, checklist: Target | None) -> int:
    """Print, for each round, the boards on which the best pairing and the one played differ."""
    rounds = range(1, len(tournament.rounds) + 1)
    if request.round is not None and request.round not in rounds:
        raise UsageProblem(f"-c {request.round}: the file holds {len(rounds)} rounds.")
    lines = []
    lists = []
    for number in rounds if request.round is None else (request.round,):
        lines.append(f"{tournament.name}: Round #{number}")
        pairing = pair(tournament, RoundRequest(rules, number))
        lists.append(f"Round #{number}\n{_checklist(pairing)}\n")
        best = [(board.white, board.black) for board in pairing.boards]
        best += [(pairing.bye, 0)] if pairing.bye is not None else []
        one = tournament.rounds[number - 1]
        played = [(game.white, game.black) for game in one.games] + [(player, 0) for player in one.byes]
        ours = [pair_ for pair_ in best if pair_ not in set(played)]
        theirs = [pair_ for pair_ in played if pair_ not in set(best)]
        if ours or theirs:
            lines.append("  Checker pairings        Tournament pairings")
        for place in range(max(len(ours), len(theirs))):
            left, right = (f"{a:>6} - {b:>4}" if a else "" for a, b in (_at(ours, place), _at(theirs, place)))
            lines.append(f"{left:<24}{right}".rstrip())
        lines.append("")
    write("\n".join(lines) + "\n" if lines else "")
    if checklist is not None:
        checklist.write("".join(lists).encode())
        checklist.put()
    return 0


def _at(pairs: list[tuple[int, int]], place: int) -> tuple[int, int]:
    return pairs[place] if place < len(pairs) else (0, 0)
