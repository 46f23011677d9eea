"""Threads that fall asleep: what is refused in them, who may wake them, who comes in by writing or being named.

After Discord's documentation, Threads: "only active threads can be manipulated. Users cannot edit messages, add
reactions, use application commands, or join archived threads. The only operation that should happen within an archived
thread is messages being deleted." A message wakes a thread, and a thread without one falls asleep.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandbox.happening import payloads
from sandbox.happening.gateway import GUILDS
from sandbox.world.clock import Alarm
from sandbox.world.errors import ApiError
from sandbox.world.events import Events
from sandbox.world.permissions import Perm
from sandbox.world.rights import in_channel
from sandbox.world.world import Channel, User, World


def check_awake(channel: Channel) -> None:
    """Nothing in an archived thread can be changed (50083)."""
    if channel.thread and channel.thread.archived:
        raise ApiError(50083)


def check_unlocked(channel: Channel, user: User) -> None:
    """ "Users [without MANAGE_THREADS] won't be able to create or update messages in locked threads"."""
    if channel.thread and channel.thread.locked and Perm.MANAGE_THREADS not in in_channel(channel, user):
        raise ApiError(160005)


def may_wake(channel: Channel, user: User) -> bool:
    """Whether a person's client can un-archive a thread, as it must before anything is pressed there.

    "Editing a thread to set archived to false only requires the current user has already been added to the thread"
    (Editing & Deleting Threads); who may write in a public one gets in by writing. A locked one needs MANAGE_THREADS.
    """
    assert channel.thread
    rights = in_channel(channel, user)
    if Perm.MANAGE_THREADS in rights:
        return True
    inside = user.id in channel.thread.members
    return not channel.thread.locked and (
        inside or (not channel.thread.private and Perm.SEND_MESSAGES_IN_THREADS in rights)
    )


class Threads:
    """What happens to threads automatically."""

    def __init__(self, world: World, events: Events) -> None:
        self.world, self.events = world, events
        self.clock = world.clock
        self._alarms: dict[int, Alarm] = {}

    def start(self) -> None:
        """Schedule archiving for a saved world's threads."""
        for channel in self.world.channels.values():
            self.stirred(channel)

    def stirred(self, channel: Channel) -> None:
        """Restart a thread's auto-archive time."""
        if channel.thread is None or channel.thread.archived:
            return
        if alarm := self._alarms.pop(channel.id, None):
            alarm.cancel()
        self._alarms[channel.id] = self.clock.later(channel.thread.auto_archive * 60, lambda: self.archive(channel))

    def written_in(self, channel: Channel, author: User, named: Iterable[int]) -> None:
        """A message reopens a thread and adds its author and those mentioned (Discord's Threads FAQ)."""
        if channel.thread is None:
            return
        channel.thread.sent += 1
        self.wake(channel)
        self.stirred(channel)
        seen = [id for id in named if Perm.VIEW_CHANNEL in in_channel(channel.parent or channel, self._user(id))]
        self.enter(channel, [author.id, *seen])

    def enter(self, channel: Channel, people: Iterable[int]) -> None:
        """Add people."""
        assert channel.thread
        new = [id for id in dict.fromkeys(people) if id not in channel.thread.members]
        if new:
            channel.thread.members |= dict.fromkeys(new, self.clock.now())
            self.members_changed(channel, new, [])

    def members_changed(self, channel: Channel, added: list[int], removed: list[int]) -> None:
        """Send the event about new and removed members."""
        assert channel.thread
        data = {
            "id": str(channel.id),
            "member_count": len(channel.thread.members),
            "added_members": [payloads.thread_member(channel, id) for id in added],
            "removed_member_ids": [str(id) for id in removed],
        }
        self.events.tell("THREAD_MEMBERS_UPDATE", data, GUILDS, channel.guild)

    def wake(self, channel: Channel) -> None:
        """Reopen it."""
        self._set(channel, archived=False)

    def archive(self, channel: Channel) -> None:
        """Archive it; clients forget it."""
        self._set(channel, archived=True)

    def _set(self, channel: Channel, *, archived: bool) -> None:
        assert channel.thread
        if channel.thread.archived == archived or channel.id not in self.world.channels:
            return
        channel.thread.archived, channel.thread.archived_at = archived, self.clock.now()
        self.stirred(channel)
        self.events.tell("THREAD_UPDATE", payloads.channel(channel, self.world), GUILDS, channel.guild)

    def _user(self, id: int) -> User:
        return self.world.users[id]
