"""The seals in a database: whatever somebody does to them is found, and the newest says what lanes have had."""

import pytest
from msgspec.structs import replace

from service.audit.log_seals import SealsReport, audit_log_seals
from service.audit.report import Head
from service.seals.sealing import make_seal
from service.store import LogSeal
from service.store.postgres.audit import AuditedLog
from service.store.postgres.store import PostgresStore
from tests.service.audit.sample import KEYS, STRANGER, as_owner
from tests.service.workers import SIGNER, Time


@pytest.fixture
async def seals(url: str) -> list[LogSeal]:
    """Make three seals, a second apart, the newest of which is the last."""
    async with PostgresStore.open(url) as store:
        return [await make_seal(store, SIGNER, Time(shift=1_000 * second)) for second in range(3)]


async def audited(url: str) -> SealsReport:
    async with AuditedLog.open(url) as log:
        return await audit_log_seals(log, KEYS)


def numbers(report: SealsReport) -> list[tuple[str, str]]:
    """Return what is wrong: codes, and of which seal."""
    return [(fault.code, fault.why.split(" in the database")[0]) for fault in report.faults]


async def test_seals_that_nobody_has_touched_are_in_order(url: str, seals: list[LogSeal]) -> None:
    report = await audited(url)

    assert (report.faults, report.signatures, report.newest) == ([], 3, seals[-1])


async def test_a_log_without_seals_is_in_order(url: str) -> None:
    assert await audited(url) == SealsReport()


ALTERED = {
    "update log_seal set at = at + 1 where number = 2": [
        ("seals_broken", "number 3"),
        ("bad_signature", "number 2"),
    ],
    "update log_seal set previous = root where number = 2": [
        ("seals_broken", "number 3"),
        ("bad_signature", "number 2"),
        ("seals_broken", "number 2"),
    ],
    "update log_seal set roots[7] = root where number = 2": [("bad_lanes", "number 2")],
    "update log_seal set roots[7] = null where number = 2": [("bad_lanes", "number 2")],
    "update log_seal set positions[7] = null where number = 2": [("bad_lanes", "number 2")],
    "update log_seal set positions[7] = positions[7] + 1 where number = 2": [("bad_lanes", "number 2")],
    "delete from log_seal where number = 2": [("seals_broken", "number 3")],
    "delete from log_seal where number = 1": [("seals_broken", "number 2")],
    "update log_seal set key_id = 'another' where number = 1": [("wrong_key", "number 1")],
}


@pytest.mark.parametrize("statement", ALTERED)
@pytest.mark.usefixtures("seals")
async def test_a_seal_that_was_altered_or_lost_is_named(url: str, statement: str) -> None:
    async with as_owner(url) as owner:
        await owner.execute(statement)

    assert sorted(numbers(await audited(url))) == sorted(ALTERED[statement])


@pytest.mark.usefixtures("seals")
async def test_what_the_newest_seal_covers_is_known_only_if_it_is_sound(url: str) -> None:
    async with as_owner(url) as owner:
        await owner.execute("update log_seal set at = at + 1 where number = 3")

    report = await audited(url)

    assert (numbers(report), report.newest, report.heads("")) == ([("bad_signature", "number 3")], None, ())


async def test_lanes_must_have_what_the_newest_seal_of_the_epoch_covers(seals: list[LogSeal]) -> None:
    newest = seals[-1]
    report = SealsReport(newest=newest)

    (known,) = report.heads(newest.epoch)

    assert known.by == "sealed"
    assert known.heads == dict(enumerate(map(Head, newest.positions, newest.roots)))
    assert SealsReport(newest=replace(newest, epoch="1-00000000")).heads("2-11111111") == ()


async def test_a_seal_by_another_key_is_named_with_both(url: str) -> None:
    async with PostgresStore.open(url) as store:
        await make_seal(store, STRANGER, Time())

    (fault,) = (await audited(url)).faults

    assert (fault.code, STRANGER.key_id in fault.why, SIGNER.key_id in fault.why) == ("wrong_key", True, True)
