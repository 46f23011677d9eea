"""A preview, a label and a list say the same whatever is secret: nothing that the seat could not know before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from engine.view import view
from sandbox.people import Answer
from tests.discord.doors.ear import Ear
from tests.discord.doors.found import typed
from tests.discord.doors.stage import Cast, Stage
from tests.discord.doors.test_twins import ELSEWHERE, NUMBERED, alike, differing
from tests.discord.doors.visiting import Visits
from tests.positions.table import Table

PRICE = 77
PREVIEWED = {f"/{one.name}" for one in typed("1870") if any(it.name == "game" for it in one.options)}


def offered(poor: bool) -> Table:
    """Ann's SP offers Bob money for a train, which it has or has no longer."""
    table = Table(title="1870", secrets="hidden")
    table.with_company("SP", "Ann", Ann=3, Bob=2, pool=1, treasury=700)
    table.with_company("FW", "Bob", par=76, Bob=4, Cem=1, treasury=858)
    table.with_company("MP", "Cem", par=68, Cem=4, treasury=300)
    table.with_train("SP", "3").with_train("FW", "2", "2").operating_turn("SP", step="train")
    table.do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": PRICE})
    return table.with_cash("SP", 5).with_cash("MP", 995) if poor else table


def closing(poor: bool) -> Table:
    """Bob may sell a share of Cem's MP, which then closes."""
    table = Table(title="1870", secrets="hidden")
    table.with_company("MP", "Cem", Cem=5, Bob=2, Ann=1, treasury=432, treasury_shares=1, box="7,0")
    table.with_company("SP", "Ann", Ann=4, treasury=700)
    table.with_company("FW", "Bob", par=76, Bob=4, treasury=858).stock_round("Bob")
    return table.with_cash("MP", 31).with_cash("SP", 1101) if poor else table


def presidency(poor: bool) -> Table:
    """Bob may buy a share and become president of Cem's MP."""
    table = Table(title="1870", secrets="hidden")
    table.with_company("MP", "Cem", Cem=2, Bob=2, pool=3, treasury=432)
    table.with_company("SP", "Ann", Ann=4, treasury=700).stock_round("Bob")
    return table.with_cash("MP", 31).with_cash("SP", 1101) if poor else table


async def twins(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    position: Callable[[bool], Table],
    looks: Callable[[Visits], Awaitable[None]],
) -> list[str]:
    """Where Bob is told something else in one of two games that differ only in secrets."""
    hall, told = cast.hall, list[list[str]]()
    for poor in (False, True):
        room = hall.sandbox.channel(hall.guild, "room")
        number = await hall.game(where=room, options="runs=free secrets=hidden", pictures="request")
        # An organiser who plays is shown no more than any other player.
        await hall.table.seating.handing_over.hand_over(number, hall.ann.id, hall.bob.id)
        await hall.posted()
        await hall.lay_out(number, position(poor).game)
        ear, offers = Ear(hall.sandbox), position(poor).s.offers
        visits = Visits(ear, monkeypatch)
        visits.stage = Stage(replace(cast), number, room, (), offers[0].id if offers else 0)
        assert view(position(poor).game).bank == view(position(False).game).bank
        await looks(visits)
        mine = [one.text for one in ear.heard if one.to == hall.bob.id]
        told.append([alike(visits.stage, one) for one in mine])
        assert len(mine) >= 2
    return differing(*told)


async def pressed(visits: Visits, *labels: str) -> Answer:
    """Bob opens his panel and presses on."""
    hall, room = visits.stage.cast.hall, visits.stage.room
    answer = await hall.bob.slash("/turn", room, game=str(visits.stage.number))
    for label in labels:
        found = [str(one["label"]) for one in answer.message.buttons if label in str(one.get("label"))]
        assert found, (label, answer.text, [one.get("label") for one in answer.message.buttons])
        answer = await hall.press(hall.bob, answer.message, found[0])
    return answer


async def accepts(visits: Visits) -> None:
    """Bob looks at the offer from all sides."""
    stage, bob = visits.stage, visits.stage.cast.hall.bob
    given = {"offer": str(stage.offer), "game": str(stage.number)}
    seen = await bob.slash("/offer", stage.room, answer="accept", preview=True, **given)
    assert f"SP buys a 2 train from FW for ${PRICE}" in seen.text
    await pressed(visits)
    await bob.autocomplete("/offer", stage.room, "offer", "", answer="accept", game=str(stage.number))


async def all_doors(visits: Visits) -> None:
    """Bob tries every command, for himself and as if for Ann, as a preview where there is one."""
    await visits.walk([visits.stage.cast.hall.bob], "1870", only=PREVIEWED - ELSEWHERE - NUMBERED - {"/game organiser"})


async def sells(visits: Visits) -> None:
    """Bob looks at the sale that closes the company."""
    stage, bob = visits.stage, visits.stage.cast.hall.bob
    for shares in ("1", "2"):
        seen = await bob.slash("/sell", stage.room, company="MP", shares=shares, preview=True, game=str(stage.number))
        assert "The price of MP falls from $10 to $0" in seen.text, seen.text
    await pressed(visits)


async def buys(visits: Visits) -> None:
    """Bob looks at the purchase that makes him president."""
    stage, bob = visits.stage, visits.stage.cast.hall.bob
    given = {"company": "MP", "from": "pool", "preview": True, "game": str(stage.number)}
    seen = await bob.slash("/buy", stage.room, **given)
    assert "You become president" in seen.text, seen.text
    await pressed(visits)
    await pressed(visits, "What if")


@pytest.mark.parametrize(
    ("position", "looks"),
    [(offered, accepts), (closing, sells), (presidency, buys)],
    ids=["accept", "close", "preside"],
)
async def test_a_preview_is_no_oracle(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    position: Callable[[bool], Table],
    looks: Callable[[Visits], Awaitable[None]],
):
    assert await twins(cast, monkeypatch, position, looks) == []


@pytest.mark.parametrize("position", [offered, closing], ids=["accept", "close"])
async def test_no_door_is_an_oracle(cast: Cast, monkeypatch: pytest.MonkeyPatch, position: Callable[[bool], Table]):
    assert await twins(cast, monkeypatch, position, all_doors) == []
