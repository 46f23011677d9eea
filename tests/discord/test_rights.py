"""The bot never lends its permissions: people get a channel, a role or a pin only if they could make it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import bot.discord.channel.pinned
from bot.discord.kit.say import words
from bot.table.seats.seating import Seating
from sandbox import Channel
from sandbox.happening.commands import (
    BOOLEAN,
    CHANNEL,
    FILE,
    GROUP,
    INTEGER,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER_OPTION,
)
from sandbox.happening.posting import File
from sandbox.people import Person
from sandbox.world.errors import ClientRefuses
from sandbox.world.permissions import EVERYONE, NONE, Perm
from sandbox.world.rights import in_channel
from sandbox.world.world import CATEGORY, FORUM, NEWS
from tests.discord.conftest import Hall, labels

RIGHTS = {*words()["permissions"].values(), "Manage Roles", "Manage Server"}


def host_of(club: Hall) -> Person:
    """Whose server it is."""
    found = club.sandbox.person("Host", club.guild)
    found.user = club.sandbox.host
    return found


async def games(club: Hall) -> int:
    """How many games there are."""
    return len(await club.bot.extras.games_on(club.guild.id))


def threads(channel: Channel) -> list[Channel]:
    """Threads or posts of a channel."""
    assert channel.guild is not None
    return [one for one in channel.guild.threads.values() if one.parent is channel]


@pytest.fixture(autouse=True)
def pinned_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.discord.channel.pinned, "REST", 0.0)


def touched(club: Hall, since: int, *rooms: Channel) -> list[str]:
    """What the bot did to channels, threads, roles, rights and pins since then, and what it wrote into these rooms."""
    written = [f"/channels/{room.id}/messages" for room in rooms]
    return [
        f"{one.method} {one.path}"
        for one in list(club.sandbox.records)[since:]
        if one.method != "GET"
        and one.status < 300
        and (
            any(part in one.template for part in ("/permissions/", "/threads", "/pins", "/roles", "/thread-members"))
            or one.template in ("/channels/{channel_id}", "/guilds/{guild_id}/channels")
            or any(part in one.path for part in written)
        )
    ]


async def refused(club: Hall, person: Person, command: str, at: Channel, /, *shut: Channel, **options: Any) -> str:
    """The one sentence with which it is refused, naming a right; nothing was made, nothing written."""
    await club.settled()
    since, before = len(list(club.sandbox.records)), await games(club)
    answer = await person.slash(command, at, **options)
    await club.settled()
    assert touched(club, since, *shut) == []
    assert await games(club) == before
    assert any(right in answer.text for right in RIGHTS), answer.text
    return answer.text


# --- places


@pytest.mark.parametrize(
    ("place", "kind", "lacks"),
    [
        ("thread", 0, Perm.CREATE_PUBLIC_THREADS),
        ("here", 0, Perm.SEND_MESSAGES),
        ("thread", 0, Perm.VIEW_CHANNEL),
        ("here", 0, Perm.VIEW_CHANNEL),
        ("thread", NEWS, Perm.CREATE_PUBLIC_THREADS),
        ("thread", FORUM, Perm.SEND_MESSAGES),
        ("channel", FORUM, Perm.SEND_MESSAGES),
        ("here", FORUM, Perm.VIEW_CHANNEL),
    ],
)
async def test_another_channel_needs_the_askers_own_permission_there(club: Hall, place: str, kind: int, lacks: Perm):
    other = club.sandbox.channel(club.guild, "other", kind)
    club.sandbox.rule(other, club.guild.everyone, deny=lacks)
    bots = next(one for one in club.guild.roles.values() if one.bot_id)
    club.sandbox.rule(other, bots, allow=lacks)
    asked = {"title": "1870", "seats": 2, "place": place, "where": other}
    assert f"in <#{other.id}> yourself" in await refused(club, club.ann, "/game new", club.room, other, **asked)
    club.sandbox.rule(other, club.ann.user, allow=lacks)
    opened = await club.ann.slash("/game new", club.room, **asked)
    assert "is open" in opened.text and await games(club) == 1
    assert other.public or threads(other)


async def test_a_thread_needs_the_permission_to_send_messages_in_threads(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=2)
    (thread,) = threads(club.room)
    club.sandbox.rule(club.room, club.bob.user, deny=Perm.SEND_MESSAGES_IN_THREADS)
    text = await refused(club, club.bob, "/game new", club.room, thread, title="1870", seats=2, where=thread)
    assert "Send Messages in Threads" in text
    assert "is open" in (await club.cem.slash("/game new", club.room, title="1870", seats=2, where=thread)).text


async def test_a_locked_thread_is_for_those_who_manage_threads(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=2)
    (thread,) = threads(club.room)
    assert thread.thread is not None
    thread.thread.locked = True
    text = await refused(club, club.bob, "/game new", club.room, thread, title="1870", seats=2, where=thread)
    assert "Manage Threads" in text


async def test_a_private_thread_is_for_its_members(club: Hall):
    room = club.bot.get_channel(club.room.id)
    thread = await room.create_thread(name="secret")  # type: ignore[union-attr]
    secret = club.sandbox.world.channels[thread.id]
    await thread.add_user(club.bot.get_partial_messageable(club.ann.id))  # type: ignore[arg-type]
    await club.settled()
    since = len(list(club.sandbox.records))
    said = await club.bob.slash("/game new", club.room, title="1870", seats=2, where=secret)
    assert "not a member of the private thread" in said.text
    assert touched(club, since, secret) == [] and await games(club) == 0
    assert "is open" in (await club.ann.slash("/game new", club.room, title="1870", seats=2, where=secret)).text


async def test_a_failed_place_does_not_fall_back_to_a_channel_closed_to_the_asker(club: Hall):
    other = club.sandbox.channel(club.guild, "other")
    club.sandbox.rule(club.room, club.guild.everyone, deny=Perm.SEND_MESSAGES)
    club.sandbox.rule(other, club.sandbox.world.bot, deny=Perm.CREATE_PUBLIC_THREADS)
    text = await refused(club, club.ann, "/game new", club.room, club.room, other, title="1870", seats=2, where=other)
    assert "couldn't create a place" in text and "Send Messages" in text


# --- channels of their own


async def test_only_people_who_may_create_channels_get_one(club: Hall):
    asked = {"title": "1870", "seats": 2, "place": "channel"}
    text = await refused(club, club.ann, "/game new", club.room, **asked)
    assert "Manage Channels" in text and "/game server" in text
    club.sandbox.role(club.guild, "Builders", Perm.MANAGE_CHANNELS, club.bob)
    assert "is open" in (await club.bob.slash("/game new", club.room, **asked)).text
    assert [one.name for one in club.guild.channels.values()] == ["games", "1870-game-1"]


async def test_permission_to_create_channels_is_checked_in_the_category(club: Hall):
    category = club.sandbox.channel(club.guild, "18xx", CATEGORY)
    room = club.sandbox.channel(club.guild, "lobby", parent=category)
    club.sandbox.rule(room, club.ann.user, allow=Perm.MANAGE_CHANNELS)
    asked = {"title": "1870", "seats": 2, "place": "channel"}
    assert "Manage Channels" in await refused(club, club.ann, "/game new", room, **asked)
    club.sandbox.rule(category, club.ann.user, allow=Perm.MANAGE_CHANNELS)
    assert "is open" in (await club.ann.slash("/game new", room, **asked)).text


async def test_a_server_can_let_everybody_get_a_channel(club: Hall):
    asked = {"title": "1870", "seats": 2, "place": "channel"}
    assert (
        "Only people with the Manage Server permission"
        in (await club.ann.slash("/game server", club.room, members_channels=True)).text
    )
    assert "Manage Channels" in await refused(club, club.ann, "/game new", club.room, **asked)
    host = host_of(club)
    assert (
        "a channel created for a game: **yes**"
        in (await host.slash("/game server", club.room, members_channels=True)).text
    )
    assert "is open" in (await club.ann.slash("/game new", club.room, **asked)).text


async def test_a_game_in_a_post_does_not_own_the_forum(club: Hall):
    host = host_of(club)
    role = club.sandbox.role(club.guild, "Spectators")
    await host.slash("/spectate role", club.room, role=role)
    forum = club.sandbox.channel(club.guild, "games-forum", FORUM)
    await club.ann.slash("/game new", club.room, title="1870", seats=2, place="channel", where=forum)
    (post,) = threads(forum)
    assert "Manage Permissions" in await refused(club, club.ann, "/spectate open", post, write=True)
    # Games of before have it in their books that their post was a channel of their own.
    await club.bot.extras.put(1, own=1)
    for on in (True, False):
        assert "Manage Permissions" in await refused(club, club.ann, "/spectate open", post, on=on)
    assert role.id not in forum.overwrites
    await host.slash("/spectate open", post)
    assert role.id in forum.overwrites


async def test_a_threads_organiser_cannot_open_its_channel_to_spectators(club: Hall):
    await host_of(club).slash("/spectate role", club.room, role=club.sandbox.role(club.guild, "Spectators"))
    await club.ann.slash("/game new", club.room, title="1870", seats=2)
    (thread,) = threads(club.room)
    assert "Manage Permissions" in await refused(club, club.ann, "/spectate open", thread, write=True)


# --- roles


async def test_nobody_can_set_a_role_they_could_not_give(club: Hall):
    role = club.sandbox.role(club.guild, "Spectators")
    wardens = club.sandbox.role(club.guild, "Wardens", Perm.MANAGE_GUILD, club.ann)
    wardens.position = 5
    assert "Manage Roles" in await refused(club, club.ann, "/spectate role", club.room, role=role)
    givers = club.sandbox.role(club.guild, "Givers", Perm.MANAGE_GUILD | Perm.MANAGE_ROLES, club.bob)
    assert "a role above it" in await refused(club, club.bob, "/spectate role", club.room, role=role)
    givers.position, role.position = 4, 1
    told(club, givers, role)
    assert "can now get the role" in (await club.bob.slash("/spectate role", club.room, role=role)).text


def told(club: Hall, *roles: Any) -> None:
    """The bot is told of roles that were changed by hand."""
    from sandbox.happening import payloads
    from sandbox.happening.gateway import GUILDS

    for role in roles:
        data = {"guild_id": str(club.guild.id), "role": payloads.role(role)}
        club.sandbox.tell("GUILD_ROLE_UPDATE", data, GUILDS, club.guild)


async def test_a_role_with_new_permissions_is_no_longer_given(club: Hall):
    role = club.sandbox.role(club.guild, "Spectators")
    await host_of(club).slash("/spectate role", club.room, role=role)
    role.permissions = int(Perm.MANAGE_GUILD)
    told(club, role)
    said = await club.bob.slash("/spectate join", club.room)
    assert "more permissions than reading and writing" in said.text
    assert role.id not in club.guild.members[club.bob.id].roles


async def test_people_who_may_not_write_cannot_let_others_write(club: Hall):
    role = club.sandbox.role(club.guild, "Spectators")
    await host_of(club).slash("/spectate role", club.room, role=role)
    club.sandbox.rule(club.room, club.ann.user, Perm.MANAGE_ROLES, Perm.SEND_MESSAGES_IN_THREADS)
    assert "Send Messages in Threads" in await refused(club, club.ann, "/spectate open", club.room)
    club.sandbox.rule(club.room, club.ann.user, Perm.MANAGE_ROLES)
    assert "can now see this channel" in (await club.ann.slash("/spectate open", club.room)).text


# --- pins, and games brought here


async def test_nothing_is_pinned_without_permission_before_a_new_game_has_its_place(
    club: Hall, monkeypatch: pytest.MonkeyPatch
):
    move = Seating.move

    async def shown_first(seating: Seating, game: int, *given: Any, **how: Any) -> None:
        """As when the bot has just started and shows all games."""
        await club.bot.pinned.show(game)
        await move(seating, game, *given, **how)

    monkeypatch.setattr(Seating, "move", shown_first)
    await club.ann.slash("/game new", club.room, title="1870", seats=2, place="here")
    assert club.room.public and [one for one in club.room.public if one.pinned] == []


async def test_without_pin_permission_only_a_games_own_place_is_pinned_in(club: Hall):
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, place="here")
    assert "lack the Pin Messages permission" in opened.text
    assert [one for one in club.room.public if one.pinned] == []
    await club.ann.slash("/game new", club.room, title="1870", seats=2)
    (thread,) = threads(club.room)
    assert [one for one in thread.public if one.pinned]
    club.sandbox.rule(club.room, club.ann.user, allow=Perm.PIN_MESSAGES)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, place="here")
    assert "lack" not in opened.text and [one for one in club.room.public if one.pinned]


@pytest.mark.parametrize("pins", [True, False])
async def test_a_game_moves_only_where_its_organiser_may_write(club: Hall, pins: bool):
    await club.ann.slash("/game new", club.room, title="1870", seats=2)
    shut, other = (club.sandbox.channel(club.guild, name) for name in ("shut", "other"))
    club.sandbox.rule(shut, club.guild.everyone, deny=Perm.SEND_MESSAGES)
    text = await refused(club, club.ann, "/game here", shut, shut, game="1")
    assert "Send Messages" in text
    club.sandbox.rule(other, club.ann.user, allow=Perm.PIN_MESSAGES if pins else NONE)
    moved = await club.ann.slash("/game here", other, game="1")
    assert "has moved to this channel" in moved.text and ("Pin Messages" in moved.text) is not pins
    assert bool([one for one in other.public if one.pinned]) is pins


async def test_a_game_is_shown_only_where_its_organiser_may_write(club: Hall):
    number = await club.game()
    shut = club.sandbox.channel(club.guild, "shut")
    club.sandbox.rule(shut, club.guild.everyone, deny=Perm.SEND_MESSAGES)
    assert "Send Messages" in await refused(club, club.ann, "/spectate start", shut, shut, game=str(number))
    assert await club.bot.extras.mirrors(number) == []


# --- every command


def leaves(command: dict[str, Any], path: str = "") -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every command that can be typed, with its options."""
    name, options = f"{path} {command['name']}".strip(), command.get("options", [])
    inner = [one for one in options if one["type"] in (SUBCOMMAND, GROUP)]
    if not inner:
        yield f"/{name}", options
    for one in inner:
        yield from leaves(one, name)


