"""Logs: plain lines for people or JSON for machines; never a token or anything players write."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

from bot.host.settings import Settings

QUIET = ("discord", "aiohttp", "aiosqlite", "asyncio", "sqlalchemy", "alembic", "PIL", "matplotlib")
"""Libraries that would log requests, rows and texts; only their warnings are kept."""
FALSE_ALARMS = ("voice will NOT be supported", "Can't keep up")
"""Warnings of discord.py that mean nothing here: the bot never uses voice, and a single late heartbeat does no harm. A
lost connection has its own warning.
"""
STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime"}


def worth_writing(record: logging.LogRecord) -> bool:
    """Is a record not one of the library's false alarms?"""
    if not record.name.startswith("discord"):
        return True
    return not any(part in str(record.msg) for part in FALSE_ALARMS)


class Discreet(logging.Formatter):
    """Removes secrets from log lines."""

    def __init__(self, secrets: list[str]) -> None:
        super().__init__()
        self.secrets = [one for one in secrets if one]

    def hidden(self, text: str) -> str:
        """The text without secrets."""
        for one in self.secrets:
            text = text.replace(one, "***")
        return text

    def fault(self, record: logging.LogRecord) -> str:
        """Where something failed, and the kind of error; its message may contain what a player wrote."""
        if not record.exc_info or record.exc_info[0] is None:
            return ""
        kind, _, trace = record.exc_info
        return "".join(traceback.format_tb(trace)) + kind.__name__


class Plain(Discreet):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, who, what."""
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        fault = self.fault(record)
        line = f"{at} {record.levelname.lower():7} {record.name}: {record.getMessage()}"
        return self.hidden(f"{line}\n{fault}" if fault else line)


class Json(Discreet):
    """An object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, text, and any extra fields."""
        fields = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
            **{key: str(value) for key, value in record.__dict__.items() if key not in STANDARD},
        }
        if fault := self.fault(record):
            fields["fault"] = fault
        return self.hidden(json.dumps(fields, ensure_ascii=False))


def begin(settings: Settings) -> None:
    """Start logging to the error stream, as set."""
    secrets = [settings.discord_token.get_secret_value(), _password(settings.database_url)]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json(secrets) if settings.log_format == "json" else Plain(secrets))
    handler.addFilter(worth_writing)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _password(url: str) -> str:
    account = url.partition("://")[2].rpartition("@")[0]
    return account.partition(":")[2]
