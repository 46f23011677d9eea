"""/explore: thinking ahead on a private copy of a game, which nobody else learns of."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.discord.domains.exploring.explore_lines import _differences
from bot.discord.kit.custom_ids import encode_id
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.store.rows import WAITING, GameRow, OutboxRow
from bot.table.past.exploring import LASTS, MOST_A_PERSON
from engine.view import view
from sandbox import Channel
from sandbox.people import Answer, Person
from sandbox.world.permissions import Perm
from sandbox.world.world import Overwrite
from tests.discord.conftest import Hall
from tests.discord.test_grave import use
from tests.discord.test_spectating import manager
from tests.t1870.table import Table

pytestmark = pytest.mark.soak


async def keep(club: Hall, person: Person, place: Channel, name: str) -> Answer:
    """The line that somebody has played on their copy gets a name."""
    panel = await person.slash("/explore", place)
    return await club.submit(person, await person.press(panel.message, "Name this line…"), name)


async def chosen(club: Hall, person: Person, place: Channel, line: str, what: str) -> Answer:
    """A line is chosen from one of the lists of the copy's panel."""
    panel = await person.slash("/explore", place)
    return await club.choose(person, panel.message, line, say(what, group="explore"))


async def go(club: Hall, person: Person, place: Channel, line: str = "") -> Answer:
    """To a line, or back to the beginning."""
    if line:
        return await chosen(club, person, place, line, "choose_line")
    return await club.press(person, (await person.slash("/explore", place)).message, "Back to the beginning")


async def end(club: Hall, person: Person, place: Channel) -> Answer:
    """Asked whether the copy is to be deleted."""
    return await club.press(person, (await person.slash("/explore", place)).message, "Delete the copy…")


async def opened(club: Hall, person: Person, number: int) -> tuple[int, Channel]:
    """Somebody's new copy and its place."""
    answer = await person.slash("/explore", club.room, game=str(number))
    assert "Your copy of game" in answer.text, answer.text
    await club.posted()
    mine = (await club.table.exploring.mine(person.id))[-1]
    return mine.id or 0, club.sandbox.world.channels[mine.channel_id]


async def test_a_copy_lets_its_owner_play_every_seat_without_touching_the_game(club: Hall):
    number = await club.game()
    before = await club.table.present(number)
    copy, place = await opened(club, club.bob, number)
    assert place.thread is not None and place.thread.private
    assert club.bot.user and set(place.thread.members) == {club.bob.id, club.bot.user.id}
    assert all(one.is_vacant for one in (await club.table.present(copy)).seats)
    await club.posted()
    posted = len(club.room.public)
    for _ in range(3):
        passed = await club.bob.slash("/pass", place)
        assert "passes" in passed.text, passed.text
    await club.posted()
    assert (await club.table.present(copy)).row.last == 3
    after = await club.table.present(number)
    assert after.row == before.row and after.game.encode() == before.game.encode()
    assert len(club.room.public) == posted and club.bob.pings == [] and club.cem.pings == []
    assert any(f"your copy of game {number}" in one.text for one in place.public)
    async with club.table.db.read() as session:
        rows = (await session.exec(select(OutboxRow).where(OutboxRow.game_id == copy))).all()
    assert {row.target for row in rows} == {f"channel:{place.id}"}


