"""Who plays with which decks is looked up in turns: a tournament may have thousands of tables."""

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast
from uuid import UUID

from domain.table import Table
from service.live.history import History
from service.live.shared_decks import SharedDecks
from service.store import EventStore
from service.store.lobby_row import TableOfDecks
from tests.service.live.cold import PACE
from tests.service.workers import PLAYERS

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

    asked, most = asyncio.ensure_future(shared.known_to(PLAYERS[0], UUID(int=1), fork)), 0
    while not asked.done():
        before = lobby.looked_at
        await asyncio.sleep(0)
        most = max(most, lobby.looked_at - before)

    assert await asked
    assert lobby.looked_at == len(TABLES)
    assert most <= PACE.turn_entries + 1
