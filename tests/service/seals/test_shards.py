"""A shard loses what it had last, and the seals and tiles, which are in the database of another, lose nothing."""

from collections.abc import AsyncIterator
from itertools import count
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain import merkle
from service.log_address import LogAddress
from service.seals.hashes import hash_of_seal
from service.seals.proofs import ConsistencyProof, NotSealed, consistency_of, proof_of
from service.seals.schemas import document_of, seal_in
from service.seals.sealing import HistoryAltered, make_seal
from service.seals.trees import LaneTree, drop_lost_tiles, leaf_of, make_tiles
from service.store import Epoch, EventStore, LogCorrupt, LogSeal, MemoryStore
from service.store.log_seals import TILE_WIDTH, Place, Tile
from service.store.migrate import LogShard
from service.store.postgres.connections import Connection, connect
from service.store.postgres.opening import open_log, prepare
from service.store.signing import Signer
from tests.databases import new_database
from tests.domain.consistency import goes_on
from tests.service.seals.recomputed import check_sealed
from tests.service.store.commands import command, lose, move_the_log, table_in, unguarded
from tests.service.store.sharded import over

SIGNER = Signer(bytes(32))
SHARDS = 2
LANE = 5
"""A lane of shard 1."""


class Log:
    """A log of some shards in memory, of which one may lose the end of its lane."""

    def __init__(self) -> None:
        self._shards = [MemoryStore() for _ in range(SHARDS)]
        self._epochs = count(2)
        self.store = over(self._shards)

    async def fill(self, events: int, lane: int = LANE) -> UUID:
        """Append events of a new table, some hundred at a time, and return it."""
        table_id = table_in(lane)
        for version in range(0, events, 250):
            await self.store.append(command(table_id, version, min(250, events - version)))
        return table_id

    def cut(self, table_id: UUID, last: int) -> None:
        """Lose the events of a table after a version; a new epoch of its shard begins."""
        shard = self._shards[table_id.int % SHARDS]
        shard.database.lose(table_id, last)
        shard.begin(Epoch(next(self._epochs), "0a0b0c0d"))

    def alter(self, lane: int, position: int) -> None:
        """Give another hash to an event."""
        database = self._shards[lane % SHARDS].database
        database.rewrite(replace(database.lanes[lane][position - 1], hash=bytes(32)))

    async def leaves(self) -> list[bytes]:
        """Return the hashes of all leaves of the lane."""
        return [leaf_of(each) for each in await self.store.log_seals.leaves(LANE, 0, 5_000)]

    async def tiles(self) -> dict[Place, Tile]:
        """Return the tiles that there are of the lane."""
        return await self.store.log_seals.tiles([Place(LANE, level, each) for level in (0, 1) for each in range(20)])


@pytest.fixture
def log() -> Log:
    return Log()


async def sealed(log: EventStore) -> LogSeal:
    return await make_seal(log, SIGNER, lambda: 1_000)


async def codes(seal: LogSeal, log: EventStore) -> list[tuple[str, int | None]]:
    return await check_sealed(document_of(seal, SIGNER), log.log_seals, str(log.epoch), SIGNER.public_key)


def goes_on_in(lane: int, proof: ConsistencyProof) -> bool:
    """Return whether a proof that a seal goes on another holds for a lane."""
    first, second = (seal_in(each) for each in (proof.first, proof.second))
    path = [bytes.fromhex(each) for each in proof.paths[lane]]
    return goes_on(first.positions[lane], first.roots[lane], second.positions[lane], second.roots[lane], path)


@pytest.mark.parametrize("last", [280, 512, 700])
@pytest.mark.parametrize("since", [0, 20, 320, 600, 900])
async def test_what_a_shard_has_after_a_loss_is_sealed_and_the_cut_is_shown(log: Log, last: int, since: int) -> None:
    table_id = await log.fill(1100)
    lost = await sealed(log.store)
    log.cut(table_id, last)
    await log.fill(since)

    seal = await sealed(log.store)

    leaves = await log.leaves()
    assert (seal.positions[LANE], seal.roots[LANE]) == (last + since, merkle.root(leaves))
    assert (seal.number, seal.previous, seal.cut) == (2, hash_of_seal(lost), True)
    assert await codes(lost, log.store) == [("tail_missing" if last + since < 1100 else "other_history", LANE)]
    await log.fill(1100)
    after = await sealed(log.store)
    assert (after.cut, after.roots[LANE]) == (False, merkle.root(await log.leaves()))
    proof = await LaneTree(log.store, LANE, after.positions[LANE]).consistency(seal.positions[LANE])
    assert goes_on(seal.positions[LANE], seal.roots[LANE], after.positions[LANE], after.roots[LANE], proof)