async def test_moves_are_taken_back_without_asking_and_lines_are_kept_and_compared(club: Hall):
    number = await club.game()
    copy, place = await opened(club, club.ann, number)
    await club.ann.slash("/bid", place, private="MKT", amount="165")
    kept = await keep(club, club.ann, place, "bid high")
    assert "bid high" in kept.text
    undone = await club.ann.slash("/undo", place)
    assert (await club.table.present(copy)).row.position == 0, "on a copy nothing is asked first"
    await club.press(club.ann, undone.message, "Redo")
    assert (await club.table.present(copy)).row.position == 1
    await club.ann.slash("/pass", place)
    two = await club.ann.slash("/turn", place)
    (tap,) = [str(one["custom_id"]) for one in two.message.buttons if one.get("label") == "Undo"]
    before = (await club.table.present(copy)).row.position
    await club.press(club.ann, two.message, "Undo")
    assert (await club.table.present(copy)).row.position < before
    (back,) = [str(one["custom_id"]) for one in two.message.buttons if one.get("label") == "Redo"]
    assert "since this was shown" in await use(club, club.ann, tap), (
        "a second tap on the same button takes back no second move"
    )
    await club.press(club.ann, two.message, "Redo")
    assert (await club.table.present(copy)).row.position == before
    assert "since this was shown" in await use(club, club.ann, back)
    await club.ann.slash("/undo", place)
    await club.ann.slash("/undo", place)
    assert (await club.table.present(copy)).row.position == 0
    await club.ann.slash("/pass", place)
    await keep(club, club.ann, place, "pass")
    both = await chosen(club, club.ann, place, "bid high", "choose_other")
    assert "**bid high** and **pass** compared:" in both.text and "Ann: net worth" in both.text
    here = await chosen(club, club.ann, place, "pass", "choose_other")
    assert "You are at **pass** now" in here.text
    await club.ann.slash("/pass", place)
    now = await chosen(club, club.ann, place, "pass", "choose_other")
    assert "**pass** and **as it stands** compared:" in now.text
    assert len(both.message.attachments) == 2
    gone = await go(club, club.ann, place, "bid high")
    assert "bid high" in gone.text and (await club.table.present(copy)).row.position == 1
    back = await go(club, club.ann, place)
    assert "beginning" in back.text and (await club.table.present(copy)).row.position == 0
    await club.ann.slash("/redo", place)
    assert (await club.table.present(copy)).row.position == 1, "what lies ahead can be made again"
    await club.ann.slash("/undo", place)
    await use(club, club.ann, encode_id("b", "redo", (copy,)))
    assert (await club.table.present(copy)).row.position == 1, "an older button knows the game alone"
    await go(club, club.ann, place)
    with pytest.raises(Refused, match="There is no line with that name"):
        await club.table.exploring.go(copy, club.ann.id, "never")
    assert (await club.table.present(copy)).row.position == 0


def test_two_lines_are_compared_only_where_they_differ():
    first, second = (
        view(Table().with_company("MP", "Bob", Bob=3).with_company("SP", "Ann", par=par, Ann=3).game)
        for par in (100, 90)
    )
    told = [one for one in _differences(first, second) if "net worth" not in one]
    assert told == ["- SP: share price $100 vs $90"]


async def test_nobody_else_can_use_a_copy(club: Hall):
    number = await club.game()
    copy, place = await opened(club, club.ann, number)
    for command, given in (
        ("/game status", {}),
        ("/turn", {}),
        ("/show", {"what": "history"}),
        ("/explore", {}),
        ("/game export", {}),
    ):
        answer = await club.bob.slash(command, club.room, game=str(copy), **given)
        assert "Your copy" not in answer.text and answer.message.attachments == [], (command, answer.text)
        assert (await club.table.present(copy)).row.status == "running"
    assert str(copy) not in [one["value"] for one in await club.bob.autocomplete("/turn", club.room, "game", "")]
    listed = await club.bob.slash("/game list", club.room)
    assert f"Game {copy}" not in listed.text and f"**{copy}**" not in listed.text
    seating = club.table.seating
    for shared in (
        club.bot.extras.mirror(copy, club.guild.id, club.room.id, club.ann.id, "every"),
        seating.replace(copy, club.ann.id, "p2", club.bob.id, "Bob"),
        seating.inviting.ask(copy, club.ann.id, "p2", club.bob.id),
        seating.handing_over.hand_over(copy, club.ann.id, club.bob.id),
        seating.move(copy, club.ann.id, club.room.id),
        club.table.preferences.set_game(copy, club.ann.id, interval=60),
    ):
        with pytest.raises(Refused, match="can't be done with a private copy"):
            await shared
    told = await club.ann.slash("/order pass", place)
    assert "can't be done with a private copy" in told.text


async def test_a_copy_says_that_the_game_has_moved_on_and_is_made_again(club: Hall):
    number = await club.game()
    _, place = await opened(club, club.bob, number)
    panel = await club.bob.slash("/turn", place)
    assert "has moved on" not in panel.text
    await club.ann.slash("/pass", club.room, game=str(number))
    panel = await club.bob.slash("/turn", place)
    assert f"Game {number} has moved on" in panel.text
    again = await club.press(club.bob, panel.message, "Copy the game again")
    assert f"Your new copy of game {number} is ready" in again.text
    [copy] = await club.table.exploring.mine(club.bob.id)
    assert copy.channel_id == place.id, "in the place of the old one"
    assert (await club.table.present(copy.id or 0)).game.decisions()[0].seat == "p2"
    await club.posted()
    assert "has moved on" not in (await club.bob.slash("/turn", place)).text


