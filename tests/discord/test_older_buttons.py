"""Buttons that an earlier version posted: after an upgrade they still do what is written on them."""

from __future__ import annotations

import pytest

from bot.discord.press import decode_id, encode_id
from tests.discord.known_presses import answered, opening

PRESSES_OF_0_3 = """
    ahead_cancel at_go at_if away_for back_again course do end_yes explore explore_again explore_again_yes
    explore_back explore_end explore_end_yes explore_guessed explore_kept explore_nothing explore_now forget
    forget_yes front games go history if import_no import_stop import_yes join league_correct_yes league_end_yes
    league_extend_yes league_join league_leave league_no league_standings league_yes leave leave_yes log look
    mirror_no mirror_yes move_yes mute note note_clear note_clear_yes note_written option option_set order_yes
    page_go page_if pass_round propose_yes rather_not ratings redo redo_yes replace_yes robot robot_yes rule
    seat_give seat_give_yes seat_keep seat_refuse seat_take server server_set server_setting setting setting_set
    settings settle settle_no settle_yes share since standings start tap tap_if tap_if_list tap_list tapped_go
    tapped_if tiles tiles_of title title_share turn undo undo_do undo_no undo_now undo_yes verb_go verb_if wish
    wish_set wishes
"""
FORMS_OF_0_3 = """
    away explore_guess explore_keep note_write place_go place_if tap_form_go tap_form_if write_go write_if
"""
IDS_OF_0_3 = {
    # As they stood on pings, panels and pinned messages.
    "b:turn:7": ("b", "turn", ["7"]),
    "b:look:7:market": ("b", "look", ["7", "market"]),
    "b:go:7:12:1:p2:buy:SP:ipo": ("b", "go", ["7", "12", "1", "p2", "buy", "SP", "ipo"]),
    "b:if:7:12:1:p2:par:SP:76": ("b", "if", ["7", "12", "1", "p2", "par", "SP", "76"]),
    "b:front:7:12:1:p2:go:-1": ("b", "front", ["7", "12", "1", "p2", "go", "-1"]),
    "s:verb_go:7:12:1:p2": ("s", "verb_go", ["7", "12", "1", "p2"]),
    "m:explore_guessed:7:12": ("m", "explore_guessed", ["7", "12"]),
    "b:go:7:12:1:p2:lay:B11:4:3": ("b", "go", ["7", "12", "1", "p2", "lay", "B11", "4", "3"]),
}


def test_every_button_and_form_of_an_earlier_version_is_still_known():
    assert set(PRESSES_OF_0_3.split()) <= answered()
    assert set(FORMS_OF_0_3.split()) <= opening()


@pytest.mark.parametrize(("custom_id", "meant"), IDS_OF_0_3.items())
def test_a_custom_id_of_an_earlier_version_is_read_and_written_as_ever(
    custom_id: str, meant: tuple[str, str, list[str]]
):
    kind, does, args = meant
    assert decode_id(custom_id) == (does, args)
    assert encode_id(kind, does, tuple(args)) == custom_id
