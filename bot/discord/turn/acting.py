"""Make a move, or preview it, and show the panel that follows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
    moment_of,
)
from bot.discord.games.game_lookup import GameContext, find_seat, game_at_press
from bot.discord.games.presses.explore import (
    CopyAgain,
    EndCopy,
    Explore,
    KeepLine,
    ShowLines,
    ToBeginning,
)
from bot.discord.games.presses.moves import (
    GO,
    TRY,
    DoIt,
    Mode,
    PanelAt,
    Tap,
    WriteMove,
)
from bot.discord.games.presses.takeback import Redo
from bot.discord.games.request import Request
from bot.discord.kit.background import BackgroundJobs
from bot.discord.kit.reply import (
    Attachment,
    Button,
    Reply,
    in_rows,
)
from bot.discord.kit.say import say
from bot.discord.turn.moment import (
    GREEN,
    PLAIN,
    Moment,
    Panel,
)
from bot.discord.turn.panel import front, next_choice
from bot.errors import NeedsConfirmation, Stale
from bot.menu.build import menu_of, written
from bot.menu.move.best import best
from bot.menu.move.choices import Choosing
from bot.menu.move.foresight import foresee
from bot.menu.move.hints import Gain, Hints
from bot.menu.move.tiles import Candidate, candidates, worth
from bot.menu.move.walk import Walk, check_open, walk
from bot.menu.picture import DrawingJob
from bot.menu.question import question
from bot.store.rows import PersonRow
from bot.table.ground.services import Present
from bot.table.ground.settings import may_be_copied, personal_setting, table_setting
from engine import Act
from engine.core.verbs import Text
from engine.family.running import RunTrains
from engine.view import seen
from engine.words import current_language

NOBODY: Mapping[int, PersonRow] = MappingProxyType({})


async def front_panel(request: Request, here: GameContext, mode: Mode = GO, note: str = "", page: int = 0) -> Reply:
    """What the seat may do now."""
    at = Moment(here, mode)
    copied = await _copied(request, here)
    if not await request.table.services.work(lambda: here.moves.verbs):
        return await waiting(request, here, note)
    text = await request.table.services.work(lambda: written(here.moves))
    lead = await _best(request, at, text) if text is not None else None
    verb = text.verb if text is not None and lead is not None else ""
    note = "\n\n".join(filter(None, [note, copied.text]))
    return await _panel(
        request,
        at,
        lambda hints: front(at, menu_of(here.moves, hints, verb), page, lead, copied.rows),
        note,
    )


async def _copied(request: Request, here: GameContext) -> Panel:
    """What every panel of a private copy adds: whether the game has moved on, and buttons for the copy."""
    row = here.now.row
    if not row.is_copy:
        return Panel("")
    tools = copy_tools(here.game, lines=bool(await request.table.exploring.lines(here.game, request.user)))
    if row.tip is not None:
        tools = (Button(say("button_redo", group="explore"), Redo(game=here.game, epoch=here.now.epoch)), *tools)
    if not await request.table.exploring.moved_on(row):
        return Panel("", (tools,))
    again = Button(say("button_again", group="explore"), CopyAgain(game=here.game))
    return Panel(say("moved_on", group="explore", game=row.copy_of), ((*tools, again),))


def copy_tools(copy: int, *, lines: bool) -> tuple[Button, ...]:
    """What can be done with a private copy as a whole. `lines`: there are some to go to, beside its beginning."""
    to = ("lines", ShowLines(game=copy)) if lines else ("back", ToBeginning(game=copy))
    tools = (("keep", KeepLine(game=copy)), to, ("end", EndCopy(game=copy)))
    return tuple(Button(say(f"button_{name}", group="explore"), press) for name, press in tools)


async def waiting(request: Request, here: GameContext, note: str = "") -> Reply:
    """The panel of somebody who can do nothing now: who the game waits for, and a way to explore meanwhile."""
    waits = "\n".join(here.words.decision(one) for one in here.view.decisions) or say("game_over")
    rows = (await _copied(request, here)).rows
    if may_be_copied(here.now.row) and here.view.end is None:
        rows = ((Button(say("button", group="explore"), Explore(game=here.game)),),)
    return Reply("\n\n".join(filter(None, [note, waits])), rows=rows)


async def _panel(
    request: Request, at: Moment, make: Callable[[Hints | None], Panel], note: str = "", page: int = 0
) -> Reply:
    """The current panel; if the game allows hints, they are added when they are ready."""
    panel = await request.table.services.work(lambda: make(None))
    reply, offers = await shown(request, at.here, panel, note), panel.offers
    if offers is None or not table_setting(at.here.now.row, "hints"):
        return reply

    async def hinted() -> Reply | None:
        found = await hints(request.bot.later, at.here, offers, page)
        if found is None:
            return None
        later = await request.table.services.work(lambda: make(found))
        pictures = reply.pictures
        if later.sketches != panel.sketches:
            pictures = await drawn(request, later.sketches, people=at.here.now.people)
        return replace(reply, text="\n\n".join(filter(None, [note, later.text])), rows=later.rows, pictures=pictures)

    return replace(reply, later=hinted)


async def shown(request: Request, here: GameContext, panel: Panel, note: str = "") -> Reply:
    """A panel with its pictures drawn in the person's theme."""
    pictures = await drawn(request, panel.sketches, people=here.now.people)
    text = "\n\n".join(filter(None, [note, panel.text]))
    return Reply(text, here.heading, pictures, panel.rows)


