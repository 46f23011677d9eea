"""What stands on the message that calls somebody, and on the one of whoever goes on themselves."""

from __future__ import annotations

from bot.discord.calling import MOST, call_buttons
from tests.discord.conftest import Hall, labels, starting
from tests.t1830.table import Table as Table1830


async def test_whoever_is_called_can_always_pass_however_much_else_there_is(club: Hall):
    number = await club.game(title="1830", options="")
    table = Table1830().with_company("B&O", "Ann", Ann=6).with_company("NYC", "Bob", Bob=3, Ann=2)
    await club.lay_out(number, table.with_cash("Ann", 0).stock_round("Ann").game)
    shown = [one.label for one in call_buttons(await club.table.present(number))]
    assert len(shown) <= MOST + 2 and "Pass" in shown and sum(one.startswith("Sell") for one in shown) == MOST - 1


async def test_a_question_to_whoever_has_just_moved_stands_above_the_buttons_that_answer_it(club: Hall):
    number = await club.game(title="1839", options="")
    mover = club.on_turn(await club.table.present(number))
    await mover.slash("/take", club.room, private="AV")
    await club.posted()
    asked = club.room.public[-1]
    start = starting(asked, "Start ")
    assert asked.text.endswith(f"\n\n{mover.name} must set the par price of {start.split()[1]}.")
    await mover.press(asked, start)
    await club.posted()
    again = club.room.public[-1]
    assert again.text.endswith(f"\n\nIt is {mover.name}'s turn in the private auction.")
    assert "must set the par price" not in again.text


async def test_a_step_in_which_nothing_is_left_is_finished_not_passed(club: Hall):
    number = await club.game(title="1830", options="")
    table = Table1830().with_phase("3").with_company("C&O", "Ann", Ann=6).with_private("SV", "Ann")
    await club.lay_out(number, table.operating_turn("C&O", "track").game)
    panel = await club.ann.slash("/turn", club.room)
    assert "Lay no track" in labels(panel.message) and "Finish this step" not in labels(panel.message)
    now = await club.table.present(number)
    move = next(act for act in now.game.legal(now.game.decisions()[0].seat) if act.verb == "lay")
    await club.ann.slash("/lay", club.room, **{slot: str(value) for slot, value in move.args.items()})
    panel = await club.ann.slash("/turn", club.room)
    assert "Lay no track" not in labels(panel.message) and "Finish this step" in labels(panel.message)
