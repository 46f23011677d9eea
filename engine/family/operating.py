"""The operating round: privates pay, then companies operate one after the other, each through the same steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.core import naming
from engine.core.agenda import FrameRule, used
from engine.core.errors import Refusal, Stuck
from engine.core.parts import StepLaw, nobody
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.sentences import because, pattern
from engine.core.state import Run, Used
from engine.core.verbs import Choices, Plain, Shown, completes
from engine.family.idle import might_act
from engine.finance import money, prices

TURN = "operating_turn"
OF_INCOME = ("run", "dividend")
"""Steps whose verbs can tell only while they last whether there is anything to do."""


Step: TypeAlias = StepLaw[Position]


def turn(p: Position) -> Run | None:
    """The current operating turn, if any."""
    top = p.s.agenda[-1] if p.s.agenda else None
    if isinstance(top, Run) and top.rule == TURN:  # It mostly is, and every walk asks thousands of times.
        return top
    for frame in reversed(p.s.agenda):
        if isinstance(frame, Run) and frame.rule == TURN:
            return frame
    return None


def operator(p: Position) -> str:
    """The company whose turn it is, or an empty string."""
    frame = turn(p)
    return frame.subject if frame else ""


def this_turn(p: Position) -> Run:
    """The same where somebody must be operating."""
    frame = turn(p)
    if frame is None:
        raise Stuck("Nobody operates now.")
    return frame


def round_frame(p: Position) -> Run | None:
    """The current operating round, if any."""
    for frame in p.s.agenda:
        if isinstance(frame, Run) and frame.rule == "operating_round":
            return frame
    return None


def has_operated(p: Position, company: str) -> bool:
    """Has the company finished, or begun, its turn in the current round?"""
    frame = round_frame(p)
    return frame is not None and used(frame, "operated", on=company)


# --- the round


def advance_round(p: Position, frame: Run) -> None:
    """Privates first, then whoever is next in price order, with the title's business between the turns."""
    match frame.step:
        case "":
            frame.step = "between"
            p.title.operating.round_begins(p)
        case "between":
            if not p.title.operating.between_turns(p, frame):
                frame.step = "next"
        case "next":
            company = next_company(p, frame)
            if company:
                frame.step = "between"
                frame.used.append(Used("operated", company))
                p.push(Run(rule=TURN, subject=company))
                p.emit("operates", company=company, player=chief(p, company))
            else:
                frame.step = "end"
        case _:
            p.pop()
            p.title.operating.round_ended(p)


def next_company(p: Position, frame: Run) -> str:
    """The first company in order that has not operated in this round."""
    return next((name for name in p.title.operating.order(p) if not used(frame, "operated", on=name)), "")


def by_price(p: Position) -> list[str]:
    """Floated companies in price order."""
    return [company for company in prices.price_order(p) if p.company(company).floated]


def pay_privates(p: Position, all_but: str = "") -> None:
    """Every private company, except this one, pays its owner, player or company."""
    for name, sheet in p.d.privates.items():
        owner, revenue = p.s.privates[name], sheet.revenue
        if sheet.company_revenue >= 0 and p.d.is_company(owner):
            revenue = sheet.company_revenue
        if name != all_but and revenue and (owner in p.seats or p.d.is_company(owner)):
            p.emit("private_pays", private=name, owner=owner, amount=revenue)
            money.pay(p, money.BANK, owner, revenue)


# --- the turn


def steps(p: Position) -> tuple[Step, ...]:
    """The title's steps in order."""
    return p.title.operating.steps


ACTS = {"track": ("yellow", "upgrade"), "token": ("token",), "train": ("bought train",)}
"""Notes of a turn that say that something was done in a step."""


def has_acted(frame: Run) -> bool:
    """Has the company laid, placed or bought something in the step it is in?"""
    return any(note.what in ACTS.get(frame.step, ()) for note in frame.used)


def step_of(p: Position, frame: Run) -> Step:
    """The step that a turn is in."""
    return next(step for step in steps(p) if step.name == frame.step)


def turn_deciders(p: Position, frame: Run) -> list[str]:
    """The president, as long as they can do something in the step, or might as far as the others know."""
    if frame.step in ("", "over"):
        return []
    player = chief(p, frame.subject)
    if not player:
        return []  # Nobody decides for it, so its turn is skipped.
    step = step_of(p, frame)
    names = [name for name in (*step.verbs, *step.wakes) if name != "skip"]
    return [player] if step.waits(p, frame) or might_act(p, player, names) else []


def turn_verbs(p: Position, frame: Run, seat: str) -> Sequence[str]:
    """What the step offers, and what may be done at any time in the turn."""
    return (*step_of(p, frame).verbs, *p.title.operating.any_time)


def turn_why_not(p: Position, frame: Run, seat: str, verb: str) -> Refusal | None:
    """What the company may not do at all this turn; else that the step for it is over, or still to come."""
    mine = [step for step in steps(p) if step.whose(p, frame.subject)]
    places = [place for place, step in enumerate(mine) if verb in step.verbs]
    if not places or frame.step in ("", "over") or verb == "skip":
        return None
    law = p.title.verbs[verb]
    refusal = None if mine[places[0]].name in OF_INCOME else law.refuse(p, seat, law.choices())
    if refusal:
        return refusal
    over = max(places) < [step.name for step in mine].index(frame.step)
    shape = pattern("that step of {company}'s turn is over; you can {verbs:or}")
    if not over:
        shape = pattern("that step of {company}'s turn is still to come; you can {verbs:or}")
    now = [one for one in turn_verbs(p, frame, seat) if completes(p, p.title.verbs[one], seat, {})]
    return Refusal(
        because("you cannot {verb} now", verb=naming.verb(p, verb)),
        fact=because(shape, company=frame.subject, verbs=tuple(naming.verb(p, one) for one in now)),
    )


def advance_turn(p: Position, frame: Run) -> None:
    """On to the next step, or the turn is over."""
    if frame.step == "over":
        p.pop()
        return
    if frame.step and step_of(p, frame).again(p, frame):
        return
    player = chief(p, frame.subject)
    if frame.step and player and p.title.operating.duty(p, frame):
        p.title.operating.bankrupt(p, player, frame.subject)
        return
    if frame.step and player:
        step_of(p, frame).passes(p, frame)
    to_next_step(p, frame)


def to_next_step(p: Position, frame: Run) -> None:
    """Leave the step and begin the next one."""
    mine = [step for step in steps(p) if step.whose(p, frame.subject)]
    at = [step.name for step in mine].index(frame.step) + 1 if frame.step else 0
    if at == len(mine):
        frame.step = "over"
        return
    frame.step = mine[at].name
    mine[at].enter(p, frame)


def company_alive(p: Position, frame: Run) -> bool:
    """A company that has closed, or will start again, no longer operates."""
    facts = p.company(frame.subject)
    return facts.floated and not facts.closed


FRAMES = {
    "operating_round": FrameRule(Run, advance=advance_round, deciders=nobody),
    TURN: FrameRule(
        Run,
        advance=advance_turn,
        deciders=turn_deciders,
        offers=turn_verbs,
        why_not=turn_why_not,
        alive=company_alive,
    ),
}


class Skip(Plain[Choices]):
    """Do no more in this step."""

    declines = True
    shown = Shown.DONE

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """A step with a duty cannot be skipped."""
        frame = p.on_top(Run)
        return p.title.operating.duty(p, frame)

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """On to the next step."""
        frame = p.on_top(Run)
        p.emit("skipped", company=frame.subject, step=frame.step)
        to_next_step(p, frame)
