"""A body with one field of a wrong kind, too long or left out is refused, and nothing is done."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest

from sandbox.refusing.forms import check
from sandbox.world.errors import InvalidForm
from sandbox.world.world import FORUM
from tests.sandbox import described
from tests.sandbox.conftest import Club

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "b", "disabled": False}
CHOICE = {"label": "l", "value": "v", "description": "d", "default": False}
SELECT = {"type": 3, "custom_id": "s", "placeholder": "p", "min_values": 1, "max_values": 1, "options": [CHOICE]}
LINK = {"url": "https://example.org"}
TEXT = {"type": 10, "content": "x"}
EMBED = {
    "title": "t",
    "description": "d",
    "color": 5,
    "footer": {"text": "f"},
    "author": {"name": "n"},
    "image": LINK,
    "fields": [{"name": "n", "value": "v", "inline": True}],
    "timestamp": "2026-01-01T00:00:00+00:00",
    **LINK,
}
MESSAGE = {
    "content": "x",
    "tts": False,
    "nonce": "n",
    "enforce_nonce": False,
    "flags": 0,
    "embeds": [EMBED],
    "allowed_mentions": {"parse": ["users"], "roles": ["1"], "replied_user": False},
    "components": [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [SELECT]}],
}
LAID_OUT = {
    "flags": 1 << 15,
    "components": [
        TEXT,
        {"type": 9, "components": [TEXT], "accessory": BUTTON},
        {"type": 12, "items": [{"media": LINK, "description": "d", "spoiler": False}]},
        {"type": 14, "divider": True, "spacing": 1},
        {"type": 17, "accent_color": 5, "spoiler": False, "components": [TEXT]},
        {"type": 1, "components": [SELECT]},
    ],
}
COMMAND = {
    "name": "bid",
    "type": 1,
    "description": "d",
    "options": [
        {"type": 3, "name": "o", "description": "d", "required": True, "choices": [{"name": "n", "value": "v"}]},
        {"type": 4, "name": "i", "description": "d", "min_value": 0, "max_value": 5, "autocomplete": False},
    ],
    "default_member_permissions": "0",
    "contexts": [0],
    "integration_types": [0],
    "name_localizations": {"de": "x"},
}
OVERWRITE = {"type": 0, "allow": "1", "deny": "0"}
THREAD = {"name": "n", "type": 11, "auto_archive_duration": 60, "invitable": True, "rate_limit_per_user": 0}
POST = {"name": "n", "auto_archive_duration": 60, "message": {"content": "x"}}
CHANNEL = {"name": "n", "topic": "t", "nsfw": False, "rate_limit_per_user": 0}
ROLE = {"name": "n", "permissions": "0", "color": 5, "hoist": False, "mentionable": True}
CASES: dict[str, tuple[str, str, Any]] = {
    "message": ("POST", "/channels/{room}/messages", MESSAGE),
    "laid out": ("POST", "/channels/{room}/messages", LAID_OUT),
    "thread": ("POST", "/channels/{room}/threads", THREAD),
    "post": ("POST", "/channels/{forum}/threads", POST),
    "change of a channel": ("PATCH", "/channels/{room}", CHANNEL),
    "channel": ("POST", "/guilds/{guild}/channels", CHANNEL | {"permission_overwrites": [{"id": "1", **OVERWRITE}]}),
    "role": ("POST", "/guilds/{guild}/roles", ROLE),
    "overwrite": ("PUT", "/channels/{room}/permissions/{guild}", OVERWRITE),
    "commands": ("PUT", "/applications/{bot}/commands", [COMMAND]),
}
GONE: Any = ...
WRONG: tuple[Any, ...] = (
    GONE,
    {"x": 1},
    5.5,
    "x" * 5000,
    None,
    5,
    "x",
    "",
    True,
    [],
    {},
    ["x"],
    [5],
    -1,
    2**40,
    "2026",
)


def places(node: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field, at any depth."""
    if at:
        yield at
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        yield from places(value, (*at, key))


def changed(body: Any, at: tuple[Any, ...], value: Any) -> Any:
    """The same with another value there, or without it."""
    found = copy.deepcopy(body)
    node = found
    for step in at[:-1]:
        node = node[step]
    if value is GONE:
        del node[at[-1]]
    else:
        node[at[-1]] = value
    return found


@described.needed
@pytest.mark.parametrize("name", CASES)
async def test_what_the_description_refuses_is_refused(club: Club, name: str):
    method, path, body = CASES[name]
    template = path
    for ours, theirs in {"room": "channel", "forum": "channel", "bot": "application"}.items():
        template = template.replace(f"{{{ours}}}", f"{{{theirs}_id}}")
    template = template.replace("permissions/{guild}", "permissions/{overwrite_id}").replace("{guild}", "{guild_id}")
    steps = ("paths", template, method.lower(), "requestBody", "content", "application/json", "schema")
    schema = described._schema(*steps)
    forum = club.sandbox.channel(club.guild, "posts", FORUM)
    ids = {"room": club.room.id, "forum": forum.id, "guild": club.guild.id, "bot": club.sandbox.world.application_id}
    url = club.sandbox.api_address + path.format(**ids)
    taken, tried = list[str](), 0
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {club.sandbox.token}"}) as http:

        async def asked(body: Any) -> int:
            async with http.request(method, url, json=body) as got:
                return got.status

        assert await asked(body) < 300
        for at in places(body):
            for value in WRONG:
                wrong = changed(body, at, value)
                if schema.fits(described._changed(wrong, described._as_number)):
                    continue
                tried += 1
                if (status := await asked(wrong)) != 400:
                    taken.append(f"{at}: {value!r:.20} → {status}")
    club.sandbox.records.clear()
    assert taken == [] and tried > 10


@pytest.mark.parametrize(
    ("operation", "body", "where"),
    [
        ("POST /channels/{channel_id}/messages", {"embeds": [{"fields": [{"name": "n"}]}]}, "embeds.0.fields.0"),
        ("POST /channels/{channel_id}/messages", {"components": [{"components": []}]}, "components.0"),
        ("PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", {"flags": "4"}, "flags"),
        ("POST /interactions/{interaction_id}/{interaction_token}/callback", {"data": {}}, "_errors"),
        (
            "POST /interactions/{interaction_id}/{interaction_token}/callback",
            {"type": 9, "data": {"title": 5}},
            "data.title",
        ),
        ("PUT /applications/{application_id}/commands", [{"name": "a", "options": {}}], "0.options"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(operation: str, body: Any, where: str):
    with pytest.raises(InvalidForm) as refused:
        check(operation, body)
    assert list(refused.value.faults) == [where]


@pytest.mark.parametrize(("method", "path", "body"), CASES.values(), ids=CASES)
def test_what_the_bot_may_send_is_taken(method: str, path: str, body: Any):
    check(f"{method} {path}", body)
    strange = [one | {"strange": 1} for one in body] if isinstance(body, list) else body | {"strange": 1}
    check(f"{method} {path}", strange)
