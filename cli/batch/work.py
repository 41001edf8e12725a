"""A batch at work: chunk by chunk, here, in several processes or on a cluster, until the tables are there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pairproof.cli.batch import measure
from pairproof.cli.batch.folder import RunFolder
from pairproof.cli.batch.plan import Plan
from pairproof.cli.folders import need_space
from pairproof.cli.output import complain
from pairproof.cli.parallel import Workers, completed, workers
from pairproof.cli.simulation.options import drawn_seed
from pairproof.model.language import say, say_n


def make_tables(plan: Plan, folder: Path, *, seed: int | None, jobs: int, cluster: str | None) -> None:
    """Do what the plan says, or what is left of it, and write the tables into the folder.

    Without a `seed` that of the batch in the folder is taken, or one is drawn.

    Raises
    ------
    UsageProblem, FileProblem, InvalidInput
        The folder holds another batch, cannot be written to, or the cluster does not answer.
    """
    run = RunFolder(folder)
    if plan.draws_lots:
        before = run.found()
        if seed is None and before is not None:
            seed = before.seed
        plan = replace(plan, seed=drawn_seed(seed))
    need_space(folder, plan.bytes_needed())
    # Once: what is written down is what was begun with, whatever happens to the files meanwhile.
    identity = plan.identity()
    with run.locked():
        chunk_size, complete = run.check(identity, plan.chunk_size)
        chunks = -(-plan.tasks // chunk_size)
        if complete:
            run.tidy(chunks)
            return
        try:
            # A cluster that does not answer is told before anything is written.
            with workers(min(jobs, chunks), cluster) as helpers:
                run.begin(identity, chunk_size)
                _work(plan, run, chunk_size, chunks, helpers)
        except KeyboardInterrupt:
            complain(say("Stopped; the same command goes on from here."))
            raise
        run.finish(identity, chunk_size, chunks)


def _work(plan: Plan, run: RunFolder, chunk_size: int, chunks: int, helpers: Workers | None) -> None:
    """Every chunk that is not done yet."""
    done = run.done(chunks)
    if done:
        complain(
            say_n(
                "Going on: {done} of {count} chunk done already.",
                "Going on: {done} of {count} chunks done already.",
                chunks,
                done=len(done),
            )
        )
        for problems in done.values():
            for problem in problems:
                complain(problem)

    def waiting() -> Iterator[tuple[int, tuple[measure.Task, ...]]]:
        for chunk in range(chunks):
            if chunk not in done:
                numbers = range(chunk * chunk_size, min((chunk + 1) * chunk_size, plan.tasks))
                yield chunk, tuple(plan.task(number) for number in numbers)

    with _progress(chunks, len(done)) as advance:
        for chunk, measured in completed(helpers, measure.measure_chunk, waiting()):
            run.put(chunk, measured)
            for problem in measured.problems:
                complain(problem)
            advance()


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[], None]]:
    """A bar on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    # Only now: most batches run where nobody looks on.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(),
        MofNCompleteColumn(),
        say("chunks"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        bar = progress.add_task("", total=total, completed=done)
        yield lambda: progress.advance(bar)
