"""The map's panel: a place can also be typed, without leaving it."""

from __future__ import annotations

import re

import pytest

from bot.discord.games.presses.moves import Look
from bot.discord.kit.reply import Button
from bot.discord.turn import acting
from bot.discord.turn.phone import BUTTON, GAP, row
from bot.menu.move.places import ABREAST
from sandbox.people import Answer
from tests.discord.conftest import Hall, labels, starting
from tests.positions.table import Table
from tests.t1830.table import Table as Table1830
from tests.t1870.lines import row_b


async def laid_out(club: Hall, step: str) -> tuple[int, Answer]:
    """The panel of Ann, whose company is at this step of its turn."""
    number = await club.game()
    await club.lay_out(number, row_b(step=step).game)
    return number, await club.ann.slash("/turn", club.room)


async def test_a_hex_is_typed_from_the_panel(club: Hall):
    number, panel = await laid_out(club, "track")
    assert labels(panel.message).index("Type a hex…") < labels(panel.message).index("Lay no track")
    form = await club.press(club.ann, panel.message, "Type a hex…")
    await club.submit(club.ann, form, " b5 ")
    assert "**Lay track in B5**\nWhich tile?" in panel.text
    assert [one.filename for one in panel.message.attachments] == ["choices.png"]
    assert (await club.table.present(number)).row.last == 0
    await club.press(club.ann, panel.message, starting(panel.message, "1 · "))
    assert (await club.table.present(number)).game.state.board.tiles["B5"]


@pytest.mark.parametrize("typed", ["Z99", "N7", "nowhere", "**bold**"])
async def test_a_hex_where_nothing_can_be_laid_is_refused_with_those_where_something_can(club: Hall, typed: str):
    number, panel = await laid_out(club, "track")
    refused = await club.submit(club.ann, await club.press(club.ann, panel.message, "Type a hex…"), typed)
    [said] = [line for line in refused.text.splitlines() if line.startswith("You can't choose ")]
    assert said.count(". ") == 0, "one sentence"
    assert said.endswith("here; type B21 or B5, or its number on the map.")
    assert (await club.table.present(number)).row.last == 0


async def test_a_station_is_typed_by_its_hex_or_its_name(club: Hall):
    number, panel = await laid_out(club, "token")
    form = await club.press(club.ann, panel.message, "Type a hex…")
    wrong = await club.submit(club.ann, form, "C8")
    assert "You can't choose “C8” here; type Springfield, IL (B19), or its number on the map." in wrong.text
    again = await club.ann.slash("/turn", club.room)
    await club.submit(club.ann, await club.press(club.ann, again.message, "Type a hex…"), "springfield, il")
    markers = (await club.table.present(number)).game.state.board.markers
    assert any(one.company == "ATSF" and one.stop == "B19/c0" for one in markers), again.text


async def test_the_only_tile_is_named_on_its_button_and_needs_no_number(club: Hall):
    number = await club.game(title="18Chesapeake", options="")
    rules = Table(title="18Chesapeake").with_company("N&W", "Ann", par=95, Ann=6, treasury=950)
    await club.lay_out(number, rules.operating_turn("N&W", "track").game)
    panel = await club.ann.slash("/turn", club.room)
    assert labels(panel.message)[0] == "Lay tile 57 in Lynchburg (C13) for $80: SW and NE"
    assert [one.filename for one in panel.message.attachments] == ["choices.png"]
    assert "**Lynchburg" not in panel.text, "picture and button say where"


async def test_the_pages_of_tiles_are_turned_next_to_the_picture(club: Hall):
    number = await club.game()
    await club.play_until(number, "lay")
    panel = await club.on_turn(await club.table.present(number)).slash("/turn", club.room)
    said = labels(panel.message)
    assert said.index(starting(panel.message, "Next ▶")) < said.index(starting(panel.message, "1 · "))


async def test_a_tile_that_looks_the_same_either_way_round_is_laid_with_one_press(club: Hall):
    number = await club.game(title="1830", options="")
    table = Table1830().with_phase("3").with_company("B&M", "Ann", Ann=6)
    await club.lay_out(number, table.operating_turn("B&M").game)
    panel = await club.ann.slash("/turn", club.room)
    label = starting(panel.message, "1 · Lay tile 53 in Boston (E23)")
    assert label == "1 · Lay tile 53 in Boston (E23): W, NE and SE", label
    await club.press(club.ann, panel.message, label)
    assert (await club.table.present(number)).game.state.board.tiles["E23"]


async def test_a_tile_that_looks_the_same_either_way_round_is_laid_when_its_hex_and_number_are_typed(club: Hall):
    number = await club.game(title="1830", options="")
    table = Table1830().with_phase("3").with_company("B&M", "Ann", Ann=6)
    await club.lay_out(number, table.operating_turn("B&M").game)
    laid = await club.ann.slash("/lay", club.room, hex="E23", tile="53")
    assert "Which way round?" not in laid.text
    assert (await club.table.present(number)).game.state.board.tiles["E23"]


async def test_a_move_typed_whole_is_made_without_what_only_a_panel_needs(club: Hall, monkeypatch: pytest.MonkeyPatch):
    number = await club.game()
    looked, act, moment = list[str](), acting.act, acting.PanelContext
    monkeypatch.setattr(acting, "PanelContext", lambda *given: looked.append("panel") or moment(*given))
    monkeypatch.setattr(acting, "act", lambda *given: looked.append("move") or act(*given))
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    assert (await club.table.present(number)).row.last == 1
    assert looked[0] == "move", "what a panel needs takes longer than the move"


async def test_the_line_that_says_to_leave_an_option_empty_leaves_it_empty(club: Hall):
    await club.lay_out(await club.game(), row_b().with_train("ATSF", "2").operating_turn("ATSF", "run").game)
    [(_, line), *_] = [
        (one["name"], one["value"]) for one in await club.ann.autocomplete("/run", club.room, "routes", "")
    ]
    best = await club.ann.slash("/run", club.room, routes=line)
    assert any(label.startswith("Run for ") for label in labels(best.message)), best.text


async def test_many_tiles_stand_two_abreast_on_a_phone_and_name_tile_sides_and_price(club: Hall):
    number, panel = await laid_out(club, "track")
    await club.submit(club.ann, await club.press(club.ann, panel.message, "Type a hex…"), "B5")
    tiles = [one for one in labels(panel.message) if re.match(r"\d+ · ", one)]
    assert len(tiles) > ABREAST and all(re.fullmatch(r"\d+ · \d+ [NSEW-]+(, \$\d+)?", one) for one in tiles), tiles
    abreast = [Button(one, Look(game=number, what="map")) for one in tiles[:4]]
    assert row(abreast) == 2 * row(abreast[:1]) == 2 * (BUTTON + GAP)
