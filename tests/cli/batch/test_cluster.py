"""`pairproof batch --cluster` with a real scheduler and real worker processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.commands.test_batch import SCENARIOS, SMALL, pieces, start, timeless, wait_for

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


class Cluster:
    """A scheduler of its own, and workers that can be killed: without a nanny that would raise them again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self._processes = [self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")]
        wait_for(lambda: self._file.exists() and self._file.read_text(encoding="utf-8").strip().endswith("}"))
        self.address: str = json.loads(self._file.read_text(encoding="utf-8"))["address"]
        self.workers: list[subprocess.Popen[bytes]] = []

    def _start(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(self._file), *arguments],
            cwd=self.folder,
            env={**os.environ, "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "30s"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add_worker(self) -> subprocess.Popen[bytes]:
        worker = self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        self._processes.append(worker)
        self.workers.append(worker)
        return worker

    def wait_for_workers(self, number: int) -> None:
        from distributed import Client

        with Client(self.address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=60)

    def stop(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()


@contextmanager
def running(folder: Path, workers: int) -> Iterator[Cluster]:
    folder.mkdir(exist_ok=True)
    cluster = Cluster(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        if workers:
            cluster.wait_for_workers(workers)
        yield cluster
    finally:
        cluster.stop()


@pytest.mark.slow
def test_two_workers_and_one_that_dies(call, run, tmp_path):
    """The same tables as on this machine: undisturbed, and with a worker killed in the middle.  The workers stand in
    another folder: they read no file."""
    simulations = ("--simulate", "40", "--players", "32", "--rounds", "6", "--seed", "6", "--method", "optimal")
    (tmp_path / "a.toml").write_bytes((SCENARIOS / "club-round-5.toml").read_bytes())
    (tmp_path / "broken.toml").write_text("[tournament\n", encoding="utf-8")
    files = ("a.toml", "broken.toml")
    assert call("batch", *simulations, "-o", "here", "--jobs", "1").returncode == 0
    assert call("batch", *files, "-o", "files-here", "--jobs", "1").returncode == 3
    with running(tmp_path / "cluster", 2) as cluster:
        assert run("batch", *files, "-o", "files-there", "--cluster", cluster.address).returncode == 3
        process = start(tmp_path, "batch", *simulations, "-o", "there", "--cluster", cluster.address)
        folder = tmp_path / "there"
        wait_for(lambda: pieces(folder) > 0 or process.poll() is not None)
        assert process.poll() is None, "it was done before a worker could be killed"
        cluster.workers[0].send_signal(signal.SIGKILL)
        assert process.wait(timeout=120) == 0
        assert cluster.workers[0].wait() == -signal.SIGKILL
    assert timeless(folder) == timeless(tmp_path / "here")
    assert timeless(tmp_path / "files-there") == timeless(tmp_path / "files-here")


@pytest.mark.slow
def test_cluster_that_goes_away(call, tmp_path):
    """The scheduler dies in the middle: exit 5, and the same command without it goes on."""
    simulations = ("--simulate", "60", "--players", "32", "--rounds", "6", "--seed", "6", "--method", "optimal")
    folder = tmp_path / "out"
    with running(tmp_path / "cluster", 1) as cluster:
        process = start(tmp_path, "batch", *simulations, "-o", "out", "--cluster", cluster.address)
        wait_for(lambda: pieces(folder) > 0 or process.poll() is not None)
        cluster.stop()
        assert process.wait(timeout=90) == 5
    kept = pieces(folder)
    assert kept >= 1
    done = call("batch", *simulations, "-o", "out", "--jobs", "1")
    assert done.returncode == 0
    assert f"Going on: {kept} of".encode() in done.stderr


@contextmanager
def silent() -> Iterator[str]:
    """A server that takes connections and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.slow
def test_silent_cluster(run, tmp_path):
    with silent() as address:
        begun = time.monotonic()
        done = run("batch", *SMALL, "-o", "out", "--cluster", address)  # which waits for a minute, no longer
        took = time.monotonic() - begun
    assert (done.returncode, done.stdout) == (5, b"")
    assert b"does not answer (waited 10 s)" in done.stderr
    assert b"Traceback" not in done.stderr
    assert took > 9
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_nobody_listens(run, tmp_path):
    with silent() as address:
        pass
    done = run("batch", *SMALL, "-o", "out", "--cluster", address)
    assert (done.returncode, done.stdout) == (5, b"")
    assert b"does not answer" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())  # as before: another batch can have the folder


@pytest.mark.slow
def test_cluster_without_workers(run, tmp_path):
    with running(tmp_path / "cluster", 0) as cluster:
        done = run("batch", *SMALL, "-o", "out", "--cluster", cluster.address)
    assert (done.returncode, done.stdout) == (5, b"")
    assert b"has no worker" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("address", ["nonsense://x", "tcp://x:y", "foo", ""])
def test_no_address(run, tmp_path, address):
    done = run("batch", *SMALL, "-o", "out", "--cluster", address)
    assert done.returncode in (2, 5)
    assert b"Traceback" not in done.stderr
    assert done.stderr
    assert not list(tmp_path.iterdir())
