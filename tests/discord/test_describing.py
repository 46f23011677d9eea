"""Describe: a game in words, page by page, for the asker alone."""

from __future__ import annotations

from tests.discord.conftest import Hall, labels
from tests.t1870.table import Table


async def test_describe_on_a_panel_tells_the_map_and_leads_to_everything_else(club: Hall):
    number = await club.game()
    table = Table().with_company("SP", "Ann", Ann=6).with_company("MKT", "Bob", Bob=6).operating_turn("SP", "track")
    await club.lay_out(number, table.game)
    panel = await club.ann.slash("/turn", club.room)
    told = (await club.press(club.ann, panel.message, "Describe")).followups[-1]
    assert told.only_for == club.ann.id and "Describe" in labels(panel.message), "the panel stays as it is"
    assert "in words: the map by company" in told.text and "SP (president: Ann): " in told.text
    assert told.text.index("SP (") < told.text.index("MKT ("), "the company that acts comes first"
    (others,) = [one["placeholder"] for one in told.selects]
    await club.choose(club.ann, told, "the tiles and where they can be laid", others)
    assert "**Yellow tiles**" in told.text and "**What can be laid now**" in told.text
    await club.choose(club.ann, told, "the map by hex", others)
    assert "Denver (A2): off-board place 30" in told.text and labels(told)[:2] == ["◀ Previous", "Next ▶"]
    await club.press(club.ann, told, "Next ▶")
    assert "page 2" in told.text and "No tile yet, and it costs nothing: A4" in told.text


async def test_a_hex_is_described_with_what_can_ever_be_laid_there(club: Hall):
    number = str(await club.game())
    told = await club.ann.slash("/show", club.room, what="description", about="b9", game=number)
    assert "in words: Topeka (B9)" in told.text and "Topeka (B9): no tile yet; city without track" in told.text
    assert "Beyond its sides: SW C8, W B7, NW A8, NE A10, E Kansas City (B11), SE C10." in told.text
    assert "tile 57, rotation 0: now (city 20 to SW (C8) and NE (A10))." in told.text
    refused = await club.ann.slash("/show", club.room, what="description", about="Z99", game=number)
    assert "Z99" in refused.text and "described" not in refused.text
    offered = await club.ann.autocomplete("/show", club.room, "about", "market", what="description", game=number)
    assert [one["value"] for one in offered] == ["market"]


async def test_below_a_picture_stands_what_says_the_same(club: Hall):
    number = str(await club.game())
    for what, said in (("map", "the map by company"), ("market", "the stock market"), ("tiles", "the tiles and where")):
        shown = await club.ann.slash("/show", club.room, what=what, game=number)
        told = (await club.press(club.ann, shown.message, "Describe")).followups[-1]
        assert f"in words: {said}" in told.text, what
    near = await club.ann.slash("/show", club.room, what="map", about="B9", game=number)
    assert "Topeka (B9): no tile yet" in near.message.attachments[0].description
    told = (await club.press(club.ann, near.message, "Describe")).followups[-1]
    assert "in words: Topeka (B9)" in told.text


async def test_a_description_tells_a_spectator_nothing_that_is_hidden(club: Hall):
    number = str(await club.game(options="runs=free secrets=hidden"))
    table = Table(secrets="hidden").with_company("SP", "Ann", Ann=6).with_cash("SP", 1234).stock_round("Bob")
    await club.lay_out(int(number), table.game)
    mine = await club.ann.slash("/show", club.room, what="description", about="sheet", game=number)
    others = await club.sandbox.person("Dee", club.guild).slash(
        "/show", club.room, what="description", about="sheet", game=number
    )
    assert "treasury $1234" in mine.text and "1234" not in others.text and "treasury hidden" in others.text
