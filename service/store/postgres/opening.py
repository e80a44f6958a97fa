"""Making, finding and opening a log, in one piece or of several shards."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid4

import asyncpg

from service.log_address import BadAddress, LogAddress
from service.runtime.background import running
from service.store.migrate import (
    LOG_SCHEMA,
    OF_THE_LOG,
    WHOLE,
    LogShard,
    MigrationFailed,
    migrate,
    migrations,
    must_be_migrated,
    shards_in,
)
from service.store.port import Epoch, EventStore, StoreUnavailable
from service.store.postgres.away import is_away, unless_away
from service.store.postgres.citus import admit, distribute, is_distributed, must_be_citus, must_be_coordinator
from service.store.postgres.connections import ANSWER_SECONDS, TIMEOUTS, Connection, connected
from service.store.postgres.epochs import present_epoch
from service.store.postgres.gathering import EpochRegister, begin, begun, gather, is_in_one_piece, settle
from service.store.postgres.ids import plain
from service.store.postgres.keeper import Keeper
from service.store.postgres.log_seals import PostgresLogSeals
from service.store.postgres.reaching import keep_looking, reached
from service.store.postgres.store import PostgresStore
from service.store.sharded.epochs import RegisteredEpochs
from service.store.sharded.shards import Shards
from service.store.sharded.store import ShardedStore

CONNECTIONS = 6
"""Maximum number of connections to read a log in one piece with; each of several shards has its share, two at least."""
FOR_ALL_SHARDS = 2
"""Maximum number of connections to what all shards have in common: the epochs and the seals of the log."""
SHARE_OF_ALL = 0.4
"""For which share of the time that one server has for an answer a question to all shards waits for each."""

log = logging.getLogger(__name__)


class Shape(NamedTuple):
    """How a log was divided when it was made: which log, and into how many shards; `made`: all of them are there."""

    log: UUID
    shards: int
    made: bool


def share_of(connections: int, shards: int) -> int:
    """Return how many of the connections to read with each of several shards has."""
    return max(2, connections // shards)


def connections_to_log(shards: int) -> int:
    """Return how many connections a process has at most to a log: to read, and one to write in each shard."""
    if shards == 1:
        return CONNECTIONS + 1
    return FOR_ALL_SHARDS + shards * (share_of(CONNECTIONS, shards) + 1)


@contextlib.asynccontextmanager
async def connection_to(url: str) -> AsyncIterator[Connection]:
    """Connect as the user of the URL, with all their rights."""
    connection = await reached(url)
    try:
        yield connection
    finally:
        await connection.close()


async def shape_of(url: str) -> Shape | None:
    """Return how the log is divided that has its shard 0 in a database; None: it is in one piece, or there is none.

    Raises `MigrationFailed` if other shards of a log are there, and not its shard 0.
    """
    async with connection_to(url) as connection:
        found = await begun(connection)
        if found is None and (others := await shards_in(connection)):
            raise MigrationFailed(
                f"The first PostgreSQL URL leads to no shard 0 of a log, but to the schemas {', '.join(others)} of one."
                " Are the URLs in another order, or is the first one missing?"
            )
    return None if found is None else Shape(plain(found["log"]), found["shards"], found["made"])


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

    `shards` is the wanted number (None: as many as the log has; a new log has one). `citus`: the schemas of a new log
    are to lie on the workers of the Citus at the address; an existing log says by itself where they lie. A shard that
    exists and is away is left as it is. Raises `MigrationFailed`, and what asyncpg raises if the database of shard 0,
    or of a shard that is still to be made, is away or a standby.
    """
    async with connection_to(address.first) as connection:
        if await connection.fetchval("select pg_is_in_recovery()"):
            raise asyncpg.ReadOnlySQLTransactionError("the server is a standby")
        if citus:
            await must_be_coordinator(connection)  # on a worker only some of the shards are found
    shape = await shape_of(address.first)
    count = divided(address, shape, shards)
    async with connection_to(address.first) as connection:
        citus = citus or (shape is not None and await is_distributed(connection, LogShard(0, count)))
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
        every = [LogShard(number, count, shape.log, shape.made) for number in range(count)]
        epochs = await all_prepared(address, every, citus=citus)
        await gather(connection, address, count)
        await migrate(address.first, [each for each in migrations() if each.folder != OF_THE_LOG], every[0])
        if citus:
            await admit(connection)
        await settle(connection, epochs)
    return count


