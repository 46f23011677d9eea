"""`python -m bot check --live CHANNEL` in the sandbox, which does as believed until a test makes it do otherwise."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.beliefs.api import Answer, Api
from bot.beliefs.live import Tally, check_live
from bot.beliefs.probe import PROBES
from bot.discord.app.invitation import ADDITIONS, PERMISSIONS, CannotAsk
from bot.host.settings import Settings
from engine.core.phrases import PSEUDO
from engine.words import using_language
from sandbox import (
    Channel,
    Guild,
    Message,
    Sandbox,
)
from sandbox.happening import payloads
from sandbox.happening.posting import Posting
from sandbox.refusing import limits
from sandbox.rest import threads
from sandbox.world.permissions import PLAYING_BOT, Perm
from sandbox.world.world import (
    CATEGORY,
    FORUM,
    NEWS,
    PUBLIC_THREAD,
    TEXT,
    Thread,
)
from tests.test_pseudo import PLAIN, unmarked

SEND = r"POST /channels/\{channel_id\}/messages"
ONLY_IN_FORUMS = {"forum-post", "forum-message", "forum-tag"}
WITHOUT_RIGHTS = {"embed-right", "embed-alone", "file-right", "pin-right"}
ELSEWHERE = ONLY_IN_FORUMS | WITHOUT_RIGHTS
"""Not in a text channel in which the bot may do everything."""
NOT_IN_THREADS = {"thread-kind", "archived-edit", "archived-still", "archived-wakes", "channel-unknown"}


@dataclass
class House:
    sandbox: Sandbox
    guild: Guild
    said: list[str] = field(default_factory=list)

    @property
    def settings(self) -> Settings:
        return Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            discord_token=SecretStr(self.sandbox.token),
            discord_api=self.sandbox.api_address,
        )

    def room(self, kind: int = TEXT) -> Channel:
        return self.sandbox.channel(self.guild, "games", kind)

    async def check(self, room: Channel) -> Tally:
        return await check_live(self.settings, room.id, self.said.append)

    def untouched(self, room: Channel) -> bool:
        """Is it gone completely?"""
        commands = [one for place in self.sandbox.commands.by_place.values() for one in place]
        return not (room.messages or self.guild.threads.keys() - {room.id} or commands)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with Sandbox.running() as sandbox:
        yield House(sandbox, sandbox.guild())


@pytest.mark.parametrize("kind", [TEXT, NEWS])
async def test_in_a_channel_everything_is_as_expected_and_nothing_is_left(house: House, kind: int):
    room, ann = house.room(kind), house.sandbox.person("Ann", house.guild)
    tally = await house.check(room)
    assert tally.differs == {}
    assert tally.untried.keys() == ELSEWHERE
    assert len(tally.good) == len(PROBES) - len(ELSEWHERE)
    assert house.untouched(room)
    assert house.said[-2] == "Everything the check created has been deleted."
    assert house.said[-1].startswith(f"{len(tally.good)} as expected, 0 different, 7 not tried here.")
    assert tally.well
    assert ann.sees(room) == []


async def test_the_check_pings_and_notifies_nobody(house: House, monkeypatch: pytest.MonkeyPatch):
    room, written = house.room(), list[Message]()
    create = Posting.create

    def noted(self: Posting, *given: object, **more: object) -> Message:
        written.append(create(self, *given, **more))  # type: ignore[arg-type]
        return written[-1]

    monkeypatch.setattr(Posting, "create", noted)
    await house.check(room)
    assert len(written) > 20
    # Nor does anything that people do come to its session instead of the bot's.
    (identity,) = house.sandbox.gateway.identifies
    number, shards = identity["shard"]
    assert number != 0 and (house.guild.id >> 22) % shards != number
    assert house.sandbox.gateway.connected == []
    assert {one.pinged for one in written} == {frozenset()}
    bot = house.sandbox.world.bot.id
    assert {person for one in written for person in one.mentions} <= {bot}
    assert not any(one.mention_everyone or one.mention_roles for one in written)


async def test_in_a_forum_a_post_is_created_and_removed(house: House):
    room = house.room(FORUM)
    tally = await house.check(room)
    assert tally.differs == {}
    assert tally.untried.keys() == NOT_IN_THREADS | WITHOUT_RIGHTS | {"forum-tag"}
    assert house.untouched(room)


async def test_a_forum_that_wants_a_tag_gets_one_and_shows_it(house: House):
    room = house.room(FORUM)
    room.needs_tag = True
    room.tags = [{"id": "7", "name": "game", "moderated": False, "emoji_id": None, "emoji_name": None}]
    tally = await house.check(room)
    assert tally.differs == {}
    assert tally.untried.keys() == NOT_IN_THREADS | WITHOUT_RIGHTS
    assert house.untouched(room)


async def test_in_a_thread_only_messages_are_tried_and_the_thread_stays(house: House):
    room = house.room()
    world = house.sandbox.world
    own = Thread(house.sandbox.host.id, False, world.clock.now())
    thread = Channel(world.new_id(), PUBLIC_THREAD, "talk", house.guild, room, thread=own)
    house.guild.threads[thread.id] = world.channels[thread.id] = thread
    tally = await house.check(thread)
    assert tally.differs == {}
    assert tally.untried.keys() == NOT_IN_THREADS | ELSEWHERE
    assert house.guild.threads == {thread.id: thread}
    assert house.untouched(thread)


async def test_the_check_is_translated(house: House, monkeypatch: pytest.MonkeyPatch):
    """Nothing but names, Discord's codes and what a machine says is left in English."""
    monkeypatch.setattr(limits, "ROWS", 6)
    house.sandbox.faults.refused(r"PUT /channels/\{channel_id\}/messages/pins/.*", status=400, code=50021)
    house.sandbox.gateway.down = True
    with using_language(PSEUDO):
        await house.check(house.room())
    names = {word for one in PROBES for word in PLAIN.findall(one.belief)}
    names |= {word for right in (*PERMISSIONS, *ADDITIONS) for word in PLAIN.findall(right)}
    names |= {"docs", "discord", "md"}
    assert {word: line for line in house.said for word in unmarked(line, names)} == {}


