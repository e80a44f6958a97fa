"""The list of dumps: what everybody may have of the exports in a folder."""

import hashlib
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from projections.history import SCHEMA_VERSION
from service.analysis.dumps import MOST_DUMPS, dumps_in
from service.analysis.exporting import ExportOptions, export
from service.analysis.manifest import NAME, read_manifest
from tests.openapi.promised import faults
from tests.service.analysis.played import SERVICE, MemoryHistory, played_games, told
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served


@pytest.fixture(scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with exports: for everybody, and not."""
    folder = tmp_path_factory.mktemp("dumps")
    history = MemoryHistory(await played_games(4, seed=1))
    await export(history, SERVICE, ExportOptions(folder / "history"), told)
    await export(history, SERVICE, ExportOptions(folder / "ids", ids=True), told)
    await export(history, SERVICE, ExportOptions(folder / "private", private=True), told)
    (folder / "no-export").mkdir()
    (folder / "broken").mkdir()
    (folder / "broken" / NAME).write_text("{")
    return folder


@pytest.fixture
async def publisher(folder: Path) -> AsyncIterator[Client]:
    """A client of a service that publishes this folder."""
    settings = replace(IN_MEMORY, dumps=folder, dumps_url="https://parlour.example/dumps/")
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        yield client


async def test_what_is_published_is_listed(publisher: Client, folder: Path) -> None:
    answer = await publisher.get("/v1/dumps")

    manifest = read_manifest(folder / "history")
    assert manifest is not None
    assert (answer.status_code, faults(answer)) == (200, [])
    (dump,) = answer.json()["dumps"]
    assert dump["manifest"] == "https://parlour.example/dumps/history/manifest.json"
    assert dump["manifest_sha256"] == hashlib.sha256((folder / "history" / NAME).read_bytes()).hexdigest()
    assert (dump["schema_version"], dump["licence"], dump["cursor"]) == (SCHEMA_VERSION, "CC0-1.0", manifest.cursor)
    assert {each["table"]: each["rows"] for each in dump["tables"]}["refusals"] == 2
    assert sum(each["bytes"] for each in dump["tables"]) == sum(each.bytes for each in manifest.files)
    assert sum(each["files"] for each in dump["tables"]) == len(manifest.files)


async def test_a_newer_export_is_listed_at_once(publisher: Client, folder: Path) -> None:
    before = (await publisher.get("/v1/dumps")).json()
    manifest = read_manifest(folder / "history")
    assert manifest is not None
    shown = msgspec.json.encode(replace(manifest, cursor="1-00000000.1234"))
    (folder / "history" / NAME).write_bytes(shown)
    after = (await publisher.get("/v1/dumps")).json()
    (folder / "history" / NAME).write_bytes(msgspec.json.encode(manifest))

    assert before["dumps"][0]["cursor"] != after["dumps"][0]["cursor"] == "1-00000000.1234"


def test_the_last_of_many_are_listed(folder: Path, tmp_path: Path) -> None:
    days = [f"2026-{number:04}" for number in range(MOST_DUMPS + 20)]
    for day in days:
        (tmp_path / f"1-{day}").touch()
        shutil.copytree(folder / "history", tmp_path / day)

    assert [each.name for each in dumps_in(tmp_path, None)] == days[20:]


@pytest.mark.parametrize(("name", "written"), [("50% #1?", "50%25%20%231%3F"), ("Mäuse", "M%C3%A4use")])
def test_a_name_is_part_of_an_address(folder: Path, tmp_path: Path, name: str, written: str) -> None:
    shutil.copytree(folder / "history", tmp_path / name)

    (dump,) = dumps_in(tmp_path, "https://parlour.example/dumps")

    assert (dump.name, dump.manifest) == (name, f"https://parlour.example/dumps/{written}/manifest.json")


def test_a_name_that_is_no_text_is_not_listed(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "history", tmp_path / "a\udcffb")

    assert dumps_in(tmp_path, None) == ()


async def test_without_a_folder_there_are_none(client: Client) -> None:
    answer = await client.get("/v1/dumps")

    assert (answer.status_code, answer.json(), faults(answer)) == (200, {"dumps": []}, [])
