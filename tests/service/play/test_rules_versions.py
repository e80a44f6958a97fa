"""Two versions of the rules of a game beside each other: at the tables of one log, in checkpoints, and in records."""

import random
from uuid import UUID

import msgspec
import pytest

from domain import GAMES, UnknownRules
from domain.table import canonical
from service.play.house_players import HousePace
from service.play.stream import NotReadable
from service.records.records import Record, check, read, record_of
from service.store import Checkpoint
from tests.domain.versions import TWO_VERSIONS, release
from tests.service.workers import SIGNER, FaultyLog, Process, eventually, is_finished, must_be_sound, stored

QUICK = HousePace(thinking_seconds=0.001, courtesy_seconds=(0.001, 0.01))

a_changed_game = pytest.mark.parametrize("game", TWO_VERSIONS)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program know the toy, too; each test releases the next version itself."""
    for game_id, (before, _) in TWO_VERSIONS.items():
        monkeypatch.setitem(GAMES, game_id, before)


@pytest.fixture
def log() -> FaultyLog:
    return FaultyLog()


async def old_and_new(log: FaultyLog, game: str, monkeypatch: pytest.MonkeyPatch) -> tuple[UUID, UUID]:
    """Open a table and begin its game, release the next version, and open another one."""
    old = await Process(log).started(game)
    release(monkeypatch, game)
    return old, await Process(log).started(game)


async def record(log: FaultyLog, table: UUID) -> Record:
    """Return the record of a table in the log that has ended, as a file has it."""
    told, seal = await stored(log, table), await log.seal_of(table)
    assert seal is not None
    hashes = [row.hash for row in await log.read(table)]
    return read(msgspec.json.encode(record_of(table, told.snapshot, told.entries, hashes, seal=seal, signer=SIGNER)))


@a_changed_game
async def test_a_process_plays_each_table_by_its_own_rules_and_their_records_verify(
    log: FaultyLog, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await old_and_new(log, game, monkeypatch)
    process = Process(log)

    for version, table in enumerate(tables, start=1):
        last = await process.play(table, random.Random(1), is_finished)
        assert (last.table.rules_version, last.rules.rules_version) == (str(version), str(version))
        await must_be_sound(log, table)
        check(await record(log, table))


@a_changed_game
async def test_a_house_player_plays_both(log: FaultyLog, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old = await Process(log).open(game)
    release(monkeypatch, game)
    process = Process(log, pace=QUICK)
    tables = old, await process.open(game)

    async with process.playing():
        for table in tables:
            await process.ask_house(table)
            await process.start(table)

        async def both_have_ended() -> bool:
            return all([is_finished(await process.snapshot(table)) for table in tables])

        await eventually(both_have_ended, seconds=60)
    for table in tables:
        await must_be_sound(log, table)


@a_changed_game
@pytest.mark.parametrize("labels", ["12", "21"])
async def test_a_checkpoint_is_used_if_it_is_of_the_tables_own_rules(
    log: FaultyLog, game: str, labels: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await old_and_new(log, game, monkeypatch)
    for table, label in zip(tables, labels, strict=True):
        truth, rows = await stored(log, table), await log.read(table)
        encoded = msgspec.msgpack.encode(truth.at(3))
        await log.keep_checkpoint(Checkpoint(table, 3, game, label, rows[2].hash, encoded))
        log.reads.clear()

        assert canonical(await Process(log).engine.head(table)) == canonical(truth.snapshot)
        assert log.reads[0] == (table, 3 if label == truth.snapshot.table.rules_version else 0)


@a_changed_game
async def test_a_process_of_the_version_before_reads_the_old_tables_and_refuses_the_new_ones(
    log: FaultyLog, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as next_program:
        old, new = await old_and_new(log, game, next_program)
        verified = await Process(log).play(new, random.Random(1), is_finished)
        file = await record(log, new)
    process = Process(log)

    assert (await process.engine.head(old)).table.rules_version == "1"
    await must_be_sound(log, old)
    assert verified.version == len(file.events)
    for ask in (process.engine.head, process.snapshot):
        with pytest.raises(NotReadable):
            await ask(new)
    with pytest.raises(UnknownRules, match="does not have version '2' of the rules"):
        check(file)
