"""One run of CP-SAT, its answer checked before it is believed."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairproof.model.errors import InternalError
from pairproof.solver.stopping import Stop
from pairproof.solver.terms import Status

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExpr

_POLL_SECONDS = 0.05
_LARGEST_EXACT = 2**50  # objective bounds come as doubles


@dataclass(frozen=True)
class Outcome:
    """`status` is "optimal" (with an objective: proved least), "feasible", "infeasible" or "unknown".

    `values` are those of the variables asked for, `objective` the objective's value in this solution, `bound` what
    CP-SAT proved about the least value; empty and None where there is no solution.
    """

    status: Status
    values: tuple[int, ...] = ()
    objective: int | None = None
    bound: int | None = None


class Search:
    """How to search, and for how long: one deadline for all runs, and an event that ends them.

    Parameters
    ----------
    time_limit
        Seconds for all runs together; None for no limit.
    workers
        Threads of CP-SAT.  The result does not depend on them as long as everything is proved in time.
    seed
        CP-SAT's random seed.
    interrupt
        Ends the run under way, and all that follow, when it is set.
    """

    def __init__(
        self,
        time_limit: float | None = None,
        workers: int = 1,
        seed: int = 0,
        interrupt: threading.Event | None = None,
    ) -> None:
        self.stop = Stop(time_limit, interrupt)
        self._workers, self._seed, self._interrupt = workers, seed, interrupt

    def run(
        self,
        model: CpModel,
        asked: Sequence[IntVar],
        objective: LinearExpr | None = None,
        *,
        differently: bool = False,
    ) -> Outcome:
        """Solve the model, minimising the objective if there is one; `differently` to check an answer.

        Raises
        ------
        InternalError
            If CP-SAT contradicts itself, or refuses the model.
        """
        if objective is not None:
            model.minimize(objective)
        solver = self._solver()
        if differently:
            solver.parameters.cp_model_presolve = False
            solver.parameters.random_seed = self._seed + 1
        if self.stop.now:
            return Outcome(Status.UNKNOWN)
        status = self._solve(solver, model)
        if status == "MODEL_INVALID":
            raise InternalError(f"cp-sat refuses the model: {model.validate()}")
        if status not in ("OPTIMAL", "FEASIBLE"):
            return Outcome(Status(status.lower()))
        values = tuple(solver.value(variable) for variable in asked)
        if objective is None:
            return Outcome(Status.OPTIMAL, values)
        # Never the response's objective value: it is a double.
        value = int(solver.value(objective))
        bound = _exact_bound(solver)
        if value < bound or (status == "OPTIMAL" and value != bound):
            raise InternalError(f"cp-sat: status {status}, but the value {value} and the bound {bound} differ")
        return Outcome(Status.OPTIMAL if value == bound else Status.FEASIBLE, values, value, bound)

    def satisfiable(self, model: CpModel) -> bool | None:
        """Whether the model has a solution; None if time ran out.

        A "no" is asked for twice, in different ways: wrong ones are known (google/or-tools #5293, #5295).

        Raises
        ------
        InternalError
            If the two answers differ.
        """
        status = self.run(model, ()).status
        if status is Status.INFEASIBLE:
            status = self.run(model, (), differently=True).status
            if status is Status.OPTIMAL:
                raise InternalError("cp-sat calls a model infeasible, and with other parameters solves it")
        return None if status is Status.UNKNOWN else status is Status.OPTIMAL

    def _solver(self) -> CpSolver:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = self._workers
        parameters.random_seed = self._seed
        parameters.relative_gap_limit = 0.0
        parameters.absolute_gap_limit = 0.0
        # The linear relaxation with the odd sets proves nearly everything at the root (docs/method.md); probing and the
        # search for symmetries then only cost time: 3.1 of 4.3 s for a level at 200 players.
        parameters.linearization_level = 2
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.max_presolve_iterations = 1
        # Its own handler would take the place of Python's for good.
        parameters.catch_sigint_signal = False
        if (left := self.stop.seconds_left) is not None:
            parameters.max_time_in_seconds = left
        return solver

    def _solve(self, solver: CpSolver, model: CpModel) -> str:
        """Solve in another thread (signal handlers run in this one, but not while it is inside CP-SAT); the status."""
        status: list[str] = []
        failure: list[BaseException] = []
        done = threading.Event()

        def work() -> None:
            try:
                status.append(str(solver.solve(model).name))
            except BaseException as error:
                failure.append(error)
            finally:
                done.set()

        threading.Thread(target=work).start()
        pressed: KeyboardInterrupt | None = None
        while True:
            try:
                # Not by joining the thread: an interrupted `join` takes it for ended.
                if done.wait(_POLL_SECONDS):
                    break
            except KeyboardInterrupt as error:
                pressed = error
            if pressed is not None or (self._interrupt is not None and self._interrupt.is_set()):
                solver.stop_search()
        if pressed is not None:
            if self._interrupt is None:
                raise pressed
            self._interrupt.set()
        if failure:
            raise failure[0]
        return status[0]


def _exact_bound(solver: CpSolver) -> int:
    """The proved bound as an integer: all objectives here are integers, so it may be rounded up."""
    bound = solver.best_objective_bound
    if abs(bound) >= _LARGEST_EXACT:
        raise InternalError(f"cp-sat: the bound {bound} is too large to be exact")
    return math.ceil(bound - 1e-6)
