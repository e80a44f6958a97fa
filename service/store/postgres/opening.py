"""Making, finding and opening a log, in one piece or of several shards."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias
from uuid import UUID, uuid4

import asyncpg

from service.store.addresses import BadAddress, LogAddress
from service.store.migrate import LOG_SCHEMA, OF_THE_LOG, WHOLE, MigrationFailed, Part, migrate, migrations, shards_in
from service.store.port import Epoch, EventStore, StoreUnavailable
from service.store.postgres.away import is_away, unless_away
from service.store.postgres.citus import admit, distribute, is_distributed, must_be_citus
from service.store.postgres.connections import ANSWER_SECONDS, CONNECT_SECONDS, TIMEOUTS, Connection, connected
from service.store.postgres.epochs import present_epoch
from service.store.postgres.gathering import EpochRegister, begin, begun, gather, settle
from service.store.postgres.log_seals import PostgresLogSeals
from service.store.postgres.store import PostgresStore
from service.store.sharded.epochs import RegisteredEpochs
from service.store.sharded.store import ShardedStore

CONNECTIONS = 6
"""Maximum number of connections to read a log in one piece with; each of several shards has its share, two at least."""
PAUSE_SECONDS = 0.5
"""Seconds between two attempts to open a shard that is away."""

log = logging.getLogger(__name__)


class Shape(NamedTuple):
    """How a log was divided when it was made: which log, and into how many shards; `made`: all of them are there."""

    log: UUID
    shards: int
    made: bool


@contextlib.asynccontextmanager
async def connection_to(url: str) -> AsyncIterator[Connection]:
    """Connect as the user of the URL, with all their rights."""
    connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    try:
        yield connection
    finally:
        await connection.close()


async def shape_of(url: str) -> Shape | None:
    """Return how the log is divided that has its shard 0 in a database; None: it is in one piece, or there is none."""
    async with connection_to(url) as connection:
        found = await begun(connection)
    return None if found is None else Shape(UUID(bytes=found["log"].bytes), found["shards"], found["made"])


def divided(address: LogAddress, shape: Shape | None, wanted: int | None) -> int:
    """Return how many shards a log has, or is to have. Raises `MigrationFailed` if that is not what is wanted."""
    if shape is None and wanted is None and address.are_several:
        raise MigrationFailed(
            "There is no log of several shards at these PostgreSQL URLs. `parlour database prepare --shards N` makes"
            " one."
        )
    shards = wanted or (1 if shape is None else shape.shards)
    if shape is not None and shape.shards != shards:
        raise MigrationFailed(
            f"The log has {shape.shards} shards, not {shards}: the number is fixed when a log is made."
        )
    try:
        address.must_fit(shards)
    except BadAddress as error:
        raise MigrationFailed(str(error)) from None
    return shards


async def prepare(address: LogAddress, shards: int | None = None, *, citus: bool = False) -> int:
    """Make a log, or bring it to the form that this service needs; return how many shards it has.

    `shards` is how many it is to have (None: as many as it has; a new one has one). `citus`: their schemas are to lie
    on the workers of the Citus that the address leads to; of one that is there already, this is known. While a shard is
    away that was made before, it is left as it is. Raises `MigrationFailed`, and what asyncpg raises if a database is
    away that is needed now, or a standby: that of shard 0, and those of shards that are still to be made.
    """
    async with connection_to(address.first) as connection:
        if await connection.fetchval("select pg_is_in_recovery()"):
            raise asyncpg.ReadOnlySQLTransactionError("the server is a standby")
    shape = await shape_of(address.first)
    count = divided(address, shape, shards)
    async with connection_to(address.first) as connection:
        citus = citus or (shape is not None and await is_distributed(connection, Part(0, count)))
        if citus:
            made = shape is not None and shape.made
            await must_be_citus(connection, count, made=made, are_several=address.are_several)
    if count == 1:
        await migrate(address.first)
        return 1
    shape = shape or Shape(uuid4(), count, made=False)
    if not shape.made:
        await must_be_unused(address, shape)
    async with connection_to(address.first) as connection:
        await begin(connection, shape.log, count)
        shape = await shape_of(address.first) or shape  # somebody else may have begun at the same moment
        divided(address, shape, count)
        parts = [Part(number, count, shape.log, shape.made) for number in range(count)]
        epochs = [await prepared(address.of(part.number), part, citus=citus) for part in parts]
        await gather(connection, address, count)
        await migrate(address.first, [each for each in migrations() if each.folder != OF_THE_LOG], parts[0])
        if citus:
            await admit(connection)
        await settle(connection, epochs)
    return count


async def must_be_unused(address: LogAddress, shape: Shape) -> None:
    """Raise `MigrationFailed` if shards are to be made in a database where those of another log are."""
    for number in range(shape.shards):
        async with connection_to(address.of(number)) as connection:
            for schema in await shards_in(connection):
                log = await connection.fetchval(f'select log from "{schema}".shard')  # noqa: S608 - as Postgres says
                if log is not None and log.bytes != shape.log.bytes:
                    raise MigrationFailed(
                        f"Where shard {number} is to be made, there is another log already, in the schema {schema}."
                        " Are the URLs in another order, or is one of them wrong?"
                    )


async def prepared(url: str, part: Part, *, citus: bool = False) -> Epoch | None:
    """Migrate a shard; return the epoch that it is in, None if it is away, which one that was made before may be."""
    try:
        await migrate(url, part=part)
        if citus:
            await distribute(url, part)
        return await present_epoch(url, part)
    except Exception as error:
        if part.number == 0 or not part.made or not is_away(error):
            raise
        log.warning("A shard of the log is away", extra={"shard": part.number, "cause": type(error).__name__})
        return None


async def begun_epoch(url: str) -> Epoch:
    """Bring a database to the form that this service needs; return the epoch that begins with it, if one does.

    All shards of its log are in it. Raises what `prepare` raises.
    """
    address = LogAddress((url,))
    if await prepare(address) == 1:
        return await present_epoch(url, WHOLE)
    async with connected(url, LOG_SCHEMA, 1) as pool:
        return (await EpochRegister(pool).newest())[0]


@contextlib.asynccontextmanager
async def open_log(
    addresses: str,
    connections: int = CONNECTIONS,
    *,
    answer_seconds: float = ANSWER_SECONDS,
    timeouts: Mapping[str, str] = TIMEOUTS,
) -> AsyncIterator[EventStore]:
    """Open the log that lies at some addresses, as one text; see `LogAddress`.

    A log in one piece is migrated first. One of several shards was prepared by somebody; shards that are away are
    opened as soon as they can be, all but shard 0. Raises `BadAddress`, `MigrationFailed` and `StoreUnavailable`, or
    what asyncpg raises if there is no such database.
    """
    address = LogAddress.parsed(addresses)
    with unless_away():
        shape = await shape_of(address.first)
    count = divided(address, shape, None)
    opened = partial(PostgresStore.open, answer_seconds=answer_seconds, timeouts=timeouts)
    if shape is None:
        async with opened(address.first, connections) as store:
            yield store
        return
    if not shape.made:
        raise MigrationFailed("The shards of the log are not all made yet: run `parlour database prepare`.")
    async with (
        connected(address.first, LOG_SCHEMA, 2, answer_seconds=answer_seconds, timeouts=timeouts) as pool,
        contextlib.AsyncExitStack() as stack,
    ):
        register = EpochRegister(pool)
        epochs = RegisteredEpochs(register, *await register.newest())
        shards: list[EventStore | None] = [None] * count
        each = max(2, connections // count)
        parts = [Part(number, count, shape.log, made=True) for number in range(count)]
        keepers = [
            Keeper(
                part, shards, partial(opened, address.of(number), each, part=part, tell=partial(epochs.found, number))
            )
            for number, part in enumerate(parts)
        ]
        for keeper in keepers:
            stack.push_async_callback(keeper.close)
        await asyncio.gather(*(keeper.start() for keeper in keepers))
        if shards[0] is None:
            raise StoreUnavailable("shard 0 is away")
        yield ShardedStore(shards, epochs, PostgresLogSeals(pool))


OpenStore: TypeAlias = Callable[[], contextlib.AbstractAsyncContextManager[EventStore]]


class Keeper:
    """Keeps the store of a shard open in its place among the others, as soon as that can be done."""

    def __init__(self, part: Part, shards: list[EventStore | None], open_store: OpenStore) -> None:
        self._part = part
        self._shards = shards
        self._open = open_store
        self._closing = asyncio.Event()
        self._tried: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Try to open the store, then go on to try beside all else. Raises what forbids it, but not that it is away."""
        self._task = asyncio.create_task(self._keep())
        await self._tried

    async def close(self) -> None:
        """Close the store."""
        self._closing.set()
        if self._task is not None:
            await self._task

    async def _keep(self) -> None:
        while not self._closing.is_set():
            try:
                async with self._open() as store:
                    self._shards[self._part.number] = store
                    self._have_tried(None)
                    await self._closing.wait()
            except StoreUnavailable as error:
                told = "A shard of the log is away; its tables wait for it"
                log.warning(told, extra={"shard": self._part.number, "cause": str(error)})
                self._have_tried(None)
            except Exception as error:  # noqa: BLE001 - of the first attempt somebody hears, of later ones the log
                if self._tried.done():
                    told = "A shard of the log cannot be opened; it is tried again"
                    log.error(told, extra={"shard": self._part.number, "cause": str(error)})  # noqa: TRY400
                self._have_tried(error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), PAUSE_SECONDS)

    def _have_tried(self, error: Exception | None) -> None:
        if self._tried.done():
            return
        if error is None:
            self._tried.set_result(None)
        else:
            self._closing.set()
            self._tried.set_exception(error)
