"""People ask the bot without Discord in between: the handlers of commands and buttons are told who asks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.discord.domains.all import COMMANDS
from bot.discord.domains.shared.request import Request
from bot.discord.kit.answers import ANSWERS
from bot.discord.kit.custom_ids import encode_id
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button, Reply, Select
from bot.discord.kit.request import reply_or_error
from bot.host.settings import Settings
from tests.table.club import CHANNEL, GUILD, NAMES, Club


async def answered(request: Request, press: Press) -> Reply | None:
    """What the bot answers to a press."""
    return await ANSWERS[type(press)](request, press)


class Asking:
    """A club whose people use the bot's commands."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.bot = SimpleNamespace(table=club.table, settings=Settings(_env_file=None))

    def request(self, who: int, channel: int = CHANNEL, guild: int = GUILD, *, manager: bool = False) -> Request:
        """Who asks, and where."""
        user = SimpleNamespace(id=who, display_name=NAMES.get(who, f"Player {who}"))
        rights = SimpleNamespace(manage_guild=manager)
        where: Any = SimpleNamespace(user=user, guild_id=guild or None, channel_id=channel, permissions=rights)
        bot: Any = self.bot
        return Request(bot, where)

    async def slash(self, who: int, name: str, /, where: dict[str, Any] | None = None, **options: Any) -> Reply:
        """Type a command; refusals are replies, as in the channel."""
        command = next(one for one in COMMANDS if one.name == name)
        known = {option.name for option in command.options}
        assert set(options) <= known, f"/{name} has no {set(options) - known}"
        missing = {option.name for option in command.options if option.required} - set(options)
        assert not missing, f"/{name} needs {missing}"
        request = self.request(who, **where or {})
        reply = await reply_or_error(f"/{name}", lambda: command.answer(request, options))
        assert reply is not None
        return self.fits(reply)

    async def offered(self, who: int, name: str, option: str, typed: str = "", /, **options: Any) -> dict[str, str]:
        """What the autocomplete of an option offers: label by value."""
        command = next(one for one in COMMANDS if one.name == name)
        complete = next(one for one in command.options if one.name == option).complete
        assert complete is not None
        return {value: label for label, value in await complete(self.request(who), typed, options)}

    async def press(self, who: int, reply: Reply, label: str, where: dict[str, Any] | None = None) -> Reply:
        """Press the button with this on it."""
        found = next(one for one in buttons(reply) if label in one.label)
        assert not found.disabled, f"{found.label} is disabled"
        request = self.request(who, **where or {})
        answer = await reply_or_error(found.press.name, lambda: answered(request, found.press))
        assert answer is not None
        return self.fits(answer)

    async def pick(self, who: int, reply: Reply, value: str, where: dict[str, Any] | None = None) -> Reply:
        """Choose a value of the list that has it."""
        lists = [row for row in reply.rows if isinstance(row, Select)]
        found = next(one.press for row in lists for one in row.picks if one.press.texts()[-1] == value)
        request = self.request(who, **where or {})
        answer = await reply_or_error(found.name, lambda: answered(request, found))
        assert answer is not None
        return self.fits(answer)

    @staticmethod
    def fits(reply: Reply) -> Reply:
        """Nothing of a reply is cut off, and every button has an id of its own."""
        assert len(reply.text) <= (4096 if reply.title else 2000), f"{len(reply.text)} characters"
        ids = [encode_id("b", one.press.name, one.press.texts()) for one in buttons(reply)]
        assert len(set(ids)) == len(ids)
        assert len(reply.pictures) <= 10
        return reply


def buttons(reply: Reply) -> list[Button]:
    """All buttons of a reply."""
    return [one for row in reply.rows if not isinstance(row, Select) for one in row]
