"""The names of players as they are shown: looked up for many at once, and kept for a few seconds.

So a new name is seen everywhere after these seconds, by every process, and the name of a forgotten player is gone.
"""

import time
from collections.abc import Collection
from uuid import UUID

from domain.table import HOUSE_KINDS
from projections.names import Names
from service.accounts.port import Player
from service.accounts.store import AccountStore

KEPT_SECONDS = 5.0
"""Seconds in which a name is not looked up again."""

KEPT_NAMES = 50_000
"""Maximum number of names in memory; those that were looked up first are forgotten first."""

HOUSE = {player: Player(player, f"{kind.title()}, a house player", kind) for player, kind in HOUSE_KINDS.items()}
"""The house players by their ids. They have no account, so there is no token for them."""

OF_HOUSE = {player: house.name for player, house in HOUSE.items()}


async def nobodys(_: Collection[UUID]) -> Names:
    """Return the names of some players where nobody knows any."""
    return {}


class ShownNames:
    """The names that are kept in a store."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store
        self._kept: dict[UUID, tuple[float, str | None]] = {}
        """Until when a name is not looked up again, and the name; None: there is none."""

    async def of(self, players: Collection[UUID]) -> Names:
        """Return the names of some players: those who were forgotten are missing. Raises `StoreUnavailable`."""
        at = time.monotonic()
        found, unknown = dict[UUID, str](), list[UUID]()
        for player in players:
            until, name = self._kept.get(player, (0.0, OF_HOUSE.get(player)))
            if name is not None and (until > at or player in OF_HOUSE):
                found[player] = name
            elif until <= at:
                unknown.append(player)
        if unknown:
            found |= await self._look_up(unknown)
        return found

    async def _look_up(self, players: Collection[UUID]) -> dict[UUID, str]:
        until = time.monotonic() + KEPT_SECONDS
        found = await self._store.names(players)
        for player in players:
            self._kept.pop(player, None)  # it goes to the end, among those that were looked up last
            self._kept[player] = until, found.get(player)
        while len(self._kept) > KEPT_NAMES:
            del self._kept[next(iter(self._kept))]
        return found

    def forget(self, player: UUID) -> None:
        """Look a name up anew when it is shown again: it is another one now."""
        self._kept.pop(player, None)
