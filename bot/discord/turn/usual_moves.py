"""The most common moves as buttons on a ping, with those that lead to everything else, and its first picture."""

from __future__ import annotations

from datetime import datetime

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.looks import Since
from bot.discord.games.presses.moves import Turn
from bot.discord.kit.reply import Button
from bot.discord.kit.say import say
from bot.discord.turn.context import PLAIN, PRIMARY, PanelContext
from bot.menu.build import menu_of
from bot.menu.move.choices import Choice
from bot.menu.move.moves import public_moves_of
from bot.menu.move.tiles import place_of
from bot.menu.move.usual import usual_moves
from bot.menu.picture import CLOSE_WIDE, DrawingJob
from bot.table.ground.clocks import person_to_ping
from bot.table.ground.services import Present
from engine import Game

MOST_NUMBERED = 6
"""The most numbered choices that have a button on a ping; with more, the panel has them."""


def call_buttons(now: Present, moment: datetime | None = None, *, pictured: bool = False) -> tuple[Button, ...]:
    """Buttons for whoever must act, in the channel's language; may have to find the best runs. Without a `moment`,
    nobody counts as away. `pictured`: their picture of this position is shown, so that its numbers have buttons.
    """
    robots = {one.seat for one in now.seats if one.robot}
    seats = [seat for seat in dict.fromkeys(one.seat for one in now.game.decisions()) if seat not in robots]
    if len(seats) != 1:
        return _turns(now, seats, moment)
    context = PanelContext(GameContext(now, seats[0]))
    # Whoever stands in for the seat gets its panel, not their own.
    turn = Button(say("button_turn"), Turn(game=context.at.game, seat=context.at.seat), PRIMARY)
    new = Since(game=context.at.game, seat=context.at.seat)
    news = (Button(say("button", group="since"), new),) if now.row.position else ()
    numbered = _numbered(now.game, context.at.seat) if pictured else []
    known = [(one.verb, one.got) for one in numbered]
    others = [one for one in usual_moves(now.game, context.at.seat) if (one.verb, one.got) not in known]
    offered = [*numbered, *others]
    return (turn, *context.buttons(offered, PLAIN), *news)


def _numbered(game: Game, seat: str) -> list[Choice]:
    """The choices that are numbered in its picture, if they are few and the same whatever is secret."""
    charts = [menu_of(moves).chart for moves in public_moves_of(game, seat)]
    found = [list(chart.choices) if chart is not None and chart.last == 0 else [] for chart in charts]
    alike = all([one.label for one in other] == [one.label for one in found[0]] for other in found)
    return found[0] if alike and len(found[0]) <= MOST_NUMBERED else []


def call_picture(now: Present) -> DrawingJob | None:
    """What somebody who must act looks at first: the part of the map with the next choices numbered, the market, a
    run. Everybody sees it, so that it shows what everybody may know.
    """
    seats = [seat for seat in dict.fromkeys(one.seat for one in now.game.decisions()) if not now.owner(seat).robot]
    if len(seats) != 1:
        return None
    moves = public_moves_of(now.game, seats[0])[0]
    menu = menu_of(moves)
    if (chart := menu.chart) is not None and not chart.places and len(chart.choices) > MOST_NUMBERED:
        # Tiles without buttons of their numbers, of which the others are on another page, say less than their place.
        return DrawingJob("map", (moves.view,), {"around": (place_of(moves, chart.walk),), "wide": CLOSE_WIDE})
    return menu.pictures[0] if menu.pictures else None


def _turns(now: Present, seats: list[str], moment: datetime | None) -> tuple[Button, ...]:
    """One button with which everybody gets their own turn, and one for each seat of somebody who acts for several."""
    acting = {seat: _acts(now, seat, moment) for seat in seats}
    several = [seat for seat in seats if list(acting.values()).count(acting[seat]) > 1]
    game = now.row.id or 0
    shared = (Button(say("button_turn"), Turn(game=game), PRIMARY),) if len(several) < len(seats) else ()
    named = (
        Button(say("button_turn_of", name=now.owner(seat).name), Turn(game=game, seat=seat), PRIMARY)
        for seat in several
    )
    return (*shared, *named)


def _acts(now: Present, seat: str, moment: datetime | None) -> int:
    """Who acts in a seat; in a private copy its owner, for everybody."""
    owner = now.owner(seat)
    if now.row.is_copy and not owner.robot:
        return now.row.organiser_id
    return owner.user_id if moment is None else person_to_ping(owner, now.people, moment)
