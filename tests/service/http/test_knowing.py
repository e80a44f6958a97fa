"""What somebody may not know of a table changes nothing of any answer to them: status, headers and body.

Each kind of viewer asks all operations of the contract that take a table, at several moments of its life that are the
same to them. So an answer that tells them how far the game is, by a version, an entity tag or another refusal, is
another one at the next moment.
"""

import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

import msgspec
import pytest
from litestar import Litestar

from service.http.contract.document import contract
from service.live.places import Places
from tests.service.http.occasions import MOVE
from tests.service.http.party import Document, Header, Party, finish, meeting, newcomer
from tests.service.http.reading import Stream
from tests.service.http.surface import Client

LATEST = 30
"""A version that no table here comes to."""

VERSIONS = range(1, LATEST)
TAGS = ", ".join(f'"{version}"' for version in VERSIONS)

OF_ITS_OWN = {"x-request-id", "ratelimit", "ratelimit-policy", "date"}
"""The headers that have nothing to do with the table."""

Request = tuple[str, Document | None, Header]
"""The path below the table's, with the query; the body; headers."""


def asked(*paths: str, body: Document | None = None) -> list[Request]:
    """Return a request for each path."""
    return [(path, body, {}) for path in paths]


MOVES = [
    *(MOVE | {"expected_version": version} for version in VERSIONS),
    *(MOVE | {"decision": f"{seat}.{version}"} for version in VERSIONS for seat in range(2)),
    MOVE,
    {"move": {"type": "fly"}},
    {"move": {"type": "lay_aside"}},
    {"move": {"type": "lay_aside", "cards": ["ZZ"]}},
]
"""Moves for any decision and any version, good and bad ones."""

CHANNELS = ("seats", "spectators")

WRONG = "0" * 64
"""A token of no invitation link."""

OPERATIONS: dict[str, list[Request]] = {
    "getTable": asked("", f"?invitation={WRONG}"),
    "takeSeat": [
        *asked("/seats", body={}),
        *asked("/seats", body={"seat": 1}),
        *asked("/seats", body={"seat": 13}),
        *asked("/seats", body={"house": "random"}),
        *asked("/seats", body={"invitation": WRONG}),
    ],
    "leaveSeat": asked("/seats/0", "/seats/1", "/seats/13"),
    "startGame": asked("/start"),
    "invitePlayer": asked("/invitations", body={"player": "5eed0000-0000-5000-8000-000000000001"}),
    "endInvitation": asked("/invitations/players/5eed0000-0000-5000-8000-000000000001"),
    "renewInvitationLink": asked("/invitations/link"),
    "revokeInvitationLink": asked("/invitations/link"),
    "abortTable": [*asked("/abort", body={}), *asked("/abort", body={"on": False})],
    "takeBack": [*asked("/take-back", body={}), *asked("/take-back", body={"proposal": 4, "consents": False})],
    "claimAbandoned": asked("/claim"),
    "playAgain": asked("/rematch"),
    "forkTable": [
        *(each for version in VERSIONS for each in asked("/fork", body={"version": version})),
        *asked("/fork", body={"version": 1, "seats": ["me", "me"]}),
    ],
    "getView": [
        *asked("/view", *(f"/view?version={version}" for version in VERSIONS)),
        *asked(*(f"/view?at_least={version}" for version in VERSIONS)),
        *asked(*(f"/view?seat={seat}" for seat in ("0", "1", "13", "all"))),
        ("/view", None, {"If-None-Match": TAGS}),
    ],
    "makeMove": [each for body in MOVES for each in asked("/moves", body=body)],
    "checkMove": [each for body in MOVES for each in asked("/moves/check", body=body)],
    "suggestMoves": asked("/moves/suggestions"),
    "getEvents": asked(*(f"/events?after={version}" for version in (0, *VERSIONS))),
    "getRecord": asked("/record"),
    "proveRecord": asked("/record/proof"),
    "replayTable": [
        *asked("/replay", *(f"/replay?from={version}" for version in VERSIONS)),
        *asked(*(f"/replay?to={version}" for version in VERSIONS)),
        *asked(*(f"/replay?seat={seat}" for seat in ("0", "1", "13", "all"))),
    ],
    "listTableLooks": asked("/looks", "/looks?cursor=7"),
    "grantSight": asked("/sight", body={"player": "5eed0000-0000-5000-8000-000000000001"}),
    "revokeSight": asked("/sight/5eed0000-0000-5000-8000-000000000001"),
    "listChat": asked(*(f"/chat/{channel}{query}" for channel in CHANNELS for query in ("", "?after=7", "?limit=1"))),
    "say": [each for channel in CHANNELS for each in asked(f"/chat/{channel}", body={"text": "Hello"})],
    "removeMessage": asked(*(f"/chat/{channel}/1" for channel in CHANNELS)),
    "reportMessage": asked(*(f"/chat/{channel}/1/reports" for channel in CHANNELS), body={"reason": "Rude"}),
    "streamTable": asked("/stream", *(f"/stream?after={version}" for version in VERSIONS)),
}
"""What is asked of each operation that takes a table."""

TAKING_A_TABLE: dict[str, str] = {
    operation["operationId"]: method.upper()
    for path, operations in msgspec.json.decode(contract())["paths"].items()
    for method, operation in operations.items()
    if "{table}" in path
}
"""All such operations of the contract, each with its method."""


