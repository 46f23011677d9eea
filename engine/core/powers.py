"""Powers that may be used at any time: the window in which they are open, and pauses at moments that would pass."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.events import Event
from engine.core.parts import PowerLaw
from engine.core.position import Position
from engine.core.state import Hold, Run
from engine.core.verbs import Choices, Plain, Shown, Values, completes

HOLD, GO_ON = "hold", "go_on"


Power: TypeAlias = PowerLaw[Position]


def is_open(p: Position, window: str) -> bool:
    """Is every frame, from the top down to the window's owner, something that runs?"""
    if not window:
        return True
    for frame in reversed(p.s.agenda):
        if not isinstance(frame, Run):
            return False
        if frame.rule == window:
            return True
    return False


def open_to(p: Position, seat: str) -> list[str]:
    """Verbs of powers that a seat can use now, and the hold for those that have moments."""
    mine = [power for power in p.title.powers if power.may(p, seat)]
    names = [power.verb for power in mine if is_open(p, power.window)]
    return [*names, HOLD] if any(power.moments for power in mine) else names


def pause(p: Position, moment: str) -> bool:
    """Pause at a moment for those who asked for it, in seating order; nobody waits for anybody else."""
    waiting = [hold for seat in p.living for hold in p.s.holds if hold.seat == seat and hold.moment == moment]
    p.s.holds = [hold for hold in p.s.holds if hold.moment != moment]
    for hold in reversed(waiting):
        p.push(Run(rule=HOLD, subject=hold.seat, step=hold.power))
    return bool(waiting)


# --- the frame: it runs, so that windows below it stay open


def _deciders(p: Position, frame: Run) -> list[str]:
    """The player who asked for the pause, as long as the power is of use to them."""
    usable = frame.step in open_to(p, frame.subject) and completes(p, p.title.verbs[frame.step], frame.subject, {})
    return [frame.subject] if usable else []


def _over(p: Position, frame: Run) -> None:
    p.pop()


def _alive(p: Position, frame: Run) -> bool:
    return frame.subject in p.living


FRAMES = {HOLD: FrameRule(Run, advance=_over, deciders=_deciders, verbs=(GO_ON,), alive=_alive)}


class HoldChoices(Choices):
    power: str
    moment: str


class AskForStop(Plain[HoldChoices]):
    """Ask for a pause at a moment that would pass without a decision."""

    shown = Shown.RARE

    def values(self, p: Position, seat: str, got: HoldChoices, slot: str) -> Values:
        """The powers with moments; the moments of one."""
        if slot == "power":
            return tuple(power.verb for power in p.title.powers if power.moments)
        return next(power.moments for power in p.title.powers if power.verb == got.power)

    def refuse(self, p: Position, seat: str, got: HoldChoices) -> Refusal | None:
        """Only for a power that the player has, once for each moment."""
        if "power" not in got:
            return None
        if not any(power.verb == got.power and power.may(p, seat) for power in p.title.powers):
            return Refusal("the game does not pause for that", fact="you have no power you could use then")
        if "moment" in got and Hold(seat, got.power, got.moment) in p.s.holds:
            return Refusal("you have already asked for a pause at that moment", fact="`/order list` shows it")
        return None

    def do(self, p: Position, seat: str, args: HoldChoices) -> None:
        """The game pauses there, once."""
        p.s.holds.append(Hold(seat, args.power, args.moment))
        told: dict[str, str | int] = {"power": args.power, "moment": args.moment}
        # Everybody sees that a player waits for a moment, but not which one, because that would reveal a plan.
        p.events.append(Event("hold", {"player": seat}, told, (seat,)))


class GoOn(Plain[Choices]):
    """Continue after a pause that the player asked for."""

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """The pause is over."""
        p.pop()
        p.emit("went_on", player=seat)


VERBS = {HOLD: AskForStop(), GO_ON: GoOn()}