def tries(options: list[dict[str, Any]], values: dict[int, list[Any]]) -> Iterator[dict[str, Any]]:
    """What is typed into a command: what it needs, alone and with each value that leads to a place or a right."""

    def of(option: dict[str, Any]) -> list[Any]:
        choices = [one["value"] for one in option.get("choices", [])]
        if option["type"] in (INTEGER, NUMBER):
            return choices or [option.get("min_value", 1)]
        return choices or values.get(option["type"], ["1"])

    needed = {one["name"]: of(one)[0] for one in options if one.get("required")}
    telling = [
        one
        for one in options
        if one["type"] in (CHANNEL, ROLE, BOOLEAN) or (one["type"] == STRING and one.get("choices"))
    ]
    telling = [one for one in telling if one["name"] not in needed]
    yield needed
    for one in telling:
        for value in of(one):
            yield {**needed, one["name"]: value}
    for one, other in product(telling, telling):
        if one["type"] == CHANNEL and other["type"] == STRING:
            for value, more in product(of(one), of(other)):
                yield {**needed, one["name"]: value, other["name"]: more}


TAKEN_BY_ALL = {"/spectate join", "/explore"}
"""What those who manage a server have put there for everybody: naming the role is theirs alone."""


async def every_command(club: Hall) -> tuple[list[Channel], list[tuple[str, dict[str, Any]]]]:
    """Channels of each kind, where nobody may do anything but look, and everything that can be typed."""
    sandbox, guild, host = club.sandbox, club.guild, host_of(club)
    number = await club.game()
    exported = await club.ann.slash("/game export", club.room)
    file = File("game.json", exported.message.attachments[0].data)
    role, other = (sandbox.role(guild, name) for name in ("Spectators", "Others"))
    await host.slash("/spectate role", club.room, role=role)
    await host.slash("/spectate open", club.room)
    await host.slash("/game server", club.room, most_games=1000)
    rooms = [sandbox.channel(guild, f"room-{kind}", kind) for kind in (NEWS, FORUM, 0)]
    bots = next(one for one in guild.roles.values() if one.bot_id)
    looking = Perm.VIEW_CHANNEL | Perm.USE_APPLICATION_COMMANDS | Perm.READ_MESSAGE_HISTORY
    for room in rooms:
        sandbox.rule(room, guild.everyone, deny=EVERYONE & ~looking)
        sandbox.rule(room, bots, allow=EVERYONE)
    values: dict[int, list[Any]] = {
        CHANNEL: rooms,
        ROLE: [other],
        BOOLEAN: [True],
        USER_OPTION: [club.bob],
        STRING: [str(number)],
        FILE: [file],
    }
    people = {f"player{n}": person for n, person in enumerate((club.ann, club.bob, club.cem), 1)}
    typed: list[tuple[str, dict[str, Any]]] = []
    for command in sandbox.commands.visible(guild):
        for name, options in leaves(command):
            game = {"game": str(number)} if "game" in {one["name"] for one in options} else {}
            who = people if FILE in {one["type"] for one in options} else {}
            typed += [(name, {**game, **who, **given}) for given in tries(options, values)]
    await club.settled()
    return rooms, typed


