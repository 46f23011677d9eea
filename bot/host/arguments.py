"""What can be typed after `python -m bot`, and one sentence for what cannot."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from bot.host.say import say
from bot.safe_text import number
from engine.core.sentences import because, pattern

COMMAND = "stationmaster"
NUMBERS = {
    "person": pattern("{given!r} is not a Discord user number; Copy User ID in Discord gives it (in developer mode)."),
    "guild": pattern(
        "{given!r} is not the number of a server; Copy Server ID in Discord gives it (in developer mode)."
    ),
    "channel": pattern(
        "{given!r} is not the number of a channel; Copy Channel ID in Discord gives it (in developer mode)."
    ),
    "game": pattern("{given!r} is not the number of a game, such as 12."),
}


class BadCommand(Exception):
    """The command cannot be understood; the sentence says how it is typed."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors say what to type."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, allow_abbrev=False)
        self.color = False  # Python 3.14 would color the usage.
        self.names: tuple[str, ...] = ()
        """The commands to choose from, if there are any."""

    def error(self, message: str) -> NoReturn:
        """Argparse's message is for developers, and in English."""
        if self.names:
            raise BadCommand(
                because(
                    "Name a command: {names:or}. {called} --help explains them.", names=self.names, called=self.prog
                )
            )
        usage = " ".join(self.format_usage().split()).removeprefix("usage: ").replace(" [-h]", "")
        raise BadCommand(
            because("Type it like this: {usage} ({called} --help explains it).", usage=usage, called=self.prog)
        )


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command; raises BadCommand if it cannot be understood."""
    command, left = parser().parse_known_args(given)
    if left:
        called = f"{_called()} {command.command}"
        raise BadCommand(
            because("{called} takes no {left!r}; {called} --help says what it takes.", called=called, left=left[0])
        )
    return command


def parser() -> argparse.ArgumentParser:
    """The argument parser, with help in the current language."""
    about = partial(say, group="commands")
    parser = Parser(prog=_called(), description=about("bot"))
    parser.add_argument("--language", metavar="LANGUAGE", help=about("language"))
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser)
    begin = commands.add_parser("run", help=about("run"))
    begin.add_argument("--discord", action="store_true", help=about("run_discord"))
    commands.add_parser("sandbox", help=about("sandbox"))
    examined = commands.add_parser("check", help=about("check"))
    examined.add_argument("--live", type=_number("channel"), metavar="CHANNEL", help=about("check_live"))
    commands.add_parser("health", help=about("health"))
    check = commands.add_parser("verify", help=about("verify"))
    check.add_argument("--strict", action="store_true", help=about("verify_strict"))
    said = commands.add_parser("words", help=about("words"))
    said.add_argument("lacking", type=_language, metavar="LANGUAGE", help=about("words_language"))
    commands.add_parser("backup", help=about("backup"))
    back = commands.add_parser("restore", help=about("restore"))
    back.add_argument("file", type=Path, metavar="FILE", help=about("restore_file"))
    other = commands.add_parser("carry", help=about("carry"))
    other.add_argument("url", metavar="DATABASE_URL", help=about("carry_url"))
    gone = commands.add_parser("forget", help=about("forget"))
    gone.add_argument("person", type=_number("person"), metavar="PERSON", help=about("forget_person"))
    out = commands.add_parser("export", help=about("export"))
    out.add_argument("game", type=_number("game"), metavar="GAME", help=about("export_game"))
    out.add_argument("file", type=Path, metavar="FILE", help=about("export_file"))
    bring = commands.add_parser("import", help=about("import"))
    bring.add_argument("file", type=Path, metavar="FILE", help=about("import_file"))
    for name, kind in (("guild", "guild"), ("channel", "channel"), ("organiser", "person")):
        about_it = about(f"import_{name}")
        bring.add_argument(f"--{name}", type=_number(kind), required=True, metavar="NUMBER", help=about_it)
    bring.add_argument(
        "--player", type=_player, action="append", default=[], metavar="NAME=ID", help=about("import_player")
    )
    parser.names = tuple(commands.choices)
    return parser


def _called() -> str:
    """The program's name as the host typed it: the installed command, or `python -m bot`."""
    return COMMAND if Path(sys.argv[0]).stem == COMMAND else "python -m bot"


def _number(kind: str) -> Callable[[str], int]:
    """A reader for the numbers of Discord and of games, which are positive."""

    def read(text: str) -> int:
        found = number(text)
        if found is None or found <= 0:
            raise BadCommand(because(NUMBERS[kind], given=text))
        return found

    return read


def _player(text: str) -> tuple[str, int]:
    """A player's name in the file and their Discord user number."""
    name, _, person = text.rpartition("=")
    if not name:
        raise BadCommand("Say who each player is, by name and Discord user number: --player Ann=1234.")
    return name, _number("person")(person)


def _language(text: str) -> str:
    if not re.fullmatch("[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", text):
        raise BadCommand(because("{given!r} is not a language, such as de or pt-BR.", given=text))
    return text
