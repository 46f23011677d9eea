"""What is written to the log, and what is not."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from bot.host import logs
from bot.host.settings import Settings


@pytest.fixture(autouse=True)
def root() -> Iterator[None]:
    """The handlers of the tests are put back."""
    log = logging.getLogger()
    handlers, level = log.handlers[:], log.level
    yield
    log.handlers[:] = handlers
    log.setLevel(level)


def begin(form: str) -> None:
    """As the bot begins."""
    logs.begin(
        Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            discord_token=SecretStr("the.token.itself"),
            log_format=form,  # pyright: ignore[reportArgumentType]
        )
    )


@pytest.mark.parametrize("form", ["plain", "json"])
def test_false_alarms_of_the_library_are_not_logged_but_real_ones_are(form: str, capsys: pytest.CaptureFixture[str]):
    begin(form)
    logging.getLogger("discord.client").warning("PyNaCl is not installed, voice will NOT be supported")
    logging.getLogger("discord.client").warning("davey is not installed, voice will NOT be supported")
    behind = "Can't keep up, shard ID %s websocket is %.1fs behind."
    logging.getLogger("discord.gateway").warning(behind, 0, 12.0)
    assert capsys.readouterr().err == ""
    logging.getLogger("discord.gateway").warning("Shard ID %s has stopped responding to the gateway.", 0)
    logging.getLogger("stationmaster.discord").warning("Can't keep up with the players")
    found = capsys.readouterr().err.splitlines()
    assert len(found) == 2 and "stopped responding" in found[0] and "Can't keep up with the players" in found[1]


def test_json_logs_have_one_object_per_line_without_the_token(capsys: pytest.CaptureFixture[str]):
    begin("json")
    logging.getLogger("stationmaster.discord").warning("sent with the.token.itself", extra={"game": 5})
    line = json.loads(capsys.readouterr().err)
    assert line["level"] == "warning" and line["game"] == "5" and line["text"] == "sent with ***"
