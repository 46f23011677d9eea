"""Make a move, or preview it, and show the panel that follows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
    version_of,
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
from bot.discord.turn.coaching import coached
from bot.discord.turn.context import (
    GREEN,
    PLAIN,
    Panel,
    PanelContext,
)
from bot.discord.turn.lesson import ended, is_passed, played_in, tasks
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


async def front_panel(request: Request, at: GameContext, mode: Mode = GO, note: str = "") -> Reply:
    """What the seat may do now."""
    context = PanelContext(at, mode)
    if await request.table.services.work(lambda: is_passed(at)):
        return await request.table.services.work(lambda: ended(at, note))
    copied = await _copied(request, at)
    if not await request.table.services.work(lambda: at.moves.verbs):
        return await waiting(request, at, note)
    text = await request.table.services.work(lambda: written(at.moves))
    lead = await _best(request, context, text) if text is not None else None
    verb = text.verb if text is not None and lead is not None else ""
    coach = await coached(request, at, mode)
    note = "\n\n".join(filter(None, [note, copied.text]))
    return await _panel(
        request,
        context,
        lambda hints: front(context, menu_of(at.moves, hints, verb), lead, coach, copied.rows),
        note,
    )


async def _copied(request: Request, at: GameContext) -> Panel:
    """What every panel of a private copy adds: whether the game has moved on, or what a lesson asks, and buttons."""
    row = at.now.row
    if not row.is_copy:
        return Panel("")
    if (lesson := played_in(at)) is not None:
        return await request.table.services.work(lambda: tasks(at, lesson))
    tools = copy_tools(at.game, lines=bool(await request.table.exploring.lines(at.game, request.user)))
    if row.tip is not None:
        tools = (Button(say("button_redo", group="explore"), Redo(game=at.game, epoch=at.now.epoch)), *tools)
    if not await request.table.exploring.moved_on(row):
        return Panel("", (tools,))
    again = Button(say("button_again", group="explore"), CopyAgain(game=at.game))
    return Panel(say("moved_on", group="explore", game=row.copy_of), ((*tools, again),))


def copy_tools(copy: int, *, lines: bool) -> tuple[Button, ...]:
    """What can be done with a private copy as a whole. `lines`: there are some to go to, beside its beginning."""
    to = ("lines", ShowLines(game=copy)) if lines else ("back", ToBeginning(game=copy))
    tools = (("keep", KeepLine(game=copy)), to, ("end", EndCopy(game=copy)))
    return tuple(Button(say(f"button_{name}", group="explore"), press) for name, press in tools)


async def waiting(request: Request, at: GameContext, note: str = "") -> Reply:
    """The panel of somebody who can do nothing now: who the game waits for, and a way to explore meanwhile."""
    waits = "\n".join(at.words.decision(one) for one in at.view.decisions) or say("game_over")
    copied = await _copied(request, at)
    rows = copied.rows
    if may_be_copied(at.now.row) and at.view.end is None:
        rows = ((Button(say("button", group="explore"), Explore(game=at.game)),),)
    return Reply("\n\n".join(filter(None, [note, waits, copied.text])), rows=rows)


async def _panel(
    request: Request, context: PanelContext, make: Callable[[Hints | None], Panel], note: str = "", page: int = 0
) -> Reply:
    """The current panel; if the game allows hints, they are added when they are ready."""
    panel = await request.table.services.work(lambda: make(None))
    reply, offers = await panel_reply(request, context.at, panel, note), panel.offers
    if offers is None or not table_setting(context.at.now.row, "hints"):
        return reply

    async def hinted() -> Reply | None:
        found = await hints(request.bot.later, context.at, offers, page)
        if found is None:
            return None
        later = await request.table.services.work(lambda: make(found))
        pictures = reply.pictures
        if later.sketches != panel.sketches:
            pictures = await pictures_for(request, later.sketches, at=context.at)
        return replace(reply, text="\n\n".join(filter(None, [note, later.text])), rows=later.rows, pictures=pictures)

    return replace(reply, later=hinted)


async def panel_reply(request: Request, at: GameContext, panel: Panel, note: str = "") -> Reply:
    """A panel with its pictures drawn in the person's theme."""
    pictures = await pictures_for(request, panel.sketches, at=at)
    return Reply("\n\n".join(filter(None, [note, panel.text])), at.heading, pictures, panel.rows)


