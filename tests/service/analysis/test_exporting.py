"""An export has each row once, however it was interrupted, and no player's id unless that was wanted."""

import asyncio
import gzip
import hashlib
import json
import os
import re
from collections.abc import Collection
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from msgspec.structs import replace

from domain.table import AbortByOperator, AssignSeat, StartGame, TournamentPlace
from projections.history import HISTORY, SCHEMA_VERSION
from projections.history.answers import Answer
from service.analysis import exporting
from service.analysis.exporting import ExportOptions, cursor_at, export
from service.analysis.manifest import NAME, BadExport, Format, read_manifest
from service.analysis.querying import answer, answer_to, questions
from service.analysis.reading import Selection, opened
from service.runtime.files import locked
from service.store.port import FIRST_EPOCH, Epoch
from tests.recording import AT, GAME, PLAYERS, Recording, opening
from tests.service.analysis.played import SERVICE, MemoryHistory, Played, played, played_games, told

FORMATS: tuple[Format, ...] = ("parquet", "ndjson", "csv")
GAMES, PIECE = 30, 12
Exported = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
async def games() -> tuple[Played, ...]:
    """Give as many games as three pieces take."""
    return await played_games(GAMES, seed=4)


@pytest.fixture(scope="module")
async def exported(games: tuple[Played, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of an export of these games."""
    folder = tmp_path_factory.mktemp("export")
    await export(history_of(games), SERVICE, ExportOptions(folder), told)
    return folder


@pytest.fixture(scope="module", params=["ndjson", "csv"])
async def exported_as_text(
    games: tuple[Played, ...], tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Path:
    """Give the folder of an export of these games as text, in either format."""
    folder = tmp_path_factory.mktemp("text")
    await export(history_of(games), SERVICE, ExportOptions(folder, request.param), told)
    return folder


@pytest.fixture(scope="module")
def whole(exported: Path) -> Exported:
    """Give all rows of that export."""
    return everything(exported)


def history_of(games: tuple[Played, ...]) -> MemoryHistory:
    return MemoryHistory(games, PIECE)


def everything(folder: Path) -> Exported:
    """Return all rows of an export, by table."""
    with opened(folder) as connection:
        return {table: [*answer_to(connection, f"from {table} order by all").rows] for table in HISTORY}


def as_exported(games: tuple[Played, ...], table: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table with pseudonyms, times as text, as Python makes them."""
    columns = HISTORY[table].columns
    rows = []
    for row in MemoryHistory(games).rows(table, list(games)):
        shown = dict(zip((column.name for column in columns), row, strict=True))
        for column in columns:
            value = shown[column.name]
            if value is not None and column.name == "player":
                shown[column.name] = SERVICE.pseudonyms.of(value)
            elif value is not None and table == "events" and column.type == "json":
                shown[column.name] = SERVICE.pseudonyms.within(value)
            elif value is not None and column.type == "id":
                shown[column.name] = str(value)
        rows.append(tuple(shown.values()))
    return rows


@pytest.mark.parametrize("table", ["games", "seats", "events", "decisions"])
def test_an_export_has_what_python_makes_of_each_row(games: tuple[Played, ...], exported: Path, table: str) -> None:
    names = ", ".join(
        f"epoch_ms({column.name})" if column.type == "timestamp" else column.name for column in HISTORY[table].columns
    )
    with opened(exported) as connection:
        found = answer_to(connection, f"select {names} from {table}").rows  # noqa: S608 - columns

    assert sorted(found, key=repr) == sorted(as_exported(games, table), key=repr)


def test_every_question_about_a_month_of_a_game_has_the_same_answer_in_each_format(
    exported: Path, exported_as_text: Path
) -> None:
    january = Selection("literature", date(2026, 1, 1), date(2026, 1, 31))

    def answers(folder: Path) -> dict[str, Answer]:
        with opened(folder, january) as connection:
            return {name: answer(connection, name) for name in questions()}

    assert answers(exported_as_text) == answers(exported)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("history [2]", "parquet"),
        ("history*", "ndjson"),
        ("history?", "csv"),
        *[("it's {here}", form) for form in FORMATS],
    ],
)
async def test_a_folder_may_have_any_name(games: tuple[Played, ...], tmp_path: Path, name: str, form: Format) -> None:
    await export(history_of(games[:1]), SERVICE, ExportOptions(tmp_path / name, form), told)
    for each in ("history 2", "history"):
        copytree(tmp_path / name, tmp_path / each)

    assert everything(tmp_path / name) == everything(tmp_path / "history")


