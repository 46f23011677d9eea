"""Answers to interactions: the first one, the original answer, follow-ups."""

from __future__ import annotations

from typing import Any

from sandbox.happening.posting import Draft
from sandbox.rest.call import Call, route
from sandbox.rest.messages import payload
from sandbox.world.errors import ApiError

HOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = HOOK + "/messages/@original"
FOLLOWUP = HOOK + "/messages/{message_id}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", with_token=True)
def first(call: Call) -> Any:
    """The first answer, due within three seconds."""
    draft = Draft(call.fields.get("data") or {}, call.files)
    one = call.sandbox.interactions.answer(
        call.id("interaction_id"), call.given["interaction_token"], call.fields, draft
    )
    return call.sandbox.interactions.callback_payload(one) if call.flag("with_response") else None


def _hook(call: Call) -> str:
    if call.id("webhook_id") != call.world.application_id:
        raise ApiError(10015)
    return call.given["webhook_token"]


@route("POST", HOOK, with_token=True)
def follow(call: Call) -> Any:
    """A further answer."""
    return payload(call, call.sandbox.interactions.follow(_hook(call), call.draft))


@route("GET", ORIGINAL, with_token=True)
@route("GET", FOLLOWUP, with_token=True)
def read(call: Call) -> Any:
    """An answer as it stands."""
    return payload(call, call.sandbox.interactions.message(_hook(call), _which(call)))


@route("PATCH", ORIGINAL, with_token=True)
@route("PATCH", FOLLOWUP, with_token=True)
def edit(call: Call) -> Any:
    """Change an answer; this ends the thinking."""
    message = call.sandbox.interactions.message(_hook(call), _which(call))
    return payload(call, call.sandbox.posting.edit(message, call.draft))


@route("DELETE", ORIGINAL, with_token=True)
@route("DELETE", FOLLOWUP, with_token=True)
def delete(call: Call) -> Any:
    """Take an answer away."""
    call.sandbox.posting.delete(call.sandbox.interactions.message(_hook(call), _which(call)))


def _which(call: Call) -> int | None:
    return call.id("message_id") if call.given.get("message_id", "@original") != "@original" else None
