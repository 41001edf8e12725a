"""Chunks of work, in this process, in several, or on a cluster; never more of them under way than keeps all busy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem, InternalError, UsageProblem
from pairproof.model.language import say, speaking, spoken

Chunk = TypeVar("Chunk")
Rows = TypeVar("Rows")

CLUSTER_PATIENCE = 10.0
"""Seconds a cluster has to answer."""
_TRIES = 3
"""How often a chunk is begun again when the process it was with died."""


class Workers(Protocol):
    """Who does the work: `submit` begins a chunk, `most` are given out at once, `lost` says whether an exception means
    that a worker died, and makes ready to begin again; `alive` raises where there is no hope."""

    most: int

    def submit(self, work: Callable[[Any], Any], chunk: Any) -> Future[Any]: ...

    def lost(self, error: BaseException) -> bool: ...

    def alive(self) -> None: ...


def completed(
    workers: Workers | None, work: Callable[[Chunk], Rows], chunks: Iterable[tuple[int, Chunk]]
) -> Iterator[tuple[int, Rows]]:
    """Number and result of each chunk as it is done.

    `workers` None: here, one after the other.  A chunk whose worker died is begun again.

    Raises
    ------
    InternalError
        The same chunk took its worker with it several times.
    """
    if workers is None:
        for number, chunk in chunks:
            yield number, work(chunk)
        return
    waiting = iter(chunks)
    spoken_work = partial(_speaking, spoken(), work)
    running: dict[Future[Any], tuple[int, Chunk]] = {}
    tries: dict[int, int] = {}
    while True:
        while len(running) < workers.most and (following := next(waiting, None)) is not None:
            running[workers.submit(spoken_work, following[1])] = following
        if not running:
            return
        done, _ = wait(running, timeout=CLUSTER_PATIENCE, return_when=FIRST_COMPLETED)
        if not done:
            workers.alive()
        lost: list[tuple[int, Chunk]] = []
        for future in done:
            given = running.pop(future)
            try:
                result = future.result()
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt) or not workers.lost(error):
                    raise
                lost.append(given)
            else:
                tries.pop(given[0], None)
                yield given[0], result
        for again in lost:
            number = again[0]
            tries[number] = tries.get(number, 0) + 1
            if tries[number] > _TRIES:
                raise InternalError(
                    f"the processes at work die again and again (chunk {number}); perhaps there is not enough memory"
                )
            running[workers.submit(spoken_work, again[1])] = again


def _speaking(language: str, work: Callable[[Chunk], Rows], chunk: Chunk) -> Rows:
    """The work in another process, in the language of this one."""
    with speaking(language):
        return work(chunk)


def in_order(results: Iterable[tuple[int, Rows]]) -> Iterator[Rows]:
    """Results of chunks 0, 1, 2, … in this order, whatever order they come in."""
    early: dict[int, Rows] = {}
    following = 0
    for number, result in results:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


def _leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of a terminal; one of them is enough to say so."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Processes:
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.most = 2 * jobs
        self._pool = self._new()

    def _new(self) -> Any:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # Not forked: a copy of a process with threads (the progress bar's) may hang.
        return ProcessPoolExecutor(self._jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_parent)

    def submit(self, work: Callable[[Any], Any], chunk: Any) -> Future[Any]:
        from concurrent.futures.process import BrokenProcessPool

        try:
            future: Future[Any] = self._pool.submit(work, chunk)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new()
            future = self._pool.submit(work, chunk)
        return future

    def lost(self, error: BaseException) -> bool:
        from concurrent.futures.process import BrokenProcessPool

        return isinstance(error, BrokenProcessPool)

    def alive(self) -> None:
        pass

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Cluster:
    """Workers of a Dask scheduler, each chunk a task."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._executor = client.get_executor(pure=False)
        self.most = max(2, 2 * sum(client.nthreads().values()))

    def submit(self, work: Callable[[Any], Any], chunk: Any) -> Future[Any]:
        future: Future[Any] = self._executor.submit(work, chunk)
        return future

    def lost(self, error: BaseException) -> bool:
        from distributed.scheduler import KilledWorker

        self.alive()
        return isinstance(error, KilledWorker)

    def alive(self) -> None:
        if self._client.status != "running":
            raise FileProblem(
                say(
                    "The cluster at {address} no longer answers; the same command goes on from here.",
                    address=self._address,
                )
            )


@contextmanager
def local(jobs: int) -> Iterator[Workers | None]:
    """Processes of this machine; one job needs none of its own."""
    if jobs == 1:
        yield None
        return
    processes = _Processes(jobs)
    try:
        yield processes
    finally:
        processes.close()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask scheduler.

    Raises
    ------
    UsageProblem
        The extra `cluster` is not installed, or the address is none.
    FileProblem
        It does not answer in time, or has no worker.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageProblem(
            say(
                "{what} needs the extra `{extra}`: pip install 'pairproof[{extra}]'.", what="--cluster", extra="cluster"
            )
        ) from None
    client = None
    try:
        try:
            _knock(address)
            client = Client(address, timeout=CLUSTER_PATIENCE, set_as_default=False)
            client.wait_for_workers(1, timeout=CLUSTER_PATIENCE)
        except (ValueError, TypeError) as error:
            raise UsageProblem(f"--cluster {address}: {error}.") from None  # what the library says of the address
        except TimeoutError:
            waited = {"address": address, "seconds": f"{CLUSTER_PATIENCE:.0f}"}
            raise FileProblem(
                say("The cluster at {address} does not answer (waited {seconds} s).", **waited)
                if client is None
                else say("The cluster at {address} has no worker (waited {seconds} s).", **waited)
            ) from None
        except OSError as error:
            raise FileProblem(
                say("The cluster at {address} does not answer: {reason}.", address=address, reason=system_says(error))
            ) from None
        yield _Cluster(client, address)
    finally:
        if client is not None:
            client.close(timeout=2)


def _knock(address: str) -> None:
    """Shake hands with a scheduler, in time: the client itself would wait on for one that takes calls and is silent."""
    import asyncio

    from distributed.comm.core import connect

    async def shake_hands() -> None:
        comm = await asyncio.wait_for(connect(address, timeout=CLUSTER_PATIENCE), CLUSTER_PATIENCE)
        await comm.close()

    asyncio.run(shake_hands())


def workers(jobs: int, address: str | None) -> AbstractContextManager[Workers | None]:
    """Those of a cluster if an address is given, else of this machine."""
    return local(jobs) if address is None else cluster(address)
