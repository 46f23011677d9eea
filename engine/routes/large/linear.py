"""The linear programming solver, wrapped: the only file that knows highspy."""

from typing import Any

import highspy  # pyright: ignore[reportMissingTypeStubs]
import numpy as np

from engine.routes.large.grid import Flags, Floats, Ints

INFINITE: float = highspy.kHighsInf


class SolverFailed(Exception):
    """The solver gave no answer, or none in time."""


class Linear:
    """A programme to maximise, grown by rows and columns. One thread, so that it always does the same."""

    def __init__(self) -> None:
        self._highs: Any = highspy.Highs()
        for option, setting in (("output_flag", False), ("threads", 1), ("presolve", "off"), ("random_seed", 0)):
            self._highs.setOptionValue(option, setting)
        self._highs.changeObjectiveSense(highspy.ObjSense.kMaximize)

    def row(self, low: float, high: float, columns: Ints, weights: Floats) -> None:
        """A limit on a sum of columns."""
        self._highs.addRow(low, high, len(columns), columns.astype(np.int32), weights)

    def columns(self, worth: Floats, high: Floats, starts: Ints, rows: Ints, weights: Floats) -> None:
        """New columns from 0 to `high`; the rows of column i begin at starts[i]."""
        count = len(worth)
        self._highs.addCols(
            count, worth, np.zeros(count), high, len(rows), starts.astype(np.int32), rows.astype(np.int32), weights
        )

    def close(self, first: int, closed: Flags) -> None:
        """Fix the closed columns, counted from `first`, at 0 and release the others."""
        count = len(closed)
        numbers = np.arange(first, first + count, dtype=np.int32)
        self._highs.changeColsBounds(count, numbers, np.zeros(count), np.where(closed, 0.0, INFINITE))

    def solve(self, seconds: float) -> None:
        """Find the optimum, or raise SolverFailed."""
        if seconds <= 0:
            raise SolverFailed("no time is left")
        self._highs.setOptionValue("time_limit", float(self._highs.getRunTime()) + seconds)
        self._highs.run()
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise SolverFailed("the linear programme was not solved")

    def whole(self, columns: list[int]) -> None:
        """Allow only whole numbers in these columns."""
        numbers = np.array(columns, np.int32)
        self._highs.changeColsIntegrality(
            len(columns), numbers, np.array([highspy.HighsVarType.kInteger] * len(columns))
        )
        for option, setting in (("presolve", "on"), ("mip_rel_gap", 0.0)):
            self._highs.setOptionValue(option, setting)

    def solve_whole(self, seconds: float, gap: float) -> tuple[float, bool]:
        """Find the optimum in whole numbers, to within the gap: a bound on it, and whether it was found in time."""
        self._highs.setOptionValue("mip_abs_gap", gap)
        try:
            self.solve(seconds)
        except SolverFailed:
            if self._highs.getModelStatus() != highspy.HighsModelStatus.kTimeLimit:
                raise
            return float(self._highs.getInfo().mip_dual_bound), False
        return float(self._highs.getInfo().mip_dual_bound), True

    def prices(self) -> Floats:
        """The price of each row."""
        return np.array(self._highs.getSolution().row_dual, np.float64)

    def parts(self) -> Floats:
        """The value of each column."""
        return np.array(self._highs.getSolution().col_value, np.float64)

    def optimum(self) -> float:
        """The largest sum."""
        return float(self._highs.getInfo().objective_function_value)
