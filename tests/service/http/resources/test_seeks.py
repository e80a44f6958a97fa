"""Seeks over HTTP: who seeks the same is seated at one table, and nobody sees who seeks what."""

import asyncio
import dataclasses
from typing import Any
from uuid import UUID, uuid4

import pytest
from litestar import Litestar

from service.live.pace import Pace
from service.meeting.memory import MemorySeeks
from service.meeting.port import Draw, NewSeek
from tests.service.http.party import Document, Header, id_of, newcomer
from tests.service.http.reading import SSE, Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

QUICK: Document = {"game": "honors_4", "options": {"players": 2}}


async def seek(client: Client, who: Header, body: Document = QUICK, key: str | None = None) -> Document:
    """Let somebody seek; return the seek."""
    header = who if key is None else who | {"Idempotency-Key": key}
    answer = await client.post("/v1/seeks", json=body, headers=header)
    assert answer.status_code == 201, answer.text
    found: Document = answer.json()
    assert answer.headers["location"] == f"/v1/seeks/{found['id']}"
    return found


async def own(client: Client, who: Header, found: Document) -> Document:
    """Return a seek as it stands."""
    document: Document = (await client.get(f"/v1/seeks/{found['id']}", headers=who)).json()
    return document


async def test_somebody_who_blocks_somebody_while_their_seek_is_made_is_not_seated_with_them(
    app: Litestar, client: Client
) -> None:
    ada, ben = await newcomer(client), await newcomer(client)
    ben_is, seeks = await id_of(client, ben), app.state.services.seeks
    ask = seeks.ask

    async def blocking(*asked: Any) -> Any:
        seeks.ask = ask
        await client.put(f"/v1/me/blocks/{ben_is}", headers=ada)
        return await ask(*asked)

    seeks.ask = blocking
    waiting = await seek(client, ada)

    assert (await seek(client, ben))["state"] == "waiting"
    assert (await own(client, ada, waiting))["state"] == "waiting"


async def test_two_who_seek_the_same_are_seated(client: Client) -> None:
    ada, ben = await newcomer(client), await newcomer(client)
    waiting = await seek(client, ada)
    assert (waiting["state"], waiting["table"], waiting["seat"]) == ("waiting", None, None)
    assert waiting["options"]["players"] == 2
    assert (await client.get("/v1/me/seeks", headers=ada)).json() == {"seeks": [waiting]}

    seated = await seek(client, ben, {"game": "honors_4", "players": 2})

    assert seated["state"] == "seated"
    mine = await own(client, ada, waiting)
    assert (mine["state"], mine["table"]) == ("seated", seated["table"])
    assert {mine["seat"], seated["seat"]} == {0, 1}
    for who, found in ((ada, mine), (ben, seated)):
        view = (await client.get(f"/v1/tables/{found['table']}/view", headers=who)).json()
        assert (view["table"]["status"], view["seat"]) == ("playing", found["seat"])
        assert (await client.get("/v1/me/seeks", headers=who)).json() == {"seeks": []}
    header = (await client.get(f"/v1/tables/{mine['table']}")).json()
    assert header["settings"]["turn_limit_ms"] == 3 * 24 * 60 * 60 * 1000


@pytest.mark.parametrize(
    "other",
    [
        {"game": "honors_2", "options": {"players": 2}},
        {"game": "honors_4", "options": {"players": 3}},
        {"game": "honors_4", "options": {"players": 2, "dealer": 1}},
        {"game": "honors_4", "options": {"players": 2}, "settings": {"turn_limit_ms": 60_000}},
        {"game": "honors_4", "options": {"players": 2}, "settings": {"spectators": False}},
    ],
)
async def test_a_player_who_seeks_something_else_waits(client: Client, other: Document) -> None:
    first = await seek(client, await newcomer(client))
    second = await seek(client, await newcomer(client), other)

    assert [first["state"], second["state"]] == ["waiting", "waiting"]


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"game": "bridge"}, "no_such_game", "/game"),
        ({"game": "honors_4", "options": {"players": 99}}, "invalid_option", "/options/players"),
        ({"game": "honors_4", "players": 99}, "invalid_body", "/players"),
        ({"game": "literature", "players": 4}, "invalid_body", "/players"),
        ({"game": "literature", "options": {"players": 4}}, "invalid_option", "/options/players"),
        ({"game": "literature", "options": {"players": 6.0}}, "invalid_option", "/options/players"),
        ({"game": "honors_4", "players": 3, "options": {"players": 2}}, "invalid_body", "/players"),
        ({"game": "honors_4", "with_house_after": 3_600_001}, "invalid_body", "/with_house_after"),
        ({"game": "honors_4", "colour": "red"}, "unknown_field", "/colour"),
    ],
)
async def test_a_bad_seek_is_refused(client: Client, ada: Header, body: Document, code: str, pointer: str) -> None:
    answer = await client.post("/v1/seeks", json=body, headers=ada)

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert (await client.get("/v1/me/seeks", headers=ada)).json() == {"seeks": []}