# --- what differs


@pytest.mark.parametrize(
    ("limit", "value", "belief", "seen"),
    [
        ("CONTENT", 4000, "message-text", "a text of 2001 characters was accepted"),
        ("CONTENT", 1900, "message-text", "a text of 2000 characters was refused with status 400, code 50035"),
        ("FILE_TEXT", 1000, "file-words", "a description of 1024 characters was refused"),
        ("OPTIONS", 20, "list-options", "a list of 25 options was refused"),
        ("ROWS", 6, "rows", "a message of 6 rows was accepted"),
        ("CUSTOM_ID", 80, "button-text", "a button with long texts was refused"),
        ("V2_PARTS", 41, "layout-parts", "41 components was accepted"),
        ("GALLERY", 9, "layout-gallery", "a gallery of 10 pictures was refused with status 400, code 50035"),
    ],
)
async def test_a_different_limit_is_reported(
    house: House, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, belief: str, seen: str
):
    monkeypatch.setattr(limits, limit, value)
    room = house.room()
    tally = await house.check(room)
    assert tally.differs.keys() == {belief}
    assert seen in tally.differs[belief]
    line = next(one for one in house.said if one.startswith("DIFFERS"))
    words = next(one.words for one in PROBES if one.belief == belief)
    assert f"{belief}: expected: {words} Seen: {seen}" in line
    assert not tally.well
    assert house.untouched(room)


