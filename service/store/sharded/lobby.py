"""The lobby over several shards: each table is in that of its own shard."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable
from uuid import UUID

from service.store.gathered import Incomplete, as_far_as_known
from service.store.lobby_row import MOST_OF_A_PLAYER, LobbyRow, TableFilter, TableOfDecks
from service.store.port import EventStore
from service.store.sharded.queries import ask_all, in_order, joined
from service.store.sharded.shards import Shards


class ShardedLobby:
    """A `Lobby` over those of the shards; what all have to answer raises `Incomplete` if one is away."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards

    async def decks_going_on(self) -> list[TableOfDecks]:
        """Return the tables with given decks that are open or played."""
        return await ask_all(self._shards, lambda each: each.lobby.decks_going_on(), joined)

    async def any_going_on(self, decks: Collection[str]) -> bool:
        """Return whether a table that is open or played has one of the decks."""
        return await ask_all(self._shards, lambda each: each.lobby.any_going_on(decks), any)

    async def decks_going_on_since(self) -> int | None:
        """Return when the first of these tables was opened; None: there is none."""
        return await ask_all(self._shards, lambda each: each.lobby.decks_going_on_since(), earliest)

    async def has_played(self, player: UUID, decks: Collection[str], but: UUID) -> bool:
        """Return whether a player knows one of the decks; see `Lobby.has_played`."""
        question = ask_all(self._shards, lambda each: each.lobby.has_played(player, decks, but), any)
        found, away = await as_far_as_known(question)
        if away and not found:
            raise Incomplete(found, away)
        return found

    async def page(self, wanted: TableFilter, limit: int = 50) -> list[LobbyRow]:
        """Return tables of the lobby, the newest first; see `Lobby.page`."""
        order = in_order(by_age, limit, newest=True)
        return await ask_all(self._shards, lambda each: each.lobby.page(wanted, limit), order)

    async def concerning(self, player: UUID) -> list[LobbyRow]:
        """Return the tables where the player sits or is invited; see `Lobby.concerning`."""

        async def newest(each: EventStore) -> list[LobbyRow]:
            return (await each.lobby.concerning(player))[::-1]

        def merged(answers: Iterable[list[LobbyRow]]) -> list[LobbyRow]:
            return in_order(by_age, MOST_OF_A_PLAYER, newest=True)(answers)[::-1]

        return await ask_all(self._shards, newest, merged)

    async def seats_of(self, player: UUID) -> list[LobbyRow]:
        """Return the tables where the player sits; see `Lobby.seats_of`."""
        order = in_order(by_age, MOST_OF_A_PLAYER, newest=True)
        return await ask_all(self._shards, lambda each: each.lobby.seats_of(player), order)

    async def waiting_of(self, creator: UUID) -> list[LobbyRow]:
        """Return the open tables of a creator; see `Lobby.waiting_of`."""
        order = in_order(by_age, MOST_OF_A_PLAYER, newest=True)
        return await ask_all(self._shards, lambda each: each.lobby.waiting_of(creator), order)

    async def opened_by(self, creator: UUID, house: Collection[UUID]) -> tuple[int, int]:
        """Return how many tables of a player go on; see `Lobby.opened_by`."""
        return await ask_all(self._shards, lambda each: each.lobby.opened_by(creator, house), summed)

    async def rows(self, table_ids: Collection[UUID]) -> dict[UUID, LobbyRow]:
        """Return the rows of tables by their ids; those that there are not are left out."""
        by_shard: defaultdict[int, list[UUID]] = defaultdict(list)
        for table_id in table_ids:
            by_shard[table_id.int % len(self._shards)].append(table_id)

        async def of(number: int, some: list[UUID]) -> dict[UUID, LobbyRow]:
            return await self._shards.ask(number, lambda each: each.lobby.rows(some))

        found = await asyncio.gather(*(of(number, some) for number, some in by_shard.items()))
        return {table_id: row for each in found for table_id, row in each.items()}


def by_age(row: LobbyRow) -> tuple[int, UUID]:
    """Return the place of a table in the lobby, the oldest first."""
    return row.created_at, row.table_id


def earliest(answers: Iterable[int | None]) -> int | None:
    """Return the earliest of some times, of which some may be None."""
    return min((at for at in answers if at is not None), default=None)


def summed(answers: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the sums of pairs of counts."""
    of_tables, of_house = zip(*answers, strict=True)
    return sum(of_tables), sum(of_house)
