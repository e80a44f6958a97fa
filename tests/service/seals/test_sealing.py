"""Seals are made, follow each other, and say so where the history was cut; whatever is wrong with a log is found."""

import asyncio
from collections.abc import Iterator
from itertools import count

import msgspec
import pytest
from msgspec.structs import replace

from domain import merkle
from service.seals.checking import check_seal
from service.seals.hashes import hash_of_seal, lane_leaves
from service.seals.proofs import NotSealed, proof_of
from service.seals.schemas import LogSealDocument, document_of, read_seal, seal_in
from service.seals.sealing import HistoryAltered, Sealer, make_seal
from service.seals.trees import LaneTree, NotHashedYet, leaf_of, make_tiles
from service.store import LANES, Epoch, EventStore, LogCorrupt, LogSeal, StoredEvent, StoreUnavailable
from service.store.signing import Signer, log_seal_holds
from tests.domain.consistency import goes_on
from tests.service.seals.recomputed import check_sealed
from tests.service.store.archives import ALWAYS
from tests.service.store.commands import command, finished, table_in
from tests.service.workers import Fork

SIGNER, STRANGER = Signer(bytes(32)), Signer(b"\1" * 32)
CUT = Epoch(2, "0a0b0c0d")


class Log(Fork):
    """A log in which a role may write that should not."""

    def event(self, lane: int, position: int) -> StoredEvent:
        return self.database.lanes[lane][position - 1]

    def cut(self, lane: int, position: int, epoch: Epoch | None = None) -> None:
        """Lose what comes after a position, in a lane of one table."""
        self.lose(self.event(lane, 1).table_id, position, epoch)

    def forget(self, *, tiles_alone: bool = False) -> None:
        """Lose all tiles, and the seals as well if they go back with a backup."""
        self.database.tiles.clear()
        if not tiles_alone:
            self.database.log_seals.clear()


class Times:
    """A clock that goes on by a minute with each look."""

    def __init__(self) -> None:
        self._numbers: Iterator[int] = count(1)

    def __call__(self) -> int:
        return next(self._numbers) * 60_000


@pytest.fixture
def log() -> Log:
    return Log()


async def filled(store: EventStore, lane: int, events: int) -> None:
    """Append events of a new table in a lane, some hundred at a time."""
    table_id, version = table_in(lane), 0
    while version < events:
        step = min(250, events - version)
        await store.append(command(table_id, version, step))
        version += step


async def sealed(store: EventStore) -> LogSeal:
    return await make_seal(store, SIGNER, lambda: 1_000)


def document(seal: LogSeal) -> LogSealDocument:
    return read_seal(msgspec.json.encode(document_of(seal, SIGNER)))


async def codes(seal: LogSeal, log: EventStore, key: bytes | None = SIGNER.public_key) -> list[tuple[str, int | None]]:
    return await check_sealed(document(seal), log.log_seals, str(log.epoch), key)


# Seals


async def test_a_seal_covers_all_lanes_and_is_signed(log: Log) -> None:
    await filled(log, 5, 3)

    seal = await sealed(log)

    assert (seal.number, seal.at, seal.epoch, seal.cut, seal.previous) == (1, 1_000, "1-00000000", False, bytes(32))
    assert [lane for lane in range(LANES) if seal.positions[lane]] == [5]
    assert seal.roots[5] == merkle.root([leaf_of(each) for each in await log.log_seals.leaves(5, 0, 9)])
    assert seal.roots[6] == merkle.NOTHING
    assert seal.root == merkle.root(lane_leaves(seal))
    assert log_seal_holds(SIGNER.public_key, seal)
    assert not log_seal_holds(STRANGER.public_key, seal)
    assert await log.log_seals.newest() == seal


@pytest.mark.parametrize("change", [{"number": 2}, {"at": 7}, {"epoch": "2-00000000"}, {"cut": True}])
async def test_all_that_a_seal_says_is_signed(log: Log, change: dict[str, object]) -> None:
    seal = await sealed(log)

    for lie in (replace(seal, **change), replace(seal, previous=seal.root), replace(seal, root=seal.previous)):
        assert not log_seal_holds(SIGNER.public_key, lie)


