"""The page of a player: what others may know of them, as far as they show it."""

from typing import Any
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from projections.history import Rows
from tests.projections.history.made import BEN, game
from tests.service.history.test_results import Given
from tests.service.http.party import Document, Header, id_of, newcomer
from tests.service.http.surface import Client

DAY, AT = "2025-12-01", 1_764_633_599_999
"""A day, and its last millisecond in UTC."""


@pytest.fixture
def app(told: Litestar) -> Litestar:
    """The service over a history of games that are given."""
    return told


@pytest.fixture
async def ada(app: Litestar, client: Client) -> Header:
    app.state.services.accounts.now = lambda: AT
    return await newcomer(client, "Ada")


async def opened(client: Client, header: Header, **how: Any) -> str:
    """Return the id of a new table where somebody sits."""
    table = (await client.post("/v1/tables", json={"game": "literature", **how}, headers=header)).json()["id"]
    await client.post(f"/v1/tables/{table}/seats", json={}, headers=header)
    return str(table)


async def path_of(client: Client, header: Header) -> str:
    """Return the path of somebody's page."""
    return f"/v1/players/{(await client.get('/v1/me', headers=header)).json()['id']}"


async def won_by(client: Client, header: Header) -> Rows:
    """Return the rows of a game that somebody has won."""
    return game([UUID(await id_of(client, header)), BEN], "12")


async def show(client: Client, header: Header, *shows: str) -> httpx.Response:
    """Let somebody's page show some of its parts."""
    return await client.patch("/v1/me", json={"shows": shows}, headers=header)


def listed(page: Document) -> list[str]:
    """Return the ids of the tables on a page."""
    return [table["id"] for table in page["tables"]]


async def test_a_page_has_the_day_and_the_tables_that_strangers_find_in_the_lobby(client: Client, ada: Header) -> None:
    await opened(client, ada, visibility="private")
    first, last = await opened(client, ada), await opened(client, ada)
    playing = await opened(
        client, ada, game="honors_4", options={"players": 2}, seats=[None, "random"], auto_start=True
    )
    await opened(client, await newcomer(client, "Ben"))
    path = await path_of(client, ada)
    strangers, mine = await client.get(path), await client.get(path, headers=ada)

    assert strangers.json() == mine.json()
    assert (mine.json()["since"], listed(mine.json())) == (DAY, [playing, last, first])
    lobby = (await client.get("/v1/tables")).json()["tables"]
    assert all(table in lobby for table in mine.json()["tables"])


async def test_a_page_has_at_most_twenty_tables(client: Client, ada: Header) -> None:
    tables = [await opened(client, ada) for _ in range(21)]

    assert listed((await client.get(await path_of(client, ada))).json()) == tables[:0:-1]


async def test_what_a_player_hides_is_collected_nowhere(client: Client, ada: Header, given: Given) -> None:
    path, ben = await path_of(client, ada), await newcomer(client, "Ben")
    given.given.append(await won_by(client, ada))
    table = await opened(client, ada)
    before = (await client.get(path)).json()
    hidden = await show(client, ada)
    page = (await client.get(path, headers=ben)).json()
    games = [(await client.get(f"{path}/games", headers=header)).json()["games"] for header in (ada, ben, {})]
    tables = [
        (await client.get("/v1/tables", params={"player": before["id"]}, headers=header)).json()["tables"]
        for header in (ada, ben, {})
    ]

    assert (len(before["games"]), listed(before), before["since"]) == (1, [table], DAY)
    assert (hidden.status_code, hidden.json()["shows"]) == (200, [])
    assert (page["name"], page["bot"]) == ("Ada", False)
    assert (page["shows"], page["games"], page["tables"], page["since"]) == ([], [], [], None)
    assert [len(found) for found in games] == [1, 0, 0]
    assert [len(found) for found in tables] == [1, 0, 0]
    assert table in (await client.get("/v1/tables")).text


@pytest.mark.parametrize("part", ["since", "statistics", "tables"])
async def test_each_part_is_shown_by_itself(client: Client, ada: Header, given: Given, part: str) -> None:
    path = await path_of(client, ada)
    given.given.append(await won_by(client, ada))
    await opened(client, ada)
    await show(client, ada, part, part)
    page = (await client.get(path)).json()

    assert page["shows"] == [part]
    there = {"since": page["since"] is not None, "statistics": page["games"] != [], "tables": page["tables"] != []}
    assert there == dict.fromkeys(there, False) | {part: True}


async def test_name_and_page_are_changed_apart(client: Client, ada: Header) -> None:
    await show(client, ada, "tables")
    renamed = await client.patch("/v1/me", json={"name": "Ada King"}, headers=ada)
    nothing = await client.patch("/v1/me", json={}, headers=ada)
    both = await client.patch("/v1/me", json={"name": "Ada", "shows": ["since"]}, headers=ada)
    refused = await client.patch("/v1/me", json={"name": "Random", "shows": []}, headers=ada)

    for answer, name, shows in (
        (renamed, "Ada King", ["tables"]),
        (nothing, "Ada King", ["tables"]),
        (both, "Ada", ["since"]),
    ):
        assert (answer.json()["name"], answer.json()["shows"]) == (name, shows)
    assert refused.status_code == 409
    assert (await client.get("/v1/me", headers=ada)).json() == both.json()


@pytest.mark.parametrize("shows", [None, "tables", ["name"], [1], [["tables"]], {"tables": True}])
async def test_no_parts_of_a_page(client: Client, ada: Header, shows: object) -> None:
    answer = await client.patch("/v1/me", json={"shows": shows}, headers=ada)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")
    assert answer.json()["errors"][0]["pointer"].startswith("/shows")


async def test_nothing_is_shown_of_a_former_player(client: Client, ada: Header, given: Given) -> None:
    path = await path_of(client, ada)
    given.given.append(await won_by(client, ada))
    await opened(client, ada)
    await client.delete("/v1/me", headers=ada)
    page = (await client.get(path)).json()

    assert (page["former"], page["shows"], page["games"], page["tables"], page["since"]) == (True, [], [], [], None)
    assert (await client.get(f"{path}/games")).json()["games"] == []


async def test_a_page_is_kept_for_a_second_for_strangers_and_asked_for_again_by_all_others(
    client: Client, ada: Header
) -> None:
    path = await path_of(client, ada)
    strangers, mine = await client.get(path), await client.get(path, headers=ada)
    again = {"If-None-Match": mine.headers["etag"]}
    unchanged = await client.get(path, headers=ada | again)
    await show(client, ada, "tables")
    changed = await client.get(path, headers=ada | again)

    assert strangers.headers["cache-control"] == "public, max-age=1"
    assert mine.headers["cache-control"] == "private, no-cache"
    assert strangers.headers["vary"] == mine.headers["vary"] == "Authorization"
    assert (unchanged.status_code, changed.status_code) == (304, 200)