async def answers(app: Litestar, table: Party, viewer: Header, operation: str) -> list[Any]:
    """Return all that a viewer is answered, as far as it may have to do with the table."""
    return [await answer(app, table, viewer, operation, request) for request in OPERATIONS[operation]]


async def answer(app: Litestar, table: Party, viewer: Header, operation: str, request: Request) -> Any:
    """Return the status, the headers and the body of an answer, or the first line of a stream."""
    path, body, headers = request
    if operation == "streamTable":
        return await first_line(app, f"{table.path}{path}", viewer)
    given = await table.client.request(
        TAKING_A_TABLE[operation], f"{table.path}{path}", json=body, headers=viewer | headers
    )
    if operation == "replayTable" and given.is_success:
        return given.status_code, of_the_table(dict(given.headers)), given.text
    return given.status_code, of_the_table(dict(given.headers)), without_instance(given.json() if given.content else {})


async def first_line(app: Litestar, path: str, viewer: Header) -> Any:
    """Return the status, the headers and the first line of a stream."""
    where, _, query = path.partition("?after=")
    async with Stream(app, where, viewer, **({"after": query} if query else {})) as stream:
        piece = await stream.raw()
        assert piece is not None
        return stream.status, of_the_table(stream.headers), without_instance(json.loads(piece))


def of_the_table(headers: Header) -> Header:
    """Return the headers that may tell of a table; the length of a problem depends on the request's id, too."""
    return {name: value for name, value in headers.items() if name not in OF_ITS_OWN}


def without_instance(body: Document) -> Document:
    """Return a body without the id of its request."""
    return {name: value for name, value in body.items() if name != "instance"}


# Viewers


async def moves(table: Party, dice: random.Random, number: int) -> None:
    """Make some moves."""
    for _ in range(number):
        chosen = await table.choice(dice)
        assert chosen is not None
        made = await table.client.post(f"{table.path}/moves", json=chosen[1], headers=table.players[chosen[0]])
        assert made.status_code == 200, made.text


async def while_it_is_played(app: Litestar, table: Party) -> AsyncIterator[str]:
    """Yield moments from the start of a game on."""
    dice = random.Random(1)
    await table.start()
    yield "begun"
    for _ in range(3):
        await moves(table, dice, 1)
        yield "a move later"


async def from_its_opening(app: Litestar, table: Party) -> AsyncIterator[str]:
    """Yield moments of all the life of a table."""
    yield "open"
    linked = await table.client.post(f"{table.path}/invitations/link", headers=table.players[0])
    assert linked.status_code == 200
    yield "with a link"
    async for moment in while_it_is_played(app, table):
        yield moment
    await finish(app, table, random.Random(2))
    yield "finished"
    again = await table.client.post(f"{table.path}/rematch", headers=table.players[0])
    assert again.status_code == 201
    yield "played again"


Moments = Callable[[Litestar, Party], AsyncIterator[str]]

VIEWERS: dict[str, tuple[Document, Moments]] = {
    "a late spectator": ({"settings": {"spectator_delay": 1_000}}, while_it_is_played),
    "a stranger at a private table": ({"visibility": "private"}, from_its_opening),
    "a stranger where spectators are off": ({"settings": {"spectators": False}}, while_it_is_played),
}
"""How the table is opened, and the moments that are all the same to the viewer."""


def test_all_operations_that_take_a_table_are_asked() -> None:
    assert set(OPERATIONS) == set(TAKING_A_TABLE), "another operation takes a table: say here how it is asked"


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("viewer", VIEWERS)
async def test_what_a_viewer_may_not_know_changes_no_answer(
    app: Litestar, client: Client, viewer: str, operation: str
) -> None:
    opening, moments = VIEWERS[viewer]
    table, stranger = await meeting(client, **opening), await newcomer(client)

    told = {moment: await answers(app, table, stranger, operation) async for moment in moments(app, table)}

    first = next(iter(told.values()))
    assert len(told) > 1
    assert {moment: said for moment, said in told.items() if said != first} == {}


@pytest.mark.parametrize("operation", ["getTable", "getView", "checkMove", "getEvents", "streamTable", "replayTable"])
async def test_a_reader_who_may_know_is_told_more_by_the_same_requests(
    app: Litestar, client: Client, operation: str
) -> None:
    table, spectator = await meeting(client), await newcomer(client)

    told = [await answers(app, table, spectator, operation) async for _ in while_it_is_played(app, table)]

    assert all(before != after for before, after in itertools.pairwise(told))


async def test_a_cursor_of_ones_own_stream_is_no_way_to_ask_for_another_table(client: Client) -> None:
    private, unwatched = [await meeting(client, **VIEWERS[kind][0]) for kind in list(VIEWERS)[1:]]
    stranger = await newcomer(client)
    for table in (private, unwatched):
        await table.start()
    cursors = [Places({UUID(table.id): version}).cursor() for table in (private, unwatched) for version in VERSIONS]

    told = [await client.get(f"/v1/me/stream?after={cursor}", headers=stranger) for cursor in cursors]

    assert {(each.status_code, each.json()["code"], each.json()["detail"]) for each in told} == {
        (404, "not_found", "The resource does not exist, or not for this account.")
    }
