"""People at their clients: they type commands, press buttons, choose, fill in forms, write, and see what they may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.happening import payloads
from sandbox.happening.commands import (
    BOOLEAN,
    CHANNEL,
    FILE,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    USER_OPTION,
    Filled,
)
from sandbox.happening.commands import MESSAGE as MESSAGE_MENU
from sandbox.happening.commands import USER as USER_MENU
from sandbox.happening.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Interaction,
)
from sandbox.happening.parts import Parts
from sandbox.happening.posting import Draft, File
from sandbox.happening.threads import may_wake
from sandbox.refusing import modals
from sandbox.world.errors import ClientRefuses
from sandbox.world.permissions import Perm
from sandbox.world.rights import in_channel
from sandbox.world.world import (
    Channel,
    Message,
    Role,
    User,
)

SETTLED, ACKNOWLEDGED, SENT = "settled", "acknowledged", "sent"
"""How long a person waits: until nothing is thought about any more, until the first answer, not at all."""


class Answer:
    """What a person sees of what they did."""

    def __init__(self, sandbox: Parts, interaction: Interaction) -> None:
        self.sandbox, self.interaction = sandbox, interaction

    @property
    def failure(self) -> str | None:
        """What Discord itself says when the bot did not answer."""
        return self.interaction.failure

    @property
    def message(self) -> Message:
        """The bot's answer."""
        if self.interaction.failure:
            raise AssertionError(f"{self.interaction.name or self.interaction.data}: {self.interaction.failure}")
        if self.interaction.original is None:
            raise AssertionError(f"{self.interaction.name or self.interaction.data}: answered without a message")
        return self.interaction.original

    @property
    def text(self) -> str:
        """Its text."""
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees it."""
        return self.message.ephemeral

    @property
    def followups(self) -> list[Message]:
        """What came after it, such as an answer beside a panel that stays."""
        return self.interaction.followups

    @property
    def modal(self) -> dict[str, Any]:
        """The form that was opened."""
        if self.interaction.modal is None:
            raise AssertionError(f"{self.interaction.name or self.interaction.data}: no form was opened")
        return self.interaction.modal

    async def settled(self) -> Answer:
        """Wait until nothing is thought about any more."""
        await self.sandbox.until(lambda: self.interaction.settled, f"the answer to {self.interaction.name}")
        return self


class Person:
    """Somebody with a Discord client."""

    def __init__(self, sandbox: Parts, user: User) -> None:
        self.sandbox, self.user = sandbox, user

    @property
    def id(self) -> int:
        """The person's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The person's name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """As a mention in a text."""
        return f"<@{self.user.id}>"

    # --- commands

    async def slash(self, command: str, where: Channel, /, *, wait: str = SETTLED, **options: Any) -> Answer:
        """Type a command and send it: `await ann.slash("/game new", channel, title="1870")`."""
        filled = self._found(command, where)
        sent, resolved = self._options(filled, where, options, focus=None)
        return await self._do(COMMAND, where, filled.data(sent, resolved), " ".join(filled.path), None, wait)

    async def autocomplete(
        self, command: str, where: Channel, focus: str, text: Any = "", /, **options: Any
    ) -> list[dict[str, Any]]:
        """What is offered while typing into an option; the others are as given."""
        filled = self._found(command, where)
        sent, resolved = self._options(filled, where, options | {focus: text}, focus=focus)
        data = filled.data(sent, resolved)
        answer = await self._do(AUTOCOMPLETE, where, data, " ".join(filled.path), None, ACKNOWLEDGED)
        if answer.failure:
            raise AssertionError(f"/{answer.interaction.name} {focus}: {answer.failure}")
        return answer.interaction.choices or []

    def _found(self, command: str, where: Channel) -> Filled:
        self._sees(where)
        rights = in_channel(where, self.user)
        if where.guild and Perm.USE_APPLICATION_COMMANDS not in rights:
            raise ClientRefuses("no_commands_here", person=self.name, channel=where.name)
        if where.thread and where.thread.archived:
            raise ClientRefuses("archived")
        filled = self.sandbox.commands.find(command, where.guild, self.user)
        needed = filled.command["default_member_permissions"]
        if where.guild and needed is not None and (int(needed) == 0 or Perm(int(needed)) & ~rights):
            raise ClientRefuses("command_hidden", person=self.name, command=command)
        return filled

    async def menu(self, entry: str, target: Person | Message, where: Channel, /, *, wait: str = SETTLED) -> Answer:
        """Choose an entry in the menu of a person or a message: `await ann.menu("Invite to a game…", bob, channel)`."""
        self._sees(where)
        if where.guild and Perm.USE_APPLICATION_COMMANDS not in in_channel(where, self.user):
            raise ClientRefuses("no_commands_here", person=self.name, channel=where.name)
        if isinstance(target, Message):
            kind, id, world = MESSAGE_MENU, target.id, self.sandbox.world
            resolved: dict[str, Any] = {"messages": {str(id): payloads.message(target, world)}}
        else:
            kind, id, resolved = USER_MENU, target.id, self._people_resolved(target.user, where)
        command = self.sandbox.commands.menu(entry, kind, where.guild, self.user)
        data = {"id": command["id"], "name": entry, "type": kind, "target_id": str(id), "resolved": resolved}
        return await self._do(COMMAND, where, data, entry, None, wait)

    def _options(
        self, filled: Filled, where: Channel, typed: dict[str, Any], focus: str | None
    ) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """The options in the form in which they are sent, checked as a client checks them."""
        declared = {one["name"]: one for one in filled.leaf.get("options", [])}
        for name in typed:
            if name not in declared:
                raise ClientRefuses("no_option", command=" ".join(filled.path), option=name)
        sent: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        for name, option in declared.items():
            if typed.get(name) is None:
                if option.get("required") and focus is None:
                    raise ClientRefuses("option_missing", command=" ".join(filled.path), option=name)
                continue
            answer = {"name": name, "type": option["type"], "value": typed[name]}
            if name == focus:
                sent.append(answer | {"value": str(typed[name]), "focused": True})
                continue
            answer["value"] = self._value(option, typed[name], where, resolved, typing=focus is not None)
            sent.append(answer)
        return sent, resolved

    def _value(
        self, option: dict[str, Any], value: Any, where: Channel, resolved: dict[str, Any], *, typing: bool
    ) -> Any:
        kind, name = option["type"], option["name"]
        if kind in (USER_OPTION, MENTIONABLE) and isinstance(value, Person | User):
            user = value.user if isinstance(value, Person) else value
            _merge(resolved, self._people_resolved(user, where))
            return str(user.id)
        if kind in (ROLE, MENTIONABLE) and isinstance(value, Role):
            _merge(resolved, {"roles": {str(value.id): payloads.role(value)}})
            return str(value.id)
        if kind == CHANNEL and isinstance(value, Channel):
            if option.get("channel_types") and value.kind not in option["channel_types"]:
                raise ClientRefuses("channel_kind", option=name)
            _merge(resolved, {"channels": {str(value.id): payloads.chosen(value, self.user, self.sandbox.world)}})
            return str(value.id)
        if kind == FILE and isinstance(value, File):
            file = self.sandbox.world.file(where, value.name, value.data, value.content_type)
            _merge(resolved, {"attachments": {str(file.id): payloads.attachment(file, self.sandbox.world.address)}})
            return str(file.id)
        fitting = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}.get(kind)
        if fitting is None or not isinstance(value, fitting) or (kind in (INTEGER, NUMBER) and isinstance(value, bool)):
            raise ClientRefuses("wrong_value", option=name, value=value)
        if option.get("choices") and not typing and value not in [one["value"] for one in option["choices"]]:
            raise ClientRefuses("not_offered", option=name, value=value)
        if kind in (INTEGER, NUMBER):
            least, most = option.get("min_value"), option.get("max_value")
            if (least is not None and value < least) or (most is not None and value > most):
                raise ClientRefuses("option_range", option=name, least=least, most=most)
        if kind == STRING and not (option.get("min_length") or 0) <= len(value) <= (option.get("max_length") or 6000):
            raise ClientRefuses(
                "field_length", field=name, least=option.get("min_length") or 0, most=option.get("max_length")
            )
        return value

    def _people_resolved(self, user: User, where: Channel) -> dict[str, Any]:
        resolved: dict[str, Any] = {"users": {str(user.id): payloads.user(user)}}
        if where.guild and (member := where.guild.members.get(user.id)):
            own = {key: value for key, value in payloads.member(member).items() if key not in ("user", "deaf", "mute")}
            resolved["members"] = {str(user.id): own | {"permissions": str(int(in_channel(where, user)))}}
        return resolved

    # --- components of messages

    async def press(self, message: Message, button: str, *, wait: str = SETTLED) -> Answer:
        """Press a button, named by its label, its emoji or its custom id."""
        buttons = [
            one
            for one in message.buttons
            if button in (one.get("label"), one.get("custom_id"), (one.get("emoji") or {}).get("name"))
        ]
        if not buttons:
            offered = ", ".join(str(one.get("label") or one.get("custom_id")) for one in message.buttons)
            raise ClientRefuses("no_button", button=button, offered=offered or "-")
        if buttons[0].get("disabled"):
            raise ClientRefuses("button_off", button=button)
        if "custom_id" not in buttons[0]:
            raise ClientRefuses("button_link", button=button)
        return await self._use(message, buttons[0], {}, wait)

    async def select(self, message: Message, values: Any, select: str | None = None, *, wait: str = SETTLED) -> Answer:
        """Choose in a select (the only one, or named by custom id or placeholder): values or labels of its options."""
        named = [one for one in message.selects if select in (None, one["custom_id"], one.get("placeholder"))]
        if not named:
            raise ClientRefuses("no_list", list=select or "")
        part = named[0]
        if part.get("disabled"):
            raise ClientRefuses("list_off")
        chosen = list(values) if isinstance(values, list | tuple) else [values]
        least, most = part.get("min_values", 1), part.get("max_values", 1)
        if not least <= len(chosen) <= most:
            raise ClientRefuses("list_count", least=least, most=most)
        resolved: dict[str, Any] = {}
        if part["type"] == 3:
            by_name = {key: one["value"] for one in part["options"] for key in (one["label"], one["value"])}
            missing = [one for one in chosen if one not in by_name]
            if missing:
                raise ClientRefuses("list_choice", chosen=", ".join(map(str, missing)), offered=", ".join(by_name))
            sent = [by_name[one] for one in chosen]
        else:
            sent = [self._picked(part, one, message.channel, resolved) for one in chosen]
        more = {"values": sent} | ({"resolved": resolved} if part["type"] != 3 else {})
        return await self._use(message, part, more, wait)

    async def submit(self, answer: Answer, *, wait: str = SETTLED, **values: Any) -> Answer:
        """Fill in a form that was opened and send it; fields are named by custom id or label."""
        opened = answer.interaction
        resolved: dict[str, Any] = {}

        def picked(field: dict[str, Any], value: Any) -> str:
            return self._picked(field, value, opened.channel, resolved)

        parts = modals.submission(answer.modal, values, picked)
        data = {"custom_id": answer.modal["custom_id"], "components": parts}
        data |= {"resolved": resolved} if resolved else {}
        return await self._do(MODAL, opened.channel, data, opened.name, opened.source, wait)

    def _picked(self, part: dict[str, Any], value: Any, where: Channel, resolved: dict[str, Any]) -> str:
        """A person, role, channel or file, or one of the first three by its number, as it is sent for a part of a
        message or form.
        """
        kind = {5: USER_OPTION, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL, modals.UPLOAD: FILE}[part["type"]]
        option = {"type": kind, "name": part["custom_id"], "channel_types": part.get("channel_types")}
        if isinstance(value, str) and value.isdecimal():
            world, roles = self.sandbox.world, where.guild.roles if where.guild else {}
            known: dict[int, Any] = {USER_OPTION: world.users, ROLE: roles, CHANNEL: world.channels}.get(kind, {})
            value = (known or {**world.users, **roles}).get(int(value), value)
        if isinstance(value, Channel):
            self._sees(value)
        return str(self._value(option, value, where, resolved, typing=False))

    async def _use(self, message: Message, part: dict[str, Any], more: dict[str, Any], wait: str) -> Answer:
        if message.deleted or all(one.id != message.id for one in self.sees(message.channel)):
            raise ClientRefuses("message_hidden", person=self.name)
        if message.channel.thread and message.channel.thread.archived:
            if not may_wake(message.channel, self.user):
                raise ClientRefuses("no_press", person=self.name, channel=message.channel.name)
            self.sandbox.threads.wake(message.channel)
        data = {"component_type": part["type"], "custom_id": part["custom_id"], "id": part["id"]} | more
        return await self._do(COMPONENT, message.channel, data, part["custom_id"], message, wait)

    async def _do(
        self,
        kind: int,
        where: Channel,
        data: dict[str, Any],
        name: str,
        source: Message | None,
        wait: str,
    ) -> Answer:
        self._sees(where)
        interaction = self.sandbox.interactions.open(kind, self.user, where, data, name=name, source=source)
        done: Callable[[], bool] = (lambda: interaction.settled) if wait == SETTLED else (lambda: interaction.answered)
        if wait != SENT:
            await self.sandbox.until(done, f"the answer to {name}")
        return Answer(self.sandbox, interaction)

    # --- writing and seeing

    def says(self, text: str, where: Channel, *files: File) -> Message:
        """Write a message."""
        self._sees(where)
        draft = Draft({"content": text}, {str(index): one for index, one in enumerate(files)})
        self.sandbox.posting.permitted(where, self.user, draft)
        return self.sandbox.posting.create(where, self.user, draft)

    def sees(self, where: Channel) -> list[Message]:
        """All messages of a channel that this person sees, including their ephemeral ones."""
        if Perm.VIEW_CHANNEL not in in_channel(where, self.user):
            return []
        return [one for one in where.messages.values() if one.only_for in (None, self.user.id)]

    @property
    def pings(self) -> list[Message]:
        """Messages that pinged this person, oldest first."""
        rung = [
            one
            for where in self.sandbox.world.channels.values()
            for one in where.messages.values()
            if self.id in one.pinged
        ]
        return sorted(rung, key=lambda one: one.id)

    async def pinged(self, after: Message | None = None) -> Message:
        """Wait for the next ping (after a message)."""
        least = after.id if after else 0
        return await self.sandbox.until(
            lambda: next((one for one in self.pings if one.id > least), None), f"a ping for {self.name}"
        )

    async def sees_text(self, text: str, where: Channel) -> Message:
        """Wait until a message with this text is to be seen."""
        return await self.sandbox.until(
            lambda: next((one for one in reversed(self.sees(where)) if text in one.text), None),
            f"{text!r} in #{where.name}",
        )

    def _sees(self, where: Channel) -> None:
        if Perm.VIEW_CHANNEL not in in_channel(where, self.user):
            raise ClientRefuses("channel_hidden", person=self.name, channel=where.name)


def _merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        into.setdefault(key, {}).update(value)


def somebody(sandbox: Parts, name: str) -> Person:
    """The person of this name; a new one joins all servers."""
    world = sandbox.world
    user = next((one for one in world.users.values() if one.name == name and not one.bot), None)
    if user is None:
        user = world.user(name)
        for guild in world.guilds.values():
            sandbox.join(guild, user)
    return Person(sandbox, user)