async def drawn(
    request: Request, sketches: Sequence[DrawingJob], once: Hashable = None, people: Mapping[int, PersonRow] = NOBODY
) -> tuple[Attachment, ...]:
    """Pictures in the asker's theme. `once`: the cache key of slow pictures that never change; `people`: those whose
    settings are known.
    """
    if not sketches:
        return ()
    person = await _asker(request, people)
    theme = personal_setting(person, "theme")
    wished = {"map": {"owners": True}} if personal_setting(person, "owners") else {}
    themed = [replace(one, options={"theme": theme, **wished.get(one.what, {}), **one.options}) for one in sketches]
    if once is not None:
        found = await request.bot.drawers.draw_once((once, theme, current_language()), themed)
    else:
        # A new request replaces the person's earlier one.
        newest = " ".join([f"person:{request.user}", str(request.channel), *(one.what for one in themed)])
        found = await request.bot.drawers.draw(themed, newest)
    return tuple(Attachment(one.name, one.data, one.alt) for one in found)


async def _asker(request: Request, people: Mapping[int, PersonRow]) -> PersonRow:
    """The asker's settings, which are only read if they are not known."""
    return people.get(request.user) or await request.table.preferences.person(request.user)


async def step(request: Request, here: GameContext, begun: Walk, mode: Mode, page: int = 0) -> Reply:
    """The next step of a move: the next question, the preview, or the move itself."""
    made = begun
    if begun.slot:
        # Only a question needs what a panel needs; for a complete move it would take longer than the move.
        made = await request.table.services.work(lambda: Choosing(here.moves).turned(begun))
    if made.slot:
        return await next_panel(request, here, made, mode, page)
    if await is_shown_first(request, here, mode):
        return await preview(request, here, made.act)
    return await act(request, here, made.act)


async def next_panel(
    request: Request, here: GameContext, made: Walk, mode: Mode, page: int = 0, note: str = ""
) -> Reply:
    """The next choice of a move."""
    at = Moment(here, mode)
    if isinstance(made.choices, Text) and (lead := await _best(request, at, made)):
        return await shown(request, here, Panel(lead.text, (*lead.rows, (at.back(),)), lead.sketches), note)
    return await _panel(
        request, at, lambda hints: next_choice(at, question(here.moves, made, page, hints), page), note, page
    )


async def is_shown_first(request: Request, here: GameContext, mode: Mode) -> bool:
    """Whether a move is shown before it is made."""
    return mode == TRY or personal_setting(await _asker(request, here.now.people), "confirm")


async def offer(request: Request, here: GameContext, move: Act, mode: Mode, lasts: timedelta) -> Reply:
    """Make or preview an offer that expires; the confirmation keeps the time."""
    first = await is_shown_first(request, here, mode)
    return await _ask(request, here, move, lasts) if first else await act(request, here, move, lasts)


async def _best(request: Request, at: Moment, made: Walk) -> Panel | None:
    """The values the rules have found: the best runs, with a button to take them."""
    found = await request.bot.thinking(lambda: best(at.moves, made))
    if found is None:
        return None
    taps = isinstance(at.moves.game.title.verbs[made.verb], RunTrains)
    # A set that is only told in words is shown as a picture before it is run.
    looking = replace(at, mode=TRY)
    by_hand = Tap(mode=at.mode, at=at.asked, verb=made.verb, state="0")
    own = Button(say("button_own_routes"), by_hand if taps else looking.so_far(WriteMove, made))
    others = in_rows([looking.button(one, style=PLAIN) for one in found.others])
    rows = (*in_rows([at.button(found.choice, style=GREEN), own]), *found.below, *others)
    return Panel(found.text, rows, found.pictures)


async def preview(request: Request, here: GameContext, move: Act) -> Reply:
    """Preview a move: its events in words, what it would earn, and pictures of what it would change."""
    await request.table.services.work(lambda: here.moves.tried(move))
    foreseen = await request.bot.thinking(lambda: foresee(here.moves, move))
    text = "\n".join([say("would_happen", move=foreseen.words.move(here.seat, move)), *foreseen.lines])
    at = Moment(here)
    do = DoIt(at=at.asked, verb=move.verb, chosen=tuple(map(str, move.args.values())))
    buttons = (Button(say("button_do_it"), do, GREEN), at.back())
    return await shown(request, here, Panel(text, (buttons,), foreseen.sketches))


async def act(request: Request, here: GameContext, move: Act, lasts: timedelta | None = None) -> Reply:
    """Make the move, or ask to confirm it; then show what happened and the next panel."""
    try:
        return await _made(request, here, move, lasts, grave=False)
    except NeedsConfirmation:
        return await _ask(request, here, move, lasts)