def test_no_player_is_named(games: tuple[Played, ...], exported: Path) -> None:
    ids = {str(seat.player) for each in games for seat in each.rows.seats if seat.kind == "person"}
    with opened(exported) as connection:
        texts = answer_to(connection, "select concat(player, command, event) from events").rows

    assert len(ids) > 10
    assert not [text for (text,) in texts if any(each in str(text) for each in ids)]


async def test_a_tournament_that_opens_a_table_keeps_its_id(tmp_path: Path) -> None:
    tournament, recording = PLAYERS[9], Recording()
    recording.do(replace(opening("honors_1"), player=tournament, tournament=TournamentPlace(tournament, 1, 1)), AT)
    for seat in range(len(recording.now.table.seats)):
        recording.do(AssignSeat(tournament, PLAYERS[seat], seat), AT)
    for command in (StartGame(tournament), AbortByOperator(tournament)):
        recording.do(command, AT)
    history = list(zip(recording.entries, recording.snapshots, strict=True))
    game = played(GAME, 1, history, recording.hashes()[-1])
    await export(history_of((game,)), SERVICE, ExportOptions(tmp_path), told)

    with opened(tmp_path) as connection:
        found = answer_to(connection, "select version, command, event from events order by version").rows
    named = partial(SERVICE.pseudonyms.within, tournament=tournament)
    assert [*found] == [(each.version, each.command and named(each.command), named(each.event)) for each in game.events]
    assert json.loads(str(found[0][2]))["creator"] == str(tournament)
    assert str(PLAYERS[0]) not in str(found)


async def test_ids_are_there_if_they_are_wanted(games: tuple[Played, ...], tmp_path: Path) -> None:
    await export(history_of(games[:9]), SERVICE, ExportOptions(tmp_path, ids=True), told)

    with opened(tmp_path) as connection:
        found = answer_to(connection, "select player from seats order by number, seat").rows
    assert [player for (player,) in found] == [str(seat.player) for each in games[:9] for seat in each.rows.seats]


async def test_increments_add_files_and_give_the_same_rows(
    games: tuple[Played, ...], whole: Exported, tmp_path: Path
) -> None:
    history = history_of(games[:20])
    first = await export(history, SERVICE, ExportOptions(tmp_path), told)
    history.games = games
    second = await export(history, SERVICE, ExportOptions(tmp_path), told)
    third = await export(history, SERVICE, ExportOptions(tmp_path), told)

    assert (first.openings, second.openings, third.openings) == (20, len(games) - 20, 0)
    assert set(first.manifest.files) < set(second.manifest.files)
    assert third.manifest == second.manifest
    assert third.rows == 0
    assert everything(tmp_path) == whole


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


async def test_what_is_closed_again_comes_later(games: tuple[Played, ...], whole: Exported, tmp_path: Path) -> None:
    history = history_of(games)
    history.closed = {3, 20, 21}
    first = await export(history, SERVICE, ExportOptions(tmp_path), told)
    with opened(tmp_path) as connection:
        assert answer_to(connection, "select count(*) from games").rows == ((len(games) - 3,),)
    history.closed = {20}
    second = await export(history, SERVICE, ExportOptions(tmp_path), told)
    history.closed = set()
    third = await export(history, SERVICE, ExportOptions(tmp_path), told)

    assert [each.manifest.held_back for each in (first, second, third)] == [(3, 20, 21), (20,), ()]
    assert everything(tmp_path) == whole


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("table", ["games", "events", "decisions", "tournaments"])
async def test_a_killed_export_goes_on(games: tuple[Played, ...], whole: Exported, tmp_path: Path, table: str) -> None:
    class Short(MemoryHistory):
        async def write(self, table_wanted: str, numbers: Collection[int], rows: Path) -> None:
            await super().write(table_wanted, numbers, rows)
            if table_wanted == table and max(numbers) > PIECE:
                raise Killed

        async def write_whole(self, table_wanted: str, last: int, game: str | None, rows: Path) -> None:
            raise Killed

    with pytest.raises(Killed):
        await export(Short(games, PIECE), SERVICE, ExportOptions(tmp_path), told)
    stray = tmp_path / "games/game=literature/month=2026-01/part-99999999.parquet"
    stray.parent.mkdir(parents=True, exist_ok=True)
    stray.write_bytes(b"half a file")
    rows = tmp_path / ".rows-of-a-killed-export"
    rows.mkdir()
    (rows / "events.csv").write_text("half a row")
    await export(history_of(games), SERVICE, ExportOptions(tmp_path), told)

    assert everything(tmp_path) == whole
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    assert files_in(tmp_path) == {NAME} | {each.path for each in manifest.files}


