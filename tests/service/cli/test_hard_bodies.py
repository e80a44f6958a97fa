"""When `parlour conformance` says that a body is hard to read for a service, and when only the machine is slow."""

import itertools
from collections.abc import Callable, Iterator
from datetime import timedelta

import httpx
import pytest

from service.cli.conformance.abuse import PLAIN, Abuse
from service.cli.conformance.checks import Report
from service.cli.conformance.contract import Contract, Document
from service.cli.conformance.output import examined
from service.cli.conformance.visit import Guest, Visit

URL = "http://parlour.test"
CREATES = {"operationId": "createPlayer", "requestBody": {"content": {"application/json": {"schema": {}}}}}
CONTRACT = {"paths": {"/v1/players": {"post": CREATES | {"responses": {"400": {"description": "Not JSON"}}}}}}
FOR_EVER = 10_000.0

Pace = Callable[[bool], float]
"""Says how many seconds the next body takes, by whether it is plain."""


class Paced(Visit):
    """A visit to a service that refuses all bodies, and takes so long for each."""

    def __init__(self, report: Report, pace: Pace) -> None:
        nobody = httpx.AsyncClient(transport=httpx.MockTransport(lambda _: httpx.Response(500)))
        super().__init__(nobody, Contract(CONTRACT), report, limited=False)
        self._pace = pace

    async def ask(
        self, method: str, path: str, guest: Guest | None = None, *, content: bytes | None = None, **_: Document
    ) -> httpx.Response:
        seconds = 0.0 if content is None else self._pace(content == PLAIN)
        if seconds == FOR_EVER:
            raise httpx.ReadTimeout("no answer")
        answer = httpx.Response(400, request=httpx.Request(method, f"{URL}{path}"))
        answer.elapsed = timedelta(seconds=seconds)
        return answer


def slower_and_slower() -> Pace:
    """A machine on which everything takes a second longer than what came before."""
    passed = itertools.count()
    return lambda _: float(next(passed))


def slow_now_and_then() -> Pace:
    """A machine that has something else to do while every other body is read."""
    passed: Iterator[float] = itertools.cycle([20.0, 0.1])
    return lambda _: next(passed)


SLOW_MACHINES = [slower_and_slower, slow_now_and_then]


@pytest.mark.parametrize("machine", SLOW_MACHINES)
async def test_a_slow_machine_makes_no_body_hard_to_read(machine: Callable[[], Pace]) -> None:
    assert await hard(machine()) == 0


@pytest.mark.parametrize("seconds", [25.0, FOR_EVER])
async def test_a_body_that_takes_longer_than_a_plain_one_is_hard_to_read(seconds: float) -> None:
    assert await hard(lambda is_plain: 1.0 if is_plain else seconds) > 0


async def test_a_plain_body_that_something_else_slows_excuses_no_hard_one() -> None:
    plain = itertools.cycle([20.0, 0.1])
    assert await hard(lambda is_plain: next(plain) if is_plain else 20.0) > 0


async def test_a_body_for_which_plain_ones_wait_without_an_answer_is_hard_to_read() -> None:
    assert await hard(lambda _: FOR_EVER) > 0


async def hard(pace: Pace) -> int:
    """Return how many bodies are called hard to read."""
    report = Report()
    await Abuse(Paced(report, pace), Guest("1", "parlour_1"), {}, URL).hard_bodies()
    return next(each for each in examined(URL, report, 0).promises if each.name == "hard_bodies").broken
