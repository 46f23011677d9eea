"""What a person sees now, as JSON for their column of the page."""

from __future__ import annotations

from typing import Any

from sandbox.happening import payloads
from sandbox.happening.interactions import AUTOCOMPLETE, FAILED, Interaction
from sandbox.happening.parts import Parts
from sandbox.page.shortcuts import lessons, shortcuts
from sandbox.people import Person
from sandbox.world.permissions import Perm
from sandbox.world.rights import in_channel
from sandbox.world.say import ENGLISH, translated, words
from sandbox.world.world import (
    CATEGORY,
    DM,
    TEXT,
    Channel,
    Message,
    User,
)

Json = dict[str, Any]


def place(sandbox: Parts, person: Person, where: Channel, language: str = ENGLISH) -> Json:
    """Everything in a column but the messages: the person, the channels they see, the commands they can use."""
    world = sandbox.world
    return {
        "me": who(person.user),
        "bot": who(world.bot) | {"online": bool(sandbox.gateway.connected)},
        "people": [who(one) for one in world.users.values() if not one.bot and one is not sandbox.host],
        "channels": [entry(sandbox, person, one) for one in channels(sandbox, person)],
        "roles": []
        if where.guild is None
        else [{"id": str(it.id), "name": it.name} for it in where.guild.roles.values()],
        "channel": str(where.id),
        "may_write": Perm.SEND_MESSAGES in in_channel(where, person.user),
        "lessons": lessons(sandbox, where.guild),
        "shortcuts": [one.name for one in shortcuts(sandbox, where.guild, language)] if where.kind == TEXT else [],
        "commands": []
        if where.thread and where.thread.archived
        else translated(sandbox.commands.visible(where.guild, person.user), language),
    }


def who(user: User) -> Json:
    """A name to a number."""
    return {"id": str(user.id), "name": user.name}


def channels(sandbox: Parts, person: Person) -> list[Channel]:
    """Where a person can go: channels with their threads, then direct messages."""
    found: list[Channel] = []
    for guild in sandbox.world.guilds.values():
        for one in sorted(guild.channels.values(), key=lambda it: it.position):
            below = [it for it in guild.threads.values() if it.parent is one]
            found += [it for it in [one, *below] if it.kind != CATEGORY and in_channel(it, person.user)]
    direct = [it for it in sandbox.world.channels.values() if it.kind == DM and person.id in it.recipients]
    return found + [it for it in direct if it.messages]


def entry(sandbox: Parts, person: Person, channel: Channel) -> Json:
    """A line of the list of channels."""
    last = max((it.id for it in channel.messages.values() if person.id in it.pinged), default=0)
    tags = channel.parent.tags if channel.parent else []
    return {
        "id": str(channel.id),
        "name": channel.name or sandbox.world.bot.name,
        "kind": channel.kind,
        "parent": str(channel.parent.id) if channel.parent else None,
        "topic": channel.topic,
        "archived": bool(channel.thread and channel.thread.archived),
        "tags": [tag["name"] for tag in tags if int(tag["id"]) in (channel.thread.tags if channel.thread else ())],
        "pinged": str(last),
    }


def messages(sandbox: Parts, person: Person, where: Channel, most: int, language: str = ENGLISH) -> dict[str, Json]:
    """The latest messages that a person sees there, by id, failures included."""
    found = {str(one.id): message(sandbox, person, one) for one in person.sees(where)[-most:]}
    failed = [
        one
        for one in sandbox.interactions.all
        if one.failure and one.user is person.user and one.channel is where and one.kind != AUTOCOMPLETE
    ]
    found |= {str(one.id): failure(one, language) for one in failed[-3:]}
    return dict(sorted(found.items(), key=lambda it: int(it[0])))


def message(sandbox: Parts, person: Person, model: Message) -> Json:
    """A message as a person sees it."""
    found = payloads.message(model, sandbox.world)
    return found | {
        "only_you": model.only_for is not None,
        "rang": person.id in model.pinged,
        "thinking": model.loading,
    }


def failure(one: Interaction, language: str) -> Json:
    """What Discord says to a person whom the bot did not answer."""
    said = words(language)["failed"][FAILED[one.kind]]
    return {"id": str(one.id), "failure": said, "name": one.name, "timestamp": payloads.when(one.opened)}
