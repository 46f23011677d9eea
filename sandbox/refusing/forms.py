"""What each field of a request's body must be: kinds of values, and what is required. How long is in limits.py."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec

from sandbox.world.errors import InvalidForm
from sandbox.world.packets import Number

Positive = Annotated[int, msgspec.Meta(ge=0)]
Color = Annotated[int, msgspec.Meta(ge=0, le=0xFFFFFF)]
Rights = Positive | Annotated[str, msgspec.Meta(pattern=r"^\d{1,20}$")]
Link = Annotated[str, msgspec.Meta(max_length=2048)]
Names = dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=32)]]
Words = dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=100)]]
"""Names and other texts, by language."""
Context = Annotated[int, msgspec.Meta(ge=0, le=2)]
Installation = Annotated[int, msgspec.Meta(ge=0, le=1)]


class Form(msgspec.Struct):
    """Fields that it does not name are passed over."""


class Linked(Form):
    """Something on the web, or a file of the message."""

    url: Link | None = None


class Named(Form):
    """Footer or author of an embed."""

    text: str | None = None
    name: str | None = None
    url: str | None = None
    icon_url: str | None = None


class EmbedField(Form):
    """A field of an embed."""

    name: str
    value: str
    inline: bool | None = None


class Embed(Form):
    """An embed."""

    type: str | None = None
    title: str | None = None
    description: str | None = None
    url: Link | None = None
    color: Color | None = None
    timestamp: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT")] | None = None
    footer: Named | None = None
    author: Named | None = None
    image: Linked | None = None
    thumbnail: Linked | None = None
    fields: list[EmbedField] | None = None


class Mentions(Form):
    """Whom a message may ping."""

    parse: list[str] | None = None
    users: list[Number] | None = None
    roles: list[Number] | None = None
    replied_user: bool | None = None


class Told(Form):
    """What the body says of a file."""

    id: Number
    filename: str | None = None
    description: str | None = None


class Choice(Form):
    """An option of a list."""

    label: str
    value: str
    description: str | None = None
    default: bool | None = None
    emoji: dict[str, Any] | None = None


class Item(Form):
    """A picture of a gallery."""

    media: Linked
    description: str | None = None
    spoiler: bool | None = None


class Component(Form):
    """A component of any kind; limits.py and modals.py know which has which."""

    type: int
    id: Positive | None = None
    components: list[Component] | None = None
    component: Component | None = None
    accessory: Component | None = None
    custom_id: str | None = None
    style: int | None = None
    label: str | None = None
    url: str | None = None
    emoji: dict[str, Any] | None = None
    disabled: bool | None = None
    placeholder: str | None = None
    min_values: int | None = None
    max_values: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    required: bool | None = None
    options: list[Choice] | None = None
    value: str | None = None
    content: str | None = None
    description: str | None = None
    items: list[Item] | None = None
    media: Linked | None = None
    file: Linked | None = None
    spoiler: bool | None = None
    divider: bool | None = None
    spacing: int | None = None
    accent_color: Color | None = None


class Answered(Form):
    """The message that another answers."""

    message_id: Number
    channel_id: Number | None = None
    guild_id: Number | None = None
    fail_if_not_exists: bool | None = None
    type: int | None = None


class Message(Form):
    """A message, or a change of one."""

    content: str | None = None
    nonce: int | str | None = None
    enforce_nonce: bool | None = None
    tts: bool | None = None
    flags: Positive | None = None
    embeds: list[Embed] | None = None
    allowed_mentions: Mentions | None = None
    components: list[Component] | None = None
    attachments: list[Told] | None = None
    message_reference: Answered | None = None
    sticker_ids: list[Number] | None = None


class Suggestion(Form):
    """A choice, of an autocomplete or fixed."""

    name: str
    value: str | float
    name_localizations: Words | None = None


class Data(Message):
    """The data of an answer: a message, a form or choices."""

    title: str | None = None
    custom_id: str | None = None
    choices: list[Suggestion] | None = None


class Callback(Form):
    """The first answer to an interaction."""

    type: int
    data: Data | None = None


class Overwrite(Form):
    """What a channel allows or denies."""

    type: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None
    allow: Rights | None = None
    deny: Rights | None = None


class OverwriteOf(Overwrite, kw_only=True):
    """The same with the role or member."""

    id: Number


class Tag(Form):
    """A tag of a forum."""

    name: str
    id: Number | None = None
    moderated: bool | None = None
    emoji_id: Number | None = None
    emoji_name: str | None = None


class Channel(Form):
    """A channel or thread, or a change of one."""

    name: str | None = None
    type: int | None = None
    topic: str | None = None
    nsfw: bool | None = None
    position: Positive | None = None
    parent_id: Number | None = None
    rate_limit_per_user: Positive | None = None
    permission_overwrites: list[OverwriteOf] | None = None
    available_tags: list[Tag] | None = None
    applied_tags: list[Number] | None = None
    archived: bool | None = None
    locked: bool | None = None
    invitable: bool | None = None
    auto_archive_duration: int | None = None
    message: Message | None = None


class Thread(Channel):
    """A thread of a text channel or a message, or a post."""

    type: Annotated[int, msgspec.Meta(ge=10, le=12)] | None = None


class Colors(Form):
    """A role's colours."""

    primary_color: Color | None = None
    secondary_color: Color | None = None
    tertiary_color: Color | None = None


