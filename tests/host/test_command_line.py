"""What `python -m bot` says about its commands, and to what cannot be one."""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.host.arguments import parser
from engine.core.phrases import PSEUDO, accented

IMPORT = ("import", "game.json", "--guild", "1", "--channel", "2", "--organiser", "3")


def arguments(of: argparse.ArgumentParser, called: str = "") -> Iterator[tuple[str, argparse.Action]]:
    """Everything that can be typed, with the command it belongs to."""
    for one in of._actions:
        if isinstance(one, argparse._SubParsersAction):
            for name, command in one.choices.items():
                yield from arguments(command, name)
        else:
            yield called, one


def test_every_argument_of_every_command_is_explained():
    found = list(arguments(parser()))
    assert {"restore", "forget", "export", "import"} <= {command for command, _ in found}
    assert [(command, one.dest) for command, one in found if not one.help] == []


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ("", "Name a command: run, sandbox, check, health, "),
        ("nonsense", "Name a command: run, "),
        ("--version", "Name a command: run, "),
        ("run x", "python -m bot run takes no 'x'; python -m bot run --help says what it takes."),
        ("run --disc", "python -m bot run takes no '--disc'; "),
        ("health --loud", "python -m bot health takes no '--loud'; "),
        ("forget 5 6", "python -m bot forget takes no '6'; "),
        ("forget", "Type it like this: python -m bot forget PERSON (python -m bot forget --help explains it)."),
        ("restore", "Type it like this: python -m bot restore FILE ("),
        ("export 1", "Type it like this: python -m bot export GAME FILE ("),
        ("check --live", "Type it like this: python -m bot check [--live CHANNEL] ("),
        ("verify --strict=1", "Type it like this: python -m bot verify [--strict] ("),
        ("import game.json", "Type it like this: python -m bot import --guild NUMBER --channel NUMBER --organiser"),
        ("forget nonsense", "'nonsense' is not a Discord user number; Copy User ID in Discord gives it"),
        *((f"forget {number}", f"'{number}' is not a Discord user number") for number in ("-5", "0", "1.5", "9" * 30)),
        ("check --live games", "'games' is not the number of a channel; Copy Channel ID"),
        ("check --live -5", "'-5' is not the number of a channel; Copy Channel ID"),
        ("export all game.json", "'all' is not the number of a game, such as 12."),
        ("import game.json --guild x --channel 2 --organiser 3", "'x' is not the number of a server; Copy Server ID"),
        (" ".join((*IMPORT, "--player", "Ann")), "Say who each player is, by name and Discord user number: --player"),
        (" ".join((*IMPORT, "--player", "Ann=Bob")), "'Bob' is not a Discord user number"),
        ("words ../..", "'../..' is not a language, such as de or pt-BR."),
    ],
)
def test_what_cannot_be_a_command_gets_one_sentence(
    given: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    assert main(given.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(answer) and err.endswith(".\n") and err.count("\n") == 1, err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", [["--language", PSEUDO], [f"--language={PSEUDO}"]])
def test_the_language_can_be_named_in_both_ways(given: list[str], capsys: pytest.CaptureFixture[str]):
    assert main([*given, "forget", "nonsense"]) == 2
    assert accented("is not a Discord user number") in capsys.readouterr().err


def test_a_list_can_be_read_in_part():
    listing = subprocess.Popen(
        [sys.executable, "-m", "bot", "words", "fr"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert listing.stdout and listing.stderr and listing.stdout.readline().startswith("engine/words/fr.toml")
    listing.stdout.close()
    assert (listing.stderr.read(), listing.wait()) == ("", 0)