async def test_what_was_lost_twice_before_a_seal_was_made_is_in_none(log: Log) -> None:
    table_id = await log.fill(1100)
    await sealed(log.store)
    for last in (800, 500):
        log.cut(table_id, last)
        await drop_lost_tiles(log.store, [LANE])
        await log.fill(100)
        await make_tiles(log.store, await log.store.lane_positions(), log.store.epoch)

    seal = await sealed(log.store)

    assert seal.roots[LANE] == merkle.root(await log.leaves())


async def test_tiles_are_right_even_if_no_seal_was_made_before_a_loss(log: Log) -> None:
    table_id = await log.fill(1100)
    await make_tiles(log.store, await log.store.lane_positions(), log.store.epoch)
    log.cut(table_id, 280)
    await log.fill(900)

    seal = await sealed(log.store)

    assert (seal.number, seal.cut, seal.roots[LANE]) == (1, True, merkle.root(await log.leaves()))


async def test_tiles_that_were_not_compared_in_a_new_epoch_are_not_gone_on_with(log: Log) -> None:
    table_id = await log.fill(600)
    before = log.store.epoch
    await make_tiles(log.store, await log.store.lane_positions(), before)
    there = await log.tiles()
    log.cut(table_id, 280)
    await log.fill(900)

    await make_tiles(log.store, await log.store.lane_positions(), before)

    assert await log.tiles() == there


async def test_tiles_of_what_was_not_lost_stay(log: Log) -> None:
    table_id = await log.fill(1100)
    await sealed(log.store)
    there = await log.tiles()
    log.cut(table_id, 1100)
    await drop_lost_tiles(log.store, [LANE])
    assert await log.tiles() == there

    log.cut(table_id, 600)
    await drop_lost_tiles(log.store, [LANE])

    assert await log.tiles() == {place: there[place] for place in (Place(LANE, 0, 0), Place(LANE, 0, 1))}


@pytest.mark.parametrize("lane", [LANE, LANE - 1])
async def test_what_is_altered_after_a_cut_was_sealed_is_not_sealed(log: Log, lane: int) -> None:
    table_id = await log.fill(300)
    await log.fill(300, LANE - 1)
    await sealed(log.store)
    log.cut(table_id, 280)
    await sealed(log.store)
    log.alter(lane, 270)
    await log.fill(1, lane)

    with pytest.raises(HistoryAltered, match=rf"Lane {lane} .* seal 2"):
        await sealed(log.store)


async def test_the_loss_of_a_shard_hides_no_change_in_another(log: Log) -> None:
    table_id = await log.fill(300)
    beside = await log.fill(300, LANE - 1)
    await sealed(log.store)
    log.cut(table_id, 280)
    log.alter(LANE - 1, 270)
    await log.fill(1, LANE - 1)

    with pytest.raises(HistoryAltered, match=rf"Lane {LANE - 1} .* seal 1"):
        await sealed(log.store)
    with pytest.raises(LogCorrupt):
        await proof_of(log.store, SIGNER, beside, 300)


@pytest.mark.parametrize("since", [20, 300])
async def test_a_game_where_a_seal_covers_a_lost_one_is_not_sealed_until_the_next_seal(log: Log, since: int) -> None:
    lost = await log.fill(600)
    await sealed(log.store)
    log.cut(lost, 540)
    table_id = await log.fill(since)

    with pytest.raises(NotSealed):
        await proof_of(log.store, SIGNER, table_id, 20)

    await sealed(log.store)
    assert (await proof_of(log.store, SIGNER, table_id, 20)).position == 560


