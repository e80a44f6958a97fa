"""How `parlour conformance` spends a budget, to see what a service says then."""

import asyncio

import httpx

from service.cli.conformance.abuse import Abuse
from service.cli.conformance.checks import Report
from service.cli.conformance.contract import Contract
from service.cli.conformance.output import examined
from service.cli.conformance.visit import Guest, Visit

PATH, QUOTA, AT_ONCE = "/v1/me", 40, 5
ANSWERS = {"200": {"description": "Who one is"}, "429": {"description": "Asked too often"}}
CONTRACT = {"paths": {PATH: {"get": {"operationId": "getMe", "responses": ANSWERS, "security": [{"bearer": []}]}}}}
LIMITS = {"budgets": [{"name": "reads", "quota": QUOTA, "window_seconds": 10}], "costs": {}}


class Slow:
    """A service whose budget is full again before a client that asks one thing after the other has spent it."""

    def __init__(self) -> None:
        self._under_way = 0

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path != PATH:
            documents = {"/v1/limits": LIMITS, "/v1/players": {"id": "1", "token": "parlour_1"}}
            return httpx.Response(200, json=documents[request.url.path])
        self._under_way += 1
        for _ in range(QUOTA):
            await asyncio.sleep(0)  # until all have come that are sent at once
        spent = self._under_way > AT_ONCE
        for _ in range(QUOTA):
            await asyncio.sleep(0)  # until each of them has found out
        self._under_way -= 1
        headers = {"RateLimit": '"reads";r=0;t=0', "Retry-After": "1"}
        return httpx.Response(429 if spent else 200, headers=headers, json={"code": "rate_limited"})


async def test_the_budget_of_a_slow_service_is_spent() -> None:
    report = Report()
    async with httpx.AsyncClient(base_url="http://parlour.test", transport=httpx.MockTransport(Slow())) as http:
        visit = Visit(http, Contract(CONTRACT), report, limited=False)
        await Abuse(visit, Guest("1", "parlour_1"), {}, "http://parlour.test").spend()

    spent = next(each for each in examined("http://parlour.test", report, 0).promises if each.name == "spent")
    assert (spent.seen, spent.broken) == (2, 0)
