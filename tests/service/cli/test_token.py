"""`parlour token`: tokens in the database of a service."""

import asyncio
import errno
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from service.accounts.accounts import TOKEN_LENGTH, hash_of
from service.accounts.port import IssuedToken, Terms
from service.cli.token import described
from service.store.migrate import migrate, migrations
from tests.service.cli.conftest import Run

NOBODY = "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"


def tokens(run: Run, url: str) -> list[dict[str, Any]]:
    """Return the tokens as they are listed."""
    result = run("token", "list", "--json", "--postgres-url", url)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_token_is_made_for_a_new_player(run: Run, postgres_url: str) -> None:
    before = tokens(run, postgres_url)

    result = run("token", "create", "--name", "Ada", "--role", "operator", "--postgres-url", postgres_url)

    token = result.stdout.strip()
    assert result.exit_code == 0
    assert len(token) == TOKEN_LENGTH
    newest, *rest = tokens(run, postgres_url)
    assert rest == before
    assert (newest["name"], newest["role"], newest["state"]) == ("Ada", "operator", "valid")
    assert hash_of(token).hex().startswith(newest["id"])


def test_a_token_is_a_players_unless_more_is_said(run: Run, postgres_url: str) -> None:
    assert run("token", "create", "--name", "Ben", PARLOUR_POSTGRES_URL=postgres_url).exit_code == 0

    assert tokens(run, postgres_url)[0]["role"] == "player"


def test_the_list_is_readable_and_holds_no_token(run: Run, postgres_url: str) -> None:
    token = run("token", "create", "--name", "Cleo", "--role", "analyst", "--postgres-url", postgres_url).stdout.strip()

    shown = run("token", "list", "--postgres-url", postgres_url).stdout

    assert "analyst  valid" in shown.splitlines()[0]
    assert shown.splitlines()[0].endswith("Cleo")
    assert token not in shown


@pytest.mark.parametrize(
    ("expires_at", "revoked_at", "state"),
    [(None, None, "valid"), (1_001, None, "valid"), (1_000, None, "expired"), (1_000, 1, "revoked")],
)
def test_a_token_that_has_expired_is_not_listed_as_valid(
    expires_at: int | None, revoked_at: int | None, state: str
) -> None:
    token = IssuedToken(UUID(NOBODY), bytes(32), "player", "Ada", 0, revoked_at, Terms(expires_at=expires_at))

    assert described(token, 1_000).state == state


def test_a_token_is_revoked_by_its_id(run: Run, postgres_url: str) -> None:
    for name in ("Ada", "Ben"):
        run("token", "create", "--name", name, "--postgres-url", postgres_url)
    ben = tokens(run, postgres_url)[0]

    result = run("token", "revoke", ben["id"].upper(), "--postgres-url", postgres_url)

    assert result.exit_code == 0
    assert f"Revoked the token {ben['id']} of Ben" in result.stderr
    listed = {each["id"]: each for each in tokens(run, postgres_url)}
    assert listed[ben["id"]] == ben | {"state": "revoked"}
    assert [each["id"] for each in listed.values() if each["state"] == "revoked"] == [ben["id"]]
    again = run("token", "revoke", ben["id"], "--postgres-url", postgres_url)
    assert (again.exit_code, "No valid tokens" in again.stderr) == (1, True)


@pytest.mark.parametrize("given", ["", "  ", "x", "012", "parlour_0123"])
def test_what_is_no_id_of_a_token_revokes_nothing(run: Run, postgres_url: str, given: str) -> None:
    run("token", "create", "--name", "Ada", "--postgres-url", postgres_url)
    before = tokens(run, postgres_url)

    result = run("token", "revoke", given, "--postgres-url", postgres_url)

    assert (result.exit_code, "hexadecimal digits" in result.stderr) == (2, True)
    assert tokens(run, postgres_url) == before


@pytest.mark.parametrize("given", ["0" * 65, "0" * 12])
def test_an_id_that_is_not_clear_revokes_nothing(run: Run, postgres_url: str, given: str) -> None:
    for name in ("Ada", "Ben"):
        run("token", "create", "--name", name, "--postgres-url", postgres_url)
    before = tokens(run, postgres_url)

    result = run("token", "revoke", given, "--postgres-url", postgres_url)

    assert result.exit_code == 1
    assert "valid tokens have an ID" in result.stderr
    assert tokens(run, postgres_url) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("create",),
        ("create", "--name", ""),
        ("create", "--name", "x" * 41),
        ("create", "--name", "a\nb"),
        ("create", "--name", "Ada", "--role", "king"),
        ("revoke",),
    ],
)
def test_what_makes_no_sense_is_a_mistake_of_usage(run: Run, postgres_url: str, arguments: tuple[str, ...]) -> None:
    assert run("token", *arguments, "--postgres-url", postgres_url).exit_code == 2