class Role(Form):
    """A role."""

    name: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    permissions: Rights | None = None
    color: Color | None = None
    colors: Colors | None = None
    hoist: bool | None = None
    mentionable: bool | None = None


class Option(Form):
    """An option of a command."""

    type: int
    name: str
    description: str | None = None
    required: bool | None = None
    autocomplete: bool | None = None
    choices: list[Suggestion] | None = None
    options: list[Option] | None = None
    channel_types: list[int] | None = None
    min_value: float | None = None
    max_value: float | None = None
    min_length: Positive | None = None
    max_length: Positive | None = None
    name_localizations: Names | None = None
    description_localizations: Words | None = None


class Command(Form):
    """A command."""

    name: str
    type: int | None = None
    description: str | None = None
    options: list[Option] | None = None
    default_member_permissions: Rights | None = None
    dm_permission: bool | None = None
    nsfw: bool | None = None
    contexts: Annotated[list[Context], msgspec.Meta(min_length=1)] | None = None
    integration_types: Annotated[list[Installation], msgspec.Meta(min_length=1)] | None = None
    name_localizations: Names | None = None
    description_localizations: Words | None = None


class Recipient(Form):
    """Whom to write to directly."""

    recipient_id: Number | None = None


FORMS: tuple[tuple[str, Any], ...] = (
    (r"POST /interactions/.*", Callback),
    (r"(POST|PATCH) /webhooks/.*", Message),
    (r"(POST|PATCH) /channels/[^/]+/messages(/[^/]+)?", Message),
    (r"POST /channels/.*/threads", Thread),
    (r"PATCH /channels/[^/]+", Channel),
    (r"POST /guilds/[^/]+/channels", Channel),
    (r"PUT /channels/[^/]+/permissions/[^/]+", Overwrite),
    (r"(POST|PATCH) /guilds/[^/]+/roles(/[^/]+)?", Role),
    (r"PUT /applications/.*/commands", list[Command]),
    (r"POST /applications/.*/commands", Command),
    (r"POST /users/@me/channels", Recipient),
)
"""The form of each operation's body."""


def check(operation: str, body: Any) -> None:
    """Refuse a body with a field of the wrong kind, or without a required one, as Discord does (50035)."""
    form = next((form for pattern, form in FORMS if re.fullmatch(pattern, operation)), None)
    if form is None or not isinstance(body, list if form == list[Command] else dict):
        return
    try:
        msgspec.convert(body, form)
    except msgspec.ValidationError as e:
        said, _, where = str(e).partition(" - at `$")
        path = ".".join(re.findall(r"\w+", where.rstrip("`").replace("[...]", ".0"))) or "_errors"
        raise InvalidForm({path: ("BASE_TYPE_INVALID", said)}) from None
