"""Files of 18xx.games: undo and redo, automatic actions, chat, and files that are wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.errors import Damaged, Unreadable
from engine.exchange.site import import_game
from engine.exchange.site_log import effective, parse_site_game

PLAYERS = [{"id": 7, "name": "Ann"}, {"id": 8, "name": "Bob"}]


def bid(number: int, player: int, company: str, price: int) -> dict[str, Any]:
    return {
        "type": "bid",
        "id": number,
        "entity": player,
        "entity_type": "player",
        "company": company,
        "price": price,
    }


def file_of(*actions: dict[str, Any], **more: Any) -> bytes:
    game: dict[str, Any] = {"id": 1, "title": "1870", "players": PLAYERS, "actions": list(actions), **more}
    return json.dumps(game).encode()


def undo(number: int, **more: Any) -> dict[str, Any]:
    return {"type": "undo", "id": number, "entity": 7, "entity_type": "player", **more}


def redo(number: int) -> dict[str, Any]:
    return {"type": "redo", "id": number, "entity": 7, "entity_type": "player"}


CHAT = {"type": "message", "id": 90, "entity": 7, "entity_type": "player", "message": "hello"}


def ids(*actions: dict[str, Any]) -> list[int]:
    return [step.action["id"] for step in effective(list(actions))]


def test_undo_takes_back_the_last_action_and_leaves_chat():
    assert ids(bid(1, 7, "GRSC", 20), CHAT, undo(3)) == [90]
    assert ids(bid(1, 7, "GRSC", 20), {**CHAT, "type": "log"}, undo(3)) == [90]


def test_undo_to_an_action_takes_back_all_after_it():
    assert ids(bid(1, 7, "GRSC", 20), bid(2, 8, "MRBC", 40), bid(3, 7, "SCC", 50), undo(4, action_id=1)) == [1]


def test_undo_to_zero_takes_back_everything():
    assert ids(bid(1, 7, "GRSC", 20), bid(2, 8, "MRBC", 40), undo(3, action_id=0)) == []


def test_redo_brings_back_what_was_undone_step_by_step():
    one, two = bid(1, 7, "GRSC", 20), bid(2, 8, "MRBC", 40)
    assert ids(one, two, undo(3), undo(4), redo(5)) == [1]
    assert ids(one, two, undo(3), undo(4), redo(5), redo(6)) == [1, 2]


def test_a_new_action_ends_all_redoing():
    assert ids(bid(1, 7, "GRSC", 20), undo(2), bid(3, 7, "MRBC", 45), redo(4)) == [3]


def test_automatic_actions_follow_their_carrier_and_are_undone_with_it():
    carrier = {**bid(1, 7, "GRSC", 20), "auto_actions": [{"type": "pass", "entity": 8, "entity_type": "player"}]}
    assert [(step.action["type"], step.carrier) for step in effective([carrier])] == [("bid", None), ("pass", 1)]
    assert effective([carrier, undo(2)]) == []


def test_a_game_in_progress_is_imported_as_far_as_it_goes():
    result = import_game(parse_site_game(file_of(bid(1, 7, "GRSC", 20), bid(2, 8, "MKT", 165), status="active")))
    assert result.agrees and not result.states_result
    assert result.game.state.privates["GRSC"] == "p1"
    assert result.game.state.cash["bid:p2:MKT"] == 165
    assert [move.verb for move in result.record.moves] == ["take", "bid"]


def test_players_without_ids_are_known_by_name():
    players = [{"name": "Ann"}, {"name": "Bob"}]
    raw = file_of({**bid(1, 7, "GRSC", 20), "entity": "Ann"}, players=players)
    assert import_game(parse_site_game(raw)).game.state.privates["GRSC"] == "p1"


def test_an_illegal_action_is_named_with_number_and_reason():
    with pytest.raises(Damaged, match=r"Action 2 \(bid, Bob\) cannot be carried out: .*at least \$165"):
        import_game(parse_site_game(file_of(bid(1, 7, "GRSC", 20), bid(2, 8, "MKT", 161))))


def test_an_unknown_action_is_named():
    unknown = {"type": "teleport", "id": 5, "entity": 7, "entity_type": "player"}
    with pytest.raises(Damaged, match=r"Action 5 \(teleport, Ann\) .*no such action"):
        import_game(parse_site_game(file_of(bid(1, 7, "GRSC", 20), unknown)))


@pytest.mark.parametrize("kind", ["finish", "do", "make", "handlers", "imply"])
def test_words_of_our_own_are_no_actions(kind: str):
    with pytest.raises(Damaged, match="there is no such action"):
        import_game(parse_site_game(file_of({"type": kind, "id": 1, "entity": 7, "entity_type": "player"})))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"entity": 9}, "(bid, 9) cannot be carried out: nobody in this file is called “9”."),
        ({"company": "XYZ"}, "(bid, Bob) cannot be carried out: "),
        ({"entity": 7}, "(bid, Ann) cannot be carried out: "),
        ({"price": "much"}, "(bid, Bob) cannot be carried out: one of its values is wrong or missing."),
        ({"price": [1]}, "(bid, Bob) cannot be carried out: one of its values is wrong or missing."),
        ({"entity": {"a": 1}}, "(bid) cannot be carried out: "),
        ({"type": "lay_tile", "hex": "Z99"}, "(lay tile, Bob) cannot be carried out: "),
        ({"id": None, "price": 1}, "Action ? (bid, Bob) cannot be carried out: "),
        (
            {"auto_actions": [{"type": "no_such_thing", "entity": 7, "entity_type": "player"}]},
            "(automatic no such thing",
        ),
        ({"auto_actions": 5}, "Action 2 of the file contains something that is not an action."),
        ({"auto_actions": [5]}, "Action 2 of the file does not say what is done."),
        ({"type": ["bid"]}, "Action 2 of the file does not say what is done."),
        ({"type": "undo", "action_id": "x"}, "“x” is not the number of an action."),
    ],
)
def test_a_wrong_action_is_named_with_whose_it_is_and_why(changed: dict[str, Any], why: str):
    with pytest.raises(Damaged) as refused:
        import_game(parse_site_game(file_of(bid(1, 7, "GRSC", 20), {**bid(2, 8, "MKT", 165), **changed})))
    assert why in str(refused.value) and "_" not in str(refused.value)


@pytest.mark.parametrize("missing", ["entity", "company", "price"])
def test_an_action_with_a_part_missing_is_named(missing: str):
    broken = {key: value for key, value in bid(3, 7, "GRSC", 20).items() if key != missing}
    if missing == "price":
        broken["company"] = "MKT"
    with pytest.raises(Damaged, match=rf"Action 3 \(bid.*its part “{missing}” is missing"):
        import_game(parse_site_game(file_of(broken)))


def test_a_file_of_another_title_is_refused():
    raw = json.dumps({"title": "1846", "players": PLAYERS, "actions": []}).encode()
    with pytest.raises(Damaged, match="'1846' cannot be imported"):
        import_game(parse_site_game(raw))


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b'{"title": "1870"}', b'{"title": "1870", "players": [], "actions": []}', b"\xff\xfe"]
)
def test_what_is_no_game_is_refused(raw: bytes):
    with pytest.raises(Damaged):
        import_game(parse_site_game(raw))


def test_an_unknown_optional_rule_is_refused():
    with pytest.raises(Unreadable, match="martian_rules"):
        import_game(parse_site_game(file_of(settings={"optional_rules": ["martian_rules"]})))


def test_a_result_that_differs_is_a_disagreement():
    raw = file_of(
        bid(1, 7, "GRSC", 20),
        {"type": "end_game", "id": 2, "entity": 7, "entity_type": "player"},
        status="finished",
        result={"7": 1050, "8": 1049},
    )
    result = import_game(parse_site_game(raw))
    assert not result.agrees
    assert result.problems == ["Bob ends with 1050 here and 1049 in the file."]


@pytest.mark.parametrize("kind", ["program_merger_pass", "program_auction_pass", "program_enable", "message", "log"])
def test_programmed_actions_of_the_site_are_not_moves(kind: str):
    told = {"type": kind, "id": 2, "entity": 7, "entity_type": "player"}
    moves = [bid(1, 7, "GRSC", 20), told, bid(3, 8, "MRBC", 40)]
    plain = import_game(parse_site_game(file_of(moves[0], moves[2])))
    assert import_game(parse_site_game(file_of(*moves))).record.moves == plain.record.moves
    with pytest.raises(Damaged, match="there is no such action"):
        import_game(parse_site_game(file_of(*moves[:1], {**told, "type": "program"})))


def test_numbers_of_actions_may_be_written_as_text():
    one, two = {**bid(1, 7, "GRSC", 20), "id": "1"}, {**bid(2, 8, "MRBC", 40), "id": "2"}
    assert [step.action["id"] for step in effective([one, two, undo(3, action_id="1")])] == ["1"]
    carrier = {**one, "auto_actions": [{"type": "pass", "entity": 8, "entity_type": "player"}]}
    assert [step.carrier for step in effective([carrier])] == [None, 1]


@pytest.mark.parametrize(("game", "seed"), [("hs_ab²_164_7", 164), ("hs_²", 1), ("", 1)])
def test_a_game_without_a_seed_has_the_first_number_of_its_id(game: str, seed: int):
    assert parse_site_game(file_of(id=game, settings={})).seed == seed


def test_players_whose_id_is_null_are_known_by_name():
    players = [{"id": None, "name": "Ann"}, {"id": None, "name": "Bob"}]
    game = {"title": "1870", "players": players, "actions": [{**bid(1, 7, "GRSC", 20), "entity": "Ann"}]}
    result = import_game(parse_site_game(json.dumps(game).encode()))
    assert result.game.state.privates["GRSC"] == "p1"


def test_a_running_game_may_show_a_result():
    score = {"7": 480, "8": 500}
    assert import_game(parse_site_game(file_of(bid(1, 7, "GRSC", 20), status="active", result=score))).agrees
    assert not import_game(parse_site_game(file_of(bid(1, 7, "GRSC", 20), status="finished", result=score))).agrees
