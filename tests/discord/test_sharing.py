"""Show it to everybody: what somebody looked at alone, posted as everybody may see it; and the log as a file."""

from __future__ import annotations

import pytest

from bot.discord.kit.custom_ids import encode_id
from engine.prospects import units_held
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall
from tests.discord.test_grave import use
from tests.positions.table import Table


@pytest.mark.parametrize(
    ("door", "given", "said"),
    [
        ("/show", {"what": "map", "about": "B9"}, "Ann shows the map"),
        ("/show", {"what": "card", "about": "SP"}, "Ann shows company SP"),
        ("/show", {"what": "table_holdings"}, "Ann shows a table"),
        ("/show", {"what": "tiles"}, "Ann shows the tiles"),
        ("/show", {"what": "tiles", "about": "B9"}, "Ann shows the tiles that can be laid in B9"),
        ("/show", {"what": "phases"}, "Ann shows the phases"),
        ("/game status", {}, "Ann shows game 1 as it stood after move 0"),
        ("/title", {"title": "1843"}, "Ann shows 1843"),
    ],
)
async def test_a_private_picture_can_be_shown_to_everybody(club: Hall, door: str, given: dict[str, str], said: str):
    await club.game()
    alone = await club.ann.slash(door, club.room, **given)
    await club.posted()
    before = len(club.room.public)
    await club.press(club.ann, alone.message, "Show it to everybody")
    (shown,) = [one for one in club.room.public[before:] if " shows " in one.content]
    assert said in shown.content and shown.attachments and shown.attachments[0].description


@pytest.mark.soak
async def test_a_position_that_is_shown_opens_for_whoever_presses(club: Hall):
    game = await club.game()
    await club.play_until(game, "pass", at_table=True)
    alone = await club.ann.slash("/show", club.room, what="history", about="1")
    await club.press(club.ann, alone.message, "Show it to everybody")
    # Announcements of the moves may come after it.
    (shown,) = [one for one in club.room.public if "as it stood after move 1" in one.content]
    opened = await club.press(club.bob, shown, "Look around here")
    assert "After move 1 of" in opened.text and opened.message.attachments


async def test_a_shared_picture_does_not_contain_its_owners_secrets(club: Hall):
    game = await club.game(options="runs=free secrets=hidden")
    table = Table(title="1870", runs="free", secrets="hidden").with_company("SP", "Ann", Ann=6, treasury=777)
    await club.lay_out(game, table.game)
    alone = await club.ann.slash("/show", club.room, what="card", about="SP")
    assert "$777" in alone.message.attachments[0].description, "the president knows it"
    await club.posted()
    await club.press(club.ann, alone.message, "Show it to everybody")
    shown = club.room.public[-1]
    assert "Ann shows company SP" in shown.content
    assert "$777" not in shown.attachments[0].description and "treasury hidden" in shown.attachments[0].description


async def test_a_button_with_invalid_arguments_is_an_old_button(club: Hall):
    game = await club.game()
    await club.posted()
    before = len(club.room.public)
    answer = await use(club, club.ann, encode_id("b", "share", (game, "company", "No such")))
    assert "out of date" in answer and len(club.room.public) == before


@pytest.mark.soak
async def test_the_log_shows_each_players_dividends(club: Hall):
    game = await club.game()
    await club.play_until(game, "dividend", at_table=True)
    now = await club.table.present(game)
    seat = now.game.decisions()[0].seat
    company = now.game.state.agenda[-1].subject
    held = units_held(now.game, company)
    user = next(one.user_id for one in now.seats if one.seat == seat)
    person = next(one for one in (club.ann, club.bob, club.cem) if one.id == user)
    await person.slash("/dividend", club.room, kind="full")
    told = (await club.ann.slash("/show", club.room, what="log")).text
    then = await club.table.present(game)
    paid = next(e for e in reversed((await club.table.past.stories(game, await club.table.past.line(game))).values()))
    each = next(int(e.data["each"]) for e in paid.events or () if e.kind == "dividend")
    assert then.game.state.cash[seat] == now.game.state.cash[seat] + each * held[seat]
    name = next(one.name for one in now.seats if one.seat == seat)
    assert not each or f"{name} ${each * held[seat]}" in told.partition("Paid out: ")[2]


@pytest.mark.soak
async def test_the_log_comes_as_a_file(club: Hall):
    game = await club.game()
    await club.play_until(game, "pass", at_table=True)
    answer = await club.ann.slash("/show", club.room, what="log_file")
    (file,) = answer.message.attachments
    lines = file.data.decode().splitlines()
    assert file.filename == f"game-{game}-log.txt" and f"Game {game}" in lines[0]
    assert len([one for one in lines if " UTC  " in one]) == (await club.table.present(game)).row.last


@pytest.mark.soak
async def test_whats_new_can_be_shown_to_everybody(club: Hall):
    game = await club.game()
    await club.play_until(game, "par", at_table=True)
    await club.posted()
    call = [one for one in club.room.public if club.button(one, "since")][-1]
    alone = await club.press(club.bob, call, "What's new")
    before = len(club.room.public)
    await club.press(club.bob, alone.message, "Show it to everybody")
    (shown,) = [one for one in club.room.public[before:] if "Bob shows what is new" in one.content]
    assert [one.filename for one in shown.attachments] == ["map-1.png", "market-2.png"]


async def test_sharing_needs_the_permission_to_attach_files(club: Hall):
    await club.game()
    alone = await club.ann.slash("/show", club.room, what="map")
    await club.posted()
    club.sandbox.rule(club.room, club.ann.user, deny=Perm.ATTACH_FILES)
    before = len(club.room.public)
    refused = await club.press(club.ann, alone.message, "Show it to everybody")
    assert "Attach Files" in refused.text and len(club.room.public) == before