async def pictures_for(
    request: Request, sketches: Sequence[DrawingJob], once: Hashable = None, at: GameContext | None = None
) -> tuple[Attachment, ...]:
    """Pictures in the asker's theme. `once`: the cache key of slow pictures that never change; `at`: the game whose
    picture only the asker sees, and is called "you" in.
    """
    if not sketches:
        return ()
    person = await _asker(request, {} if at is None else at.now.people)
    theme = personal_setting(person, "theme")
    wished = {"map": {"owners": True}} if personal_setting(person, "owners") else {}
    themed = [replace(one, options={"theme": theme, **wished.get(one.what, {}), **one.options}) for one in sketches]
    if once is not None:
        found = await request.bot.drawers.draw_once((once, theme, current_language()), themed)
    else:
        # A new request replaces the person's earlier one.
        themed = [replace(one, reader="" if at is None else at.reads) for one in themed]
        newest = " ".join([f"person:{request.user}", str(request.channel), *(one.what for one in themed)])
        found = await request.bot.drawers.draw(themed, newest)
    return tuple(Attachment(one.name, one.data, one.alt) for one in found)


async def _asker(request: Request, people: Mapping[int, PersonRow]) -> PersonRow:
    """The asker's settings, which are only read if they are not known."""
    return people.get(request.user) or await request.table.preferences.person(request.user)


async def step(request: Request, at: GameContext, begun: Walk, mode: Mode, page: int = 0) -> Reply:
    """The next step of a move: the next question, the preview, or the move itself."""
    walk = begun
    if begun.slot:
        # Only a question needs what a panel needs; for a complete move it would take longer than the move.
        walk = await request.table.services.work(lambda: Choosing(at.moves).turned(begun))
    if walk.slot:
        return await next_panel(request, at, walk, mode, page)
    if await is_shown_first(request, at, mode):
        return await preview(request, at, walk.act)
    return await act(request, at, walk.act)


async def next_panel(request: Request, at: GameContext, walk: Walk, mode: Mode, page: int = 0, note: str = "") -> Reply:
    """The next choice of a move."""
    context = PanelContext(at, mode)
    if isinstance(walk.choices, Text) and (lead := await _best(request, context, walk)):
        return await panel_reply(request, at, Panel(lead.text, (*lead.rows, (context.back(),)), lead.sketches), note)
    return await _panel(
        request, context, lambda hints: next_choice(context, question(at.moves, walk, page, hints), page), note, page
    )


async def is_shown_first(request: Request, at: GameContext, mode: Mode) -> bool:
    """Whether a move is shown before it is made."""
    return mode == TRY or personal_setting(await _asker(request, at.now.people), "confirm")


async def offer(request: Request, at: GameContext, move: Act, mode: Mode, lasts: timedelta) -> Reply:
    """Make or preview an offer that expires; the confirmation keeps the time."""
    first = await is_shown_first(request, at, mode)
    return await _ask(request, at, move, lasts) if first else await act(request, at, move, lasts)


async def _best(request: Request, context: PanelContext, walk: Walk) -> Panel | None:
    """The values the rules have found: the best runs, with a button to take them."""
    runs = await request.bot.thinking(lambda: best(context.moves, walk))
    if runs is None:
        return None
    taps = isinstance(context.moves.game.title.verbs[walk.verb], RunTrains)
    # A set that is only told in words is shown as a picture before it is run.
    looking = replace(context, mode=TRY)
    by_hand = Tap(mode=context.mode, at=context.asked, verb=walk.verb, state="0")
    own = Button(say("button_own_routes"), by_hand if taps else looking.so_far(WriteMove, walk))
    others = in_rows(looking.buttons(runs.others, PLAIN))
    rows = (*in_rows([context.button(runs.choice, GREEN), own]), *runs.below, *others)
    return Panel(runs.text, rows, runs.pictures)


async def preview(request: Request, at: GameContext, move: Act, note: str = "") -> Reply:
    """Preview a move: its events in words, what it would earn, and pictures of what it would change."""
    await request.table.services.work(lambda: at.moves.tried(move))
    foreseen = await request.bot.thinking(lambda: foresee(at.moves, move))
    text = "\n".join([say("would_happen", move=foreseen.words.move(at.seat, move)), *foreseen.lines])
    context = PanelContext(at)
    do = DoIt(at=context.asked, verb=move.verb, chosen=tuple(map(str, move.args.values())))
    buttons = (Button(say("button_do_it"), do, GREEN), context.back())
    return await panel_reply(request, at, Panel(text, (buttons,), foreseen.sketches), note)


async def act(request: Request, at: GameContext, move: Act, lasts: timedelta | None = None) -> Reply:
    """Make the move, or ask to confirm it; then show what happened and the next panel."""
    try:
        return await _made(request, at, move, lasts, grave=False)
    except NeedsConfirmation:
        return await _ask(request, at, move, lasts)


