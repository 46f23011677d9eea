"""Price markers on the market: where they stand, in what order, and how they move."""

from __future__ import annotations

from engine.core.position import Position
from engine.finance.market import Box


def box_of(p: Position, company: str) -> Box | None:
    """The box in which a company's marker stands."""
    for box, stack in p.s.market.items():
        if company in stack:
            return p.d.market.boxes[box]
    return None


def price(p: Position, company: str) -> int:
    """Market price of a share; 0 without a marker."""
    box = box_of(p, company)
    return box.price if box else 0


def section(p: Position, company: str) -> str:
    """The section in which the marker stands."""
    box = box_of(p, company)
    return box.section if box else ""


def price_order(p: Position) -> list[str]:
    """Companies market by market if they take turns, then highest price, right-most box, top of the box."""
    boxes = sorted(
        (p.d.market.boxes[name] for name in p.s.market),
        key=lambda box: (p.d.market.rank(box), -box.price, -box.column, box.row, box.market),
    )
    return [company for box in boxes for company in p.s.market[box.id]]


def place(p: Position, company: str, box: Box) -> None:
    """Put a marker in its place in a box's stack, from wherever it was."""
    lift(p, company)
    stack = p.s.market.setdefault(box.id, [])
    stack.insert(p.title.market.stack_place(p, company, stack), company)


def lift(p: Position, company: str) -> None:
    """Take a marker off the market."""
    for name, stack in list(p.s.market.items()):
        if company in stack:
            stack.remove(company)
            if not stack:
                del p.s.market[name]


def restack(p: Position, company: str, box: Box, to: int) -> None:
    """Put a marker elsewhere in its own stack; 0 is on top."""
    stack = p.s.market[box.id]
    start = stack.index(company)
    stack.insert(to, stack.pop(start))
    if stack.index(company) != start:
        p.emit("restacked", company=company, price=box.price, place=stack.index(company) + 1, of=len(stack))


def move_marker(p: Position, company: str, target: Box, why: str) -> None:
    """Move a marker and close the company if it lands in the closing section."""
    start = box_of(p, company)
    if start is None:
        return
    if start.id != target.id:
        place(p, company, target)
        p.emit("price", company=company, old=start.price, new=target.price, why=why)
    elif why == "sale":
        p.emit("price_stays", company=company, price=start.price)
    if target.section == "closing":
        p.title.market.close(p, company)
    else:
        p.title.market.moved(p, company, target)
