"""Tables of a round that have one deal: nobody learns anything of one through another before all of them are over."""

import random
from collections.abc import AsyncIterator

import pytest
from litestar import Litestar

from tests.service.http.party import Document, Header, Party, finish, newcomer, official, told
from tests.service.http.round import GAME, Round
from tests.service.http.surface import Client
from tests.service.http.test_knowing import OPERATIONS, answers, moves

READ = ["", "/view", "/view?seat=all", "/replay", "/events", "/stream", "/record", "/moves/suggestions"]
LISTS = ["/v1/tables", f"/v1/tables?game={GAME}", "/v1/tables?status=finished", "/v1/me/tables"]


async def life(app: Litestar, round_: Round, table: Party) -> AsyncIterator[str]:
    """Yield moments of the life of a table, from the start of its game to its end."""
    yield "open"
    await round_.begin(table)
    yield "begun"
    await moves(table, random.Random(1), 3)
    yield "three moves later"
    await finish(app, table, random.Random(2))
    yield "finished"


async def lists(client: Client, viewer: Header) -> list[str]:
    return [(await client.get(path, headers=viewer)).text for path in LISTS]


@pytest.mark.parametrize("who", ["a player", "one who has played", "a stranger"])
@pytest.mark.parametrize("operation", OPERATIONS)
async def test_no_answer_about_a_table_depends_on_it_while_another_goes_on(
    app: Litestar, client: Client, operation: str, who: str
) -> None:
    round_ = Round(app, client)
    here, there = await round_.table(), await round_.table()
    open_still = await round_.table()
    viewer = await newcomer(client) if who == "a stranger" else here.players[0]
    if who != "a stranger":
        await round_.begin(here)
    if who == "one who has played":
        await round_.end(here)

    said = {moment: await answers(app, there, viewer, operation) async for moment in life(app, round_, there)}

    assert len(said) == 4
    assert all(each == said["open"] for each in said.values()), said
    assert (await client.get(f"{open_still.path}/view", headers=open_still.players[0])).status_code == 403


async def test_no_list_of_tables_tells_of_another_table(app: Litestar, client: Client) -> None:
    round_ = Round(app, client)
    here, there, stranger = await round_.table(), await round_.table(), await newcomer(client)
    await round_.begin(here)
    viewers = [here.players[0], stranger]

    said = [[await lists(client, viewer) for viewer in viewers] async for _ in life(app, round_, there)]

    assert all(each == said[0] for each in said)
    assert there.id not in str(said)


async def test_a_player_sees_their_own_table_and_no_more_of_it_when_it_is_over(app: Litestar, client: Client) -> None:
    round_ = Round(app, client)
    here, there = await round_.table(), await round_.table()
    await round_.begin(here)
    await round_.begin(there)
    ada = here.players[0]
    shown = await here.view(ada)
    await finish(app, here, random.Random(3))

    over = [told(await client.get(f"{here.path}{path}", headers=ada)) for path in ("/record", "/view?seat=all")]

    assert shown["table"]["tournament"] == {"id": str(round_.tournament), "round": 1, "table": 1}
    assert (await here.view(ada))["table"]["status"] == "finished"
    assert over == [(409, "record_closed")] * 2


async def test_all_tables_open_to_all_when_the_last_one_is_over(app: Litestar, client: Client) -> None:
    round_ = Round(app, client)
    here, there, stranger = await round_.table(), await round_.table(), await newcomer(client)
    for table in (here, there):
        await round_.begin(table)
    await finish(app, here, random.Random(3))
    before = [(await client.get(f"{here.path}{path}", headers=stranger)).status_code for path in READ]

    await finish(app, there, random.Random(4))

    assert set(before) == {403}
    for path in ("", "/view", "/view?seat=all", "/replay", "/events", "/record"):
        assert (await client.get(f"{here.path}{path}", headers=stranger)).status_code == 200, path
        assert (await client.get(f"{there.path}{path}", headers=here.players[0])).status_code == 200, path


async def test_all_tables_have_the_same_cards(app: Litestar, client: Client) -> None:
    round_ = Round(app, client)
    tables = [await round_.table() for _ in range(2)]
    for table in tables:
        await round_.begin(table)
    for table in tables:
        await round_.end(table)

    (one, *_), (other, *_) = [
        [
            event["event"]
            for event in (await client.get(f"{table.path}/record", headers=table.players[0])).json()["events"]
            if event["event"]["type"] == "deal_started"
        ]
        for table in tables
    ]

    assert {name: value for name, value in one.items() if name != "at"} == {
        name: value for name, value in other.items() if name != "at"
    }


@pytest.mark.parametrize(("settings", "watched"), [({}, True), ({"spectators": False}, False)])
async def test_a_table_that_shares_nothing_is_watched_once_it_plays(
    app: Litestar, client: Client, settings: Document, watched: bool
) -> None:
    round_ = Round(app, client, shares_deal=False)
    table, stranger = await round_.table(**settings), await newcomer(client)
    before = await client.get(f"{table.path}/view", headers=stranger)
    await round_.begin(table)

    now = await client.get(f"{table.path}/view", headers=stranger)

    assert told(before) == (403, "forbidden")
    assert now.status_code == (200 if watched else 403)


async def test_an_operator_who_plays_the_deal_does_not_watch_it_elsewhere(app: Litestar, client: Client) -> None:
    round_ = Round(app, client)
    operator = await official(app, "operator")
    here, there = await round_.table([operator, await newcomer(client)]), await round_.table()
    for table in (here, there):
        await round_.begin(table)

    assert told(await client.get(f"{there.path}/view", headers=operator)) == (403, "forbidden")


async def test_a_player_who_plays_on_for_somebody_sees_their_seat_and_the_other_sees_nothing(
    app: Litestar, client: Client
) -> None:
    round_ = Round(app, client)
    table, other = await round_.table(), await round_.table()
    await round_.begin(table)
    await round_.begin(other)
    ada, substitute = table.players[0], await newcomer(client)
    seen = await table.view(ada)

    table.players[0] = substitute
    await round_.seat(Party(client, [substitute], table.path))

    assert (await table.view(substitute))["state"] == seen["state"]
    assert told(await client.get(f"{table.path}/view", headers=ada)) == (403, "forbidden")