async def said(person: Person, name: str, where: Channel, given: dict[str, Any]) -> str:
    """The answer, or that the client refuses the command; questions for confirmation are confirmed."""
    try:
        answer = await person.slash(name, where, **given)
        if name == "/game import" and "Import" in labels(answer.message):
            answer = await person.press(answer.message, "Import")
        return answer.text
    except ClientRefuses as e:
        return f"the client: {e}"


@pytest.mark.soak
async def test_no_command_does_what_the_asker_may_not_do_on_discord(club: Hall):
    rooms, typed = await every_command(club)
    nobody, host, here = club.sandbox.person("Nobody", club.guild), host_of(club), rooms[-1]
    texts: list[str] = []
    for name, given in typed:
        since = len(list(club.sandbox.records))
        texts.append(await said(nobody, name, here, given))
        await club.settled()
        assert name in TAKEN_BY_ALL or touched(club, since, *rooms) == [], f"{name} {sorted(given)}: {texts[-1]}"
    assert [one for room in rooms for one in (*room.public, *threads(room))] == []
    assert await games(club) == 1
    # Which commands touch anything is found out by somebody who has every right; all of these have been refused.
    touching: set[str] = set()
    for (name, given), text in zip(typed, texts, strict=True):
        since = len(list(club.sandbox.records))
        await said(host, name, here, given)
        await club.quiet()
        await club.settled()
        if touched(club, since) and name not in TAKEN_BY_ALL:
            touching.add(name)
            assert any(right in text for right in RIGHTS), f"{name} {sorted(given)}: {text}"
    expected = {"/game new", "/game here", "/game import", "/spectate role", "/spectate open"}
    assert touching >= expected


async def test_a_place_must_be_visible_to_the_asker(club: Hall):
    """What Discord computes for a channel says nothing about seeing it, so that is checked as well."""
    hidden = club.sandbox.channel(club.guild, "hidden")
    club.sandbox.rule(hidden, club.guild.everyone, deny=Perm.VIEW_CHANNEL)
    assert in_channel(hidden, club.ann.user) == NONE
    assert "View Channel" in await refused(
        club, club.ann, "/game new", club.room, hidden, title="1870", seats=2, where=hidden
    )
