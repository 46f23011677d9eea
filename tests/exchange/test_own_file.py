"""The project's own game file: written, read back, and refused when anything about it is wrong."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine import Act, Damaged, Game, Illegal
from engine.exchange import own_file
from engine.play import next_to_act, random_act
from engine.record import Record, new_record


def played(moves: int = 120, seed: int = 4, **options: str) -> tuple[Record, Game]:
    """A random game of this many moves."""
    record, game = new_record("1870", ["Ann", "Bob", "Cem"], {"runs": "free", **options}, seed)
    stream = random.Random(seed)
    while len(record.moves) < moves and (decision := next_to_act(game, stream)) is not None:
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = record.play(game, decision.seat, act)
    return record, game


RECORD, GAME = played()
FILE = own_file.write(RECORD, GAME)


def changed(**fields: Any) -> bytes:
    """The file with some fields replaced; None takes one out."""
    plain = json.loads(FILE) | fields
    return json.dumps({key: value for key, value in plain.items() if value is not ...}).encode()


def with_action(number: int, action: Any) -> bytes:
    """The file with one action replaced."""
    actions = json.loads(FILE)["actions"]
    actions[number - 1] = action
    return changed(actions=actions)


def test_a_file_reads_back_to_the_same_game_and_file():
    record, game = own_file.read(FILE)
    assert game.encode() == GAME.encode()
    assert record.moves == RECORD.moves
    assert own_file.write(record, game) == FILE
    assert own_file.read(FILE, title="1870")[1].encode() == GAME.encode()


def test_a_finished_game_keeps_its_result():
    record, game = played(moves=10_000, seed=7)
    assert game.state.end is not None
    raw = own_file.write(record, game)
    assert own_file.read(raw)[1].state.end == game.state.end
    wrong = json.loads(raw)
    wrong["result"]["worth"]["p1"] += 1
    with pytest.raises(Damaged, match=r"The file ends with .* its actions lead to"):
        own_file.read(json.dumps(wrong).encode())


def test_a_file_can_be_read_by_a_person():
    plain = json.loads(FILE)
    assert plain["format"] == "stationmaster-game"
    assert plain["seating"] == [seat.name for seat in GAME.state.players]
    assert set(plain["actions"][0]) == {"seat", "verb", "args"}
    assert len(FILE.splitlines()) == len(RECORD.moves) + 2


@pytest.mark.parametrize("length", [0, 1, 40, 400, len(FILE) // 2, len(FILE) - 3])
def test_a_file_that_is_cut_off_is_refused(length: int):
    with pytest.raises(Damaged, match="damaged or cut off"):
        own_file.read(FILE[:length])


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"\xff\xfe\x00", "damaged or cut off"),
        (b"[]", "not a game file of this program"),
        (b'{"id": 1, "title": "1870", "actions": []}', "not a game file of this program"),
        (changed(version=99), "version 99"),
        (changed(version="1"), "version '1'"),
        (changed(title="1822"), "no title '1822'"),
        (changed(title=7), "damaged"),
        (changed(seed=...), "damaged"),
        (changed(more=1), "damaged"),
        (changed(players=["Ann"]), "cannot be set up: 1870 is for 2 to 7 players"),
        (changed(players=["Ann", "Ann", "Cem"]), "same name"),
        (changed(options={"edition": "third"}), "edition"),
        (changed(options={"colour": "red"}), "no option 'colour'"),
        (changed(seating=["Cem", "Dan", "Ann"]), "The file seats the players as Cem, Dan, Ann"),
        (changed(setup={"order": 7}), "cannot be set up"),
        (changed(actions="none"), "damaged"),
        (changed(result={"why": "bank", "worth": {}, "winners": []}), "a game that is not over"),
    ],
)
def test_a_damaged_file_is_refused_with_a_sentence(raw: bytes, sentence: str):
    with pytest.raises(Damaged, match=sentence):
        own_file.read(raw)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({"seat": "p1", "verb": "fly", "args": {}}, r"Action 5 \(p1 fly\) is refused: There is no move called 'fly'"),
        ({"seat": "p9", "verb": "take", "args": {}}, r"Action 5 \(p9 take\) is refused: There is no seat 'p9'"),
        (
            {"seat": "p1", "verb": "lay", "args": {"hex": "B9"}},
            r"Action 5 \(p1 lay hex=B9\) is refused: you cannot lay",
        ),
        ({"seat": "p1"}, r"Action 5 \(\{\"seat\":\"p1\"\}\) cannot be read"),
        (7, r"Action 5 \(7\) cannot be read"),
        ({"seat": "p1", "verb": "bid", "args": {"amount": [1]}}, r"Action 5 .* cannot be read"),
    ],
)
def test_a_wrong_action_is_named_by_number_and_text(action: Any, sentence: str):
    with pytest.raises(Damaged, match=sentence):
        own_file.read(with_action(5, action))


def test_a_game_of_another_title_is_refused():
    with pytest.raises(Damaged, match="contains a game of '1870', not of '1830'"):
        own_file.read(FILE, title="1830")


def test_saving_replaces_a_file_whole_and_loading_says_what_cannot_be_read(tmp_path: Path):
    path = tmp_path / "game.json"
    path.write_text("older")
    own_file.save(path, RECORD, GAME)
    assert own_file.load(path)[1].encode() == GAME.encode()
    assert [found.name for found in tmp_path.iterdir()] == ["game.json"]
    with pytest.raises(Damaged, match="cannot be read"):
        own_file.load(tmp_path / "other.json")


def test_a_refused_move_is_not_recorded():
    record, game = new_record("1870", ["Ann", "Bob"], seed=1)
    with pytest.raises(Illegal):
        record.play(game, "p1", Act("bid", {"private": "GRSC", "amount": 25}))
    assert record.moves == []
    after, _ = record.play(game, "p1", Act("take"))
    assert [move.text() for move in record.moves] == ["p1 take"]
    assert record.replay().encode() == after.encode()


def test_a_record_that_cannot_be_replayed_names_the_faulty_move():
    record, game = new_record("1870", ["Ann", "Bob"], seed=1)
    record.play(game, "p1", Act("take"))
    record.note("p1", Act("take"))
    with pytest.raises(Damaged, match=r"Action 2 \(p1 take\) is refused"):
        record.replay()


CARRIED = own_file.write(RECORD, GAME, carry=True)


def carried(**fields: Any) -> bytes:
    """The file that carries its position, with some fields replaced."""
    return json.dumps(json.loads(CARRIED) | fields).encode()


def test_a_file_with_its_position_plays_on_although_its_moves_are_refused_now():
    raw = carried(actions=[{"seat": "p1", "verb": "fly", "args": {}}])
    assert own_file.read(raw)[1].encode() == GAME.encode()
    opened = own_file.open_file(raw)
    with pytest.raises(Damaged, match="no move called 'fly'"):
        list(opened.states())


def forged(**parts: Any) -> bytes:
    """The same with parts of the position replaced."""
    return carried(position=json.loads(CARRIED)["position"] | parts)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (forged(cash={**GAME.state.cash, "p1": 100_000}), "The money adds up to"),
        (forged(certs={}), "Certificates are missing"),
        (forged(agenda=[]), "nobody has to act"),
        (forged(agenda=[{"type": "run", "rule": "nothing", "id": 1, "subject": "p1"}]), "cannot be continued from"),
        (forged(v="4"), "cannot be continued from"),
        (forged(companies={}), "cannot be continued from"),
        (forged(board={"tiles": {"Z99": ["57", 0]}}), "not on the map"),
        (forged(players=[{"id": "p1", "name": "Eve"}]), "cannot be continued from"),
        (
            forged(end={"why": "bank", "worth": dict.fromkeys(("p1", "p2", "p3"), 1), "winners": ["p1"]}),
            "its position with",
        ),
        (carried(position=7), "cannot be continued from"),
        (carried(version=1), "damaged"),
    ],
)
def test_a_position_that_was_tampered_with_is_refused(raw: bytes, sentence: str):
    with pytest.raises(Damaged, match=sentence):
        own_file.read(raw)