def test_the_manifest_says_what_the_files_are(exported: Path, whole: Exported) -> None:
    manifest = read_manifest(exported)

    assert manifest is not None
    assert (manifest.schema_version, manifest.licence, manifest.key_id) == (SCHEMA_VERSION, "CC0-1.0", SERVICE.key_id)
    for each in manifest.files:
        content = (exported / each.path).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (each.bytes, each.sha256)
    rows = {table: sum(each.rows for each in manifest.files if each.table == table) for table in HISTORY}
    assert rows == {table: len(found) for table, found in whole.items()}


def test_all_formats_have_the_same_rows(whole: Exported, exported_as_text: Path) -> None:
    assert everything(exported_as_text) == whole


async def test_times_in_text_are_of_iso_8601(games: tuple[Played, ...], tmp_path: Path) -> None:
    await export(history_of(games[:3]), SERVICE, ExportOptions(tmp_path, "ndjson"), told)

    path = min(each for each in files_in(tmp_path) if each.startswith("games/"))
    row = json.loads(gzip.decompress((tmp_path / path).read_bytes()).splitlines()[0])
    assert re.fullmatch(r"2026-01-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ", row["finished_at"])


async def test_one_game_alone(games: tuple[Played, ...], exported: Path, tmp_path: Path) -> None:
    await export(history_of(games), SERVICE, ExportOptions(tmp_path, game="literature"), told)

    with opened(exported, Selection("literature")) as connection:
        wanted = answer_to(connection, "from decisions order by all")
    with opened(tmp_path) as connection:
        assert answer_to(connection, "from decisions order by all") == wanted
        assert len(wanted.rows) > 100


async def test_after_a_cursor(games: tuple[Played, ...], tmp_path: Path) -> None:
    done = await export(history_of(games), SERVICE, ExportOptions(tmp_path, since=cursor_at(18, FIRST_EPOCH)), told)

    assert done.openings == len(games) - 18
    with opened(tmp_path) as connection:
        assert answer_to(connection, "select min(number), count(*) from games").rows == ((19, len(games) - 18),)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (ExportOptions(Path(), "csv"), 'has format "parquet", you want "csv"'),
        (ExportOptions(Path(), game="literature"), 'has game null, you want "literature"'),
        (ExportOptions(Path(), ids=True), 'has players "pseudonyms", you want "ids"'),
        (ExportOptions(Path(), private=True), "has private false, you want true"),
        (ExportOptions(Path(), since=cursor_at(1, FIRST_EPOCH)), "it can go on from there only"),
    ],
    ids=["format", "game", "ids", "private", "since"],
)
async def test_an_export_goes_on_as_it_began(
    games: tuple[Played, ...], exported: Path, wanted: ExportOptions, why: str
) -> None:
    with pytest.raises(BadExport, match=why):
        await export(history_of(games), SERVICE, replace(wanted, folder=exported), told)


@pytest.mark.parametrize(
    ("cursor", "why"),
    [
        ("7", "is no cursor: give one"),
        (f"{FIRST_EPOCH}.x", "is no cursor"),
        (f"{FIRST_EPOCH}.{'9' * 5000}", "is no cursor"),
        (f"{Epoch(2, 'aaaaaaaa')}.7", "of another history"),
        (cursor_at(1000, FIRST_EPOCH), "is not of this service"),
    ],
)
async def test_bad_cursors(games: tuple[Played, ...], tmp_path: Path, cursor: str, why: str) -> None:
    with pytest.raises(BadExport, match=why):
        await export(history_of(games), SERVICE, ExportOptions(tmp_path, since=cursor), told)


async def test_an_export_that_has_not_begun_leaves_no_folder(games: tuple[Played, ...], tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "new"):
        with pytest.raises(BadExport):
            await export(history_of(games), SERVICE, ExportOptions(folder, since="7"), told)

    assert names_in(tmp_path) == []


@pytest.mark.parametrize("content", [None, b"shorter"])
async def test_an_export_that_has_lost_a_file_does_not_go_on(
    games: tuple[Played, ...], tmp_path: Path, content: bytes | None
) -> None:
    await export(history_of(games[:2]), SERVICE, ExportOptions(tmp_path), told)
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    lost = tmp_path / manifest.files[0].path
    lost.unlink()
    if content is not None:
        lost.write_bytes(content)

    with pytest.raises(BadExport, match=f"{lost.name} is missing or damaged"):
        await export(history_of(games), SERVICE, ExportOptions(tmp_path), told)


