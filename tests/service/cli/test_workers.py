import os
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from types import SimpleNamespace
from typing import cast

import pytest

from service.cli.workers import LONGEST_PAUSE_SECONDS, Pauses, Worker, Workers, stop_all
from tests.serving import PATIENCE_SECONDS


class Process:
    """A worker that ends when it is told to, or only when it is killed; it always says that it is alive."""

    def __init__(self, idx: int, *, stubborn: bool) -> None:
        self.idx = idx
        self.inner = self
        self.sentinel, self._end = os.pipe()
        self._stubborn = stubborn
        self.course: list[str] = []

    def terminate(self) -> None:
        """Be told to stop."""
        self.course.append("terminated")
        if not self._stubborn:
            os.close(self._end)

    def kill(self) -> None:
        """Be killed."""
        self.course.append("killed")
        os.close(self._end)

    def is_alive(self) -> bool:
        """Say so, as a process does while another thread reaps it."""
        return True

    def join(self) -> None:
        """Be waited for."""
        self.course.append("joined")


@pytest.fixture
def workers() -> Iterator[list[Process]]:
    made = [Process(0, stubborn=False), Process(1, stubborn=True), Process(2, stubborn=False)]
    yield made
    for each in made:
        os.close(each.sentinel)


def test_only_a_worker_that_has_not_ended_in_time_is_killed(
    workers: list[Process], caplog: pytest.LogCaptureFixture
) -> None:
    stop_all(workers, 0.05)

    ended = ["terminated", "joined"]
    assert [each.course for each in workers] == [ended, ["terminated", "killed", "joined"], ended]
    assert [vars(each)["worker"] for each in caplog.records if "is killed" in each.message] == [2]


class EndsAtOnce(Worker):
    """A worker that has ended as soon as it is started, by itself."""

    def process(self, target: object, args: object) -> BaseProcess:
        return cast("BaseProcess", SimpleNamespace(pid=1, start=bool, join=bool))


def test_that_a_worker_ends_while_all_is_stopped_is_not_the_outcome_of_the_service() -> None:
    server = Workers("nothing", patience_seconds=1)

    EndsAtOnce(server, 0, None, ()).start()  # type: ignore[no-untyped-call]

    assert server.main_loop_interrupt.wait(PATIENCE_SECONDS)
    assert list(server.ended) == [0]
    assert server.interrupt_children == [], "or Granian makes it the outcome"


def test_a_worker_that_has_worked_is_replaced_at_once() -> None:
    assert Pauses().after(0, age=3_600) == 0


def test_those_that_die_young_wait_twice_as_long_each_time_up_to_a_limit() -> None:
    pauses = Pauses()

    waited = [pauses.after(0, age=1) for _ in range(100)]

    assert waited[:4] == [0.25, 0.5, 1, 2]
    assert (waited[-1], max(waited)) == (LONGEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)


@pytest.mark.parametrize(("index", "age", "pause"), [(0, 1, 1), (1, 1, 0.25), (0, 60, 0)])
def test_each_worker_waits_for_its_own_failures_until_one_has_lived(index: int, age: float, pause: float) -> None:
    pauses = Pauses()
    for _ in range(2):
        pauses.after(0, age=1)

    assert pauses.after(index, age) == pause
    assert pauses.after(0, age=1) == (0.25 if age == 60 else 1 if index else 2)
