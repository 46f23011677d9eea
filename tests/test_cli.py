"""The command line: every command, its exit code, and one plain sentence for every error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import main
from engine.exchange import own_file

ROOT = Path(__file__).resolve().parent.parent
Out = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path, capsys: Out) -> str:
    """A fresh game of three."""
    path = str(tmp_path / "game.json")
    assert main(["new", path, "1870", "Ann", "Bob", "Cem", "--in-order"]) == 0
    capsys.readouterr()
    return path


def refused(arguments: list[str], capsys: Out, code: int = 1) -> str:
    """The one sentence that a command is refused with."""
    if code == 2:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == 2
    else:
        assert main(arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.strip().endswith(".")
    return err.strip()


def test_titles_lists_games_with_players_and_options(capsys: Out):
    assert main(["titles"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1889: 1889: History of Shikoku Railways · 2 to 6 · short · start here\n")
    assert "1870: 1870: The Trans-Mississippi · 2 to 7 · long · hard\n" in out
    assert "  edition = designer | mayfair: " in out


def test_a_game_is_begun_shown_and_played(file: str, capsys: Out):
    assert main(["legal", file]) == 0
    assert "p1: take bid pass_auction stop" in capsys.readouterr().out
    assert main(["legal", file, "Ann", "bid", "private=MKT"]) == 0
    assert capsys.readouterr().out == "amount = 165..700: $165 to $700\n"
    assert main(["do", file, "ann", "bid", "private=MKT", "amount=200"]) == 0
    out = capsys.readouterr().out
    assert "Ann bids $200 on Missouri-Kansas-Texas Railroad." in out
    assert "It is Bob's turn" in out
    assert main(["show", file]) == 0
    out = capsys.readouterr().out
    assert "Ann $200" in out
    assert [move.text() for move in own_file.load(Path(file))[0].moves] == ["p1 bid private=MKT amount=200"]


def test_values_are_listed_with_labels_and_read_by_them(file: str, capsys: Out):
    assert main(["legal", file, "p1", "bid"]) == 0
    assert "private = SCC: The Southern Cattle Company" in capsys.readouterr().out
    assert main(["legal", file, "p1", "bid", "--most", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["do", file, "p1", "bid", "private=the southern cattle company", "amount=55"]) == 0
    assert own_file.load(Path(file))[0].moves[0].args == {"private": "SCC", "amount": 55}


def test_a_refused_move_says_why_and_leaves_the_file_alone(file: str, capsys: Out):
    before = Path(file).read_bytes()
    assert (
        refused(["do", file, "Bob", "take"], capsys)
        == "you cannot buy the cheapest private now: the game is waiting for Ann."
    )
    assert "(5.7)" in refused(["do", file, "Ann", "bid", "private=GRSC", "amount=50"], capsys)
    assert "165" in refused(["do", file, "Ann", "bid", "private=MKT", "amount=3"], capsys)
    assert "not a whole number" in refused(["do", file, "Ann", "bid", "private=MKT", "amount=many"], capsys)
    assert "no move called 'fly'" in refused(["do", file, "Ann", "fly"], capsys)
    assert "no player 'Dan'" in refused(["do", file, "Dan", "take"], capsys)
    assert "not a choice such as" in refused(["do", file, "Ann", "bid", "MKT"], capsys)
    assert "appears twice" in refused(["do", file, "Ann", "bid", "private=MKT", "private=SCC"], capsys)
    assert "Please also choose the private company" in refused(["do", file, "Ann", "bid"], capsys)
    assert Path(file).read_bytes() == before


def test_legal_without_anything_to_choose(file: str, capsys: Out):
    assert main(["legal", file, "Ann", "take"]) == 0
    assert capsys.readouterr().out == "There are no more choices to make.\n"
    assert "is waiting for Ann" in refused(["legal", file, "Bob", "take"], capsys)


def test_new_refuses_what_cannot_be_played(file: str, tmp_path: Path, capsys: Out):
    other = str(tmp_path / "other.json")
    assert "already exists" in refused(["new", file, "1870", "Ann", "Bob"], capsys)
    assert main(["new", file, "1870", "Ann", "Bob", "--force"]) == 0
    capsys.readouterr()
    assert "2 to 7 players" in refused(["new", other, "1870", "Ann"], capsys)
    assert "no title '1846'" in refused(["new", other, "1846", "Ann", "Bob"], capsys)
    assert "no option 'colour'" in refused(["new", other, "1870", "Ann", "Bob", "--option", "colour=red"], capsys)
    assert not Path(other).exists()


def test_new_seats_by_lot_or_in_order(tmp_path: Path, capsys: Out):
    names = ["Ann", "Bob", "Cem", "Dan", "Eve"]
    path = tmp_path / "game.json"
    assert main(["new", str(path), "1870", *names, "--seed", "1"]) == 0
    drawn = json.loads(path.read_bytes())["seating"]
    assert sorted(drawn) == names
    assert drawn != names
    assert main(["new", str(path), "1870", *names, "--force", "--in-order"]) == 0
    assert json.loads(path.read_bytes())["seating"] == names


def test_hidden_treasuries_are_shown_to_presidents_only(tmp_path: Path, capsys: Out):
    path = str(tmp_path / "game.json")
    assert main(["new", path, "1870", "Ann", "Bob", "--in-order", "--option", "secrets=hidden"]) == 0
    capsys.readouterr()
    main(["show", path, "--seat", "Bob"])
    assert capsys.readouterr().out.count("hidden") == 10


def test_random_play_is_kept_audited_and_exported(tmp_path: Path, capsys: Out):
    path, copy = str(tmp_path / "game.json"), str(tmp_path / "copy.json")
    play = ["play", "--random", "--title", "1870", "--seed", "5", "--players", "3"]
    play += ["--option", "runs=free", "--moves", "150"]
    assert main([*play, "--out", path]) == 0
    assert capsys.readouterr().out.startswith("150 moves, 3 players, phase ")
    assert main(["audit", path]) == 0
    assert capsys.readouterr().out == "150 moves; the books balance after every one.\n"
    assert main(["export", path, "--out", copy]) == 0
    assert Path(copy).read_bytes() == Path(path).read_bytes()
    assert main(["export", path, "state"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "1870"
    assert main(["export", path, "view", "--seat", "p2"]) == 0
    assert json.loads(capsys.readouterr().out)["seat"] == "p2"
    assert main([*play, "--out", copy]) == 0
    assert Path(copy).read_bytes() == Path(path).read_bytes()


def test_damaged_files_are_refused(file: str, tmp_path: Path, capsys: Out):
    broken = tmp_path / "broken.json"
    broken.write_bytes(Path(file).read_bytes()[:100])
    for command in (["show"], ["legal"], ["audit"], ["export"]):
        assert "damaged or cut off" in refused([*command, str(broken)], capsys)
        assert "cannot be read" in refused([*command, str(tmp_path / "none.json")], capsys)
    plain = json.loads(Path(file).read_bytes())
    plain["actions"] = [{"seat": "p2", "verb": "take", "args": {}}]
    broken.write_text(json.dumps(plain))
    assert "Action 1 (p2 take) is refused" in refused(["audit", str(broken)], capsys)


def test_an_import_says_that_the_result_agrees_only_of_a_file_that_states_one(tmp_path: Path, capsys: Out):
    players = [{"id": 7, "name": "Ann"}, {"id": 8, "name": "Bob"}]
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"title": "1870", "players": players, "actions": [], "status": "active"}))
    assert main(["import", str(path)]) == 0
    assert capsys.readouterr().out == "0 moves made; the file states no result to compare.\n"
    end = {"type": "end_game", "entity": 7, "entity_type": "player", "id": 1}
    over = {"status": "finished", "result": {"7": 1050, "8": 1050}, "actions": [end]}
    path.write_text(json.dumps({"title": "1870", "players": players, **over}))
    assert main(["import", str(path)]) == 0
    assert capsys.readouterr().out == "2 moves made; the result agrees.\n"


def test_an_import_that_cannot_be_read_says_so(tmp_path: Path, capsys: Out):
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    refused(["import", str(broken)], capsys)
    refused(["import", str(tmp_path / "none.json")], capsys)


def test_a_command_line_that_cannot_be_understood(capsys: Out):
    assert "COMMAND" in refused([], capsys, code=2)
    assert "invalid choice" in refused(["dance"], capsys, code=2)
    refused(["show"], capsys, code=2)
    refused(["play", "--seed", "x"], capsys, code=2)
    assert "play --random" in refused(["play"], capsys)


def test_the_module_runs_and_a_closed_pipe_is_no_error():
    command = [sys.executable, "-m", "engine"]
    done = subprocess.run([*command, "show", "no-such-file"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    reader = subprocess.Popen([*command, "titles"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert reader.stdout is not None
    reader.stdout.close()
    _, err = reader.communicate()
    assert b"Traceback" not in err
    assert reader.returncode == 0
