"""Several threads ask the same questions at once, and all get the answer that one alone gets."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier, Event, Lock
from typing import Any, TypeVar

import pytest

from engine.board.network import reach_of
from engine.core.kept import Kept
from tests.board.test_network import by_the_quay

T = TypeVar("T")
THREADS, TIMES = 4, 200


@pytest.fixture(autouse=True)
def restless() -> Iterator[None]:
    """Python switches between threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(question: Callable[[], T]) -> list[T]:
    """The answers that several threads get when they ask at the same moment."""
    together = Barrier(THREADS)

    def ask() -> T:
        together.wait()
        return question()

    return [one.result() for one in [POOL.submit(ask) for _ in range(THREADS)]]


POOL = ThreadPoolExecutor(THREADS)


def test_distances_to_a_stop_are_the_same_in_every_thread():
    found = reach_of(by_the_quay().p, "RED")
    goal = next(iter(found.arrivals))
    right = {goal: found.steps_to(goal) for goal in found.arrivals}
    for _ in range(TIMES):
        new = replace(found, _previous={}, _exact={})
        assert at_once(lambda new=new: new.steps_to(goal)) == [right[goal]] * THREADS


class Halting(dict[Any, Any]):
    """The first thread to go through it pauses half way until another thread has its answer."""

    def __init__(self, found: Mapping[Any, Any]) -> None:
        super().__init__(found)
        self.halted, self.answered, self.first = Event(), Event(), True

    def __iter__(self) -> Iterator[Any]:
        first, self.first = self.first, False
        for number, one in enumerate(super().__iter__()):
            if first and number == len(self) // 2:
                self.halted.set()
                self.answered.wait()
            yield one


def test_half_finished_results_of_another_thread_are_never_used():
    found = reach_of(by_the_quay().p, "RED")
    goal = list(found.arrivals)[-1]
    halting = Halting(found.arrivals)
    new = replace(found, arrivals=halting, _previous={}, _exact={})
    slow = POOL.submit(new.steps_to, goal)
    halting.halted.wait()
    quick = new.steps_to(goal)
    halting.answered.set()
    assert slow.result() == quick == found.steps_to(goal) != {goal: 0}


def test_reach_is_the_same_in_every_thread():
    found = reach_of(by_the_quay().p, "RED")
    right = [found.comes_to(stop) for stop in found.entries]
    for _ in range(TIMES):
        new = replace(found, _previous={}, _exact={})
        assert at_once(lambda new=new: [new.comes_to(stop) for stop in new.entries]) == [right] * THREADS


def test_results_can_be_cached_and_dropped_while_others_read_them():
    kept: Kept[int, str] = Kept(2)

    def ask() -> list[str]:
        return [kept.get(number) or kept.keep(number, str(number)) for number in [*range(6)] * 20]

    for told in at_once(ask):
        assert told == [str(number) for number in [*range(6)] * 20]
    assert len(kept._answers) == 2


def test_the_first_of_two_results_for_the_same_key_is_kept():
    kept: Kept[str, list[int]] = Kept(2)
    first = kept.keep("?", [1])
    assert kept.keep("?", [1]) is first and kept.get("?") is first


class Door:
    """A lock that says when somebody has to wait for it."""

    def __init__(self) -> None:
        self.lock, self.waits = Lock(), Event()

    def __enter__(self) -> None:
        if not self.lock.acquire(blocking=False):
            self.waits.set()
            self.lock.acquire()

    def __exit__(self, *given: object) -> None:
        self.lock.release()


class Entered(OrderedDict[str, int]):
    """In the middle of a request, another thread keeps something else."""

    other: Callable[[], None] | None = None

    def get(self, key: str, default: Any = None) -> Any:
        found = super().get(key, default)
        self._enter()
        return found

    def setdefault(self, key: str, default: Any = None) -> Any:
        found = super().setdefault(key, default)
        self._enter()
        return found

    def _enter(self) -> None:
        other, self.other = self.other, None
        if other is not None:
            other()


@pytest.mark.parametrize("step", ["get", "keep"])
def test_nothing_is_dropped_in_the_middle_of_a_request(step: str):
    """A result found by one thread was dropped by another before the first could mark it as used."""
    kept: Kept[str, int] = Kept(1)
    door, answers, threads = Door(), Entered(), list[Future[int]]()
    kept._lock, kept._answers = door, answers  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    kept.keep("old", 1)

    def enter() -> None:
        threads.append(POOL.submit(kept.keep, "new", 2))
        threads[0].add_done_callback(lambda done: door.waits.set())
        door.waits.wait()
        assert not threads[0].done(), "the other thread has to wait"

    answers.other = enter
    assert (kept.get("old") if step == "get" else kept.keep("old", 3)) == 1
    assert threads[0].result() == 2 and list(kept._answers) == ["new"]


def test_the_result_used_longest_ago_is_dropped():
    kept: Kept[str, int] = Kept(2)
    for number, name in enumerate("ab"):
        kept.keep(name, number)
    assert kept.get("a") == 0
    kept.keep("c", 2)
    assert [kept.get(name) for name in "abc"] == [0, None, 2]
