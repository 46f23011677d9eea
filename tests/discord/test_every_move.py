"""Every move of every title as a command: each kind in a game is typed once, and offered while it is typed."""

from __future__ import annotations

import random

import pytest

from engine.core.verbs import Text
from engine.play import WEIGHTS, next_to_act, random_act
from engine.titles import title_named, titles
from engine.words import commands
from tests.discord.conftest import Hall
from tests.discord.spelling import spelled
from tests.long_runs import one_short_all_long

EAGER = {**WEIGHTS, "concede": 0.0, "skip": 0.25, "buy_train": 4.0, "take": 1.5}
SHORT, LONG = 36, 420
"""Moves of a game."""
AT_LEAST = {"1828": 12, "1830": 18, "1839": 12, "1843": 11, "1870": 14, "1889": 17, "18Chesapeake": 18}
"""How many different moves the long games must reach."""
FEW = 3
"""How many the short ones must reach."""


@pytest.mark.parametrize(
    ("title", "moves"), one_short_all_long([name for name in titles() if name != "toy"], SHORT, LONG)
)
async def test_every_move_in_a_game_can_be_typed_and_is_completed(club: Hall, title: str, moves: int):
    room = club.room
    number = await club.game(title=title, pictures="request")
    game = (await club.table.present(number)).game
    known = commands(title_named(title))
    first = {verb: verb == one.verbs[0] for one in known.values() for verb in one.verbs}
    stream, typed = random.Random(11), set[str]()
    seated = [club.ann, club.bob, club.cem]
    people = {one.id: one for one in seated}
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream, EAGER)
        assert act is not None
        if act.verb in typed:
            game, _ = game.apply(decision.seat, act)
            continue
        typed.add(act.verb)
        if len(typed) > 1:
            # A table has been played at, so the next move is typed at a new one, which somebody else has opened: nobody
            # may have too many.
            room, seated = club.sandbox.channel(club.guild, f"games-{len(typed)}"), [*seated[1:], seated[0]]
            number = await club.game(*seated, where=room, title=title, pictures="request")
        await club.lay_out(number, game)
        now = await club.table.present(number)
        user = next(one.user_id for one in now.seats if one.seat == decision.seat)
        one = spelled(now.game.title, act.verb, act.args)
        assert set(act.args) <= set(one.args), f"{one.command} cannot say all of {act}"
        for place, (option, text, before) in enumerate(one.choices()):
            asked = now.game.values(decision.seat, act.verb, dict(list(act.args.items())[:place]))
            offered = await people[user].autocomplete(one.command, room, option, text[:100], **before)
            if asked is not None and not isinstance(asked[1], Text) and first[act.verb]:
                assert any(f"{found['value']},".startswith(f"{text},") for found in offered), (act, option, offered)
        made = await people[user].slash(one.command, room, **one.options)
        if now.game.grave(decision.seat, act):
            made = await club.sure(people[user], made)
        after = await club.table.present(number)
        assert after.row.last > now.row.last, (act, made.text)
        game = after.game
    assert len(typed) >= (AT_LEAST[title] if moves == LONG else FEW), sorted(typed)
