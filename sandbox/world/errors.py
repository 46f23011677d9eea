"""Discord's refusals: status, code and sentence."""

from __future__ import annotations

from typing import Any

from sandbox.world.say import ENGLISH, words

KNOWN = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10070: (404, "Unknown Guild Scheduled Event"),
    20028: (429, "The write action you are performing on the channel has hit the write rate limit"),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    30005: (400, "Maximum number of guild roles reached (250)"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30013: (400, "Maximum number of guild channels reached (500)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30038: (400, "Maximum number of scheduled events reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40067: (400, "A tag is required to create a forum post in this channel"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50028: (400, "Invalid role"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    50600: (400, "Components V2 messages cannot be turned into ordinary ones"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}


class ApiError(Exception):
    """A refusal of Discord's with its code."""

    def __init__(self, code: int, message: str | None = None, status: int | None = None, **more: Any) -> None:
        known = KNOWN.get(code, (400, "Error"))
        self.status, self.code, self.message = status or known[0], code, message or known[1]
        self.more = more
        super().__init__(f"{self.status} {code}: {self.message}")

    def body(self) -> dict[str, Any]:
        """The JSON of it."""
        return {"message": self.message, "code": self.code, **self.more}


class InvalidForm(ApiError):
    """Code 50035: which fields of a body are wrong, and why."""

    def __init__(self, faults: dict[str, tuple[str, str]]) -> None:
        tree: dict[str, Any] = {}
        for path, (code, message) in faults.items():
            node = tree
            for part in path.split("."):
                node = node.setdefault(part, {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        super().__init__(50035, "Invalid Form Body", 400, errors=tree)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(f"{path}: {message}" for path, (_, message) in self.faults.items())


class Unauthorized(ApiError):
    """No token, or a wrong one."""

    def __init__(self) -> None:
        super().__init__(0, "401: Unauthorized", 401)


class ClientRefuses(Exception):
    """What a person's own Discord client would not let them do: an entry of `[refused]`, and what fills its fields."""

    def __init__(self, what: str, /, **fields: Any) -> None:
        self.what, self.fields = what, fields
        super().__init__(self.sentence(ENGLISH))

    def sentence(self, language: str) -> str:
        """The sentence, for somebody who reads this language."""
        return words(language)["refused"][self.what].format(**self.fields)
