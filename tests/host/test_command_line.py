"""What `python -m bot` says about its commands."""

import argparse
from collections.abc import Iterator

from bot.__main__ import parser


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
