"""The bot introduces itself once to every server, and a game is opened with the buttons it shows there."""

from __future__ import annotations

from sandbox import Channel, Guild, Message
from sandbox.people import Person
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall, labels
from tests.waiting import until

HELLO = "I run 18xx games"
PEOPLE, WHERE = "Whom do you invite?", "Where is it played?"


def server(club: Hall, *rooms: str, closed: str = "") -> tuple[Guild, Person, list[Channel]]:
    """A server to which the bot comes now; in one of its channels it may not write."""
    guild = club.sandbox.guild("Elsewhere", with_bot=False)
    person = club.sandbox.person("Dan", guild)
    made = [club.sandbox.channel(guild, name) for name in rooms]
    for one in made:
        if one.name == closed:
            club.sandbox.rule(one, club.sandbox.world.bot, deny=Perm.SEND_MESSAGES)
    club.sandbox.invite(guild)
    return guild, person, made


def hellos(person: Person, *rooms: Channel) -> list[Message]:
    """What somebody sees of it."""
    return [one for room in rooms for one in person.sees(room) if HELLO in one.text]


async def test_the_bot_introduces_itself_in_the_first_channel_where_it_may_write(club: Hall):
    _, dan, (rules, lounge, games) = server(club, "rules", "lounge", "games", closed="rules")
    hello = await dan.sees_text(HELLO, lounge)
    assert labels(hello) == ["Learn to play", "Play two robots", "Open a game…"]
    assert not hello.pinged and hellos(dan, rules, games) == [] and hellos(club.ann, club.room) == []
    assert "Here are" in (await club.press(dan, hello, "Learn to play")).text
    assert "has begun" in (await club.press(dan, hello, "Play two robots")).text


async def test_it_does_so_once_however_often_it_comes_or_is_restarted(hall: Hall):
    async with hall.open():
        guild, dan, (lounge,) = server(hall, "lounge")
        await dan.sees_text(HELLO, lounge)
        hall.sandbox.remove(guild, hall.sandbox.world.bot)
        hall.sandbox.invite(guild)
        await hall.posted()
    async with hall.open():
        answer = await dan.slash("/help", lounge)
        await hall.quiet()
        await hall.posted()
    assert len(hellos(dan, lounge)) == 1 and answer.followups == []


async def test_an_invitation_while_the_bot_was_away_is_noticed_at_the_start(hall: Hall):
    async with hall.open():
        await hall.quiet()
    _, dan, (lounge,) = server(hall, "lounge")
    async with hall.open():
        await dan.sees_text(HELLO, lounge)
    assert hellos(hall.ann, hall.room) == []


async def test_where_it_may_write_nowhere_it_comes_with_the_first_answer(hall: Hall):
    async with hall.open():
        guild, dan, (rules,) = server(hall, "rules", closed="rules")
        await until(lambda: hall.bot.get_guild(guild.id) is not None, "the server")
    async with hall.open():
        first = await dan.slash("/help", rules)
        await hall.quiet()
        second = await dan.slash("/help", rules)
        await hall.quiet()
    (hello,) = first.followups
    assert HELLO in hello.text and hello.only_for == dan.id and "Open a game…" in labels(hello)
    assert second.followups == [] and HELLO not in first.text


async def test_if_it_cannot_be_posted_after_all_it_comes_with_the_first_answer(club: Hall):
    _, dan, (lounge, other) = server(club, "lounge", "other")
    await dan.sees_text(HELLO, lounge)
    await club.bot.welcome.undelivered(lounge.guild.id)
    answers = [await dan.slash("/help", other) for _ in range(2)]
    await club.quiet()
    assert [HELLO in "".join(one.text for one in answer.followups) for answer in answers] == [True, False]


async def test_a_game_is_opened_by_a_form(club: Hall):
    _, dan, (lounge,) = server(club, "lounge")
    eve = club.sandbox.person("Eve", lounge.guild)
    form = await club.press(dan, await dan.sees_text(HELLO, lounge), "Open a game…")
    wanted = {"Which game?": "1889", "How many players?": "2", PEOPLE: [eve], WHERE: lounge}
    opened = await club.fill(dan, form, **wanted)
    (game,) = await club.bot.extras.listed(lounge.guild.id)
    assert f"Game {game.row.id}" in opened.text and f"invited <@{eve.id}>" in opened.text
    assert (game.row.title, game.row.places, game.row.channel_id) == ("1889", 2, lounge.id)
    assert game.row.settings["guests"] == [eve.id]


async def test_a_form_left_as_it_is_opens_the_easiest_game_in_a_thread_of_its_own(club: Hall):
    helped = await club.ann.slash("/help", club.room)
    opened = await club.fill(club.ann, await club.press(club.ann, helped.message, "Open a game…"))
    (game,) = await club.bot.extras.listed(club.guild.id)
    assert (game.row.places, game.row.settings.get("interval")) == (4, 720)
    assert game.row.channel_id != club.room.id and f"<#{game.row.channel_id}>" in opened.text


async def test_a_form_sent_twice_opens_one_game(club: Hall):
    helped = await club.ann.slash("/help", club.room)
    form = await club.press(club.ann, helped.message, "Open a game…")
    await club.fill(club.ann, form)
    (again,) = (await club.fill(club.ann, form)).followups
    assert again.text.startswith("This form has already been sent.")
    assert len(await club.bot.extras.listed(club.guild.id)) == 1


async def test_a_place_chosen_in_a_form_needs_the_same_permissions_as_an_option(club: Hall):
    board = club.sandbox.channel(club.guild, "board")
    club.sandbox.rule(board, club.ann.user, deny=Perm.CREATE_PUBLIC_THREADS)
    helped = await club.ann.slash("/help", club.room)
    form = await club.press(club.ann, helped.message, "Open a game…")
    (refused,) = (await club.fill(club.ann, form, **{WHERE: board})).followups
    assert "Create Public Threads" in refused.text
    hidden = club.sandbox.channel(club.guild, "hidden")
    club.sandbox.rule(hidden, club.bob.user, deny=Perm.VIEW_CHANNEL)
    form = await club.press(club.ann, refused, "Open the form again…")
    await club.fill(club.ann, form, **{WHERE: hidden, PEOPLE: [club.bob]})
    assert f"<@{club.bob.id}>" in refused.text
    form = await club.press(club.ann, refused, "Open the form again…")
    few = {"How many players?": "2", PEOPLE: [club.bob, club.cem]}
    await club.fill(club.ann, form, **few)
    assert "the game has 2 seats" in refused.text
    assert await club.bot.extras.listed(club.guild.id) == []
