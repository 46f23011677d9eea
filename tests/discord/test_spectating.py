"""/spectate: games shown where they are not played, pinging nobody and telling no secret."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest

from bot.discord.games.drawing import DrawingJob, PictureFile
from engine.view import View, view
from sandbox import Channel, Role
from sandbox.world.permissions import EVERYONE, Perm
from sandbox.world.rights import in_channel
from tests.discord.conftest import Hall, labels
from tests.discord.test_history import played


def manager(club: Hall, guild, name: str):
    """Somebody who may manage messages."""
    person = club.sandbox.person(name, guild)
    role = Role(club.sandbox.world.new_id(), "wardens", int(EVERYONE | Perm.MANAGE_MESSAGES), len(guild.roles))
    guild.roles[role.id] = role
    guild.members[person.id].roles.append(role.id)
    return person


async def test_a_game_is_shown_in_another_channel_without_pings(club: Hall):
    number = await club.game()
    stands = club.sandbox.channel(club.guild, "stands")
    refused = await club.bob.slash("/spectate start", stands, game=str(number))
    assert "Manage Messages permission" in refused.text
    shown = await club.ann.slash("/spectate start", stands, game=str(number))
    assert "is shown here from now on" in shown.text
    await club.called(club.ann)
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    seen = await club.cem.sees_text("Ann bids $165", stands)
    assert seen.pinged == set() or not seen.pinged
    assert [one.filename for one in seen.attachments][:2] == ["auction.png", "map.png"] and labels(seen) == []
    assert "<@" not in seen.text
    assert f"Game {number} is shown in this channel" in (await club.bob.slash("/show", stands, what="watched")).text
    assert "stands" in str((await club.ann.autocomplete("/spectate start", club.room, "channel", ""))[0]["name"])
    not_his = await club.bob.slash("/spectate start", stands, on=False)
    assert "Only the organiser" in not_his.text
    assert "no longer shown" in (await club.ann.slash("/spectate start", stands, on=False)).text
    before = len(club.cem.sees(stands))
    await club.bob.slash("/bid", club.room, private="MKT", amount="170")
    await club.cem.sees_text("Bob bids $170", club.room)
    assert len(club.cem.sees(stands)) == before


@pytest.mark.soak
async def test_showing_a_game_on_another_server_needs_the_organisers_consent(club: Hall):
    number = await club.game()
    other = club.sandbox.guild("Rail Fans")
    stands = club.sandbox.channel(other, "stands")
    dan = manager(club, other, "Dan")
    asked = await dan.slash("/spectate start", stands, game=str(number))
    assert "organiser of game" in asked.text and "I have asked" in asked.text
    request = await club.ann.sees_text("asks to show this game on another server, in Rail Fans", club.room)
    assert request.pinged and set(request.pinged) == {club.ann.id}
    assert "not allowed it yet" in (await club.ann.slash("/show", club.room, what="watched")).text
    assert "No other game is shown here" in (await dan.slash("/show", stands, what="watched")).text
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    await club.cem.sees_text("Ann bids $165", club.room)
    assert dan.sees(stands) == [one for one in dan.sees(stands) if "bids" not in one.text]
    assert "There is no such game" in (await dan.slash("/show", stands, what="history", game=str(number))).text
    not_his = await club.bob.press(request, "Allow")
    assert "Only the organiser" in not_his.text
    await club.ann.press(request, "Allow")
    shown = await dan.sees_text("is shown here from now on", stands)
    assert "It is waiting for Bob." in shown.text
    shows = [one.filename.split(".")[0].split("-")[0] for one in shown.attachments]
    assert shows == ["auction", "map", "market"], "at once"
    await club.bob.slash("/bid", club.room, private="MKT", amount="170")
    await dan.sees_text("Bob bids $170", stands)
    assert "After move 2" in (await dan.slash("/show", stands, what="history", game=str(number))).text


async def test_the_organiser_can_refuse(club: Hall):
    number = await club.game()
    other = club.sandbox.guild("Rail Fans")
    stands = club.sandbox.channel(other, "stands")
    dan = manager(club, other, "Dan")
    await dan.slash("/spectate start", stands, game=str(number))
    request = await club.ann.sees_text("asks to show this game", club.room)
    assert "It will not be shown there" in (await club.ann.press(request, "Do not allow")).text
    assert "is not shown in that channel" in (await club.ann.press(request, "Allow")).text
    assert await club.bot.extras.mirrors(number) == []


async def test_spectators_never_see_secrets(club: Hall, monkeypatch: pytest.MonkeyPatch):
    number = await club.game(options="runs=free secrets=hidden")
    stands = club.sandbox.channel(club.guild, "stands")
    await club.ann.slash("/spectate start", stands, game=str(number))
    await played(club, number, 60)
    drawn = await spied(club, monkeypatch)
    now = await club.table.present(number)
    assert any(company.treasury is None for company in view(now.game).companies), "there is something to hide"
    await played(club, number, 6, seed=2)
    last = view((await club.table.present(number)).game)
    await club.sandbox.until(lambda: any(str(stands.id) in where for where in drawn), "pictures for those who watch")
    for view_ in drawn[f"channel:{stands.id}"]:
        assert view_.seat == ""
        assert all(company.treasury is None for company in view_.companies if company.floated)
    assert last.seat == ""
    for message in club.cem.sees(stands):
        assert not message.pinged and not message.only_for


@pytest.mark.soak
async def test_the_history_shows_only_ones_own_secrets(club: Hall, monkeypatch: pytest.MonkeyPatch):
    number = await club.game(options="runs=free secrets=hidden", pictures="request")
    await played(club, number, 60)
    drawn = await spied(club, monkeypatch)
    now = await club.table.present(number)
    for person in (club.ann, club.bob, club.cem):
        drawn.clear()
        await person.slash("/show", club.room, what="history")
        await person.slash("/show", club.room, what="chart_worth")
        seat = next(one.seat for one in now.seats if one.user_id == person.id)
        looked = [one for where, views in drawn.items() if where.startswith(f"person:{person.id}") for one in views]
        assert looked and {one.seat for one in looked} == {seat}
        shown = looked[0].companies
        assert all((one.treasury is None) == (one.president != seat) for one in shown if one.floated)


async def spied(club: Hall, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[View]]:
    """The views that are drawn from now on, by the purpose of the picture."""
    found: dict[str, list[View]] = defaultdict(list)
    draw = club.bot.drawers.draw

    async def spy(sketches: Sequence[DrawingJob], newest: str = "", wanted: Any = None) -> list[PictureFile]:
        for sketch in sketches:
            given = [*sketch.args, *sketch.options.values()]
            found[newest] += [
                one for part in given for one in (part if isinstance(part, list) else [part]) if isinstance(one, View)
            ]
        return await draw(sketches, newest, wanted)

    monkeypatch.setattr(club.bot.drawers, "draw", spy)
    return found


@pytest.mark.soak
async def test_with_pace_turn_pictures_come_when_the_turn_passes(club: Hall):
    number = await club.game()
    stands = club.sandbox.channel(club.guild, "stands")
    await club.ann.slash("/spectate start", stands, game=str(number), pace="turn")
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    seen = await club.cem.sees_text("Ann bids $165", stands)
    assert seen.attachments


async def test_the_spectator_role_is_taken_and_given_up(club: Hall):
    assert "has no spectator role" in (await club.bob.slash("/spectate join", club.room)).text
    world = club.sandbox.world
    role = Role(world.new_id(), "Spectators", 0, 0)
    strong = Role(world.new_id(), "Kings", int(Perm.MANAGE_GUILD), 0)
    club.guild.roles |= {role.id: role, strong.id: strong}
    host = club.sandbox.person("x", club.guild)
    host.user = club.sandbox.host
    assert (
        "Only people with the Manage Server permission"
        in (await club.bob.slash("/spectate role", club.room, role=role)).text
    )
    assert "no permissions beyond" in (await host.slash("/spectate role", club.room, role=strong)).text
    assert "can now get the role" in (await host.slash("/spectate role", club.room, role=role)).text
    assert "You now have the role" in (await club.bob.slash("/spectate join", club.room)).text
    assert role.id in club.guild.members[club.bob.id].roles and role.id not in club.guild.members[club.cem.id].roles
    assert "no longer have the role" in (await club.bob.slash("/spectate join", club.room, on=False)).text
    assert role.id not in club.guild.members[club.bob.id].roles
    role.position = 99
    assert "must be above it" in (await club.bob.slash("/spectate join", club.room)).text
    del club.guild.roles[role.id]
    assert "has no spectator role" in (await club.bob.slash("/spectate join", club.room)).text
    await host.slash("/spectate role", club.room)
    assert "has no spectator role" in (await club.bob.slash("/spectate join", club.room)).text


def private(club: Hall, name: str) -> Channel:
    """A channel that only the bot and those who manage the server see."""
    found = club.sandbox.channel(club.guild, name)
    club.sandbox.rule(found, club.guild.everyone, deny=Perm.VIEW_CHANNEL)
    club.sandbox.rule(found, club.sandbox.world.bot, Perm.VIEW_CHANNEL | Perm.READ_MESSAGE_HISTORY)
    return found


async def test_a_channel_is_opened_for_spectators_and_closed_again(club: Hall):
    number = await club.game()
    stands = private(club, "stands")
    host = club.sandbox.person("x", club.guild)
    host.user = club.sandbox.host
    assert "has no spectator role" in (await host.slash("/spectate open", stands)).text
    role = club.sandbox.role(club.guild, "Spectators")
    await host.slash("/spectate role", club.room, role=role)
    dan = club.sandbox.person("Dan", club.guild)
    await dan.slash("/spectate join", club.room)
    assert "Manage Permissions permission" in (await club.ann.slash("/spectate open", club.room)).text
    assert Perm.VIEW_CHANNEL not in in_channel(stands, dan.user)
    await host.slash("/spectate start", stands, game=str(number))
    assert "but not write in it" in (await host.slash("/spectate open", stands)).text
    assert in_channel(stands, dan.user) & (Perm.VIEW_CHANNEL | Perm.SEND_MESSAGES) == Perm.VIEW_CHANNEL
    assert in_channel(stands, club.cem.user) == Perm(0), "who has not the role sees nothing"
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    seen = await dan.sees_text("Ann bids $165", stands)
    assert seen.attachments and not seen.pinged
    assert "and write in it" in (await host.slash("/spectate open", stands, write=True)).text
    assert Perm.SEND_MESSAGES in in_channel(stands, dan.user)
    await host.slash("/spectate open", stands, on=False)
    assert in_channel(stands, dan.user) == Perm(0)


async def test_open_channels_follow_a_new_role_and_close_without_one(club: Hall):
    stands = private(club, "stands")
    host = club.sandbox.person("x", club.guild)
    host.user = club.sandbox.host
    roles = [club.sandbox.role(club.guild, name) for name in ("Spectators", "Audience")]
    await host.slash("/spectate role", club.room, role=roles[0])
    await host.slash("/spectate open", stands)
    await host.slash("/spectate role", club.room, role=roles[1])
    assert roles[0].id not in stands.overwrites and roles[1].id in stands.overwrites
    await host.slash("/spectate role", club.room)
    assert roles[1].id not in stands.overwrites


async def test_the_organiser_can_open_the_channel_created_for_the_game(club: Hall):
    host = club.sandbox.person("x", club.guild)
    host.user = club.sandbox.host
    role = club.sandbox.role(club.guild, "Spectators")
    await host.slash("/spectate role", club.room, role=role)
    club.sandbox.role(club.guild, "Builders", Perm.MANAGE_CHANNELS, club.ann)
    await club.ann.slash("/game new", club.room, title="1870", seats=3, place="channel")
    own = next(one for one in club.guild.channels.values() if one.name == "1870-game-1")
    assert "Manage Permissions permission" in (await club.bob.slash("/spectate open", own)).text
    assert "can now see this channel" in (await club.ann.slash("/spectate open", own)).text
    assert role.id in own.overwrites
    bots = next(one for one in club.guild.roles.values() if one.bot_id == club.sandbox.world.bot.id)
    bots.permissions &= ~int(Perm.MANAGE_ROLES)
    assert "need the Manage Roles permission" in (await club.ann.slash("/spectate open", own, on=False)).text
