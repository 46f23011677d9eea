"""The application's own emojis: what Discord takes, what it refuses, and how the page shows them."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.refusing import limits
from sandbox.rest import ROUTES, Call
from sandbox.world.errors import ApiError
from sandbox.world.world import Emoji

OWN = "/applications/{application_id}/emojis"


def call(sandbox: Sandbox, method: str, at: str = OWN, body: Any = None, **given: object) -> Any:
    given = {"application_id": sandbox.world.application_id, **given}
    return ROUTES[method, at](Call(sandbox, {name: str(one) for name, one in given.items()}, {}, body))


def image(size: int = 10) -> str:
    return f"data:image/png;base64,{base64.b64encode(bytes(size)).decode()}"


async def test_one_is_made_renamed_listed_and_deleted():
    async with Sandbox.running() as sandbox:
        made = call(sandbox, "POST", body={"name": "ab_1", "image": image(limits.EMOJI_SIZE)})
        assert [one["name"] for one in call(sandbox, "GET")["items"]] == ["ab_1"] and made["available"]
        one = OWN + "/{emoji_id}"
        assert call(sandbox, "PATCH", one, {"name": "cd"}, emoji_id=made["id"])["name"] == "cd"
        assert call(sandbox, "GET", one, emoji_id=made["id"])["name"] == "cd"
        call(sandbox, "DELETE", one, emoji_id=made["id"])
        with pytest.raises(ApiError) as gone:
            call(sandbox, "GET", one, emoji_id=made["id"])
        assert gone.value.code == 10014 and call(sandbox, "GET") == {"items": []}


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "image": image()},
        {"name": "x" * 33, "image": image()},
        {"name": "a-b", "image": image()},
        {"name": "taken", "image": image()},
        {"image": image()},
        {"name": "fine"},
        {"name": "fine", "image": "data:image/png;base64,?"},
        {"name": "fine", "image": "data:text/plain;base64,AAAA"},
        {"name": "fine", "image": image(limits.EMOJI_SIZE + 1)},
    ],
)
async def test_what_discord_does_not_take_is_refused(body: dict[str, Any]):
    async with Sandbox.running() as sandbox:
        sandbox.world.emojis[1] = Emoji(1, "taken", b"")
        with pytest.raises(ApiError) as wrong:
            call(sandbox, "POST", body=body)
        assert wrong.value.code == 50035 and len(sandbox.world.emojis) == 1


async def test_one_too_many_is_refused():
    async with Sandbox.running() as sandbox:
        sandbox.world.emojis |= {number: Emoji(number, f"e_{number}", b"") for number in range(2_000)}
        with pytest.raises(ApiError) as full:
            call(sandbox, "POST", body={"name": "more", "image": image()})
        assert (full.value.code, len(sandbox.world.emojis)) == (30008, 2_000)


async def test_those_of_another_application_are_out_of_reach():
    async with Sandbox.running() as sandbox:
        with pytest.raises(ApiError) as other:
            call(sandbox, "GET", application_id=1)
        assert other.value.code == 50001


@pytest.mark.parametrize("kind", ["button", "option"])
def test_one_that_does_not_exist_is_refused_in_a_message(kind: str):
    emoji = {"id": "5", "name": "x"}
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "b", "emoji": emoji}
    chosen = {"type": 3, "custom_id": "s", "options": [{"label": "o", "value": "o", "emoji": emoji}]}
    body = {"components": [{"type": 1, "components": [button if kind == "button" else chosen]}]}
    limits.message(body, {}, emojis={5})
    with pytest.raises(ApiError) as wrong:
        limits.message(body, {}, emojis={6})
    assert wrong.value.code == 50035