async def test_a_player_has_five_seeks_and_the_same_twice_is_the_same(client: Client, ada: Header) -> None:
    bodies = [QUICK | {"settings": {"turn_limit_ms": limit * 1_000}} for limit in range(1, 6)]
    seeks = [await seek(client, ada, body) for body in bodies]

    again = await seek(client, ada, bodies[2] | {"with_house_after": 60_000})
    many = await client.post("/v1/seeks", json=QUICK, headers=ada)

    assert again["id"] == seeks[2]["id"]
    assert again["with_house_at"] is not None
    assert (many.status_code, many.json()["code"]) == (409, "too_many_seeks")
    await seek(client, await newcomer(client), bodies[0])
    assert [(await own(client, ada, each))["state"] for each in seeks] == ["seated", *["dropped"] * 4]


async def test_a_key_makes_one_seek_even_when_it_is_over(client: Client, ada: Header) -> None:
    first = await seek(client, ada, key="one")
    await seek(client, await newcomer(client))

    again = await seek(client, ada, key="one")
    other = await client.post("/v1/seeks", json=QUICK | {"players": 2}, headers=ada | {"Idempotency-Key": "one"})

    assert (again["id"], again["state"]) == (first["id"], "seated")
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


async def test_a_seek_is_withdrawn_unless_it_is_too_late(client: Client, ada: Header) -> None:
    found = await seek(client, ada)
    path = f"/v1/seeks/{found['id']}"

    first, again = [await client.delete(path, headers=ada) for _ in range(2)]
    assert [first.status_code, again.status_code] == [204, 204]
    assert (await own(client, ada, found))["state"] == "withdrawn"
    assert (await seek(client, await newcomer(client)))["state"] == "waiting"
    mine = await seek(client, ada)
    late = await client.delete(f"/v1/seeks/{mine['id']}", headers=ada)
    assert (late.status_code, late.json()["code"]) == (409, "seek_over")


