"""Rate limits over HTTP: what costs what, what the answers say, and who is counted."""

import asyncio
import itertools
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from litestar import Litestar
from msgspec.structs import replace
from redis.asyncio import Redis

from service.accounts.memory import MemoryAccounts
from service.accounts.port import Account
from service.http.contract.operation_specs import OPERATIONS
from service.http.contract.operations import HEADERS
from service.http.middleware.limits import address
from service.limits.budgets import COSTS, EVENTS_FOR_ONE, EVENTS_OF_RECORD_FOR_ONE
from service.live.places import Places
from service.settings import Settings
from service.store import StoreUnavailable
from tests.openapi.promised import faults
from tests.service.http.occasions import TOURNAMENT
from tests.service.http.party import id_of, newcomer
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.serving import Service

POLICY = re.compile(r'"([a-z_]+)";q=(\d+);(?:w=(\d+)|qu="([a-z-]+)")')
STATE = re.compile(r'"([a-z_]+)";r=(\d+)(?:;t=(\d+))?')
"""The headers' grammar (RFC 9651), as far as it is used."""

CHUNKED = {"Transfer-Encoding": "chunked"}

COMMANDS, READS, SIGN_UPS, STREAMS, RECOVERIES = 70, 50, 9, 2, 3


@pytest.fixture
def limited(redis_url: str) -> Settings:
    return replace(
        IN_MEMORY,
        redis_url=redis_url,
        limit_commands=COMMANDS,
        limit_reads=READS,
        limit_sign_ups=SIGN_UPS,
        limit_recoveries=RECOVERIES,
        limit_streams=STREAMS,
    )


@pytest.fixture
def plenty(limited: Settings) -> Settings:
    """Small budgets, but not for what makes tables to be read."""
    return replace(limited, limit_commands=0, limit_sign_ups=0)


@pytest.fixture
async def app(limited: Settings, redis_url: str) -> AsyncIterator[Litestar]:
    """The service with small budgets, none of which anybody has used."""
    async with Redis.from_url(redis_url) as redis:
        await redis.flushdb()
    async with served(limited, in_memory()) as app:
        yield app


def left(answer: httpx.Response) -> dict[str, int]:
    """Return what is left by budget, as the header says."""
    return {name: int(quota) for name, quota, _ in STATE.findall(answer.headers.get("ratelimit", ""))}


async def test_a_read_costs_one_and_the_answer_says_what_is_left(client: Client, ada: dict[str, str]) -> None:
    answers = [await client.get("/v1/me", headers=ada) for _ in range(READS)]

    for spent, answer in enumerate(answers, 1):
        assert answer.status_code == 200
        assert answer.headers["ratelimit-policy"] == f'"reads";q={READS};w=10'
        told = STATE.fullmatch(answer.headers["ratelimit"])
        assert told is not None
        assert told.group(1, 2) == ("reads", str(READS - spent))
        assert 1 <= int(told[3]) <= 10
        assert "retry-after" not in answer.headers
        assert faults(answer) == []


async def test_a_player_who_has_used_up_a_budget_is_told_to_wait(client: Client, ada: dict[str, str]) -> None:
    for _ in range(READS):
        await client.get("/v1/me", headers=ada)
    answer = await client.get("/v1/me", headers=ada)
    document = answer.json()

    assert answer.status_code == document["status"] == 429
    assert answer.headers["content-type"] == "application/problem+json"
    assert (document["code"], document["type"]) == ("rate_limited", "/problems/rate_limited")
    assert document["budget"] == "reads"
    assert 1 <= document["wait_seconds"] == int(answer.headers["retry-after"]) <= 10
    assert answer.headers["ratelimit-policy"] == f'"reads";q={READS};w=10'
    assert answer.headers["ratelimit"] == f'"reads";r=0;t={document["wait_seconds"]}'
    assert faults(answer) == []


async def test_a_head_is_a_read_and_a_command_is_not(client: Client, ada: dict[str, str]) -> None:
    assert left(await client.head("/v1/me", headers=ada)) == {"reads": READS - 1}
    assert left(await client.delete("/v1/tables/x/seats/1", headers=ada)) == {}, "there is no such path"
    assert left(await client.post("/v1/streams/tickets", headers=ada)) == {"commands": COMMANDS - 1}
    assert left(await client.get("/v1/me", headers=ada)) == {"reads": READS - 2}