@pytest.mark.soak
async def test_lines_are_not_lost_without_asking_when_the_game_is_copied_again(club: Hall):
    number = await club.game()
    copy, place = await opened(club, club.bob, number)
    await club.bob.slash("/pass", place)
    await keep(club, club.bob, place, "pass")
    await club.ann.slash("/pass", club.room, game=str(number))
    panel = await club.bob.slash("/turn", place)
    asked = await club.press(club.bob, panel.message, "Copy the game again")
    assert "its named lines (1)" in asked.text
    assert [one.id for one in await club.table.exploring.mine(club.bob.id)] == [copy]
    assert "Your new copy of game" in (await club.sure(club.bob, asked)).text
    [new] = await club.table.exploring.mine(club.bob.id)
    assert new.id != copy and await club.table.exploring.lines(new.id or 0, club.bob.id) == []
    with pytest.raises(Refused, match="of another game"):
        other = await club.table.present(await club.game(where=club.sandbox.channel(club.guild, "aside")))
        await club.table.exploring.check(other, club.bob.id, new.id)


async def test_copies_can_be_turned_off_for_a_game(club: Hall):
    number = await club.game()
    await club.ann.slash("/game settings", club.room, game=str(number), copies=False)
    refused = await club.bob.slash("/explore", club.room, game=str(number))
    assert "Private copies are turned off" in refused.text and await club.table.exploring.mine(club.bob.id) == []
    assert "are turned off in this game" in (await club.bob.slash("/game status", club.room)).text


async def test_copies_are_limited_and_expire(club: Hall):
    number = await club.game()
    for _ in range(MOST_A_PERSON):
        copy, place = await opened(club, club.ann, number)
    refused = await club.ann.slash("/explore", club.room, game=str(number))
    assert f"You have {MOST_A_PERSON} copies" in refused.text
    asked = await end(club, club.ann, place)
    await club.press(club.ann, asked.message, "Yes, delete it")
    left = [one.id for one in await club.table.exploring.mine(club.ann.id)]
    assert len(left) == MOST_A_PERSON - 1 and copy not in left
    club.table.exploring.services.clock = lambda: club.table.clock() + LASTS + timedelta(minutes=1)
    await club.table.exploring.tick()
    assert await club.table.exploring.mine(club.ann.id) == []
    async with club.table.db.read() as session:
        assert [row.id for row in await session.exec(select(GameRow))] == [number]


async def test_a_copy_can_start_from_any_move_but_the_end(club: Hall):
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    await club.bob.slash("/pass", club.room)
    shown = await club.cem.slash("/show", club.room, what="history", about="1")
    await club.press(club.cem, shown.message, "Explore…")
    [copy] = await club.table.exploring.mine(club.cem.id)
    assert (await club.table.present(copy.id or 0)).game.decisions()[0].seat == "p2"
    wrong = await club.cem.slash("/explore", club.room, game=str(number), move="nine")
    assert "nine" in wrong.text and len(await club.table.exploring.mine(club.cem.id)) == 1


async def hidden(club: Hall) -> int:
    """A game in which only Bob knows the treasury of his SP, $400."""
    number = await club.game(options="runs=free secrets=hidden")
    table = Table(secrets="hidden").with_company("SP", "Bob", Bob=3).with_company("MP", "Ann", Ann=3)
    await club.lay_out(number, table.with_cash("SP", 400).operating_turn("SP", "track").game)
    return number


async def test_hidden_money_must_be_guessed(club: Hall):
    number = await hidden(club)
    asked = await club.ann.slash("/explore", club.room, game=str(number))
    assert "You can't see the money of SP" in asked.text and await club.table.exploring.mine(club.ann.id) == []
    for wrong in ("SP lots", "MP 20", "SP 100000"):
        refused = await club.ann.slash("/explore", club.room, game=str(number), money=wrong)
        assert "Your copy" not in refused.text and await club.table.exploring.mine(club.ann.id) == []
    form = await club.ann.press(asked.message, "Enter my guesses…")
    assert "Your copy of game" in (await club.submit(club.ann, form, "SP 1,250")).text
    [copy] = await club.table.exploring.mine(club.ann.id)
    assert (await club.table.present(copy.id or 0)).game.state.cash["SP"] == 1250


