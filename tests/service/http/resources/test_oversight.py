"""Who looks at a table beside those who play: with a reason, recorded first, and told to the players afterwards."""

import dataclasses
import json
import random
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar

from domain.table import RevokeSight
from service.accounts.memory import MemoryAccounts
from service.accounts.port import Look
from service.app import Surroundings
from service.store import StoreUnavailable
from tests.service.http.party import Document, Header, Party, id_of, meeting, newcomer, official, pages_of, table_of
from tests.service.http.reading import Stream
from tests.service.http.round import Round
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

WHY = {"reason": "A complaint about the pace."}
READS = ("/view", "/events", "/replay", "/view?version=2")


async def looks(client: Client, reader: Header, **asked: Any) -> list[Document]:
    """Return the looks that an official is shown."""
    answer = await client.get("/v1/audit/looks", params=asked, headers=reader)
    assert answer.status_code == 200, answer.text
    found: list[Document] = answer.json()["looks"]
    return found


async def get(table: Party, path: str, header: Header, **parameters: str) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    path, _, query = path.partition("?")
    given = dict([query.split("=")]) if query else {}
    answer = await table.client.get(table.path + path, params=given | parameters, headers=header)
    return answer.status_code, answer.text


async def private_table(client: Client) -> Party:
    """Return a private table whose game goes on."""
    table = await meeting(client, visibility="private")
    await table.start()
    return table


@pytest.mark.parametrize("role", ["operator", "analyst"])
@pytest.mark.parametrize("path", READS)
async def test_an_official_sees_a_private_table_with_a_reason_only(
    app: Litestar, client: Client, role: Any, path: str
) -> None:
    table, reader = await private_table(client), await official(app, role)

    status, problem = await get(table, path, reader)
    assert (status, json.loads(problem)["code"]) == (400, "reason_required")
    assert await looks(client, reader, table=table.id) == []

    assert (await get(table, path, reader, **WHY))[0] == 200
    (look,) = await looks(client, reader, table=table.id)
    operation = {"view": "getView", "events": "getEvents", "replay": "replayTable"}[path[1:].partition("?")[0]]
    assert (look["player"], look["role"], look["operation"]) == (await id_of(client, reader), role, operation)
    assert (look["table"], look["seat"], look["reason"]) == (table.id, None, WHY["reason"])
    assert look["version"] == 2 if "version" in path else look["version"] > 2


async def test_a_stream_is_a_look(app: Litestar, client: Client) -> None:
    table, operator = await private_table(client), await official(app, "operator")

    async with Stream(app, f"{table.path}/stream", operator, **WHY) as stream:
        assert stream.status == 200
        assert (await stream.line())["view"]["seat"] is None
    assert [look["operation"] for look in await looks(client, operator)] == ["streamTable"]


async def test_a_record_that_is_closed_is_no_look_and_an_open_one_of_a_private_table_is(
    app: Litestar, client: Client
) -> None:
    table, operator = await private_table(client), await official(app, "operator")

    assert (await get(table, "/record", operator, **WHY))[0] == 409
    assert await looks(client, operator) == []
    await table.play(random.Random(1))
    assert (await get(table, "/record", operator))[0] == 400
    assert (await get(table, "/record", operator, **WHY))[0] == 200
    assert [(look["operation"], look["seat"]) for look in await looks(client, operator)] == [("getRecord", "all")]


async def test_what_any_player_may_see_is_no_look(app: Litestar, client: Client) -> None:
    table, operator = await meeting(client), await official(app, "operator")
    await table.start()

    for path in READS:
        assert (await get(table, path, operator))[0] == 200
        assert (await get(table, path, operator, **WHY))[0] == 200
    assert await looks(client, operator) == []


async def test_an_official_sees_late_what_spectators_see_late_unless_they_say_why(
    app: Litestar, client: Client
) -> None:
    table, operator = await meeting(client, settings={"spectator_delay": 3}), await official(app, "operator")
    await table.start()
    for _ in range(2):
        assert await table.move(random.Random(2))
    now = (await table.view(table.players[0]))["table"]["version"]

    late = (await table.view(operator))["table"]["version"]
    assert late == (await table.view(await newcomer(client)))["table"]["version"] < now
    assert await looks(client, operator) == []
    assert (await table.view(operator, **WHY))["table"]["version"] == now
    assert len(await looks(client, operator)) == 1


@pytest.mark.parametrize("reason", ["", " ", "x" * 501, "two\nlines", "\u202eback", "a\x00b"])
async def test_a_reason_is_a_text_that_people_read(app: Litestar, client: Client, reason: str) -> None:
    table, operator = await private_table(client), await official(app, "operator")

    status, problem = await get(table, "/view", operator, reason=reason)

    assert (status, json.loads(problem)["code"]) == (400, "invalid_parameter")
    assert await looks(client, operator) == []


