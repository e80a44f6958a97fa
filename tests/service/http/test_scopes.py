"""A token never does what its scopes do not name: all operations of the contract against all scopes."""

import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest

from service.accounts.port import Terms
from service.accounts.scopes import SCOPES
from service.http.contract.document import contract
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

FILLED = {"game": "literature", "number": "1", "round_number": "1", "seat": "0", "token_id": "0" * 12}
"""What stands for some parameters of paths; for all others an id."""

OPERATIONS = {
    operation["operationId"]: (method, path, operation["security"])
    for path, operations in msgspec.json.decode(contract())["paths"].items()
    for method, operation in operations.items()
}


@pytest.fixture(scope="module")
async def client() -> AsyncIterator[Client]:
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        accounts = app.state.services.accounts
        olga = await accounts.create_player("Olga")
        for scope in SCOPES:
            client.headers[scope] = await accounts.issue_token(olga.id, "operator", Terms(scopes=frozenset({scope})))
        yield client


async def asked(client: Client, name: str, token: str) -> httpx.Response:
    """Ask for an operation with an unknown parameter: a caller who may ask is told that, and nothing is done."""
    method, path, _ = OPERATIONS[name]
    nobody = "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"
    address = re.sub(r"\{(\w+)\}", lambda found: FILLED.get(found[1], nobody), path)
    headers = {"Authorization": f"Bearer {token}"}
    return await client.request(method, address, params={"nothing": "1"}, headers=headers)


def needed(security: list[dict[str, list[str]]]) -> set[str]:
    """Return the scopes that the contract names for an operation."""
    return {scope for way in security for scopes in way.values() for scope in scopes}


@pytest.mark.parametrize("name", OPERATIONS)
async def test_a_token_does_what_its_scopes_name_and_nothing_else(client: Client, name: str) -> None:
    wanted = needed(OPERATIONS[name][2])

    answers = {scope: await asked(client, name, client.headers[scope]) for scope in SCOPES}

    refused = {scope for scope, answer in answers.items() if answer.json()["code"] == "insufficient_scope"}
    assert refused == (set(SCOPES) - wanted if wanted else set())
    for scope, answer in answers.items():
        if scope in refused:
            said = f'Bearer error="insufficient_scope", scope="{min(wanted)}"'
            assert (answer.status_code, answer.headers["www-authenticate"]) == (403, said)
        else:
            assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


def test_each_operation_needs_one_scope_but_those_about_the_token_itself() -> None:
    secured: dict[str, Any] = {name: security for name, (_, _, security) in OPERATIONS.items() if security}

    assert {name: len(needed(security)) for name, security in secured.items() if len(needed(security)) != 1} == {
        "getMe": 0,
        "revokeMyToken": 0,
    }
    assert set().union(*map(needed, secured.values())) == set(SCOPES)
