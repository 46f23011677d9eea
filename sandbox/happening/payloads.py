"""The world in Discord's JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from sandbox.refusing.guarding import key_of
from sandbox.world.rights import computed, in_channel
from sandbox.world.world import (
    COMPONENTS_V2,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Role,
    User,
    World,
)

REQUIRE_TAG = 1 << 4
"""The flag of a forum whose posts must have a tag."""
Json = dict[str, Any]


def when(moment: datetime | None) -> str | None:
    """A moment as Discord writes it."""
    return moment.isoformat() if moment else None


def emoji(model: Emoji) -> Json:
    """One of the application's own emojis."""
    return {
        "id": str(model.id),
        "name": model.name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def user(model: User) -> Json:
    """A user as others see them."""
    payload: Json = {
        "id": str(model.id),
        "username": model.name.lower().replace(" ", "_"),
        "global_name": None if model.bot else model.name,
        "discriminator": "0000" if model.bot else "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return payload | ({"bot": True} if model.bot else {})


def me(world: World) -> Json:
    """The bot's own account."""
    return user(world.bot) | {
        "username": world.bot.name,
        "mfa_enabled": False,
        "locale": "en-US",
        "verified": True,
        "email": None,
    }


def application(world: World) -> Json:
    """The application that the bot belongs to."""
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "summary": "",
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(next(iter(world.users.values()))),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }


def role(model: Role) -> Json:
    """A role."""
    payload: Json = {
        "id": str(model.id),
        "name": model.name,
        "permissions": str(model.permissions),
        "position": model.position,
        "color": model.color,
        "colors": {"primary_color": model.color, "secondary_color": None, "tertiary_color": None},
        "hoist": model.hoist,
        "managed": model.bot_id is not None,
        "mentionable": model.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return payload | ({"tags": {"bot_id": str(model.bot_id)}} if model.bot_id else {})


def member(model: Member) -> Json:
    """A member with their user."""
    return {
        "user": user(model.user),
        "nick": model.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(id) for id in model.roles],
        "joined_at": when(model.joined),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def channel(model: Channel, world: World) -> Json:
    """A channel, a thread, or direct messages."""
    last = next(reversed(model.public), None)
    payload: Json = {
        "id": str(model.id),
        "type": model.kind,
        "last_message_id": str(last.id) if last else None,
        "flags": 0,
    }
    if model.guild is None:
        others = [user(world.users[id]) for id in model.recipients if id != world.bot.id]
        return payload | {"recipients": others}
    payload |= {
        "guild_id": str(model.guild.id),
        "name": model.name,
        "parent_id": str(model.parent.id) if model.parent else None,
        "rate_limit_per_user": model.slowmode,
    }
    if model.last_pin:
        payload["last_pin_timestamp"] = when(model.last_pin)
    if model.thread is None:
        payload |= {
            "topic": model.topic,
            "position": model.position,
            "nsfw": model.nsfw,
            "permission_overwrites": [
                {"id": str(it.id), "type": it.kind, "allow": str(it.allow), "deny": str(it.deny)}
                for it in model.overwrites.values()
            ],
        }
        if model.needs_tag:
            payload["flags"] = REQUIRE_TAG
        return payload | ({"available_tags": model.tags} if model.tags else {})
    thread = model.thread
    payload |= {
        "owner_id": str(thread.owner_id),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": when(thread.archived_at),
            "auto_archive_duration": thread.auto_archive,
            "locked": thread.locked,
            "create_timestamp": when(thread.archived_at),
        }
        | ({"invitable": thread.invitable} if thread.private else {}),
        "message_count": len(model.public),
        "member_count": len(thread.members),
        "total_message_sent": thread.sent,
        "applied_tags": [str(tag) for tag in thread.tags],
    }
    return payload | ({"member": thread_member(model, world.bot.id)} if world.bot.id in thread.members else {})


NOT_RESOLVED = ("permission_overwrites", "available_tags", "recipients", "member")


def chosen(model: Channel, by: User, world: World) -> Json:
    """A channel as it comes with a command that names it: in part, with the rights of whoever chose it.

    They do "not include implicit permissions, which may need to be checked separately" (Discord's documentation,
    Channel Object): who does not see a channel, or is not in a private thread, may seem to write there.
    """
    found = {key: value for key, value in channel(model, world).items() if key not in NOT_RESOLVED}
    return found | {"permissions": str(int(computed(model, by)))}


def thread_member(model: Channel, user_id: int) -> Json:
    """Somebody in a thread."""
    assert model.thread
    joined = model.thread.members[user_id]
    return {"id": str(model.id), "user_id": str(user_id), "join_timestamp": when(joined), "flags": 0}


def guild(model: Guild, world: World, *, everyone: bool = True) -> Json:
    """A server as GUILD_CREATE brings it: channels and active threads that the bot sees, members if asked for."""
    bot = world.bot
    members = [member(it) for it in model.members.values() if everyone or it.user is bot]
    return partial_guild(model) | {
        "joined_at": when(model.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(model.members),
        "voice_states": [],
        "members": members,
        "channels": [channel(it, world) for it in model.channels.values()],
        "threads": [
            channel(it, world)
            for it in model.threads.values()
            if it.thread and not it.thread.archived and in_channel(it, bot)
        ],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def partial_guild(model: Guild) -> Json:
    """A server without its channels and members."""
    return {
        "id": str(model.id),
        "name": model.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(model.owner_id),
        "application_id": None,
        "region": "us-east",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(it) for it in model.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": model.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def attachment(model: Attachment, address: str) -> Json:
    """A file, with the place where it is served."""
    name = quote(model.filename, errors="replace")
    url = f"{address}/attachments/{model.channel_id}/{model.id}/{name}?key={key_of(model.id)}"
    payload: Json = {
        "id": str(model.id),
        "filename": model.filename,
        "size": model.length,
        "url": url,
        "proxy_url": url,
        "content_type": model.content_type,
    }
    if model.description:
        payload["description"] = model.description
    if model.size:
        payload |= {"width": model.size[0], "height": model.size[1]}
    return payload


def message(model: Message, world: World, *, deep: bool = True) -> Json:
    """A message; `deep` brings the one it answers."""
    files = {it.filename: attachment(it, world.address) for it in model.attachments}
    payload: Json = {
        "id": str(model.id),
        "channel_id": str(model.channel.id),
        "type": model.kind,
        "content": model.content,
        "author": user(model.author),
        "timestamp": when(model.sent),
        "edited_timestamp": when(model.edited),
        "flags": model.flags,
        "tts": False,
        "pinned": model.pinned is not None,
        "mention_everyone": model.mention_everyone,
        "mentions": [user(world.users[id]) for id in model.mentions],
        "mention_roles": [str(id) for id in model.mention_roles],
        # A message of components shows its files in them alone (discord-api-docs issue 8277).
        "attachments": [] if model.flags & COMPONENTS_V2 else list(files.values()),
        "embeds": [served(embed, files) for embed in model.embeds],
        "components": [served(part, files) for part in model.components],
    }
    if model.nonce is not None:
        payload["nonce"] = model.nonce
    if model.interaction:
        payload |= {
            "application_id": str(world.application_id),
            "webhook_id": str(world.application_id),
            "interaction_metadata": model.interaction,
        }
    if model.reactions:
        payload["reactions"] = [
            {
                "emoji": {"id": None, "name": name},
                "count": len(who),
                "count_details": {"burst": 0, "normal": len(who)},
                "burst_colors": [],
                "me_burst": False,
                "burst_me": False,
                "me": world.bot.id in who,
                "burst_count": 0,
            }
            for name, who in model.reactions.items()
            if who
        ]
    if model.thread:
        payload["thread"] = channel(model.thread, world)
    if model.reference:
        payload["message_reference"] = {
            "type": 0,
            "channel_id": str(model.reference.channel.id),
            "message_id": str(model.reference.id),
        } | ({"guild_id": str(model.channel.guild.id)} if model.channel.guild else {})
        if deep:
            gone = model.reference.deleted
            payload["referenced_message"] = None if gone else message(model.reference, world, deep=False)
    return payload


def served(part: Any, files: Mapping[str, Json]) -> Any:
    """The same with every `attachment://name` turned into the place where it is served."""
    if isinstance(part, list):
        return [served(one, files) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: served(value, files) for key, value in part.items()}
    if "media" in found:
        found = {"description": None, "spoiler": False} | found
    if "file" in found and (file := _attached(part["file"], files)):
        found = {"name": file["filename"], "size": file["size"], "spoiler": False} | found
    if file := _attached(found, files):
        known = ("id", "url", "proxy_url", "width", "height", "content_type")
        found |= {key: file[key] for key in known if key in file} | {"attachment_id": file["id"]}
    return found


def _attached(media: Json, files: Mapping[str, Json]) -> Json | None:
    """The attachment that a piece of media names."""
    url = media.get("url")
    return files.get(url.removeprefix("attachment://")) if isinstance(url, str) else None
