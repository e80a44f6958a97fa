"""Tournaments over HTTP: announced, entered, paired, played, and read."""

import asyncio
import dataclasses
import gzip
import random
from collections.abc import Collection
from itertools import chain
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from litestar import Litestar

from domain.tournament.types import Draft
from service.http.wire import responses
from service.live.pace import Pace
from service.seals.sealing import make_seal
from service.tournaments.calculator import Calculator
from service.tournaments.tables import RoundTables
from tests.service.http.party import Document, Header, Party, finish, newcomer, official, table_of
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
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


async def test_a_tag_is_that_of_what_its_viewer_was_shown(client: Client) -> None:
    meeting = await announced(client)
    stranger = await newcomer(client)
    shown = await meeting.get(stranger)

    same = await client.get(meeting.path, headers=stranger | {"If-None-Match": shown.headers["etag"]})
    other = await client.get(meeting.path, headers=meeting.director | {"If-None-Match": shown.headers["etag"]})
    assert (same.status_code, other.status_code) == (304, 200)
    assert other.json()["version"] == shown.json()["version"]
    assert (shown.json()["tournament"]["role"], other.json()["tournament"]["role"]) == (None, "director")


async def test_a_tournament_has_the_same_tag_when_it_is_announced_and_when_it_is_shown(client: Client) -> None:
    director = await newcomer(client)
    announced = await client.post("/v1/tournaments", json={"settings": SETTINGS, "title": "Cup"}, headers=director)

    shown = await client.get(announced.headers["location"], headers=director)

    assert (shown.json(), shown.headers["etag"]) == (announced.json(), announced.headers["etag"])


async def test_the_tag_of_the_entrants_is_another_one_when_the_name_of_a_team_is_deleted(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, **teams)
    people = [await newcomer(client) for _ in range(3)]
    ids = [(await client.get("/v1/me", headers=each)).json()["id"] for each in people]
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(people[0], "register", members=ids, name="The Rooks")
    await meeting.must(meeting.director, "cancel", reason="other")

    named = await meeting.get(people[1], "/entrants")
    assert (await client.delete("/v1/me", headers=people[0])).status_code == 204
    nameless = await meeting.get(people[1], "/entrants")

    assert [*named.json()["texts"].values()] == ["The Rooks"]
    assert (nameless.json()["version"], nameless.json()["texts"]) == (named.json()["version"], {})
    assert nameless.headers["etag"] != named.headers["etag"]


async def test_a_title_that_was_deleted_is_not_confirmed_to_who_has_it(client: Client) -> None:
    meeting = await announced(client)
    stranger = await newcomer(client)
    await meeting.must(meeting.director, "cancel", reason="other")
    shown = await meeting.get(stranger)

    assert (await client.delete("/v1/me", headers=meeting.director)).status_code == 204
    again = await client.get(meeting.path, headers=stranger | {"If-None-Match": shown.headers["etag"]})

    assert [*shown.json()["texts"].values()] == ["An evening"]
    assert (again.status_code, again.json()["version"], again.json()["texts"]) == (200, shown.json()["version"], {})


async def test_standings_in_csv_are_not_taken_for_those_in_json(client: Client) -> None:
    meeting = await announced(client)
    path = f"{meeting.path}/standings"
    as_json, as_csv = [
        await client.get(path, headers=meeting.director | {"Accept": form}) for form in ("application/json", "text/csv")
    ]
    tags = [as_json.headers["etag"], as_csv.headers["etag"]]
    again = {
        (form, tag): (
            await client.get(path, headers=meeting.director | {"Accept": form, "If-None-Match": tag})
        ).status_code
        for form in ("application/json", "text/csv")
        for tag in tags
    }

    assert as_csv.text == "rank,entrant,points\r\n"
    assert all("Accept" in each.headers.get_list("vary") for each in (as_json, as_csv))
    assert again == {
        ("application/json", tags[0]): 304,
        ("application/json", tags[1]): 200,
        ("text/csv", tags[0]): 200,
        ("text/csv", tags[1]): 304,
    }


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/csv", "text/csv"),
        ("text/csv;q=0, */*", "application/json"),
        ("application/json;q=0.5, text/csv;q=0.9", "text/csv"),
        ("text/html, */*;q=0.8", "application/json"),
    ],
)
async def test_standings_have_the_form_that_is_liked_best(client: Client, accept: str, form: str) -> None:
    meeting = await announced(client)

    answer = await client.get(f"{meeting.path}/standings", headers=meeting.director | {"Accept": accept})

    assert answer.headers["content-type"].partition(";")[0] == form


async def test_a_text_that_is_not_accepted_is_pointed_at(client: Client) -> None:
    meeting = await announced(client)
    body = {"settings": SETTINGS, "title": " "}
    bob = (await client.get("/v1/me", headers=await newcomer(client))).json()["id"]
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


async def test_a_command_that_is_sent_again_is_done_once(client: Client) -> None:
    meeting = await announced(client)
    await meeting.must(meeting.director, "open_registration")

    answers = [await meeting.ask(meeting.director, "add_house", key="once", count=2) for _ in range(3)]
    other = await meeting.ask(meeting.director, "add_house", key="once", count=3)

    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.text for answer in answers}) == 1
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    assert (await meeting.shown(meeting.director))["tournament"]["entered"] == 2


