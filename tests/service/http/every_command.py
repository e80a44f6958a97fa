"""A command for each operation that takes a key, sent once, to be sent again."""

import json
from uuid import uuid4

import httpx

from tests.openapi.promised import operation
from tests.service.http.occasions import (
    ADA,
    CLEO,
    TOURNAMENT,
    Scene,
    asks_back,
    over,
    playing,
    playing_in_tournament,
)
from tests.service.http.party import SHORT, Document, Header, Party, id_of, newcomer, official
from tests.service.http.surface import Client

UPLOADED: Document = {"settings": TOURNAMENT | {"registration": "upload"}}
"""The announcement of a tournament whose entrants are uploaded."""


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


async def every_command(scene: Scene) -> Commands:
    """Send a command for each operation that takes a key."""
    sender = Sender(Party(scene.client, [await newcomer(scene.client) for _ in range(2)], "/v1/tables"))
    await play(sender)
    await go_back(sender, scene)
    await watch_and_talk(sender, scene)
    await seek_and_announce(sender)
    return sender.commands


async def play(sender: Sender) -> None:
    """Send the commands of a table from its opening to the first move, and those that call it off."""
    guest = await id_of(sender.client, await newcomer(sender.client))
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
    cleo = await id_of(sender.client, sender.players[CLEO])
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
    cleo = await id_of(sender.client, sender.players[CLEO])
    await sender.do("POST", "/entrants", ADA, f"player\n{cleo}\n".encode())
    await sender.do("POST", "/commands", ADA, {"type": "open_registration"})
