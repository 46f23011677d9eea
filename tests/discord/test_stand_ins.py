"""A stand-in is asked once, knows why they are pinged, and every button of the ping acts for the seat it is about."""

from __future__ import annotations

from sqlmodel import select

from bot.discord.kit.custom_ids import decode_id
from bot.store.rows import OutboxRow
from sandbox import Message
from sandbox.people import Person
from tests.discord.conftest import Hall, as_it_was, labels, starting


async def asked(club: Hall, of: Person, person: Person) -> Message:
    """Somebody names a stand-in; returns the question."""
    shown = await of.slash("/preferences", club.room, stand_in=person)
    assert "has been asked and has not answered yet" in shown.text
    return await person.sees_text("asks you to stand in", club.room)


async def agreed(club: Hall, of: Person, person: Person) -> None:
    question = await asked(club, of, person)
    assert question.pinged == {person.id} and labels(question) == ["Agree", "Decline"]
    assert "You stand in" in (await club.press(person, question, "Agree")).text


async def calls(club: Hall, person: Person, text: str) -> list[Message]:
    await club.posted()
    return [one for one in person.pings if text in one.text]


async def test_nobody_stands_in_before_they_agree(club: Hall):
    number = await club.game()
    question = as_it_was(await asked(club, club.bob, club.cem))
    await club.bob.slash("/preferences", club.room, away=5)
    await club.ann.slash("/pass", club.room)
    assert await calls(club, club.bob, f"It is <@{club.bob.id}>'s turn")
    assert await calls(club, club.cem, "'s turn") == []
    assert "Only Bob" in (await club.cem.slash("/pass", club.room, **{"for": "p2"})).text
    assert "nothing for you to answer" in (await club.press(club.ann, question, "Agree")).text
    await club.bob.slash("/preferences", club.room, stand_in=club.cem)
    await club.press(club.cem, question, "Decline")
    assert "already been settled" in (await club.press(club.cem, question, "Agree")).text
    assert "They have declined" in (await club.bob.slash("/preferences", club.room, stand_in=club.cem)).text
    assert len(await calls(club, club.cem, "asks you to stand in")) == 1, "they are asked once"
    assert (await club.table.present(number)).row.last == 1


async def test_a_command_that_is_refused_asks_nobody_and_changes_nothing(club: Hall):
    await club.game()
    refused = await club.bob.slash("/preferences", club.room, stand_in=club.cem, zone="Nowhere")
    assert "not a time zone" in refused.text
    assert await calls(club, club.cem, "asks you to stand in") == []
    await club.press(club.cem, await asked(club, club.bob, club.cem), "Decline")
    refused = await club.bob.slash("/preferences", club.room, stand_in=club.cem, zone="Europe/Berlin", away=5)
    assert "They have declined" in refused.text
    person = await club.table.preferences.person(club.bob.id)
    assert (person.zone, person.away_until, person.stand_in_asked) == ("UTC", None, None)
    shown = await club.bob.slash("/preferences", club.room, stand_in=club.ann, zone="Europe/Berlin")
    assert "Europe/Berlin" in shown.text and "has been asked" in shown.text


async def test_the_ping_of_a_stand_in_says_why_and_its_buttons_act_for_the_seat(club: Hall):
    number = await club.game()
    await agreed(club, club.bob, club.cem)
    await club.bob.slash("/preferences", club.room, away=5)
    await club.ann.slash("/pass", club.room)
    [call] = await calls(club, club.cem, "you stand in for Bob")
    assert call.pinged == {club.cem.id} and "It is Bob's turn" in call.text
    assert call.text.count(club.cem.mention) == 1
    about = dict(decode_id(str(one["custom_id"])) for one in call.buttons)
    assert all("p2" in args for does, args in about.items() if does != "learn") and {"turn", "since"} <= set(about)
    news = await club.press(club.cem, call, "What's new")
    assert "Ann passes" in news.text and "not a player" not in news.text
    panel = await club.press(club.cem, call, "Your turn")
    assert "Pass" in labels(panel.message)
    # Anybody else gets their own panel.
    assert "Pass" not in labels((await club.press(club.ann, call, "Your turn")).message)
    await club.press(club.cem, call, "Pass")
    moves = await club.table.actions(number)
    assert [(one.seat, one.clicker) for one in moves[-1:]] == [("p2", club.cem.id)]