async def test_each_seal_names_the_one_before_and_is_later(log: Log) -> None:
    first = await sealed(log)
    await filled(log, 0, 1)
    second = await sealed(log)

    assert (second.number, second.previous, second.at) == (2, hash_of_seal(first), first.at + 1)


@pytest.mark.parametrize("size", [1, 255, 256, 257, 700, 1024, 70_000])
async def test_the_root_of_a_lane_is_that_of_its_events(log: Log, size: int) -> None:
    await filled(log, 5, size)

    seal = await sealed(log)

    leaves = [leaf_of(each) for each in await log.log_seals.leaves(5, 0, size)]
    assert (seal.positions[5], seal.roots[5]) == (size, merkle.root(leaves))


@pytest.mark.parametrize(("first", "second"), [(1, 2), (255, 256), (256, 257), (300, 1100), (65_600, 70_000)])
async def test_what_is_sealed_is_proved_and_goes_on(log: Log, first: int, second: int) -> None:
    await filled(log, 5, first)
    before = await sealed(log)
    await filled(log, 5, second - first)
    after = await sealed(log)

    tree = LaneTree(log, 5, second)
    proof = await tree.consistency(first)
    assert goes_on(first, before.roots[5], second, after.roots[5], proof)
    assert await tree.consistency(0) == []
    for position in {1, first, second // 2 + 1, second}:
        (event,) = await log.log_seals.leaves(5, position - 1, 1)
        path = await LaneTree(log, 5, second).inclusion(position)
        assert merkle.root_by_inclusion(leaf_of(event), position - 1, second, path) == after.roots[5]


async def test_tiles_may_be_lost_and_are_made_again(log: Log) -> None:
    await filled(log, 5, 600)
    log.forget(tiles_alone=True)
    with pytest.raises(NotHashedYet):
        await LaneTree(log, 5, 600).root()

    await make_tiles(log, await log.lane_positions(), log.epoch)

    seal = await sealed(log)
    assert await codes(seal, log) == []


async def test_a_seal_covers_archived_games(log: Log) -> None:
    table_id = table_in(9)
    await log.append(finished(table_id, 300))
    first = await sealed(log)
    await log.archive(table_id, ALWAYS)
    await filled(log, 9, 30)

    second = await sealed(log)

    assert await codes(first, log) == await codes(second, log) == []


async def test_two_who_seal_at_once_make_two_seals_that_follow_each_other(log: Log) -> None:
    await filled(log, 5, 300)

    made = await asyncio.gather(*(sealed(log) for _ in range(4)))

    seals = sorted(made, key=lambda seal: seal.number)
    assert [seal.number for seal in seals] == [1, 2, 3, 4]
    assert [seal.previous for seal in seals[1:]] == [hash_of_seal(seal) for seal in seals[:-1]]


# Histories


async def test_a_seal_after_a_restore_says_that_the_history_was_cut(log: Log) -> None:
    await filled(log, 5, 300)
    published = await sealed(log)
    log.cut(5, 280, CUT)
    log.forget()

    seal = await sealed(log)
    then = await sealed(log)

    assert (seal.cut, seal.epoch, seal.number) == (True, "2-0a0b0c0d", published.number)
    assert (then.cut, then.epoch) == (False, "2-0a0b0c0d")
    assert await codes(published, log) == [("tail_missing", 5)]
    assert await codes(seal, log) == []


async def test_a_seal_of_a_history_that_was_left_is_of_another_one(log: Log) -> None:
    await filled(log, 5, 300)
    published = await sealed(log)
    log.cut(5, 280, CUT)
    await filled(log, 5, 20)

    assert await codes(published, log) == [("other_history", 5)]


async def test_a_new_epoch_while_a_seal_is_made_begins_it_anew(log: Log) -> None:
    await filled(log, 5, 10)

    def now() -> int:
        if log.epoch != CUT:
            log.begin(CUT)
        return 5_000

    seal = await make_seal(log, SIGNER, now)

    assert (seal.epoch, seal.cut, seal.number) == (str(CUT), True, 1)


@pytest.mark.parametrize("position", [1, 256, 300])
async def test_no_seal_is_made_of_a_log_that_was_altered_where_it_shows(log: Log, position: int) -> None:
    await filled(log, 5, 300)
    seal = await sealed(log)
    log.database.rewrite(replace(log.event(5, position), hash=bytes(32)))
    log.forget(tiles_alone=True)
    await filled(log, 5, 1)

    with pytest.raises(HistoryAltered, match=r"Lane 5 .* seal 1"):
        await sealed(log)

    assert await log.log_seals.newest() == seal


async def test_a_new_epoch_hides_no_change_where_the_seals_go_back_with_the_log(log: Log) -> None:
    await filled(log, 5, 300)
    await sealed(log)
    log.database.rewrite(replace(log.event(5, 270), hash=bytes(32)))
    log.begin(CUT)
    await filled(log, 5, 1)

    with pytest.raises(HistoryAltered, match=r"Lane 5 .* seal 1"):
        await sealed(log)


async def test_no_seal_is_made_of_a_log_whose_tail_was_cut(log: Log) -> None:
    await filled(log, 5, 300)
    await sealed(log)
    log.cut(5, 299)

    with pytest.raises(HistoryAltered):
        await sealed(log)


async def test_no_seal_is_made_after_one_that_is_not_as_it_was_signed(log: Log) -> None:
    await filled(log, 5, 1)
    seal = await sealed(log)
    log.database.log_seals[:] = [replace(seal, at=seal.at + 1)]

    with pytest.raises(HistoryAltered, match=r"Seal 1 .* signature"):
        await sealed(log)


# What is found


async def test_a_log_that_goes_on_has_what_was_sealed(log: Log) -> None:
    for lane, events in ((0, 1), (5, 300), (63, 2000)):
        await filled(log, lane, events)
    seal = await sealed(log)
    await filled(log, 5, 300)

    assert await codes(seal, log) == []
    assert await codes(seal, log, None) == []


async def test_an_event_that_was_altered_swapped_or_cut_is_found(log: Log) -> None:
    for lane in (3, 4, 5, 6, 7):
        await filled(log, lane, 300)
    seal = await sealed(log)
    log.database.rewrite(replace(log.event(3, 17), hash=bytes(32)))
    one, other = log.event(4, 5), log.event(4, 6)
    log.database.rewrite(replace(other, position=5))
    log.database.rewrite(replace(one, position=6))
    log.cut(5, 299)
    log.cut(6, 0)
    log.database.rewrite(replace(log.event(7, 300), table_id=table_in(7)))

    found = [("altered", 3), ("altered", 4), ("tail_missing", 5), ("tail_missing", 6), ("altered", 7)]
    assert await codes(seal, log) == found


async def test_a_seal_that_is_not_the_services_is_found(log: Log) -> None:
    await filled(log, 5, 3)
    seal = await sealed(log)
    forged = STRANGER.sign_log(seal)
    lanes = replace(seal, positions=(1, *seal.positions[1:]))

    named = document_of(forged, STRANGER)
    fault = check_seal(named, SIGNER.public_key)
    assert fault is not None
    assert (fault.code, SIGNER.key_id in fault.why) == ("wrong_key", True)
    assert check_seal(named, None) is None
    assert await codes(replace(seal, signature=forged.signature), log) == [("bad_signature", None)]
    assert await codes(lanes, log) == [("bad_lanes", None)]


async def test_a_seal_whose_key_nobody_says_cannot_be_checked(log: Log) -> None:
    unnamed = document_of(await sealed(log), STRANGER)

    with pytest.raises(Exception, match="which key"):
        check_seal(unnamed, None)


async def test_no_proof_is_given_that_does_not_hold(log: Log) -> None:
    table_id = table_in(5)
    await log.append(command(table_id, 0, 300))
    with pytest.raises(NotSealed):
        await proof_of(log, SIGNER, table_id, 300)
    await sealed(log)
    assert (await proof_of(log, SIGNER, table_id, 300)).position == 300

    log.database.rewrite(replace(log.event(5, 299), hash=bytes(32)))

    with pytest.raises(LogCorrupt):
        await proof_of(log, SIGNER, table_id, 300)


# Files


async def test_a_seal_is_read_as_it_was_written(log: Log) -> None:
    seal = await sealed(log)

    assert seal_in(document(seal)) == seal


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"number":1', '"number":1,"number":1'),
        ('"number":1', '"number":1.0'),
        ('"number":1', '"number":0'),
        ('"number":1', '"number":1,"more":1'),
        ('"format":"parlour-log-seal-1"', '"format":"parlour-log-seal-2"'),
        ('"position":0', '"position":-1'),
        ('"root":"e3b0', '"root":"E3b0'),
        ("{", "["),
    ],
)
async def test_what_is_no_seal_is_refused(log: Log, old: str, new: str) -> None:
    text = msgspec.json.encode(document_of(await sealed(log), SIGNER)).decode()
    assert old in text

    with pytest.raises(Exception, match="not a seal"):
        read_seal(text.replace(old, new, 1).encode())


