"""The sandbox against Discord's published description: routes, limits, and all that is sent and answered."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import discord
import pytest

from sandbox import Sandbox
from sandbox.happening import commands
from sandbox.refusing import limits, modals
from sandbox.rest import ROUTES
from sandbox.world.records import Record
from sandbox.world.world import FORUM
from tests.sandbox import described
from tests.sandbox.bots import PNG, TinyBot, Towns
from tests.sandbox.conftest import Club

pytestmark = described.needed


def test_every_route_is_described():
    paths = described.document()["paths"]
    assert [key for key in ROUTES if key[0].lower() not in paths.get(key[1], {})] == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (limits.EMBEDS, "MessageCreateRequest.embeds.maxItems"),
        (limits.FILES, "MessageCreateRequest.attachments.maxItems"),
        (limits.V2_PARTS, "MessageCreateRequest.components.maxItems"),
        (limits.NONCE, "MessageCreateRequest.nonce.maxLength"),
        (limits.EMBED_TITLE, "RichEmbed.title.maxLength"),
        (limits.EMBED_TEXT, "RichEmbed.description.maxLength"),
        (limits.EMBED_FIELDS, "RichEmbed.fields.maxItems"),
        (limits.FIELD_NAME, "RichEmbedField.name.maxLength"),
        (limits.FIELD_VALUE, "RichEmbedField.value.maxLength"),
        (limits.FOOTER, "RichEmbedFooter.text.maxLength"),
        (limits.EMBED_AUTHOR, "RichEmbedAuthor.name.maxLength"),
        (limits.FILE_TEXT, "MessageAttachmentRequest.description.maxLength"),
        (limits.BUTTONS_IN_ROW, "ActionRowComponentForMessageRequest.components.maxItems"),
        (limits.LABEL, "ButtonComponentForMessageRequest.label.maxLength"),
        (limits.CUSTOM_ID, "ButtonComponentForMessageRequest.custom_id.maxLength"),
        (limits.LINK, "ButtonComponentForMessageRequest.url.maxLength"),
        (limits.OPTIONS, "StringSelectComponentForMessageRequest.options.maxItems"),
        (limits.PLACEHOLDER, "StringSelectComponentForMessageRequest.placeholder.maxLength"),
        (limits.OPTION_TEXT, "StringSelectOptionForRequest.label.maxLength"),
        (limits.OPTION_TEXT, "StringSelectOptionForRequest.value.maxLength"),
        (limits.OPTION_TEXT, "StringSelectOptionForRequest.description.maxLength"),
        (limits.GALLERY, "MediaGalleryComponentForMessageRequest.items.maxItems"),
        (limits.SECTION_TEXTS, "SectionComponentForMessageRequest.components.maxItems"),
        (limits.V2_TEXT, "TextDisplayComponentForMessageRequest.content.maxLength"),
        (limits.CHANNEL_NAME, "CreateGuildChannelRequest.name.maxLength"),
        (limits.FORUM_TOPIC, "CreateGuildChannelRequest.topic.maxLength"),
        (limits.SLOWMODE, "CreateGuildChannelRequest.rate_limit_per_user.maximum"),
        (limits.POST_TAGS, "CreateForumThreadRequest.applied_tags.maxItems"),
        (limits.CHANNEL_NAME, "CreateForumThreadRequest.name.maxLength"),
        (limits.ROLE_NAME, "CreateRoleRequest.name.maxLength"),
        (commands.NAME, "ApplicationCommandUpdateRequest.name.maxLength"),
        (commands.DESCRIPTION, "ApplicationCommandUpdateRequest.description.maxLength"),
        (commands.OPTIONS, "ApplicationCommandUpdateRequest.options.maxItems"),
        (commands.CHOICES, "ApplicationCommandStringOption.choices.maxItems"),
        (commands.CHOICE_TEXT, "ApplicationCommandOptionStringChoice.name.maxLength"),
        (modals.TITLE, "ModalInteractionCallbackRequestData.title.maxLength"),
        (modals.TEXT, "TextInputComponentForModalRequest.max_length.maximum"),
        (modals.TEXT_PLACEHOLDER, "TextInputComponentForModalRequest.placeholder.maxLength"),
        (modals.LABEL, "LabelComponentForModalRequest.label.maxLength"),
        (modals.DESCRIPTION, "LabelComponentForModalRequest.description.maxLength"),
    ],
)
def test_limits_are_the_described_ones(ours: int, theirs: str):
    assert described.limit(theirs) == ours


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        # What the description allows to anybody, and Discord's documentation does not allow to a bot.
        (limits.CONTENT, "MessageCreateRequest.content.maxLength"),
        (limits.FORUM_TAGS, "CreateGuildChannelRequest.available_tags.maxItems"),
        (limits.TAG_NAME, "CreateOrUpdateThreadTagRequest.name.maxLength"),
        (modals.PARTS, "ModalInteractionCallbackRequestData.components.maxItems"),
        (commands.COUNTS[commands.CHAT] + 2 * 15, "X"),
    ],
)
def test_limits_stricter_than_described_stay_below(ours: int, theirs: str):
    most = 130 if theirs == "X" else described.limit(theirs)
    assert ours <= most


async def test_all_requests_and_answers_match_the_description(club: Club, tiny: TinyBot):
    for text, options in (
        ("/echo", {"text": "hello"}),
        ("/echo", {"text": "hello", "private": True}),
        ("/think", {}),
        ("/travel", {"town": "Waco", "cost": 3}),
        ("/invite", {"who": club.bob}),
        ("/twice", {}),
        ("/picture", {}),
        ("/panel", {}),
    ):
        answer = await club.ann.slash(text, club.room, **options)
    await club.ann.autocomplete("/travel", club.room, "town")
    await club.ann.select(answer.message, "Waco")
    panel = await club.ann.slash("/panel", club.room)
    form = await club.ann.press(panel.message, "Write a note")
    await club.ann.submit(form, **{"Your note": "mine"})
    await club.sandbox.until(lambda: panel.followups)
    await club.ann.press(panel.followups[0], "Stamp 1")

    guild = tiny.get_guild(club.guild.id)
    room = tiny.get_channel(club.room.id)
    assert guild and isinstance(room, discord.TextChannel)
    sent = await room.send("look", file=discord.File(io.BytesIO(PNG), "a.png"), embed=discord.Embed(title="T"))
    await sent.edit(content="look again", attachments=[discord.File(io.BytesIO(PNG), "b.png")], view=Towns())
    await sent.pin()
    assert [one.id async for one in room.pins()] == [sent.id]
    await sent.unpin()
    await sent.add_reaction("🚂")
    thread = await sent.create_thread(name="of it", auto_archive_duration=60)
    await thread.send("inside")
    await thread.edit(archived=True)
    await thread.edit(archived=False, name="of that")
    await thread.add_user(discord.Object(club.bob.id))
    await thread.fetch_members()
    lone = await room.create_thread(name="private")
    await lone.delete()
    role = await guild.create_role(name="Spectator", mentionable=True)
    member = await guild.fetch_member(club.bob.id)
    await member.add_roles(role)
    await member.remove_roles(role)
    await room.set_permissions(role, send_messages=False)
    category = await guild.create_category("Games")
    other = await guild.create_text_channel("Game 1", category=category, topic="1870")
    await other.edit(topic="over")
    await other.delete()
    forum = club.sandbox.channel(club.guild, "posts", FORUM)
    post = await (await tiny.fetch_channel(forum.id)).create_thread(name="Game 2", content="begun")
    assert post.thread.id == post.message.id
    await post.message.reply("on")
    direct = await (await tiny.fetch_user(club.ann.id)).create_dm()
    await direct.send("psst")
    await tiny.fetch_guild(club.guild.id)
    await guild.fetch_channels()
    await guild.fetch_roles()
    await guild.active_threads()
    assert [one async for one in room.archived_threads()] == []
    assert len([one async for one in room.history()]) > 5
    await tiny.application_info()
    await tiny.tree.fetch_commands()
    await tiny.fetch_channel(thread.id)
    await sent.delete()

    assert sorted(set(described.complaints(club.sandbox.records))) == []
    assert [one.operation for one in club.sandbox.records.refused if one.status != 400] == []
    assert len({one.operation for one in club.sandbox.records}) >= 36


def record(method: str, template: str, status: int, answer: object = None, **more: object) -> Record:
    return Record(method, template, template, {}, None, status=status, answer=answer, **more)  # type: ignore[arg-type]


REFUSED = {"message": "Unknown Channel", "code": 10003}
LATE = {"message": "You are being rate limited.", "retry_after": 1.0, "global": False, "code": 0}
IN_FULL = {"content": {"_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be 2000 or fewer in length."}]}}
CHANNEL = "/channels/{channel_id}"


@pytest.mark.parametrize(
    "answered",
    [
        record("GET", CHANNEL, 404, REFUSED),
        record("GET", CHANNEL, 429, LATE),
        record("GET", CHANNEL, 400, {"message": "Invalid Form Body", "code": 50035, "errors": IN_FULL}),
        record("POST", CHANNEL + "/typing", 204),
        record("GET", CHANNEL, 502, fault="5xx"),
    ],
)
def test_answers_that_match_the_description_pass(answered: Record):
    assert described.complaints([answered]) == []


@pytest.mark.parametrize(
    ("answered", "complaint"),
    [
        (record("GET", CHANNEL, 200, {"id": "1"}), "our answer (200)"),
        (record("GET", CHANNEL, 200), "our answer (200)"),
        (record("GET", CHANNEL, 204), "our answer has the status 204"),
        (record("GET", CHANNEL, 502), "our answer has the status 502"),
        (record("POST", CHANNEL + "/threads", 200, {}), "our answer has the status 200"),
        (record("POST", CHANNEL + "/typing", 204, {}), "has a body"),
        (record("GET", CHANNEL, 404, {"message": "Unknown Channel"}), "our answer (404)"),
        (record("GET", CHANNEL, 429, REFUSED), "our answer (429)"),
        (record("GET", "/channels", 404, REFUSED), "no such path"),
    ],
)
def test_answers_that_differ_from_the_description_are_found(answered: Record, complaint: str):
    found = described.complaints([answered])
    assert any(complaint in one for one in found), found


def laid_out(**more: object) -> dict[str, object]:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | more
    section = {"type": 9, "components": [{"type": 10, "content": "text"}], "accessory": button}
    return {"flags": 32768, "components": [section, {"type": 1, "components": [button | {"custom_id": "other"}]}]}


SENT = ("POST", "/channels/{channel_id}/messages", 0)
PLAIN = {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}, "embeds": [{"title": "t", "flags": 0}]}


@pytest.mark.parametrize("body", [PLAIN, laid_out(), laid_out(disabled=True)])
def test_requests_that_match_the_description_pass(body: dict[str, object]):
    assert described.complaints([replace(record(*SENT), body=body)]) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (PLAIN | {"text": "x"}, "the body has $.text"),
        (PLAIN | {"embeds": [{"titel": "t"}]}, "the body has $.embeds[].titel"),
        (
            PLAIN | {"embeds": [{"fields": [{"name": "n", "value": "v", "inlined": True}]}]},
            "$.embeds[].fields[].inlined",
        ),
        (PLAIN | {"allowed_mentions": {"parse": [], "everyone": False}}, "the body has $.allowed_mentions.everyone"),
        (laid_out(row=1), "the body has $.components[].accessory.row"),
        (laid_out(row=1), "the body has $.components[].components[].row"),
        (laid_out(disabled="no"), "the body at"),
        (PLAIN | {"embeds": [{"color": "red"}]}, "the body at"),
        (PLAIN | {"allowed_mentions": {"users": "1"}}, "the body at"),
    ],
)
def test_requests_with_strange_or_wrong_fields_at_any_depth_are_found(body: dict[str, object], complaint: str):
    found = described.complaints([replace(record(*SENT), body=body)])
    assert any(complaint in one for one in found), found


async def test_events_that_differ_from_the_description_are_found(club: Club, tiny: TinyBot):
    told: dict[str, dict[str, object]] = {}
    pressed = await club.ann.slash("/panel", club.room)
    await club.ann.press(pressed.message, "Write a note")
    thread = await tiny.get_channel(club.room.id).create_thread(name="a", type=discord.ChannelType.public_thread)
    await thread.delete()
    sent = club.sandbox.gateway.connected[0].sent
    await club.sandbox.until(lambda: any('"THREAD_DELETE"' in text for _, text in sent))
    for packet in (json.loads(text) for _, text in sent):
        told[packet["t"]] = packet["d"]
    assert {"READY", "GUILD_CREATE", "INTERACTION_CREATE", "THREAD_CREATE", "THREAD_DELETE"} <= set(told)
    for name, data in told.items():
        assert list(described.event_faults(name, data)) == [], name
        assert list(described.event_faults(name, data | {"strange": 1})) == [f"{name} has $.strange"], name
        assert list(described.event_faults(name, dict.fromkeys(data))), name
    asked = told["INTERACTION_CREATE"]
    without = {key: value for key, value in asked.items() if key not in ("member", "user")}
    assert list(described.event_faults("INTERACTION_CREATE", without))
    nested = asked | {"data": asked["data"] | {"pressed_at": 1}}  # type: ignore[operator]
    assert list(described.event_faults("INTERACTION_CREATE", nested)) == ["INTERACTION_CREATE has $.data.pressed_at"]
    assert list(described.event_faults("NOBODY_KNOWS", {})) == ["NOBODY_KNOWS: not a known event"]


async def test_a_sandbox_checks_its_answers_when_it_stops(complaints: list[str]):
    async with Sandbox.running() as sandbox:
        sandbox.records.append(record("GET", CHANNEL, 204))
    assert complaints == [f"GET {CHANNEL}: our answer has the status 204, the described ones are ['200', '429', '4XX']"]
    complaints.clear()
