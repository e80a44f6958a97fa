"""How many tables one player may have opened that go on, how many of those for house players alone, and tournaments.

The log knows how many there are. Counting and opening is one step for the commands of a player at one worker; each
further worker may let one more pass.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import NamedTuple
from uuid import UUID
from weakref import WeakValueDictionary

from service.limits.budgets import Budget, BudgetName


class Opened(NamedTuple):
    """How many tables of a player go on, and at how many of them all seats are house players'."""

    tables: int
    house_tables: int


class NoRoom(Exception):
    """The player has as many tables as the budget allows."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget.name)
        self.budget = budget


class TableLimits:
    """The budgets of tables and tournaments that go on. `opened` and `announced` tell how many a player has."""

    def __init__(
        self,
        budgets: Mapping[BudgetName, Budget],
        opened: Callable[[UUID], Awaitable[Opened]],
        announced: Callable[[UUID], Awaitable[int]],
    ) -> None:
        self._tables = budgets["open_tables"]
        self._house_tables = budgets["house_tables"]
        self._tournaments = budgets["tournaments"]
        self._opened = opened
        self._announced = announced
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def room_for_table(self, player: UUID, *, of_house: bool = False) -> AsyncIterator[None]:
        """Let a player open a table in this context, with house players only if it is `of_house`. Raises `NoRoom`."""
        async with self._lock(player):
            if self._tables.quota and (await self._opened(player)).tables >= self._tables.quota:
                raise NoRoom(self._tables)
            if of_house:
                await self._must_have_room_for_house(player)
            yield

    @asynccontextmanager
    async def room_for_house(self, creator: UUID, is_last: Callable[[], Awaitable[bool]]) -> AsyncIterator[None]:
        """Let a seat of a creator's table, where no people sit, go to a house player. Raises `NoRoom`.

        `is_last` tells whether all other seats are house players'; those that come at once are asked in turn.
        """
        async with self._lock(creator):
            if await is_last():
                await self._must_have_room_for_house(creator)
            yield

    async def _must_have_room_for_house(self, creator: UUID) -> None:
        if self._house_tables.quota and (await self._opened(creator)).house_tables >= self._house_tables.quota:
            raise NoRoom(self._house_tables)

    @asynccontextmanager
    async def room_for_tournament(self, player: UUID) -> AsyncIterator[None]:
        """Let a player announce a tournament in this context. Raises `NoRoom`."""
        async with self._lock(player):
            if self._tournaments.quota and await self._announced(player) >= self._tournaments.quota:
                raise NoRoom(self._tournaments)
            yield

    def _lock(self, player: UUID) -> asyncio.Lock:
        return self._locks.setdefault(player, asyncio.Lock())