async def test_a_command_that_is_sent_twice_at_once_has_one_answer(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting, engine = await of_house(client, 2), app.state.services.parlour.tournaments
    first = await meeting.ask(meeting.director, "finish", "once")
    repeated = engine.repeated

    async def not_yet(*_: Any) -> None:
        monkeypatch.setattr(engine, "repeated", repeated)

    monkeypatch.setattr(engine, "repeated", not_yet)
    second = await meeting.ask(meeting.director, "finish", "once")

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == first.json()


async def test_all_that_was_done_is_answered_as_the_first_time_when_the_tournament_is_over(client: Client) -> None:
    meeting, (ada, ben) = await with_people(client)
    director, second = meeting.director, await newcomer(client)
    await meeting.must(director, "appoint", person=await id_of(client, second), role="director")
    await meeting.must(second, "publish_round")
    await meeting.until_round(1, "playing")
    penalty = {"type": "adjusted_points", "entrant": await id_of(client, ada), "points": 1}
    await meeting.must(second, "rule", round=1, measures=[penalty], reason="other", note="They were late.")
    await meeting.must(second, "finish_round", reason="other", note="It is late.")
    await meeting.must(ben, "withdraw", entrant=await id_of(client, ben))
    await meeting.must(director, "draft_round")
    await meeting.must(director, "dismiss", person=await id_of(client, second))
    await meeting.must(director, "cancel", reason="other", note="It rains.")

    for who, kind, fields, key, answer in [*meeting.done]:
        again = await meeting.ask(who, kind, key=key, **fields)
        assert (again.status_code, again.content) == (200, answer.content), kind
    assert len({kind for _, kind, *_ in meeting.done}) == 15


async def test_a_key_makes_other_players_and_tables_in_each_tournament(client: Client) -> None:
    one, other = await announced(client), await announced(client)
    director = (await client.get("/v1/me", headers=one.director)).json()["id"]
    await other.must(other.director, "appoint", person=director, role="director")

    entered = set[str]()
    for meeting in (one, other):
        await meeting.must(one.director, "open_registration")
        assert (await meeting.ask(one.director, "add_house", key="same", count=2)).status_code == 200
        entered |= {each["id"] for each in (await meeting.shown(one.director, "/entrants"))["entrants"]}

    assert len(entered) == 4


async def test_an_announcement_that_is_sent_again_is_answered_again(client: Client) -> None:
    director = await newcomer(client) | {"Idempotency-Key": "mine"}
    body = {"settings": SETTINGS}

    answers = [await client.post("/v1/tournaments", json=body, headers=director) for _ in range(2)]
    other = await client.post("/v1/tournaments", json={**body, "title": "Other"}, headers=director)

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


async def test_people_register_check_in_and_play(app: Litestar, client: Client) -> None:
    meeting = await announced(client, seating={"format": "swiss", "rounds": 1, "places": 2})
    await meeting.must(meeting.director, "open_registration")
    ada, ben = await newcomer(client, "Ada"), await newcomer(client, "Ben")
    for player in (ada, ben):
        await meeting.must(player, "register")
    await meeting.must(meeting.director, "open_check_in")
    for player in (ada, ben):
        me = (await client.get("/v1/me", headers=player)).json()["id"]
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


# What a round holds back


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


async def with_people(client: Client, people: int = 2, house: int = 4, **settings: Any) -> tuple[Meeting, list[Header]]:
    """Draft a round where people and house players meet, and house players among themselves."""
    meeting = await announced(client, **settings)
    await meeting.must(meeting.director, "open_registration")
    players = [await newcomer(client) for _ in range(people)]
    ids = [(await client.get("/v1/me", headers=player)).json()["id"] for player in players]
    for player in players:
        await meeting.must(player, "register")
    await meeting.must(meeting.director, "add_house", count=house)
    await meeting.must(meeting.director, "open_check_in")
    for player, me in zip(players, ids, strict=True):
        await meeting.must(player, "check_in", entrant=me)
    await meeting.must(meeting.director, "start_rounds")
    entrants = [each["id"] for each in (await meeting.shown(meeting.director, "/entrants"))["entrants"]]
    of_house = [each for each in entrants if each not in ids]
    pairs = [*zip(ids, of_house, strict=False), tuple(of_house[people:])]
    tables = [{"number": number, "entrants": list(pair)} for number, pair in enumerate(pairs, start=1)]
    await meeting.must(meeting.director, "draft_round")
    await meeting.must(meeting.director, "edit_draft", draft={"round": 1, "tables": tables, "byes": []})
    return meeting, players


async def test_nobody_but_the_staff_learns_that_a_round_is_drafted(client: Client) -> None:
    meeting, stranger = await of_house(client), await newcomer(client)
    before = await answers(meeting, stranger)

    await meeting.must(meeting.director, "draft_round")

    assert await answers(meeting, stranger) == before
    told = await meeting.get(meeting.director, "/rounds/1/deals")
    assert (told.status_code, told.json()["code"]) == (409, "record_closed")


async def test_nobody_but_the_office_learns_that_a_table_has_finished(client: Client) -> None:
    meeting, players = await with_people(client)
    stranger = await newcomer(client)
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    waiting = asyncio.create_task(meeting.get(stranger, "/events", after=await cursor(meeting, stranger), wait=2))
    before = [await answers(meeting, who) for who in (*players, stranger)]

    await eventually(lambda: has_result(meeting), 60)

    assert [await answers(meeting, who) for who in (*players, stranger)] == before
    assert (await waiting).json()["events"] == []
    shown = await meeting.shown(meeting.director, "/events")
    assert "result_noted" in {each["event"]["type"] for each in shown["events"]}


async def test_of_two_who_direct_the_second_changes_no_draft_unseen(client: Client) -> None:
    meeting, _ = await with_people(client)
    seen = (await meeting.shown(meeting.director, "/rounds/1"))["round"]
    tables = [table | {"entrants": table["entrants"][::-1]} for table in seen["draft"]["tables"]]
    swapped = seen["draft"] | {"tables": tables}
    await meeting.must(meeting.director, "edit_draft", draft=swapped, draft_number=seen["draft_number"])

    answers = [
        await meeting.ask(meeting.director, "edit_draft", draft=seen["draft"], draft_number=seen["draft_number"]),
        await meeting.ask(meeting.director, "publish_round", draft_number=seen["draft_number"]),
    ]

    assert [answer.json()["code"] for answer in answers] == ["draft_changed", "draft_changed"]
    now = (await meeting.shown(meeting.director, "/rounds/1"))["round"]
    assert now["draft"]["tables"] == tables
    await meeting.must(meeting.director, "publish_round", draft_number=now["draft_number"])


async def test_a_draft_has_no_more_reasons_than_a_pairing_can_have(client: Client) -> None:
    meeting = await of_house(client, 4)
    await meeting.must(meeting.director, "draft_round")
    seen = (await meeting.shown(meeting.director, "/rounds/1"))["round"]
    first, *others = seen["draft"]["tables"]
    who = first["entrants"][0]

    for reasons, status in (
        ([{"code": "uploaded"}] * 8, 200),
        ([{"code": "uploaded"}] * 9, 400),
        ([{"code": "uploaded", "entrants": [who] * 15}], 400),
        ([{"code": "uploaded", "count": 1_000_001}], 400),
    ):
        changed = seen["draft"] | {"tables": [first | {"reasons": reasons}, *others]}
        answer = await meeting.ask(meeting.director, "edit_draft", draft=changed)
        assert (answer.status_code, answer.json().get("code")) == (status, None if status == 200 else "invalid_body")


async def has_result(meeting: Meeting) -> bool:
    """Return whether the director sees the result of a table."""
    tables = (await meeting.shown(meeting.director, "/rounds/1"))["round"]["tables"]
    return any(table["result"] for table in tables)


async def cursor(meeting: Meeting, who: Header) -> str:
    """Return where the events of a tournament end for somebody."""
    return str((await meeting.shown(who, "/events", limit=1000))["cursor"])


async def test_what_was_held_back_comes_with_the_end_of_the_round(client: Client) -> None:
    meeting, _ = await with_people(client)
    stranger = await newcomer(client)
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    after = await cursor(meeting, stranger)

    await meeting.must(meeting.director, "finish_round", reason="time_over")
    first = await meeting.shown(stranger, "/events", after=after, limit=1)
    held = (await meeting.shown(stranger, "/events", after=first["cursor"]))["events"]

    assert [each["event"]["type"] for each in first["events"]] == ["round_finished"]
    assert "ruling_made" in [each["event"]["type"] for each in held]
    assert [each["version"] for each in held] == list(range(held[0]["version"], held[-1]["version"] + 1))
    assert held[0]["version"] == first["events"][0]["version"] + 1
    assert (await meeting.shown(meeting.director))["version"] == (await meeting.shown(stranger))["version"]


async def test_a_version_does_not_count_what_is_held_back(client: Client) -> None:
    meeting, (ada, _) = await with_people(client)
    stranger = await newcomer(client)
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    before = (await meeting.shown(stranger))["version"]
    await eventually(lambda: has_result(meeting), 60)
    me = (await client.get("/v1/me", headers=ada)).json()["id"]

    out = await meeting.must(ada, "withdraw", entrant=me)
    back = await meeting.must(ada, "return", entrant=me)

    told = (await meeting.shown(stranger, "/events", after=before))["events"]
    assert [answer["version"] for answer in (out, back)] == [before + 1, before + 2]
    assert [answer["events"][0]["version"] for answer in (out, back)] == [before + 1, before + 2]
    assert [(each["version"], each["event"]["type"]) for each in told] == [
        (before + 1, "entrant_withdrawn"),
        (before + 2, "entrant_returned"),
    ]
    entrants = (await meeting.shown(stranger, "/entrants", version=before + 1))["entrants"]
    assert {each["id"]: each["state"] for each in entrants}[me] == "withdrawn"
    assert (await meeting.shown(meeting.director))["version"] > before + 2


async def test_what_is_corrected_after_a_round_is_told_to_all(client: Client) -> None:
    meeting = await of_house(client, 4, correction_ms=3_600_000)
    stranger = await newcomer(client)
    await play_round(meeting, 1)
    before = await meeting.shown(stranger)
    standings = await meeting.get(stranger, "/standings")
    table = (await meeting.shown(stranger, "/rounds/1"))["round"]["tables"][0]
    result = table["result"] | {"points": [99, -99], "deals": [[99, -99]], "winners": [0]}

    corrected = await meeting.must(
        meeting.director, "correct", table=table["id"], result=result, reason="wrong_entry", note="They say so."
    )

    feed = await meeting.shown(stranger, "/events", after=before["version"])
    (told,) = feed["events"]
    assert feed["texts"] == corrected["texts"] == {told["event"]["note"]: "They say so."}
    again = await client.get(
        f"{meeting.path}/standings", headers=stranger | {"If-None-Match": standings.headers["etag"]}
    )
    assert told["event"]["type"] == "result_corrected"
    assert told["event"]["result"]["points"] == [99, -99]
    assert again.status_code == 200
    assert again.json() != standings.json()


async def test_rulings_come_in_several_answers(client: Client) -> None:
    meeting = await of_house(client, 2, correction_ms=60_000)
    await play_round(meeting, 1)
    (entrant, _) = [each["id"] for each in (await meeting.shown(meeting.director, "/entrants"))["entrants"]]
    warning = {"type": "warned", "entrant": entrant}
    for _ in range(51):
        await meeting.must(meeting.director, "rule", round=1, measures=[warning], reason="other")

    pages = [await meeting.shown(meeting.director, "/rulings", after=number) for number in (0, 50, 51)]

    numbers = [[each["ruling"]["number"] for each in page["rulings"]] for page in pages]
    assert numbers == [[*range(1, 51)], [51], []]


async def test_what_a_ruling_notes_is_told_with_it_and_to_nobody_before(client: Client) -> None:
    meeting, (ada, _) = await with_people(client)
    await meeting.must(meeting.director, "draft_round")
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    me = await id_of(client, ada)
    penalty = {"type": "adjusted_points", "entrant": me, "points": 1}

    ruled = await meeting.must(
        meeting.director, "rule", round=1, measures=[penalty], reason="other", note="They were late."
    )

    (note,) = ruled["texts"]
    assert ruled["texts"] == {note: "They were late."}
    for who, knows in ((meeting.director, True), (ada, True), (await newcomer(client), False)):
        assert (note in (await meeting.shown(who, "/events"))["texts"]) == knows


async def test_a_code_lets_players_register(client: Client) -> None:
    director, player = await newcomer(client), await newcomer(client)
    body = {"settings": SETTINGS | {"registration": "code"}, "code": "sesame"}
    announced = await client.post("/v1/tournaments", json=body, headers=director)
    meeting = Meeting(client, director, announced.headers["location"])
    await meeting.must(director, "open_registration")

    wrong = await meeting.ask(player, "register", code="barley")
    right = await meeting.ask(player, "register", code="sesame")

    assert "sesame" not in announced.text
    assert wrong.json()["code"] == "wrong_code"
    assert right.status_code == 200


# Uploads


async def upload(meeting: Meeting, text: str | bytes, media_type: str = "text/csv; charset=utf-8") -> httpx.Response:
    headers = meeting.director | {"Content-Type": media_type}
    return await meeting.client.post(f"{meeting.path}/entrants", content=text, headers=headers)


async def ids(client: Client, number: int) -> list[str]:
    """Make players; return their ids."""
    return [(await client.get("/v1/me", headers=await newcomer(client))).json()["id"] for _ in range(number)]


async def test_players_are_uploaded(client: Client) -> None:
    meeting = await announced(client, registration="upload")
    players = await ids(client, 3)

    answer = await upload(meeting, "\ufeffPlayer\r\n" + "\r\n".join(players) + "\r\n\r\n")

    assert answer.status_code == 200, answer.text
    entrants = (await meeting.shown(meeting.director, "/entrants"))["entrants"]
    assert [each["id"] for each in entrants] == players


async def test_a_team_enters_when_its_people_have_accepted(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, **teams)
    ada, ben, cleo, dan = [await newcomer(client, name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    people = [await id_of(client, who) for who in (ada, ben, dan)]
    await meeting.must(meeting.director, "open_registration")
    asked = await meeting.ask(ada, "register", members=people, name="The Rooks")
    (team,) = (await meeting.shown(ben, ""))["tournament"]["invitations"]
    listed = [(await meeting.shown(who, "/entrants"))["entrants"] for who in (ben, cleo)]
    feeds = [(await meeting.shown(who, "/events"))["events"] for who in (ben, cleo)]
    strangers = await meeting.ask(cleo, "accept", entrant=team)
    await meeting.must(dan, "accept", entrant=team)

    accepted = await meeting.ask(ben, "accept", entrant=team)

    assert types_of(asked) == ["entrant_invited"]
    assert [[(each["state"], each["waits_for"]) for each in some] for some in listed] == [[("invited", people[1:])], []]
    assert [feed[-1]["event"]["type"] for feed in feeds] == ["entrant_invited", "registration_opened"]
    assert strangers.json()["code"] == "no_such_entrant"
    assert types_of(accepted) == ["invitation_accepted", "entrant_entered"]
    assert (await meeting.shown(ben, ""))["tournament"]["entrant"] == team


async def test_a_team_that_waits_is_entered_late_under_its_id_and_name_with_its_substitutes(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, limit=2, late_entries={"until_round": 1}, **teams)
    await meeting.must(meeting.director, "open_registration")
    people, ids_of_teams = [], []
    for name in ("The Rooks", "The Owls", "The Jays"):
        captain, *others = [await newcomer(client) for _ in range(4)]
        *members, other = [await id_of(client, each) for each in (captain, *others)]
        people.append(members)
        await meeting.must(captain, "register", members=members, substitutes=[other], name=name)
        ids_of_teams.append((await meeting.shown(captain))["tournament"]["entrant"])
        await meeting.must(meeting.director, "approve", entrant=ids_of_teams[-1])
    await meeting.must(meeting.director, "open_check_in")
    for team in ids_of_teams:
        await meeting.must(meeting.director, "check_in", entrant=team)
    await meeting.must(meeting.director, "start_rounds")
    await meeting.must(meeting.director, "withdraw", entrant=ids_of_teams[0])
    joins = {"entrant": ids_of_teams[2], "leaves": people[2][0], "joins": other}
    await meeting.must(meeting.director, "substitute", **joins)

    await meeting.must(meeting.director, "enter_late", members=[other, *people[2][1:]])

    found = await meeting.shown(meeting.director, "/entrants")
    assert {each["id"]: (each["state"], found["texts"][each["name"]]) for each in found["entrants"]} == {
        ids_of_teams[0]: ("withdrawn", "The Rooks"),
        ids_of_teams[1]: ("entered", "The Owls"),
        ids_of_teams[2]: ("entered", "The Jays"),
    }
    assert found["entrants"][2]["substitutes"] == people[2][:1]


async def test_a_team_is_entered_late_under_its_id_whoever_of_its_people_has_accepted(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "tie_breaks": []}
    meeting = await announced(client, late_entries={"until_round": 1}, **teams)
    captain, *others = [await newcomer(client) for _ in range(3)]
    people = [await id_of(client, each) for each in (captain, *others)]
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(captain, "register", members=people, name="The Jays")
    team = (await meeting.shown(captain))["tournament"]["entrant"]
    await meeting.must(meeting.director, "add_house", count=2)
    await meeting.must(meeting.director, "open_check_in")
    await meeting.must(meeting.director, "start_rounds")

    await meeting.must(meeting.director, "enter_late", members=people[::-1])

    found = (await meeting.shown(captain, "/entrants"))["entrants"]
    assert [(each["id"], each["state"], each["waits_for"]) for each in found if each["house"] is None] == [
        (team, "entered", [])
    ]


def types_of(answer: httpx.Response) -> list[str]:
    """Return what has happened."""
    return [each["event"]["type"] for each in answer.json()["events"]]


async def test_teams_are_uploaded_with_their_names_and_substitutes(client: Client) -> None:
    teams = {"game": "literature", "options": {}, "team_size": 3, "scoring": "difference", "registration": "upload"}
    meeting = await announced(client, **teams)
    players = await ids(client, 7)
    rows = [
        "team,player,substitute",
        *(f"The {'AB'[n // 3]}s,{players[n]}," for n in range(6)),
        f"The As,{players[6]},yes",
    ]

    answer = await upload(meeting, "\n".join(rows))

    assert answer.status_code == 200, answer.text
    found = await meeting.shown(meeting.director, "/entrants")
    first, second = found["entrants"]
    assert first["members"] == players[:3]
    assert first["substitutes"] == players[6:]
    assert second["members"] == players[3:6]
    assert [found["texts"][each["name"]] for each in (first, second)] == ["The As", "The Bs"]


@pytest.mark.parametrize(
    ("text", "media_type", "status", "code"),
    [
        ("", "text/csv", 400, "invalid_body"),
        ("name\nAda", "text/csv", 400, "invalid_body"),
        ("player\nAda", "text/csv", 400, "invalid_body"),
        ("player\n", "text/csv", 400, "invalid_body"),
        ("team,player\nA", "text/csv", 400, "invalid_body"),
        ("team,player,substitute\nA,00000000-0000-4000-8000-000000000009,perhaps", "text/csv", 400, "invalid_body"),
        (b"player\n\xff", "text/csv", 400, "invalid_body"),
        ('player\n"a"b', "text/csv", 400, "invalid_body"),
        ("player\n00000000-0000-4000-8000-000000000009", "text/csv", 404, "not_found"),
        ("player\n00000000000040008000000000000009", "text/csv", 400, "invalid_body"),
        ("player\n{00000000-0000-4000-8000-000000000009}", "text/csv", 400, "invalid_body"),
        ("player", "application/json", 415, "unsupported_media_type"),
        ("player\n" + 2_000 * "00000000-0000-4000-8000-000000000009\n", "text/csv", 413, "body_too_large"),
        ("player\n" + 1_001 * "00000000-0000-4000-8000-000000000009\n", "text/csv", 400, "invalid_body"),
    ],
)
async def test_an_upload_that_is_no_list_is_refused(
    client: Client, text: str | bytes, media_type: str, status: int, code: str
) -> None:
    meeting = await announced(client, registration="upload")

    answer = await upload(meeting, text, media_type)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await meeting.shown(meeting.director, "/entrants"))["entrants"] == []


async def test_a_compressed_list_is_not_taken_for_a_broken_one(client: Client) -> None:
    meeting = await announced(client, registration="upload")
    (player,) = await ids(client, 1)
    headers = meeting.director | {"Content-Type": "text/csv", "Content-Encoding": "gzip"}

    sent = gzip.compress(f"player\n{player}\n".encode())
    answer = await client.post(f"{meeting.path}/entrants", content=sent, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert answer.json()["detail"] == "Content-Encoding is 'gzip'. Send the body without compression."


async def test_of_an_upload_without_players_it_is_said_that_it_has_none(client: Client) -> None:
    meeting = await announced(client, registration="upload")

    answers = [await upload(meeting, text) for text in ("player\n", "team,player\n\n")]

    assert [each.json()["detail"] for each in answers] == ["The body: It has no rows after the first one."] * 2


async def test_teams_play_literature_with_exchanged_seats(client: Client) -> None:
    meeting = await of_house(
        client,
        2,
        game="literature",
        options={},
        team_size=3,
        exchanged_seats=True,
        scoring="difference",
        tie_breaks=["wins"],
        seating={"format": "round_robin", "rounds": 1, "places": 2},
    )
    await play_round(meeting, 1)
    await meeting.until("finished")

    shown = (await meeting.shown(meeting.director, "/rounds/1"))["round"]["tables"]
    entrants = {
        each["id"]: each["members"] for each in (await meeting.shown(meeting.director, "/entrants"))["entrants"]
    }
    standings = (await meeting.shown(meeting.director, "/standings"))["standings"]

    assert [(table["number"], table["half"]) for table in shown] == [(1, 0), (1, 1)]
    assert sorted(player for table in shown for player in table["seats"]) == sorted(chain(*entrants.values()))
    commitments, first = set(), []
    for table in shown:
        header = (await client.get(f"/v1/tables/{table['id']}", headers=meeting.director)).json()
        commitments.add(header["deal"]["commitment"])
        first.append(next(team for team, members in entrants.items() if header["seats"][0] in members))
    assert len(commitments) == 1, "both tables have the same cards"
    assert len(set(first)) == 2, "the teams sit the other way round"
    assert sum(row["points"] for row in standings) == 0, "what one team is ahead, the other is behind"


@pytest.mark.parametrize(
    ("settings", "code", "pointer"),
    [
        ({"game": "honors_5"}, "no_such_game", "/settings/game"),
        ({"options": {"max_deals": 0}}, "invalid_option", "/settings/options/max_deals"),
        ({"options": {"max_deal": 1}}, "invalid_option", "/settings/options/max_deal"),
        ({"options": {"max_deals": 1.0}}, "invalid_option", "/settings/options/max_deals"),
        ({"options": {"players": 2}}, "invalid_option", "/settings/options/players"),
        ({"warning_ms": 5}, "invalid_setting", "/settings/warning_ms"),
        ({"check_in_ms": 0}, "invalid_setting", "/settings/check_in_ms"),
        ({"tie_breaks": ["wins", "wins"]}, "invalid_setting", "/settings/tie_breaks/1"),
        (
            {"seating": {"format": "round_robin", "rounds": 2, "groups": 2}},
            "invalid_setting",
            "/settings/seating/groups",
        ),
        ({"seating": {"format": "swis", "rounds": 2}}, "invalid_body", "/settings/seating/format"),
    ],
)
async def test_a_bad_setting_is_pointed_to_where_it_stands(
    client: Client, settings: Document, code: str, pointer: str
) -> None:
    director = await newcomer(client, "Dora")
    answer = await client.post("/v1/tournaments", json={"settings": SETTINGS | settings}, headers=director)

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"type": "register", "nme": "Us"}, "Allowed fields: `type`, `name`, `members`, `substitutes`, `code`."),
        ({"type": "regster"}, "Allowed values: `open_registration`, `register`, `accept`, "),
        ({"type": "regster"}, ", `appoint`, `dismiss`."),
        ({"type": "cancel", "reason": "rain"}, "`told_of_cards`, `wrong_entry`."),
    ],
)
async def test_of_a_bad_command_it_is_said_what_would_be_right(client: Client, body: Document, detail: str) -> None:
    meeting = await announced(client)
    answer = await client.post(f"{meeting.path}/commands", json=body, headers=meeting.director)

    assert answer.status_code == 400
    assert detail in answer.json()["detail"]


