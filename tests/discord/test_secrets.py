"""No door shows people what they may not know: panels and announcements."""

from __future__ import annotations

import re

from sqlmodel import delete

from bot.store.rows import EventsRow
from sandbox import Channel
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.test_spectating import manager
from tests.discord.test_stand_ins import agreed
from tests.positions.table import Table

SP_MONEY, FW_MONEY = 1237, 871


def hidden_table() -> Table:
    """Ann is president of the SP, which may buy a train; Bob of the FW, which has one. Their treasuries are hidden."""
    table = Table(title="1870", secrets="hidden")
    table.with_company("SP", "Ann", Ann=3, Bob=2, pool=1, treasury=SP_MONEY)
    table.with_company("FW", "Bob", par=76, Bob=4, Cem=1, treasury=FW_MONEY)
    return table.with_train("SP", "3").with_train("FW", "2").operating_turn("SP", step="train")


async def laid_out(club: Hall, table: Table) -> int:
    """A running game in that position."""
    number = await club.game(options="runs=free secrets=hidden")
    await club.called(club.ann)  # All that the beginning brings has been posted.
    await club.lay_out(number, table.game)
    return number


async def mirrored(club: Hall, number: int) -> tuple[Channel, Person]:
    """A channel of another server in which the game is shown, and somebody there."""
    other = club.sandbox.guild("Rail Fans")
    stands = club.sandbox.channel(other, "stands")
    dan = manager(club, other, "Dan")
    await dan.slash("/spectate start", stands, game=str(number))
    request = await club.ann.sees_text("asks to show this game on another server", club.room)
    await club.ann.press(request, "Allow")
    return stands, dan


async def test_only_people_who_may_act_for_a_player_see_their_panel(club: Hall):
    number = await laid_out(club, hidden_table())
    stands, dan = await mirrored(club, number)
    for person, where in ((club.bob, club.room), (club.cem, club.room), (dan, stands)):
        answer = await person.slash("/turn", where, **{"for": "Ann", "game": str(number)})
        assert "Ann" in answer.text and str(SP_MONEY) not in answer.text
        assert not answer.message.attachments
    assert str(SP_MONEY) in (await club.ann.slash("/turn", club.room, **{"for": "Ann"})).text
    # Whoever stands in, and the organiser where the game lets them act, may.
    await club.ann.slash("/preferences", club.room, away=3)
    await agreed(club, club.ann, club.cem)
    assert str(SP_MONEY) in (await club.cem.slash("/turn", club.room, **{"for": "Ann"})).text


async def test_the_organiser_sees_a_players_panel_only_where_they_may_act(club: Hall):
    await laid_out(club, hidden_table())
    refused = await club.ann.slash("/turn", club.room, **{"for": "Bob"})
    assert "only if all other players agree" in refused.text and not refused.message.buttons
    await club.ann.slash("/game settings", club.room, organiser_acts=False)
    refused = await club.ann.slash("/turn", club.room, **{"for": "Bob"})
    assert "Bob" in refused.text and not refused.message.attachments and not refused.message.buttons


async def test_offers_to_a_player_are_not_shown_through_their_panel(club: Hall):
    await laid_out(club, hidden_table().do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": 77}))
    assert "77" in (await club.bob.slash("/turn", club.room)).text
    answer = await club.cem.slash("/turn", club.room, **{"for": "Bob"})
    assert "77" not in answer.text and not answer.message.buttons


def tells(text: str, number: int) -> bool:
    """Does the text contain the number, other than as part of a person's, a message's or a moment's number?"""
    return re.search(rf"\b{number}\b", text) is not None


async def test_only_the_presidents_know_the_price_of_a_train_sold_between_companies(club: Hall):
    number = await laid_out(club, hidden_table())
    stands, dan = await mirrored(club, number)
    await club.ann.slash("/buy-train", club.room, **{"from": "FW", "kind": "2", "price": "137"})
    offer = (await club.table.present(number)).game.state.offers[0].id
    agreed = await club.bob.slash("/offer", club.room, answer="accept", offer=str(offer))
    assert "SP buys a 2 train from FW for $137." in agreed.text
    seen = await club.cem.sees_text("SP buys a 2 train from FW.", club.room)
    there = await dan.sees_text("SP buys a 2 train from FW.", stands)
    assert not tells(seen.text + there.text, 137)
    for what in ("log", "history"):
        for person, where, knows in ((club.cem, club.room, False), (dan, stands, False), (club.ann, club.room, True)):
            told = await person.slash("/show", where, what=what, game=str(number))
            assert "SP buys a 2 train from FW" in told.text
            assert tells(told.text, 137) == knows, (what, person.name)


async def labels_of(person: Person, command: str, option: str, where: Channel, number: int, **given: str) -> str:
    """All that an autocomplete offers, in one text."""
    offered = await person.autocomplete(command, where, option, "", game=str(number), **given)
    assert offered
    return str(offered)


async def test_the_history_does_not_reveal_an_offers_terms(club: Hall):
    """The secrets were in the labels of `/undo to:` and of the history, and in the file of `/game export`."""
    number = await laid_out(club, hidden_table())
    stands, dan = await mirrored(club, number)
    await club.ann.slash("/buy-train", club.room, **{"from": "FW", "kind": "2", "price": "137"})
    offer = (await club.table.present(number)).game.state.offers[0].id
    await club.bob.slash("/offer", club.room, answer="decline", offer=str(offer))
    for person, where, knows in (
        (club.ann, club.room, True),
        (club.bob, club.room, True),
        (club.cem, club.room, False),
        (dan, stands, False),
    ):
        for command, option, given in (("/undo", "to", {}), ("/show", "about", {"what": "history"})):
            offered = await labels_of(person, command, option, where, number, **given)
            assert tells(offered, 137) == knows, (person.name, command, offered)
        told = await person.slash("/show", where, what="log", game=str(number))
        assert tells(told.text, 137) == knows
    for person, where in ((club.cem, club.room), (dan, stands), (club.ann, club.room)):
        kept = await person.slash("/game export", where, game=str(number))
        assert "other players' secrets" in kept.text and not kept.message.attachments
    asked = await club.cem.slash("/undo", club.room, to="0")
    assert "Ann makes Bob an offer. Its terms are private." in asked.text and not tells(asked.text, 137)


async def test_anybody_can_export_a_game_without_secrets(club: Hall):
    number = await club.game(title="1828")
    await club.called(club.ann)
    stands, dan = await mirrored(club, number)
    for person, where in ((club.cem, club.room), (dan, stands)):
        [file] = (await person.slash("/game export", where, game=str(number))).message.attachments
        assert file.filename == f"game-{number}.json"


async def test_moves_made_before_events_were_stored_are_marked_in_log_and_history(club: Hall):
    number = await club.game()
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    assert "worked out by the bot's current rules" not in (await club.cem.slash("/show", club.room, what="log")).text
    async with club.table.db.write() as session:
        await session.exec(delete(EventsRow))
    await club.bob.slash("/pass", club.room)
    log = await club.cem.slash("/show", club.room, what="log")
    assert "Railroad. ↻" in log.text and "Bob passes. ↻" not in log.text
    assert "worked out by the bot's current rules" in log.text.splitlines()[-1]
    assert (
        "worked out by the bot's current rules"
        in (await club.cem.slash("/show", club.room, what="history", about="1")).text
    )
    assert (
        "worked out by the bot's current rules"
        not in (await club.cem.slash("/show", club.room, what="history", about="2")).text
    )
    assert number == 1
