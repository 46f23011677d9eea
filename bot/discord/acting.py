"""Moves made, or shown before they are made, and the panel that follows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.discord.asked import Asked
from bot.discord.drawing import Sketch
from bot.discord.finding import Here
from bot.discord.foresight import foresee
from bot.discord.panel import GO, GREEN, TRY, UNWELCOME, Panel, address, front, next_choice
from bot.discord.reply import Button, Reply, Shown
from bot.discord.say import say
from bot.discord.walking import Walk, walk, why_nothing
from bot.table.errors import Refused
from engine import Act
from engine.verbs import Text

ASKED_FOR = ("accept", "decline")
"""Verbs for which somebody else waits."""


async def front_panel(asked: Asked, here: Here, mode: str = GO, note: str = "", *, pictured: bool = False) -> Reply:
    """What the seat may do now."""

    def job() -> Panel | None:
        verbs = here.now.game.verbs(here.seat) if here.seat else []
        return front(here, sorted(verbs, key=_welcome), mode) if verbs else None

    panel = await asked.table.desk.work(job)
    if panel is None:
        waits = "\n".join(here.words.decision(one) for one in here.view.decisions) or say("game_over")
        return Reply("\n\n".join(filter(None, [note, waits])))
    sketches = (Sketch("map", (here.view,), {"wide": 1600}),) if pictured else ()
    return await shown(asked, here, Panel(panel.text, panel.rows, (*panel.sketches, *sketches)), note)


def _welcome(verb: str) -> int:
    """What somebody waits for comes first, what is seldom wanted last."""
    return ASKED_FOR.index(verb) if verb in ASKED_FOR else len(ASKED_FOR) + (verb in UNWELCOME)


async def shown(asked: Asked, here: Here, panel: Panel, note: str = "") -> Reply:
    """A panel with its pictures drawn, in the theme that the person wants."""
    pictures = await drawn(asked, panel.sketches)
    text = "\n\n".join(filter(None, [note, panel.text]))
    heading = say("panel_title", game=here.game, title=here.view.name)
    return Reply(text, heading, pictures, panel.rows)


async def drawn(asked: Asked, sketches: Sequence[Sketch]) -> tuple[Shown, ...]:
    """Pictures in the asker's theme."""
    if not sketches:
        return ()
    theme = (await asked.bot.shelf.person(asked.user)).wishes.get("theme", "light")
    themed = [Sketch(one.what, one.args, {"theme": theme, **one.options}, one.ending) for one in sketches]
    # Whoever asks for the same again no longer waits for what he asked for before.
    newest = " ".join([f"person:{asked.user}", str(asked.channel), *(one.what for one in themed)])
    return tuple(Shown(one.name, one.data, one.alt) for one in await asked.bot.drawers.draw(themed, newest))


async def step(asked: Asked, here: Here, made: Walk, mode: str, page: int = 0) -> Reply:
    """One choice further: the next question, the move shown before it is made, or the move."""
    if made.slot:
        if isinstance(made.choices, Text):
            return await _best(asked, here, made)
        panel = await asked.table.desk.work(lambda: next_choice(here, made, mode, page))
        return await shown(asked, here, panel)
    if mode == TRY or (await asked.bot.shelf.person(asked.user)).wishes.get("confirm", False):
        return await preview(asked, here, made.act)
    return await act(asked, here, made.act)


async def _best(asked: Asked, here: Here, made: Walk) -> Reply:
    """Values that the rules have found themselves: the best runs, proven, to be taken with one press."""
    assert isinstance(made.choices, Text)
    choices = made.choices
    known, proven = await asked.bot.thinking(lambda: (choices.known(), choices.proven()))
    if not known:
        return await shown(asked, here, next_choice(here, made, GO))
    found = Act(made.verb, {**made.got, made.slot: known[0]})
    own = Button(say("button_own_routes"), "write_if", (*address(here), made.verb, *made.texts))
    return await preview(asked, here, found, say("best_runs" if proven else "best_runs_found"), (own,))


async def preview(asked: Asked, here: Here, move: Act, note: str = "", more: tuple[Button, ...] = ()) -> Reply:
    """What a move would do: its sentences, what it would be worth, and the pictures of what it would change."""
    after, events = await asked.table.desk.work(lambda: here.now.game.apply(here.seat, move))
    foreseen = await asked.bot.thinking(lambda: foresee(here, move, after, events))
    text = "\n".join([note or say("would_happen", move=foreseen.words.move(here.seat, move)), *foreseen.lines])
    values = [str(value) for value in move.args.values()]
    buttons = (
        Button(say("button_do_it"), "do", (*address(here), move.verb, *values), GREEN),
        *more,
        Button(say("button_back"), "front", (*address(here), GO)),
    )
    return await shown(asked, here, Panel(text, (buttons,), foreseen.sketches))


async def act(asked: Asked, here: Here, move: Act, lasts: timedelta | None = None) -> Reply:
    """Make the move; what is to be done next is shown below what has happened."""
    offer = move.args.get("offer")
    decision = here.now.decision or (offer if isinstance(offer, int) else 0)
    made = await asked.table.act(
        here.game, asked.user, here.seat, move.verb, dict(move.args), decision, here.now.epoch, lasts, seen=here.shown
    )
    lines = [line for one in made.told for line in one["text"]] + made.secrets.get(asked.user, [])
    return await after_change(asked, here, "\n".join(f"✓ {line}" for line in lines) or say("done"))


async def after_change(asked: Asked, here: Here, note: str) -> Reply:
    """The panel of the seat as things stand now."""
    now = Here(await asked.table.present(here.game), here.seat)
    if not now.decides:
        waits = "\n".join(now.words.decision(one) for one in now.view.decisions) or say("game_over")
        return Reply(f"{note}\n\n{waits}")
    return await front_panel(asked, now, note=note)


async def walked(asked: Asked, here: Here, verb: str, values: Sequence[str]) -> Walk:
    """A move as far as its choices go."""
    game, seat = here.now.game, here.seat

    def job() -> Walk:
        if verb not in game.verbs(seat):
            raise Refused(why_nothing(game, seat, verb) or say("not_now"))
        return walk(game, seat, verb, values)

    return await asked.table.desk.work(job)