@pytest.mark.parametrize("role", ["operator", "analyst"])
async def test_no_official_sees_a_hidden_card_while_the_game_goes_on(app: Litestar, client: Client, role: Any) -> None:
    table, reader = await private_table(client), await official(app, role)
    hands = [set((await table.view(player))["state"]["hand"]) for player in table.players]
    hidden = [f'"{card}"' for card in hands[0] | hands[1]]

    for path in ("", *READS, "/looks"):
        _, text = await get(table, path, reader, **({} if path in {"", "/looks"} else WHY))
        assert not [card for card in hidden if card in text], path
    for seat in ("0", "1", "all"):
        for path in ("/view", "/replay"):
            status, text = await get(table, path, reader, seat=seat, **WHY)
            assert (status, json.loads(text)["code"]) == (409, "record_closed")
    refused = {"/record": 409, "/moves/suggestions": 403}
    for path, expected in refused.items():
        assert (await get(table, path, reader))[0] == expected
    move = {"move": {"type": "lay_aside", "cards": [hidden[0].strip('"')]}}
    for path in ("/moves", "/moves/check"):
        answer = await client.post(table.path + path, json=move, headers=reader)
        assert (answer.status_code, "hand" in answer.text) in {(409, False), (403, False)}
    async with Stream(app, f"{table.path}/stream", reader, **WHY) as stream:
        first = json.dumps(await stream.line())
        assert not [card for card in hidden if card in first]


async def test_an_official_who_plays_sees_no_other_seat(app: Litestar, client: Client) -> None:
    operator, other = await official(app, "operator"), await newcomer(client)
    table = await table_of(client, [operator, other], "friendlier_than_thou", options={"players": 2})
    await table.start()

    for seat in ("1", "all"):
        status, text = await get(table, "/view", operator, seat=seat, **WHY)
        assert (status, json.loads(text)["code"]) == (409, "record_closed")
    assert (await table.view(operator, **WHY))["seat"] == 0
    assert await looks(client, operator) == []


# Told


async def test_the_players_are_told_when_the_game_is_over(app: Litestar, client: Client) -> None:
    table, operator = await private_table(client), await official(app, "operator")
    await table.view(operator, **WHY)
    assert (await get(table, "/looks", table.players[0]))[0] == 409
    await table.play(random.Random(1))

    answers = [await client.get(f"{table.path}/looks", headers=each) for each in (*table.players, operator)]

    assert [answer.status_code for answer in answers] == [200] * 3
    assert [look["reason"] for look in answers[0].json()["looks"]] == [WHY["reason"]]
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert (await get(table, "/looks", await newcomer(client)))[0] == 403


async def test_the_players_are_told_of_looks_though_the_game_has_ended_at_another_worker(
    client: Client, surroundings: Surroundings
) -> None:
    table = await private_table(client)
    async with served(IN_MEMORY, surroundings) as another_worker, InProcess(another_worker) as other:
        for player in table.players:
            assert (await other.post(f"{table.path}/abort", json={}, headers=player)).status_code == 200

    assert (await get(table, "/looks", table.players[0]))[0] == 200


async def test_looks_are_listed_page_by_page_and_by_who_and_where(app: Litestar, client: Client) -> None:
    tables = [await private_table(client) for _ in range(2)]
    readers = [await official(app, "operator"), await official(app, "analyst")]
    for table in tables:
        for reader in readers:
            await table.view(reader, **WHY)

    everything = await looks(client, readers[0])
    assert [look["table"] for look in everything] == [tables[1].id] * 2 + [tables[0].id] * 2
    who = await id_of(client, readers[1])
    assert await looks(client, readers[0], player=who) == everything[::2]
    assert await looks(client, readers[0], table=tables[0].id) == everything[2:]
    assert await looks(client, readers[0], table=tables[0].id, player=who) == [everything[2]]
    pages = await pages_of(client, "/v1/audit/looks", readers[0], limit=3)
    assert [page["looks"] for page in pages] == [everything[:3], everything[3:]]


async def test_what_cannot_be_recorded_is_not_shown() -> None:
    class Full(MemoryAccounts):
        async def add_look(self, look: Look) -> None:
            raise StoreUnavailable

    async with (
        served(IN_MEMORY, dataclasses.replace(in_memory(), accounts=Full())) as app,
        InProcess(app) as client,
    ):
        table, operator = await private_table(client), await official(app, "operator")

        status, text = await get(table, "/view", operator, **WHY)

        assert (status, json.loads(text)["code"]) == (503, "unavailable")


# The right to see hidden cards


async def granted(app: Litestar, client: Client, **body: Any) -> tuple[Round, Party, Header, Header]:
    """Return a round, a table of it, an operator, and a director who may see cards there."""
    round_ = Round(app, client)
    table = await round_.table()
    await round_.begin(table)
    operator, director = await official(app, "operator"), await newcomer(client, "Dora")
    answer = await client.post(
        f"{table.path}/sight", json={"player": await id_of(client, director), **body}, headers=operator
    )
    assert answer.status_code == 200, answer.text
    return round_, table, operator, director