async def test_a_seal_without_its_lanes_cannot_be_checked(log: Log) -> None:
    text = msgspec.json.encode(document_of(await sealed(log), SIGNER, with_lanes=False))

    with pytest.raises(Exception, match="all 64 lanes"):
        read_seal(text)


# Now and then


async def test_a_seal_is_made_when_it_is_due_and_something_has_happened(log: Log) -> None:
    sealer = Sealer(log, SIGNER, Times(), minutes=10)
    await sealer.look()
    first = await log.log_seals.newest()
    assert first is not None
    for _ in range(30):
        await sealer.look()
    assert await log.log_seals.newest() == first

    await filled(log, 5, 1)
    await sealer.look()

    second = await log.log_seals.newest()
    assert second is not None
    assert (second.number, second.at >= first.at + 600_000) == (2, True)
    await filled(log, 5, 1)
    await sealer.look()
    assert await log.log_seals.newest() == second


async def test_seals_go_on_when_the_clock_was_set_back(log: Log) -> None:
    seconds = [0.0]
    sealer = Sealer(log, SIGNER, Times(), minutes=10, monotonic=lambda: seconds[0])
    await make_seal(log, SIGNER, lambda: 2**42)
    for _ in range(40):
        await filled(log, 5, 1)
        seconds[0] += 60
        await sealer.look()

    seals = await log.log_seals.page(None, 99)
    assert [seal.at - 2**42 for seal in seals] == [3, 2, 1, 0], "each is seen a minute after it was made"