async def test_without_threads_a_copy_is_in_direct_messages(club: Hall):
    number = await club.game()
    assert club.bot.user
    club.room.overwrites[club.bot.user.id] = Overwrite(club.bot.user.id, 1, 0, Perm.CREATE_PRIVATE_THREADS)
    answer = await club.ann.slash("/explore", club.room, game=str(number))
    assert "in your direct messages" in answer.text
    [copy] = await club.table.exploring.mine(club.ann.id)
    assert copy.channel_id != club.room.id


@pytest.mark.soak
async def test_direct_messages_hold_one_copy_and_ask_for_the_game_after_it_ends(club: Hall):
    number = await club.game()
    other = await club.game(club.bob, club.cem, where=club.sandbox.channel(club.guild, "aside"))
    assert club.bot.user
    for room in (club.room, club.sandbox.world.channels[(await club.table.present(other)).row.channel_id]):
        room.overwrites[club.bot.user.id] = Overwrite(club.bot.user.id, 1, 0, Perm.CREATE_PRIVATE_THREADS)
    assert "in your direct messages" in (await club.ann.slash("/explore", club.room, game=str(number))).text
    [copy] = await club.table.exploring.mine(club.ann.id)
    refused = await club.ann.slash("/explore", club.room, game=str(other))
    assert (
        f"copy {copy.id} of game {number} is already there. Delete it under `/explore game:{copy.id}`" in refused.text
    )
    assert len(await club.table.exploring.mine(club.ann.id)) == 1
    messages = club.sandbox.world.channels[copy.channel_id]
    await club.posted()
    assert "passes" in (await club.ann.slash("/pass", messages)).text
    await club.ann.slash("/pass", club.room, game=str(number))
    panel = await club.ann.slash("/turn", messages)
    await club.press(club.ann, panel.message, "Copy the game again")
    [again] = await club.table.exploring.mine(club.ann.id)
    assert again.channel_id == messages.id and again.id != copy.id
    before = (await club.table.present(number)).row.last
    await club.sure(club.ann, await end(club, club.ann, messages))
    for command in ("/pass", "/undo", "/turn"):
        asked = await club.ann.slash(command, messages)
        assert f"add `game:{number}` this once" in asked.text, asked.text
    assert (await club.table.present(number)).row.last == before
    assert f"Game {number}" in (await club.ann.slash("/game status", messages, game=str(number))).text
    assert "add `game:" not in (await club.ann.slash("/turn", messages)).text, "they have said which game they mean"


async def test_moves_are_offered_while_the_beginning_of_a_copy_is_typed(club: Hall):
    number = await club.game()
    for person in (club.ann, club.bob):
        await person.slash("/pass", club.room)
    offered = await club.cem.autocomplete("/explore", club.room, "move", "", game=str(number))
    assert [one["value"] for one in offered] == ["2", "1"] and "Bob" in offered[0]["name"]
    assert [one["value"] for one in await club.cem.autocomplete("/explore", club.room, "move", "1")] == ["1"]


async def test_robots_take_seats_of_a_copy_and_give_them_back(club: Hall):
    number = await club.game()
    copy, place = await opened(club, club.ann, number)
    robot = await club.ann.slash("/game robot", place, player="Bob")
    assert "A robot has joined" in robot.text, "on a copy nobody loses anything, so nothing is asked"
    assert (await club.table.present(copy)).owner("p2").robot
    await club.table.seating.replace(copy, club.ann.id, "p2", club.ann.id, "Bob")
    assert (await club.table.present(copy)).owner("p2").is_vacant


async def test_a_deleted_copy_leaves_nothing_behind(club: Hall):
    number = await club.game()
    copy, place = await opened(club, club.ann, number)
    await club.ann.slash("/pass", place)
    await club.table.exploring.discard(copy, club.ann.id)
    await club.posted()
    async with club.table.db.read() as session:
        waits = select(OutboxRow).where(OutboxRow.game_id == copy, OutboxRow.state == WAITING)
        assert (await session.exec(waits)).all() == []