async def must_be_unused(address: LogAddress, shape: Shape) -> None:
    """Raise `MigrationFailed` if shards are to be made in a database where another log is, or shards of it."""
    for number in range(shape.shards):
        async with connection_to(address.of(number)) as connection:
            if address.of(number) != address.first and await is_in_one_piece(connection):
                raise MigrationFailed(
                    f"Where shard {number} is to be made, there is another log already, which is in one piece. Is the"
                    " PostgreSQL URL wrong?"
                )
            for schema in await shards_in(connection):
                log = await connection.fetchval(f'select log from "{schema}".shard')  # noqa: S608 - as Postgres says
                if log is not None and log.bytes != shape.log.bytes:
                    raise MigrationFailed(
                        f"Where shard {number} is to be made, there is another log already, in the schema {schema}."
                        " Are the URLs in another order, or is one of them wrong?"
                    )


async def all_prepared(address: LogAddress, shards: Sequence[LogShard], *, citus: bool) -> list[Epoch | None]:
    """Migrate all shards, and return the epochs that they are in; see `prepared`.

    Where one of them is away at an address, the others there are not waited for.
    """
    epochs: list[Epoch | None] = []
    away: set[str] = set()
    for shard in shards:
        url = address.of(shard.number)
        if url in away:
            epochs.append(None)
            continue
        epochs.append(await prepared(url, shard, citus=citus))
        if epochs[-1] is None:
            away.add(url)
    return epochs


async def prepared(url: str, shard: LogShard, *, citus: bool = False) -> Epoch | None:
    """Migrate a shard; return the epoch that it is in, None if it is away, which one that was made before may be."""
    try:
        await migrate(url, shard=shard)
        if citus:
            await distribute(url, shard)
        return await present_epoch(url, shard)
    except Exception as error:
        if shard.number == 0 or not shard.made or not is_away(error):
            raise
        log.warning("A shard of the log is away", extra={"shard": shard.number, "cause": type(error).__name__})
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


async def must_be_prepared(addresses: str) -> None:
    """Look whether a log is there, as one text says, in the form that this service needs, and change nothing.

    Raises `BadAddress`, `MigrationFailed` and `StoreUnavailable`, or what asyncpg raises if there is no such database.
    """
    address = LogAddress.parsed(addresses)
    with unless_away():
        shape = await shape_of(address.first)
        async with connection_to(address.first) as connection:
            await must_be_migrated(connection, LogShard(0, divided(address, shape, None)))


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
    opened as soon as they can be, all but shard 0. Of several hosts of an address that take writes, the primary is
    looked for again and again. Raises `BadAddress`, `MigrationFailed` and `StoreUnavailable`, or
    what asyncpg raises if there is no such database.
    """
    address = LogAddress.parsed(addresses)
    with unless_away():
        shape = await shape_of(address.first)
    count = divided(address, shape, None)
    opened: contextlib.AbstractAsyncContextManager[EventStore]
    if shape is None:
        opened = PostgresStore.open(address.first, connections, answer_seconds=answer_seconds, timeouts=timeouts)
    elif shape.made:
        opened = shards_opened(address, shape.log, count, connections, answer_seconds=answer_seconds, timeouts=timeouts)
    else:
        raise MigrationFailed("The shards of the log are not all made yet: run `parlour database prepare`.")
    urls = {address.of(number) for number in range(count)}
    async with running(partial(keep_looking, urls)), opened as store:
        yield store


@contextlib.asynccontextmanager
async def shards_opened(
    address: LogAddress,
    log_id: UUID,
    count: int,
    connections: int,
    *,
    answer_seconds: float,
    timeouts: Mapping[str, str],
) -> AsyncIterator[EventStore]:
    """Open a log of several shards, as `open_log` does. Raises `StoreUnavailable` if shard 0 is away."""
    opened = partial(PostgresStore.open, answer_seconds=answer_seconds, timeouts=timeouts)
    async with (
        connected(address.first, LOG_SCHEMA, FOR_ALL_SHARDS, answer_seconds=answer_seconds, timeouts=timeouts) as pool,
        contextlib.AsyncExitStack() as stack,
    ):
        register = EpochRegister(pool)
        epochs = RegisteredEpochs(register, *await register.newest())
        stores: list[EventStore | None] = [None] * count
        each = share_of(connections, count)
        every = [LogShard(number, count, log_id, made=True) for number in range(count)]
        keepers = [
            Keeper(
                shard,
                stores,
                partial(opened, address.of(number), each, shard=shard, tell=partial(epochs.found, number)),
            )
            for number, shard in enumerate(every)
        ]
        for keeper in keepers:
            stack.push_async_callback(keeper.close)
        await asyncio.gather(*(keeper.start() for keeper in keepers))
        if stores[0] is None:
            raise StoreUnavailable("shard 0 is away")
        shards = Shards(stores, most_seconds=SHARE_OF_ALL * answer_seconds)
        stack.push_async_callback(shards.close)
        yield ShardedStore(shards, epochs, PostgresLogSeals(pool))