async def test_the_proof_that_a_seal_goes_on_another_does_not_hold_where_both_cover_what_was_lost(log: Log) -> None:
    table_id = await log.fill(300)
    await log.fill(300, LANE - 1)
    first = await sealed(log.store)
    await log.fill(300)
    await log.fill(300, LANE - 1)
    second = await sealed(log.store)
    log.cut(table_id, 280)

    proof = await consistency_of(log.store, SIGNER, first, second)

    assert [goes_on_in(lane, proof) for lane in (LANE - 1, LANE)] == [True, False]
    await sealed(log.store)
    assert await consistency_of(log.store, SIGNER, first, second) == proof


async def test_a_new_epoch_takes_no_proof_away_from_what_was_not_lost(log: Log) -> None:
    table_id = await log.fill(300)
    seal = await sealed(log.store)

    log.cut(table_id, 300)

    assert (await proof_of(log.store, SIGNER, table_id, 300)).seal.number == seal.number


# On Postgres


@pytest.fixture
async def address(postgres_server: str) -> AsyncIterator[str]:
    """Two shards in two databases that only this test has."""
    async with new_database(postgres_server) as one, new_database(postgres_server) as other:
        await prepare(LogAddress((one, other)), SHARDS)
        yield f"{one} {other}"


@pytest.fixture
async def owner(address: str) -> AsyncIterator[Connection]:
    """A connection to shard 1 with all rights."""
    connection = await connect(LogAddress.parsed(address).of(1), LogShard(1, SHARDS).schema)
    await connection.execute("reset role")
    yield connection
    await connection.close()


@pytest.mark.parametrize("since", [0, 20, 900])
async def test_a_log_in_two_databases_is_sealed_after_one_has_lost_its_end(
    address: str, owner: Connection, since: int
) -> None:
    base, beside, game = table_in(LANE), table_in(LANE - 1), table_in(LANE)
    async with open_log(address, 2) as log:
        await log.append(command(base, 0, 700))
        await log.append(command(beside, 0, 300))
        first = await sealed(log)
    await lose(owner, base, 280)
    await move_the_log(owner)

    async with open_log(address, 2) as log:
        if since:
            await log.append(command(game, 0, since))
            with pytest.raises(NotSealed):
                await proof_of(log, SIGNER, game, 20)
        second = await sealed(log)
        await log.append(command(base, 280, 700))
        third = await sealed(log)

        assert [seal.cut for seal in (first, second, third)] == [False, True, False]
        assert (second.previous, third.previous) == (hash_of_seal(first), hash_of_seal(second))
        assert [await codes(seal, log) for seal in (second, third)] == [[], []]
        assert await codes(first, log) == [("other_history", LANE)]
        for table_id, version in ((base, 280), (base, 980), (beside, 300), *(((game, 20),) if since else ())):
            assert (await proof_of(log, SIGNER, table_id, version)).seal.number == third.number

        async with unguarded(owner, "event", "append_only"):
            last = third.positions[LANE]
            await owner.execute("update event set hash = sha256('') where lane = $1 and position = $2", LANE, last)
        await log.append(command(base, 980))
        with pytest.raises(HistoryAltered):
            await sealed(log)


async def test_tiles_are_dropped_from_one_on_if_it_is_that_one_still(address: str) -> None:
    every = [Place(LANE, *each) for each in ((0, 0), (0, 255), (0, 256), (0, 257), (1, 0), (1, 1), (2, 0))]
    made = {each: Tile(bytes(32 * TILE_WIDTH), bytes([at]) * 32) for at, each in enumerate([*every, Place(7, 0, 300)])}
    async with open_log(address, 2) as log:
        await log.log_seals.keep_tiles(made, log.epoch)

        await log.log_seals.drop_tiles(LANE, 256, bytes(32))
        await log.log_seals.drop_tiles(LANE, 258, made[every[3]].root)
        assert await log.log_seals.tiles(made) == made

        await log.log_seals.drop_tiles(LANE, 256, made[every[2]].root)
        left = (*every[:2], Place(LANE, 1, 0), Place(7, 0, 300))
        assert await log.log_seals.tiles(made) == {each: made[each] for each in left}