@pytest.mark.parametrize("messages", [False, True])
async def test_who_watches_explores_what_everybody_knows_and_copies_it_again(club: Hall, messages: bool):
    """Also in direct messages, for as long as they see the game."""
    number, dan = await hidden(club), club.sandbox.person("Dan", club.guild)
    if messages:
        assert club.bot.user
        club.room.overwrites[club.bot.user.id] = Overwrite(club.bot.user.id, 1, 0, Perm.CREATE_PRIVATE_THREADS)
    shown = await dan.slash("/show", club.room, what="history", game=str(number))
    asked = await club.press(dan, shown.message, "Explore…")
    assert "You can't see the money of MP, SP" in asked.text
    assert "Your copy of game" in (await club.press(dan, asked.message, "Assume $0 each")).text
    [copy] = await club.table.exploring.mine(dan.id)
    place = club.sandbox.world.channels[copy.channel_id]
    assert (await club.table.present(copy.id or 0)).game.state.cash["SP"] == 0
    await club.posted()
    for _ in range(2):
        await dan.slash("/pass", place)
    assert (await club.table.present(copy.id or 0)).row.position >= 2
    await club.bob.slash("/pass", club.room, game=str(number))
    panel = await dan.slash("/turn", place)
    assert f"Game {number} has moved on" in panel.text
    asked = await club.press(dan, panel.message, "Copy the game again")
    assert "You can't see the money of MP, SP" in asked.text
    form = await dan.press(asked.message, "Enter my guesses…")
    assert "Your new copy of game" in (await club.submit(dan, form, "SP 250")).text
    [again] = await club.table.exploring.mine(dan.id)
    assert again.id != copy.id and again.channel_id == place.id
    assert (await club.table.present(again.id or 0)).game.state.cash["SP"] == 250
    # Whoever sees the game no longer does not see a thread beside it either; in direct messages there is no new copy.
    await club.bob.slash("/pass", club.room, game=str(number))
    if messages:
        panel = await dan.slash("/turn", place)
        del club.guild.members[dan.id]
        refused = await club.press(dan, panel.message, "Copy the game again")
        assert "There is no such game" in refused.text, refused.text
        assert [one.id for one in await club.table.exploring.mine(dan.id)] == [again.id]


async def test_where_a_game_is_shown_elsewhere_it_is_explored_until_it_is_no_longer_shown(club: Hall):
    number = await club.game()
    fans = club.sandbox.guild("Rail Fans")
    stands = club.sandbox.channel(fans, "stands")
    dan = manager(club, fans, "Dan")
    await dan.slash("/spectate start", stands, game=str(number))
    request = await club.ann.sees_text("asks to show this game on another server", club.room)
    await club.press(club.ann, request, "Allow")
    assert "in your direct messages" in (await dan.slash("/explore", stands, game=str(number))).text
    [copy] = await club.table.exploring.mine(dan.id)
    place = club.sandbox.world.channels[copy.channel_id]
    await club.posted()
    for shown in (True, False):
        now = await club.table.present(number)
        await club.on_turn(now).slash("/pass", club.room, game=str(number))
        if not shown:
            await dan.slash("/spectate start", stands, on=False)
        panel = await dan.slash("/turn", place)
        again = await club.press(dan, panel.message, "Copy the game again")
        assert ("Your new copy" in again.text) == shown, again.text
        await club.posted()


async def test_the_buttons_and_lists_of_a_copy_are_of_no_use_to_anybody_else(club: Hall):
    """Not shown even in public, nor to the game's organiser, nor to the server's managers."""
    number = await club.game()
    copy, place = await opened(club, club.bob, number)
    await club.bob.slash("/pass", place)
    await keep(club, club.bob, place, "my secret plan")
    boss = club.sandbox.person("boss", club.guild)
    boss.user = club.sandbox.host
    before = (await club.table.present(copy)).row
    presses = ("turn", "lines", "back", "again", "end", "kept", "go", "compare", "again_yes", "end_yes")
    ids = [encode_id("b", name if name == "turn" else f"explore_{name}", (copy,)) for name in presses]
    ids += [encode_id("b", "redo", (copy,)), encode_id("b", "undo_now", (copy, before.epoch, before.last))]
    ids += [encode_id("b", "look", (copy, "map")), encode_id("b", "explore_nothing", (number, 0, copy))]
    for person in (club.ann, boss):
        for custom_id in ids:
            # A list says the same with what is chosen from it.
            for told in (await use(club, person, custom_id), await use(club, person, custom_id, ("my secret plan",))):
                assert told and "secret plan" not in told and "compared" not in told and "passes" not in told, told
        now = (await club.table.present(copy)).row
        assert (now.last, now.position, now.epoch) == (before.last, before.position, before.epoch)
        assert await club.table.exploring.mine(person.id) == []
    assert [one.name for one in await club.table.exploring.lines(copy, club.bob.id)] == ["my secret plan"]
