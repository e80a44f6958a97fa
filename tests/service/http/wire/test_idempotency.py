"""A key belongs to one request: another one with it is refused for that, whatever else is wrong with it."""

import json
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from service.http.contract.operation_specs import OPERATIONS
from service.http.exchange import FEW_PIECES, LARGEST_BODY
from tests.service.http.every_command import UPLOADED, Commands, Sent, every_command, sent_as
from tests.service.http.occasions import TOURNAMENT, Clock, Scene
from tests.service.http.party import SHORT, Document, Party, newcomer
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

BROKEN = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "an unknown field": b'{"colour": "red"}',
    "no UTF-8": b'{"seat": "\xff"}',
    "too deep": b"[" * 60 + b"]" * 60,
    "a huge integer": b'{"seat": 9007199254740992}',
    "too large": b"{}" + b" " * LARGEST_BODY,
}
"""Bodies that are wrong for every operation that takes one: no JSON that it wants, and no CSV either."""

OTHERWISE_WRONG: dict[str, list[Document | bytes]] = {
    "announceTournament": [
        {"settings": TOURNAMENT | {"game": "bridge"}},
        {"settings": TOURNAMENT | {"registration": "code"}},
        UPLOADED | {"title": "a\u202eb"},
    ],
    "changeTournament": [
        {"type": "fly"},
        {"type": "publish_round"},
        {"type": "announce_ruling"},
        {"type": "appoint", "person": str(uuid4()), "role": "director"},
    ],
    "uploadEntrants": [b"player\nAda", b"team,player\nA", b"player\n" + str(uuid4()).encode()],
    "forkTable": [{"version": 1}, {"version": 1_000_000}, {"version": 4, "seats": ["me", "me"]}],
    "grantSight": [{"player": str(uuid4())}, {"player": str(uuid4()), "seats": []}, {"player": "Cleo"}],
    "openTable": [{"game": "bridge"}, {"game": "literature", "decks": [["AS"]]}],
    "seekPlayers": [{"game": "bridge"}, {"game": "honors_4", "players": 9}, {"game": "honors_4", "players": 1.5}],
    "say": [{"phrase": "fly"}, {"text": "http://a.b"}, {"text": "a", "phrase": "yes"}],
    "takeSeat": [{"seat": 13}, {"seat": "0"}],
    "invitePlayer": [{"player": str(uuid4())}],
    "abortTable": [{"on": 1}],
    "takeBack": [{"proposal": 0}, {"proposal": 4}, {"consents": 1}],
    "makeMove": [{"move": {"type": "fly"}}, {"move": {"type": "lay_aside", "cards": ["ZZ"]}}, {"move": 1}],
}
"""Bodies that are refused for more than their form."""


@pytest.fixture(scope="module")
async def sent() -> AsyncIterator[Commands]:
    clock = Clock()
    async with served(IN_MEMORY, in_memory(now=clock)) as app, InProcess(app) as client:
        yield await every_command(Scene(app, client, clock))


RETRYABLE = [name for name, spec in OPERATIONS.items() if spec.retryable]


@pytest.mark.parametrize("name", RETRYABLE)
async def test_the_same_request_is_answered_again(sent: Commands, name: str) -> None:
    command, answer = sent[name]

    again = await command.again(command.content)

    assert (again.status_code, again.content) == (answer.status_code, answer.content)


async def test_of_two_keys_none_is_taken(client: Client) -> None:
    ada = await newcomer(client)
    opening = {"game": "friendlier_than_thou"}

    two = [*ada.items(), ("Idempotency-Key", "first"), ("Idempotency-Key", "second")]
    refused = await client.post("/v1/tables", json=opening, headers=httpx.Headers(two))

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_parameter")
    assert refused.json()["errors"] == [
        {"detail": "Idempotency-Key is there several times. Send one.", "parameter": "Idempotency-Key"}
    ]
    for key in ("first", "second"):
        opened = await client.post("/v1/tables", json=opening, headers=ada | {"Idempotency-Key": key})
        assert opened.status_code == 201


@pytest.mark.parametrize("way", ["", "moves"])
async def test_a_body_that_was_broken_off_is_not_taken_for_another_one(client: Client, way: str) -> None:
    ada, ben = await newcomer(client), await newcomer(client)
    opening: Document = {"game": "friendlier_than_thou", **SHORT}
    first = Sent(client, "POST", "/v1/tables", ada, opening)
    opened = await first.again(first.content)
    if way:
        table = Party(client, [ada, ben], opened.headers["location"])
        await table.start()
        move = (await table.view(ada))["decision"]["moves"][0]
        first = Sent(client, "POST", f"{table.path}/moves", ada, json.dumps({"move": move}).encode() + b" " * 100)
        first.header["Content-Type"] = "application/json"
        assert (await first.again(first.content)).is_success

    async def bit_by_bit() -> AsyncIterator[bytes]:
        for place in range(len(first.content)):
            yield first.content[place : place + 1]

    client.event_hooks = {}  # the contract has no codes for requests that never come to an operation
    broken = await client.post(first.path, content=bit_by_bit(), headers=first.header)

    assert len(first.content) > FEW_PIECES
    assert (broken.status_code, broken.json()["code"]) == (400, "invalid_request")
    assert (await first.again(first.content)).is_success


@pytest.mark.parametrize("name", RETRYABLE)
async def test_a_used_key_goes_before_all_that_is_wrong(sent: Commands, name: str) -> None:
    command, _ = sent[name]
    bodies = [*BROKEN.values(), *map(sent_as, OTHERWISE_WRONG.get(name, ()))]

    answers = [await command.again(body) for body in bodies if body != command.content]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(409, "idempotency_key_reused")}


@pytest.mark.parametrize("name", [name for name in RETRYABLE if OPERATIONS[name].body is not None])
async def test_with_a_new_key_a_wrong_body_is_wrong_for_itself(sent: Commands, name: str) -> None:
    command, _ = sent[name]

    answers = [await command.again(body, key=str(uuid4())) for body in BROKEN.values()]

    assert {answer.status_code for answer in answers} == {400, 413}


async def test_a_malformed_key_is_found_before_a_malformed_body(sent: Commands) -> None:
    command, _ = sent["takeSeat"]

    assert (await command.again(b"{", key="two words")).json()["code"] == "invalid_parameter"


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/sight"), ("DELETE", "/sight/0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e")]
)
async def test_a_used_key_goes_before_the_role(sent: Commands, method: str, path: str) -> None:
    command, _ = sent["makeMove"]
    address = command.path.removesuffix("/moves") + path

    used = await command.client.request(method, address, content=b"{}", headers=command.header)
    new = await command.client.request(
        method, address, content=b"{}", headers=command.header | {"Idempotency-Key": str(uuid4())}
    )

    assert (used.status_code, used.json()["code"]) == (409, "idempotency_key_reused")
    assert (new.status_code, new.json()["code"]) == (403, "forbidden")