async def test_bad_tables_of_a_manual_round_are_refused_with_the_code_of_a_bad_draft(client: Client) -> None:
    meeting = await of_house(client, players=4, seating={"format": "manual", "rounds": 1, "places": 2})
    nobody = "00000000-0000-4000-8000-000000000000"
    for given in ([], [[nobody, nobody]]):
        answer = await meeting.ask(meeting.director, "draft_round", given=given)

        assert (answer.status_code, answer.json()["code"]) == (409, "invalid_draft")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("appoint", {"person": NOBODY, "role": "scorer"}),
        ("add_entrants", {"entrants": [{"members": [NOBODY]}]}),
        ("register", {"members": [NOBODY]}),
    ],
)
async def test_somebody_who_is_no_player_is_not_found(client: Client, kind: str, fields: Document) -> None:
    meeting = await announced(client)
    await meeting.must(meeting.director, "open_registration")
    before = (await meeting.shown(meeting.director))["version"]

    answer = await meeting.ask(meeting.director, kind, **fields)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert NOBODY in answer.json()["detail"]
    assert (await meeting.shown(meeting.director))["version"] == before


# Those who look


async def with_ada(client: Client, substitutes: tuple[str, ...] = (), **settings: Any) -> tuple[Meeting, Header, str]:
    """Begin the first round of a tournament; return it, a player, and the path of the table that waits for them."""
    meeting, ada = await announced(client, **settings), await newcomer(client, "Ada")
    me = await id_of(client, ada)
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(ada, "register", members=[me], substitutes=list(substitutes))
    if substitutes:
        await meeting.must(meeting.director, "approve", entrant=me)
    await meeting.must(meeting.director, "add_house", count=3)
    await meeting.must(meeting.director, "open_check_in")
    await meeting.must(ada, "check_in", entrant=me)
    await meeting.must(meeting.director, "start_rounds")
    await meeting.must(meeting.director, "draft_round")
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    tables = (await meeting.shown(ada, "/rounds/1"))["round"]["tables"]
    path = next(f"/v1/tables/{table['id']}" for table in tables if me in table["seats"])

    async def plays() -> bool:
        return bool((await client.get(path, headers=ada)).json()["status"] == "playing")

    await eventually(plays)
    return meeting, ada, path


