"""`pairproof explain`: why this pairing, and why not another."""

from __future__ import annotations

import time

from pairproof import solver
from pairproof.cli import documents, explaining, options, pairing_files, pairing_run
from pairproof.cli.exit_codes import WRONG_USAGE
from pairproof.cli.failures import exit_code_of, exit_with, guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import ConditionOptions, PairOrders, ProofOptions, RoundOptions, grouped
from pairproof.cli.options.questions import QuestionOptions
from pairproof.cli.options.values import NamedPlayers
from pairproof.cli.output import complain
from pairproof.cli.pages import explain as page
from pairproof.cli.pages import played as played_page
from pairproof.model.language import say, spoken


@guarded
@grouped
def command(
    file: options.File,
    *,
    questions: QuestionOptions,
    which: RoundOptions,
    orders: PairOrders,
    asked: ConditionOptions,
    proof: ProofOptions,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """Every answer comes from pairing the round again, with what was asked. Of a round that the file holds, --played
    tells of its own boards. Exit code 1: no legal pairing exists. Exit code 2: a question does not apply; the others
    are answered. Exit code 6: time ran out before the round was proved, so nothing can be explained.
    """
    start = time.perf_counter()
    proof.check(printed=json and json_output is None)
    questions.check(more=orders.any or asked.any or proof.any)
    if questions.played:
        told = explaining.told_of_played(file, format, which, asked.time_limit)
        if json:
            write_json(documents.Explanation.of_played(told, time.perf_counter() - start))
        else:
            played_page.show(told, documents=lang in ("pt", "ru"))
        exit_with(exit_code_of(told.best))
        return
    conditions = solver.Conditions(proof.engine, lookahead=asked.lookahead, max_pairs_in_group=asked.quotas())
    source = pairing_run.round_of(file, format, which)
    named = NamedPlayers(source.tournament)
    given = orders.naming(named)
    players, wishes = questions.naming(named)
    named.tell()
    with pairing_files.PairingFiles(source.inputs, proof.certificate, proof.output) as files:
        pairing = pairing_run.paired(
            source, source.orders(given, asked), conditions, asked.time_limit, say("Pairing the round")
        )
        found = explaining.explained(pairing, players, wishes)
        files.write(pairing)
    if json:
        write_json(documents.Explanation.of(found, time.perf_counter() - start))
    elif not proof.prints:
        # English pages have the English names alone; the documents are in the other two languages.
        page.show(found, documents=spoken() != "en", held=source.held)
    for question in found.refused:
        complain(question)
    exit_with(WRONG_USAGE if found.refused else exit_code_of(pairing))
