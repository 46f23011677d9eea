"""No game is ended, conceded or given away by one press: every grave act is asked for twice, by name, at every door."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from bot.discord.games.confirming import MINUTES
from bot.table.ground.services import utc_now
from sandbox import Message
from sandbox.happening.interactions import COMPONENT
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall, labels, starting

pytestmark = pytest.mark.soak


async def stored(club: Hall, game: int) -> Any:
    """All that a press that is not confirmed leaves as it is."""
    row, seats = await club.bot.extras.game(game)
    state = (await club.table.present(game)).game.encode() if row.started_at else b""
    return state, row.status, row.last, row.epoch, [(one.seat, one.user_id, one.robot) for one in seats]


def question(answer: Answer | Message) -> str:
    """The label of the button that does it, the first of two."""
    message = answer.message if isinstance(answer, Answer) else answer
    found = labels(message)
    assert found[-1] == "Cancel" and len(found) == 2, (found, message.text)
    return found[0]


async def concessions(club: Hall, person: Person, game: int) -> dict[str, Answer]:
    """What comes of conceding at each door, with one press or command."""
    found = {"command": await person.slash("/special", club.room, move="concede")}
    found["preview"] = await person.slash("/special", club.room, move="concede", preview=True)
    found["preview"] = await club.press(person, found["preview"].message, "Do it")
    panel = await person.slash("/turn", club.room)
    found["panel"] = await club.choose(person, panel.message, "Concede")
    await person.slash("/preferences", club.room, confirm=True)
    shown = await person.slash("/special", club.room, move="concede")
    found["shown first"] = await club.press(person, shown.message, "Do it")
    await person.slash("/preferences", club.room, confirm=False)
    return found


async def test_conceding_always_asks_and_names_what_is_lost(club: Hall):
    game = await club.game(title="1839", options="")
    before = await stored(club, game)
    for door, answer in (await concessions(club, club.cem, game)).items():
        assert await stored(club, game) == before, door
        assert question(answer) == "Yes: concede", door
        for part in (
            "Please confirm** · Concede",
            "You leave the game for good",
            "your money goes to the bank",
            "Ann, Bob",
            "You now have f",
        ):
            assert part in answer.text, (door, answer.text)
        refused = await club.press(club.cem, answer.message, "Cancel")
        assert "Nothing has changed" in refused.text
        assert await stored(club, game) == before, door
    asked = await club.cem.slash("/special", club.room, move="concede")
    done = await club.press(club.cem, asked.message, question(asked))
    assert "You leave the game" in done.text
    assert (await club.table.present(game)).game.state.players[2].out == "conceded"


async def test_ending_the_game_by_agreement_asks_everybody_to_confirm(club: Hall):
    game = await club.game()
    before = await stored(club, game)
    asked = await club.bob.slash("/special", club.room, move="stop-here")
    assert await stored(club, game) == before
    assert "the game ends here and is scored as it stands" in asked.text and "Ann, Cem" in asked.text
    await club.press(club.bob, asked.message, question(asked))
    proposed = await stored(club, game)
    assert proposed != before
    for person in (club.ann, club.cem):
        panel = await person.slash("/turn", club.room)
        agreed = await club.press(person, panel.message, starting(panel.message, "Accept: end the game here"))
        assert question(agreed) == "Yes: accept" and "the game ends here and is scored as it stands" in agreed.text
        assert (await club.table.present(game)).game.state.end is None
        await club.press(person, agreed.message, "Yes: accept")
    assert (await club.table.present(game)).game.state.end is not None


async def use(club: Hall, person: Person, custom_id: str, values: Sequence[str] = ()) -> str:
    """Press a button, or choose from a list, as if everybody could see it; return the reply."""
    source = next(one for one in club.room.public if one.buttons)
    data = {"component_type": 3 if values else 2, "custom_id": custom_id, "id": 1, "values": list(values)}
    opened = club.sandbox.interactions.open(COMPONENT, person.user, club.room, data, name=custom_id, source=source)
    answer = await Answer(club.sandbox, opened).settled()
    return answer.text


async def test_only_the_person_asked_can_confirm(club: Hall):
    game = await club.game(title="1839", options="")
    asked = await club.cem.slash("/special", club.room, move="concede")
    before = await stored(club, game)
    # Only Cem sees the question; even lying open it would not be the others' to answer, the organiser's neither.
    yes = asked.message.buttons[0]["custom_id"]
    for other in (club.bob, club.ann):
        said = await use(club, other, yes)
        assert "Only Cem can decide this" in said or "for somebody else" in said
        assert await stored(club, game) == before
    assert "You leave the game" in await use(club, club.cem, yes)


async def test_a_confirmation_expires_when_the_game_changes(club: Hall, monkeypatch: pytest.MonkeyPatch):
    game = await club.game(title="1839", options="")
    before = await stored(club, game)
    yes = (await club.cem.slash("/special", club.room, move="concede")).message.buttons[0]["custom_id"]
    later = utc_now() + timedelta(minutes=MINUTES, seconds=1)
    with monkeypatch.context() as patched:
        patched.setattr(club.table, "clock", lambda: later)
        assert "has expired" in await use(club, club.cem, yes)
    assert await stored(club, game) == before
    # Anybody's move makes it another moment.
    present = await club.table.present(game)
    seat = present.game.decisions()[0].seat
    act = next(iter(present.game.legal(seat)))
    await club.table.act(
        game, club.on_turn(present).id, seat, act.verb, dict(act.args), present.decision, present.epoch
    )
    moved = await stored(club, game)
    assert "moved on" in await use(club, club.cem, yes)
    assert await stored(club, game) == moved


async def test_orders_that_would_end_the_game_need_confirmation(club: Hall):
    game = await club.game()
    given: list[tuple[str, dict[str, Any]]] = [
        ("/order agree", {"to": "stop"}),
        ("/order answer", {"question": "stock_turn", "move": "stop"}),
        ("/order answer", {"question": "stock_turn", "move": "bankrupt"}),
    ]
    for command, options in given:
        asked = await club.cem.slash(command, club.room, **options)
        assert question(asked) == "Give this order"
        assert "without" in asked.text and "you" in asked.text
        assert await club.table.orders.mine(game, club.cem.id, "p3") == []
    done = await club.press(club.cem, asked.message, "Give this order")
    assert "in force" in done.text
    assert len(await club.table.orders.mine(game, club.cem.id, "p3")) == 1


async def test_redoing_a_concession_asks_too(club: Hall):
    game = await club.game(title="1839", options="")
    asked = await club.cem.slash("/special", club.room, move="concede")
    await club.press(club.cem, asked.message, question(asked))
    shown = await club.cem.slash("/undo", club.room)
    await club.press(club.cem, shown.message, "Take it back")
    assert not (await club.table.present(game)).game.state.players[2].out
    before = await stored(club, game)
    again = await club.cem.slash("/redo", club.room)
    assert question(again) == "Redo it" and "Cem leaves the game" in again.text
    assert await stored(club, game) == before
    await club.press(club.cem, again.message, "Redo it")
    assert (await club.table.present(game)).game.state.players[2].out


@pytest.mark.soak
async def test_a_confirmed_redo_restores_only_what_it_named(club: Hall, monkeypatch: pytest.MonkeyPatch):
    game = await club.game(title="1839", options="")
    asked = await club.cem.slash("/special", club.room, move="concede")
    await club.press(club.cem, asked.message, question(asked))
    present = await club.table.present(game)
    seat = present.game.decisions()[0].seat
    act = next(iter(present.game.legal(seat)))
    given = (act.verb, dict(act.args), present.decision, present.epoch)
    await club.table.act(game, club.on_turn(present).id, seat, *given)
    await club.table.takeback.undo(game, club.ann.id, 0, 0, as_organiser=True)
    again = await club.ann.slash("/redo", club.room)
    takeback = club.table.takeback
    known, one_of_two = takeback.again, []

    async def overtaken(number: int) -> list[str]:
        """Somebody else makes the same move again just as the confirmation has been read."""
        moves = await known(number)
        if not one_of_two:
            one_of_two.append(await takeback.redo(number, club.cem.id, (await club.table.present(number)).epoch))
        return moves

    with monkeypatch.context() as patched:
        patched.setattr(takeback, "again", overtaken)
        said = await club.press(club.ann, again.message, question(again))
    assert one_of_two and "again" in said.text
    row = (await club.table.present(game)).row
    assert (row.position, row.last) == (1, 4), "Cem's concession alone has been made again"


async def test_a_confirmed_order_is_given_once(club: Hall):
    game = await club.game()
    asked = await club.cem.slash("/order agree", club.room, to="stop")
    yes = asked.message.buttons[0]["custom_id"]
    assert "in force" in await use(club, club.cem, yes)
    assert "already" in await use(club, club.cem, yes)
    assert len(await club.table.orders.mine(game, club.cem.id, "p3")) == 1


@pytest.mark.soak
async def test_an_undo_takes_back_exactly_what_it_showed(club: Hall):
    game = await club.game()
    await club.play_until(game, "buy", at_table=True)
    shown = await club.ann.slash("/undo", club.room)
    present = await club.table.present(game)
    seat = present.game.decisions()[0].seat
    act = next(iter(present.game.legal(seat)))
    await club.table.act(
        game, club.on_turn(present).id, seat, act.verb, dict(act.args), present.decision, present.epoch
    )
    moved = await stored(club, game)
    said = await club.press(club.ann, shown.message, "Take it back as organiser")
    assert "moved on" in said.text
    assert await stored(club, game) == moved


@pytest.mark.parametrize("begun", [True, False])
async def test_only_the_organiser_can_end_a_game_and_the_question_names_the_players(club: Hall, begun: bool):
    if begun:
        game = await club.game()
    else:
        opened = await club.ann.slash("/game new", club.room, title="1870", place="here")
        game = int(opened.text.split()[1])
        await club.bob.slash("/game join", club.room)
    before = await stored(club, game)
    assert "Only the organiser" in (await club.bob.slash("/game end", club.room)).text
    asked = await club.ann.slash("/game end", club.room)
    assert question(asked) == "End the game" and "Ann, Bob" in asked.text
    assert await stored(club, game) == before
    if not begun:
        # Somebody else has come: they would lose a seat too, so it is another question.
        await club.cem.slash("/game join", club.room)
        assert "something has happened" in (await club.press(club.ann, asked.message, "End the game")).text
        asked = await club.ann.slash("/game end", club.room)
        assert "Cem" in asked.text
    await club.press(club.ann, asked.message, "End the game")
    assert (await club.bot.extras.game(game))[0].status == "stopped"


async def test_leaving_a_lobby_asks_by_command_and_by_button(club: Hall):
    opened = await club.ann.slash("/game new", club.room, title="1870", place="here")
    game = int(opened.text.split()[1])
    await club.bob.slash("/game join", club.room)
    before = await stored(club, game)
    pinned = next(one for one in club.room.public if "Leave" in labels(one))
    for asked in (await club.bob.slash("/game leave", club.room), await club.press(club.bob, pinned, "Leave")):
        assert question(asked) == "Leave" and "1 of 4 seats" in asked.text
        assert await stored(club, game) == before
    assert "not a player" in (await club.cem.slash("/game leave", club.room)).text
    assert "You have left" in (await club.press(club.bob, asked.message, "Leave")).text
    assert len((await club.bot.extras.game(game))[1]) == 1


async def test_replacing_a_player_names_who_loses_what_to_whom(club: Hall):
    dora = club.sandbox.person("Dora", club.guild)
    game = await club.game(club.ann, club.bob)
    before = await stored(club, game)
    asked = await club.ann.slash("/game replace", club.room, player="p2", by=dora)
    assert question(asked) == "Replace Bob"
    assert f"<@{dora.id}>" in asked.text and "Bob leaves the game" in asked.text and "$" in asked.text
    robot = await club.ann.slash("/game robot", club.room, player="p2")
    assert question(robot) == "Replace Bob" and "robot" in robot.text
    assert await stored(club, game) == before
    assert "Only the organiser" in (await club.cem.slash("/game replace", club.room, player="p2", by=dora)).text
    await club.press(club.ann, asked.message, "Replace Bob")
    assert (await club.bot.extras.game(game))[1][1].user_id == dora.id
    # What was asked before is no longer the same question: it is Dora's seat now.
    assert "since" in (await club.press(club.ann, robot.message, "Replace Bob")).text
    assert not (await club.bot.extras.game(game))[1][1].robot


async def test_notes_changed_since_the_question_are_not_deleted(club: Hall):
    await club.game()
    page = await club.ann.slash("/note", club.room, text="buy MKT")
    asked = await club.press(club.ann, page.message, "Delete all notes…")
    await club.ann.slash("/note", club.room, text="and sell")
    assert "since" in (await club.press(club.ann, asked.message, "Delete them")).text
    assert "and sell" in (await club.ann.slash("/note", club.room)).text
