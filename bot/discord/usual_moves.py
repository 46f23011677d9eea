"""The most common moves as buttons on a ping, chosen only from what everybody knows."""

from __future__ import annotations

from datetime import datetime

from bot.discord.game_lookup import GameContext
from bot.discord.moment import GO, PLAIN, PRIMARY, Moment
from bot.discord.openings import Opening, Openings
from bot.discord.reply import Button
from bot.discord.say import say
from bot.discord.walking import Walk
from bot.table.clocks import person_to_ping
from bot.table.table import Present
from engine import Game
from engine.core.verbs import Shown, Text
from engine.view import suppositions, view
from engine.words import Words

MOST = 4
"""Most buttons, not counting the one that leads to everything else."""
FEW = 3
"""The most answers to a question that are shown as buttons; with more, none are."""


def call_buttons(now: Present, moment: datetime | None = None) -> tuple[Button, ...]:
    """Buttons for whoever must act, in the channel's language; may have to find the best runs. Without a `moment`,
    nobody counts as away.
    """
    seats = list(dict.fromkeys(one.seat for one in now.game.decisions()))
    if len(seats) != 1:
        return _turns(now, seats, moment)
    at = Moment(GameContext(now, seats[0]), GO)
    # Whoever stands in for the seat gets its panel, not their own.
    about = (now.row.id, at.here.seat)
    turn = Button(say("button_turn"), "turn", about, PRIMARY)
    news = (Button(say("button", group="since"), "since", about),) if now.row.position else ()
    return (turn, *(at.button(one, style=PLAIN) for one in _common(at)), *news)


def _turns(now: Present, seats: list[str], moment: datetime | None) -> tuple[Button, ...]:
    """One button with which everybody gets their own turn, and one for each seat of somebody who acts for several."""
    acting = {seat: _acts(now, seat, moment) for seat in seats}
    several = [seat for seat in seats if list(acting.values()).count(acting[seat]) > 1]
    shared = (Button(say("button_turn"), "turn", (now.row.id,), PRIMARY),) if len(several) < len(seats) else ()
    named = (
        Button(say("button_turn_of", name=now.owner(seat).name), "turn", (now.row.id, seat), PRIMARY)
        for seat in several
    )
    return (*shared, *named)


def _acts(now: Present, seat: str, moment: datetime | None) -> int:
    """Who acts in a seat; in a private copy its owner, for everybody."""
    owner = now.owner(seat)
    if now.row.is_copy and not owner.robot:
        return now.row.organiser_id
    return owner.user_id if moment is None else person_to_ping(owner, now.people, moment)


def _common(at: Moment) -> list[Opening]:
    """Complete moves, if there are only a few: those that are there, and read alike, whatever is secret."""
    shown, *others = [_whole(one, at.here.seat) for one in suppositions(at.here.now.game)]
    for other in others:
        alike = [(one.verb, one.got, one.label) for one in other]
        shown = [one for one in shown if (one.verb, one.got, one.label) in alike]
    # There is always room for passing, however many other moves there are.
    done = [one for one in shown if one.shown is Shown.DONE]
    return [*[one for one in shown if one.shown is not Shown.DONE][: MOST - len(done)], *done]


def _whole(game: Game, seat: str) -> list[Opening]:
    found = Openings(game, seat, Words(view(game)))
    whole: list[Opening] = []
    for verb in game.verbs(seat):
        if game.shown(seat, verb) is Shown.RARE:
            continue
        made = found.walk(verb)
        if isinstance(made.choices, Text):
            known = made.choices.known()
            whole += [found.named_with(verb, {**made.got, made.slot: known[0]})] if known else []
        elif not made.slot or (isinstance(made.choices, tuple) and len(made.choices) <= FEW):
            whole += [one for one in found.at_least(verb) if one.whole]
        elif isinstance(made.choices, tuple):
            whole += _usual(found, verb, made)
    return whole


def _usual(found: Openings, verb: str, made: Walk) -> list[Opening]:
    """What the verb itself calls usual among many, if it is possible now."""
    assert isinstance(made.choices, tuple)
    usual = found.game.usual(found.seat, verb)
    if usual.get(made.slot) not in made.choices:
        return []
    return [one for one in found.of(verb, {**made.got, **usual}) if one.whole][:FEW]
