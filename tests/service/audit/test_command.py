"""`parlour audit`: what it says, how it ends, and how it goes on from where another audit has come to."""

import asyncio
import json
import multiprocessing
import signal
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from click.testing import CliRunner, Result

from domain.table import OpenTable
from service.accounts.port import Forgotten, Player
from service.accounts.postgres import PostgresAccounts
from service.audit.lanes import AuditScope
from service.audit.processes import lane_reports
from service.cli import parlour
from service.seals.schemas import document_of
from service.seals.sealing import make_seal
from service.store import LogSeal
from service.store.postgres.store import PostgresStore
from service.store.signing import Signer
from tests.domain.versions import release
from tests.service.audit.sample import KEYS, STRANGER, Sample, as_owner
from tests.service.workers import PLAYERS, SIGNER, Process, Time, first_move

KEY = SIGNER.public_key.hex()

Audit = Callable[..., Awaitable[Result]]


@pytest.fixture
def audit(url: str) -> Audit:
    """Run `parlour audit` on the database, in a thread: it waits for its processes."""

    async def run(*arguments: object, key: str = KEY, database: str = url) -> Result:
        given = ["audit", "--postgres-url", database, "--jobs", 1, *(("--key", key) if key else ()), *arguments]
        return await asyncio.to_thread(CliRunner().invoke, parlour, [str(each) for each in given])

    return run


async def told(audit: Audit, *arguments: object) -> tuple[int, Any]:
    """Return the exit code and the report of an audit."""
    result = await audit("--json", *arguments)
    return result.exit_code, json.loads(result.stdout)


def named(report: Any) -> list[tuple[str, str | None]]:
    """Return what is wrong by a report: codes with tables."""
    return [(fault["code"], fault.get("table")) for fault in report["faults"]]


async def test_what_is_in_order_is_said_to_be(audit: Audit, sample: Sample) -> None:
    result = await audit()

    assert result.exit_code == 0, result.output
    first, second, last = result.stdout.splitlines()
    assert " events of 14 streams in " in first
    assert second.startswith("8 signatures hold. The log is in epoch 1-")
    assert last == "Nothing is wrong."


async def test_a_player_who_was_forgotten_is_not_missed(audit: Audit, url: str) -> None:
    """Beside forks, an archived game and a tournament with duplicate deals, which the database has, too."""
    async with PostgresAccounts.open(url) as accounts:
        await accounts.add_player(Player(PLAYERS[0], "Ada"), 1)
        await accounts.forget(Forgotten(PLAYERS[0], 2, PLAYERS[0]))

    assert (await told(audit))[0] == 0


