"""A table that stops before the end records what all who play agree on, and nothing else."""

from __future__ import annotations

import pytest

from engine.prospects import score_now
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.test_grave import question

pytestmark = pytest.mark.soak


async def proposed(club: Hall, game: int, **given: str) -> None:
    """Ann proposes it."""
    asked = await club.ann.slash("/game end", club.room, game=str(game), **given)
    await club.press(club.ann, asked.message, question(asked))
    await club.posted()


async def answered(club: Hall, person: Person, label: str) -> str:
    """Somebody answers the newest proposal; what they are told."""
    ask = next(one for one in reversed(club.room.public) if "proposes to stop" in one.content)
    said = await club.press(person, ask, label)
    if label == "Agree" and said.message.buttons:
        await club.press(person, said.message, "Agree")
    await club.posted()
    return said.text


@pytest.mark.parametrize(
    ("given", "winner"), [({"result": "stands"}, ""), ({"result": "winner", "winner": "Cem"}, "p3")]
)
async def test_an_agreed_result_is_recorded_and_counts(club: Hall, given: dict[str, str], winner: str):
    game = await club.game()
    await club.play_until(game, "pass", at_table=True)
    end = score_now((await club.table.present(game)).game)
    await proposed(club, game, **given)
    await answered(club, club.bob, "Agree")
    assert (await club.table.present(game)).row.status == "running"
    await answered(club, club.cem, "Agree")
    assert (await club.table.present(game)).row.status == "stopped"
    (kept,) = await club.table.past.ended(club.guild.id)
    assert kept.end.worth == end.worth and kept.end.winners == ([winner] if winner else end.winners)
    (told,) = [one.content for one in club.room.public if "All players agree to stop here" in one.content]
    assert "🏁" in told
    # Discord numbers the lines of a list anew: those who share a place would be first and second.
    assert told.count("**1** · ") == len(kept.end.winners) and "1. " not in told
    assert "(1 finished)" in (await club.ann.slash("/standings", club.room)).text


async def test_a_game_stopped_without_a_result_does_not_count(club: Hall):
    game = await club.game()
    await proposed(club, game, result="nothing")
    for person in (club.bob, club.cem):
        await answered(club, person, "Agree")
    assert (await club.table.present(game)).row.status == "stopped"
    assert await club.table.past.ended(club.guild.id) == []


async def test_an_old_button_does_not_agree_to_a_newer_proposal(club: Hall):
    game = await club.game()
    await proposed(club, game, result="nothing")
    old = next(one for one in reversed(club.room.public) if "proposes to stop" in one.content)
    await answered(club, club.bob, "Do not agree")
    await proposed(club, game, result="winner", winner="Ann")
    assert "no longer open" in (await club.press(club.bob, old, "Agree")).text
    assert "no longer open" in (await club.press(club.cem, old, "Do not agree")).text
    for person in (club.bob, club.cem):
        await answered(club, person, "Agree")
    (kept,) = await club.table.past.ended(club.guild.id)
    assert kept.end.winners == ["p1"]


async def test_a_win_against_robots_alone_is_not_recorded(club: Hall):
    game = await club.game()
    for name in ("Bob", "Cem"):
        await club.sure(club.ann, await club.ann.slash("/game robot", club.room, player=name))
    for given in ({"result": "stands"}, {"result": "winner", "winner": "Ann"}):
        asked = await club.ann.slash("/game end", club.room, game=str(game), **given)
        refused = await club.press(club.ann, asked.message, question(asked))
        assert "Only you and robots play here" in refused.text
    assert (await club.table.present(game)).row.status == "running"
    await proposed(club, game, result="nothing")
    assert (await club.table.present(game)).row.status == "stopped"
    assert await club.table.past.ended(club.guild.id) == []


async def test_one_refusal_or_one_move_cancels_a_proposal(club: Hall):
    game = await club.game()
    await proposed(club, game, result="stands")
    await answered(club, club.bob, "Do not agree")
    assert any("does not agree to stop here" in one.content for one in club.room.public)
    assert "no longer open" in await answered(club, club.cem, "Agree")
    await proposed(club, game, result="stands")
    now = await club.table.present(game)
    await club.table.act(game, club.ann.id, "p1", "pass_auction", {}, now.decision, now.epoch)
    assert "no longer open" in await answered(club, club.bob, "Agree")
    assert (await club.table.present(game)).row.status == "running"
    dan = club.sandbox.person("Dan", club.guild)
    assert "not a player" in (await dan.slash("/game end", club.room, game=str(game), result="stands")).text
    refused = await club.ann.slash("/game end", club.room, game=str(game), result="winner")
    assert "must be a player who is still in the game" in refused.text
