"""What is lost on Discord's side, and that the organiser is told: servers, channels, threads, permissions, players."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.store.rows import FAILED, OutboxRow, PositionRow, TurnRow
from sandbox import Channel, Message
from sandbox.people import Person
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall, labels
from tests.discord.test_troubles import direct
from tests.waiting import until, until_stored

pytestmark = pytest.mark.soak


def told(club: Hall, person: Person) -> list[Message]:
    """The direct messages that somebody has got."""
    return [
        message
        for channel in club.sandbox.world.channels.values()
        if channel.guild is None and person.id in channel.recipients
        for message in channel.messages.values()
        if message.author is club.sandbox.world.bot
    ]


def without(club: Hall, lacks: Perm) -> None:
    """Take a permission from the bot on the whole server."""
    role = next(one for one in club.guild.roles.values() if one.bot_id == club.sandbox.world.bot.id)
    role.permissions &= ~int(lacks)
    club.guild.everyone.permissions &= ~int(lacks)


async def remind(club: Hall, number: int) -> None:
    """Make every reminder of a game due now."""
    async with club.table.db.write() as session:
        for turn in await session.exec(select(TurnRow).where(TurnRow.game_id == number)):
            turn.due_at = club.table.clock() - timedelta(minutes=1)
            session.add(turn)
    await club.table.reminders.tick()


async def given_up(club: Hall, number: int) -> None:
    """Until an announcement of a game has been given up."""

    async def found() -> bool:
        async with club.table.db.read() as session:
            rows = select(OutboxRow).where(OutboxRow.game_id == number, OutboxRow.state == FAILED)
            return (await session.exec(rows)).first() is not None

    await until_stored(found, "an announcement that is given up")


def met_elsewhere(club: Hall, *people: Person) -> None:
    """They share another server with the bot, so that it can write to them."""
    other = club.sandbox.guild("Elsewhere")
    for person in people:
        club.sandbox.join(other, person.user)


# --- servers


async def test_the_organiser_is_warned_when_the_bot_is_removed_and_games_continue_when_it_is_back(club: Hall):
    number = await club.game()
    first = await club.called(club.ann)
    met_elsewhere(club, club.ann)
    club.sandbox.remove(club.guild, club.sandbox.world.bot)
    await direct(club, club.ann.id, f"Game {number}: I have been removed from the server")
    now = await club.table.present(number)
    await club.table.act(number, club.ann.id, "p1", "pass_auction", {}, now.decision, now.epoch)
    await given_up(club, number)
    club.sandbox.invite(club.guild)
    ping = await club.bob.pinged()
    assert ping.id > first.id and "I am back" in ping.text and f"It is <@{club.bob.id}>'s turn" in ping.text
    assert "Your turn" in labels(ping)
    assert "You pass" in (await club.bob.slash("/pass", club.room)).text
    assert len([one for one in told(club, club.ann) if "removed" in one.text]) == 1
    club.sandbox.remove(club.guild, club.sandbox.world.bot)
    await club.sandbox.until(lambda: len([one for one in told(club, club.ann) if "removed" in one.text]) == 2)


async def test_a_removal_while_the_bot_was_offline_is_noticed_at_the_start(hall: Hall):
    async with hall.open():
        number = await hall.game()
        met_elsewhere(hall, hall.ann)
    hall.sandbox.remove(hall.guild, hall.sandbox.world.bot)
    async with hall.open():
        await direct(hall, hall.ann.id, f"Game {number}: I have been removed from the server")
    async with hall.open():
        await hall.quiet()
    assert len([one for one in told(hall, hall.ann) if "removed" in one.text]) == 1
    hall.sandbox.invite(hall.guild)
    async with hall.open():
        assert (await hall.ann.sees_text("I am back", hall.room)).pinged == {hall.ann.id}
    async with hall.open():
        await hall.quiet()
    assert len([one for one in hall.ann.sees(hall.room) if "I am back" in one.text]) == 1


async def test_a_game_can_continue_on_another_server_when_its_own_is_lost(club: Hall):
    number = await club.game(club.ann, club.bob)
    other = club.sandbox.guild("Elsewhere")
    room = club.sandbox.channel(other, "games")
    for person in (club.ann, club.bob):
        club.sandbox.join(other, person.user)
    club.sandbox.remove(club.guild, club.sandbox.world.bot)
    await direct(club, club.ann.id, "removed from the server")
    first = await club.ann.pinged()
    moved = await club.ann.slash("/game here", room, game=str(number))
    assert "has moved to this channel" in moved.text
    ping = await club.ann.sees_text("This game has moved to this channel", room)
    assert ping.id > first.id and ping.pinged == {club.ann.id}
    assert (await club.table.present(number)).row.guild_id == other.id
    assert f"Game {number}" in (await club.bob.slash("/game list", room)).text


# --- channels and threads


async def test_a_deleted_channel_is_reported_and_the_player_on_turn_is_pinged_in_the_new_one(club: Hall):
    number = await club.game()
    first = await club.called(club.ann)
    other = club.sandbox.channel(club.guild, "other")
    club.sandbox.remove_channel(club.room)
    await direct(club, club.ann.id, f"Game {number}: its channel has been deleted")
    club.sandbox.rule(other, club.ann.user, allow=Perm.PIN_MESSAGES)
    await club.ann.slash("/game here", other, game=str(number))
    ping = await club.ann.sees_text("This game has moved to this channel", other)
    assert ping.id > first.id and ping.pinged == {club.ann.id} and f"It is <@{club.ann.id}>'s turn" in ping.text
    await until(lambda: any(one.pinned for one in club.ann.sees(other)), "the pinned message")
    assert len([one for one in told(club, club.ann) if "has been deleted" in one.text]) == 1


async def test_a_deleted_thread_is_reported_at_once(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=3)
    thread = next(iter(club.guild.threads.values()))
    club.sandbox.remove_channel(thread)
    await direct(club, club.ann.id, "Game 1: its channel has been deleted")


async def test_deleting_a_channel_loses_its_threads_including_archived_ones(club: Hall):
    number = await club.game()
    hall = club.sandbox.channel(club.guild, "hall")
    for _ in range(3):
        await club.ann.slash("/game new", club.room, title="1870", seats=3, where=hall)
    _, asleep, watched = club.guild.threads.values()
    await club.ann.slash("/spectate start", watched, game=str(number))
    club.archive(asleep)
    club.archive(watched)
    other = club.sandbox.channel(club.guild, "other")
    await club.bob.slash("/game new", other, title="1870", seats=3)
    kept = next(one for one in club.guild.threads.values() if one.parent is other)
    club.archive(kept)
    club.sandbox.remove_channel(hall)
    for game in (2, 3, 4):
        await direct(club, club.ann.id, f"Game {game}: its channel has been deleted")
    await direct(club, club.ann.id, f"is no longer shown to spectators in <#{watched.id}>")
    await club.posted()
    assert told(club, club.bob) == []
    assert len([one for one in told(club, club.ann) if "has been deleted" in one.text]) == 3


async def archived(club: Hall) -> tuple[Channel, Person]:
    """A game in a thread that has been archived and locked, and who is on turn."""
    await club.ann.slash("/game new", club.room, title="1870", seats=2)
    thread = next(iter(club.guild.threads.values()))
    await club.bob.slash("/game join", thread)
    person = club.on_turn(await club.table.present(1))
    await person.pinged()
    assert thread.thread is not None
    thread.thread.archived = thread.thread.locked = True
    return thread, person


async def test_a_locked_archived_thread_is_reopened_if_the_bot_may(club: Hall):
    thread, person = await archived(club)
    await person.slash("/pass", club.room, game="1")
    other = club.on_turn(await club.table.present(1))
    assert (await other.pinged()).channel is thread


async def test_the_organiser_is_warned_about_a_locked_thread_the_bot_may_not_open(club: Hall):
    _, person = await archived(club)
    without(club, Perm.MANAGE_THREADS)
    await person.slash("/pass", club.room, game="1")
    await direct(club, club.ann.id, "Game 1: I can no longer write in")
    moved = await club.ann.slash("/game here", club.room, game="1")
    assert "has moved to this channel" in moved.text
    other = club.on_turn(await club.table.present(1))
    assert (await club.ann.sees_text("This game has moved to this channel", club.room)).pinged == {other.id}


# --- permissions


async def test_without_attach_files_people_are_still_pinged(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    without(club, Perm.ATTACH_FILES)
    await club.ann.slash("/pass", club.room)
    ping = await club.bob.pinged()
    assert "Ann passes" in ping.text and not ping.attachments
    await direct(club, club.ann.id, f"Game {number}: I can't attach files in")
    await club.bob.slash("/pass", club.room)
    await club.cem.pinged()
    assert len([one for one in told(club, club.ann) if "attach files" in one.text]) == 1


async def test_without_pin_messages_the_status_is_posted_unpinned(club: Hall):
    without(club, Perm.PIN_MESSAGES | Perm.MANAGE_MESSAGES)
    await club.ann.slash("/game new", club.room, title="1870", seats=2, place="here")
    status = await club.ann.sees_text("1 of 2 seats", club.room)
    assert not status.pinned
    await club.bob.slash("/game join", club.room)
    await club.ann.sees_text("The game begins", club.room)


async def test_a_second_loss_is_reported_after_the_bot_could_write_again(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    club.sandbox.rule(club.room, club.sandbox.world.bot, deny=Perm.SEND_MESSAGES)
    await club.ann.slash("/pass", club.room)
    await direct(club, club.ann.id, "I can no longer write in")
    club.sandbox.rule(club.room, club.sandbox.world.bot)
    await club.bob.slash("/pass", club.room)
    await club.cem.pinged()
    await club.bot.pinned.show(number)
    club.sandbox.rule(club.room, club.sandbox.world.bot, deny=Perm.SEND_MESSAGES)
    await club.cem.slash("/pass", club.room)
    await club.sandbox.until(
        lambda: len([one for one in told(club, club.ann) if "can no longer write" in one.text]) == 2
    )


# --- those who watch


async def test_a_lost_spectators_channel_is_reported_and_removed(club: Hall):
    number = await club.game()
    gone, shut = (club.sandbox.channel(club.guild, name) for name in ("gone", "shut"))
    for stands in (gone, shut):
        await club.ann.slash("/spectate start", stands, game=str(number))
    assert len(await club.bot.extras.mirrors(number)) == 2
    club.sandbox.remove_channel(gone)
    await direct(club, club.ann.id, f"is no longer shown to spectators in <#{gone.id}>")
    club.sandbox.rule(shut, club.sandbox.world.bot, deny=Perm.VIEW_CHANNEL)
    await club.ann.slash("/pass", club.room)
    await direct(club, club.ann.id, f"is no longer shown to spectators in <#{shut.id}>")
    assert await club.bot.extras.mirrors(number) == []


# --- players


async def test_the_organiser_is_told_of_a_player_who_left_and_can_replace_them(club: Hall):
    number = await club.game(club.ann, club.bob)
    await club.ann.slash("/pass", club.room)
    await club.bob.pinged()
    club.sandbox.remove(club.guild, club.bob.user)
    await remind(club, number)
    await direct(club, club.ann.id, f"Game {number}: Bob has left the server")
    await remind(club, number)
    await club.ann.sees_text("It has been your turn", club.room)
    assert len([one for one in told(club, club.ann) if "has left the server" in one.text]) == 1
    offered = await club.ann.autocomplete("/game replace", club.room, "player", "")
    assert [one["name"] for one in offered] == ["Ann", "Bob"]
    await club.sure(club.ann, await club.ann.slash("/game replace", club.room, player="p2", by=club.cem))
    await club.cem.pinged()
    assert "You pass" in (await club.cem.slash("/pass", club.room)).text


async def test_managers_can_name_a_new_organiser_when_theirs_has_left(club: Hall):
    number = await club.game(club.ann, club.bob)
    club.sandbox.remove(club.guild, club.ann.user)
    assert "Only the organiser" in (await club.bob.slash("/game organiser", club.room, to=club.bob)).text
    host = club.sandbox.person("x", club.guild)
    host.user = club.sandbox.host
    assert club.bob.mention in (await host.slash("/game organiser", club.room, to=club.bob)).text
    await club.press(club.bob, await club.bob.pinged(), "Organise it")
    assert (await club.table.present(number)).row.organiser_id == club.bob.id
    await club.sure(club.bob, await club.bob.slash("/game robot", club.room, player="p1"))
    await club.sandbox.until(lambda: club.bob.pings, "the robot's move")


# --- whom no warning reaches


async def test_players_are_warned_if_the_organiser_takes_no_direct_messages(club: Hall):
    number = await club.game()
    club.ann.user.open_to_messages = False
    club.sandbox.remove_channel(club.room)
    for person in (club.bob, club.cem):
        await direct(club, person.id, f"Game {number}: its channel has been deleted")
        await direct(club, person.id, f"I can't message the organiser, {club.ann.mention}")
    assert told(club, club.ann) == []


async def test_spectators_are_warned_too(club: Hall):
    number = await club.game(club.ann, club.bob)
    stands = club.sandbox.channel(club.guild, "stands")
    await club.ann.slash("/spectate start", stands, game=str(number))
    for person in (club.ann, club.bob):
        person.user.open_to_messages = False
    club.sandbox.remove_channel(club.room)
    said = await club.cem.sees_text("its channel has been deleted", stands)
    assert club.ann.mention in said.text


async def test_other_warnings_are_posted_in_the_channel(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    club.ann.user.open_to_messages = False
    without(club, Perm.ATTACH_FILES)
    await club.ann.slash("/pass", club.room)
    said = await club.bob.sees_text(f"Game {number}: I can't attach files in", club.room)
    assert said.pinged == {club.ann.id}


async def test_a_warning_that_reaches_nobody_is_repeated(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    people = (club.ann, club.bob, club.cem)
    for person in people:
        person.user.open_to_messages = False
    club.sandbox.rule(club.room, club.sandbox.world.bot, deny=Perm.SEND_MESSAGES)
    await club.ann.slash("/pass", club.room)

    async def forgotten() -> bool:
        row, _ = await club.bot.extras.game(number)
        # A second announcement that cannot be posted may have brought a second round of warnings by now.
        return not row.place.get("lost") and await warnings(club, number) >= 3

    await until_stored(forgotten, "a warning that nobody heard")
    for person in people:
        person.user.open_to_messages = True
    await club.bob.slash("/pass", club.room)
    await direct(club, club.ann.id, "I can no longer write in")
    assert (await club.bot.extras.game(number))[0].place["lost"] == f"channel:{club.room.id}"


async def warnings(club: Hall, number: int) -> int:
    """How many warnings have been given up."""
    async with club.table.db.read() as session:
        found = select(OutboxRow).where(
            OutboxRow.game_id == number, OutboxRow.kind == "trouble", OutboxRow.state == FAILED
        )
        return len(list(await session.exec(found)))


async def test_a_damaged_game_is_reported_in_the_channel_if_the_organiser_takes_no_messages(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    club.ann.user.open_to_messages = False
    async with club.table.db.write() as session:
        for row in await session.exec(select(PositionRow).where(PositionRow.game_id == number)):
            row.data = b"nonsense"
    club.table.services.cool()
    await club.bob.slash("/turn", club.room)
    said = await club.bob.sees_text("I can't message the organiser", club.room)
    assert said.pinged == {club.ann.id} and "is damaged" in said.text