async def test_a_file_listed_beside_its_component_is_reported(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(payloads, "COMPONENTS_V2", 0)
    room = house.room()
    tally = await house.check(room)
    assert tally.differs == {"layout-answer": "the file was among the attachments"}
    assert house.untouched(room)


async def test_an_unrecognised_nonce_is_reported(house: House, monkeypatch: pytest.MonkeyPatch):
    create = Posting.create

    def forgetful(self: Posting, *given: object, **more: object) -> Message:
        self._nonces.clear()
        return create(self, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Posting, "create", forgetful)
    room = house.room()
    tally = await house.check(room)
    assert tally.differs == {"nonce-once": "the message was there twice"}
    assert house.untouched(room)


@pytest.mark.parametrize(
    ("operation", "status", "code", "belief", "seen"),
    [
        (r"GET /users/\{user_id\}", 400, 50035, "user-unknown", "with status 400, code 50035, not with status 404"),
        (r"GET /gateway/bot", 400, 0, "session-limit", "asking for the gateway was refused with status 400, code 0"),
        (r"PUT /channels/\{channel_id\}/messages/pins/.*", 400, 50021, "pin", "pinning it was refused with status 400"),
    ],
)
async def test_a_different_refusal_is_reported(
    house: House, operation: str, status: int, code: int, belief: str, seen: str
):
    house.sandbox.faults.refused(operation, status=status, code=code)
    room = house.room()
    tally = await house.check(room)
    assert tally.differs.keys() == {belief}
    assert seen in tally.differs[belief]
    assert house.untouched(room)


async def test_a_session_that_is_not_resumed_is_reported(house: House):
    house.sandbox.gateway.refused_resumes = 1
    tally = await house.check(house.room())
    assert tally.differs == {"session": "the session was declared invalid"}


async def test_an_unreachable_gateway_is_not_a_difference(house: House):
    house.sandbox.gateway.down = True
    tally = await house.check(house.room())
    assert tally.differs == {}
    assert tally.untried["session"] == "the gateway did not answer"


async def test_an_answer_in_another_format_is_reported_and_the_check_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    ask = Api.ask

    async def bare(self: Api, method: str, path: str, *given: object) -> Answer:
        answer = await ask(self, method, path, *given)  # type: ignore[arg-type]
        return Answer(answer.status, {}, answer.headers) if path == "/gateway/bot" else answer

    monkeypatch.setattr(Api, "ask", bare)
    tally = await house.check(house.room())
    assert tally.differs == {
        "session-limit": "it does not say total",
        "session": "an answer in an unexpected form (KeyError: 'session_start_limit')",
    }
    assert len(tally.good) > 20


# --- what cannot be tried


async def test_beliefs_that_need_a_missing_permission_are_not_tried():
    async with Sandbox.running() as sandbox:
        kept_out = Perm.MANAGE_THREADS | Perm.PIN_MESSAGES | Perm.EMBED_LINKS | Perm.ATTACH_FILES
        house = House(sandbox, sandbox.guild("Careful", PLAYING_BOT & ~kept_out))
        house.guild.everyone.permissions = int(house.guild.everyone.permissions) & ~int(kept_out)
        room = house.room()
        tally = await house.check(room)
        assert tally.differs == {}
        assert tally.untried.keys() >= NOT_IN_THREADS
        assert tally.untried["thread-kind"] == "the bot lacks Manage Threads in this channel"
        assert tally.untried["pin"] == "the bot lacks Pin Messages in this channel"
        assert tally.untried["file-words"] == "the bot lacks Attach Files in this channel"
        # How Discord refuses is tried instead.
        assert set(tally.good) >= WITHOUT_RIGHTS
        assert tally.untried["embed-text"] == "the bot lacks Embed Links in this channel"
        assert tally.well
        assert house.untouched(room)


async def test_an_unnecessary_permission_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Posting, "permitted", lambda *_: None)
    async with Sandbox.running() as sandbox:
        guild = sandbox.guild("Careful", PLAYING_BOT & ~Perm.ATTACH_FILES)
        guild.everyone.permissions &= ~int(Perm.ATTACH_FILES)
        tally = await House(sandbox, guild).check(sandbox.channel(guild, "games"))
    assert tally.differs["file-right"] == "a message with a file was accepted"


async def test_a_channel_overwrite_removes_a_permission(house: House):
    room = house.room()
    house.sandbox.rule(room, house.guild.everyone, deny=Perm.PIN_MESSAGES)
    own = next(role for role in house.guild.roles.values() if role.bot_id)
    tally = await house.check(room)
    assert "pin" in tally.untried
    house.sandbox.rule(room, own, allow=Perm.PIN_MESSAGES)
    assert "pin" in (await house.check(room)).good


@pytest.mark.parametrize("kind", [CATEGORY, 2])
async def test_nothing_is_tried_where_the_bot_cannot_write(house: House, kind: int):
    with pytest.raises(CannotAsk, match="choose a text channel"):
        await house.check(house.room(kind))


