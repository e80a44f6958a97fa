"""What the store keeps for the seals of the log: a Merkle tree over each lane, in tiles, and the seals themselves.

A *seal of the log* (`LogSeal`) is the signature of everything that all lanes have had at a moment. It is not the seal
of a finished game (`Seal`), which is one of the things that it covers.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol
from uuid import UUID

from msgspec import Struct

from service.store.port import Epoch

TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
"""Number of hashes in a tile; only full ones are kept."""


class LaneLeaf(NamedTuple):
    """What the tree over a lane has of an event."""

    position: int
    table_id: UUID
    version: int
    hash: bytes


class Place(NamedTuple):
    """A tile of the tree over a lane: those of level 0 have the hashes of leaves, all others the roots of tiles."""

    lane: int
    level: int
    number: int


class Tile(NamedTuple):
    """The hashes of a tile, one after the other, and the root over them."""

    hashes: bytes
    root: bytes


class LogSeal(Struct, frozen=True):
    """What all lanes had at a time, signed: by lane, the last position and the root of the tree up to there.

    `root` is that of the tree over these heads. `previous` is the hash of the seal before (32 bytes of 0: there is
    none). `cut`: the history was cut since then, by the restore of a backup, say; `epoch` is the new one.
    """

    number: int
    at: int
    epoch: str
    cut: bool
    previous: bytes
    root: bytes
    positions: tuple[int, ...]
    roots: tuple[bytes, ...]
    key_id: str
    signature: bytes


class LogSeals(Protocol):
    """The part of an event store that is about seals of the log. Everything raises `StoreUnavailable`.

    The tiles are a projection: they may all be deleted at any time, and are made again with the next seal.
    """

    async def leaves(self, lane: int, after: int, limit: int) -> list[LaneLeaf]:
        """Return the leaves of a lane's tree for its events after a position, at most `limit`. Raises `LogCorrupt`."""

    async def tile_counts(self, level: int) -> dict[int, int]:
        """Return how many tiles of a level there are of each lane; they are made in their order."""

    async def tiles(self, places: Collection[Place]) -> dict[Place, Tile]:
        """Return those of some tiles that exist."""

    async def tile_roots(self, lane: int, level: int, first: int, limit: int) -> list[bytes]:
        """Return the roots of the tiles of a level from a number on, at most `limit`."""

    async def keep_tiles(self, tiles: Mapping[Place, Tile], epoch: Epoch) -> None:
        """Keep tiles that were made of what was read in an epoch; nothing happens if another one has begun since."""

    async def may_lack(self, epoch: str | None) -> Collection[int]:
        """Return the lanes that may have lost events which a seal of an epoch covers (None: since the log began).

        Seals and tiles may lie in another database than a lane: if that alone was restored from a backup, say, they
        still have what it has lost.
        """

    async def drop_tiles(self, lane: int, number: int, root: bytes) -> None:
        """Delete the tiles of all levels that cover a tile of level 0 or what comes after it.

        Only a lane that may lack something has a reason for it. Nothing happens if that tile is not there with this
        root: then it was deleted, or made anew, meanwhile.
        """

    async def publish(self, seal: LogSeal) -> bool:
        """Keep a seal permanently if its number is the next one and its epoch the present one; return whether it is."""

    async def newest(self, made_before: int | None = None) -> LogSeal | None:
        """Return the newest seal, or the newest of those made before a time; None: there is none."""

    async def numbered(self, numbers: Iterable[int]) -> dict[int, LogSeal]:
        """Return those of some seals that exist, by their numbers."""

    async def page(self, before: int | None, limit: int) -> list[LogSeal]:
        """Return seals, the newest first, at most `limit`: those with a number below `before`, if that is given."""
