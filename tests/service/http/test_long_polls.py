"""A request that waits learns only what a new one would: a token may end while it waits."""

import asyncio
from typing import Any
from urllib.parse import parse_qsl

import pytest
from litestar import Litestar

from service.http.middleware.authentication import LONGEST_WAIT_SECONDS
from tests.service.http.meetings import announced
from tests.service.http.party import Header, newcomer, table_of
from tests.service.http.reading import Stream
from tests.service.http.surface import Client


async def polls_of(client: Client, ada: Header) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the long polls of the service, each with a command that has news for it: its path, and what it has."""
    table = (await table_of(client, [ada], "literature", settings={"chat": "text"})).path
    assert (await client.post(f"{table}/seats", json={}, headers=ada)).is_success
    meeting = await announced(client)
    opening = {"json": {"type": "open_registration"}, "headers": meeting.director}
    return [
        (f"{table}/events?after=2", f"{table}/seats", {"json": {}, "headers": await newcomer(client)}),
        (f"{table}/chat/seats?after=0", f"{table}/chat/seats", {"json": {"text": "Hello"}, "headers": ada}),
        (f"{meeting.path}/events?after=1", f"{meeting.path}/commands", opening),
    ]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    ("ends", "told"),
    [("/v1/me/token", (401, "token_revoked")), ("/v1/me", (401, "unauthenticated")), (None, (200, None))],
)
async def test_a_reader_who_waits_is_told_nothing_after_their_token_has_ended(
    client: Client, ada: Header, number: int, ends: str | None, told: tuple[int, str | None]
) -> None:
    poll, command, news = (await polls_of(client, ada))[number]
    eve = await newcomer(client)
    waiting = asyncio.create_task(client.get(f"{poll}&wait={LONGEST_WAIT_SECONDS}", headers=eve))
    await asyncio.sleep(0.05)
    if ends is not None:
        await client.delete(ends, headers=eve)
    assert not waiting.done()

    await client.post(command, **news)

    answer = await waiting
    assert (answer.status_code, answer.json().get("code")) == told


@pytest.mark.parametrize("number", range(3))
async def test_nothing_is_waited_for_when_the_reader_has_hung_up(
    app: Litestar, client: Client, ada: Header, number: int
) -> None:
    poll, _, _ = (await polls_of(client, ada))[number]
    path, _, query = poll.partition("?")
    reader = Stream(app, path, ada, wait=LONGEST_WAIT_SECONDS, **dict(parse_qsl(query)))
    reader.hang_up()

    async with reader:
        assert reader.status == 499, "no fault of the client, in the log and the metrics"


async def test_a_reader_whose_body_is_wrong_waits_like_any_other(client: Client, ada: Header) -> None:
    poll, command, news = (await polls_of(client, ada))[0]
    headers = ada | {"Content-Encoding": "gzip"}
    waiting = asyncio.create_task(
        client.request("GET", f"{poll}&wait={LONGEST_WAIT_SECONDS}", headers=headers, content=b"x")
    )

    await client.post(command, **news)

    assert (await waiting).status_code == 200


async def test_these_are_all_long_polls(client: Client, ada: Header) -> None:
    paths = (await client.get("/openapi.json")).json()["paths"].values()
    given = [each.get("name") for path in paths for each in path.get("get", {}).get("parameters", ())]

    assert given.count("wait") == len(await polls_of(client, ada))