@pytest.mark.parametrize(("command", "before"), [("token", "0000"), ("token", "0006"), ("app", "0009")])
async def test_a_database_on_which_no_service_of_this_version_was_started(
    run: Run, empty_database: str, command: str, before: str
) -> None:
    older = [
        each for each in migrations() if each.folder == "log" or (each.folder == "accounts" and each.name < before)
    ]
    await migrate(empty_database, older)

    result = await asyncio.to_thread(run, command, "list", "--postgres-url", empty_database)

    assert (result.exit_code, result.stdout) == (1, "")
    assert "No service of this version has been started on this database." in result.stderr


def test_a_database_that_does_not_answer(run: Run) -> None:
    result = run("token", "list", "--postgres-url", "postgresql://127.0.0.1:1/parlour")

    assert result.exit_code == 1
    assert "does not answer" in result.stderr


def test_what_is_no_address_of_a_database(run: Run) -> None:
    assert run("token", "list", "--postgres-url", "nonsense").exit_code == 2


@pytest.mark.parametrize("pid_file", [None, "", "1\n2\n3\n4\n/nowhere\n"])
def test_a_data_folder_without_a_service(run: Run, tmp_path: Path, pid_file: str | None) -> None:
    if pid_file is not None:
        (tmp_path / "postgres").mkdir()
        (tmp_path / "postgres" / "postmaster.pid").write_text(pid_file)

    result = run("token", "list", "--data", tmp_path)

    assert result.exit_code == 1
    assert "No service runs on" in result.stderr or "does not answer" in result.stderr


def test_a_data_folder_of_somebody_else_is_told_from_one_without_a_service(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: Path, **_: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    monkeypatch.setattr(Path, "read_text", refuse)

    result = run("token", "list", "--data", tmp_path)

    assert result.exit_code == 1
    assert "postmaster.pid cannot be opened: be root, or the user of the service." in " ".join(result.stderr.split())


def test_a_token_has_scopes_and_an_end_if_they_are_given(run: Run, postgres_url: str) -> None:
    given = ["--name", "Ada", "--scope", "play", "--scope", "watch", "--days", "30", "--postgres-url", postgres_url]
    assert run("token", "create", *given).exit_code == 0
    newest = tokens(run, postgres_url)[0]
    more = run("token", "create", "--player", newest["player"], "--role", "analyst", "--postgres-url", postgres_url)

    assert more.exit_code == 0
    other = tokens(run, postgres_url)[0]
    assert (newest["scopes"], other["scopes"]) == (
        ["watch", "play"],
        ["watch", "play", "account", "read:history", "operate"],
    )
    assert (other["player"], other["expires_at"]) == (newest["player"], None)
    made, ends = (datetime.fromisoformat(newest[each]) for each in ("created_at", "expires_at"))
    assert ends - made == timedelta(days=30)


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ([], 2, "Give either --name"),
        (["--name", "Ada", "--player", NOBODY], 2, "Give either --name"),
        (["--player", NOBODY], 1, "There is no player"),
        (["--name", "Ada", "--scope", "operate"], 2, "for the roles operator and analyst"),
        (["--name", "Ada", "--scope", "everything"], 2, "'everything' is not one of"),
    ],
)
def test_a_token_that_cannot_be_is_refused(run: Run, postgres_url: str, given: list[str], code: int, said: str) -> None:
    result = run("token", "create", *given, "--postgres-url", postgres_url)

    assert (result.exit_code, said in result.stderr) == (code, True), result.stderr


def test_a_bot_is_made_as_one(run: Run, postgres_url: str) -> None:
    assert run("token", "create", "--name", "Marvin", "--bot", "--postgres-url", postgres_url).exit_code == 0
    marvin = tokens(run, postgres_url)[0]["player"]

    again = run("token", "create", "--player", marvin, "--bot", "--postgres-url", postgres_url)

    assert UUID(marvin).version == 8
    assert (again.exit_code, "when they are made" in again.stderr) == (2, True)