async def test_a_channel_the_bot_cannot_see_is_reported(house: House):
    with pytest.raises(CannotAsk, match="does not see this channel"):
        await check_live(house.settings, 1, house.said.append)
    room = house.room()
    wrong = house.settings.model_copy(update={"discord_token": SecretStr("wrong.token.here")})
    with pytest.raises(CannotAsk, match="does not accept DISCORD_TOKEN"):
        await check_live(wrong, room.id, house.said.append)
    assert house.said == []


# --- whatever happens, nothing is left


@pytest.mark.parametrize("after", [8, 19, 40, 60, 66, 75, 95])
async def test_stopping_the_check_leaves_nothing_behind(house: House, monkeypatch: pytest.MonkeyPatch, after: int):
    room, ask, count = house.room(), Api.ask, itertools.count()

    async def counted(self: Api, method: str, path: str, *given: object) -> Answer:
        answer = await ask(self, method, path, *given)  # type: ignore[arg-type]
        if next(count) == after:
            # While something is tried, and while it is deleted again.
            job.cancel()
            await asyncio.sleep(0)
        return answer

    monkeypatch.setattr(Api, "ask", counted)
    job = asyncio.create_task(house.check(room))
    with pytest.raises(asyncio.CancelledError):
        await job
    assert house.untouched(room)
    assert house.said[-1] == "Everything the check created has been deleted."


async def test_a_message_whose_answer_was_lost_is_found_and_deleted(house: House):
    house.sandbox.faults.cut_after(SEND, times=3)
    house.sandbox.faults.cut_after(r"POST /channels/\{channel_id\}/threads")
    room = house.room()
    tally = await house.check(room)
    lost = {one for one, why in tally.untried.items() if why == "the connection broke"}
    # The third message is the empty one, which is refused before its connection would break.
    assert lost == {"message-text", "embed-text", "thread-kind"}
    assert tally.differs == {}
    assert house.untouched(room)


async def test_a_notice_of_a_new_thread_is_deleted_too(house: House, monkeypatch: pytest.MonkeyPatch):
    made = threads._made

    def noticed(call: threads.Call, parent: Channel, *given: object, **more: object) -> Channel:
        thread = made(call, parent, *given, **more)  # type: ignore[arg-type]
        world = call.world
        notice = Message(world.new_id(), parent, world.bot, thread.name, world.clock.now(), kind=18)
        parent.messages[notice.id] = notice
        return thread

    monkeypatch.setattr(threads, "_made", noticed)
    room = house.room()
    tally = await house.check(room)
    assert tally.differs == {}
    assert house.untouched(room)


async def test_messages_of_others_stay(house: House):
    room, ann = house.room(), house.sandbox.person("Ann", house.guild)
    said = ann.says("Stationmaster check? What is that?", room)
    await house.check(room)
    assert list(room.messages) == [said.id]


async def test_things_that_cannot_be_deleted_are_named(house: House):
    house.sandbox.faults.refused(r"DELETE /channels/\{channel_id\}/messages/.*", status=403, code=50013, times=500)
    room = house.room()
    tally = await house.check(room)
    assert len(tally.left) > 10
    assert not tally.well
    left = "The check could not delete these; please delete them yourself: message"
    assert any(one.startswith(left) for one in house.said)


async def test_the_check_waits_for_rate_limits(house: House):
    house.sandbox.faults.rate_limit(SEND, after=0.01, times=3)
    tally = await house.check(house.room())
    assert tally.differs == {}
    assert tally.untried.keys() == ELSEWHERE


# --- from the command line


async def test_the_command_prints_it_and_its_exit_code_says_whether_something_differs(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
):
    monkeypatch.setenv("DISCORD_TOKEN", house.sandbox.token)
    monkeypatch.setenv("DISCORD_API", house.sandbox.api_address)
    monkeypatch.chdir(tmp_path)  # type: ignore[arg-type]
    room = house.room()
    given = ["check", "--live", str(room.id)]
    assert await asyncio.to_thread(main, given) == 0
    assert f"{len(PROBES) - len(ELSEWHERE)} as expected, 0 different" in capsys.readouterr().out
    monkeypatch.setattr(limits, "CONTENT", 4000)
    assert await asyncio.to_thread(main, given) == 1
    assert "DIFFERS     message-text" in capsys.readouterr().out
    assert house.untouched(room)
    assert await asyncio.to_thread(main, ["check", "--live", "1"]) == 2
    assert "does not see this channel" in capsys.readouterr().err
