"""Worker processes for slow jobs: started with the first job, and replaced when one dies or hangs.

Each has a pipe that nobody else writes to, and a thread that waits at its other end. So when a process dies, even in
the middle of a result, its thread reads the end of the pipe and is free (docs/decisions/workers.md).
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import gc
import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds for one job, far more than any needs; after that its processes are replaced."""
SELDOM = 50_000
"""How many new objects Python waits for before it looks for cycles among them: jobs make many objects, and hardly a
cycle. A robot thought for a sixth longer while Python looked at every 700.
"""
PACK, UNPACK = ForkingPickler.dumps, pickle.loads
SPAWNING = multiprocessing.get_context("spawn")


class Lost(Exception):
    """A job hung, or its process died; the next job gets new processes."""


@dataclass
class Workers:
    """Worker processes for one kind of job. Each kind has its own, so that a robot never delays a picture."""

    number: int = 1
    niceness: int = 0
    """Their niceness, for when processor time is scarce."""
    patience: float | None = None
    """Seconds for one job, if the default is not enough."""
    _pool: _Pool | None = field(default=None, init=False)

    async def do(self, job: Callable[..., T], *arguments: object) -> T:
        """Run a module's function; its own exceptions are raised unchanged."""
        if self._pool is None:
            self._pool = _Pool(self.number, self.niceness)
        pool = self._pool
        try:
            working = asyncio.get_running_loop().run_in_executor(pool.threads, pool.ask, job, arguments)
            good, result = await asyncio.wait_for(working, self.patience or PATIENCE)
        except (Lost, TimeoutError) as e:
            if self._pool is pool:
                self.close()
            raise Lost(type(e).__name__) from e
        if not good:
            raise result
        return result

    def close(self) -> None:
        """Stop; unfinished jobs are dropped."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()


class _Pool:
    """As many processes as are needed at once, up to a number; when one is lost, all of them are."""

    def __init__(self, number: int, niceness: int) -> None:
        self.threads = ThreadPoolExecutor(number, "worker")
        self._niceness = niceness
        self._idle: list[Any] = []
        self._processes: list[Any] = []
        self._closed = False
        self._changing = threading.Lock()
        # Python waits for processes at its end.
        atexit.register(self.close)

    def ask(self, job: Callable[..., Any], given: tuple[object, ...]) -> tuple[bool, Any]:
        """A job's result, or the exception it raised; in a thread."""
        message = PACK((job, given))
        pipe = self._take()
        try:
            pipe.send_bytes(message)
            answer = pipe.recv_bytes()
        except (EOFError, OSError) as e:
            pipe.close()
            raise Lost from e
        with self._changing:
            self._idle.append(pipe)
        return UNPACK(answer)

    def _take(self) -> Any:
        """The pipe to a process that has nothing to do."""
        with self._changing:
            if self._closed:
                raise Lost
            if self._idle:
                return self._idle.pop()
            here, there = SPAWNING.Pipe()
            process = SPAWNING.Process(target=_work, args=(there, self._niceness))
            process.start()
            there.close()
            self._processes.append(process)
            return here

    def close(self) -> None:
        """End the processes, whatever they are doing; that frees the threads."""
        atexit.unregister(self.close)
        with self._changing:
            self._closed = True
            for process in self._processes:
                process.kill()
        self.threads.shutdown(wait=False)


def look_for_cycles_seldom() -> None:
    """In a process that does jobs."""
    gc.set_threshold(SELDOM)


def _work(pipe: Any, niceness: int) -> None:
    """Work until the bot closes its end of the pipe, or is gone. Ctrl+C and a signal to the whole group are left to the
    bot, which still needs its workers to finish what is in hand.
    """
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
    look_for_cycles_seldom()
    with contextlib.suppress(EOFError, OSError):
        while True:
            message = pipe.recv_bytes()
            pipe.send_bytes(_answered(message))


def _answered(message: bytes) -> bytes:
    """What a job comes to: whether it succeeded, and its result or exception."""
    try:
        job, given = UNPACK(message)
        return bytes(PACK((True, job(*given))))
    except Exception as e:
        e.add_note(traceback.format_exc())
        try:
            # An exception may be packed and yet not unpacked.
            UNPACK(PACK(e))
            return bytes(PACK((False, e)))
        except Exception:
            return bytes(PACK((False, RuntimeError(repr(e)))))
