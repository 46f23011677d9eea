"""What the robot would have done: a view and no verdict, for each player by what they could know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from bot.discord.domains.reviews._whose import onlooker
from bot.discord.domains.reviews.proven import back_to_story, play_on, round_of
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.looks import Review as ShowReview
from bot.discord.kit.reply import Button, Entry, Reply, in_rows
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.menu.move.choices import Choosing
from bot.menu.move.moves import Moves
from bot.robots.hindsight.looking_back import Difference, RobotsView
from bot.robots.hindsight.worker import looked_back
from bot.robots.reasons import worded
from bot.table.ground.settings import may_ask_robot
from bot.table.past.reviewing import Part, Reviewed
from engine.record import Move
from engine.words import Words

ROBOT = Part("robot", looked_back, RobotsView)


def may_see(at: GameContext, reviewed: Reviewed) -> bool:
    """Of a running game, only whoever may ask the robot in it: what it would have done then it may still do."""
    return not reviewed.seat or may_ask_robot(at.now.row, at.now.seats)


async def robots_view(request: Request, at: GameContext, reviewed: Reviewed, press: ShowReview) -> Reply:
    """Show it, now if it is kept, or when it is worked out."""
    if not may_see(at, reviewed):
        raise Refused(say("robot_not_here"))
    reviewing = request.table.reviewing
    if (kept := await reviewing.kept_part(reviewed, ROBOT)) is not None:
        return await _shown(request, at, reviewed, kept, press.seat)

    async def later() -> Reply:
        worked_out = await reviewing.part(reviewed, ROBOT, _seats(at, reviewed))
        return await _shown(request, at, reviewed, worked_out, press.seat)

    return Reply(say("robot_working", group="review"), at.heading, later=later)


def _seats(at: GameContext, reviewed: Reviewed) -> tuple[str, ...]:
    """Whose play it is about: while the game runs, only the asker's; robots' never."""
    return tuple(one.seat for one in at.now.seats if not one.robot and reviewed.seat in ("", one.seat))


async def _shown(request: Request, at: GameContext, reviewed: Reviewed, kept: RobotsView, wanted: str | None) -> Reply:
    looking = await onlooker(request, at, request.user)
    every = _seats(at, reviewed)
    open_to_asker = [seat for seat in every if looking.may_look(seat)]
    hidden = [say("proven_private", group="review")] if len(open_to_asker) < len(every) else []
    if not open_to_asker:
        nobody = hidden or [say("robot_nobody", group="review")]
        return Reply("\n".join(nobody), at.heading, rows=((back_to_story(at),),))
    seat = next((one for one in (wanted, at.seat) if one in open_to_asker), open_to_asker[0])
    name = at.words.holder(seat)
    shown = [one for one in kept.differences if one.seat == seat and looking.may_look(seat, one.move)]
    lines = [say("robot", group="review", game=at.called, name=name), say("robot_about", group="review", name=name)]
    lines += [] if shown else [say("robot_none", group="review", name=name)]
    lines += [say("robot_left", group="review", left=kept.left)] if kept.left else []
    entries = [entry async for entry in _entries(request, at, shown)]
    notes = ("\n".join(hidden),) if hidden else ()
    others = [
        Button(at.words.holder(one), ShowReview(game=at.game, part="robot", seat=one))
        for one in open_to_asker
        if one != seat
    ]
    return Reply("\n".join(lines), at.heading, rows=(*entries, *notes, *in_rows(others), (back_to_story(at),)))


async def _entries(request: Request, at: GameContext, shown: Sequence[Difference]) -> AsyncIterator[Entry]:
    for one in shown:
        yield Entry(await sentence(request, at, one), play_on(at, one.before, one.seat))


async def sentence(request: Request, at: GameContext, difference: Difference) -> str:
    """What was chosen, what the robot would have chosen, and what it expects of that."""
    then = GameContext(await request.table.present(at.game, at=difference.before), difference.seat)
    return say(
        "robot_line",
        group="review",
        round=round_of(at.words, difference.clock),
        name=at.words.holder(difference.seat),
        played=label(then, difference.played),
        instead=label(then, difference.instead),
        amount=at.words.money(difference.gain.mean),
        error=at.words.money(difference.gain.error),
        spread="some" if difference.gain.error else "none",
        times=difference.gain.times,
        reason=worded(difference.why, then.view),
    )


def label(then: GameContext, move: Move) -> str:
    """A move as its button would have said it, with private companies' full names, as sentences have them."""
    words = Words(then.view, reader=then.words.reader, full_names=True)
    return Choosing(Moves(then.supposed, then.seat, words)).named_with(move.verb, move.args).label


def signed(words: Words, amount: int) -> str:
    """An amount of money that may be a loss."""
    text = words.money(abs(amount))
    return say("amount_lost", group="review", amount=text) if amount < 0 else text