async def id_of(client: Client, who: Header) -> str:
    return str((await client.get("/v1/me", headers=who)).json()["id"])


async def test_the_record_of_a_tournament_is_proved_to_be_in_a_seal(app: Litestar, client: Client) -> None:
    meeting = await of_house(client, players=2, seating={"format": "swiss", "rounds": 1, "places": 2})
    before = await meeting.get(meeting.director, "/record/proof")
    await play_round(meeting, 1)
    await meeting.until("finished")
    unsealed = await meeting.get(meeting.director, "/record/proof")
    parlour = app.state.services.parlour
    await make_seal(parlour.event_log, parlour.signer, app.state.services.now)

    proof = await meeting.shown(meeting.director, "/record/proof")
    record = await meeting.shown(meeting.director, "/record")

    assert [before.json()["code"], unsealed.json()["code"]] == ["record_closed", "not_sealed"]
    assert (proof["table"], proof["hash"]) == (record["tournament"], record["seal"]["hash"])


OWN_CARDS: Document = {"duplicate": False, "scoring": "rank_points", "tie_breaks": []}


@pytest.mark.parametrize(
    ("settings", "watched"),
    [(OWN_CARDS, True), ({**OWN_CARDS, "table": {"spectators": False}}, False), ({}, False)],
    ids=["own cards", "own cards, no spectators", "the same cards"],
)
async def test_the_public_watches_tables_that_have_cards_of_their_own(
    client: Client, settings: Document, watched: bool
) -> None:
    _, _, path = await with_ada(client, **settings)
    stranger = await newcomer(client)

    answers = [await client.get(f"{path}{what}", headers=stranger) for what in ("", "/view", "/events", "/replay")]

    assert [answer.status_code for answer in answers] == [200 if watched else 403] * 4
    if watched:
        assert answers[1].json()["seat"] is None
        assert (await client.get(f"{path}/view?seat=0", headers=stranger)).json()["code"] == "record_closed"


