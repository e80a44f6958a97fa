"""Postgres has what a store in memory has after the same batches of commands, whatever these hold."""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import msgspec
from hypothesis import given
from hypothesis import strategies as some
from msgspec import UNSET, Struct
from msgspec.structs import replace

from service.store import Append, Conflict, EventStore, HistoryChanged, MemoryStore, NewEvent, NotStorable, StoredEvent
from service.store.lobby_row import LobbyRow
from service.store.postgres.store import PostgresStore
from service.store.tournament_row import TournamentRow
from tests.service.store.commands import AT, lobby, seal, table_in
from tests.service.store.tournament_lists import row_of

LANES_OF_TABLES = (3, 3, 1, 1, 2)
TOURNAMENT = 0
"""The number of the one among them that is a tournament."""

PLAYERS = tuple(UUID(int=number) for number in range(1, 4))

values = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**63), 2**63 - 1) | some.text(max_size=8),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
"""JSON values, also with U+0000 in texts, which Postgres does not take."""

documents = some.dictionaries(some.text(max_size=4), values, max_size=3)


class Wish(Struct, frozen=True):
    """What a command is to hold; of its table the version and the link are not known yet."""

    table: int
    events: list[tuple[dict[str, Any], dict[str, Any] | None, int | None]]
    """For each event what it says, its command and its seat."""
    key: bytes | None
    too_high: int
    link: str
    due: Any
    status: str | None
    decks: tuple[str, ...]
    sealed: bool


wishes = some.builds(
    Wish,
    table=some.integers(0, len(LANES_OF_TABLES) - 1),
    events=some.lists(
        some.tuples(documents, some.none() | documents, some.none() | some.integers(0, 9)), min_size=1, max_size=3
    ),
    key=some.sampled_from([None, None, b"\1" * 16, b"\2" * 16]),
    too_high=some.sampled_from([0, 0, 0, 0, 1]),
    link=some.sampled_from(["right", "right", "none", "wrong"]),
    due=some.sampled_from([UNSET, None, 1, 2**40]),
    status=some.sampled_from([None, "open", "playing", "finished"]),
    decks=some.lists(some.sampled_from(["0a" * 32, "0b" * 32]), max_size=2, unique=True).map(tuple),
    sealed=some.booleans(),
)


def row(wish: Wish, table_id: UUID) -> LobbyRow | TournamentRow | None:
    if wish.status is None:
        return None
    if wish.table == TOURNAMENT:
        status = "announced" if wish.status == "open" else wish.status
        return row_of(table_id, status=status, entrants=len(wish.decks), due=wish.due or None)
    seats = (PLAYERS[0], None, *PLAYERS[1 : 1 + len(wish.decks)])
    return lobby(
        table_id, wish.status, seats=seats, reserved=(None,) * len(seats), invited=PLAYERS[2:], decks=wish.decks
    )


def wanted(wish: Wish, table_id: UUID, head: StoredEvent | None) -> Append:
    """Return the command of a wish, at a table that ends with this event."""
    events = tuple(
        NewEvent(
            seat=seat,
            type="card_played",
            at=AT,
            event=msgspec.json.encode(event),
            command=None if command is None else msgspec.json.encode(command),
            key=wish.key,
            request=None if wish.key is None else b"\3" * 16,
            hash=uuid4().bytes + uuid4().bytes,
        )
        for event, command, seat in wish.events
    )
    link = {"none": None, "wrong": b"\4" * 32, "right": None if head is None else head.hash}[wish.link]
    expected = (0 if head is None else head.version) + wish.too_high
    append = Append(table_id, expected, events, wish.due, row(wish, table_id), link=link)
    return replace(append, seal=seal(append)) if wish.sealed else append


async def written(store: EventStore, appends: Sequence[Append]) -> list[bool]:
    """Return which commands are written, of some that come at once; of two mistakes, either is told."""
    answers = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
    assert all(each is None or isinstance(each, Conflict | HistoryChanged | NotStorable) for each in answers), answers
    return [answer is None for answer in answers]


async def found(store: EventStore, ids: Sequence[UUID]) -> list[object]:
    """Return all that a store has of tables: their events, and what was written with them."""
    events = [event for table_id in ids for event in await store.read(table_id)]
    return [
        [
            replace(
                event,
                position=0,
                event=msgspec.json.decode(event.event),
                command=event.command and msgspec.json.decode(event.command),
            )
            for event in events
        ],
        [each for each in await store.due(2**41, 100_000) if each[0] in ids],
        await store.lobby.rows(ids),
        await store.tournaments.one(ids[TOURNAMENT]),
        [await store.seal_of(table_id) for table_id in ids],
        [await store.executed(table_id, key * 16) for table_id in ids for key in (b"\1", b"\2")],
        await store.heads(ids),
    ]


@given(batches=some.lists(some.lists(wishes, min_size=1, max_size=8), min_size=1, max_size=3))
def test_a_batch_is_written_as_it_would_be_in_memory(postgres_url: str, batches: list[list[Wish]]) -> None:
    async def compared() -> None:
        memory, ids = MemoryStore(), [table_in(lane) for lane in LANES_OF_TABLES]
        async with PostgresStore.open(postgres_url) as postgres:
            for batch in batches:
                heads = {table_id: event for table_id in ids for event in await memory.read(table_id)}
                appends = [wanted(wish, ids[wish.table], heads.get(ids[wish.table])) for wish in batch]
                assert await written(postgres, appends) == await written(memory, appends)
                assert await found(postgres, ids) == await found(memory, ids)

    asyncio.run(compared())
