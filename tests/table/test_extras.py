"""What is kept beside the games."""

import pytest

from bot.errors import NotYours, Refused
from bot.table.play.extras import Extras
from tests.table.club import ANN, BOB, CHANNEL, GUILD, Club


async def test_notes_are_only_for_their_owner(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await extras.add_note(game, ANN, "buy SP")
    assert await extras.note(game, ANN) == "buy SP"
    assert await extras.note(game, BOB) == ""
    with pytest.raises(Refused):
        await extras.add_note(game, ANN, "x" * 5000)
    assert await extras.note(game, ANN) == "buy SP"


async def test_a_mirror_gets_every_move_without_pings(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    assert await extras.mirror(game, GUILD, CHANNEL + 1, BOB, "every")
    await table.act(game, ANN, "pass_auction")
    moves = await table.outbox(game, "move")
    assert [row.target for row in moves] == [f"channel:{CHANNEL}", f"channel:{CHANNEL + 1}"]
    assert moves[0].payload["ping"] and not moves[1].payload["ping"]
    assert moves[0].nonce != moves[1].nonce


async def test_a_mirror_on_another_server_waits_for_the_organiser(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    assert not await extras.mirror(game, GUILD + 1, CHANNEL + 1, BOB, "every")
    await table.act(game, ANN, "pass_auction")
    assert len(await table.outbox(game, "move")) == 1
    with pytest.raises(NotYours):
        await extras.allow_mirror(game, CHANNEL + 1, BOB)
    assert await table.outbox(game, "widened") == []
    await extras.allow_mirror(game, CHANNEL + 1, ANN)
    await extras.allow_mirror(game, CHANNEL + 1, ANN)
    [told] = await table.outbox(game, "widened")
    assert told.target == f"channel:{CHANNEL}" and "also shown on another server" in told.payload["text"][0]
    await table.act(game, BOB, "pass_auction")
    assert len(await table.outbox(game, "move")) == 3


async def test_a_mirror_is_shown_at_once_how_the_game_stands_and_only_once(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    for pace in ("every", "turn"):
        assert await extras.mirror(game, GUILD, CHANNEL + 1, BOB, pace)
    [shown] = await table.outbox(game, "mirror_on")
    assert shown.target == f"channel:{CHANNEL + 1}" and not shown.payload["ping"]
    assert shown.payload["text"][1] == "It is waiting for Ann." and shown.payload["position"] == 0


async def test_a_refused_mirror_tells_the_players_nothing(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await extras.mirror(game, GUILD + 1, CHANNEL + 1, BOB, "every")
    await extras.refuse_mirror(game, CHANNEL + 1, ANN)
    assert await table.outbox(game, "widened") == []


async def test_spectators_are_told_of_a_new_player_and_of_the_end(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await extras.mirror(game, GUILD, CHANNEL + 1, BOB, "every")
    await table.table.seating.replace(game, ANN, "p2", 99, "Zoe")
    await table.table.seating.stop(game, ANN)
    told = [row for row in await table.outbox(game) if row.target == f"channel:{CHANNEL + 1}"]
    assert [row.kind for row in told] == ["mirror_on", "replace", "stop"]
    assert all(not row.payload["ping"] for row in told)


async def test_secrets_of_players_never_reach_a_mirror(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await extras.mirror(game, GUILD, CHANNEL + 1, BOB, "every")
    await table.play(game, 40)
    mirrored = [row for row in await table.outbox(game) if row.target == f"channel:{CHANNEL + 1}"]
    assert mirrored and {row.kind for row in mirrored} == {"mirror_on", "move"}
    with pytest.raises(NotYours):
        await extras.unmirror(game, CHANNEL + 1, 99)
    await extras.unmirror(game, CHANNEL + 1, BOB)
    assert await extras.mirrors(game) == []
