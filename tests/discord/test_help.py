"""/help: what to do next, depending on who asks and where."""

from types import SimpleNamespace

import pytest

from bot.discord.domains.looking.helping import TOPICS
from engine import Game, decode_game
from sandbox.people import Person
from tests.discord.conftest import Hall, labels
from tests.discord.naming import named, wrong
from tests.store.golden import FOLDER
from tests.table.club import put as lay_out

GOLDEN = FOLDER / "0.1"


async def test_help_without_a_game_says_how_to_find_one(club: Hall):
    told = await club.ann.slash("/help", club.room)
    assert told.ephemeral and "You are not in any game" in told.text and "/game new" in told.text


async def test_help_in_a_lobby_says_what_to_do(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    organiser = (await club.ann.slash("/help", club.room)).text
    assert "1 of 3 seats" in organiser and "/game leave" in organiser and "/game start" in organiser
    stranger = (await club.bob.slash("/help", club.room)).text
    assert "/game join" in stranger and "/game start" not in stranger


async def test_help_differs_on_turn_while_waiting_and_for_spectators(club: Hall):
    number = await club.game(club.ann, club.bob)
    mine = await club.ann.slash("/help", club.room)
    assert "The private companies are being sold" in mine.text
    assert "`/bid` – " in mine.text and "`/lay` – " not in mine.text
    assert labels(mine.message) == ["Your turn", "Buy GRSC for $20", "Pass"]
    assert "You are the organiser" in mine.text
    waits = await club.bob.slash("/help", club.room)
    assert "It is not your turn" in waits.text and "`/bid` – " not in waits.text and labels(waits.message) == []
    assert "You are the organiser" not in waits.text
    assert "You are watching this game" in (await club.cem.slash("/help", club.room)).text
    assert "It is Ann's turn in the private auction." in waits.text
    nowhere = club.sandbox.channel(club.guild, "elsewhere")
    assert f"Game {number} (1870)" in (await club.ann.slash("/help", nowhere)).text
    assert "it is your turn" in (await club.ann.slash("/help", nowhere)).text


async def put(club: Hall, number: int, position: Game) -> Person:
    """Put a running game into another position; return the player who must act."""
    await lay_out(SimpleNamespace(db=club.table.db, table=club.table, clock=club.table.clock), number, position)
    return club.on_turn(await club.table.present(number))


async def test_in_a_stock_round_the_commands_of_a_stock_round_are_named(club: Hall):
    number = await club.game()
    await club.play_until(number, "buy")
    person = club.on_turn(await club.table.present(number))
    told = await person.slash("/help", club.room)
    assert "It is your turn in the stock round" in told.text
    assert "`/buy` – " in told.text and "`/lay` – " not in told.text and labels(told.message)[0] == "Your turn"


async def test_in_an_operating_round_the_steps_of_a_company_are_explained(club: Hall):
    number = await club.game()
    await club.play_until(number, "lay")
    person = club.on_turn(await club.table.present(number))
    told = (await person.slash("/help", club.room)).text
    assert "You act for a company" in told and "`/lay` – " in told and "`/bid` – " not in told


async def test_help_says_how_to_raise_money(club: Hall):
    number = await club.game()
    person = await put(club, number, decode_game((GOLDEN / "1870-train_money.json").read_bytes()))
    told = (await person.slash("/help", club.room)).text
    assert "You must raise money" in told and ("`/sell` – " in told or "`/special move:bankrupt` – " in told)


async def test_help_says_how_to_answer_an_offer(club: Hall):
    number = await club.game()
    await put(club, number, decode_game((GOLDEN / "1870-offers.json").read_bytes()))
    now = await club.table.present(number)
    asked = next(one.seat for one in now.game.decisions() if one.rule == "offer")
    user = next(one.user_id for one in now.seats if one.seat == asked)
    person = next(one for one in (club.ann, club.bob, club.cem) if one.id == user)
    told = (await person.slash("/help", club.room)).text
    assert "offer" in told and "`/offer` – " in told
    offered = await person.autocomplete("/offer", club.room, "offer", "", answer="accept")
    assert offered[0]["name"].startswith("Bob wants to buy a private company: $1")
    made = await person.slash("/offer", club.room, answer="decline")
    assert "You decline" in made.text


async def test_help_in_a_finished_game_says_what_to_look_at(club: Hall):
    number = await club.game(club.ann, club.bob)
    await club.table.seating.stop(number, club.ann.id)
    assert "This game is over" in (await club.ann.slash("/help", club.room)).text


@pytest.mark.parametrize("topic", TOPICS)
async def test_every_topic_is_explained_with_commands_that_exist(club: Hall, topic: str):
    text = (await club.ann.slash("/help", club.room, topic=topic)).text
    assert "`/" in text and [one for one in named(text) if wrong(one)] == []
