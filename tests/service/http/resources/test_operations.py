import dataclasses
import re
import socket

import pytest
from litestar import Litestar
from msgspec.structs import replace

from service.http.contract.document import contract
from service.http.guide.docs import ASSETS, REFERENCE_POLICY
from service.runtime.metrics import exposition
from service.runtime.time import now
from service.store import MemoryStore, StoreUnavailable
from tests.service.http.party import newcomer, table_of
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served


async def test_a_process_that_lives_says_so(client: Client) -> None:
    answer = await client.get("/health")

    assert answer.json() == {"status": "alive"}


async def test_ready_without_redis(client: Client) -> None:
    answer = await client.get("/ready")

    assert answer.json() == {"status": "ready", "postgres": "answers", "redis": "not used"}


async def test_ready_while_redis_answers(any_redis_url: str) -> None:
    assert await ready_with(any_redis_url) == {"status": "ready", "postgres": "answers", "redis": "answers"}


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "redis+cluster://127.0.0.1:1"])
async def test_ready_while_redis_is_away(url: str) -> None:
    assert await ready_with(url) == {"status": "ready", "postgres": "answers", "redis": "away"}


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
async def test_ready_while_redis_hangs(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as hangs:
        url = f"{scheme}://127.0.0.1:{hangs.getsockname()[1]}"
        assert await ready_with(url) == {"status": "ready", "postgres": "answers", "redis": "away"}


async def ready_with(redis_url: str) -> object:
    """Return what a service tells that has such a Redis."""
    settings = replace(IN_MEMORY, redis_url=redis_url)
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        return (await client.get("/ready")).json()


class AwayStore(MemoryStore):
    """A store that never answers."""

    async def answers(self) -> None:
        raise StoreUnavailable("away")


async def test_not_ready_without_postgres(app: Litestar, client: Client) -> None:
    app.state.services.parlour.event_log = AwayStore()
    ready = await client.get("/ready")
    health = await client.get("/health")

    assert (ready.status_code, ready.json()["code"]) == (503, "unavailable")
    assert health.status_code == 200


class EarlierStore(MemoryStore):
    """A store whose clock stands an hour before that of the host."""

    async def time(self) -> int:
        return now() - 3_600_000


async def test_not_ready_while_the_clock_of_the_host_is_wrong() -> None:
    surroundings = dataclasses.replace(in_memory(), store=EarlierStore())
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        ready = await client.get("/ready")
        opened = await client.post("/v1/tables", json={"game": "literature"}, headers=await newcomer(client))

    assert (ready.status_code, ready.json()["code"]) == (503, "unavailable")
    assert "ms fast, by that of PostgreSQL" in ready.json()["detail"]
    assert (opened.status_code, opened.json()["code"]) == (503, "unavailable")


async def test_not_ready_while_stopping(app: Litestar, client: Client) -> None:
    app.state.services.drain()
    answer = await client.get("/ready")

    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


async def test_metrics_are_in_the_format_of_prometheus(client: Client) -> None:
    await client.get("/health")
    line = r'^parlour_requests_total\{method="GET",route="/health",status="200"\} \d'

    assert re.search(line, exposition().decode(), re.MULTILINE)


@pytest.mark.parametrize(
    ("setting", "metric"), [("tables_mib", "parlour_tables_bytes"), ("history_mib", "parlour_history_bytes")]
)
async def test_the_memory_for_tables_is_a_setting(setting: str, metric: str) -> None:
    settings = replace(IN_MEMORY, **{setting: 1})
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client)
        for _ in range(200):
            table = await table_of(client, [ada], "literature")
            await table.view(ada)
        metrics = exposition().decode()
    kept = re.search(rf"^{metric} (\S+)$", metrics, re.MULTILINE)

    assert kept is not None
    assert 2**19 < float(kept[1]) <= 2**20


async def test_the_contract_is_openapi_3_1(client: Client) -> None:
    answer = await client.get("/openapi.json")

    assert answer.json()["openapi"].startswith("3.1")
    assert "/v1/players" in answer.json()["paths"]
    assert "/metrics" not in answer.json()["paths"]
    assert answer.content == contract()  # which `tests/openapi/test_document.py` has validated


async def test_the_reference_needs_nothing_from_elsewhere(client: Client) -> None:
    page = await client.get("/docs/reference")
    loaded = re.findall(r'<(?:link|script)[^>]* (?:src|href)="([^"]*)"', page.text)
    files = [await client.get(address) for address in loaded]

    assert len(loaded) == 6
    assert all(address.startswith("/docs/") for address in loaded)
    assert "://" not in page.text
    assert "://" not in next(file.text for file in files if file.url.path.endswith("start.js"))
    assert [file.status_code for file in files] == [200] * 6
    assert page.headers["content-security-policy"] == REFERENCE_POLICY
    assert "script-src 'self';" in REFERENCE_POLICY
    assert "unsafe" not in REFERENCE_POLICY


@pytest.mark.parametrize("name", ASSETS)
async def test_the_files_of_the_page_have_their_types(client: Client, name: str) -> None:
    answer = await client.get(f"/docs/{name}")

    assert answer.headers["content-type"].startswith(ASSETS[name])
    assert len(answer.content) > 100


@pytest.mark.parametrize("name", ["index.html", "swagger-ui-bundle.js.map", "..%2F__init__.py", "%2e%2e"])
async def test_no_other_file_is_served(client: Client, name: str) -> None:
    answer = await client.get(f"/docs/{name}")

    assert answer.status_code == 404
