"""Who plays with which decks is looked up in turns: a tournament may have thousands of tables."""

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from types import SimpleNamespace
from typing import TypeVar, cast
from uuid import UUID, uuid4

from domain.games.literature import LITERATURE
from domain.table import OpenTable, Snapshot, Table, deck_digest
from service.live.history import History
from service.live.shared_decks import SharedDecks
from service.play.engine import UnknownTable
from service.store import EventStore, MemoryStore
from service.store.lobby_row import TableOfDecks
from tests.service.live.cold import PACE
from tests.service.workers import PLAYERS, worker

T = TypeVar("T")

TABLES = [TableOfDecks(UUID(int=number), (f"{number:064x}",), frozenset({PLAYERS[0]})) for number in range(5_000)]


class LongLobby:
    """A lobby of many tables with decks, which counts how many of them were looked at."""

    def __init__(self) -> None:
        self.looked_at = 0

    async def decks_going_on(self) -> Iterator[TableOfDecks]:
        return iter(self)

    def __iter__(self) -> Iterator[TableOfDecks]:
        for table in TABLES:
            self.looked_at += 1
            yield table


async def test_thousands_of_tables_with_decks_hold_up_nobody() -> None:
    lobby = LongLobby()
    shared = SharedDecks(cast("EventStore", SimpleNamespace(lobby=lobby)), cast("History", None), PACE)
    last = TABLES[-1].decks
    fork = cast("Table", SimpleNamespace(fork_of="a game", decks=last, deck_digests=last))

    assert await in_turns(lobby, shared.known_to(PLAYERS[0], UUID(int=1), fork))


async def test_tables_with_decks_do_not_hold_up_others_when_new_decks_are_compared_with_theirs() -> None:
    class Unreadable:
        async def current(self, table_id: UUID) -> Snapshot:
            raise UnknownTable

    lobby = LongLobby()
    shared = SharedDecks(cast("EventStore", SimpleNamespace(lobby=lobby)), cast("History", Unreadable()), PACE)

    assert await in_turns(lobby, shared.alike([LITERATURE.deck])) == ()


async def in_turns(lobby: LongLobby, question: Coroutine[None, None, T]) -> T:
    """Return the answer to a question for which all tables are looked at, a few at a time."""
    asked, most = asyncio.ensure_future(question), 0
    while not asked.done():
        before = lobby.looked_at
        await asyncio.sleep(0)
        most = max(most, lobby.looked_at - before)

    assert lobby.looked_at == len(TABLES)
    assert most <= PACE.turn_entries + 1
    return await asked


class CountedReads(MemoryStore):
    """A log that notes which tables it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[UUID] = []

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        wanted = list(table_ids)
        self.asked += wanted
        return await super().heads(wanted)


async def test_the_decks_of_a_table_are_read_once_for_all_that_are_compared_with_them() -> None:
    log, deck = CountedReads(), list(LITERATURE.deck)
    near = [*deck[:-2], deck[-1], deck[-2]]
    async with worker(log) as parlour:
        tables = [uuid4() for _ in range(4)]
        for table, given in zip(tables, (deck, deck[::-1], near, deck), strict=True):
            opening = OpenTable(
                player=PLAYERS[0], game="literature", options={}, secret="00" * 32, decks=(tuple(given),)
            )
            await parlour.engine.execute(table, opening)
        log.asked.clear()
        found = [await parlour.decks.alike([deck]) for _ in range(3)]

    assert found == [(deck_digest(near).hex(),)] * 3
    assert len(log.asked) == 3, "two tables have the same deck"
    assert {*tables} > {*log.asked} >= {*tables[1:3]}