async def test_two_exports_do_not_write_to_one_folder(games: tuple[Played, ...], tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(BadExport, match="Another export writes to"):
        await export(history_of(games), SERVICE, ExportOptions(tmp_path), told)

    await export(history_of(games[:1]), SERVICE, ExportOptions(tmp_path), told)


async def test_files_of_somebody_else_stay_where_they_are(games: tuple[Played, ...], tmp_path: Path) -> None:
    others = [tmp_path / "games/chess.pgn", tmp_path / "events/2026/party.jpg", tmp_path / "players/all-stars.csv.gz"]
    for each in others:
        each.parent.mkdir(parents=True, exist_ok=True)
        each.write_text("mine")
    half = tmp_path / "games/game=literature/month=2026-01/tmp_part-00000001.parquet"
    half.parent.mkdir(parents=True)
    half.write_text("half a file")

    await export(history_of(games[:1]), SERVICE, ExportOptions(tmp_path), told)

    assert [each.read_text() for each in others] == ["mine"] * len(others)
    assert not half.exists()


async def test_an_export_that_is_stopped_in_the_midst_of_a_statement_ends_in_order(
    games: tuple[Played, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, busy = asyncio.get_running_loop(), asyncio.Event()

    def slow(connection: Any, *_: object, **__: object) -> None:
        loop.call_soon_threadsafe(busy.set)
        connection.execute("select sum(hash(range)) from range(1_000_000_000_000)")

    monkeypatch.setattr(exporting, "load", slow)
    going_on = asyncio.create_task(export(MemoryHistory(games[:1]), SERVICE, ExportOptions(tmp_path), told))
    await busy.wait()
    await asyncio.sleep(0.1)
    going_on.cancel()

    with pytest.raises(asyncio.CancelledError):
        await going_on
    assert files_in(tmp_path) == set()


async def test_a_file_that_duckdb_cannot_write_is_told(games: tuple[Played, ...], tmp_path: Path) -> None:
    game = games[0].rows.game
    month = datetime.fromtimestamp(game.finished_at / 1000, UTC).strftime("%Y-%m")
    in_the_way = tmp_path / f"games/game={game.game}/month={month}/part-00000001.parquet"
    in_the_way.mkdir(parents=True)

    with pytest.raises(BadExport, match="has stopped; the same line goes on: IO Error"):
        await export(history_of(games[:1]), SERVICE, ExportOptions(tmp_path), told)

    in_the_way.rmdir()
    done = await export(history_of(games[:1]), SERVICE, ExportOptions(tmp_path), told)
    assert done.openings == 1


async def test_a_folder_whose_name_is_no_text_is_told(games: tuple[Played, ...], tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"export-\xff")

    with pytest.raises(BadExport, match="is not UTF-8"):
        await export(history_of(games[:1]), SERVICE, ExportOptions(folder), told)
    with pytest.raises(BadExport, match="is not UTF-8"), opened(folder):
        pass

    assert not folder.exists()


@pytest.mark.parametrize("content", [b"{}", b'{"x": ' + b"[" * 100_000, b'{"game": "\xff"}'])
def test_what_is_no_manifest_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)

    with pytest.raises(BadExport, match="is not a manifest"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("path", ["/etc/passwd", "../secrets.csv", "games/../../secrets.csv", "", "a\0b", "\x1b[2J"])
def test_no_manifest_leads_out_of_its_folder(exported: Path, tmp_path: Path, path: str) -> None:
    manifest = json.loads((exported / NAME).read_bytes())
    manifest["files"][0]["path"] = path
    (tmp_path / NAME).write_text(json.dumps(manifest))

    with pytest.raises(BadExport, match="which is no file of an export"), opened(tmp_path):
        pass


@pytest.mark.parametrize("field", ["schema_version", "service", "key_id", "game", "cursor"])
def test_no_manifest_writes_on_a_terminal(exported: Path, tmp_path: Path, field: str) -> None:
    manifest = json.loads((exported / NAME).read_bytes())
    (tmp_path / NAME).write_text(json.dumps(manifest | {field: "\x1b[2J"}))

    with pytest.raises(BadExport, match="it has control characters"):
        read_manifest(tmp_path)


def test_a_folder_without_an_export(tmp_path: Path) -> None:
    with pytest.raises(BadExport, match="it has no manifest"), opened(tmp_path):
        pass
