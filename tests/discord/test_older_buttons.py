"""Buttons, lists and forms of 0.4: after an upgrade they still do what is written on them."""

from __future__ import annotations

import pytest

from bot.discord.kit.answers import ANSWERS, FORMS
from bot.discord.kit.custom_ids import decode_id
from bot.discord.kit.press import press_of
from bot.discord.kit.say import say
from sandbox.happening.interactions import COMPONENT, MODAL
from tests.discord.conftest import Hall

IDS_OF_0_4 = """
    b:ahead_cancel:1:p1 4
    m:at_go:1:0:1:p1:lay B11
    m:at_if:1:0:1:p1:lay B11
    m:away_for 3
    b:back_again
    b:course:1:worth
    b:do:1:0:1:p1:take
    b:end_yes:1700000000:mark:1
    b:explore:1:0
    b:explore_again:1
    b:explore_again_yes:1700000000:mark:1
    b:explore_back:1
    s:explore_compare:1 Line
    b:explore_end:1
    b:explore_end_yes:1700000000:mark:1
    s:explore_go:1 Line
    m:explore_guessed:1:0 SP 300
    m:explore_guessed:1:0:3 SP 300
    m:explore_kept:1 Line
    b:explore_lines:1
    b:explore_nothing:1:0
    b:explore_nothing:1:0:3
    b:explore_now:1
    b:forget
    b:forget_yes:1700000000:mark
    b:front:1:0:1:p1:go:-1
    b:front:1:0:1:p1:if:0
    b:games:open::0:0
    b:games:ended:1870:0:1
    b:go:1:0:1:p1:buy:SP:ipo
    m:go:1:0:1:p1:bid:GRSC 90
    s:go:1:0:1:p1:buy SP
    b:history:1:0:next
    b:if:1:0:1:p1:par:SP:76
    m:if:1:0:1:p1:bid:GRSC 90
    b:import_no:mark
    b:import_stop
    b:import_yes:mark
    b:join:1
    b:league_correct_yes:1700000000:mark:1:1:5:why:0
    b:league_end_yes:1700000000:mark:1
    b:league_extend_yes:1700000000:mark:1:2:why:3
    b:league_join:1
    b:league_leave:1
    b:league_no:1:seat:1700000000
    b:league_standings:1
    b:league_yes:1:seat:1700000000
    b:leave:1
    b:leave_yes:1700000000:mark:1
    b:log:1:0
    b:look:1:market
    b:mirror_no:1:5
    b:mirror_yes:1:5
    b:move_yes:1700000000:mark:1:0:1:p1:0:take
    b:mute:1:p1
    b:note:1:0
    b:note_clear:1
    b:note_clear_yes:1700000000:mark:1:digest
    m:note_written:1 something
    s:option:2 runs
    s:option_set:2:runs free
    b:page_go:1:1:0:1:p1:buy
    b:page_if:1:1:0:1:p1:buy:SP
    b:pass_round:1:0:1:p1
    b:propose_yes:1700000000:mark:1:winner:p1
    b:propose_yes:1700000000:mark:1:nothing:
    b:rather_not
    b:ratings:1870:0
    b:ratings::0
    b:redo:1
    b:redo:1:0
    b:redo_yes:1700000000:mark:1:0
    b:replace_yes:1700000000:mark:1:p2:5:Zoe
    b:robot:1
    b:robot:1:2
    b:robot_yes:1700000000:mark:1:p2:steady
    b:rule:1870:5.3:0
    b:seat_give:1:p1:0
    b:seat_give_yes:1700000000:mark:1:p1:0
    b:seat_keep:1:p1:0
    b:seat_refuse:1:p1
    b:seat_take:1:p1
    b:server
    s:server_set:urgent 3
    s:server_setting urgent
    s:setting:1 urgent
    s:setting_set:1:urgent 3
    b:settings:1
    b:settle:1:1
    b:settle_no:1:1
    b:settle_yes:1700000000:mark:1:1
    b:share:1:map:
    b:since:1
    b:standings:1870:0
    b:start:1
    b:tap:1:0:1:p1:run:
    b:tap_if:1:0:1:p1:run:
    s:tap_if_list:1:0:1:p1:run state
    s:tap_list:1:0:1:p1:run state
    m:tapped_go:1:0:1:p1:run:state route
    m:tapped_if:1:0:1:p1:run:state route
    b:tiles:1:0
    b:tiles_of:1:B11:0
    b:title:1870:map:0
    b:title_share:1870:market:0
    b:turn:1
    b:undo:1
    b:undo_do:1:0:0:0:seat
    b:undo_no:1:1
    b:undo_now:1:0:0
    b:undo_yes:1:1
    s:verb_go:1:0:1:p1 buy
    s:verb_if:1:0:1:p1 buy
    s:wish confirm
    s:wish_set:confirm True
    b:wishes
"""
"""An id of each press, as 0.4 wrote it, and what was chosen or typed. Nothing is ever removed from this list."""
FORMS_OF_0_4 = """
    b:amount_go:1:0:1:p1:bid:GRSC
    b:amount_if:1:0:1:p1:bid:GRSC
    b:away
    b:explore_guess:1:0
    b:explore_keep:1
    b:note_write:1
    b:place_go:1:0:1:p1:lay
    b:place_if:1:0:1:p1:lay
    b:tap_form_go:1:0:1:p1:run:state
    b:tap_form_if:1:0:1:p1:run:state
    b:write_go:1:0:1:p1:bid
    b:write_if:1:0:1:p1:bid
"""
"""Those that open a form."""
IDS = [line.strip() for line in IDS_OF_0_4.strip().splitlines()]
FORMS_OPENED = [line.strip() for line in FORMS_OF_0_4.strip().splitlines()]


def sent(line: str) -> tuple[str, list[str]]:
    """A custom_id, and what was chosen or typed."""
    custom_id, _, value = line.strip().partition(" ")
    return custom_id, [value] if value else []


@pytest.mark.parametrize("line", [*IDS, *FORMS_OPENED])
def test_a_press_of_0_4_is_read_and_has_an_answer(line: str):
    custom_id, values = sent(line)
    name, args = decode_id(custom_id)
    press = press_of(name, [*args, *values])
    assert press is not None and type(press) in (FORMS if line in FORMS_OPENED else ANSWERS)


async def test_every_press_of_0_4_is_answered_by_what_it_does_now(club: Hall):
    """Not that it is out of date, nor with a fault; a question of 0.4, which holds for 15 minutes, says that."""
    await club.game(title="1870", pictures="request")
    await club.ann.slash("/game new", club.sandbox.channel(club.guild, "new"), title="1870", seats=4, place="here")
    source = next(one for one in club.room.public if one.buttons)
    wrong: dict[str, str] = {}
    for line in [*IDS, *FORMS_OPENED]:
        custom_id, values = sent(line)
        kind, data = (
            COMPONENT,
            {"custom_id": custom_id, "id": 1, "component_type": 3 if values else 2, "values": values},
        )
        if custom_id.startswith("m:"):
            typed = {"type": 4, "id": 2, "custom_id": "line", "value": values[0]}
            kind, data = MODAL, {"custom_id": custom_id, "components": [{"type": 18, "id": 1, "component": typed}]}
        opened = club.sandbox.interactions.open(kind, club.ann.user, club.room, data, name=line, source=source)
        await club.sandbox.until(lambda it=opened: it.settled, line)
        text = "" if opened.original is None else opened.original.text
        text = opened.followups[-1].text if opened.followups else text
        if opened.failure or say("fault") in text or say("old_button") in text:
            wrong[line] = opened.failure or text
    assert wrong == {}
