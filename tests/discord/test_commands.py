"""The list of commands: short, what people use most comes first, and old names are answered with the new ones."""

from __future__ import annotations

import inspect

from bot.discord.domains.all import COMMANDS
from bot.discord.domains.shared.former import FORMER
from bot.discord.kit.command import NOTHING, Complete
from sandbox.happening.commands import STRING, SUBCOMMAND
from sandbox.happening.interactions import AUTOCOMPLETE, COMMAND
from tests.discord.conftest import Hall
from tests.discord.naming import wrong
from tests.discord.test_secrets import hidden_table, laid_out


def sent(name: str, option: str = "game", **more: object) -> dict[str, object]:
    """What a client sends that still knows an old command."""
    first, *rest = name.split()
    options: list[dict[str, object]] = [{"name": option, "type": STRING, "value": "1", **more}]
    for part in reversed(rest):
        options = [{"name": part, "type": SUBCOMMAND, "options": options}]
    return {"id": "1", "name": first, "type": 1, "options": options}


async def test_old_names_are_answered_with_the_new_ones(club: Hall):
    await club.game()
    before = (await club.table.present(1)).row.last
    for old, new in FORMER.items():
        asked = club.sandbox.interactions.open(COMMAND, club.ann.user, club.room, sent(old), name=old)
        await club.sandbox.until(lambda it=asked: it.settled, "an answer")
        assert asked.original is not None
        assert f"`/{old}` is now `/{new}`" in asked.original.text
        typing = sent(old, focused=True)
        offered = club.sandbox.interactions.open(AUTOCOMPLETE, club.ann.user, club.room, typing, name=old)
        await club.sandbox.until(lambda it=offered: it.settled, "choices")
        assert [(one["value"], f"/{new}" in one["name"]) for one in offered.choices or ()] == [(NOTHING, True)]
    assert (await club.table.present(1)).row.last == before


def test_no_old_name_is_in_use_and_every_new_one_is():
    assert FORMER.keys() & {command.name for command in COMMANDS} == set()
    assert [new for new in FORMER.values() if wrong(f"/{new}")] == []


async def test_help_says_where_the_old_names_went(club: Hall):
    told = (await club.ann.slash("/help", club.room, topic="renamed")).text
    assert [old for old, new in FORMER.items() if old not in told or f"`/{new}`" not in told] == []


async def test_an_offer_is_answered_by_one_command(club: Hall):
    """Its list says what can be done; the offers are those that this can be done with."""
    number = await laid_out(club, hidden_table())
    await club.ann.slash("/buy-train", club.room, **{"from": "FW", "kind": "2", "price": "137"})
    offer = str((await club.table.present(number)).game.state.offers[0].id)
    for person, answer, known in (
        (club.bob, "accept", True),
        (club.ann, "accept", False),
        (club.ann, "withdraw", True),
    ):
        offered = await person.autocomplete("/offer", club.room, "offer", "", answer=answer)
        assert (offer in [one["value"] for one in offered]) is known, (person.name, answer)
    before = (await club.table.present(number)).row.last
    refused = await club.bob.slash("/offer", club.room, answer="withdraw", offer=offer)
    assert (await club.table.present(number)).row.last == before and "✓" not in refused.text
    assert "You decline" in (await club.bob.slash("/offer", club.room, answer="decline", offer=offer)).text
    assert (await club.table.present(number)).game.state.offers == []


def test_there_are_few_commands_and_what_people_use_most_comes_first():
    """Discord lists them by name."""
    names = sorted(command.name for command in COMMANDS)
    assert len({name.split()[0] for name in names}) <= 40 and len(names) <= 71
    assert names[:5] == ["bid", "buy", "buy-private", "buy-train", "dividend"]


def test_an_autocomplete_names_options_that_its_commands_have():
    """One that is misspelt would never be given, and no type checker sees it; one may be shared by several commands."""
    beside: dict[Complete, set[str]] = {}
    for command in COMMANDS:
        for option in command.options:
            if option.complete is not None:
                beside.setdefault(option.complete, set()).update(one.name for one in command.options)
    wanted = {one: set(inspect.getclosurevars(one).nonlocals.get("wanted", ())) for one in beside}
    assert sum(map(len, wanted.values())) > 10
    assert [(names, names - beside[one]) for one, names in wanted.items() if names - beside[one]] == []
