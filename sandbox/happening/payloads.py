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


def user(one: User) -> Json:
    """A user as others see them."""
    found: Json = {
        "id": str(one.id),
        "username": one.name.lower().replace(" ", "_"),
        "global_name": None if one.bot else one.name,
        "discriminator": "0000" if one.bot else "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return found | ({"bot": True} if one.bot else {})


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


def role(one: Role) -> Json:
    """A role."""
    found: Json = {
        "id": str(one.id),
        "name": one.name,
        "permissions": str(one.permissions),
        "position": one.position,
        "color": one.color,
        "colors": {"primary_color": one.color, "secondary_color": None, "tertiary_color": None},
        "hoist": one.hoist,
        "managed": one.bot_id is not None,
        "mentionable": one.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return found | ({"tags": {"bot_id": str(one.bot_id)}} if one.bot_id else {})


def member(one: Member) -> Json:
    """A member with their user."""
    return {
        "user": user(one.user),
        "nick": one.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(id) for id in one.roles],
        "joined_at": when(one.joined),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def channel(one: Channel, world: World) -> Json:
    """A channel, a thread, or direct messages."""
    last = next(reversed(one.public), None)
    found: Json = {
        "id": str(one.id),
        "type": one.kind,
        "last_message_id": str(last.id) if last else None,
        "flags": 0,
    }
    if one.guild is None:
        others = [user(world.users[id]) for id in one.recipients if id != world.bot.id]
        return found | {"recipients": others}
    found |= {
        "guild_id": str(one.guild.id),
        "name": one.name,
        "parent_id": str(one.parent.id) if one.parent else None,
        "rate_limit_per_user": one.slowmode,
    }
    if one.last_pin:
        found["last_pin_timestamp"] = when(one.last_pin)
    if one.thread is None:
        found |= {
            "topic": one.topic,
            "position": one.position,
            "nsfw": one.nsfw,
            "permission_overwrites": [
                {"id": str(it.id), "type": it.kind, "allow": str(it.allow), "deny": str(it.deny)}
                for it in one.overwrites.values()
            ],
        }
        if one.needs_tag:
            found["flags"] = REQUIRE_TAG
        return found | ({"available_tags": one.tags} if one.tags else {})
    thread = one.thread
    found |= {
        "owner_id": str(thread.owner_id),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": when(thread.archived_at),
            "auto_archive_duration": thread.auto_archive,
            "locked": thread.locked,
            "create_timestamp": when(thread.archived_at),
        }
        | ({"invitable": thread.invitable} if thread.private else {}),
        "message_count": len(one.public),
        "member_count": len(thread.members),
        "total_message_sent": thread.sent,
        "applied_tags": [str(tag) for tag in thread.tags],
    }
    return found | ({"member": thread_member(one, world.bot.id)} if world.bot.id in thread.members else {})


NOT_RESOLVED = ("permission_overwrites", "available_tags", "recipients", "member")


def chosen(one: Channel, by: User, world: World) -> Json:
    """A channel as it comes with a command that names it: in part, with the rights of whoever chose it.

    They do "not include implicit permissions, which may need to be checked separately" (Discord's documentation,
    Channel Object): who does not see a channel, or is not in a private thread, may seem to write there.
    """
    found = {key: value for key, value in channel(one, world).items() if key not in NOT_RESOLVED}
    return found | {"permissions": str(int(computed(one, by)))}


def thread_member(one: Channel, user_id: int) -> Json:
    """Somebody in a thread."""
    assert one.thread
    joined = one.thread.members[user_id]
    return {"id": str(one.id), "user_id": str(user_id), "join_timestamp": when(joined), "flags": 0}


def guild(one: Guild, world: World, *, everyone: bool = True) -> Json:
    """A server as GUILD_CREATE brings it: channels and active threads that the bot sees, members if asked for."""
    bot = world.bot
    members = [member(it) for it in one.members.values() if everyone or it.user is bot]
    return partial_guild(one) | {
        "joined_at": when(one.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(one.members),
        "voice_states": [],
        "members": members,
        "channels": [channel(it, world) for it in one.channels.values()],
        "threads": [
            channel(it, world)
            for it in one.threads.values()
            if it.thread and not it.thread.archived and in_channel(it, bot)
        ],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def partial_guild(one: Guild) -> Json:
    """A server without its channels and members."""
    return {
        "id": str(one.id),
        "name": one.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(one.owner_id),
        "application_id": None,
        "region": "us-east",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(it) for it in one.roles.values()],
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
        "preferred_locale": one.locale,
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


def attachment(one: Attachment, address: str) -> Json:
    """A file, with the place where it is served."""
    name = quote(one.filename, errors="replace")
    url = f"{address}/attachments/{one.channel_id}/{one.id}/{name}?key={key_of(one.id)}"
    found: Json = {
        "id": str(one.id),
        "filename": one.filename,
        "size": one.length,
        "url": url,
        "proxy_url": url,
        "content_type": one.content_type,
    }
    if one.description:
        found["description"] = one.description
    if one.size:
        found |= {"width": one.size[0], "height": one.size[1]}
    return found


def message(one: Message, world: World, *, deep: bool = True) -> Json:
    """A message; `deep` brings the one it answers."""
    files = {it.filename: attachment(it, world.address) for it in one.attachments}
    found: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "type": one.kind,
        "content": one.content,
        "author": user(one.author),
        "timestamp": when(one.sent),
        "edited_timestamp": when(one.edited),
        "flags": one.flags,
        "tts": False,
        "pinned": one.pinned is not None,
        "mention_everyone": one.mention_everyone,
        "mentions": [user(world.users[id]) for id in one.mentions],
        "mention_roles": [str(id) for id in one.mention_roles],
        # A message of components shows its files in them alone (discord-api-docs issue 8277).
        "attachments": [] if one.flags & COMPONENTS_V2 else list(files.values()),
        "embeds": [served(embed, files) for embed in one.embeds],
        "components": [served(part, files) for part in one.components],
    }
    if one.nonce is not None:
        found["nonce"] = one.nonce
    if one.interaction:
        found |= {
            "application_id": str(world.application_id),
            "webhook_id": str(world.application_id),
            "interaction_metadata": one.interaction,
        }
    if one.reactions:
        found["reactions"] = [
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
            for name, who in one.reactions.items()
            if who
        ]
    if one.thread:
        found["thread"] = channel(one.thread, world)
    if one.reference:
        found["message_reference"] = {
            "type": 0,
            "channel_id": str(one.reference.channel.id),
            "message_id": str(one.reference.id),
        } | ({"guild_id": str(one.channel.guild.id)} if one.channel.guild else {})
        if deep:
            gone = one.reference.deleted
            found["referenced_message"] = None if gone else message(one.reference, world, deep=False)
    return found


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