async def test_an_operation_costs_what_the_limits_say(client: Client, ada: dict[str, str]) -> None:
    costs = (await client.get("/v1/limits")).json()["costs"]
    opened = await client.post("/v1/tables", json={"game": "literature"}, headers=ada)
    table = opened.headers["location"]
    answers = {
        "openTable": opened,
        "listTables": await client.get("/v1/tables", headers=ada),
        "getEvents": await client.get(f"{table}/events", headers=ada),
        "getTable": await client.get(table, headers=ada),
        "getRecord": await client.get(f"{table}/record", headers=ada),
    }
    spent = {name: COMMANDS - left(answers[name])["commands"] for name in ("openTable",)}
    reads = [READS, *(left(answers[name])["reads"] for name in ("listTables", "getEvents", "getTable", "getRecord"))]

    assert spent == {"openTable": costs["openTable"]} == {"openTable": 10}
    assert [before - after for before, after in itertools.pairwise(reads)] == [
        costs["listTables"],
        costs["getEvents"],
        1,
        costs["getRecord"],
    ]
    assert "getTable" not in costs
    assert costs["getRecord"] == 20


def test_each_way_to_a_new_table_costs_the_same() -> None:
    assert {name: COSTS.get(name) for name in ("openTable", "forkTable", "playAgain", "seekPlayers")} == {
        "openTable": 10,
        "forkTable": 10,
        "playAgain": 10,
        "seekPlayers": 10,
    }


@pytest.mark.parametrize(
    ("query", "more"), [("", 2), ("?from=29", 1), ("?from=30", 0), ("?from=2&to=27", 1), ("?seat=all", 8)]
)
async def test_a_replay_costs_more_for_many_events(plenty: Settings, query: str, more: int) -> None:
    async with served(replace(plenty, limit_reads=60), in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        table = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]
        for _ in range(26):
            await client.post(f"{table}/seats", json={}, headers=ada)
            await client.delete(f"{table}/seats/0", headers=ada)
        assert (await client.post(f"{table}/abort", json={}, headers=ada)).json()["version"] == 54
        answer = await client.get(f"{table}/replay{query}", headers=ada)

    assert answer.status_code == 200
    assert 60 - left(answer)["reads"] == COSTS["replayTable"] + more


@pytest.mark.parametrize("budget", ["limit_reads", "limit_requests"])
async def test_what_a_request_costs_more_is_at_most_half_of_a_budget(limited: Settings, budget: str) -> None:
    unlimited = {"limit_reads": 0, "limit_commands": 0, "limit_sign_ups": 0, "proxies": 1}
    async with served(replace(limited, **unlimited | {budget: 40}), in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        table = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]
        elsewhere = ada | {"X-Forwarded-For": "192.0.2.1"}
        paths = ["view?version=1&seat=all"] * 3
        answers = [await client.get(f"{table}/{path}", headers=elsewhere) for path in paths]

    assert [answer.json()["code"] for answer in answers] == ["record_closed", "record_closed", "rate_limited"]


