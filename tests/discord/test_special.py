"""/special: the moves that only some games have, named in words and typed choice by choice."""

from __future__ import annotations

import pytest

from tests.discord.conftest import Hall
from tests.t1870.test_port_and_cattle import shipping

pytestmark = pytest.mark.soak


@pytest.fixture
async def shipped(club: Hall) -> Hall:
    """The SP's turn in 1870; its president Ann has the Gulf Shipping Company with its port token."""
    number = await club.game()
    await club.lay_out(number, shipping().operating_turn("SP").game)
    return club


async def test_possible_special_moves_come_first_and_in_words(shipped: Hall):
    offered = await shipped.ann.autocomplete("/special", shipped.room, "move", "")
    names = [one["name"] for one in offered]
    assert names[0] == "Place the port token" and offered[0]["value"] == "port"
    assert "(not possible now) Place the cattle token" in names
    assert [one["value"] for one in await shipped.ann.autocomplete("/special", shipped.room, "move", "port")] == [
        "port",
        "close-port",
    ]


async def test_the_choices_are_typed_one_after_the_other(shipped: Hall):
    async def offered(text: str) -> dict[str, str]:
        found = await shipped.ann.autocomplete("/special", shipped.room, "with", text, move="port")
        return {one["name"]: one["value"] for one in found}

    first = await offered("")
    place = next(name for name, value in first.items() if value == "N7")
    kinds = await offered("N7")
    assert set(kinds.values()) >= {"N7, open"}
    # Whoever chooses one and types on goes on from its words.
    assert await offered(place) == kinds and all(name.startswith(place) for name in kinds)
    whole = next(name for name, value in kinds.items() if value == "N7, open")
    assert list((await offered(whole)).values()) == ["N7, open"]
    made = await shipped.ann.slash("/special", shipped.room, **{"move": "Place the port token", "with": whole})
    assert "✓ SP places an open port in Galveston (N7)." in made.text, made.text


async def test_the_bot_asks_for_missing_choices(shipped: Hall):
    asked = await shipped.ann.slash("/special", shipped.room, move="port")
    assert "place the port token" in asked.text.lower() and asked.message.buttons
    tried = await shipped.ann.slash("/special", shipped.room, **{"move": "port", "with": "N7 open", "preview": True})
    assert "**What if:** Place the port token" in tried.text, tried.text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"move": "merge"}, "1870: The Trans-Mississippi has no such move. `/special move:` offers reissue,"),
        ({"move": "cattle"}, "The Southern Cattle Company has closed as a private company (15.2)."),
        ({"move": "port", "with": "A1"}, "A1"),
        ({"move": "port", "with": "N7, open, please"}, "The move is complete without “please”"),
    ],
)
async def test_impossible_special_moves_are_refused_with_a_reason(shipped: Hall, given: dict[str, str], why: str):
    before = (await shipped.table.present(1)).row.last
    told = await shipped.ann.slash("/special", shipped.room, **given)
    assert why in told.text and (await shipped.table.present(1)).row.last == before, told.text
