"""Answers cached for all callers, in any thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The most recently used answers. Each is complete before it is cached, and never changes afterwards."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._answers: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, question: K) -> V | None:
        """The answer, if it is still known."""
        with self._lock:
            found = self._answers.get(question)
            if found is not None:
                self._answers.move_to_end(question)
            return found

    def keep(self, question: K, answer: V) -> V:
        """Cache an answer; returns the one that counts if another thread was faster."""
        with self._lock:
            found = self._answers.setdefault(question, answer)
            while len(self._answers) > self.most:
                self._answers.popitem(last=False)
            return found
