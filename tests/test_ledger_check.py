"""What the check of the rule ledgers lets pass and what it refuses."""

from pathlib import Path

import pytest

from tools.ledger_check import main as ledger_check


def ledger(tmp_path: Path, test: str) -> list[str]:
    """Arguments for a ledger of two statements, one testable, and a test file."""
    rules, tests = tmp_path / "tests" / "rules", tmp_path / "tests"
    (rules / "game").mkdir(parents=True)
    (rules / "game" / "ledger.yaml").write_text(
        '- {id: "g-1", rule: "a", testable: true}\n- {id: "g-2", rule: "b", testable: false}\n'
        '- {id: "g-3", rule: "c", testable: true}\n'
    )
    (tests / "test_game.py").write_text(test)
    return ["--ledgers", str(rules), "--tests", str(tests)]


BOTH = 'import pytest\n\n\n@pytest.mark.rule("g-1", "g-3")\ndef test_it(): ...\n'
ONE = BOTH.replace(', "g-3"', "")


def test_a_ledger_with_a_test_for_every_statement_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert ledger_check(ledger(tmp_path, BOTH)) == 0
    assert "2 testable statements, 2 with a test, 0 without." in capsys.readouterr().out


def test_a_statement_without_a_test_fails_unless_it_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ledger(tmp_path, ONE)
    assert ledger_check(arguments) == 1
    assert "Without a test: g-3." in capsys.readouterr().out
    arguments += ["--baseline", str(tmp_path / "untested")]
    listing = tmp_path / "untested" / "game.txt"
    assert ledger_check([*arguments, "--write-baseline"]) == 0
    assert listing.read_text() == "g-3\n"
    assert ledger_check(arguments) == 0
    listing.write_text("g-1\n")
    assert ledger_check(arguments) == 1
    (tmp_path / "tests" / "test_game.py").write_text(BOTH)
    assert ledger_check([*arguments, "--write-baseline"]) == 0
    assert not listing.exists()


def test_a_statement_can_be_proven_by_a_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ledger(tmp_path, ONE)
    facts = tmp_path / "tests" / "tgame" / "facts.py"
    facts.parent.mkdir()
    facts.write_text('FACTS: dict[str, object] = {"g-3": len}\n')
    assert ledger_check(arguments) == 0
    facts.write_text('FACTS: dict[str, object] = {"g-3": len, "g-4": len}\n')
    assert ledger_check(arguments) == 1
    assert "facts.py:1: no ledger has a statement 'g-4'." in capsys.readouterr().out


SOAK = "@pytest.mark.soak\n"
LONG_RUNS = {
    "a function": BOTH.replace("@pytest", SOAK + "@pytest"),
    "a class": f"import pytest\n\n{SOAK}class TestAll:\n    @pytest.mark.rule('g-1', 'g-3')\n    def test(self): ...\n",
    "a file": BOTH.replace("\n\n\n", "\n\npytestmark = [pytest.mark.soak]\n\n\n"),
    "a parameter": "import pytest\n\nONE = pytest.param(1, marks=[pytest.mark.soak, pytest.mark.rule('g-1', 'g-3')])\n",
}


@pytest.mark.parametrize("test", LONG_RUNS.values(), ids=LONG_RUNS)
def test_a_long_run_proves_no_statement(tmp_path: Path, capsys: pytest.CaptureFixture[str], test: str):
    assert ledger_check(ledger(tmp_path, test)) == 1
    assert "Without a test: g-1, g-3." in capsys.readouterr().out
    (tmp_path / "tests" / "test_game.py").write_text(test.replace("soak", "slow"))
    assert ledger_check(["--ledgers", str(tmp_path / "tests" / "rules"), "--tests", str(tmp_path / "tests")]) == 0


@pytest.mark.parametrize(("mark", "sentence"), [('"g-9"', "no ledger has a statement 'g-9'"), ("NAME", "written out")])
def test_a_test_of_an_unknown_statement_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mark: str, sentence: str
):
    assert ledger_check(ledger(tmp_path, BOTH + ONE.replace('"g-1"', mark).replace("test_it", "test_other"))) == 1
    assert sentence in capsys.readouterr().out
