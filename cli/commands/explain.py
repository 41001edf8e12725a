"""`pairproof explain`: why this pairing, and why not another."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.failures import exit_code_of, exit_with, guarded
from pairproof.model.tournament import BYE, FixedPair

if TYPE_CHECKING:
    from pairproof.solver.explain.questions import Answer, Burden, Loss
    from pairproof.solver.result import Pairing

MOST_ASKED = 12
"""Downfloats, and denied colours, for each of which one more pairing is looked for."""


@guarded
def command(
    file: options.File,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="5", help="What every possible opponent of 5 would cost. Repeatable."),
    ] = None,
    why_not: Annotated[
        list[str] | None,
        typer.Option("--why-not", metavar="3-7", help="Why do 3 and 7 not meet? 3w-7b: with 3 white. Repeatable."),
    ] = None,
    bye: Annotated[
        list[str] | None,
        typer.Option("--bye", metavar="4", help="Why does 4 not have the bye? Here a question, no order. Repeatable."),
    ] = None,
    round: options.RoundToPair = None,
    rules: options.Rules = None,
    fix: options.Fix = None,
    forbid: options.Forbid = None,
    no_bye: options.NoBye = None,
    absent: options.Absent = None,
    lookahead: options.LookAhead = None,
    quota: options.Quota = None,
    relax: options.Relax = False,
    engine: options.Engine = "auto",
    time_limit: options.TimeLimit = None,
    certificate: options.Certificate = None,
    output: options.Output = None,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Say why the round is paired so, or answer questions about other pairings.

    Every answer comes from pairing the round again, with what was asked. Exit code 1: no legal pairing exists. Exit
    code 6: time ran out before the round was proved, so nothing can be explained.
    """
    start = time.perf_counter()
    orders = options.orders(fix=fix, forbid=forbid, no_bye=no_bye, absent=absent)
    orders = replace(orders, relax=relax)
    options.check_asked(time_limit=time_limit, engine=engine)
    players = [options.id_option("--player", text) for text in player or ()]
    wishes = [options.pair_option("--why-not", text) for text in why_not or ()]
    wishes += [FixedPair(options.id_option("--bye", text), BYE) for text in bye or ()]
    from pairproof.cli.source import inputs, tournament_and_rules

    tournament, rule_set = tournament_and_rules(file, format, rules)
    from pairproof.cli.pairing_files import PairingFiles
    from pairproof.cli.progress import interruptible
    from pairproof.solver.optimal import pair
    from pairproof.solver.request import Conditions, Request

    with PairingFiles(inputs(file, tournament, rules), certificate, output) as files:
        conditions = Conditions(engine, lookahead=lookahead, max_pairs_in_group=options.quotas(quota or ()))
        with interruptible(time_limit, "Pairing the round") as stop:
            pairing = pair(tournament, Request(rule_set, round, orders, conditions, stop))
        explanation = Explanation(pairing, players, wishes)
        files.write(pairing)
    if json:
        from pairproof.cli.output import write_json

        write_json(explanation.document(time.perf_counter() - start))
    else:
        from pairproof.cli.pages.explain import show

        # English pages have the English names alone; the documents are in the other two languages.
        show(explanation, documents=lang in ("pt", "ru"))
    exit_with(exit_code_of(pairing))


