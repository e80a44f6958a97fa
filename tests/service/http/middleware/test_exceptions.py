"""What the tables raise reaches the client as a problem, and tells nobody more than that."""

from typing import Any
from uuid import uuid4

import pytest

from domain import GAMES
from tests.service.http.party import meeting
from tests.service.http.surface import Client

MOVE = {"move": {"type": "ask", "card": "AS", "target": 1}, "expected_version": 1}


@pytest.fixture
async def bob(client: Client) -> dict[str, str]:
    """The Authorization header of another player, Bob."""
    answer = await client.post("/v1/players", json={"name": "Bob"})
    return {"Authorization": f"Bearer {answer.json()['token']}"}


@pytest.fixture
async def table(client: Client, ada: dict[str, str]) -> str:
    """A private table at version 2, where Ada sits."""
    opened = await client.post("/v1/tables", json={"game": "literature", "visibility": "private"}, headers=ada)
    path = opened.headers["location"]
    await client.post(f"{path}/seats", json={}, headers=ada)
    return path


@pytest.mark.parametrize(
    ("meant_for", "code", "why"),
    [
        ({"expected_version": 1}, "stale_version", "has changed since"),
        ({"expected_version": 99}, "stale_version", "has not yet come to"),
        ({"decision": "0.1"}, "decision_over", "is over"),
    ],
)
async def test_a_move_that_comes_too_late_or_too_early_is_answered_with_the_present_view(
    client: Client, meant_for: dict[str, Any], code: str, why: str
) -> None:
    table = await meeting(client)
    await table.start()
    ada = table.players[0]
    view = await client.get(f"{table.path}/view", headers=ada)
    answer = await client.post(
        f"{table.path}/moves", json={"move": {"type": "unite", "recipient": 0}} | meant_for, headers=ada
    )

    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert why in answer.json()["detail"]
    assert answer.json()["version"] == view.json()["table"]["version"]
    assert answer.json()["view"] == view.json()
    assert view.headers["etag"].startswith(answer.headers["etag"].removesuffix('"'))


async def test_a_wrong_option_is_named_with_those_that_there_are(client: Client, ada: dict[str, str]) -> None:
    wanted = {"game": "literature", "options": {"playrs": 3}}

    answer = await client.post("/v1/tables", json=wanted, headers=ada)

    (fault,) = answer.json()["errors"]
    assert answer.status_code == 400
    assert fault["pointer"] == "/options/playrs"
    assert all(f"`{name}`" in fault["detail"] for name in GAMES["literature"].Options.__struct_fields__)


async def test_a_player_who_does_not_sit_there_gets_no_view(client: Client, bob: dict[str, str]) -> None:
    table = await meeting(client)
    await table.start()

    answer = await client.post(f"{table.path}/moves", json=MOVE, headers=bob)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_seated")
    assert "view" not in answer.json()


@pytest.mark.parametrize("path", ["/view", "/view?version=1", "/events", "/stream"])
async def test_a_private_table_is_not_shown(client: Client, bob: dict[str, str], table: str, path: str) -> None:
    answer = await client.get(f"{table}{path}", headers=bob)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert "private" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["/view", "/view?version=1", "/events", "/stream"])
async def test_a_table_without_spectators_is_not_shown(client: Client, bob: dict[str, str], path: str) -> None:
    table = await meeting(client, settings={"spectators": False})
    await table.start()

    answer = await client.get(f"{table.path}{path}", headers=bob)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert "spectators" in answer.json()["detail"]


async def test_a_version_that_never_was(client: Client, ada: dict[str, str], table: str) -> None:
    answer = await client.get(f"{table}/view", params={"version": 3}, headers=ada)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "1 to 2" in answer.json()["detail"]


async def test_a_table_that_never_was(client: Client, ada: dict[str, str]) -> None:
    path = f"/v1/tables/{uuid4()}"
    answers: list[Any] = [
        await client.get(path, headers=ada),
        await client.get(f"{path}/view", headers=ada),
        await client.post(f"{path}/moves", json=MOVE, headers=ada),
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "not_found")}


async def test_an_idempotency_key_is_for_one_request(client: Client, ada: dict[str, str]) -> None:
    key = {"Idempotency-Key": "sit"} | ada
    path = "/v1/tables"
    first = await client.post(path, json={"game": "literature"}, headers=key)
    again = await client.post(path, json={"game": "literature"}, headers=key)
    other = await client.post(path, json={"game": "literature", "auto_start": True}, headers=key)

    assert first.status_code == again.status_code == 201
    assert first.headers["location"] == again.headers["location"]
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
