"""A command is a function: its options and what it gets come from its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from discord import app_commands

from bot.discord.domains.shared.request import Request
from bot.discord.kit import command as commands
from bot.discord.kit.command import Command, Typed, command
from bot.discord.kit.reply import Reply


@dataclass(frozen=True)
class Common:
    """Options that several commands share."""

    times: app_commands.Range[int, 1, 50] = 20
    from_: Annotated[int | str, Typed(read=int)] | None = None


COMMON = Common()
Pool = Annotated[Literal["ipo", "pool"], Typed(choices=(("the IPO", "ipo"), ("the pool", "pool")))]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Command:
    """A command with a parameter of each kind; its answer tells what it got."""
    monkeypatch.setattr(commands, "TYPED", [])

    @command("try")
    async def attempt(
        request: Request, company: str, pool: Pool = "ipo", sure: bool = False, common: Common = COMMON
    ) -> Reply:
        return Reply(repr((company, pool, sure, common)))

    (found,) = commands.TYPED
    return found


async def answered(made: Command, **given: Any) -> str:
    reply = await made.answer(None, given)  # type: ignore[arg-type]
    assert reply is not None
    return reply.text


def test_the_fields_of_a_record_are_options_like_the_others(made: Command):
    assert [(one.name, one.kind, one.required) for one in made.options] == [
        ("company", str, True),
        ("pool", str, False),
        ("sure", bool, False),
        ("times", int, False),
        ("from", str, False),
    ]
    assert [(one.low, one.high) for one in made.options if one.name == "times"] == [(1, 50)]
    assert [value for _, value in made.options[1].choices] == ["ipo", "pool"]


async def test_what_is_left_out_keeps_its_default(made: Command):
    assert await answered(made, company="SP") == repr(("SP", "ipo", False, Common()))
    assert await answered(made, company="SP", times=3) == repr(("SP", "ipo", False, Common(times=3)))


async def test_what_was_typed_is_read(made: Command):
    given = {"company": "SP", "pool": "pool", "sure": True, "from": "7"}
    assert await answered(made, **given) == repr(("SP", "pool", True, Common(from_=7)))
