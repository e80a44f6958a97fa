"""The yardstick of the move endpoint: Litestar, a typed body, one durable grouped insert, and nothing else."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from typing import Annotated, Any
from uuid import UUID

import asyncpg
import msgspec
from litestar import Litestar, Request, Response, post
from litestar.params import FromPath, HeaderParameter, RawBody

from domain.games.literature import LITERATURE

Body = msgspec.defstruct("Body", [("move", LITERATURE.Move)], frozen=True, forbid_unknown_fields=True)
"""The same body as that of a move, decoded in one go."""


class GroupedInsert:
    """One statement in flight; whatever has queued meanwhile goes in the next one."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
        self._pool = pool
        self._queue: list[tuple[UUID, bytes, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def insert(self, table_id: UUID, document: bytes) -> None:
        """Insert a row durably."""
        written = asyncio.get_running_loop().create_future()
        self._queue.append((table_id, document, written))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        await written

    async def _write_all(self) -> None:
        while self._queue:
            batch, self._queue = self._queue, []
            games, documents = [game for game, _, _ in batch], [document.decode() for _, document, _ in batch]
            await self._pool.execute(
                "insert into bare (game, move) select * from unnest($1::uuid[], $2::jsonb[])", games, documents
            )
            for _, _, written in batch:
                written.set_result(None)


@post("/v1/tables/{table:uuid}/moves", status_code=200)
async def make_move(
    request: Request[Any, Any, Any],
    table: FromPath[UUID],
    body: RawBody,
    idempotency_key: Annotated[str | None, HeaderParameter(name="Idempotency-Key")] = None,
) -> Response[bytes]:
    """Decode and insert."""
    move = decoder.decode(body).move
    await request.app.state.rows.insert(table, msgspec.json.encode(move))
    return Response(msgspec.json.encode({"move": move}), media_type="application/json")


CREATE = """
create table if not exists bare (id bigint generated always as identity primary key, game uuid, move jsonb)
"""

decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Body)


@contextlib.asynccontextmanager
async def opened(app: Litestar) -> AsyncIterator[None]:
    """Open the pool and make the table."""
    async with asyncpg.create_pool(os.environ["PARLOUR_POSTGRES_URL"], min_size=1, max_size=1) as pool:
        await pool.execute(CREATE)
        app.state.rows = GroupedInsert(pool)
        yield


def application() -> Litestar:
    """Return the bare service."""
    return Litestar([make_move], lifespan=[opened], openapi_config=None, logging_config=None)
