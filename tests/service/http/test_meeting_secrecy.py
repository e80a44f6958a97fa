"""Seeks, invitations to private tables, blocks, mutes: nobody else is told of them, by any answer or stream.

Each time the same people meet at two services. What they do differs in something that is not for a third one's eyes.
The third one asks for everything, and tries everything, and gets the same bytes; whom it concerns does not.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import pytest
from litestar import Litestar

from service.live.pace import Pace
from tests.service.http.party import Header, id_of, newcomer
from tests.service.http.reading import NDJSON, Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

NOON = 1_764_547_200_000
BEATS = 3
NAMES = ("Ada", "Benedict", "Cleopatra", "Dorothea", "Eve")
QUICK = {"game": "honors_4", "options": {"players": 2}, "with_house_after": 3_600_000}
PRIVATE = {"game": "honors_4", "options": {"players": 4}, "visibility": "private", "settings": {"chat": "text"}}
UNLIKE = frozenset({"x-request-id", "etag", "date"})
"""Headers that differ between any two answers; the tag of an answer is made of what is in it."""


@dataclass
class Town:
    """People at a service, and the private table of one of them."""

    app: Litestar
    client: Client
    people: dict[str, Header]
    ids: dict[str, str]
    table: str = ""
    seek: str = str(uuid4())

    async def ask(self, who: str, method: str, path: str, body: Any = None) -> Any:
        """Let somebody ask for something that must be done."""
        answer = await self.client.request(method, f"/v1{path}", json=body, headers=self.people[who])
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def alike(self, text: str) -> str:
        """Return a text with names in place of ids."""
        known = {each: name for name, each in self.ids.items()} | {self.table: "a table", self.seek: "a seek"}
        text = re.sub("|".join(each for each in known if each), lambda found: known[found[0]], text)
        return re.sub(r'"instance":"[^"]*"', "", text)


@asynccontextmanager
async def town() -> AsyncIterator[Town]:
    """Give a service where it is always noon, with people, and a table where nobody has a seat."""
    surroundings = replace(in_memory(now=lambda: NOON, secret=lambda: bytes(32)), pace=Pace(heartbeat_seconds=0.02))
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        people = {name: await newcomer(client, name) for name in NAMES}
        ids = {name: await id_of(client, who) for name, who in people.items()}
        made = Town(app, client, people, ids)
        made.table = (await made.ask("Ada", "POST", "/tables", PRIVATE))["id"]
        yield made


def questions(town: Town) -> list[tuple[str, str, Any]]:
    """Return what a curious person asks, of everybody and everything, without changing anything for others."""
    table = f"/tables/{town.table}"
    of_people = [
        asked
        for each in town.ids.values()
        for asked in (
            ("GET", f"/players/{each}", None),
            ("GET", f"/players/{each}/games", None),
            ("GET", f"/tables?player={each}", None),
            ("DELETE", f"{table}/invitations/players/{each}", None),
            ("POST", f"{table}/invitations", {"player": each}),
        )
    ]
    paths = ["/seeks", "/seeks?game=honors_4", "/tables", "/tables?status=open", "/players?name=Be", "/history/games"]
    paths += [f"/me{end}" for end in ("", "/tables", "/seeks", "/blocks", "/mutes")]
    paths += [f"{table}{end}" for end in ("", "/view", "/events", "/chat/seats", "/chat/spectators", "/record")]
    paths += ["/limits", "/leaderboards/honors_4", f"/seeks/{town.seek}"]
    of_people += [("DELETE", f"/seeks/{town.seek}", None), ("POST", f"{table}/start", None)]
    return [*(("GET", path, None) for path in paths), *of_people, ("POST", f"{table}/seats", {})]


async def told(town: Town, who: str) -> list[Any]:
    """Return all that somebody is told: answers with their headers, and lines of streams."""
    found: list[Any] = []
    for method, path, body in questions(town):
        answer = await town.client.request(method, f"/v1{path}", json=body, headers=town.people[who])
        headers = {name: town.alike(value) for name, value in answer.headers.items() if name not in UNLIKE}
        found.append((method, town.alike(path), answer.status_code, headers, town.alike(answer.text)))
    for path in ("/v1/me/stream", f"/v1/tables/{town.table}/stream"):
        async with Stream(town.app, path, town.people[who] | {"Accept": NDJSON}, chat="true") as stream:
            beats = BEATS if stream.status == HTTPStatus.OK else 1
            found.append((stream.status, [town.alike((await stream.raw() or b"").decode()) for _ in range(beats)]))
    return found


async def sociable(town: Town, who: str) -> list[Any]:
    """Return what a player is told who challenges everybody, and invites everybody to a table of theirs."""
    answers = []
    for each in town.ids.values():
        wanted = {"game": "honors_4", "options": {"players": 2}, "seats": ["me"], "invite": [each]}
        answers.append(await town.client.post("/v1/tables", json=wanted, headers=town.people[who]))
    mine = await town.ask(who, "POST", "/tables", {"game": "honors_4", "visibility": "private"})
    for each in town.ids.values():
        path = f"/v1/tables/{mine['id']}/invitations"
        answers.append(await town.client.post(path, json={"player": each}, headers=town.people[who]))
    return [(each.status_code, each.json().get("code")) for each in answers]


Happening = Callable[[Town], Awaitable[None]]


def seeks(who: str) -> Happening:
    """Return what happens if somebody seeks."""

    async def happen(town: Town) -> None:
        town.seek = (await town.ask(who, "POST", "/seeks", QUICK))["id"]

    return happen


def invited(*guests: str, no: str = "") -> Happening:
    """Return what happens if some are invited to the private table, and one of them declines."""

    async def happen(town: Town) -> None:
        for guest in guests:
            await town.ask("Ada", "POST", f"/tables/{town.table}/invitations", {"player": town.ids[guest]})
        if no:
            await town.ask(no, "DELETE", f"/tables/{town.table}/invitations/players/{town.ids[no]}")

    return happen


def puts(who: str, where: str, whom: str) -> Happening:
    """Return what happens if somebody blocks or mutes another one, and both seek the same."""

    async def happen(town: Town) -> None:
        if whom:
            await town.ask(who, "PUT", f"/me/{where}/{town.ids[whom]}")

    return happen


async def apart(town: Town) -> None:
    """Let two players wait for the same who do not sit together."""
    await puts("Ada", "blocks", "Benedict")(town)
    town.seek = (await town.ask("Ada", "POST", "/seeks", QUICK))["id"]
    await town.ask("Benedict", "POST", "/seeks", QUICK)


TWINS: dict[str, tuple[Happening, Happening, tuple[str, ...], str]] = {
    "who seeks": (seeks("Ada"), seeks("Benedict"), ("Cleopatra", "Eve"), "Ada"),
    "who is invited": (invited("Benedict"), invited("Cleopatra"), ("Dorothea", "Eve"), "Benedict"),
    "how many are invited": (invited("Cleopatra"), invited("Cleopatra", "Benedict"), ("Eve",), "Benedict"),
    "who declines": (invited("Benedict"), invited("Benedict", no="Benedict"), ("Eve",), "Benedict"),
    "who blocks": (puts("Ada", "blocks", "Benedict"), puts("Ada", "blocks", ""), ("Eve", "Benedict"), "Ada"),
    "whom they block": (puts("Ada", "blocks", "Benedict"), puts("Ada", "blocks", "Dorothea"), ("Eve",), "Ada"),
    "who mutes": (puts("Ada", "mutes", "Benedict"), puts("Ada", "mutes", ""), ("Eve", "Benedict"), "Ada"),
    "who waits behind a block": (seeks("Ada"), apart, ("Eve",), "Benedict"),
}
"""For each secret two things that happen, those who are not to know which, and one who is."""


@pytest.mark.parametrize("secret", TWINS)
async def test_a_third_one_is_told_the_same(secret: str) -> None:
    *happenings, others, concerned = TWINS[secret]
    seen: list[dict[str, list[Any]]] = []
    for happening in happenings:
        async with town() as here:
            await happening(here)
            found = {who: await told(here, who) for who in others}
            found["Eve, who challenges all"] = await sociable(here, "Eve")
            seen.append(found | {"concerned": await told(here, concerned)})

    first, second = seen
    assert first.pop("concerned") != second.pop("concerned"), "it can be seen by those whom it concerns"
    for who, answers in first.items():
        assert [pair for pair in zip(answers, second[who], strict=True) if pair[0] != pair[1]] == [], who
