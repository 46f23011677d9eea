"""What a column of the page asks for: commands, choices while typing, buttons, selects, forms, words."""

from __future__ import annotations

import base64
from typing import Any

from sandbox.happening.commands import (
    BOOLEAN,
    CHANNEL,
    FILE,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    USER_OPTION,
)
from sandbox.happening.interactions import Interaction
from sandbox.happening.parts import Parts
from sandbox.happening.posting import File
from sandbox.page.shortcuts import shortcuts
from sandbox.people import ACKNOWLEDGED, Answer, Person
from sandbox.world.errors import ApiError, ClientRefuses
from sandbox.world.world import Channel, Message

Json = dict[str, Any]

ANSWERS = {"true": True, "yes": True, "false": False, "no": False}
"""What can be typed where a command asks for a yes or a no."""


class Acting:
    """What one person does in one channel."""

    def __init__(self, sandbox: Parts, person: Person, language: str) -> None:
        self.sandbox, self.person, self.language = sandbox, person, language

    async def do(self, asked: Json, where: Channel) -> Json:
        """Do it; a refusal is a sentence."""
        try:
            match asked.get("do"):
                case "say":
                    self.person.says(str(asked["text"]), where)
                    return {}
                case "slash":
                    options = self._options(asked, where)
                    return self._shown(await self.person.slash(asked["command"], where, wait=ACKNOWLEDGED, **options))
                case "autocomplete":
                    return {"choices": await self._choices(asked, where)}
                case "press":
                    message = self._message(asked, where)
                    pressed = await self.person.press(message, asked["custom_id"], wait=ACKNOWLEDGED)
                    return self._shown(pressed)
                case "menu":
                    target = self._target(asked, where)
                    return self._shown(await self.person.menu(asked["entry"], target, where, wait=ACKNOWLEDGED))
                case "select":
                    return self._shown(await self._select(asked, where))
                case "submit":
                    return self._shown(await self._submit(asked))
                case "shortcut":
                    wanted = shortcuts(self.sandbox, where.guild)[int(asked["number"])]
                    return {"go": str((await wanted.run(self.sandbox, self.person, where)).id)}
                case strange:
                    raise ClientRefuses("unknown", what=strange)
        except ClientRefuses as e:
            return {"error": e.sentence(self.language)}
        except TimeoutError:
            return {"error": ClientRefuses("slow").sentence(self.language)}
        except (ApiError, AssertionError) as e:
            # What Discord's server answers is English in every client.
            return {"error": f"{e}"}
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as e:
            return {"error": ClientRefuses("unreadable", why=repr(e)).sentence(self.language)}

    def _shown(self, answer: Answer) -> Json:
        one = answer.interaction
        return {"modal": one.modal, "interaction": str(one.id)} if one.modal else {}

    async def _choices(self, asked: Json, where: Channel) -> list[Json]:
        others = {key: value for key, value in (asked.get("options") or {}).items() if key != asked["focus"]}
        options = self._options({"command": asked["command"], "options": others}, where, lenient=True)
        return await self.person.autocomplete(asked["command"], where, asked["focus"], asked.get("text", ""), **options)

    async def _select(self, asked: Json, where: Channel) -> Answer:
        message = self._message(asked, where)
        part = next(one for one in message.selects if one["custom_id"] == asked["custom_id"])
        kind = {5: USER_OPTION, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}.get(part["type"])
        values = [self._thing(kind, one, where) if kind else one for one in asked["values"]]
        return await self.person.select(message, values, asked["custom_id"], wait=ACKNOWLEDGED)

    async def _submit(self, asked: Json) -> Answer:
        id = int(asked["interaction"])
        mine = [one for one in self.sandbox.interactions.all if one.id == id and one.user is self.person.user]
        if not mine or not mine[0].modal:
            raise ClientRefuses("form_closed")
        opened: Interaction = mine[0]
        answer = Answer(self.sandbox, opened)
        # People and channels come by their numbers; a file, by its name and what is in it.
        values = {
            field: [self._thing(FILE, one, opened.channel) if isinstance(one, dict) else one for one in value]
            if isinstance(value, list)
            else value
            for field, value in asked["values"].items()
        }
        return await self.person.submit(answer, wait=ACKNOWLEDGED, **values)

    def _target(self, asked: Json, where: Channel) -> Person | Message:
        if "person" in asked:
            return Person(self.sandbox, self.sandbox.world.users[int(asked["person"])])
        return self._message(asked, where)

    def _message(self, asked: Json, where: Channel) -> Message:
        found = where.messages.get(int(asked["message"]))
        if found is None:
            raise ClientRefuses("message_gone")
        return found

    def _options(self, asked: Json, where: Channel, *, lenient: bool = False) -> Json:
        """What was typed, as the kinds that the options declare; `lenient` leaves out what cannot be read yet."""
        declared = {
            one["name"]: one
            for one in self.sandbox.commands.find(asked["command"], where.guild).leaf.get("options", [])
        }
        values: Json = {}
        for name, value in (asked.get("options") or {}).items():
            kind = declared[name]["type"] if name in declared else 0
            try:
                values[name] = self._thing(kind, value, where)
            except (ValueError, KeyError, ClientRefuses):
                if not lenient:
                    raise ClientRefuses("wrong_value", option=name, value=value) from None
        return values

    def _thing(self, kind: int | None, value: Any, where: Channel) -> Any:
        world = self.sandbox.world
        if kind == INTEGER:
            return int(value)
        if kind == NUMBER:
            return float(value)
        if kind == BOOLEAN:
            return ANSWERS[str(value).strip().casefold()]
        if kind in (USER_OPTION, MENTIONABLE) and int(value) in world.users:
            return world.users[int(value)]
        if kind in (ROLE, MENTIONABLE) and where.guild:
            return where.guild.roles[int(value)]
        if kind == CHANNEL:
            return world.channels[int(value)]
        if kind == FILE:
            return File(str(value["name"]), base64.b64decode(value["data"]))
        return value