async def test_nobody_sees_who_seeks(client: Client, ada: Header) -> None:
    ben = await newcomer(client)
    found = await seek(client, ada, QUICK | {"with_house_after": 3_600_000})
    await seek(client, ben, {"game": "literature"})
    path = f"/v1/seeks/{found['id']}"

    strangers = [await client.request(method, f"{path}{end}", headers=ben) for method, end in OF_OTHERS]
    none = [await client.request(method, f"/v1/seeks/{uuid4()}{end}", headers=ben) for method, end in OF_OTHERS]
    lobby = await client.get("/v1/seeks")
    of_game = await client.get("/v1/seeks", params={"game": "honors_4"}, headers=ben)

    assert {answer.status_code for answer in strangers} == {404}
    assert [without_instance(answer.json()) for answer in strangers] == [
        without_instance(answer.json()) for answer in none
    ]
    assert lobby.headers["cache-control"] == "public, max-age=1"
    assert sorted(each["game"] for each in lobby.json()["seeks"]) == ["honors_4", "literature"]
    assert of_game.json()["seeks"] == [
        {
            "game": "honors_4",
            "options": found["options"],
            "settings": found["settings"],
            "waiting": 1,
            "missing": 1,
            "with_house": 1,
            "since": found["asked_at"],
        }
    ]
    for secret in (await id_of(client, ada), found["id"]):
        assert secret not in lobby.text
    wrong = await client.get("/v1/seeks", params={"game": "bridge"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid_parameter")
    assert (await client.get(path)).status_code == 401


OF_OTHERS = [("GET", ""), ("DELETE", ""), ("GET", "/stream")]


def without_instance(problem: Document) -> Document:
    """Return a problem without the id of its request."""
    return {name: value for name, value in problem.items() if name != "instance"}


async def test_house_players_come_in_time(client: Client, ada: Header) -> None:
    found = await seek(client, ada, {"game": "literature", "with_house_after": 0})

    while found["state"] == "waiting":
        await asyncio.sleep(0.02)
        found = await own(client, ada, found)

    assert found["state"] == "seated"
    table = (await client.get(f"/v1/tables/{found['table']}", headers=ada)).json()
    assert [seat["kind"] for seat in table["presence"]].count("house") == 5


@pytest.mark.parametrize("form", ["application/x-ndjson", SSE])
async def test_a_stream_tells_when(app: Litestar, client: Client, ada: Header, form: str) -> None:
    found = await seek(client, ada)
    async with Stream(app, f"/v1/seeks/{found['id']}/stream", ada | {"Accept": form}, cancel="close") as stream:
        assert await stream.line() == {"type": "seek", "cursor": "waiting", "seek": found | {"expires_at": ANY}}
        other = await seek(client, await newcomer(client))
        seated, end = await stream.rest()

    assert (seated["type"], seated["seek"]["state"]) == ("seek", "seated")
    assert (seated["seek"]["table"], seated["seek"]["seat"]) == (other["table"], 1 - other["seat"])
    assert (end["type"], end["why"], end["table"]) == ("end", "over", other["table"])


class Anything:
    """Equals everything."""

    def __eq__(self, _: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


ANY = Anything()


async def test_the_stream_of_a_player_has_the_table(app: Litestar, client: Client, ada: Header) -> None:
    found = await seek(client, ada)
    async with Stream(app, "/v1/me/stream", ada) as stream:
        other = await seek(client, await newcomer(client))
        view = await stream.line()

    assert (view["type"], view["table"]) == ("view", other["table"])
    assert view["view"]["seat"] == (await own(client, ada, found))["seat"]


@pytest.mark.parametrize(("query", "state"), [({"cancel": "close"}, "withdrawn"), ({}, "waiting")])
async def test_a_seek_may_end_with_its_stream(
    app: Litestar, client: Client, ada: Header, query: dict[str, str], state: str
) -> None:
    found = await seek(client, ada)
    async with Stream(app, f"/v1/seeks/{found['id']}/stream", ada, **query) as stream:
        await stream.line()

    assert (await own(client, ada, found))["state"] == state


async def test_to_ask_for_the_head_of_a_stream_withdraws_no_seek(client: Client, ada: Header) -> None:
    found = await seek(client, ada)

    answer = await client.head(f"/v1/seeks/{found['id']}/stream", params={"cancel": "close"}, headers=ada)

    assert answer.status_code == 200
    assert (await own(client, ada, found))["state"] == "waiting"


@pytest.mark.parametrize("pace", [Pace(token_seconds=0.0, heartbeat_seconds=0.05)], indirect=True)
async def test_nothing_is_left_of_a_forgotten_player(app: Litestar, client: Client, ada: Header) -> None:
    found = await seek(client, ada)
    async with Stream(app, f"/v1/seeks/{found['id']}/stream", ada) as stream:
        await stream.line()
        assert (await client.delete("/v1/me", headers=ada)).status_code == 204
        assert [line["why"] for line in await stream.rest()] == ["revoked"]

    assert (await client.get("/v1/seeks")).json() == {"seeks": []}
    assert (await seek(client, await newcomer(client)))["state"] == "waiting"


class ForgottenAtOnce(MemorySeeks):
    """Seeks whose players are forgotten right after they were made."""

    async def add(self, wanted: NewSeek, draw: Draw) -> UUID:
        """Keep a seek, and forget its player."""
        seek = await super().add(wanted, draw)
        await self.forget(wanted.player)
        return seek


async def test_nobody_knows_who_is_forgotten_while_they_seek() -> None:
    surroundings = dataclasses.replace(in_memory(), seeks=ForgottenAtOnce())
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        answer = await client.post("/v1/seeks", json=QUICK, headers=await newcomer(client))

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