async def test_a_new_epoch_is_shown_by_a_seal_even_if_nothing_has_happened_since(log: Log) -> None:
    sealer = Sealer(log, SIGNER, Times(), minutes=0)
    await filled(log, 5, 300)
    await sealer.look()
    log.begin(CUT)

    for _ in range(3):
        await sealer.look()

    assert [(seal.number, seal.cut) for seal in await log.log_seals.page(None, 9)] == [(2, True), (1, False)]


async def test_of_many_processes_one_makes_the_seal(log: Log) -> None:
    await filled(log, 5, 700)

    await asyncio.gather(*(Sealer(log, SIGNER, Times(), minutes=10).look() for _ in range(5)))

    assert [seal.number for seal in await log.log_seals.page(None, 9)] == [1]


async def test_processes_with_different_keys_are_told_of_each_others_seals_once(
    log: Log, caplog: pytest.LogCaptureFixture
) -> None:
    now = Times()
    sealers = [Sealer(log, signer, now, minutes=0) for signer in (SIGNER, STRANGER)]
    for sealer in (sealers[0], sealers[0], sealers[1], sealers[1], sealers[0], sealers[0]):
        await filled(log, 5, 1)
        await sealer.look()

    told = [(vars(each)["seal"], vars(each)["signed_by"], vars(each)["key"]) for each in caplog.records]
    keys = (SIGNER.key_id, STRANGER.key_id)
    assert told == [(2, *keys), (4, *reversed(keys))]
    assert "PARLOUR_SIGNING_KEY" in caplog.messages[0]


async def test_what_goes_wrong_is_tried_again(log: Log, caplog: pytest.LogCaptureFixture) -> None:
    troubles: Iterator[Exception | None] = iter([StoreUnavailable("away"), HistoryAltered("Lane 5"), None])

    class Troubled(Sealer):
        async def look(self) -> None:
            if (trouble := next(troubles)) is not None:
                raise trouble
            done.set()
            await super().look()

    done = asyncio.Event()
    running = asyncio.create_task(Troubled(log, SIGNER, Times(), 10, pause=lambda: 0).run())
    async with asyncio.timeout(60):
        await done.wait()
    running.cancel()

    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]
