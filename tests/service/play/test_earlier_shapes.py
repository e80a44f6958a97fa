"""A log that an older program began, whose events had another shape: it is read, played on, and proved as it stands."""

import itertools
import json
import random
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.record import RecordBroken
from domain.table import EarlierEntry, canonical
from service.play.stream import NotReadable
from service.records.making import Records
from service.records.records import check, entries_of, read
from service.store import Append, LogCorrupt, MemoryStore, NewEvent
from tests.domain.earlier_shapes import chained, changed_shapes, texts, written_earlier
from tests.service.workers import SIGNER, Process, is_finished, must_be_sound, stored

GAME = "friendlier_than_thou"


@pytest.fixture
async def old_log() -> tuple[MemoryStore, UUID]:
    """Return the log of the older program, and its table, in the middle of a game."""
    present, log = MemoryStore(), MemoryStore()
    process = Process(present)
    table = await process.started(GAME, players=3)
    await process.play(table, random.Random(2), lambda snapshot: snapshot.version > 30)
    rows = await present.read(table)
    written = [written_earlier(entry) for entry in (await stored(present, table)).entries]
    news = []
    for row, entry, link in zip(rows, written, chained(table, written), strict=True):
        command, event = texts(entry)
        kind = entry.as_written[1]["type"] if isinstance(entry, EarlierEntry) else row.type
        news.append((row.step, NewEvent(row.seat, kind, row.at, event, command, row.key, row.request, link)))
    for step, group in itertools.groupby(news, key=lambda each: each[0]):
        await log.append(Append(table, step - 1, tuple([new for _, new in group])))
    return log, table


async def played_on(log: MemoryStore, table: UUID) -> Any:
    """Play to the end, and return the record, as JSON."""
    process = Process(log)
    last = await process.play(table, random.Random(3), is_finished)
    seal = await log.seal_of(table)
    assert seal is not None
    assert last.version == seal.version
    return json.loads(await Records(process.history, SIGNER).document(table, seal))


async def test_a_table_goes_on_and_is_sound(old_log: tuple[MemoryStore, UUID], monkeypatch: pytest.MonkeyPatch) -> None:
    log, table = old_log
    changed_shapes(monkeypatch)

    await played_on(log, table)

    await must_be_sound(log, table)
    types = [row.type for row in await log.read(table)]
    assert types[:5] == ["table_opened", "sat_down", "sat_down", "sat_down", "game_started"]
    seated = (await stored(log, table)).entries[1]
    assert seated.event.__struct_config__.tag == "seat_taken"


async def test_a_record_has_what_was_written_and_verifies(
    old_log: tuple[MemoryStore, UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, table = old_log
    changed_shapes(monkeypatch)
    document = await played_on(log, table)

    rows = await log.read(table)
    assert [canonical(each["event"]) for each in document["events"]] == [row.event for row in rows]
    assert [canonical(each["command"]) for each in document["events"]] == [row.command or b"null" for row in rows]
    record = read(canonical(document))
    check(record)
    assert canonical(entries_of(record)[1].event) == canonical((await stored(log, table)).entries[1].event)

    document["events"][1]["event"]["place"] = 1
    with pytest.raises(RecordBroken, match="event 2: the hash does not fit"):
        check(read(canonical(document)))


async def test_a_program_without_the_upcasters_does_not_read_it(old_log: tuple[MemoryStore, UUID]) -> None:
    log, table = old_log

    with pytest.raises(NotReadable, match=r"event 2 \(sat_down\)"):
        await Process(log).engine.head(table)


async def test_what_was_altered_in_it_is_found(
    old_log: tuple[MemoryStore, UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, table = old_log
    changed_shapes(monkeypatch)
    (row,) = await log.read(table, 1, 2)
    altered = row.event.replace(b'"entropy":null', b'"entropy":"x"')
    assert altered != row.event
    log.database.rewrite(replace(row, event=altered))

    with pytest.raises(LogCorrupt, match="event 2 "):
        await Process(log).engine.head(table)
