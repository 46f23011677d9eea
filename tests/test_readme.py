"""What the README shows is what happens."""

import doctest
import re
from pathlib import Path

import pytest

from engine.cli import main

ROOT = Path(__file__).resolve().parent.parent


def test_the_ten_lines_of_the_readme_run_as_shown():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
    assert tried >= 10


def test_every_command_of_the_readme_is_known(capsys: pytest.CaptureFixture[str]):
    named = re.findall(r"python -m engine (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(named) == 9
    for command in named:
        with pytest.raises(SystemExit) as left:
            main([command, "--help"])
        assert left.value.code == 0
    capsys.readouterr()


def test_the_links_of_the_documents_lead_somewhere():
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
