"""A key belongs to one request: another one with it is refused for that, whatever else is wrong with it."""

import json
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from service.http.contract.operation_specs import OPERATIONS
from service.http.exchange import FEW_PIECES, LARGEST_BODY
from tests.openapi.promised import operation
from tests.service.http.occasions import (
    ADA,
    CLEO,
    TOURNAMENT,
    Clock,
    Scene,
    asks_back,
    over,
    playing,
    playing_in_tournament,
)
from tests.service.http.party import SHORT, Document, Header, Party, newcomer, official
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

UPLOADED: Document = {"settings": TOURNAMENT | {"registration": "upload"}}
"""The announcement of a tournament whose entrants are uploaded."""

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


def sent_as(body: Document | bytes) -> bytes:
    """Return a body as it travels."""
    return body if isinstance(body, bytes) else json.dumps(body).encode()


class Sent:
    """A command that was executed, with its key."""

    def __init__(self, client: Client, method: str, path: str, who: Header, body: Document | bytes | None) -> None:
        self.client = client
        self.method, self.path = method, path
        form = "text/csv" if isinstance(body, bytes) else "application/json"
        self.header = who | {"Content-Type": form, "Idempotency-Key": str(uuid4())}
        self.content = b"" if body is None else sent_as(body)

    async def again(self, content: bytes, key: str = "") -> httpx.Response:
        """Send it with this body, and its own key unless another is given; return the answer."""
        header = self.header | {"Idempotency-Key": key or self.header["Idempotency-Key"]}
        return await self.client.request(self.method, self.path, content=content, headers=header)


Commands = dict[str, tuple[Sent, httpx.Response]]
"""A command for each operation that takes a key, and its answer."""


class Sender:
    """Sends commands to one table after the other, and keeps them with their answers."""

    def __init__(self, table: Party) -> None:
        self.client, self.path, self.players = table.client, table.path, table.players
        self.commands: Commands = {}

    def go_to(self, table: Party) -> None:
        """Send what follows to this table, as its players."""
        self.path, self.players = table.path, table.players

    async def do(
        self, method: str, path: str, who: int | Header = 0, body: Document | bytes | None = None
    ) -> httpx.Response:
        """Send a command of a player; return the answer."""
        header = self.players[who] if isinstance(who, int) else who
        command = Sent(self.client, method, f"{self.path}{path}", header, body)
        answer = await command.again(command.content)
        assert answer.is_success, answer.text
        self.commands[operation(method, command.path)["operationId"]] = (command, answer)
        return answer

    async def view(self, who: Header) -> Document:
        """Return the table as a player sees it."""
        return await Party(self.client, self.players, self.path).view(who)


@pytest.fixture(scope="module")
async def sent() -> AsyncIterator[Commands]:
    clock = Clock()
    async with served(IN_MEMORY, in_memory(now=clock)) as app, InProcess(app) as client:
        sender = Sender(Party(client, [await newcomer(client) for _ in range(2)], "/v1/tables"))
        scene = Scene(app, client, clock)
        await play(sender)
        await go_back(sender, scene)
        await watch_and_talk(sender, scene)
        await seek_and_announce(sender)
        yield sender.commands


async def play(sender: Sender) -> None:
    """Send the commands of a table from its opening to the first move, and those that call it off."""
    guest = (await sender.client.get("/v1/me", headers=await newcomer(sender.client))).json()["id"]
    opening = await sender.do("POST", "", 0, {"game": "friendlier_than_thou", **SHORT})
    sender.path = opening.headers["location"]
    await sender.do("POST", "/invitations", 0, {"player": guest})
    await sender.do("DELETE", f"/invitations/players/{guest}")
    await sender.do("POST", "/invitations/link")
    await sender.do("DELETE", "/invitations/link")
    await sender.do("POST", "/seats", 1, {"seat": 0})
    await sender.do("DELETE", "/seats/0", 1)
    for seat in (0, 1):
        await sender.do("POST", "/seats", seat, {"seat": seat})
    await sender.do("POST", "/start")
    await sender.do("POST", "/moves", 0, {"move": (await sender.view(sender.players[0]))["decision"]["moves"][0]})
    await sender.do("POST", "/abort", 0, {"on": True})


async def go_back(sender: Sender, scene: Scene) -> None:
    """Send commands about games that somebody has left, wants back, or goes on with elsewhere."""
    sender.go_to(await playing(scene, settings={"turn_limit_ms": 1_000, "defaults_until_absent": 1}))
    scene.clock.ahead += 1_000
    await sender.do("POST", "/claim", 0)
    sender.go_to(await asks_back(scene))
    proposal = (await sender.view(sender.players[ADA]))["table"]["take_back"]["asked"]["proposal"]
    await sender.do("POST", "/take-back", ADA, {"proposal": proposal})
    sender.go_to(await over(scene))
    await sender.do("POST", "/fork", ADA, {"version": 4})


async def watch_and_talk(sender: Sender, scene: Scene) -> None:
    """Send commands about those who do not play."""
    sender.go_to(await playing_in_tournament(scene))
    cleo = (await sender.client.get("/v1/me", headers=sender.players[CLEO])).json()["id"]
    operator = await official(scene.app, "operator")
    await sender.do("POST", "/sight", operator, {"player": cleo})
    await sender.do("DELETE", f"/sight/{cleo}", operator)
    sender.go_to(await playing(scene, settings={"chat": "text"}))
    await sender.do("POST", "/chat/spectators", CLEO, {"text": "Hello"})


async def seek_and_announce(sender: Sender) -> None:
    """Send commands that are about no table."""
    sender.path = "/v1/seeks"
    await sender.do("POST", "", 0, {"game": "honors_4"})
    sender.path = "/v1/tournaments"
    sender.path = (await sender.do("POST", "", ADA, UPLOADED)).headers["location"]
    cleo = (await sender.client.get("/v1/me", headers=sender.players[CLEO])).json()["id"]
    await sender.do("POST", "/entrants", ADA, f"player\n{cleo}\n".encode())
    await sender.do("POST", "/commands", ADA, {"type": "open_registration"})


RETRYABLE = [name for name, spec in OPERATIONS.items() if spec.retryable]


@pytest.mark.parametrize("name", RETRYABLE)
async def test_the_same_request_is_answered_again(sent: Commands, name: str) -> None:
    command, answer = sent[name]

    again = await command.again(command.content)

    assert (again.status_code, again.content) == (answer.status_code, answer.content)


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