async def test_a_right_to_see_that_is_given_again_with_its_key_is_not_examined_again(
    app: Litestar, client: Client
) -> None:
    round_ = Round(app, client)
    table = await round_.table()
    await round_.begin(table)
    operator, director = await official(app, "operator"), await newcomer(client, "Dora")
    sent: dict[str, Any] = {
        "json": {"player": await id_of(client, director)},
        "headers": {**operator, "Idempotency-Key": "look"},
    }
    before = await client.post(f"{table.path}/sight", **sent)
    await client.delete("/v1/me", headers=director)

    again = await client.post(f"{table.path}/sight", **sent)
    other = await client.post(f"{table.path}/sight", **sent | {"json": {}})

    assert (before.status_code, again.status_code, again.json()) == (200, 200, before.json())
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


async def test_a_director_sees_a_hand_that_the_table_knows_they_see(app: Litestar, client: Client) -> None:
    _, table, operator, director = await granted(app, client)

    feed = (await client.get(f"{table.path}/events", headers=table.players[0])).json()["events"]
    seen = await table.view(director, seat=1, **WHY)
    own = await table.view(table.players[1])

    assert feed[-1]["event"]["type"] == "sight_granted"
    assert feed[-1]["event"]["by"] == await id_of(client, operator)
    assert (seen["seat"], seen["state"]["hand"]) == (1, own["state"]["hand"])
    zones = json.dumps((await table.view(director, seat="all", **WHY))["layout"])
    hands = [(await table.view(player))["state"]["hand"] for player in table.players]
    assert all(f'"{card}"' in zones for hand in hands for card in hand)
    assert [(look["seat"], look["operation"]) for look in await looks(client, operator)] == [
        ("all", "getView"),
        ("1", "getView"),
    ]
    status, replay = await get(table, "/replay", director, seat="1", **WHY)
    assert status == 200
    assert f'"{own["state"]["hand"][0]}"' in replay


async def test_nobody_sees_the_secret_of_the_deal_while_the_game_goes_on(app: Litestar, client: Client) -> None:
    _, table, _, director = await granted(app, client)

    for path in ("/replay?seat=all", "/record"):
        status, text = await get(table, path, director, **WHY)
        assert (status, json.loads(text)["code"]) == (409, "record_closed")
    for path in ("/view?seat=all", "/replay?seat=0", "/view?seat=0"):
        status, text = await get(table, path, director, **WHY)
        assert (status, '"secret"' in text) == (200, False)


async def test_a_director_says_why_and_sees_no_more_than_was_named(app: Litestar, client: Client) -> None:
    _, table, _, director = await granted(app, client, seats=[1])

    status, text = await get(table, "/view", director, seat="1")
    assert (status, json.loads(text)["code"]) == (400, "reason_required")
    for seat in ("0", "all"):
        status, text = await get(table, "/view", director, seat=seat, **WHY)
        assert (status, json.loads(text)["code"]) == (409, "record_closed")
    assert (await table.view(director))["seat"] is None


@pytest.mark.parametrize("by_themselves", [False, True])
async def test_the_right_ends_when_it_is_taken_back(app: Litestar, client: Client, by_themselves: bool) -> None:
    _, table, operator, director = await granted(app, client)
    path = f"{table.path}/sight/{await id_of(client, director)}"

    assert (await client.delete(path, headers=director if by_themselves else operator)).status_code == 200
    status, _ = await get(table, "/view", director, seat="1", **WHY)
    feed = (await client.get(f"{table.path}/events", headers=table.players[0])).json()["events"]

    assert status in {403, 409}
    assert feed[-1]["event"]["type"] == "sight_revoked"


async def test_a_player_who_plays_the_deal_elsewhere_is_never_shown_it(app: Litestar, client: Client) -> None:
    round_, table, operator, director = await granted(app, client)
    other = await round_.table([director, await newcomer(client)])
    await round_.begin(other)

    status, text = await get(table, "/view", director, seat="1", **WHY)

    assert (status, json.loads(text)["code"]) == (403, "forbidden")
    assert await looks(client, operator) == []


async def test_the_right_ends_with_the_game(app: Litestar, client: Client) -> None:
    round_, table, operator, director = await granted(app, client)
    await round_.end(table)

    assert (await table.view(director, seat=1))["seat"] == 1  # the record is open, to everybody
    assert await looks(client, operator) == []
    parlour = app.state.services.parlour
    with pytest.raises(Exception, match="ended"):
        await parlour.engine.execute(UUID(table.id), RevokeSight(UUID(int=1), UUID(await id_of(client, director))))


async def test_an_official_of_nothing_reads_no_looks(client: Client) -> None:
    answer = await client.get("/v1/audit/looks", headers=await newcomer(client))

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
