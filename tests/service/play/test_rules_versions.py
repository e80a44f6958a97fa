"""Two versions of the rules of a game beside each other: at the tables of one log, in checkpoints, and in records."""

import dataclasses
import os
import random
import subprocess
import sys
from typing import Annotated
from uuid import UUID

import msgspec
import pytest
from msgspec import Meta
from msgspec.structs import replace

from domain import GAMES, UnknownRules
from domain.table import AnyGame, canonical
from service.play.house_pace import HousePace
from service.play.reading import checkpoint_of, form_of
from service.play.stream import NotReadable
from service.records.records import Record, check, read, record_of
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
        kept = checkpoint_of(table, truth.at(3), rows[2].hash, msgspec.msgpack.encode(truth.at(3)))
        await log.keep_checkpoint(replace(kept, rules_version=label))
        log.reads.clear()

        assert canonical(await Process(log).engine.head(table)) == canonical(truth.snapshot)
        assert log.reads[0] == (table, 3 if label == truth.snapshot.table.rules_version else 0)


@a_changed_game
async def test_a_checkpoint_of_another_form_is_not_used_even_if_the_rules_have_the_same_version(
    log: FaultyLog, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await Process(log).started(game)
    truth, rows = await stored(log, table), await log.read(table)
    await log.keep_checkpoint(checkpoint_of(table, truth.at(3), rows[2].hash, msgspec.msgpack.encode(truth.at(3))))
    log.reads.clear()
    assert canonical(await Process(log).engine.head(table)) == canonical(truth.snapshot)
    assert log.reads[0] == (table, 3)

    monkeypatch.setitem(GAMES, game, with_one_more_field(GAMES[game], "lowest_wins", bool))
    log.reads.clear()
    assert canonical(await Process(log).engine.head(table)) == canonical(truth.snapshot)
    assert log.reads[0] == (table, 0)


@a_changed_game
def test_the_form_of_a_checkpoint_has_names_and_types_and_no_words(game: str) -> None:
    rules = GAMES[game]
    said = Meta(title="Lowest", description="whether the lowest wins", extra_json_schema={"x-label": "lowest wins"})
    forms = [
        form_of(rules),
        form_of(with_one_more_field(rules, "title", bool)),
        form_of(with_one_more_field(rules, "title", int)),
        form_of(with_one_more_field(rules, "description", bool)),
    ]

    assert len(set(forms)) == len(forms)
    assert form_of(with_one_more_field(rules, "title", Annotated[bool, said])) == forms[1]


def test_the_form_of_a_checkpoint_is_the_same_in_all_processes() -> None:
    code = "from domain import GAMES; from service.play.reading import form_of; print(*map(form_of, GAMES.values()))"
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    ]

    assert told[0] == told[1]


def with_one_more_field(rules: AnyGame, name: str, kind: object) -> AnyGame:
    """Return rules whose state has another field, without which older ones are decoded, too."""
    state = msgspec.defstruct("State", [(name, kind, False)], bases=(rules.State,), frozen=True)
    return dataclasses.replace(rules, State=state)


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