async def _ask(request: Request, here: GameContext, move: Act, lasts: timedelta | None) -> Reply:
    """Ask to confirm the move."""
    minutes = int(lasts.total_seconds() // 60) if lasts else 0
    chosen = tuple(map(str, move.args.values()))
    return await ask(request, MoveSurely(at=Moment(here).asked, minutes=minutes, verb=move.verb, chosen=chosen))


async def _made(request: Request, here: GameContext, move: Act, lasts: timedelta | None, *, grave: bool) -> Reply:
    given = (here.game, request.user, here.seat, move.verb, dict(move.args), here.now.answered_by(move), here.now.epoch)
    made = await request.table.act(*given, lasts, seen=here.shown, grave=grave)
    lines = [line for one in made.told for line in one["text"]] + made.secrets.get(request.user, [])
    return await _panel_after(request, here, made.now, "\n".join(f"✓ {line}" for line in lines) or say("done"))


async def after_change(request: Request, here: GameContext, note: str) -> Reply:
    """The seat's current panel."""
    return await _panel_after(request, here, await request.table.present(here.game), note)


async def _panel_after(request: Request, here: GameContext, present: Present, note: str) -> Reply:
    now = GameContext(present, here.seat if not present.row.is_copy else find_seat(request, present))
    if not now.decides:
        return await waiting(request, now, note)
    return await front_panel(request, now, note=note)


async def walked(request: Request, here: GameContext, verb: str, values: Sequence[str]) -> Walk:
    """Walk a move as far as the given choices go."""

    def job() -> Walk:
        check_open(here.moves, verb)
        return walk(here.moves, verb, values)

    return await request.table.services.work(job)


# --- moves that are asked for twice


class MoveSurely(Sure, name="move_yes"):
    """Make a grave move; `minutes`: how long an offer lasts, 0 if it does not expire."""

    at: PanelAt
    minutes: int
    verb: str
    chosen: tuple[str, ...]


async def _warning(request: Request, sure: MoveSurely) -> Confirmation:
    """The warning before a grave move: its effects in words, and what its maker stands to lose."""
    here, move = await _still_possible(request, sure)
    _, events = await request.table.services.work(lambda: here.moves.tried(move))
    told = [f"> {here.words.event(seen(event, here.seat))}" for event in events]
    lines = [say("really_move", group="sure", move=here.words.move(here.seat, move))]
    lines += filter(None, map(here.words.warning, here.supposed.grave(here.seat, move)))
    if told:
        lines += [say("would_follow", group="sure"), *told]
    lines.append(say("at_stake", group="sure", name=here.name(here.seat), holdings=holdings(here, here.seat)))
    label = say("button_sure", group="sure", verb=here.words.verb(move.verb))
    return Confirmation("\n".join(lines), label, moment_of(here.now.row), here.heading)


@confirms(MoveSurely, _warning)
async def make_confirmed(request: Request, sure: MoveSurely) -> Reply:
    """Make it."""
    here, move = await _still_possible(request, sure)
    lasts = timedelta(minutes=sure.minutes) if sure.minutes else None
    return await _made(request, here, move, lasts, grave=True)


async def _still_possible(request: Request, sure: MoveSurely) -> tuple[GameContext, Act]:
    """The move a confirmation is about."""
    here = await game_at_press(request, sure.at)
    made = await walked(request, here, sure.verb, sure.chosen)
    if made.slot:
        raise Stale(say("moved_on"))
    return here, made.act


def holdings(here: GameContext, seat: str) -> str:
    """What a seat owns, as far as the asker may see it."""
    mine = next(one for one in here.view.seats if one.id == seat)
    found = [here.words.money(mine.cash)] if mine.cash is not None else []
    found += [f"{one.percent}% {one.company}" for one in mine.shares]
    found += [one.name for one in here.view.privates if one.id in mine.privates]
    led = [one.symbol for one in here.view.companies if one.president == seat]
    found += [say("leads", group="sure", role=here.words.president, companies=led)] if led else []
    return here.words.listed(found) or say("none")


async def hints(later: BackgroundJobs, here: GameContext, made: Walk, page: int) -> Hints | None:
    """Compute the hints for a panel; None if the company has no train."""
    raw, seat = here.supposed.encode(), here.seat
    now: tuple[int, bool] | None = await later.do(worth, raw, seat)
    if now is None:
        return None
    gains: dict[tuple[str, str, int], Gain] = {}
    offered: list[Candidate] = await later.do(candidates, raw, seat, made.verb, made.texts, page)
    for one in offered:
        # Tile by tile, so that it can stop when nobody is waiting.
        then: tuple[int, bool] | None = await later.do(worth, raw, seat, one.move)
        if then is not None:
            gains[one.place, one.tile, one.rotation] = Gain(then[0] - now[0], now[1] and then[1])
    return Hints(now[0], gains) if gains else None
