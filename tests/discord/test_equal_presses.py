"""One press is one move: clicked several times, on older panels, on several devices, or delivered twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlmodel import select

from bot.discord.kit.say import say, words
from bot.store.rows import OfferRow, OutboxRow
from sandbox.happening.interactions import COMPONENT
from sandbox.people import SENT, Answer, Person
from sandbox.world.world import Message
from tests.discord.conftest import Hall
from tests.positions.table import Table as Rules

pytestmark = pytest.mark.soak


async def trading(club: Hall) -> int:
    """Ann acts for SP, which may buy Bob's private company."""
    number = await club.game()
    rules = Rules(title="1870").with_private("GRSC", "Bob")
    rules.with_company("SP", "Ann", par=76, Ann=4, treasury=500).with_phase("3").operating_turn("SP")
    await club.lay_out(number, rules.game)
    return number


async def priced(club: Hall) -> tuple[Message, dict[str, Any]]:
    """Ann's panel as far as the price, and the button of one of them."""
    panel = await club.ann.slash("/buy-private", club.room, private="GRSC")
    return panel.message, next(one for one in panel.message.buttons if "$" in str(one.get("label")))


async def press(club: Hall, person: Person, shown: Message, button: dict[str, Any]) -> Answer:
    """Press a button and wait for all that the bot does: an answer in place of the panel shows no sign of it."""
    data = {"component_type": 2, "custom_id": button["custom_id"], "id": button["id"]}
    one = club.sandbox.interactions.open(COMPONENT, person.user, club.room, data, name="a button", source=shown)
    await club.sandbox.until(lambda: one.answered, "the answer to a button")
    await club.quiet()
    return Answer(club.sandbox, one)


async def made(club: Hall, number: int) -> list[str]:
    return [one.verb for one in await club.table.actions(number)]


async def test_several_presses_at_once_make_one_offer(club: Hall):
    number = await trading(club)
    shown, button = await priced(club)
    await asyncio.gather(*[press(club, club.ann, shown, button) for _ in range(5)])
    assert await made(club, number) == ["buy_private"]
    async with club.table.db.read() as session:
        found = select(OutboxRow).where(OutboxRow.game_id == number, OutboxRow.kind == "move")
        assert len(list(await session.exec(found))) == 1


@pytest.mark.soak
async def test_a_press_on_an_outdated_panel_makes_no_second_offer(club: Hall):
    number = await trading(club)
    on_the_phone, on_the_desk, forgotten = [await priced(club) for _ in range(3)]
    await press(club, club.ann, *on_the_phone)
    assert "already" in (await press(club, club.ann, *on_the_desk)).text
    now = await club.table.present(number)
    [offer] = now.game.state.offers
    await club.table.act(number, club.bob.id, "p2", "decline", {"offer": offer.id}, now.decision, now.epoch)
    assert "already" in (await press(club, club.ann, *forgotten)).text
    assert await made(club, number) == ["buy_private", "decline"]
    # On a panel of now she may offer it again.
    await press(club, club.ann, *await priced(club))
    assert await made(club, number) == ["buy_private", "decline", "buy_private"]


async def test_a_panel_from_before_an_undo_does_nothing(club: Hall):
    number = await trading(club)
    first, second = await priced(club), await priced(club)
    await press(club, club.ann, *first)
    now = await club.table.present(number)
    await club.table.takeback.undo(number, club.ann.id, now.epoch)
    assert "moved on" in (await press(club, club.ann, *second)).text
    assert await made(club, number) == ["buy_private", ""]


async def test_a_command_that_discord_delivers_twice_is_one_move(club: Hall):
    number = await trading(club)
    sent = await club.ann.slash("/buy-private", club.room, private="GRSC", price="30", wait=SENT)
    again = club.sandbox.interactions._payload(sent.interaction)
    club.sandbox.tell("INTERACTION_CREATE", again, 0, club.guild)
    await sent.settled()
    now = await club.table.present(number)
    [offer] = now.game.state.offers
    await club.table.act(number, club.bob.id, "p2", "decline", {"offer": offer.id}, now.decision, now.epoch)
    club.sandbox.tell("INTERACTION_CREATE", again, 0, club.guild)
    await club.sandbox.until(lambda: len(list(club.sandbox.records.refused)) >= 2)
    await club.quiet()
    assert await made(club, number) == ["buy_private", "decline"]


async def test_an_expiring_offer_is_previewed_for_people_who_want_previews(club: Hall):
    number = await trading(club)
    offer = {"private": "GRSC", "price": "30", "lasts": 24}
    shown = await club.ann.slash("/buy-private", club.room, **offer, preview=True)
    assert await made(club, number) == [] and "$30" in shown.text
    await club.ann.slash("/preferences", club.room, confirm=True)
    shown = await club.ann.slash("/buy-private", club.room, **offer)
    assert await made(club, number) == [] and "$30" in shown.text
    await club.sure(club.ann, shown)
    assert await made(club, number) == ["buy_private"]
    async with club.table.db.read() as session:
        assert len(list(await session.exec(select(OfferRow)))) == 1, "it falls at its hour"


async def test_a_lobbys_list_of_robots_seats_one_robot_however_often_it_is_used(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=6, place="here")
    lobby = await club.sandbox.until(lambda: next((one for one in club.room.public if one.selects), None), "the lobby")
    easy, robots = str(words()["choices"]["robots"]["easy"]), say("choose_robot")
    first, *others = await asyncio.gather(*(club.choose(club.ann, lobby, easy, robots) for _ in range(5)))
    row, seats = await club.bot.extras.game(1)
    assert len(seats) == 2 and row.places == 6 and [one.robot for one in seats] == ["", "easy"]
    texts = sorted(one.text for one in (first, *others))
    assert sum("robot has joined" in text for text in texts) == 1
    assert sum("Somebody has joined or left" in text for text in texts) == 4
    for number, old in enumerate(("b:robot:1", "b:robot:1:3"), 3):
        button = lobby.buttons[0] | {"custom_id": old}
        assert "robot has joined" in (await press(club, club.ann, lobby, button)).text, (
            "one that was posted before it told more"
        )
        _, seats = await club.bot.extras.game(1)
        assert len(seats) == number and seats[-1].robot == "steady"


async def test_an_invalid_expiry_of_an_offer_is_refused(club: Hall):
    number = await trading(club)
    refused = await club.ann.slash("/buy-private", club.room, private="GRSC", lasts=24)
    assert "how long an offer stays open" in refused.text and "price" in refused.text
    assert await made(club, number) == []
