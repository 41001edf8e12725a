"""A simulation as a whole: its seed, its folder if it has one, and its tournaments, played."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from pairproof.cli import documents
from pairproof.cli.folders import output_folder
from pairproof.cli.simulation import folder as written
from pairproof.cli.simulation.options import drawn_seed
from pairproof.cli.simulation.play import Chunk, Played, chunks_of
from pairproof.model.rules import RuleSet
from pairproof.model.study.settings import Settings


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many tournaments, what they are like, and by which methods and rules they are paired.

    `named_rules` is the name or path by which the rules were asked for, `format` what the files are written as.
    """

    tournaments: int
    settings: Settings
    methods: tuple[str, ...]
    rules: RuleSet
    named_rules: str | None
    format: str

    def play(self, seed: int | None, output: str | None, processes: int) -> tuple[int, list[Played]]:
        """The seed, the one given, that of the run which the folder holds, or one drawn; and a line for each tournament
        and method.  `output` is the folder that they are written into.

        Raises
        ------
        FileProblem, UsageProblem
            The folder cannot be written into, or holds another simulation.
        """
        with ExitStack() as stack:
            folder = None
            if output is not None:
                need = self.tournaments * len(self.methods) * written.bytes_needed(self.settings)
                folder = stack.enter_context(output_folder(output, need))
                seed = written.seed_before(folder) if seed is None else seed
            seed = drawn_seed(seed)
            named = written.named_rules(self.named_rules, output)
            if folder is not None:
                written.begin(folder, self._record(seed, named))
            whole = Chunk(
                range(1, self.tournaments + 1),
                self.settings,
                seed,
                self.methods,
                self.rules,
                named,
                None if folder is None else self.format,
            )
            chunks = chunks_of(whole)
            return seed, written.play_all(chunks, min(processes, len(chunks)), folder)

    def _record(self, seed: int, named: str) -> documents.SimulationRecord:
        return documents.SimulationRecord.of(
            self.settings,
            seed=seed,
            tournaments=self.tournaments,
            methods=self.methods,
            format=self.format,
            rules=self.rules,
            named_rules=named,
        )