@pytest.mark.parametrize(("tables", "more"), [(7, 0), (8, 1), (17, 2)])
async def test_a_list_of_many_tables_of_mine_costs_more(limited: Settings, tables: int, more: int) -> None:
    async with served(replace(limited, limit_commands=0), in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        for _ in range(tables):
            await client.post("/v1/tables", json={"game": "literature", "seats": ["me"]}, headers=ada)
        answer = await client.get("/v1/me/tables", headers=ada)

    assert READS - left(answer)["reads"] == COSTS["listMyTables"] + more


async def test_a_list_of_my_tables_costs_more_for_invitations_too(limited: Settings) -> None:
    async with served(replace(limited, limit_commands=0), in_memory()) as app, InProcess(app) as client:
        made = await client.post("/v1/players", json={"name": "Ada"})
        ada = {"Authorization": f"Bearer {made.json()['token']}"}
        host = {"Authorization": f"Bearer {(await client.post('/v1/players', json={'name': 'Ben'})).json()['token']}"}
        for _ in range(8):
            opened = await client.post("/v1/tables", json={"game": "literature"}, headers=host)
            guest = {"player": made.json()["id"]}
            await client.post(f"{opened.headers['location']}/invitations", json=guest, headers=host)
        answer = await client.get("/v1/me/tables", headers=ada)

    assert len(answer.json()["invitations"]) == 8
    assert READS - left(answer)["reads"] == COSTS["listMyTables"] + 1


@pytest.mark.parametrize(("query", "more"), [("", 1), ("?chat=true", 3)])
async def test_a_stream_of_many_tables_costs_more(plenty: Settings, query: str, more: int) -> None:
    async with served(plenty, in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        for _ in range(12):
            await client.post("/v1/tables", json={"game": "literature", "seats": ["me"]}, headers=ada)
        answer = await client.head(f"/v1/me/stream{query}", headers=ada)

    assert READS - left(answer)["reads"] == COSTS["streamMe"] + more


async def test_an_old_view_and_many_events_cost_more(plenty: Settings) -> None:
    async with served(replace(plenty, limit_reads=61), in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        table = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]
        for _ in range(26):
            await client.post(f"{table}/seats", json={}, headers=ada)
            await client.delete(f"{table}/seats/0", headers=ada)
        paths = ("view", "view?version=3", "events?limit=24", "events?limit=25", "events", "events?after=40", "events")
        answers = [await client.get(f"{table}/{path}", headers=ada) for path in paths]
        closed = await client.get(f"{table}/view?version=3&seat=all", headers=ada)
        refused = await client.get(f"{table}/events", headers=ada)

    assert [answer.status_code for answer in (*answers, closed)] == [*[200] * 7, 409]
    reads = [61, *(left(answer)["reads"] for answer in (*answers, closed))]
    assert [before - after for before, after in itertools.pairwise(reads)] == [1, 5, 4, 5, 6, 4, 6, 25]
    assert (refused.status_code, left(refused)["reads"], faults(refused)) == (429, 1, [])


async def test_the_record_of_a_long_game_costs_more(plenty: Settings) -> None:
    async with served(plenty, in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        table = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]
        for _ in range(EVENTS_OF_RECORD_FOR_ONE // 2):
            await client.post(f"{table}/seats", json={}, headers=ada)
            await client.delete(f"{table}/seats/0", headers=ada)
        assert (await client.post(f"{table}/abort", json={}, headers=ada)).status_code == 200
        answer = await client.get(f"{table}/record", headers=ada)

    assert len(answer.json()["events"]) == EVENTS_OF_RECORD_FOR_ONE + 2
    assert READS - left(answer)["reads"] == COSTS["getRecord"] + 1


async def test_a_stream_that_begins_with_many_events_costs_more(plenty: Settings) -> None:
    async with served(plenty, in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        table = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]
        for _ in range(26):
            await client.post(f"{table}/seats", json={}, headers=ada)
            await client.delete(f"{table}/seats/0", headers=ada)
        cursors = (1, 29, 53, "53-9-0a0b0c0d")
        answers = [await client.head(f"{table}/stream?after={after}", headers=ada) for after in cursors]

    assert [answer.status_code for answer in answers] == [200] * 4
    reads = [READS, *(left(answer)["reads"] for answer in answers)]
    assert [before - after - COSTS["streamTable"] for before, after in itertools.pairwise(reads)] == [2, 0, 0, 2]


async def test_the_stream_of_a_tournament_that_begins_with_many_events_costs_more(plenty: Settings) -> None:
    async with served(plenty, in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        answer = await client.post("/v1/tournaments", json={"settings": TOURNAMENT}, headers=ada)
        path = answer.headers["location"]
        adding = {"type": "add_house", "house": "random", "count": 1}
        for command in ({"type": "open_registration"}, *[adding] * EVENTS_FOR_ONE):
            assert (await client.post(f"{path}/commands", json=command, headers=ada)).status_code == 200
        cursors = (2, 3, "27-9-0a0b0c0d")
        answers = [await client.head(f"{path}/stream?after={after}", headers=ada) for after in cursors]

    reads = [READS, *(left(answer)["reads"] for answer in answers)]
    assert [before - after - COSTS["streamTournament"] for before, after in itertools.pairwise(reads)] == [1, 0, 1]


async def test_a_stream_pays_also_for_the_invitations_of_its_cursor(client: Client, ada: dict[str, str]) -> None:
    cursor = Places({}, {uuid4() for _ in range(17)}).cursor()

    answer = await client.head(f"/v1/me/stream?after={cursor}", headers=ada)

    assert READS - left(answer)["reads"] == COSTS["streamMe"] + 2


@pytest.mark.parametrize(("budget", "cost"), [(READS, COSTS["streamMe"] + 3), (14, COSTS["streamMe"] + 2)])
async def test_a_stream_of_many_tables_that_begins_with_many_events_costs_both(
    plenty: Settings, budget: int, cost: int
) -> None:
    async with served(replace(plenty, limit_reads=budget), in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        wanted = {"game": "literature", "seats": ["me"]}
        tables = [(await client.post("/v1/tables", json=wanted, headers=ada)).json()["id"] for _ in range(8)]
        for _ in range(26):
            await client.delete(f"/v1/tables/{tables[0]}/seats/0", headers=ada)
            seated = await client.post(f"/v1/tables/{tables[0]}/seats", json={}, headers=ada)
        cursor = Places({UUID(tables[0]): seated.json()["table"]["version"] - 2 * EVENTS_FOR_ONE}).cursor()
        answer = await client.head(f"/v1/me/stream?after={cursor}", headers=ada)

    assert answer.status_code == 200
    assert left(answer)["reads"] == budget - cost


def test_only_operations_cost() -> None:
    assert COSTS.keys() <= OPERATIONS.keys()


async def test_what_is_refused_or_wrong_costs_as_much_as_what_is_done(client: Client, ada: dict[str, str]) -> None:
    table = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]
    answers = [
        await client.post(f"{table}/moves", json={"move": {"type": "ask", "card": "AS", "target": 1}}, headers=ada),
        await client.post(f"{table}/start", headers=ada),
        await client.post(f"{table}/moves", content=b"{", headers=ada | {"Content-Type": "application/json"}),
        await client.post(f"{table}/start", headers=ada | {"Idempotency-Key": "two words"}),
    ]

    assert [answer.status_code for answer in answers] == [409, 409, 400, 400]
    assert [left(answer) for answer in answers] == [{"commands": COMMANDS - spent} for spent in (11, 13, 14, 16)]
    assert [faults(answer) for answer in answers] == [[]] * 4


async def test_a_retry_of_what_has_been_done_costs_one(client: Client, ada: dict[str, str]) -> None:
    once = ada | {"Idempotency-Key": "our-table"}
    first, again = [await client.post("/v1/tables", json={"game": "literature"}, headers=once) for _ in range(2)]

    assert first.content == again.content
    assert [left(first), left(again)] == [{"commands": COMMANDS - 10}, {"commands": COMMANDS - 20}]


async def test_a_move_that_is_not_paid_for_is_not_made(client: Client, ada: dict[str, str]) -> None:
    wanted = {"game": "literature"}
    answers = [await client.post("/v1/tables", json=wanted, headers=ada) for _ in range(COMMANDS // 10 + 2)]
    opened = await client.get("/v1/tables", headers=ada)

    assert Counter(answer.status_code for answer in answers) == {201: COMMANDS // 10, 429: 2}
    assert answers[-1].json()["budget"] == "commands"
    mine = await id_of(client, ada)
    assert len([table for table in opened.json()["tables"] if table["creator"] == mine]) == COMMANDS // 10


async def test_all_tokens_of_a_player_have_the_same_budgets(app: Litestar, client: Client, ada: dict[str, str]) -> None:
    me = (await client.get("/v1/me", headers=ada)).json()
    second = {"Authorization": f"Bearer {await app.state.services.accounts.issue_token(UUID(me['id']))}"}

    assert left(await client.get("/v1/me", headers=second)) == {"reads": READS - 2}
    assert left(await client.get("/v1/me", headers=ada)) == {"reads": READS - 3}


async def test_a_token_without_the_scope_pays_too(client: Client, ada: dict[str, str]) -> None:
    made = await client.post("/v1/me/tokens", json={"scopes": ["watch"]}, headers=ada)
    narrow = {"Authorization": f"Bearer {made.json()['token']}"}

    refused = await client.post("/v1/tables", json={"game": "literature"}, headers=narrow)

    assert (refused.status_code, faults(refused)) == (403, [])
    assert left(refused) == {"commands": COMMANDS - 11}


async def test_nobody_who_has_found_a_token_keeps_its_player_from_revoking_it(
    client: Client, ada: dict[str, str]
) -> None:
    made = (await client.post("/v1/me/tokens", json={"scopes": ["watch"]}, headers=ada)).json()
    found = {"Authorization": f"Bearer {made['token']}"}
    while (await client.post("/v1/me/recovery", headers=found)).status_code != 429:
        pass

    for token in (f"/v1/me/tokens/{made['id']}", "/v1/me/tokens", "/v1/me/token"):
        revoked = await client.delete(token, headers=ada)
        assert (revoked.status_code, left(revoked)) == (204, {"commands": 0})

    assert (await client.get("/v1/me", headers=found)).json()["code"] == "token_revoked"


async def test_a_long_poll_whose_token_is_revoked_has_been_paid_for(client: Client, ada: dict[str, str]) -> None:
    table = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]
    ben = (await client.post("/v1/players", json={"name": "Ben"})).json()["token"]
    headers = {"Authorization": f"Bearer {ben}"}
    waiting = asyncio.create_task(client.get(f"{table}/events?after=1&wait=30", headers=headers))
    await asyncio.sleep(0.05)
    await client.delete("/v1/me/token", headers=headers)
    await client.post(f"{table}/seats", json={}, headers=ada)

    answer = await waiting

    assert (answer.status_code, answer.json()["code"]) == (401, "token_revoked")
    assert left(answer).keys() == {"reads"}
    assert faults(answer) == []


async def test_a_caller_who_is_not_known_spends_nothing(client: Client) -> None:
    answer = await client.get("/v1/me", headers={"Authorization": "Bearer parlour_"})

    assert answer.status_code == 401
    assert left(answer) == {}
    assert faults(answer) == []


async def test_the_catalogue_is_not_limited(client: Client) -> None:
    for path in ("/v1/games", "/v1/games/literature", "/v1/keys", "/v1/limits", "/openapi.json", "/health"):
        answers = [await client.get(path) for _ in range(READS + 1)]
        assert {answer.status_code for answer in answers} == {200}
        assert left(answers[-1]) == {}


# Sign-ups


async def test_an_address_makes_a_maximum_number_of_players(client: Client) -> None:
    answers = [await client.post("/v1/players", json={"name": "Ada"}) for _ in range(SIGN_UPS + 1)]

    assert [answer.status_code for answer in answers] == [201] * SIGN_UPS + [429]
    assert answers[0].headers["ratelimit-policy"] == f'"sign_ups";q={SIGN_UPS};w=10'
    assert answers[-1].json()["budget"] == "sign_ups"
    assert [faults(answer) for answer in answers] == [[]] * len(answers)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, [], "192.0.2.7"),
        (0, ["203.0.113.9"], "192.0.2.7"),
        (1, ["203.0.113.9"], "203.0.113.9"),
        (1, ["forged, 203.0.113.9"], "203.0.113.9"),
        (1, ["forged", "203.0.113.9"], "203.0.113.9"),
        (2, ["forged, 203.0.113.9, 198.51.100.1"], "203.0.113.9"),
        (2, ["203.0.113.9"], "192.0.2.7"),
        (1, [], "192.0.2.7"),
        (1, ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        (1, ["::ffff:203.0.113.9"], "203.0.113.9"),
        (1, ["203.0.113.9:4711"], "203.0.113.9"),
        (1, ["[2001:db8:1:2:3:4:5:6]:4711"], "2001:db8:1:2::/64"),
        (1, ["[2001:db8:1:2:3:4:5:6]"], "2001:db8:1:2::/64"),
        (1, ["unknown"], "unknown"),
    ],
)
def test_the_address_is_what_the_outermost_proxy_has_seen(proxies: int, forwarded: list[str], found: str) -> None:
    scope: Any = {
        "client": ("192.0.2.7", 4711),
        "headers": [(b"x-forwarded-for", value.encode()) for value in forwarded],
    }

    assert (address(scope, proxies) or "") == found


def test_a_client_on_a_socket_has_no_address() -> None:
    scope: Any = {"client": None, "headers": []}

    assert address(scope, 0) == ""


async def test_what_redis_holds_names_nobody(client: Client, ada: dict[str, str], redis_url: str) -> None:
    await client.get("/v1/me", headers=ada)
    async with Redis.from_url(redis_url) as redis:
        keys = [key async for key in redis.scan_iter(match="parlour:limits:*")]
        kept = keys + [await redis.get(key) for key in keys]
    token = ada["Authorization"].removeprefix("Bearer ").encode()

    assert {key.split(b":")[2] for key in keys} == {b"reads", b"sign_ups"}
    assert not [value for value in kept if token in value or token[8:] in value or b"127.0.0.1" in value]


# Streams


class Stream:
    """A reader of a stream, in process: httpx's transport waits for an answer's end, and this one has none."""

    def __init__(self, app: Litestar, header: dict[str, str]) -> None:
        self._gone = asyncio.Event()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.begun = asyncio.Event()
        headers = [(name.lower().encode(), value.encode()) for name, value in header.items()]
        scope = {"type": "http", "method": "GET", "path": "/v1/me/stream", "query_string": b"", "http_version": "1.1"}
        scope |= {"raw_path": b"/v1/me/stream", "headers": [*headers, (b"host", b"parlour.test")]}
        self._task = asyncio.create_task(app(scope, self._receive, self._send))  # type: ignore[arg-type]

    async def _receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self.ratelimit = [value.decode() for name, value in message["headers"] if name == b"ratelimit"]
            self.begun.set()

    async def leave(self) -> None:
        self._gone.set()
        await self._task


async def opened(app: Litestar, header: dict[str, str]) -> Stream:
    stream = Stream(app, header)
    await stream.begun.wait()
    return stream


async def test_a_token_holds_a_maximum_number_of_streams(app: Litestar, ada: dict[str, str]) -> None:
    first, second, third = [await opened(app, ada) for _ in range(STREAMS + 1)]

    assert [first.status, second.status, third.status] == [200, 200, 429]
    assert [STATE.findall(", ".join(each.ratelimit)) for each in (first, second)] == [
        [("reads", str(READS - 5 * spent), "10"), ("streams", str(STREAMS - spent), "")] for spent in (1, 2)
    ]
    assert third.headers["ratelimit"] == '"streams";r=0'
    assert third.headers["ratelimit-policy"] == f'"streams";q={STREAMS};qu="concurrent-requests"'
    assert int(third.headers["retry-after"]) == 10
    for stream in (first, second, third):
        await stream.leave()


async def test_the_place_of_a_stream_is_free_when_the_stream_has_ended(app: Litestar, ada: dict[str, str]) -> None:
    streams = [await opened(app, ada) for _ in range(STREAMS)]
    await streams.pop().leave()
    key = b"parlour:limits:streams:"
    async with asyncio.timeout(60), Redis.from_url(app.state.services.settings.redis_url) as redis:
        (place,) = [found async for found in redis.scan_iter(match=key + b"*")]
        while await redis.zcard(place) == STREAMS:  # noqa: ASYNC110 - what is waited for happens in Redis
            await asyncio.sleep(0.01)
    streams.append(await opened(app, ada))

    assert streams[-1].status == 200
    for stream in streams:
        await stream.leave()


# Addresses


def token() -> str:
    """Return what might be somebody's token, and is nobody's."""
    return "parlour_" + secrets.token_urlsafe(32)


class CountingAccounts(MemoryAccounts):
    """Accounts that count how often they are asked whose a token is."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def account(self, token_hash: bytes) -> Account | None:
        """Count the question, and answer it."""
        self.asked += 1
        await asyncio.sleep(0)
        return await super().account(token_hash)


async def test_a_client_that_tries_tokens_is_stopped_before_the_store_is_asked(limited: Settings) -> None:
    accounts = CountingAccounts()
    settings = replace(limited, limit_sign_ups=0, limit_unknown_tokens=20)
    async with served(settings, replaced(in_memory(), accounts=accounts)) as app, InProcess(app) as client:
        known = {"Authorization": f"Bearer {(await client.post('/v1/players', json={'name': 'Ada'})).json()['token']}"}
        assert (await client.get("/v1/me", headers=known)).status_code == 200
        accounts.asked = 0
        tried = [{"Authorization": f"Bearer {token()}"} for _ in range(300)]
        answers = await asyncio.gather(*(client.get("/v1/me", headers=header) for header in tried))

        assert Counter(answer.status_code for answer in answers) == {401: 20, 429: 280}
        assert accounts.asked == 20
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["budget"] == "unknown_tokens"
        assert faults(refused) == []
        assert (await client.get("/v1/me", headers=known)).status_code == 200, "whose token is known goes on"


async def test_known_tokens_are_looked_up_as_often_as_need_be(limited: Settings) -> None:
    accounts = CountingAccounts()
    settings = replace(limited, limit_sign_ups=0, limit_unknown_tokens=2)
    async with served(settings, replaced(in_memory(), accounts=accounts)) as app, InProcess(app) as client:
        made = [await client.post("/v1/players", json={"name": "Ada"}) for _ in range(SIGN_UPS)]
        tokens = [{"Authorization": f"Bearer {answer.json()['token']}"} for answer in made]
        answers = [await client.get("/v1/me", headers=header) for header in tokens]

    assert [answer.status_code for answer in answers] == [200] * SIGN_UPS
    assert accounts.asked == SIGN_UPS


class AwayNowAndThen(MemoryAccounts):
    """Accounts that cannot be asked while they are `away`."""

    away = False

    async def account(self, token_hash: bytes) -> Account | None:
        """Answer the question, unless they are away."""
        if self.away:
            raise StoreUnavailable("away")
        return await super().account(token_hash)


async def test_a_token_that_nobody_can_look_up_now_is_no_unknown_one(limited: Settings) -> None:
    accounts = AwayNowAndThen()
    settings = replace(limited, limit_sign_ups=0, limit_unknown_tokens=2)
    async with served(settings, replaced(in_memory(), accounts=accounts)) as app, InProcess(app) as client:
        ada = await newcomer(client, "Ada")
        accounts.away = True
        answers = [await client.get("/v1/me", headers=ada) for _ in range(5)]
        accounts.away = False
        back = await client.get("/v1/me", headers=ada)

    assert [answer.status_code for answer in (*answers, back)] == [503] * 5 + [200]


async def test_the_same_unknown_token_is_looked_up_once(limited: Settings) -> None:
    accounts = CountingAccounts()
    settings = replace(limited, limit_sign_ups=0, limit_unknown_tokens=2)
    async with served(settings, replaced(in_memory(), accounts=accounts)) as app, InProcess(app) as client:
        header = {"Authorization": f"Bearer {token()}"}
        answers = [await client.get("/v1/me", headers=header) for _ in range(9)]

    assert [answer.status_code for answer in answers] == [401] * 9
    assert accounts.asked == 1


async def test_an_address_pays_for_all_its_requests_before_anybody_asks_who_sends_them(limited: Settings) -> None:
    async with (
        served(replace(limited, limit_sign_ups=0, limit_requests=6), in_memory()) as app,
        InProcess(app) as client,
    ):
        ada = await newcomer(client, "Ada")
        paths = ["/v1/me", "/v1/games", "/v1/limits", "/v1/tables", "/v1/me", "/v1/limits"]
        answers = [await client.get(path, headers=ada) for path in paths]
        health = await client.get("/health")

    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429, 429]
    assert {answer.json()["budget"] for answer in answers[-2:]} == {"requests"}
    assert [faults(answer) for answer in answers] == [[]] * 6
    assert left(answers[0]) == {"reads": READS - 1}, "the token's budget is told while there is enough of the other"
    assert health.status_code == 200


async def test_an_address_pays_once_for_a_request_that_a_route_takes(limited: Settings, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.flushdb()
    settings = replace(limited, limit_sign_ups=0, limit_requests=6)
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        made = [(await client.post("/v1/players", json={"name": "Ada"})).json() for _ in range(2)]
        ada, ben = {"Authorization": f"Bearer {made[0]['token']}"}, made[1]["id"]
        answers = [await client.put(f"/v1/me/mutes/{ben}", headers=ada) for _ in range(5)]

    assert [answer.status_code for answer in answers] == [204] * 4 + [429]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("POST", "/nothing", 404), ("PUT", "/v1/me", 405), ("OPTIONS", "/v1/me", 204), ("HEAD", "//", 404)],
)
async def test_an_address_pays_for_what_no_route_takes_too(
    limited: Settings, redis_url: str, method: str, path: str, status: int
) -> None:
    read: list[int] = []

    async def body() -> AsyncIterator[bytes]:
        read.append(len(read))
        yield b"{}"

    async with Redis.from_url(redis_url) as redis:
        await redis.flushdb()
    settings = replace(limited, limit_requests=3, cors_origins=("*",))
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        url = f"http://parlour.test{path}"
        answers = [await client.request(method, url, content=body(), headers=CHUNKED) for _ in range(5)]
        routed = await client.get("/v1/games")
        health = await client.get("/health")

    assert [answer.status_code for answer in answers] == [status] * 3 + [429] * 2
    assert len(read) == 3, "who has no budget left sends in vain"
    assert {answer.headers["access-control-allow-origin"] for answer in answers} == {"*"}
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 10
    assert left(answers[-1]) == {"requests": 0}
    assert method == "HEAD" or answers[-1].json()["budget"] == "requests"
    assert (routed.status_code, health.status_code) == (429, 200)


async def test_recovery_codes_are_guessed_slowly(client: Client) -> None:
    wrong = {"code": "0000-0000-0000-0000-0000-0000-0000"}
    answers = [await client.post("/v1/recoveries", json=wrong) for _ in range(RECOVERIES + 1)]

    assert [answer.status_code for answer in answers] == [403] * RECOVERIES + [429]
    assert answers[-1].json()["budget"] == "recoveries"
    assert (await client.post("/v1/players", json={"name": "Ada"})).status_code == 201


# What is in force


async def test_the_limits_are_shown_to_everybody(client: Client) -> None:
    answer = await client.get("/v1/limits")
    shown = answer.json()

    assert faults(answer) == []
    assert shown["enforced"] is True
    budgets = {each["name"]: (each["quota"], each["window_seconds"], each["per"]) for each in shown["budgets"]}
    assert budgets == {
        "commands": (COMMANDS, 10, "player"),
        "reads": (READS, 10, "player"),
        "house_tables": (0, None, "player"),
        "tournaments": (0, None, "player"),
        "invitations": (0, 600, "player"),
        "chat": (0, 30, "player"),
        "reports": (0, 600, "player"),
        "open_tables": (0, None, "player"),
        "requests": (0, 10, "address"),
        "sign_ups": (SIGN_UPS, 10, "address"),
        "recoveries": (RECOVERIES, 600, "address"),
        "device_codes": (0, 600, "address"),
        "app_registrations": (0, 600, "address"),
        "streams": (STREAMS, None, "player"),
        "unknown_tokens": (0, 10, "address"),
        "anonymous_reads": (0, 10, "address"),
        "anonymous_streams": (0, None, "address"),
    }
    assert {each["unit"] for each in shown["budgets"]} == {"requests", "concurrent-requests", "tables", "tournaments"}


@pytest.mark.parametrize("redis_url", [None, "redis://127.0.0.1:1", "redis+cluster://127.0.0.1:1"])
async def test_without_redis_a_worker_counts_alone(limited: Settings, redis_url: str | None) -> None:
    async with served(replace(limited, redis_url=redis_url), in_memory()) as app, InProcess(app) as client:
        assert (await client.get("/v1/limits")).json()["enforced"] is True
        made = [await client.post("/v1/players", json={"name": "Ada"}) for _ in range(SIGN_UPS + 1)]
        ada = {"Authorization": f"Bearer {made[0].json()['token']}"}
        streams = [await opened(app, ada) for _ in range(STREAMS + 1)]
        assert [answer.status_code for answer in made] == [201] * SIGN_UPS + [429]
        assert [stream.status for stream in streams] == [200] * STREAMS + [429]
        for stream in streams:
            await stream.leave()


async def test_a_budget_of_0_is_no_limit(limited: Settings) -> None:
    settings = replace(limited, limit_sign_ups=0, limit_streams=0)
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        made = [await client.post("/v1/players", json={"name": "Ada"}) for _ in range(SIGN_UPS + 1)]
        ada = {"Authorization": f"Bearer {made[0].json()['token']}"}
        streams = [await opened(app, ada) for _ in range(STREAMS + 1)]
        assert {answer.status_code for answer in made} == {201}
        assert left(made[-1]) == {}
        assert {stream.status for stream in streams} == {200}
        for stream in streams:
            await stream.leave()


async def test_pages_elsewhere_may_read_the_headers(limited: Settings) -> None:
    settings = replace(limited, cors_origins=("*",))
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        answer = await client.post("/v1/players", json={"name": "Ada"}, headers={"Origin": "https://cards.example"})

    exposed = answer.headers["access-control-expose-headers"].split(", ")
    assert HEADERS.keys() <= set(exposed)


def test_two_workers_let_exactly_the_quota_pass(data: Path) -> None:
    """Three hundred requests of thirty clients at two workers; windows of ten seconds may end meanwhile.

    No more can end than there was time for: two workers that count alone would seem to be two windows.
    """
    arguments = ("--workers", "2", "--limit-reads", "50", "--limit-sign-ups", "1")
    with Service(data, *arguments) as service:
        _, ada = service.ready().ask("POST", "/v1/players", {"name": "Ada"})
        assert service.ask("POST", "/v1/players", {"name": "Ben"})[0] == 429
        header = {"Authorization": f"Bearer {ada['token']}"}
        answers: list[httpx.Response] = []

        def ask() -> None:
            with httpx.Client(base_url=f"http://127.0.0.1:{service.port}", headers=header, timeout=180) as client:
                answers.extend(client.get("/v1/me") for _ in range(10))

        clients = [threading.Thread(target=ask) for _ in range(30)]
        began = time.monotonic()
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        most_windows = 1 + (time.monotonic() - began) // 10

    said = Counter(STATE.findall(answer.headers["ratelimit"])[0][1] for answer in answers if answer.is_success)
    windows = said["0"]
    assert Counter(answer.status_code for answer in answers)[429] > 0
    assert 1 <= windows <= most_windows
    assert all(windows <= said[str(number)] <= windows + 1 for number in range(50))
    assert sum(said.values()) <= 50 * (windows + 1)
