"""Rounds of a tournament file: the next one paired, or those played held against the best ones."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

from pairproof.cli.engine.format import engine_format
from pairproof.cli.engine.lists import lists_of
from pairproof.cli.engine.reading import loaded, say_rules
from pairproof.cli.engine.request import NO_PAIRING, Request, beside
from pairproof.cli.output import complain, write
from pairproof.cli.source import inputs
from pairproof.cli.writing import Target
from pairproof.model.errors import UsageProblem
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request as RoundRequest


def perform(request: Request) -> int:
    """Pair the next round, or compare the rounds of the file with the best ones; the exit code."""
    assert request.source is not None
    with ExitStack() as stack:
        out = checklist = None
        if request.action == "pair" and request.out is not None:
            out = stack.enter_context(Target("-p", beside(request.source, request.out)))
        if request.wants_checklist:
            name = request.checklist or os.path.splitext(os.path.basename(request.source))[0] + ".list"
            name = beside(request.source, name)
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


def _pair(tournament: Tournament, rules: RuleSet, out: Target | None, checklist: Target | None) -> int:
    pairing = pair(tournament, RoundRequest(rules))
    data = engine_format(pairing)
    if checklist is not None:
        writes = lists_of(rules)
        checklist.write((writes.checklist(pairing) + writes.last_line).encode())
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


def _check(request: Request, tournament: Tournament, rules: RuleSet, checklist: Target | None) -> int:
    """Print, for each round, the boards on which the best pairing and the one played differ."""
    rounds = range(1, len(tournament.rounds) + 1)
    if request.round is not None and request.round not in rounds:
        raise UsageProblem(f"-c {request.round}: the file holds {len(rounds)} rounds.")
    assert request.source is not None
    writes = lists_of(rules)
    title = writes.title(tournament, Path(request.source).stem)
    text, lists = "", ""
    for number in rounds if request.round is None else (request.round,):
        pairing = pair(tournament, RoundRequest(rules, number))
        lists += writes.of_round(number, pairing)
        text += writes.compared(title, number, pairing)
    write(text + writes.after_rounds)
    if checklist is not None:
        checklist.write((lists + writes.last_line).encode())
        checklist.put()
    return 0