async def test_a_named_substitute_is_given_no_sight(app: Litestar, client: Client) -> None:
    operator, cleo, dan = await official(app, "operator"), await newcomer(client), await newcomer(client)
    _, ada, path = await with_ada(client, (await id_of(client, cleo),))

    answers = {
        who: await client.post(f"{path}/sight", json={"player": await id_of(client, header)}, headers=operator)
        for who, header in {"member": ada, "substitute": cleo, "neither": dan}.items()
    }

    assert [answers[who].json().get("code") for who in answers] == ["plays_here", "plays_here", None]
    assert answers["neither"].status_code == 200


@pytest.mark.parametrize("path", ["", "/view", "/events", "/stream", "/replay", "/record"])
async def test_a_tournament_is_no_table(client: Client, path: str) -> None:
    meeting = await announced(client)
    table = meeting.path.replace("/tournaments/", "/tables/")

    answer = await client.get(f"{table}{path}", headers=meeting.director)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["", "/entrants", "/events", "/stream", "/standings", "/record"])
async def test_a_table_is_no_tournament(client: Client, path: str) -> None:
    table = await table_of(client, [await newcomer(client)], "honors_4", options={"players": 2})
    tournament = table.path.replace("/tables/", "/tournaments/")

    answer = await client.get(f"{tournament}{path}", headers=table.players[0])

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_a_table_that_is_played_again_in_a_round_of_the_same_deals_opens_with_the_round(
    app: Litestar, client: Client
) -> None:
    meeting = await announced(client, duplicate=True, scoring="matchpoints")
    await meeting.must(meeting.director, "open_registration")
    players = [await newcomer(client) for _ in range(4)]
    ids = [await id_of(client, player) for player in players]
    for player in players:
        await meeting.must(player, "register")
    await meeting.must(meeting.director, "open_check_in")
    for player, me in zip(players, ids, strict=True):
        await meeting.must(player, "check_in", entrant=me)
    await meeting.must(meeting.director, "start_rounds")
    tables = [{"number": number, "entrants": ids[2 * number - 2 : 2 * number]} for number in (1, 2)]
    await meeting.must(meeting.director, "draft_round")
    await meeting.must(meeting.director, "edit_draft", draft={"round": 1, "tables": tables, "byes": []})
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    await meeting.must(meeting.director, "replay_table", number=1, reason="fault_of_service")
    shown = (await meeting.shown(meeting.director, "/rounds/1"))["round"]["tables"]
    again, other = (f"/v1/tables/{table['id']}" for table in shown)

    async def playing() -> bool:
        answer = await client.get(again, headers=players[0])
        return answer.is_success and answer.json()["status"] == "playing"

    await eventually(playing)
    paths = [again, f"{again}/view", f"{again}/events", f"{again}/record"]
    assert [(await client.get(path)).status_code for path in paths] == [404] * 4
    await finish(app, Party(client, players[:2], again), random.Random(7))
    assert [(await client.get(path)).status_code for path in paths] == [404] * 4
    assert (await client.get(f"{again}/record", headers=players[0])).json()["code"] == "record_closed"

    await finish(app, Party(client, players[2:], other), random.Random(7))

    assert [(await client.get(path)).status_code for path in paths] == [200] * 4


