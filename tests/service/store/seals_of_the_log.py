"""What every event store must keep for the seals of the log. A part of its contract."""

import asyncio
import hashlib
from uuid import uuid4

from msgspec.structs import replace

from service.store import LANES, Epoch, EventStore, LogSeal
from service.store.log_seals import TILE_WIDTH, LaneLeaf, Place, Tile
from tests.service.store.archives import ALWAYS, played
from tests.service.store.commands import AT, command, lobby, table_in


def tile() -> Tile:
    """Return a tile like no other."""
    mark = hashlib.sha256(uuid4().bytes).digest()
    return Tile(mark * TILE_WIDTH, mark)


def next_seal(before: LogSeal | None, epoch: Epoch) -> LogSeal:
    """Return a seal that comes after another one."""
    mark = hashlib.sha256(uuid4().bytes).digest()
    number = 1 if before is None else before.number + 1
    at = AT if before is None else before.at + 2
    roots = tuple(hashlib.sha256(mark + bytes([lane])).digest() for lane in range(LANES))
    return LogSeal(number, at, str(epoch), False, mark, mark, tuple(range(LANES)), roots, "0123456789abcdef", mark)


class SealsOfTheLog:
    async def test_the_leaves_of_a_lane_are_its_events_archived_or_not(self, store: EventStore) -> None:
        table_id = table_in(31)
        await played(store, 31, table_id, table_in(31))
        events = await store.read_lane(31, 0, 10_000)
        expected = [LaneLeaf(each.position, each.table_id, each.version, each.hash) for each in events]
        assert await store.log_seals.leaves(31, 0, 10_000) == expected

        await store.archive(table_id, ALWAYS)

        assert await store.log_seals.leaves(31, 0, 10_000) == expected
        assert await store.log_seals.leaves(31, 500, 300) == expected[500:800]
        assert await store.log_seals.leaves(31, len(expected), 1) == []

    async def test_tiles_are_kept_and_found(self, store: EventStore) -> None:
        lane = 32
        made = {Place(lane, level, number): tile() for level, number in ((0, 0), (0, 1), (0, 2), (1, 0))}
        await store.log_seals.keep_tiles(made, store.epoch)

        assert await store.log_seals.tiles([*made, Place(lane, 2, 0)]) == made
        assert [(await store.log_seals.tile_counts(level)).get(lane) for level in (0, 1, 2)] == [3, 1, 0]
        assert sorted(await store.log_seals.tile_counts(0)) == list(range(LANES))
        roots = [made[Place(lane, 0, number)].root for number in range(3)]
        assert await store.log_seals.tile_roots(lane, 0, 0, 9) == roots
        assert await store.log_seals.tile_roots(lane, 0, 1, 1) == roots[1:2]

    async def test_a_tile_of_another_epoch_is_not_kept(self, store: EventStore) -> None:
        place = Place(33, 0, 0)

        await store.log_seals.keep_tiles({place: tile()}, Epoch(store.epoch.number + 1, "0a0b0c0d"))

        assert await store.log_seals.tiles([place]) == {}

    async def test_seals_are_kept_in_their_order(self, store: EventStore) -> None:
        before = await store.log_seals.newest()
        made: list[LogSeal] = []
        for _ in range(3):
            made.append(next_seal(made[-1] if made else before, store.epoch))
            assert await store.log_seals.publish(made[-1])

        first, second, third = made
        assert await store.log_seals.newest() == third
        assert await store.log_seals.newest(made_before=third.at) == second
        assert await store.log_seals.newest(made_before=first.at) == before
        assert await store.log_seals.page(None, 2) == [third, second]
        assert (await store.log_seals.page(third.number, 2)) == [second, first]
        assert await store.log_seals.page(1, 9) == []
        assert await store.log_seals.numbered([first.number, third.number, 10**9, 2**40]) == {
            first.number: first,
            third.number: third,
        }

    async def test_a_seal_of_another_number_or_epoch_is_not_kept(self, store: EventStore) -> None:
        before = await store.log_seals.newest()
        seal = next_seal(before, store.epoch)

        wrong = replace(seal, number=seal.number + 1), replace(seal, epoch="7-0a0b0c0d")
        assert [await store.log_seals.publish(each) for each in wrong] == [False, False]

        assert await store.log_seals.newest() == before
        assert await store.log_seals.publish(seal)
        assert not await store.log_seals.publish(seal)

    async def test_of_many_seals_of_one_number_one_is_kept(self, store: EventStore) -> None:
        before = await store.log_seals.newest()
        seals = [next_seal(before, store.epoch) for _ in range(8)]

        kept = await asyncio.gather(*(store.log_seals.publish(each) for each in seals))

        assert kept.count(True) == 1
        assert await store.log_seals.newest() == seals[kept.index(True)]

    async def test_the_first_game_with_given_decks_that_goes_on_is_known(self, store: EventStore) -> None:
        early, late = table_in(34), table_in(34)
        decks = (uuid4().hex * 2,)
        opened = command(late, 0, lobby=lobby(late, "playing", decks=decks, created_at=70))
        await store.append(opened)
        await store.append(command(early, 0, lobby=lobby(early, "open", decks=decks, created_at=7)))
        assert await store.lobby.decks_going_on_since() == 7

        await store.append(command(early, 1, lobby=lobby(early, "finished", decks=decks, created_at=7)))
        assert await store.lobby.decks_going_on_since() == 70

        await store.append(command(late, 1, lobby=lobby(late, "finished", decks=decks, created_at=70)))
        assert await store.lobby.decks_going_on_since() in (None, AT)
