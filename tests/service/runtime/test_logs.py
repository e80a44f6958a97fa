"""Logs are JSON, carry the id of their request, and hold neither tokens nor names nor cards."""

import asyncio
import io
import json
import logging
import os
import warnings
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from litestar import get

from service.accounts.accounts import PREFIX
from service.app import Surroundings
from service.runtime import logs
from service.settings import Settings
from tests.service.http.surface import InProcess, served, surface
from tests.service.logged import Logged, by_the_service, logging_all

NAME = "Rumpelstiltskin"
CARD = "QUEEN-OF-SPADES"


@pytest.fixture
def settings(postgres_url: str) -> Settings:
    return Settings(postgres_url=postgres_url, signing_key=bytes(32))


@pytest.fixture
def logged() -> Iterator[Logged]:
    with logging_all() as lines:
        yield lines


def test_a_line_is_one_json_object(logged: Logged) -> None:
    logging.getLogger("service.play.clock").warning("Two\nlines", extra={"pause_s": 0.05})

    (entry,) = logged()
    assert entry.pop("time")
    assert entry == {
        "level": "WARNING",
        "logger": "service.play.clock",
        "request": "-",
        "message": "Two\nlines",
        "pause_s": 0.05,
    }


def test_a_name_of_a_file_that_is_no_utf_8_is_logged(logged: Logged) -> None:
    logger = logging.getLogger("service.embedded")
    record = logger.makeRecord(logger.name, logging.WARNING, "", 0, "%s: why", (Path(os.fsdecode(b"f\xfcr")),), None)
    logging.getLogger().handlers[0].handle(record)  # pytest keeps no such text of a test for its report

    (entry,) = logged()
    assert entry["message"] == "f\udcfcr: why"


def test_an_exception_is_told_by_its_places_alone(logged: Logged) -> None:
    def deal(card: str) -> None:
        try:
            {"AS": 1}[card]
        except KeyError as error:
            raise ExceptionGroup(card, [ValueError(card)]) from error

    try:
        deal("QS")
    except ExceptionGroup:
        logging.getLogger("service").exception("Failed")

    (entry,) = logged()
    assert "builtins.KeyError\n" in entry["exc_info"]
    assert "| builtins.ValueError" in entry["exc_info"]
    assert f"{__file__}:" in entry["exc_info"]
    assert " deal" in entry["exc_info"]
    assert "QS" not in str(entry)


async def test_a_lost_exception_is_told_by_its_places_alone(logged: Logged) -> None:
    async def deal() -> None:
        raise KeyError("QS")

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(logs.log_lost_exception)
    task = asyncio.create_task(deal())
    await asyncio.wait([task])
    del task
    loop.set_exception_handler(None)

    (entry,) = (entry for entry in logged() if entry["level"] == "ERROR")
    assert "builtins.KeyError" in entry["exc_info"]
    assert "QS" not in str(entry)


def test_the_server_and_the_libraries_log_in_the_same_form(logged: Logged, capsys: pytest.CaptureFixture[str]) -> None:
    granian = logging.getLogger("_granian")
    granian.addHandler(logging.StreamHandler(io.StringIO()))
    logs.configure("info")
    granian.info("Started worker-1")
    logging.getLogger("asyncpg").warning("A connection was lost")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("Old", stacklevel=1)

    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [entry["logger"] for entry in told] == ["_granian", "asyncpg", "py.warnings"]


def test_the_level_is_a_setting(logged: Logged, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("error")
    logging.getLogger("service").warning("Not told")
    logging.getLogger("service").error("Told")

    (told,) = capsys.readouterr().err.splitlines()
    assert json.loads(told)["message"] == "Told"


async def test_every_line_of_a_request_has_its_id(logged: Logged) -> None:
    @get("/", opt={"public": True})
    async def handler() -> None:
        logging.getLogger("service").info("Handled")
        raise KeyError("QS")

    async with surface(handler) as client:
        await client.get("/", headers={"X-Request-Id": "this-one"})

    told = [entry for entry in logged() if entry["logger"] != "httpx" and "httpcore" not in entry["logger"]]
    assert [entry["request"] for entry in told] == ["this-one"] * 3
    assert logs.REQUEST_ID.get() == "-"


async def names_must_differ(postgres_url: str) -> None:
    """Let Postgres refuse a second player of the same name, and say which name that is."""
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("CREATE UNIQUE INDEX ON parlour_accounts.player (name)")
    await connection.close()


async def test_no_log_holds_what_a_request_held(logged: Logged, settings: Settings, postgres_url: str) -> None:
    async with served(settings, Surroundings()) as app, InProcess(app) as client:
        made = await client.post("/v1/players", json={"name": NAME})
        headers = {"Authorization": f"Bearer {made.json()['token']}", "Cookie": CARD, "X-Request-Id": f"{CARD} {NAME}"}
        await client.get("/v1/me", headers=headers)
        await client.get(f"/v1/players/{NAME}?card={CARD}", headers=headers)
        await client.get(f"/{CARD}", headers={"Authorization": f"Bearer {PREFIX}{CARD}"})
        await client.request(CARD, "/v1/me", headers=headers)
        await client.post("/v1/players", json={"name": NAME, CARD: CARD}, headers=headers)
        await client.delete("/v1/me/token", headers=headers)
        await client.get("/v1/me", headers=headers)
        await names_must_differ(postgres_url)
        failed = await client.post("/v1/players", json={"name": NAME})

    told = by_the_service(logged())
    assert len([entry for entry in told if entry["logger"] == "parlour.access"]) == 9
    assert failed.status_code == 500
    assert "asyncpg.exceptions.UniqueViolationError" in str(told)
    for secret in (NAME, CARD, made.json()["token"], made.json()["id"]):
        assert secret not in str(told)
