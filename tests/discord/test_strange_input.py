"""Whatever people, old messages or other programs send: a sentence, no traceback, and every game as it was."""

from __future__ import annotations

import logging

import pytest

from bot.discord.kit.say import say
from sandbox.happening.commands import BOOLEAN, INTEGER, STRING
from sandbox.happening.interactions import COMMAND, COMPONENT
from tests.discord.conftest import Hall
from tests.discord.known_presses import answered, opening
from tests.discord.strange import Faults, Stranger
from tests.strange import NAMES, works

SHORT, LONG = 300, 20_000
SHOWN = 20


@pytest.mark.parametrize("count", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)])
async def test_strange_input_gets_a_sentence_and_changes_no_game(club: Hall, count: int):
    stranger = await Stranger.come(club, seed=count)
    before, faults = await stranger.games(), Faults()
    logging.getLogger().addHandler(faults)
    try:
        wrong = await stranger.send(count)
        after = await stranger.games()
    finally:
        logging.getLogger().removeHandler(faults)
    assert faults.found[:SHOWN] == []
    assert wrong[:SHOWN] == []
    assert {name: after[name][: len(known)] for name, known in before.items()} == before
    if count == LONG:
        tried = {what.removeprefix("press ").removeprefix("form ") for what in stranger.seen}
        assert answered() | opening() <= tried
        names = {f"/{' '.join(one.path)}" for one in stranger.commands if one.leaf.get("options")}
        assert names <= {what.rpartition(" ")[0] for what in stranger.seen}


async def test_a_command_without_what_it_needs_is_an_old_command(club: Hall):
    stranger = await Stranger.come(club, seed=1)
    bid = next(one for one in stranger.commands if one.path == ("order", "bid"))
    given = [{"name": "private", "type": STRING, "value": "GRSC"}, {"name": "limit", "type": INTEGER, "value": None}]
    sent = club.sandbox.interactions.open(COMMAND, club.ann.user, club.room, bid.data(given, {}), name="bid")
    await club.sandbox.until(lambda: sent.settled, "an answer")
    assert sent.original is not None and sent.original.text == say("old_command")


async def test_an_empty_option_is_not_a_missing_one(club: Hall):
    stranger = await Stranger.come(club, seed=1)
    move = next(one for one in stranger.commands if one.path == ("buy",))
    before = await stranger.games()
    person = club.on_turn(await club.table.present(1))
    given = [{"name": "preview", "type": BOOLEAN, "value": None}]
    sent = club.sandbox.interactions.open(COMMAND, person.user, club.room, move.data(given, {}), name="buy")
    await club.sandbox.until(lambda: sent.settled, "an answer")
    assert sent.original is not None and sent.original.text == say("old_command")
    assert await stranger.games() == before


@pytest.mark.parametrize("told", ["answer:x:[]", "answer:[]:[]", "answer:{}:{}", "nothing:{}:[]", "answer:{:["])
async def test_an_unreadable_confirmation_of_an_order_is_an_old_button(club: Hall, told: str):
    number = await club.game()
    asked = next(one for one in club.room.public if one.buttons)
    custom_id = f"b:order_yes:{2**40}:0:{number}:p1:{told}"
    pressed = {"component_type": 2, "custom_id": custom_id, "id": 1}
    sent = club.sandbox.interactions.open(COMPONENT, club.ann.user, club.room, pressed, name="press", source=asked)
    await club.sandbox.until(lambda: sent.settled, "an answer")
    await club.quiet()
    assert sent.original is not None and sent.original.text == say("old_button")


@pytest.mark.parametrize("name", ["[Nitro](https://evil.example)", "# @everyone", "||<@1234567890>||\u202e", "\u3164"])
async def test_names_are_harmless_wherever_they_are_shown(club: Hall, name: str):
    assert name in NAMES or works(name)
    club.cem.user.name = name
    dora = club.sandbox.person(name, club.guild)
    number = await club.game(title="1870")
    await club.play_until(number, "buy")
    await club.ann.slash("/note", club.room, text=name)
    shown = [
        await club.ann.slash(command, club.room, **options)
        for command, options in (
            ("/game status", {}),
            ("/show", {"what": "log"}),
            ("/undo", {}),
            ("/turn", {}),
            ("/note", {}),
            ("/rule", {"what": name, "title": "1870"}),
            ("/show", {"what": "history", "about": name}),
            ("/game replace", {"player": "p2", "by": dora}),
            ("/game replace", {"player": name, "by": dora}),
            ("/game new", {"title": "1870", "options": name}),
            ("/show", {"what": "map", "about": name}),
            ("/show", {"what": "runs", "about": name}),
            ("/order answer", {"question": name, "move": name}),
            ("/order agree", {"to": name, "public": True}),
            ("/spectate start", {"game": name}),
            ("/preferences", {"zone": name}),
        )
    ]
    texts = [one.text for one in shown] + [one.text for one in club.room.public]
    for text in texts:
        own = text.replace(f"<@{dora.id}>", "")
        for live in ("](https:", "<@1234567890>", "@everyone", "||", "\u202e", "\u3164"):
            at = own.find(live)
            assert at < 0 or own[at - 1] == "\\", (live, own)
        assert not any(line.lstrip().startswith("# ") for line in own.splitlines()), own
    pictures = [one.description or "" for answer in shown for one in answer.message.attachments]
    assert pictures and not any(works(text) for text in pictures)
