"""A loopback Discord: REST, gateway and people on 127.0.0.1, for tests and for trying the bot without an account."""

from sandbox.sandbox import Sandbox
from sandbox.world.clock import Clock, HeldClock
from sandbox.world.events import HANG_GUARD
from sandbox.world.world import (
    Channel,
    Guild,
    Message,
    Role,
    User,
)

__all__ = ["HANG_GUARD", "Channel", "Clock", "Guild", "HeldClock", "Message", "Role", "Sandbox", "User"]
