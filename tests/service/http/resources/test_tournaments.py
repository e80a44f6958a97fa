"""Tournaments over HTTP: announced, entered, paired, played, and read."""

import asyncio
import dataclasses
from collections.abc import Collection
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar

from domain.tournament.types import Draft
from service.live.pace import Pace
from service.tournaments.calculator import Calculator
from tests.service.http.meetings import (
    NOBODY,
    SETTINGS,
    announced,
    of_house,
    play_round,
)
from tests.service.http.party import Document, id_of, newcomer, official
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.service.workers import eventually


async def test_a_round_is_not_drafted_by_players_who_change_while_it_is_paired(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = await of_house(client, seating={"format": "groups", "rounds": 4, "groups": 2, "places": 2})
    who = (await meeting.shown(meeting.director, "/entrants"))["entrants"][0]["id"]
    await meeting.must(meeting.director, "withdraw", entrant=who)
    pair = Calculator.draft

    async def slow(*given: Any) -> Draft:
        monkeypatch.setattr(Calculator, "draft", pair)
        found = await pair(*given)
        await meeting.must(meeting.director, "return", entrant=who)
        return found

    monkeypatch.setattr(Calculator, "draft", slow)
    first = await meeting.ask(meeting.director, "draft_round")
    second = await meeting.ask(meeting.director, "draft_round")

    assert (first.status_code, first.json()["code"]) == (409, "invalid_draft")
    assert second.status_code == 200
    assert who in second.text


async def test_tables_are_given_to_a_manual_tournament_only(client: Client) -> None:
    meeting = await of_house(client)
    entrants = [each["id"] for each in (await meeting.shown(meeting.director, "/entrants"))["entrants"]]

    answer = await meeting.ask(meeting.director, "draft_round", given=[entrants])

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/given"]
    assert (await meeting.shown(meeting.director))["tournament"]["rounds"] == []


async def test_a_text_that_is_not_accepted_is_pointed_at(client: Client) -> None:
    meeting = await announced(client)
    body = {"settings": SETTINGS, "title": " "}
    bob = await id_of(client, await newcomer(client))
    entrants = [{"members": [NOBODY]}, {"members": [bob], "name": " "}]

    answers = [
        await client.post("/v1/tournaments", json=body, headers=meeting.director),
        await meeting.ask(meeting.director, "add_entrants", entrants=entrants),
        await meeting.ask(meeting.director, "cancel", reason="other", note=" "),
    ]

    found = [(each.status_code, each.json()["errors"][0].get("pointer")) for each in answers]
    assert found == [(400, "/title"), (400, "/entrants/1/name"), (400, "/note")]


async def test_house_players_play_a_whole_tournament_with_duplicate_deals(client: Client) -> None:
    meeting = await of_house(client)
    stranger = await newcomer(client)
    for number in (1, 2):
        await play_round(meeting, number)
    await meeting.until("finished")

    standings = await meeting.shown(stranger, "/standings")
    as_csv = await meeting.get(stranger, "/standings", format="csv")
    rounds = [(await meeting.shown(stranger, f"/rounds/{number}"))["round"] for number in (1, 2)]
    deals = await meeting.shown(stranger, "/rounds/1/deals")
    record = await meeting.shown(stranger, "/record")

    assert standings["standings"][0]["rank"] == 1
    assert len(standings["standings"]) == 8
    assert as_csv.headers["content-type"].startswith("text/csv")
    assert len(as_csv.text.splitlines()) == 9
    assert [len(each["tables"]) for each in rounds] == [4, 4]
    assert all(table["result"] for each in rounds for table in each["tables"])
    assert len(deals["deals"][0]["rows"]) == 4
    assert record["events"][-1]["event"]["type"] == "tournament_finished"
    headers = [
        (await client.get(f"/v1/tables/{table['id']}", headers=stranger)).json() for table in rounds[0]["tables"]
    ]
    commitments = {header["deal"]["commitment"] for header in headers}
    assert {each["kind"] for header in headers for each in header["presence"]} == {"house"}
    assert len(commitments) == 1, "all tables of a round have the same cards"


async def test_people_register_check_in_and_play(client: Client) -> None:
    meeting = await announced(client, seating={"format": "swiss", "rounds": 1, "places": 2})
    await meeting.must(meeting.director, "open_registration")
    ada, ben = await newcomer(client, "Ada"), await newcomer(client, "Ben")
    for player in (ada, ben):
        await meeting.must(player, "register")
    await meeting.must(meeting.director, "open_check_in")
    for player in (ada, ben):
        me = await id_of(client, player)
        await meeting.must(player, "check_in", entrant=me, entropy="a text")
    await meeting.must(meeting.director, "start_rounds")
    await meeting.must(meeting.director, "draft_round")
    before = (await client.get("/v1/me/tables", headers=ada)).json()["tables"]
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")

    async def mine() -> list[Document]:
        tables: list[Document] = (await client.get("/v1/me/tables", headers=ada)).json()["tables"]
        return tables

    await eventually(mine)
    assert before == []
    (seat,) = await mine()
    assert seat["table"]["tournament"]["round"] == 1
    assert seat["table"]["visibility"] == "private"


async def test_only_the_staff_directs(client: Client) -> None:
    meeting = await announced(client)
    stranger = await newcomer(client)

    answer = await meeting.ask(stranger, "open_registration")

    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_role")


async def test_a_draft_is_for_the_staff(client: Client) -> None:
    meeting = await of_house(client, 4)
    stranger = await newcomer(client)
    before = (await meeting.shown(stranger))["version"]
    await meeting.must(meeting.director, "draft_round")

    assert (await meeting.shown(meeting.director, "/rounds/1"))["round"]["draft"]["tables"]
    assert (await meeting.get(stranger, "/rounds/1")).status_code == 404
    assert (await meeting.shown(stranger))["version"] == before


async def test_the_list_has_tournaments_with_their_titles(client: Client) -> None:
    meetings = [await announced(client) for _ in range(3)]
    reader = await newcomer(client)

    first = (await client.get("/v1/tournaments?limit=2", headers=reader)).json()
    second = (await client.get(f"/v1/tournaments?limit=2&cursor={first['next_cursor']}", headers=reader)).json()

    found = [*first["tournaments"], *second["tournaments"]]
    assert [f"/v1/tournaments/{each['id']}" for each in found] == [each.path for each in reversed(meetings)]
    assert {each["title"] for each in found} == {"An evening"}
    assert second["next_cursor"] is None
    playing = await client.get("/v1/tournaments?status=playing&game=honors_4", headers=reader)
    assert playing.json()["tournaments"] == []


async def test_a_feed_tells_what_happens_and_waits_for_it(client: Client) -> None:
    meeting = await announced(client)
    reader = await newcomer(client)
    feed = await meeting.shown(reader, "/events")
    waiting = asyncio.create_task(meeting.shown(reader, "/events", after=feed["cursor"], wait=20))
    await asyncio.sleep(0.05)
    await meeting.must(meeting.director, "open_registration")

    news = await waiting

    assert [each["event"]["type"] for each in feed["events"]] == ["tournament_announced"]
    assert feed["texts"] == {feed["events"][0]["event"]["title"]: "An evening"}
    assert news["texts"] == {}
    assert "secret" not in feed["events"][0]["event"]
    assert [each["event"]["type"] for each in news["events"]] == ["registration_opened"]


async def test_a_feed_of_large_events_comes_in_several_answers() -> None:
    surroundings = dataclasses.replace(in_memory(), pace=Pace(feed_bytes=1_000))
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        meeting = await of_house(client)
        pages = [await meeting.shown(meeting.director, "/events")]
        while pages[-1]["events"]:
            pages.append(await meeting.shown(meeting.director, "/events", after=pages[-1]["cursor"]))
        version = (await meeting.shown(meeting.director))["version"]

    assert [each["version"] for page in pages for each in page["events"]] == [*range(1, version + 1)]
    assert len(pages) > 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"type": "fly"}, "invalid_body"),
        ({"type": "add_house", "count": 0}, "invalid_body"),
        ({"type": "withdraw", "entrant": "nobody"}, "invalid_body"),
        ({"type": "open_registration", "by": "me"}, "unknown_field"),
        ({}, "invalid_body"),
    ],
)
async def test_a_body_that_is_no_command_is_refused(client: Client, body: Document, code: str) -> None:
    meeting = await announced(client)

    answer = await client.post(f"{meeting.path}/commands", json=body, headers=meeting.director)

    assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_somebody_who_is_no_player_does_not_enter(client: Client) -> None:
    meeting = await announced(client)
    await meeting.must(meeting.director, "open_registration")
    nobody = "00000000-0000-4000-8000-000000000404"

    answer = await meeting.ask(meeting.director, "add_entrants", entrants=[{"members": [nobody]}])

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_whether_a_thousand_people_are_players_is_asked_once(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = await announced(client)
    await meeting.must(meeting.director, "open_registration")
    players = [await app.state.services.accounts.create_player(f"Player {number}") for number in range(20)]
    accounts, asked = app.state.services.accounts, list[int]()
    names = accounts.store.names

    async def counted(people: Collection[UUID]) -> dict[UUID, str]:
        asked.append(len(people))
        found: dict[UUID, str] = await names(people)
        return found

    monkeypatch.setattr(accounts.store, "names", counted)
    monkeypatch.setattr(accounts.store, "player", None)

    entrants = [{"members": [str(each.id)]} for each in players]
    answer = await meeting.ask(meeting.director, "add_entrants", entrants=entrants)

    assert answer.status_code == 200
    assert asked == [len(players)]


async def test_an_operator_may_announce_as_many_as_they_want(app: Litestar, client: Client) -> None:
    operator = await official(app, "operator")

    answers = [await client.post("/v1/tournaments", json={"settings": SETTINGS}, headers=operator) for _ in range(7)]

    assert {answer.status_code for answer in answers} == {201}