async def test_somebody_with_no_seat_of_their_own_stands_in(club: Hall):
    number, dora = await club.game(), club.sandbox.person("Dora", club.guild)
    await agreed(club, club.bob, dora)
    await club.bob.slash("/preferences", club.room, away=5)
    await club.ann.slash("/pass", club.room)
    [call] = await calls(club, dora, "you stand in for Bob")
    await club.press(dora, call, "Pass")
    assert (await club.table.present(number)).row.last == 2


async def test_who_goes_away_in_the_middle_of_a_turn_has_their_stand_in_pinged(club: Hall):
    number = await club.game()
    await agreed(club, club.bob, club.cem)
    await club.ann.slash("/pass", club.room)
    assert await calls(club, club.cem, "you stand in for Bob") == []
    await club.bob.slash("/preferences", club.room, away=5)
    [call] = await calls(club, club.cem, "you stand in for Bob")
    await club.press(club.cem, call, "Pass")
    assert (await club.table.present(number)).row.last == 2


async def test_the_same_call_as_a_direct_message_says_why_and_names_the_seat(club: Hall):
    await club.game()
    await agreed(club, club.bob, club.cem)
    await club.table.preferences.set_person(club.cem.id, calls="both")
    await club.bob.slash("/preferences", club.room, away=5)
    await club.ann.slash("/pass", club.room)
    await club.posted()
    [row] = [one for one in await _called(club) if one.target == f"person:{club.cem.id}"]
    assert "you stand in for Bob" in row.payload["text"][0] and row.payload["seat"] == "p2"


async def offered(club: Hall) -> tuple[int, Person, Person, str, str]:
    """The player on turn stands in for another, who must answer their offer; both of them, and their seats."""
    number = await club.game()
    await club.play_until(number, "buy_private")
    now = await club.table.present(number)
    asker = club.on_turn(now)
    [private, *_] = [one["value"] for one in await asker.autocomplete("/buy-private", club.room, "private", "")]
    answers = next(one for one in now.seats if one.seat == now.game.state.privates[private])
    mine = next(one for one in now.seats if one.user_id == asker.id)
    away = next(one for one in (club.ann, club.bob, club.cem) if one.id == answers.user_id)
    await agreed(club, away, asker)
    await away.slash("/preferences", club.room, away=5)
    await asker.slash("/buy-private", club.room, private=private, price="1")
    await club.posted()
    return number, asker, away, mine.seat, answers.seat


async def test_the_buttons_of_somebody_who_acts_for_several_name_the_seats(club: Hall):
    number, asker, away, mine, theirs = await offered(club)
    now = await club.table.present(number)
    names = {seat.seat: seat.name for seat in now.seats}
    call = club.room.public[-1]
    assert call.pinged == {asker.id} and f"you stand in for {names[theirs]}" in call.text
    turns = [label for label in labels(call) if label.endswith("turn")]
    assert sorted(turns) == sorted(f"{names[seat]}'s turn" for seat in (mine, theirs))
    assert starting((await club.press(asker, call, f"{names[theirs]}'s turn")).message, "Accept")
    own = labels((await club.press(asker, call, f"{names[mine]}'s turn")).message)
    assert own and not any(one.startswith("Accept") for one in own)
    # For anybody else, a seat's button leads to their own panel, and acts for nobody.
    other = next(one for one in (club.ann, club.bob, club.cem) if one not in (asker, away))
    theirs_too = labels((await club.press(other, call, f"{names[theirs]}'s turn")).message)
    assert theirs_too and not any(one.startswith("Accept") for one in theirs_too)


async def test_one_button_is_enough_for_people_who_act_for_one_seat_each(club: Hall):
    number = await club.game()
    await club.play_until(number, "buy_private")
    now = await club.table.present(number)
    asker = club.on_turn(now)
    [private, *_] = [one["value"] for one in await asker.autocomplete("/buy-private", club.room, "private", "")]
    await asker.slash("/buy-private", club.room, private=private, price="1")
    await club.posted()
    assert [label for label in labels(club.room.public[-1]) if label.endswith("turn")] == ["Your turn"]


async def _called(club: Hall) -> list[OutboxRow]:
    async with club.table.db.read() as session:
        return list(await session.exec(select(OutboxRow).where(OutboxRow.kind == "called")))
