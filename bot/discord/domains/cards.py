"""Pictures of one company or private company, and tables of numbers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.discord.acting import drawn
from bot.discord.command import matching
from bot.discord.game_lookup import GameContext, game_here
from bot.discord.looks import Look, Looked
from bot.discord.past_positions import views
from bot.discord.reply import Attachment, Reply
from bot.discord.request import Request
from bot.discord.say import say
from bot.discord.sharing import share_row
from bot.menu.picture import DrawingJob
from bot.rulebook import about_private
from bot.table.errors import Refused
from bot.table.safe_text import escaped

TABLES = ("worth", "earnings", "holdings")
COMPANY, PRIVATE = "company", "private"


# --- a card


async def card(request: Request, asked: Looked) -> Reply:
    """Show everything about a company or private company."""
    at = await game_here(request, asked.game)
    if not asked.about:
        raise Refused(say("which", group="cards"))
    kind, name = _find_card(at, asked.about)
    if kind == PRIVATE:
        section, says = about_private(at.view.title, name)
        sketch = DrawingJob(PRIVATE, (at.view, name, section, tuple(one.rule for one in says)))
        return _shown(request, at, kind, name, await drawn(request, [sketch]))
    return _shown(request, at, kind, name, await _course(request, at, [DrawingJob(COMPANY, (), {"symbol": name})]))


def _find_card(at: GameContext, text: str) -> tuple[str, str]:
    """The company or private company of this name; if both exist, the company."""
    kind, _, rest = text.partition(" ")
    companies = {one.symbol: one.name for one in (*at.view.companies, *at.view.builders)}
    privates = {one.id: one.name for one in at.view.privates}
    if kind == PRIVATE and rest in privates:
        return kind, rest
    asked = text.strip().casefold()
    for kind, known in ((COMPANY, companies), (PRIVATE, privates)):
        for name, more in known.items():
            if asked in (name.casefold(), more.casefold()):
                return kind, name
    raise Refused(say("none", group="cards", text=escaped(text[:40])))


async def offer_cards(request: Request, typed: str, game: str | None) -> list[tuple[str, str]]:
    """Companies and private companies."""
    at = await game_here(request, game)
    offered = [
        (say("card_company", group="cards", symbol=one.symbol, name=one.name), one.symbol)
        for one in at.view.companies
        if not one.closed
    ]
    offered += [
        (say("card_private", group="cards", id=one.id, name=one.name), f"{PRIVATE} {one.id}")
        for one in at.view.privates
    ]
    return matching(offered, typed)


def _name(at: GameContext, kind: str, name: str) -> str:
    """A private company or a company in full."""
    if kind == PRIVATE:
        return next(one.name for one in at.view.privates if one.id == name)
    full = next((one.name for one in at.view.companies if one.symbol == name), name)
    return full if full == name else say("card_company", group="cards", symbol=name, name=full)


def _shown(request: Request, at: GameContext, kind: str, name: str, pictures: tuple[Attachment, ...]) -> Reply:
    text = say("card", group="looks", name=_name(at, kind, name)) if pictures else say("no_picture")
    rows = share_row(request, at.game, kind, name) if pictures else ()
    return Reply(text, at.heading, pictures, rows)


# --- tables


def _table(kind: str) -> Callable[[Request, Looked], Awaitable[Reply]]:
    async def answer(request: Request, asked: Looked) -> Reply:
        return await _tabled(request, await game_here(request, asked.game), kind)

    return answer


async def _tabled(request: Request, at: GameContext, kind: str) -> Reply:
    """Earnings, worth or shares as a picture, and as a file."""
    wanted = [DrawingJob("table", (), {"kind": kind}), DrawingJob("csv", (), {"kind": kind}, ending="csv")]
    pictures = await _course(request, at, wanted)
    if not pictures:
        raise Refused(say("no_picture"))
    picture, file = pictures
    named = Attachment(f"game-{at.game}-{kind}.csv", file.data)
    text = say("table", group="cards", game=at.game, what=file.alt)
    return Reply(text, pictures=(picture, named), rows=share_row(request, at.game, "table", kind))


async def _course(request: Request, at: GameContext, sketches: Sequence[DrawingJob]) -> tuple[Attachment, ...]:
    """Draw pictures from the positions at the start of each round and now; loaded in the drawing process."""
    raws, names = await request.table.past.positions_at_rounds(at.game)
    late = partial(views, raws, names, at.seat, track_only=False)
    found = [DrawingJob(one.what, (), one.options, one.ending, late) for one in sketches]
    about = tuple((one.what, *one.options.values()) for one in sketches)
    return await drawn(request, found, (at.game, at.now.row.position, about, at.seat, tuple(names.values())))


LOOKS = {"card": Look(card, offer_cards), **{f"table_{kind}": Look(_table(kind)) for kind in TABLES}}