async def test_what_a_round_has_held_back_is_told_when_the_tournament_is_cancelled(client: Client) -> None:
    meeting, (ada, _) = await with_people(client)
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    await eventually(lambda: has_result(meeting), 60)
    stranger = await newcomer(client)
    before = await cursor(meeting, stranger)

    await meeting.must(meeting.director, "cancel", reason="other")

    expected = [each["result"] for each in (await meeting.shown(meeting.director, "/rounds/1"))["round"]["tables"]]
    for who in (stranger, ada):
        shown = (await meeting.shown(who, "/rounds/1"))["round"]["tables"]
        assert [each["result"] for each in shown] == expected
    assert any(expected)
    told = (await meeting.shown(stranger, "/events", after=before))["events"]
    assert [each["event"]["type"] for each in told][:2] == ["tournament_cancelled", "result_noted"]
    assert (await client.get(f"{meeting.path}/rounds/1/deals", headers=stranger)).status_code == 200


async def test_a_house_player_who_enters_late_has_no_people(client: Client) -> None:
    meeting = await of_house(client)

    answer = await meeting.ask(meeting.director, "enter_late", members=[NOBODY], house="random")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")


async def test_a_player_who_is_forgotten_while_they_play_is_out_and_the_tournament_goes_on(client: Client) -> None:
    meeting, (ada, ben) = await with_people(client)
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")

    for _ in range(2):
        await client.delete("/v1/me", headers=ada)

    states = [each["state"] for each in (await meeting.shown(ben, "/entrants"))["entrants"]]
    assert states == ["withdrawn", *["entered"] * 5]
    assert (await meeting.shown(ben))["tournament"]["state"] == "playing"


