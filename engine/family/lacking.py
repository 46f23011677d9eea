"""What a company lacked for a step that passes although nothing was done in it: money, or a city with a free space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.core.agenda import used
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.state import Run
from engine.core.verbs import complete_moves
from engine.family import trains
from engine.family.choices import LayChoices
from engine.family.idle import PLENTY
from engine.family.track import Lay


def for_track(p: Position, frame: Run) -> None:
    """Money for any of the tiles that it could lay."""
    company, law = frame.subject, cast("Lay[LayChoices]", p.title.verbs["lay"])
    if any(note.what in ("yellow", "upgrade") for note in frame.used):
        return
    dear = any(found.cost > p.s.cash[company] for found in p.d.map.hexes.values())
    if not dear or _hidden(p, company):
        return
    tried = p.fork()
    tried.s.cash[company] = PLENTY
    moves = complete_moves(tried, "lay", law, chief(p, company))
    lays = [law.choices(act.args) for act in moves]
    costs = [law.cost(tried, company, one.hex, one.tile, one.rotation) for one in lays]
    if costs:
        _tell(p, company, frame.step, min(costs))


def for_marker(p: Position, frame: Run, done: Sequence[str] = ("token",)) -> None:
    """Money for the next station marker, or a city where it could stand. `done`: notes that it has placed one."""
    company = frame.subject
    left = p.company(company).markers
    if not left or any(note.what in done for note in frame.used):
        return
    if p.s.cash[company] < left[0] and not _hidden(p, company):
        _tell(p, company, frame.step, left[0])
    else:
        p.emit("missed", company=company, step="city")


def for_train(p: Position, frame: Run) -> None:
    """Money for the cheapest train, if it has room for one."""
    company, price = frame.subject, trains.cheapest(p)
    kinds = (*trains.kinds_at(p, trains.POOL), *trains.on_sale(p))
    room = any(trains.charter_with_room(p, company, "", kind) for kind in kinds)
    if price is None or not room or _hidden(p, company):
        return
    now = any(event.kind == "bought_train" and event.data["company"] == company for event in p.events)
    if now or used(frame, "bought train"):
        return
    if p.s.cash[company] < price:
        _tell(p, company, frame.step, price)


def _hidden(p: Position, company: str) -> bool:
    """Is its treasury hidden from somebody? Then the step passes only for a reason that everybody may know."""
    return company in p.title.secret_accounts(p, "")


def _tell(p: Position, company: str, step: str, price: int) -> None:
    p.emit("missed", company=company, step=step, price=price, amount=p.s.cash[company])
