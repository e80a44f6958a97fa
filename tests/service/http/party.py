"""Players who meet over HTTP: each has a token and makes the moves that the service offers."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import httpx
from litestar import Litestar

from domain.table import MakeMove
from service.accounts.accounts import Accounts
from service.accounts.scopes import Role
from service.play.engine import Engine
from tests.service.http.surface import Client
from tests.service.workers import any_move, is_finished

Header = dict[str, str]
Document = dict[str, Any]


async def pages_of(client: Client, path: str, header: Header, **asked: Any) -> list[Document]:
    """Return the pages of a list, following the links, which lead to what the cursors name."""
    answer = await client.get(path, params=asked, headers=header)
    found: list[Document] = [answer.json()]
    while link := answer.headers.get("link"):
        target = link.removeprefix("<").removesuffix('>; rel="next"')
        assert found[-1]["next_cursor"] in target
        answer = await client.get(target, headers=header)
        found.append(answer.json())
    assert found[-1]["next_cursor"] is None
    return found


QUICK: Mapping[str, Document] = {
    "friendlier_than_thou": {"so_moved_window_ms": 100},
    "honors_1": {"max_deals": 1},
    "honors_2": {"max_deals": 1},
    "honors_3": {"max_deals": 1, "deal_ms": 30_000, "stall_ms": 10_000},
    "honors_4": {"max_deals": 2, "max_rounds": 10},
    "medieval_mastery": {"max_deals": 1, "stall_limit": 4},
}
"""Options with which nobody plays or waits longer than they must, by game."""

SHORT: Document = {"options": {"players": 2, "leading": "programmed"}}
"""What makes a game of Friendlier Than Thou short: there is no clock in it."""


async def newcomer(client: Client, name: str = "Somebody") -> Header:
    """Make a player; return the header that speaks for them."""
    answer = await client.post("/v1/players", json={"name": name})
    return {"Authorization": f"Bearer {answer.json()['token']}"}


async def id_of(client: Client, who: Header) -> str:
    """Return the id of the player for whom a header speaks."""
    return str((await client.get("/v1/me", headers=who)).json()["id"])


def told(answer: httpx.Response) -> tuple[int, str]:
    """Return the status of an answer, and the code if it is a problem."""
    return answer.status_code, answer.json().get("code", "")


async def official(app: Litestar, role: Role) -> Header:
    """Make a player with a role; return the header that speaks for them."""
    accounts: Accounts = app.state.services.accounts
    player = await accounts.create_player("Olga")
    return {"Authorization": f"Bearer {await accounts.issue_token(player.id, role)}"}


class Party:
    """Players at one table. `players` are their headers by seat; the one on seat 0 has opened the table."""

    def __init__(self, client: Client, players: list[Header], path: str) -> None:
        self.client = client
        self.players = players
        self.path = path

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.path.rpartition("/")[2]

    async def view(self, header: Header, **parameters: Any) -> Document:
        """Return what somebody sees."""
        answer = await self.client.get(f"{self.path}/view", headers=header, params=parameters or None)
        assert answer.status_code == 200, answer.text
        document: Document = answer.json()
        return document

    async def start(self, entropy: str | None = None) -> None:
        """Let all sit down, invited if they have to be, with this text for the shuffles; and start the game."""
        shown = await self.client.get(self.path, headers=self.players[0])
        for player in self.players[1:] if shown.json()["visibility"] == "private" else ():
            await self.invite(player)
        for seat, player in enumerate(self.players):
            body = {"seat": seat, "entropy": entropy}
            answer = await self.client.post(f"{self.path}/seats", json=body, headers=player)
            assert answer.status_code == 201, answer.text
        answer = await self.client.post(f"{self.path}/start", headers=self.players[0])
        assert answer.status_code == 200, answer.text

    async def invite(self, guest: Header) -> None:
        """Let the creator invite a player, who may be invited already."""
        body = {"player": await id_of(self.client, guest)}
        answer = await self.client.post(f"{self.path}/invitations", json=body, headers=self.players[0])
        assert answer.status_code == 200 or answer.json()["code"] == "already_invited", answer.text

    async def choice(self, dice: random.Random) -> tuple[int, Document] | None:
        """Return a seat that may act and one of its moves, as soon as there is one; None when the game is over."""
        acting: Sequence[int] = range(len(self.players))
        while True:
            seat = dice.choice(acting)
            view = await self.view(self.players[seat])
            if view["table"]["status"] == "finished":
                return None
            if view["decision"]:
                return seat, {"move": dice.choice(view["decision"]["moves"])}
            acting = [each for each in view["state"]["to_act"] if each < len(self.players) and each != seat]
            if not acting:  # only the clock can go on, or a house player, or somebody who does not sit by their number
                await asyncio.sleep(0.02)
                acting = range(len(self.players))

    async def play(self, dice: random.Random, until: Callable[[Document], bool] | None = None) -> Document:
        """Make random moves until the game is over or something is so; return what the player on seat 0 sees then."""
        while until is None or not until(await self.view(self.players[0])):
            if not await self.move(dice):
                break
        return await self.view(self.players[0])

    async def move(self, dice: random.Random) -> bool:
        """Make a random move as soon as a seat may act; return whether it was made: the game may be over."""
        chosen = await self.choice(dice)
        if chosen is not None:
            await self.client.post(f"{self.path}/moves", json=chosen[1], headers=self.players[chosen[0]])
        return chosen is not None

    async def say(self, who: Header, text: str, channel: str = "seats") -> None:
        """Let somebody say something."""
        answer = await self.client.post(f"{self.path}/chat/{channel}", json={"text": text}, headers=who)
        assert answer.status_code == 201, answer.text


async def table_of(client: Client, players: list[Header], game: str, **opening: Any) -> Party:
    """Let players meet at a new table, which the first of them opens. They are still standing."""
    answer = await client.post("/v1/tables", json={"game": game, **opening}, headers=players[0])
    assert answer.status_code == 201, answer.text
    return Party(client, players, answer.headers["location"])


async def finish(app: Litestar, table: Party, dice: random.Random) -> None:
    """Let players make random moves until the game is over, without requests: they take ten times as long."""
    engine: Engine = app.state.services.parlour.engine
    now = await engine.head(UUID(table.id))
    while not is_finished(now):
        chosen = any_move(now, dice)
        assert chosen is not None, "only the clock can go on"
        player = now.table.seats[chosen[0]]
        assert player is not None
        now = (await engine.execute(UUID(table.id), MakeMove(player, chosen[1]))).snapshot


async def party(client: Client, game: str, number: int, **opening: Any) -> Party:
    """Let a number of new players meet at a new table. They are still standing."""
    return await table_of(client, [await newcomer(client) for _ in range(number)], game, **opening)


async def meeting(client: Client, **opening: Any) -> Party:
    """Let two players meet for the shortest game, one without a clock."""
    return await party(client, "friendlier_than_thou", 2, **SHORT, **opening)


async def over(app: Litestar, client: Client, **opening: Any) -> Party:
    """Return such a table whose game has been played to its end."""
    table = await meeting(client, **opening)
    await table.start()
    await finish(app, table, random.Random(1))
    return table