async def test_a_player_who_is_forgotten_between_the_round_and_their_game_is_out(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def not_yet(*_: object) -> None: ...

    meeting, (ada, ben) = await with_people(client)
    monkeypatch.setattr(RoundTables, "start", not_yet)
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")

    await client.delete("/v1/me", headers=ada)

    states = [each["state"] for each in (await meeting.shown(ben, "/entrants"))["entrants"]]
    assert states == ["withdrawn", *["entered"] * 5]


async def never(_: float) -> None:
    """Wait for ever."""
    await asyncio.Event().wait()


async def test_a_player_who_is_forgotten_before_the_round_is_absent_and_out() -> None:
    around = dataclasses.replace(in_memory(), sleep=never)
    async with served(IN_MEMORY, around) as app, InProcess(app) as client:
        meeting, (ada, ben) = await with_people(client, table={"house_takes_over": True})
        await client.delete("/v1/me", headers=ada)

        await meeting.must(meeting.director, "publish_round")
        await meeting.until_round(1, "playing")

        async def is_over() -> bool:
            table = (await meeting.shown(meeting.director, "/rounds/1"))["round"]["tables"][0]
            return table["result"] is not None

        async def is_out() -> bool:
            states = [each["state"] for each in (await meeting.shown(ben, "/entrants"))["entrants"]]
            return states == ["withdrawn", *["entered"] * 5]

        await eventually(is_over)
        await eventually(is_out)


@pytest.mark.parametrize("before", [True, False], ids=["before the round", "during it"])
async def test_a_team_is_out_when_all_its_members_are_forgotten(before: bool) -> None:
    around = dataclasses.replace(in_memory(), sleep=never)
    async with served(IN_MEMORY, around) as app, InProcess(app) as client:
        meeting, (ada, ben) = await with_a_team(client)
        if not before:
            await meeting.must(meeting.director, "publish_round")
            await meeting.until_round(1, "playing")

        async def state() -> str:
            (team, _) = (await meeting.shown(meeting.director, "/entrants"))["entrants"]
            return str(team["state"])

        await client.delete("/v1/me", headers=ada)
        assert await state() == "entered"
        await client.delete("/v1/me", headers=ben)
        if before:
            await meeting.must(meeting.director, "publish_round")

        async def is_out() -> bool:
            return await state() == "withdrawn"

        await eventually(is_out)


async def with_a_team(client: Client) -> tuple[Meeting, list[Header]]:
    """Draft a round where a team of two people meets one of house players."""
    meeting = await announced(client, exchanged_seats=True)
    people = [await newcomer(client) for _ in range(2)]
    ids = [(await client.get("/v1/me", headers=each)).json()["id"] for each in people]
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(meeting.director, "add_entrants", entrants=[{"members": ids}])
    await meeting.must(meeting.director, "add_house", count=1)
    await meeting.must(meeting.director, "open_check_in")
    team = (await meeting.shown(meeting.director, "/entrants"))["entrants"][0]["id"]
    await meeting.must(people[0], "check_in", entrant=team)
    await meeting.must(meeting.director, "start_rounds")
    await meeting.must(meeting.director, "draft_round")
    return meeting, people


async def test_standings_are_not_hashed_where_others_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = await of_house(client, 2)

    def hashed(*_: Any) -> str:
        raise AssertionError("it may have many megabytes")

    monkeypatch.setattr(responses, "tag_of", hashed)
    answers = [await meeting.get(meeting.director, "/standings", format=form) for form in ("json", "csv")]

    assert [each.status_code for each in answers] == [200, 200]
    for form, each in zip(("json", "csv"), answers, strict=True):
        again = meeting.director | {"If-None-Match": each.headers["etag"]}
        assert (await meeting.get(again, "/standings", format=form)).status_code == 304
    assert answers[0].headers["etag"] != answers[1].headers["etag"]


async def test_a_tournament_whose_only_director_is_forgotten_is_cancelled(client: Client) -> None:
    alone, shared = [await announced(client) for _ in range(2)]
    other = await newcomer(client)
    person = (await client.get("/v1/me", headers=other)).json()["id"]
    await shared.must(shared.director, "appoint", person=person, role="director")

    for meeting in (alone, shared):
        assert (await client.delete("/v1/me", headers=meeting.director)).status_code == 204

    states = [(await meeting.shown(other))["tournament"]["state"] for meeting in (alone, shared)]
    assert states == ["cancelled", "announced"]


async def test_a_tournament_is_cancelled_whose_last_director_is_forgotten_though_another_player_announced_it(
    client: Client,
) -> None:
    meeting, other = await announced(client), await newcomer(client)
    announcer, person = [(await client.get("/v1/me", headers=who)).json()["id"] for who in (meeting.director, other)]
    await meeting.must(meeting.director, "appoint", person=person, role="director")
    await meeting.must(other, "dismiss", person=announcer)

    assert (await client.delete("/v1/me", headers=other)).status_code == 204

    assert (await meeting.shown(meeting.director))["tournament"]["state"] == "cancelled"


async def test_a_director_whose_colleague_was_forgotten_is_the_last_one(client: Client) -> None:
    meeting, other = await announced(client), await newcomer(client)
    person = (await client.get("/v1/me", headers=other)).json()["id"]
    await meeting.must(meeting.director, "appoint", person=person, role="director")

    await client.delete("/v1/me", headers=meeting.director)

    assert (await meeting.shown(other))["tournament"]["staff"] == [{"person": person, "role": "director"}]
    assert (await meeting.ask(other, "dismiss", person=person)).json()["code"] == "last_director"


@pytest.mark.parametrize("role", ["assistant", "scorer"])
async def test_who_is_forgotten_has_no_role_any_more(client: Client, role: str) -> None:
    meeting, other = await announced(client), await newcomer(client)
    person = (await client.get("/v1/me", headers=other)).json()["id"]
    await meeting.must(meeting.director, "appoint", person=person, role=role)

    await client.delete("/v1/me", headers=other)

    shown = (await meeting.shown(meeting.director))["tournament"]
    assert ([each["role"] for each in shown["staff"]], shown["state"]) == (["director"], "announced")


@pytest.mark.parametrize("announcer_first", [False, True])
async def test_a_tournament_whose_directors_are_all_forgotten_is_cancelled(
    client: Client, announcer_first: bool
) -> None:
    meeting, other, stranger = await announced(client), await newcomer(client), await newcomer(client)
    person = (await client.get("/v1/me", headers=other)).json()["id"]
    await meeting.must(meeting.director, "appoint", person=person, role="director")

    directors = [meeting.director, other] if announcer_first else [other, meeting.director]
    for director in directors:
        assert (await client.delete("/v1/me", headers=director)).status_code == 204

    assert (await meeting.shown(stranger))["tournament"]["state"] == "cancelled"
