"""The best set of routes a company can run, proven; and what any set of routes is worth."""

from engine.routes.by_hand import ByHand, Hand
from engine.routes.problem import (
    UNLIMITED,
    BadProblem,
    Bonus,
    Earned,
    Mirror,
    Piece,
    Problem,
    Refused,
    Route,
    Row,
    Solution,
    Stop,
    StopKind,
    Train,
    Valued,
)
from engine.routes.reach import connects
from engine.routes.solving import estimate, solve
from engine.routes.valuation import value

__all__ = [
    "UNLIMITED",
    "BadProblem",
    "Bonus",
    "ByHand",
    "Earned",
    "Hand",
    "Mirror",
    "Piece",
    "Problem",
    "Refused",
    "Route",
    "Row",
    "Solution",
    "Stop",
    "StopKind",
    "Train",
    "Valued",
    "connects",
    "estimate",
    "solve",
    "value",
]
