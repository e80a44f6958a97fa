"""A client that does not give up: the same request, with the same key, until there is an answer."""

import time
from collections.abc import Callable, Sequence
from functools import partial

import httpx
import pytest

from service.cli import persistence
from service.cli.persistence import Gone, PersistentClient
from service.cli.tally import Tally

Answer = httpx.Response | Exception


class Service:
    """A service that gives these answers, one after the other, and keeps what it was asked; nobody waits in earnest."""

    def __init__(self, answers: Sequence[Answer], now: Callable[[], float] = time.monotonic) -> None:
        self.answers = iter(answers)
        self.asked: list[httpx.Request] = []
        self.paused: list[float] = []
        self.tally = Tally()
        transport = httpx.MockTransport(self.answer)
        http = httpx.AsyncClient(base_url="http://parlour.test/v1", transport=transport)
        self.client = PersistentClient(http, self.tally, now, self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.paused.append(seconds)

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        return answer


async def test_a_request_is_sent_as_it_is_wanted() -> None:
    service = Service([httpx.Response(200, json={"version": 7})])

    answer = await service.client.send("POST", "/tables", "parlour_token", body={"game": "whist"}, key="k1")

    (request,) = service.asked
    assert answer.json() == {"version": 7}
    assert (request.method, str(request.url)) == ("POST", "http://parlour.test/v1/tables")
    assert request.content == b'{"game":"whist"}'
    assert request.headers["Content-Type"] == "application/json"
    assert request.headers["Authorization"] == "Bearer parlour_token"
    assert request.headers["Idempotency-Key"] == "k1"
    assert service.tally.retries == 0


async def test_a_long_poll_may_take_its_time() -> None:
    service = Service([httpx.Response(200), httpx.Response(200)])

    await service.client.send("GET", "/me")
    await service.client.send("GET", "/me", wait=20)

    usual, long = (request.extensions["timeout"]["read"] for request in service.asked)
    assert long == usual + 20
    assert "Authorization" not in service.asked[0].headers
    assert "Content-Type" not in service.asked[0].headers


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("refused"),
        httpx.ReadError("reset"),
        httpx.RemoteProtocolError("cut off"),
        httpx.ReadTimeout("silent"),
        httpx.Response(429),
        httpx.Response(502),
        httpx.Response(503),
        httpx.Response(504),
    ],
    ids=str,
)
async def test_what_got_no_answer_is_sent_again_with_the_same_key(failure: Answer) -> None:
    service = Service([failure, failure, httpx.Response(200)])

    answer = await service.client.send("POST", "/tables/1/moves", "t", body={"move": {}}, key="k1")

    assert answer.status_code == 200
    assert len(service.asked) == 3
    assert {request.headers["Idempotency-Key"] for request in service.asked} == {"k1"}
    assert {request.content for request in service.asked} == {b'{"move":{}}'}
    assert service.tally.retries == 2


@pytest.mark.parametrize("status", [200, 201, 304, 400, 401, 403, 404, 409, 500])
async def test_every_other_answer_is_one(status: int) -> None:
    service = Service([httpx.Response(status)])

    assert (await service.client.send("GET", "/me")).status_code == status


async def test_pauses_become_longer_up_to_a_limit() -> None:
    service = Service([*[httpx.ConnectError("refused")] * 12, httpx.Response(200)])

    await service.client.send("GET", "/me")

    assert len(service.paused) == 12
    assert service.paused[0] <= persistence.FIRST_PAUSE_SECONDS
    assert persistence.LONGEST_PAUSE_SECONDS / 2 <= service.paused[-1] <= persistence.LONGEST_PAUSE_SECONDS


@pytest.mark.parametrize(("given", "least"), [("7", 7), ("soon", 0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)])
async def test_a_service_may_say_when_to_come_back(given: str, least: float) -> None:
    service = Service([httpx.Response(503, headers={"Retry-After": given}), httpx.Response(200)])

    await service.client.send("GET", "/me")

    assert least <= service.paused[0] <= max(least, persistence.FIRST_PAUSE_SECONDS)


async def test_a_service_that_stays_away_is_gone() -> None:
    ten_seconds_at_every_look = partial(next, iter(range(0, 10_000, 10)))
    service = Service([httpx.ConnectError("refused")] * 100, ten_seconds_at_every_look)

    with pytest.raises(Gone, match="refused"):
        await service.client.send("GET", "/me")

    assert len(service.asked) == persistence.PATIENCE_SECONDS / 10


async def test_a_limit_that_does_not_pass_is_an_answer() -> None:
    ten_seconds_at_every_look = partial(next, iter(range(0, 10_000, 10)))
    service = Service([httpx.Response(429, text="five tournaments")] * 100, ten_seconds_at_every_look)

    answer = await service.client.send("POST", "/tournaments")

    assert (answer.status_code, answer.text) == (429, "five tournaments")
    assert len(service.asked) > 1


async def test_a_wait_of_many_digits_is_longer_than_anybody_waits() -> None:
    service = Service([httpx.Response(429, headers={"Retry-After": "9" * 5000})])

    assert (await service.client.send("GET", "/me")).status_code == 429
