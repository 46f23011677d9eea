"""The commonest moves on the message that calls somebody: only what everybody knows decides which are there."""

from __future__ import annotations

from bot.discord.finding import Here
from bot.discord.moment import GO, PLAIN, PRIMARY, Moment
from bot.discord.openings import DONE, Opening, Openings, is_seldom
from bot.discord.reply import Button
from bot.discord.say import say
from bot.table.table import Present
from engine.core.verbs import Text
from engine.view import view
from engine.words import Words

MOST = 4
"""Beside the button that leads to everything else."""
FEW = 3
"""So many answers to one question are shown; of more, none is."""


def call_buttons(now: Present) -> tuple[Button, ...]:
    """What the one who is waited for can do at once, in the words of the channel; it may have to find the best runs."""
    turn = Button(say("button_turn"), "turn", (now.row.id,), PRIMARY)
    seats = {one.seat for one in now.game.decisions()}
    if len(seats) != 1:
        return (turn,) if seats else ()
    at = Moment(Here(now, seats.pop()), GO)
    news = (Button(say("button", group="since"), "since", (now.row.id,)),) if now.row.position else ()
    return (turn, *(at.button(one, style=PLAIN) for one in _common(at)), *news)


def _common(at: Moment) -> list[Opening]:
    """Moves of which nothing more is to be chosen, as long as they are few."""
    game, seat = at.here.now.game, at.here.seat
    found = Openings(game, seat, Words(view(game)))
    common: list[Opening] = []
    for verb in game.verbs(seat):
        if is_seldom(game, verb):
            continue
        made = found.walk(verb)
        if isinstance(made.choices, Text):
            known = made.choices.known()
            common += [found.named_with(verb, {**made.got, made.slot: known[0]})] if known else []
        elif not made.slot or (isinstance(made.choices, tuple) and len(made.choices) <= FEW):
            common += [one for one in found.at_least(verb) if one.whole]
    hidden = _hidden(found.words)
    shown = [one for one in common if one.payer not in hidden]
    # Whoever wants none of it passes: however much else there is, that has its place.
    done = [one for one in shown if one.verb in DONE]
    return [*[one for one in shown if one.verb not in DONE][: MOST - len(done)], *done]


def _hidden(words: Words) -> set[str]:
    """Whose money not everybody knows: what it is spent on may not tell of it by being there."""
    seats = {one.id for one in words.view.seats if one.cash is None}
    return seats | {one.symbol for one in (*words.view.companies, *words.view.builders) if one.treasury is None}
