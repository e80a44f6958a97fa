"""Parlour without its HTTP surface: everything that the handlers need, opened together and closed together."""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from uuid import UUID

from redis.asyncio import Redis

from domain.table import Snapshot
from service.live.streams import Streams
from service.live.tables import Tables
from service.live.view_cache import ViewCache
from service.live.views import Views
from service.live.wakeups import Wakeups
from service.play.clock import Clock
from service.play.engine import Engine, Outcome
from service.play.house_players import HousePlayers
from service.records.signing import Signer
from service.runtime.background import running
from service.runtime.time import now
from service.store import EventStore


@dataclass(frozen=True, slots=True)
class Parlour:
    """The service without its HTTP surface."""

    event_log: EventStore
    engine: Engine
    tables: Tables
    views: Views
    streams: Streams
    signer: Signer


@contextlib.asynccontextmanager
async def open_parlour(
    event_log: EventStore, redis: Redis | None, signer: Signer, now: Callable[[], int] = now
) -> AsyncIterator[Parlour]:
    """Open the tables on an open log; the clock runs and wake-ups travel until the context is left."""
    wakeups = Wakeups(redis, event_log)
    cache = ViewCache(redis) if redis is not None else None

    def told(outcome: Outcome) -> None:
        table_id, snapshot = outcome.table_id, outcome.snapshot
        tables.told(outcome)
        wakeups.announce(table_id, () if snapshot.moves else concerned(snapshot))
        clock.watch(table_id, snapshot)
        players.watch(table_id, snapshot)

    tables = Tables(event_log)
    engine = Engine(event_log, signer, now, told)
    players = HousePlayers(engine, now)
    clock = Clock(engine, event_log, now, players.notice)
    views = Views(tables, wakeups, cache)
    streams = Streams(tables, wakeups, views, event_log)
    loops = [engine.run, clock.run, players.run, *wakeups.loops(), *([cache.run] if cache else [])]
    async with running(*loops):
        yield Parlour(event_log, engine, tables, views, streams, signer)


def concerned(snapshot: Snapshot) -> frozenset[UUID]:
    """Return whom a table concerns, whether she knows it yet or not: who sits there, or has been asked to."""
    return snapshot.table.guests.union(filter(None, snapshot.table.seats))
