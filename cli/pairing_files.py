"""The files that a pairing is written to: its certificate, and its boards as pairing engines write them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

from pairproof.cli.engine.format import engine_format
from pairproof.cli.json_output import spare
from pairproof.cli.output import complain, dump_json, write
from pairproof.cli.writing import Target
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say

if TYPE_CHECKING:
    from pairproof.solver.result import Pairing


class PairingFiles:
    """`--certificate` and `--output`: opened before anything is solved, put in place when the pairing is there.

    `--output -` is standard output.

    Raises
    ------
    FileProblem
        One of them cannot be written.
    UsageProblem
        Both are one file, or one of those that are read (`read`: what each path is).
    """

    def __init__(self, read: Mapping[str, str], certificate: str | None, output: str | None) -> None:
        if certificate is not None and output is not None and os.path.realpath(certificate) == os.path.realpath(output):
            raise UsageProblem(say("--certificate and --output both name {file}.", file=output))
        for written, option in ((certificate, "--certificate"), (output, "--output")):
            if written not in (None, "-"):
                spare({str(written): say("what {option} writes", option=option)})
        self._stack = ExitStack()
        self._prints = output == "-"
        self._certificate: Target | None = None
        self._boards: Target | None = None
        with self._stack:
            if certificate is not None:
                self._certificate = self._stack.enter_context(Target("--certificate", certificate))
                self._certificate.spare(read)
            if output is not None and output != "-":
                self._boards = self._stack.enter_context(Target("--output", output))
                self._boards.spare(read)
            self._stack = self._stack.pop_all()

    def write(self, pairing: Pairing) -> None:
        """Write both.  A certificate that there is none of is said, and loses nothing else."""
        proof, boards = self._certificate, self._boards
        if proof is not None:
            if pairing.certificate is not None:
                proof.write(dump_json(pairing.certificate))
            else:
                complain(
                    say(
                        "Warning: {file} is not written: {why}.",
                        file=proof.named,
                        why=_no_certificate(pairing),
                    )
                )
                proof = None
        if boards is not None:
            boards.write(engine_format(pairing).encode("ascii"))
        for target in (proof, boards):
            if target is not None:
                target.put()
        if self._prints:
            write(engine_format(pairing))

    def __enter__(self) -> PairingFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()


def _no_certificate(pairing: Pairing) -> str:
    """Why there is none to be written."""
    if pairing.status in ("feasible", "unknown"):
        return say("time ran out before everything was proved")
    return say("certificates cover levels alone, and look-ahead or a limit decided this")