async def test_the_first_bad_event_of_each_bad_stream_is_named(audit: Audit, url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("update event set hash = sha256('') where table_id = $1 and version > 3", sample.playing)
        await owner.execute("delete from seal where table_id = $1", sample.finished)

    code, report = await told(audit)
    text = await audit()

    assert (code, text.exit_code, report["in_order"]) == (1, 1, False)
    assert sorted(named(report)) == [("hash_differs", str(sample.playing)), ("seal_missing", str(sample.finished))]
    (bad,) = [fault for fault in report["faults"] if fault["code"] == "hash_differs"]
    assert bad["version"] == 4
    place = f"lane {bad['lane']}, position {bad['position']}, table {sample.playing}, event 4"
    assert f"WRONG  hash_differs: {place}: the hash does not fit" in text.stdout
    assert text.stdout.splitlines()[-1] == "Something is wrong."


async def test_only_some_tables_are_audited_if_that_is_wanted(audit: Audit, url: str, sample: Sample) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from seal where table_id = $1", sample.finished)

    of_tables = await told(audit, "--tables", f"{sample.playing},{sample.opened}")
    of_games = await told(audit, "--games", "literature")
    all_of_it = await told(audit, "--games", "literature,honors_4")

    assert [(code, report["streams"], report["cursor"]) for code, report in (of_tables, of_games)] == [
        (0, 2, None),
        (0, 3, None),
    ]
    assert (all_of_it[0], all_of_it[1]["streams"], named(all_of_it[1])) == (
        1,
        12,
        [("seal_missing", str(sample.finished))],
    )


async def test_a_table_that_is_not_there_is_missing(audit: Audit) -> None:
    stranger = "00000000-0000-4000-8000-000000000000"

    code, report = await told(audit, "--tables", stranger)

    assert (code, named(report)) == (1, [("stream_missing", stranger)])


# How it ends


@pytest.mark.parametrize(
    "arguments",
    [
        ("--tables", "7"),
        ("--games", "bridge"),
        ("--since", "cursor", "--games", "literature"),
        ("--since", "cursor", "--tables", "00000000-0000-4000-8000-000000000000"),
        ("--since", "."),
        ("--jobs", "0"),
    ],
)
async def test_mistakes_of_usage(audit: Audit, arguments: tuple[str, ...]) -> None:
    assert (await audit(*arguments)).exit_code == 2


@pytest.mark.parametrize("content", [b"7", b'{"format": "\xff"}', b'{"format":' * 100_000])
async def test_a_file_that_is_no_cursor_is_a_mistake_of_usage(audit: Audit, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cursor").write_bytes(content)

    result = await audit("--since", tmp_path / "cursor")

    assert (result.exit_code, "it is no cursor of an audit" in result.stderr) == (2, True)
    assert (tmp_path / "cursor").read_bytes() == content


async def test_without_a_key_nothing_is_audited(audit: Audit, tmp_path: Path) -> None:
    result = await audit("--data", tmp_path, key="")

    assert (result.exit_code, "Give --key" in result.stderr) == (2, True)
    assert files_in(tmp_path) == []


def files_in(folder: Path) -> list[Path]:
    """Return what is in a folder."""
    return list(folder.iterdir())


async def test_the_key_of_the_service_is_trusted(audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "signing.key").write_bytes(bytes(32))
    assert (await audit("--data", tmp_path, key="")).exit_code == 0

    monkeypatch.setenv("PARLOUR_SIGNING_KEY", "c29tZWJvZHkgZWxzZSBoYXMgYW5vdGhlciBrZXkuLi4=")
    result = await audit("--data", tmp_path, key="")
    assert (result.exit_code, result.stdout.count("seal_by_another_key")) == (1, 8)


async def test_a_database_that_is_not_there_is_told(audit: Audit, empty_database: str) -> None:
    results = [await audit(database=each) for each in (empty_database, "postgresql://127.0.0.1:1/parlour")]

    assert [result.exit_code for result in results] == [3, 3]
    assert "No service of this version" in results[0].stderr
    assert "does not answer" in results[1].stderr


async def test_a_table_by_rules_that_are_not_here_is_not_judged(
    audit: Audit, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with PostgresStore.open(url) as store:
        with monkeypatch.context() as next_program:
            release(next_program, "literature")
            later = await Process(store).started("literature")

    code, report = await told(audit)
    text = await audit()

    assert (code, report["in_order"], report["faults"]) == (4, True, [])
    (unjudged,) = report["unjudged"]
    assert (unjudged["table"], "version '2' of the rules" in unjudged["why"]) == (str(later), True)
    assert f"NOT JUDGED  table {later}" in text.stdout
    assert text.stdout.splitlines()[-1] == "Nothing is wrong as far as this program can judge."


async def test_its_chain_is_judged_all_the_same(audit: Audit, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with PostgresStore.open(url) as store:
        with monkeypatch.context() as next_program:
            release(next_program, "literature")
            later = await Process(store).started("literature")
    async with as_owner(url) as owner:
        await owner.execute("update event set seat = 5 where table_id = $1 and version = 4", later)

    code, report = await told(audit)

    assert (code, named(report), report["unjudged"]) == (1, [("hash_differs", str(later))], [])


async def test_an_interrupted_audit_ends_its_processes(url: str) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await asyncio.to_thread(list, lane_reports(url, AuditScope(KEYS), 2, interrupted))

    assert multiprocessing.active_children() == []


async def test_ctrl_c_is_for_the_command_from_the_first_moment_of_its_processes(url: str) -> None:
    blocked: list[bool] = []

    def look(_: int) -> None:
        for process in multiprocessing.active_children():
            status = Path(f"/proc/{process.pid}/status").read_text()
            mask = next(line for line in status.splitlines() if line.startswith("SigBlk")).split()[1]
            blocked.append(bool(int(mask, 16) & 1 << signal.SIGINT - 1))

    await asyncio.to_thread(list, lane_reports(url, AuditScope(KEYS), 2, look))

    assert blocked
    assert all(blocked)


async def test_progress_is_kept_as_it_was_until_a_lane_is_audited(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> Any:
        raise KeyboardInterrupt

    cursor = tmp_path / "cursor"
    await told(audit, "--since", cursor)
    earlier = json.loads(cursor.read_text()) | {"epoch": "7-0a0b0c0d"}
    cursor.write_text(json.dumps(earlier))
    monkeypatch.setattr("service.cli.audit.lane_reports", none)
    await audit("--since", cursor)

    assert json.loads(cursor.read_text()) == earlier


async def test_when_it_is_stopped_it_says_how_far_it_came(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(url: str, scope: AuditScope, *more: Any) -> Any:
        reports = lane_reports(url, scope, *more)
        yield from (next(reports), next(reports))
        raise KeyboardInterrupt

    monkeypatch.setattr("service.cli.audit.lane_reports", some)
    code, report = await told(audit, "--since", tmp_path / "cursor")

    assert (code, report["stopped"], report["lanes"]) == (130, True, 2)
    assert len(report["cursor"]["lanes"]) == 2
    assert json.loads((tmp_path / "cursor").read_text()) == report["cursor"]
    assert "The audit was stopped: 2 of 64 lanes" in (await audit()).stdout


async def test_what_was_found_wrong_before_it_is_stopped_decides_the_exit_code(
    audit: Audit, url: str, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_of_it(*given: Any) -> Any:
        yield from lane_reports(*given)
        raise KeyboardInterrupt

    async with as_owner(url) as owner:
        await owner.execute("delete from seal where table_id = $1", sample.finished)
    monkeypatch.setattr("service.cli.audit.lane_reports", all_of_it)
    code, report = await told(audit)

    assert (code, report["stopped"], named(report)) == (1, True, [("seal_missing", str(sample.finished))])


STOPPED = """
import signal, sys
from importlib import import_module
from service.cli import parlour

def stopped(*given):
    yield next(lane_reports(*given))
    signal.raise_signal(number)

number = int(sys.argv.pop())
audit = import_module("service.cli.audit")
lane_reports, audit.lane_reports = audit.lane_reports, stopped
parlour()
"""
"""An audit that gets a signal when it has come to the second lane: the last argument."""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_its_exit_code_says_what_has_stopped_it(url: str, number: signal.Signals, code: int) -> None:
    command = [
        sys.executable,
        "-c",
        STOPPED,
        "audit",
        "--postgres-url",
        url,
        "--jobs",
        "1",
        "--key",
        KEY,
        str(int(number)),
    ]
    program = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await program.communicate()

    assert (program.returncode, b"The audit was stopped: 1 of 64 lanes" in said) == (code, True)


# Going on


async def test_from_a_cursor_only_tables_with_new_events_are_decided_again(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    cursor = tmp_path / "cursor"
    first = await told(audit, "--since", cursor)
    nothing_new = await told(audit, "--since", cursor)
    async with PostgresStore.open(url) as store:
        await go_on(store, sample)
    something_new = await told(audit, "--since", cursor)
    afterwards = await told(audit, "--since", cursor)

    runs = (first, nothing_new, something_new, afterwards)
    assert [(code, report["streams"]) for code, report in runs] == [(0, 14), (0, 0), (0, 1), (0, 0)]
    assert first[1]["cursor"] == nothing_new[1]["cursor"] != something_new[1]["cursor"] == afterwards[1]["cursor"]


async def go_on(store: PostgresStore, sample: Sample) -> None:
    """Make another move at the table that goes on."""
    process = Process(store)
    now = await process.snapshot(sample.playing)
    seat = now.to_act[0]
    await process.move(sample.playing, seat, first_move(now, seat))


async def test_what_is_wrong_is_told_again_from_a_cursor(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    async with as_owner(url) as owner:
        await owner.execute("delete from seal where table_id = $1", sample.finished)

    runs = [await told(audit, "--since", tmp_path / "cursor") for _ in range(2)]

    assert [(code, named(report)) for code, report in runs] == [(1, [("seal_missing", str(sample.finished))])] * 2
    assert [report["streams"] < 14 for _, report in runs] == [False, True]


async def without_its_end(url: str, sample: Sample) -> None:
    """Take the finished game away so cleanly that nothing in the database tells of it."""
    async with as_owner(url) as owner:
        gone = await owner.fetchval("select count(*) from event where table_id = $1", sample.finished)
        for table in ("event", "lobby_player", "lobby", "seal"):
            await owner.execute(f"delete from {table} where table_id = $1", sample.finished)  # noqa: S608 - ours
        await owner.execute("update lane set position = position - $2 where lane = $1", sample.lane, gone)


async def test_a_lane_that_was_cut_cleanly_is_missed_by_a_cursor_only(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    await told(audit, "--since", tmp_path / "cursor")
    await without_its_end(url, sample)

    assert (await told(audit))[0] == 0
    code, report = await told(audit, "--since", tmp_path / "cursor")

    assert (code, named(report)) == (1, [("tail_missing", None)])
    assert report["faults"][0]["lane"] == sample.lane


async def test_steps_of_two_tables_that_have_exchanged_their_positions_are_missed_by_a_cursor_only(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    one, other = UUID(int=sample.lane), UUID(int=sample.lane + 64)
    async with PostgresStore.open(url) as store:
        for table_id in (one, other):
            opening = OpenTable(player=PLAYERS[0], game="literature", secret=64 * "7")
            await Process(store).engine.execute(table_id, opening)
    await told(audit, "--since", tmp_path / "cursor")
    async with as_owner(url) as owner:
        last = await owner.fetchval("select position from event where table_id = $1", other)
        for table_id, position in ((one, -1), (other, last - 1), (one, last)):
            await owner.execute("update event set position = $2 where table_id = $1", table_id, position)

    assert (await told(audit))[0] == 0
    code, report = await told(audit, "--since", tmp_path / "cursor")

    assert (code, named(report)) == (1, [("altered", None)])


async def test_other_hashes_than_those_that_were_audited_are_found(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    await told(audit, "--since", tmp_path / "cursor")
    async with as_owner(url) as owner:
        await owner.execute("update event set hash = sha256('') where table_id = $1 and version = 2", sample.playing)

    code, report = await told(audit, "--since", tmp_path / "cursor")

    assert (code, named(report)) == (1, [("altered", None), ("hash_differs", str(sample.playing))])


async def test_after_another_history_began_the_cursor_says_so(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    cursor = tmp_path / "cursor"
    await told(audit, "--since", cursor)
    kept = json.loads(cursor.read_text())
    kept["epoch"] = "7-01234567"
    kept["lanes"][str(sample.lane)][1] = 64 * "0"
    cursor.write_text(json.dumps(kept))

    runs = [await told(audit, "--since", cursor) for _ in range(3)]

    assert [(code, named(report)) for code, report in runs] == [(1, [("other_history", None)])] * 3
    assert all("was in 7-01234567" in report["faults"][0]["why"] for _, report in runs)


async def test_an_audit_of_which_a_process_is_killed_is_stopped(audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    def one(url: str, scope: AuditScope, *more: Any) -> Any:
        yield next(lane_reports(url, scope, *more))
        raise BrokenProcessPool

    monkeypatch.setattr("service.cli.audit.lane_reports", one)
    result = await audit()

    assert (result.exit_code, "A process of the audit was killed" in result.stderr) == (130, True)
    assert "The audit was stopped: 1 of 64 lanes" in result.stdout


async def test_an_audit_that_is_stopped_after_another_history_began_leaves_the_other_lanes_in_theirs(
    audit: Audit, sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one(url: str, scope: AuditScope, *more: Any) -> Any:
        yield next(each for each in lane_reports(url, scope, *more) if each.lane != sample.lane)
        raise KeyboardInterrupt

    cursor = tmp_path / "cursor"
    await told(audit, "--since", cursor)
    kept = json.loads(cursor.read_text())
    now, kept["epoch"] = kept["epoch"], "7-01234567"
    cursor.write_text(json.dumps(kept))
    with monkeypatch.context() as stopped:
        stopped.setattr("service.cli.audit.lane_reports", one)
        await told(audit, "--since", cursor)
    between = json.loads(cursor.read_text())
    code, report = await told(audit, "--since", cursor)

    assert (between["epoch"], list(between["epochs"].values())) == (now, ["7-01234567"] * 63)
    assert (code, report["cursor"]) == (0, kept | {"epoch": now})


@pytest.mark.parametrize(
    "document",
    [
        "",
        "{}",
        '{"format": "another", "epoch": "1-00000000", "lanes": {}}',
        '{"format": "parlour-audit-cursor-1", "epoch": "1-00000000", "lanes": {"64": [1, "00"]}}',
        '{"format": "parlour-audit-cursor-1", "epoch": "1-00000000", "lanes": {"0": [1, "zz"]}}',
        '{"format": "parlour-audit-cursor-1", "epoch": "1-00000000", "lanes": {"0": [-1, "' + 64 * "0" + '"]}}',
    ],
)
async def test_what_is_no_cursor_is_refused(audit: Audit, tmp_path: Path, document: str) -> None:
    (tmp_path / "cursor").write_text(document)

    result = await audit("--since", tmp_path / "cursor")

    assert (result.exit_code, str(tmp_path) in result.stderr) == (2, True)
    assert (tmp_path / "cursor").read_text() == document


# Seals of the log


async def sealed(url: str, file: Path, signer: Signer = SIGNER) -> Path:
    """Make a seal of the log, and write it."""
    async with PostgresStore.open(url) as store:
        seal = await make_seal(store, signer, Time())
    return written(file, seal, signer)


def written(file: Path, seal: LogSeal, signer: Signer) -> Path:
    """Write a seal as a file."""
    file.write_bytes(msgspec.json.encode(document_of(seal, signer)))
    return file


async def test_a_log_has_all_that_was_sealed(audit: Audit, url: str, sample: Sample, tmp_path: Path) -> None:
    file = await sealed(url, tmp_path / "seal")
    async with PostgresStore.open(url) as store:
        await go_on(store, sample)

    assert (await told(audit, "--seal", file))[0] == 0


async def test_a_lane_that_was_cut_cleanly_is_missed_by_a_seal(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    file = await sealed(url, tmp_path / "seal")
    await without_its_end(url, sample)

    by_the_newest = await told(audit)
    async with as_owner(url) as owner:
        await owner.execute("delete from log_seal")
    assert (await told(audit))[0] == 0
    by_the_file = await told(audit, "--seal", file)

    for code, report in (by_the_newest, by_the_file):
        assert (code, named(report)) == (1, [("tail_missing", None)])
        assert report["faults"][0]["lane"] == sample.lane
        assert "were sealed" in report["faults"][0]["why"]


async def test_all_seals_in_the_database_are_checked_unless_only_some_tables_are(
    audit: Audit, url: str, sample: Sample, tmp_path: Path
) -> None:
    before = (await told(audit))[1]["signatures"]
    await sealed(url, tmp_path / "seal")
    sound = await told(audit)
    async with as_owner(url) as owner:
        await owner.execute("update log_seal set at = at + 1")
    code, report = await told(audit)
    text = await audit()

    assert (sound[0], sound[1]["signatures"]) == (0, before + 1)
    assert (code, named(report), report["signatures"]) == (1, [("bad_signature", None)], before)
    assert "WRONG  bad_signature: the seal: number 1 in the database: " in text.stdout
    assert (await told(audit, "--tables", sample.finished))[0] == 0


async def test_a_seal_that_another_key_has_signed_proves_nothing(audit: Audit, url: str, tmp_path: Path) -> None:
    file = await sealed(url, tmp_path / "seal", STRANGER)
    async with as_owner(url) as owner:
        await owner.execute("delete from log_seal")

    code, report = await told(audit, "--seal", file)
    text = await audit("--seal", file)

    assert (code, named(report)) == (1, [("wrong_key", None)])
    assert "WRONG  wrong_key: the seal: " in text.stdout


async def test_a_seal_that_was_altered_proves_nothing(audit: Audit, url: str, tmp_path: Path) -> None:
    file = await sealed(url, tmp_path / "seal")
    document = json.loads(file.read_text())
    for changed in ({"at": 1}, {"lanes": document["lanes"][::-1]}):
        file.write_text(json.dumps(document | changed))
        code, report = await told(audit, "--seal", file)
        assert (code, {code for code, _ in named(report)} <= {"bad_signature", "bad_lanes"}) == (1, True)


@pytest.mark.parametrize("arguments", [("--games", "literature"), ()])
async def test_a_seal_is_of_everything_and_is_one(audit: Audit, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "seal").write_text("{}")

    assert (await audit("--seal", tmp_path / "seal", *arguments)).exit_code == 2
