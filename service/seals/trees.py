"""The Merkle tree over a lane: its leaves are the lane's events, in order of their positions.

A leaf is the text `position LF table LF version LF hash`; the hash, hexadecimal, is the link of the table's chain, so
it stands for all of the event. Full tiles of 256 hashes are kept in the log; what is right of them is read from the
events. So each proof reads at most two tiles of a level, and a new root only what is new.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence

from domain import merkle
from service.runtime.unavailable import Unavailable
from service.store import Epoch, EventStore
from service.store.log_seals import TILE_HEIGHT, TILE_WIDTH, LaneLeaf, Place, Tile

TILES_AT_ONCE = 32
"""Tiles that are kept by one statement: each waits for the disk."""
PAGE = 1024
"""Leaves that one question reads: some milliseconds of work, with pauses between them."""
HASH_BYTES = 32


class NotHashedYet(Unavailable):
    """The tiles of a lane are not all there: they were deleted, and are made again with the next seal."""


def leaf_of(event: LaneLeaf) -> bytes:
    """Return the hash of an event's leaf."""
    text = f"{event.position}\n{event.table_id}\n{event.version}\n{event.hash.hex()}"
    return merkle.leaf_hash(text.encode())


def tile_of(hashes: Sequence[bytes]) -> Tile:
    """Return a full tile."""
    return Tile(b"".join(hashes), merkle.root(hashes))


class LaneTree:
    """The tree over the first `size` events of a lane, whose full tiles are in the log."""

    def __init__(self, store: EventStore, lane: int, size: int) -> None:
        self._store = store
        self._lane = lane
        self._size = size
        self._rows: dict[Place, Sequence[bytes]] = {}
        """The hashes of tiles; the last ones of a level are not full."""

    async def root(self, size: int | None = None) -> bytes:
        """Return the root over all events, or over the first `size` ones. Raises `NotHashedYet`."""
        (found,) = await self._roots([(0, self._size if size is None else size)])
        return found

    async def inclusion(self, position: int) -> list[bytes]:
        """Return the proof that an event is in the tree. Raises `NotHashedYet`."""
        return await self._roots(merkle.inclusion(position - 1, self._size))

    async def consistency(self, first: int) -> list[bytes]:
        """Return the proof that the tree goes on that of the `first` events. Raises `NotHashedYet`."""
        return await self._roots(merkle.consistency(first, self._size) if first else [])

    async def _roots(self, spans: Iterable[merkle.Span]) -> list[bytes]:
        wanted = list(spans)
        places = {self._place(node) for span in wanted for node in merkle.perfect_trees(span)}
        await self._read(places - self._rows.keys())
        return [merkle.root_of(span, self._hash_of) for span in wanted]

    def _place(self, node: merkle.Node) -> Place:
        """Return the tile that has the hashes below the root of a perfect tree."""
        height, number = node
        level, above = divmod(height, TILE_HEIGHT)
        return Place(self._lane, level, (number << above) // TILE_WIDTH)

    def _hash_of(self, node: merkle.Node) -> bytes:
        height, number = node
        above = height % TILE_HEIGHT
        first = (number << above) % TILE_WIDTH
        return merkle.root(self._rows[self._place(node)][first : first + (1 << above)])

    async def _read(self, places: Iterable[Place]) -> None:
        """Read tiles, and of those that are not full what there is. Raises `NotHashedYet`."""
        wanted = list(places)
        full = await self._store.log_seals.tiles(wanted) if wanted else {}
        for place in wanted:
            row = hashes_in(full[place]) if place in full else await self._not_full(place)
            if len(row) < min(TILE_WIDTH, (self._size >> TILE_HEIGHT * place.level) - place.number * TILE_WIDTH):
                raise NotHashedYet(f"lane {self._lane} has not all hashes of level {place.level}")
            self._rows[place] = row

    async def _not_full(self, place: Place) -> Sequence[bytes]:
        lane, level, number = place
        first = number * TILE_WIDTH
        if level:
            return await self._store.log_seals.tile_roots(lane, level - 1, first, TILE_WIDTH)
        return [leaf_of(event) for event in await self._store.log_seals.leaves(lane, first, TILE_WIDTH)]


def hashes_in(tile: Tile) -> Sequence[bytes]:
    """Split the bytes of a tile into its hashes."""
    return [tile.hashes[start : start + HASH_BYTES] for start in range(0, len(tile.hashes), HASH_BYTES)]


async def drop_lost_tiles(store: EventStore, lanes: Collection[int]) -> None:
    """Delete the tiles of events that lanes have lost which may lack some: see `LogSeals.may_lack`.

    What is lost is the end of a lane. So its tiles are compared with the log from the last one back to the first that
    is right; without a loss that is the last. Each process does this before it makes tiles in a new epoch.
    """
    counts = await store.log_seals.tile_counts(0) if lanes else {}
    for lane in lanes:
        lost: tuple[int, bytes] | None = None
        for number in range(counts.get(lane, 0) - 1, -1, -1):
            place = Place(lane, 0, number)
            tile = (await store.log_seals.tiles([place])).get(place)
            if tile is not None:
                if tile.hashes == b"".join(await leaf_hashes(store, lane, number * TILE_WIDTH, TILE_WIDTH)):
                    break
                lost = number, tile.root
        if lost is not None:
            await store.log_seals.drop_tiles(lane, *lost)


async def make_tiles(store: EventStore, positions: Mapping[int, int], epoch: Epoch) -> None:
    """Make the tiles that are full, and not there yet, of lanes up to these positions; level by level.

    `epoch` is the one in which the tiles that there are were found to be right; in another one none is made. It may be
    interrupted at any moment, and continues where it was.
    """
    level, full = 0, {lane: position // TILE_WIDTH for lane, position in positions.items()}
    while any(full.values()):
        there = await store.log_seals.tile_counts(level)
        for lane, count in full.items():
            for first in range(there.get(lane, 0), count, TILES_AT_ONCE):
                places = [Place(lane, level, number) for number in range(first, min(count, first + TILES_AT_ONCE))]
                await store.log_seals.keep_tiles(await made_tiles(store, places), epoch)
        level, full = level + 1, {lane: count // TILE_WIDTH for lane, count in full.items()}


async def leaf_hashes(store: EventStore, lane: int, after: int, size: int) -> list[bytes]:
    """Return the hashes of leaves after a position, as many of them as there are."""
    hashes: list[bytes] = []
    while len(hashes) < size and (
        events := await store.log_seals.leaves(lane, after + len(hashes), min(PAGE, size - len(hashes)))
    ):
        for start in range(0, len(events), TILE_WIDTH):
            hashes += [leaf_of(event) for event in events[start : start + TILE_WIDTH]]
            await asyncio.sleep(0)
    return hashes


async def made_tiles(store: EventStore, places: Sequence[Place]) -> dict[Place, Tile]:
    """Return tiles that follow each other, from the events or from the tiles below them. Raises `NotHashedYet`."""
    lane, level, number = places[0]
    first, size = number * TILE_WIDTH, len(places) * TILE_WIDTH
    found: dict[Place, Tile] = {}
    if level:
        hashes = await store.log_seals.tile_roots(lane, level - 1, first, size)
    else:
        hashes = await leaf_hashes(store, lane, first, size)
    if len(hashes) < size:
        raise NotHashedYet(f"lane {lane} has not all hashes of level {level}")
    for place, start in zip(places, range(0, size, TILE_WIDTH), strict=True):
        found[place] = tile_of(hashes[start : start + TILE_WIDTH])
        await asyncio.sleep(0)
    return found