async def _ask(request: Request, at: GameContext, move: Act, lasts: timedelta | None) -> Reply:
    """Ask to confirm the move."""
    minutes = int(lasts.total_seconds() // 60) if lasts else 0
    chosen = tuple(map(str, move.args.values()))
    return await ask(request, MoveSurely(at=PanelContext(at).asked, minutes=minutes, verb=move.verb, chosen=chosen))


async def _made(request: Request, at: GameContext, move: Act, lasts: timedelta | None, *, grave: bool) -> Reply:
    given = (at.game, request.user, at.seat, move.verb, dict(move.args), at.now.answered_by(move), at.now.epoch)
    made = await request.table.act(*given, lasts, seen=at.shown, grave=grave)
    lines = [line for one in made.told for line in one["text"]] + made.secrets.get(request.user, [])
    return await _panel_after(request, at, made.now, "\n".join(f"✓ {line}" for line in lines) or say("done"))


async def after_change(request: Request, at: GameContext, note: str) -> Reply:
    """The seat's current panel."""
    return await _panel_after(request, at, await request.table.present(at.game), note)


async def _panel_after(request: Request, at: GameContext, present: Present, note: str) -> Reply:
    seat = at.seat if not present.row.is_copy else find_seat(request, present)
    now = GameContext(present, seat, reader=request.user)
    if not now.decides and played_in(now) is None:
        return await waiting(request, now, note)
    return await front_panel(request, now, note=note)


async def walked(request: Request, at: GameContext, verb: str, values: Sequence[str]) -> Walk:
    """Walk a move as far as the given choices go."""

    def job() -> Walk:
        check_open(at.moves, verb)
        return walk(at.moves, verb, values)

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
    at, move = await _still_possible(request, sure)
    _, events = await request.table.services.work(lambda: at.moves.tried(move))
    effects = [f"> {at.words.event(seen(event, at.seat))}" for event in events]
    lines = [say("really_move", group="sure", move=at.words.move(at.seat, move))]
    lines += filter(None, map(at.words.warning, at.supposed.grave(at.seat, move)))
    if effects:
        lines += [say("would_follow", group="sure"), *effects]
    whose = {"name": at.name(at.seat), "whose": at.words.whose(at.seat)}
    lines.append(say("at_stake", group="sure", holdings=holdings(at, at.seat), **whose))
    label = say("button_sure", group="sure", verb=at.words.verb(move.verb))
    return Confirmation("\n".join(lines), label, version_of(at.now.row), at.heading)


@confirms(MoveSurely, _warning)
async def make_confirmed(request: Request, sure: MoveSurely) -> Reply:
    """Make it."""
    at, move = await _still_possible(request, sure)
    lasts = timedelta(minutes=sure.minutes) if sure.minutes else None
    return await _made(request, at, move, lasts, grave=True)


async def _still_possible(request: Request, sure: MoveSurely) -> tuple[GameContext, Act]:
    """The move a confirmation is about."""
    at = await game_at_press(request, sure.at)
    made = await walked(request, at, sure.verb, sure.chosen)
    if made.slot:
        raise Stale(say("moved_on"))
    return at, made.act


def holdings(at: GameContext, seat: str) -> str:
    """What a seat owns, as far as the asker may see it."""
    mine = next(one for one in at.view.seats if one.id == seat)
    found = [at.words.money(mine.cash)] if mine.cash is not None else []
    found += [f"{one.percent}% {one.company}" for one in mine.shares]
    found += [one.name for one in at.view.privates if one.id in mine.privates]
    led = [one.symbol for one in at.view.companies if one.president == seat]
    found += [say("leads", group="sure", role=at.words.president, companies=led)] if led else []
    return at.words.listed(found) or say("none")


async def hints(later: BackgroundJobs, at: GameContext, walk: Walk, page: int) -> Hints | None:
    """Compute the hints for a panel; None if the company has no train."""
    raw, seat = at.supposed.encode(), at.seat
    now: tuple[int, bool] | None = await later.do(worth, raw, seat)
    if now is None:
        return None
    gains: dict[tuple[str, str, int], Gain] = {}
    offered: list[Candidate] = await later.do(candidates, raw, seat, walk.verb, walk.texts, page)
    for candidate in offered:
        # Tile by tile, so that it can stop when nobody is waiting.
        then: tuple[int, bool] | None = await later.do(worth, raw, seat, candidate.move)
        if then is not None:
            gains[candidate.place, candidate.tile, candidate.rotation] = Gain(then[0] - now[0], now[1] and then[1])
    return Hints(now[0], gains) if gains else None
