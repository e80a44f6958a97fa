"""Who comes to a handler, and when."""

import asyncio
from typing import Any

import pytest

from service.http.exchange import LARGEST_BODY
from service.http.wire import decoding
from tests.service.http.surface import Client

SENDERS = 30
LARGE = {"name": "Ada", "bio": "x" * (LARGEST_BODY // 2)}


async def test_of_the_large_bodies_that_are_there_at_once_one_is_looked_at_in_a_turn(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at, decoded = 0, decoding.decoded

    def counting(*given: Any) -> Any:
        nonlocal looked_at
        looked_at += 1
        return decoded(*given)

    monkeypatch.setattr(decoding, "decoded", counting)
    sent = asyncio.gather(*(client.post("/v1/players", json=LARGE) for _ in range(SENDERS)))
    most = before = 0
    while not sent.done():
        await asyncio.sleep(0)
        most, before = max(most, looked_at - before), looked_at

    assert {answer.json()["code"] for answer in await sent} == {"unknown_field"}
    assert looked_at == SENDERS
    assert most == 1
