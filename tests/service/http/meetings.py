"""Tournaments over HTTP, as their directors and players have them."""

from typing import Any
from uuid import uuid4

import httpx

from tests.service.http.party import Document, Header, id_of, newcomer
from tests.service.http.surface import Client
from tests.service.workers import eventually

SETTINGS: Document = {
    "game": "honors_4",
    # The person at seat 0 opens: else a house player with a very good hand could end the deal at once.
    "options": {"max_deals": 1, "max_rounds": 10, "dealer": 1},
    "seating": {"format": "swiss", "rounds": 2, "places": 2},
    "scoring": "matchpoints",
    "tie_breaks": ["wins", "best_deals"],
    "registration": "open",
    "correction_ms": 0,
}


NOBODY = "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"


class Meeting:
    """A tournament, and who directs it; `done` has what was asked, each with its key and answer."""

    def __init__(self, client: Client, director: Header, path: str) -> None:
        self.client = client
        self.director = director
        self.path = path
        self.done: list[tuple[Header, str, Document, str, httpx.Response]] = []

    async def ask(self, who: Header, kind: str, key: str | None = None, **fields: Any) -> httpx.Response:
        """Ask something of the tournament."""
        key = key or str(uuid4())
        headers = who | {"Idempotency-Key": key}
        answer = await self.client.post(f"{self.path}/commands", json={"type": kind, **fields}, headers=headers)
        if answer.is_success:
            self.done.append((who, kind, fields, key, answer))
        return answer

    async def must(self, who: Header, kind: str, **fields: Any) -> Document:
        """Ask something that must be done."""
        answer = await self.ask(who, kind, **fields)
        assert answer.status_code == 200, answer.text
        document: Document = answer.json()
        return document

    async def get(self, who: Header, path: str = "", **parameters: Any) -> httpx.Response:
        return await self.client.get(f"{self.path}{path}", headers=who, params=parameters or None)

    async def shown(self, who: Header, path: str = "", **parameters: Any) -> Document:
        answer = await self.get(who, path, **parameters)
        assert answer.status_code == 200, answer.text
        document: Document = answer.json()
        return document

    async def until_round(self, number: int, state: str = "finished") -> None:
        """Wait until a round is in a state."""

        async def is_so() -> bool:
            rounds = (await self.shown(self.director))["tournament"]["rounds"]
            return len(rounds) >= number and rounds[number - 1]["state"] == state

        await eventually(is_so)

    async def until(self, state: str) -> None:
        """Wait until the tournament is in a state."""

        async def is_so() -> bool:
            return bool((await self.shown(self.director))["tournament"]["state"] == state)

        await eventually(is_so)


async def announced(client: Client, **settings: Any) -> Meeting:
    """Announce a tournament."""
    director = await newcomer(client, "Dora")
    body = {"settings": SETTINGS | settings, "title": "An evening"}
    answer = await client.post("/v1/tournaments", json=body, headers=director)
    assert answer.status_code == 201, answer.text
    return Meeting(client, director, answer.headers["location"])


async def of_house(client: Client, players: int = 8, **settings: Any) -> Meeting:
    """Start a tournament of house players."""
    meeting = await announced(client, **settings)
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(meeting.director, "add_house", count=players)
    await meeting.must(meeting.director, "open_check_in")
    await meeting.must(meeting.director, "start_rounds")
    return meeting


async def play_round(meeting: Meeting, number: int) -> None:
    await meeting.must(meeting.director, "draft_round")
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(number)


PATHS = [
    "",
    "/entrants",
    "/rounds/1",
    "/rulings",
    "/standings",
    "/events",
    "/events?after=5",
    "/rounds/1/deals",
    "/record",
]


async def answers(meeting: Meeting, who: Header) -> list[tuple[int, Any, str | None]]:
    """Return all that somebody is answered about a tournament, except the ids of requests."""
    found = []
    for path in PATHS:
        answer = await meeting.client.get(f"{meeting.path}{path}", headers=who)
        body = answer.json()
        body.pop("instance", None)
        found.append((answer.status_code, body, answer.headers.get("etag")))
    return found


async def with_people(client: Client, **settings: Any) -> tuple[Meeting, list[Header]]:
    """Draft a round where two people each meet a house player, and two house players each other."""
    meeting = await announced(client, **settings)
    await meeting.must(meeting.director, "open_registration")
    players = [await newcomer(client) for _ in range(2)]
    ids = [await id_of(client, player) for player in players]
    for player in players:
        await meeting.must(player, "register")
    await meeting.must(meeting.director, "add_house", count=4)
    await meeting.must(meeting.director, "open_check_in")
    for player, me in zip(players, ids, strict=True):
        await meeting.must(player, "check_in", entrant=me)
    await meeting.must(meeting.director, "start_rounds")
    entrants = [each["id"] for each in (await meeting.shown(meeting.director, "/entrants"))["entrants"]]
    of_house = [each for each in entrants if each not in ids]
    pairs = [*zip(ids, of_house, strict=False), tuple(of_house[2:])]
    tables = [{"number": number, "entrants": list(pair)} for number, pair in enumerate(pairs, start=1)]
    await meeting.must(meeting.director, "draft_round")
    await meeting.must(meeting.director, "edit_draft", draft={"round": 1, "tables": tables, "byes": []})
    return meeting, players


async def has_result(meeting: Meeting) -> bool:
    """Return whether the director sees the result of a table."""
    tables = (await meeting.shown(meeting.director, "/rounds/1"))["round"]["tables"]
    return any(table["result"] for table in tables)


async def cursor(meeting: Meeting, who: Header) -> str:
    """Return where the events of a tournament end for somebody."""
    return str((await meeting.shown(who, "/events", limit=1000))["cursor"])


async def upload(meeting: Meeting, text: str | bytes, media_type: str = "text/csv; charset=utf-8") -> httpx.Response:
    headers = meeting.director | {"Content-Type": media_type}
    return await meeting.client.post(f"{meeting.path}/entrants", content=text, headers=headers)


async def ids(client: Client, number: int) -> list[str]:
    """Make players; return their ids."""
    return [await id_of(client, await newcomer(client)) for _ in range(number)]
