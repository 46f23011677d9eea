"""A loopback Discord: REST, gateway and people on 127.0.0.1, for tests and for trying the bot without an account."""

from bot.sandbox.clock import Clock, HeldClock
from bot.sandbox.events import HANG_GUARD
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.world import Channel, Guild, Message, Role, User

__all__ = ["HANG_GUARD", "Channel", "Clock", "Guild", "HeldClock", "Message", "Role", "Sandbox", "User"]
