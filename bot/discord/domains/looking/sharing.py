"""Show it to everybody: post what somebody saw privately, without secrets."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.domains.shared.pictures import (
    EVER,
    SHARED,
    SINCE,
    STOOD,
    named_pictures,
)
from bot.discord.domains.shared.posting import for_everybody
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.looks import History, Share
from bot.discord.kit.answers import answers
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused, Stale
from bot.safe_text import number
from bot.table.ground.say import clean_name
from bot.table.ground.settings import table_setting


@answers(Share)
async def share(request: Request, press: Share) -> Reply:
    """Post it in this channel; a position gets a button that opens it."""
    what, about = press.what, press.about
    if what not in SHARED:
        raise Stale(say("old_button"))
    at = await for_everybody(request, press.game, number(about) if what == STOOD else None)
    _check(at, what, about)
    with request.table.services.speaking_on(request.guild):
        found = await named_pictures(request, at, what, about)
        theme = table_setting(at.now.row, "theme")
        sketches = [replace(one, options={**one.options, "theme": theme}) for one in found.sketches]
        pictures = await pictures_for(request, sketches, found.key and (found.key, theme))
        if not pictures:
            raise Refused(say("no_picture"))
        name = "stood" if what == STOOD else "shows"
        which = about.partition(".")[0] if what == EVER else about
        what_it_is = say(what, group="shared", about=which) if what != STOOD else ""
        text = say(name, group="share", name=clean_name(request.name), what=what_it_is, game=at.called, move=about)
        opening = Button(say("open", group="share"), History(game=press.game, move=number(about) or 0, step="open"))
        rows = ((opening,),) if what == STOOD else ()
        shared = Reply(text, pictures=pictures, rows=rows)
    return Reply(say("done", group="share"), beside=True, shared=shared)


def _check(at: GameContext, what: str, about: str) -> None:
    """Refuse arguments that none of our buttons has."""
    known = {
        "company": {one.symbol for one in (*at.view.companies, *at.view.builders)},
        "private": {one.id for one in at.view.privates},
        "map": {"", *(one.id for one in at.view.hexes)},
        "table": {"worth", "earnings", "holdings"},
        "runs": {"", *(one.symbol for one in (*at.view.companies, *at.view.builders))},
    }
    if what in known and about not in known[what]:
        raise Stale(say("old_button"))
    if what in (STOOD, SINCE, "tiles") and number(about or "0") is None:
        raise Stale(say("old_button"))
    place, _, page = about.partition(".")
    if what == EVER and (place not in known["map"] or number(page) is None):
        raise Stale(say("old_button"))
