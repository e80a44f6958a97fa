"""A table whose log has lost an event in its middle: its own operations say so, and everything else works."""

import dataclasses
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar

from service.app import Surroundings
from service.store import MemoryStore, StoredEvent
from tests.service.http.party import SHORT, Party, id_of, newcomer, table_of
from tests.service.http.reading import Stream
from tests.service.http.resources.test_newer_tables import COMMANDS, READS
from tests.service.http.surface import IN_MEMORY, InProcess, served


class HasAHole(MemoryStore):
    """A log that lacks an event of one table, as if somebody had deleted the row."""

    hole: tuple[UUID, int] | None = None

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read what is there."""
        return [row for row in await super().read(table_id, after, up_to) if (row.table_id, row.version) != self.hole]


@pytest.fixture
def log() -> HasAHole:
    """A log that has no hole yet."""
    return HasAHole()


@pytest.fixture
async def parties(surroundings: Surroundings, log: HasAHole) -> AsyncIterator[tuple[Litestar, Party, Party]]:
    """A service that has just been started, a table whose log has a hole, and another one of the same players."""
    world = dataclasses.replace(surroundings, store=log)
    async with served(IN_MEMORY, world) as before, InProcess(before) as client:
        players = [await newcomer(client), await newcomer(client)]
        broken, sound = [await table_of(client, players, "friendlier_than_thou", **SHORT) for _ in range(2)]
        for table in (broken, sound):
            await table.start()
    log.hole = (UUID(broken.id), 3)
    async with served(IN_MEMORY, world) as app, InProcess(app) as client:
        broken.client = sound.client = client
        yield app, broken, sound


@pytest.mark.parametrize("asked", [*(("GET", path, None) for path in READS), *COMMANDS], ids=lambda asked: asked[1])
async def test_its_own_operations_say_so(parties: tuple[Litestar, Party, Party], asked: tuple[str, str, Any]) -> None:
    (method, path, body), (_, broken, _) = asked, parties
    if path == "/invitations":
        body = {"player": await id_of(broken.client, broken.players[1])}

    answer = await broken.client.request(method, f"{broken.path}{path}", json=body, headers=broken.players[0])

    assert (answer.status_code, answer.json()["code"]) == (500, "log_corrupt")


async def test_everything_else_works(parties: tuple[Litestar, Party, Party]) -> None:
    app, broken, sound = parties
    ada = broken.players[0]

    mine = (await broken.client.get("/v1/me/tables", headers=ada)).json()
    async with Stream(app, "/v1/me/stream", ada) as stream:
        lines = {line["table"]: line for line in (await stream.line(), await stream.line())}

    assert [each["table"]["id"] for each in mine["tables"]] == [sound.id]
    assert [each["id"] for each in mine["not_readable"]] == [broken.id]
    assert lines[sound.id]["type"] == "view"
    assert (lines[broken.id]["type"], lines[broken.id]["why"]) == ("end", "not_readable")
    assert (await sound.view(ada))["table"]["status"] == "playing"


async def test_a_player_is_forgotten_and_leaves_the_other_table(
    parties: tuple[Litestar, Party, Party], caplog: pytest.LogCaptureFixture
) -> None:
    _, broken, sound = parties
    ada, ben = broken.players

    forgotten = await broken.client.delete("/v1/me", headers=ada)

    assert forgotten.status_code == 204
    assert (await broken.client.get("/v1/me", headers=ada)).status_code == 401
    presence = (await sound.view(ben))["table"]["presence"]
    assert [each["absent"] for each in presence] == [True, False]
    assert presence[0]["name"] is None
    assert broken.id in {getattr(each, "table", None) for each in caplog.records}
