"""Everything a host can set, from the environment or a file `.env`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Settings with their defaults; the names in the environment are the same in capitals."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    discord_token: SecretStr = SecretStr("")
    """The bot's token, from Discord's developer portal."""
    discord_api: str = ""
    """Another address of Discord's API, such as http://127.0.0.1:8080/api/v10; empty for Discord itself."""
    discord_gateway: str = ""
    """Another address of the gateway, such as ws://127.0.0.1:8080/gateway; empty for Discord itself."""
    sandbox_dir: Path = Path("data/sandbox")
    """Without a token: where the sandbox keeps its games, messages and pictures."""
    sandbox_port: int = Field(default=8870, ge=0, le=65535)
    """The sandbox's port on 127.0.0.1; 0 for any that is free."""
    sandbox_browser: bool = True
    """Whether the sandbox's page is opened in a browser."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """Port on 127.0.0.1 for /metrics and /health; 0 for none."""
    draw_workers: int = Field(default=1, ge=1, le=8)
    """Processes that draw pictures."""
    database_url: str = "sqlite:///data/stationmaster.db"
    standby: bool = False
    """Wait while another bot works on the database, and take over when it is gone; otherwise end at once."""
    shards: str = ""
    """Which of Discord's shards this process has, where several work on one PostgreSQL database: `0-3/8`."""
    backup_dir: Path = Path("data/backups")
    backup_hours: int = Field(default=24, ge=0, le=8784)
    """Hours between backups of a SQLite database; 0 for none."""
    backup_keep: int = Field(default=14, ge=1)
    warm_games: int = Field(default=256, ge=1)
    """Positions kept ready in memory."""
    robot_pause: float = Field(default=1.5, ge=0, le=3600)
    """Seconds before a robot's turn, so that people can follow."""
    outbox_keep_days: int = Field(default=30, ge=1, le=3660)
    """How long posted announcements are kept."""
    health_file: Path = Path("data/health.json")
    """Where the running bot leaves its sign of life."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["plain", "json"] = "plain"
    """Lines for people, or an object a line."""