class Explanation:
    """The pairing of a round and the answers to what was asked about it.

    Without a question there are `burdens` instead: what it would cost to spare those who float, have the bye or are
    denied a colour.

    Raises
    ------
    UsageProblem
        A question about somebody who is not there, or about a round for which look-ahead or limits of pairs in a
        group hold: there the levels alone do not say what another pairing would cost.
    """

    def __init__(self, pairing: Pairing, players: list[int], wishes: list[FixedPair]) -> None:
        from pairproof.model.errors import UsageProblem
        from pairproof.solver.explain.questions import burdens, grant, opponents

        self.pairing = pairing
        self.players: list[tuple[int, tuple[Answer, ...]]] = []
        self.wishes: list[Answer] = []
        self.burdens: tuple[Burden, ...] = ()
        self.asked = bool(players or wishes)
        if self.pairing.status not in ("optimal", "infeasible"):
            return
        if self.asked and pairing.conditional and pairing.witness is None:
            raise UsageProblem(
                "Look-ahead or limits of pairs in a group hold for this round; what another pairing would cost cannot "
                "be told from the levels alone. Ask without them, with --rules where a rule file has the limits."
            )
        if not self.asked and self.pairing.status == "optimal":
            self.burdens = burdens(self.pairing, MOST_ASKED)
        self.players = [(player, opponents(self.pairing, player)) for player in dict.fromkeys(players)]
        self.wishes = [grant(self.pairing, wish) for wish in dict.fromkeys(wishes)]

    def document(self, seconds: float) -> dict[str, Any]:
        """The JSON document, "pairproof.explanation/1".

        It begins as that of the pairing does.  Each level has the boards that carry its value ("0" in a pair is the
        bye) and the reasons in words.
        """
        from pairproof.cli.documents import pairing as documents
        from pairproof.solver.explain.reasons import reasons

        pairing = self.pairing
        position = pairing.problem.position
        why = reasons(pairing)
        found: dict[str, Any] = {
            "schema": "pairproof.explanation/1",
            **documents.head(position),
            "status": pairing.status,
            "boards": documents.boards(pairing),
            "bye": pairing.bye,
            "levels": [
                {**level, "carried_by": _carried_by(pairing, level["name"]), "reasons": why.get(level["name"], [])}
                for level in documents.levels(pairing.levels)
            ],
        }
        found |= documents.asked(pairing)
        if pairing.witness is not None:
            from pairproof.solver.proof.write import witness_document

            found["witness"] = witness_document(pairing.problem, pairing.witness)
        if not self.asked:
            found["burdens"] = [self._burden(burden) for burden in self.burdens]
        if self.players:
            found["players"] = [
                {"player": player, "opponents": [self._answer(answer) for answer in answers]}
                for player, answers in self.players
            ]
        if self.wishes:
            found["wishes"] = [self._wish(answer) for answer in self.wishes]
        found["run"] = documents.run(position.tournament.sha256, seconds, pairing.engine)
        return found

    def _burden(self, burden: Burden) -> dict[str, Any]:
        from pairproof.solver.explain.wording import burden_sentence
        from pairproof.solver.proof.write import witness_document

        price, problem = burden.price, self.pairing.problem
        found: dict[str, Any] = {"player": burden.player, "what": burden.what}
        if price is not None:
            found |= {"outcome": price.outcome.value, **_loss(price.loss)}
            if price.witness is not None:
                found["witness"] = witness_document(problem, price.witness)
            if price.by_orders:
                found["by_orders"] = True
            if price.order is not None:
                found["order"] = [price.order.first, price.order.second]
            found["text"] = burden_sentence(problem, burden)
        return found

    def _answer(self, answer: Answer) -> dict[str, Any]:
        from pairproof.solver.explain.wording import answer_words
        from pairproof.solver.proof.write import witness_document

        found: dict[str, Any] = {
            "pair": [answer.wish.first, answer.wish.second],
            "outcome": answer.outcome.value,
            **_loss(answer.loss),
        }
        if answer.breaches:
            found["breaches"] = [{"rule": breach.rule, "text": breach.text} for breach in answer.breaches]
        if answer.witness is not None:
            found["witness"] = witness_document(self.pairing.problem, answer.witness)
        if answer.by_orders:
            found["by_orders"] = True
        return {**found, "text": answer_words(answer)}

    def _wish(self, answer: Answer) -> dict[str, Any]:
        from pairproof.cli.documents import pairing as documents
        from pairproof.solver.explain.questions import changes

        found = {**self._answer(answer), "colours": answer.wish.colours}
        if answer.best is not None:
            before, after = changes(self.pairing, answer.best)
            found["best"] = {
                "boards": documents.boards(answer.best),
                "bye": answer.best.bye,
                "levels": documents.levels(answer.best.levels),
            }
            found["changed"] = {"from": [seats(board) for board in before], "to": [seats(board) for board in after]}
        return found


def seats(board: Any) -> list[int]:
    """White and black of a board; the one who has the bye and 0."""
    return [board, BYE] if isinstance(board, int) else [board.white, board.black]


def _loss(loss: Loss | None) -> dict[str, Any]:
    return {} if loss is None else {"level": loss.level, "value": loss.value, "optimum": loss.optimum}


def _carried_by(pairing: Pairing, level: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"pair": [board.white, board.black], "cost": board.costs[level]}
        for board in pairing.boards
        if board.costs.get(level)
    ]
    if pairing.bye is not None and pairing.bye_costs.get(level):
        found.append({"pair": [pairing.bye, BYE], "cost": pairing.bye_costs[level]})
    return found
