"""The history for analysts over HTTP: every game once, as soon as its record is open, and not before."""

import asyncio
import csv
import dataclasses
import gzip
import io
import json
import random
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from domain import GAMES
from domain.table import UPCASTERS, AbortByOperator, AssignSeat, OpenTable, StartGame, TournamentPlace
from projections.history import HISTORY, SCHEMA_VERSION
from service.history.cursors import MOST_LEFT_OUT
from service.http.wire.history import Shape
from service.http.wire.media_types import CSV, NDJSON
from service.live.pace import Pace
from service.store import Epoch, StoreUnavailable
from tests.service.http.occasions import ADA, BEN, CLEO, MOVE, Clock, Scene, done, over, over_in_private, playing
from tests.service.http.party import SHORT, Document, Header, Party, id_of, newcomer, official, party, table_of
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served
from tests.service.workers import Fork

GAME, EVENTS = "/v1/history/games", "/v1/history/events"
ROWS_AT_ONCE = 2
PATHS = pytest.mark.parametrize("path", [GAME, EVENTS])


@pytest.fixture
def log() -> Fork:
    """A log whose end can be lost."""
    return Fork()


@pytest.fixture
async def scene(log: Fork) -> AsyncIterator[Scene]:
    """Give a service that keeps everything in memory, and reads few rows at once."""
    clock = Clock()
    pace = Pace(history_rows=ROWS_AT_ONCE, turn_entries=ROWS_AT_ONCE, turn_seconds=60)
    surroundings = dataclasses.replace(in_memory(now=clock), store=log, pace=pace)
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        yield Scene(app, client, clock)


async def read(scene: Scene, path: str, header: Header | None = None, **asked: Any) -> Document:
    """Return a page of the history."""
    answer = await scene.client.get(path, params=asked, headers=header or await newcomer(scene.client))
    assert answer.status_code == 200, answer.text
    document: Document = answer.json()
    return document


async def tables(scene: Scene, header: Header | None = None, **asked: Any) -> list[str]:
    """Return the tables of the games that are found, in order."""
    return [game["table_id"] for game in (await read(scene, GAME, header, **asked))["games"]]


async def all_of(scene: Scene, path: str, header: Header, **asked: Any) -> list[Document]:
    """Read page by page to the end; return all rows."""
    rows: list[Document] = []
    while (page := await read(scene, path, header, **asked))["more"]:
        rows += page[path.rpartition("/")[2]]
        asked["after"] = page["cursor"]
    return rows + list(page[path.rpartition("/")[2]])


async def test_a_game_has_a_row_once_it_is_over(scene: Scene) -> None:
    table = await playing(scene)
    assert await tables(scene) == []
    for who in (ADA, BEN):
        await done(table, "POST", "/abort", who, {})

    page = await read(scene, GAME)

    assert (page["schema_version"], page["more"]) == (SCHEMA_VERSION, False)
    (game,) = page["games"]
    assert sorted(game) == sorted(column.name for column in HISTORY["games"].columns)
    assert (game["number"], game["table_id"], game["status"], game["reason"]) == (1, table.id, "aborted", "agreed")
    assert (game["options"]["players"], game["winners"], game["rated"]) == (2, [], False)
    assert datetime.fromisoformat(game["finished_at"]).tzinfo is not None


async def test_the_events_are_those_of_the_record(scene: Scene) -> None:
    table = await over(scene)
    record = (await done(table, "GET", "/record", ADA)).json()
    analyst = await official(scene.app, "analyst")

    found = await all_of(scene, EVENTS, analyst, limit=3)

    assert [(row["version"], row["step"], row["seat"], row["event"], row["command"]) for row in found] == [
        (each["version"], each["step"], each["seat"], each["event"], each["command"]) for each in record["events"]
    ]
    assert [row["player"] for row in found if row["seat"] is not None] == [
        record["players"][row["seat"]] for row in found if row["seat"] is not None
    ]
    assert await all_of(scene, EVENTS, analyst, limit=1000) == found
    some = await all_of(scene, EVENTS, analyst, type="seat_taken")
    assert some == [row for row in found if row["type"] == "seat_taken"] != []


async def test_players_are_known_by_pseudonyms_except_to_officials(scene: Scene) -> None:
    table = await over(scene)
    ids = [await id_of(scene.client, each) for each in table.players]

    answers = [
        await scene.client.get(path, headers=table.players[who], params=asked)
        for path in (GAME, EVENTS)
        for who in (ADA, CLEO)
        for asked in ({}, {"player": ids[ADA]})
    ]
    official_answer = await scene.client.get(EVENTS, headers=await official(scene.app, "operator"))

    assert not [each for each in answers if any(player in each.text for player in ids)]
    assert ids[ADA] in official_answer.text
    (pseudonym,) = {row["player"] for row in answers[-1].json()["events"] if row["seat"] == 0 and row["player"]}
    assert f'"player":"{pseudonym}"' in answers[-1].text
    assert ids[ADA] == official_answer.json()["events"][0]["event"]["creator"]


@pytest.mark.parametrize("accept", ["application/json", NDJSON, CSV, f"{CSV};q=0.5, {NDJSON}", "*/*"])
@PATHS
async def test_all_forms_say_the_same(scene: Scene, path: str, accept: str) -> None:
    table = await over(scene)
    name = path.rpartition("/")[2]
    expected = (await read(scene, path, table.players[CLEO]))[name]

    answer = await scene.client.get(path, headers={**table.players[CLEO], "Accept": accept})

    kind = answer.headers["content-type"]
    if kind == CSV:
        rows: Any = list(csv.DictReader(io.StringIO(answer.text)))
        for row in rows:
            for column in HISTORY[name].columns:
                row[column.name] = plain(row[column.name], column.type)
    elif kind == NDJSON:
        rows = [json.loads(line) for line in answer.text.splitlines()]
    else:
        rows = answer.json()[name]
    assert rows == expected != []
    assert "after=" in answer.headers["link"]
    wished = {"application/json": "application/json", CSV: CSV, "*/*": "application/json"}.get(accept, NDJSON)
    assert kind == wished


def plain(text: str, kind: str) -> Any:
    """Return a value of CSV as JSON has it."""
    if not text:
        return None
    return text if kind in ("id", "text", "timestamp") else json.loads(text)


@PATHS
async def test_an_answer_is_compressed_for_those_who_take_that(scene: Scene, path: str) -> None:
    table = await over(scene)
    await over(scene)
    answers = {}
    for accepted in ("gzip", "identity", "gzip;q=0", "br, *"):
        headers = {**table.players[ADA], "Accept-Encoding": accepted}
        async with scene.client.stream("GET", path, headers=headers) as answer:
            raw = b"".join([part async for part in answer.aiter_raw()])
            answers[accepted] = answer.headers.get("content-encoding"), raw
            assert set(answer.headers["vary"].split(", ")) == {"Accept", "Accept-Encoding", "Authorization"}
            assert int(answer.headers["content-length"]) == len(raw)

    assert [coding for coding, _ in answers.values()] == ["gzip", None, None, "gzip"]
    assert gzip.decompress(answers["gzip"][1]) == answers["identity"][1] == answers["gzip;q=0"][1]


@pytest.mark.parametrize("accept", ["application/json", NDJSON, CSV])
@PATHS
async def test_others_have_their_turn_while_pages_are_made_however_many(
    scene: Scene, path: str, accept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await over(scene)
    for _ in range(4):
        await over(scene)
    made, threads, row, document = [0], [], Shape.row, Shape.document

    def counted(self: Shape, given: Any) -> bytes:
        made[0] += 1
        return row(self, given)

    def noted(self: Shape, *given: Any) -> bytes:
        threads.append(threading.current_thread())
        return document(self, *given)

    monkeypatch.setattr(Shape, "row", counted)
    monkeypatch.setattr(Shape, "document", noted)
    headers = {**table.players[ADA], "Accept": accept}
    pages = [scene.client.get(path, params={"limit": 5000}, headers=headers) for _ in range(3)]
    asked = asyncio.gather(*pages)
    most, before = 0, 0
    while not asked.done():
        await asyncio.sleep(0)
        most, before = max(most, made[0] - before), made[0]

    assert [page.status_code for page in await asked] == [200, 200, 200]
    assert made[0] > most == ROWS_AT_ONCE
    assert threading.main_thread() not in threads != []


async def test_a_bot_is_told_from_people_also_when_it_was_forgotten(scene: Scene) -> None:
    among_people = await over(scene)
    made = (await scene.client.post("/v1/players", json={"name": "Marvin", "bot": True})).json()
    marvin = {"Authorization": f"Bearer {made['token']}"}
    table = await table_of(scene.client, [marvin, await newcomer(scene.client)], "honors_4", options={"players": 2})
    await table.start()
    for player in table.players:
        await done(table, "POST", "/abort", table.players.index(player), {})

    assert (await scene.client.delete("/v1/me", headers=marvin)).status_code == 204

    assert await tables(scene, kind="bot") == [table.id]
    assert await tables(scene, kind="person") == [among_people.id, table.id]
    rows = (await read(scene, GAME))["games"]
    assert [(row["people"], row["bots"], row["house"]) for row in rows] == [(2, 0, 0), (1, 1, 0)]


async def test_fields_are_chosen(scene: Scene) -> None:
    table = await over(scene)

    games = await read(scene, GAME, fields="table_id,number")
    lines = await scene.client.get(
        EVENTS, params={"fields": "version,type"}, headers={**table.players[ADA], "Accept": CSV}
    )

    assert games["games"] == [{"number": 1, "table_id": table.id}]
    assert lines.text.splitlines()[:2] == ["version,type", "1,table_opened"]


async def test_games_are_found_by_what_is_asked(scene: Scene) -> None:
    two = await over(scene)
    assert await tables(scene) == [two.id]
    three = await party(scene.client, "honors_4", 3, options={"players": 3})
    await three.start()
    await three.play(random.Random(1), lambda view: view["table"]["version"] > 8)
    for player in three.players:
        await scene.client.post(f"{three.path}/abort", json={}, headers=player)
    mine = await id_of(scene.client, two.players[BEN])
    (last,) = (await read(scene, GAME, game="honors_4"))["games"]

    assert await tables(scene) == [two.id, three.id]
    assert await tables(scene, game="honors_4") == [three.id]
    assert await tables(scene, player=mine) == [two.id]
    assert await tables(scene, kind="house") == []
    assert await tables(scene, kind="person") == [two.id, three.id]
    assert await tables(scene, options='{"players":3}') == [three.id]
    assert await tables(scene, rules_version="1") == [two.id, three.id]
    assert await tables(scene, tournament=str(uuid4())) == []
    assert await tables(scene, **{"from": last["finished_at"]}) == [three.id]
    assert await tables(scene, to=last["finished_at"]) == [two.id]
    assert await tables(scene, to="2020-01-01") == []
    found = await all_of(scene, EVENTS, two.players[ADA], game="honors_4")
    assert {row["table_id"] for row in found} == {three.id}


@pytest.mark.parametrize(
    ("asked", "parameter"),
    [
        ({"after": "12"}, "after"),
        ({"after": "9.0-1-00000000"}, "after"),
        ({"limit": 5001}, "limit"),
        ({"fields": "number,secret"}, "fields"),
        ({"from": "yesterday"}, "from"),
        ({"to": "12"}, "to"),
        ({"from": "2026-03-02", "to": "2026-03-01"}, "to"),
        ({"options": "[1]"}, "options"),
        ({"options": '{"a":{"b":1}}'}, "options"),
        ({"options": '{"a\\u0000":1}'}, "options"),
        ({"options": '{"ask_rule":"\\u0000"}'}, "options"),
        ({"rules_version": "1\0"}, "rules_version"),
        ({"rules_version": "9"}, "rules_version"),
        ({"rules_version": "9", "game": "honors_1"}, "rules_version"),
        ({"game": "chess"}, "game"),
        ({"kind": "robot"}, "kind"),
        ({"player": "Ada"}, "player"),
        ({"colour": "red"}, "colour"),
    ],
)
@PATHS
async def test_what_makes_no_sense_is_refused(scene: Scene, path: str, asked: dict[str, Any], parameter: str) -> None:
    answer = await scene.client.get(path, params=asked, headers=await newcomer(scene.client))

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")
    (fault,) = answer.json()["errors"]
    assert fault["parameter"] == parameter
    assert "regex" not in fault["detail"]


@pytest.mark.parametrize("asked", ["seat_stolen", "", "seat_taken\0"])
async def test_a_type_that_no_event_has_is_refused(scene: Scene, asked: str) -> None:
    answer = await scene.client.get(EVENTS, params={"type": asked}, headers=await newcomer(scene.client))

    assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, "type")


async def test_events_may_be_asked_for_by_a_type_that_they_had_in_an_earlier_version(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(UPCASTERS, "chair_taken", dict)

    assert await all_of(scene, EVENTS, await newcomer(scene.client), type="chair_taken") == []


async def test_a_tournament_that_opens_a_table_keeps_its_id_and_players_get_pseudonyms(scene: Scene) -> None:
    tournament, table_id, players = uuid4(), uuid4(), [uuid4(), uuid4()]
    opening = OpenTable(
        player=tournament,
        game="honors_1",
        options={"players": 2},
        secret=bytes(32).hex(),
        tournament=TournamentPlace(tournament, 1, 1),
    )
    seats = [AssignSeat(tournament, player, seat) for seat, player in enumerate(players)]
    for command in (opening, *seats, StartGame(tournament), AbortByOperator(tournament)):
        await scene.app.state.services.parlour.engine.execute(table_id, command)

    rows = (await read(scene, EVENTS, tournament=str(tournament)))["events"]

    senders = {row["command"]["player"] for row in rows if row["command"] is not None}
    assert (senders, rows[0]["event"]["creator"]) == ({str(tournament)}, str(tournament))
    assert not [player for player in players if str(player) in json.dumps(rows)]


@PATHS
async def test_a_form_that_there_is_not(scene: Scene, path: str) -> None:
    header = await newcomer(scene.client)
    answer = await scene.client.get(path, headers={**header, "Accept": "application/xml"})
    long = await scene.client.get(path, headers={**header, "Accept": "a" * 1001})

    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")
    assert long.status_code == 400


@PATHS
async def test_what_has_not_changed_is_not_sent_again(scene: Scene, path: str) -> None:
    table = await over(scene)
    first = await scene.client.get(path, headers=table.players[ADA])
    again = await scene.client.get(path, headers={**table.players[ADA], "If-None-Match": first.headers["etag"]})
    await over(scene)
    then = await scene.client.get(path, headers={**table.players[ADA], "If-None-Match": first.headers["etag"]})

    assert (again.status_code, again.content, then.status_code) == (304, b"", 200)


@PATHS
async def test_nothing_is_missed_or_told_twice_while_games_end(scene: Scene, path: str) -> None:
    reader, asked, seen, made = await newcomer(scene.client), {"limit": 3}, [], []
    for number in range(6):
        made += [(await over(scene)).id for _ in range(number % 3)]
        for _ in range(4):
            page = await read(scene, path, reader, **asked)
            seen += [(row["number"], row.get("version")) for row in page[path.rpartition("/")[2]]]
            asked["after"] = page["cursor"]
    while (page := await read(scene, path, reader, **asked))["more"]:
        seen += [(row["number"], row.get("version")) for row in page[path.rpartition("/")[2]]]
        asked["after"] = page["cursor"]
    seen += [(row["number"], row.get("version")) for row in page[path.rpartition("/")[2]]]

    whole = await all_of(scene, path, reader, limit=5000)
    assert seen == [(row["number"], row.get("version")) for row in whole]
    assert {row["table_id"] for row in whole} == set(made)
    assert len({row["number"] for row in whole}) == len(made)


# Who sees what


async def test_a_private_game_is_for_its_players_and_officials(scene: Scene) -> None:
    table = await over_in_private(scene)

    assert await tables(scene, table.players[ADA]) == [table.id]
    assert await tables(scene, table.players[BEN]) == [table.id]
    assert await tables(scene, await newcomer(scene.client)) == []
    assert (await read(scene, EVENTS, await newcomer(scene.client)))["events"] == []
    assert await tables(scene, await official(scene.app, "analyst")) == [table.id]
    assert await tables(scene, await official(scene.app, "operator")) == [table.id]


@PATHS
async def test_a_player_who_hides_their_games_is_not_found_by_them(scene: Scene, path: str) -> None:
    table = await over(scene)
    ada = await id_of(scene.client, table.players[ADA])
    await scene.client.patch("/v1/me", json={"shows": ["tables"]}, headers=table.players[ADA])
    readers = [
        table.players[ADA],
        table.players[BEN],
        await newcomer(scene.client),
        await official(scene.app, "analyst"),
    ]

    found = [(await read(scene, path, each, player=ada))[path.rpartition("/")[2]] for each in readers]
    unasked = (await read(scene, path, readers[2]))[path.rpartition("/")[2]]

    assert [bool(rows) for rows in found] == [True, False, False, True]
    assert unasked


async def test_a_game_without_spectators_is_for_its_players(scene: Scene) -> None:
    table = await playing(scene, settings={"spectators": False})
    for who in (ADA, BEN):
        await done(table, "POST", "/abort", who, {})

    assert await tables(scene, table.players[BEN]) == [table.id]
    assert await tables(scene, table.players[CLEO]) == []


async def with_deck(scene: Scene, operator: Header, deck: list[str]) -> Party:
    """Return a table whose game with a given deck has begun."""
    people = [await newcomer(scene.client) for _ in range(2)]
    table = await table_of(scene.client, [operator], "friendlier_than_thou", **SHORT, decks=[deck])
    table.players[:] = people
    for seat in range(2):
        await done(table, "POST", "/seats", seat, {"seat": seat})
    await done(Party(scene.client, [operator], table.path), "POST", "/start", 0)
    return table


async def end(table: Party) -> None:
    """End a game that goes on."""
    for who in range(2):
        await done(table, "POST", "/abort", who, {})


@pytest.mark.parametrize("limit", [1, 4, 1000])
@PATHS
async def test_a_deck_that_others_play_is_told_when_all_are_over(scene: Scene, path: str, limit: int) -> None:
    operator, deck = await official(scene.app, "operator"), list(GAMES["friendlier_than_thou"].deck)
    reader, name = await newcomer(scene.client), path.rpartition("/")[2]
    first, second = await with_deck(scene, operator, deck), await with_deck(scene, operator, deck)
    before = (await scene.client.get(path, headers=operator)).content
    await end(first)
    assert (await scene.client.get(path, headers=operator)).content == before
    await end(second)
    assert len({row["table_id"] for row in await all_of(scene, path, reader)}) == 2

    again = await with_deck(scene, operator, deck)
    after = await over(scene)
    meanwhile = await all_of(scene, path, reader, limit=limit)
    assert {row["table_id"] for row in meanwhile} == {after.id}
    cursor = (await read(scene, path, reader, limit=5000))["cursor"]
    assert "~1,2" in cursor
    await end(again)

    assert len((await read(scene, path, reader, limit=limit, after=cursor))[name]) <= limit
    late = await all_of(scene, path, reader, limit=limit, after=cursor)
    whole = await all_of(scene, path, reader, limit=5000)
    told = [(row["number"], row.get("version")) for row in (*meanwhile, *late)]
    assert sorted(told) == sorted([(row["number"], row.get("version")) for row in whole])
    assert [row for row in late if row["number"] in (1, 2)] == [row for row in whole if row["number"] in (1, 2)]


async def test_a_late_game_goes_on_on_the_next_page_where_the_first_one_ends(scene: Scene) -> None:
    operator, deck = await official(scene.app, "operator"), list(GAMES["friendlier_than_thou"].deck)
    for table in [await with_deck(scene, operator, deck) for _ in range(2)]:
        await end(table)
    whole = (await read(scene, EVENTS, operator, limit=5000))["events"]
    first, second = ([row for row in whole if row["number"] == number] for number in (1, 2))
    again = await with_deck(scene, operator, deck)
    cursor = (await read(scene, EVENTS, operator, limit=5000))["cursor"]
    await end(again)

    page = await read(scene, EVENTS, operator, after=cursor, limit=len(first) + 1)
    following = await read(scene, EVENTS, operator, after=page["cursor"], limit=len(second) - 1)

    assert page["events"] == [*first, second[0]]
    assert following["events"] == second[1:]


@PATHS
async def test_more_closed_games_than_a_cursor_has_room_for_hold_a_reader_back(scene: Scene, path: str) -> None:
    operator, deck = await official(scene.app, "operator"), list(GAMES["friendlier_than_thou"].deck)
    closed = [await with_deck(scene, operator, deck) for _ in range(MOST_LEFT_OUT + 1)]
    for table in closed:
        await end(table)
    assert len(await tables(scene)) == len(closed)
    again = await with_deck(scene, operator, deck)
    open_one = await over(scene)

    page = await read(scene, path, operator)
    left_out = range(1, MOST_LEFT_OUT + 1)
    assert (page["more"], page["cursor"]) == (False, f"{MOST_LEFT_OUT}.0-1-00000000~{','.join(map(str, left_out))}")
    await end(again)
    rest = await all_of(scene, path, operator, after=page["cursor"])

    assert len({row["table_id"] for row in rest}) == len(closed) + 2
    assert open_one.id in {row["table_id"] for row in rest}


async def test_a_half_read_game_that_is_closed_is_left_out_and_goes_on_later(scene: Scene) -> None:
    operator, deck = await official(scene.app, "operator"), list(GAMES["friendlier_than_thou"].deck)
    await end(await with_deck(scene, operator, deck))
    page = await read(scene, EVENTS, operator, limit=3)
    again, other = await with_deck(scene, operator, deck), await over(scene)

    meanwhile = await read(scene, EVENTS, operator, after=page["cursor"])
    assert {row["table_id"] for row in meanwhile["events"]} == {other.id}
    assert (meanwhile["cursor"], meanwhile["more"]) == ("2.0-1-00000000~1.3", False)
    await end(again)

    two = await read(scene, EVENTS, operator, after=meanwhile["cursor"], limit=2)
    assert [(row["number"], row["version"]) for row in two["events"]] == [(1, 4), (1, 5)]
    assert (two["cursor"], two["more"]) == ("2.0-1-00000000~1.5", True)
    rest = await all_of(scene, EVENTS, operator, after=two["cursor"])
    assert next(row["version"] for row in rest if row["number"] == 1) == 6


# What is lost


@PATHS
async def test_a_cursor_of_a_lost_history_says_so(scene: Scene, log: Fork, path: str) -> None:
    header, kept = await newcomer(scene.client), await over(scene)
    assert await tables(scene) == [kept.id]
    lost = await over(scene)
    cursors = [(await read(scene, path, header, limit=5000))["cursor"]]
    cursors.insert(0, cursors[0].replace("2.0-", "1.0-"))
    log.lose(UUID(lost.id), 3, Epoch(2, "0a0b0c0d"))
    new = await over(scene)

    good = await read(scene, path, header, after=cursors[0])
    bad = await scene.client.get(path, params={"after": cursors[1]}, headers=header)
    unknown = await scene.client.get(path, params={"after": "1.0-1-ffffffff"}, headers=header)

    assert {row["table_id"] for row in good[path.rpartition("/")[2]]} == {new.id}
    assert (bad.status_code, bad.json()["code"], bad.json()["version"]) == (410, "history_lost", 1)
    assert bad.json()["cursor"] == "1.0-2-0a0b0c0d"
    assert (unknown.status_code, unknown.json()["version"]) == (410, 0)
    assert kept.id in await tables(scene)


@PATHS
async def test_a_page_during_which_history_is_lost_has_a_cursor_that_says_so(
    scene: Scene, log: Fork, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, history = await newcomer(scene.client), scene.app.state.services.history
    await over(scene)
    assert len(await tables(scene)) == 1
    lost, seats, games = await over(scene), history.seats, history.games

    def lose() -> None:
        if log.epoch.number == 1:
            log.lose(UUID(lost.id), 3, Epoch(2, "0a0b0c0d"))

    async def games_before(*given: Any) -> Any:
        found = await games(*given)
        if path == GAME:
            lose()
        return found

    async def seats_before(numbers: Any) -> Any:
        found = await seats(numbers)
        if numbers == [2]:
            lose()
        return found

    monkeypatch.setattr(history, "games", games_before)
    monkeypatch.setattr(history, "seats", seats_before)
    page = await read(scene, path, header, limit=5000)
    await over(scene)
    bad = await scene.client.get(path, params={"after": page["cursor"]}, headers=header)

    assert page["cursor"] == "2.0-1-00000000"
    assert (bad.status_code, bad.json()["code"], bad.json()["version"]) == (410, "history_lost", 1)
    assert bad.json()["cursor"] == "1.0-2-0a0b0c0d"


@pytest.mark.parametrize("path", [GAME, EVENTS])
@pytest.mark.parametrize("cursor", ["", "0", "0.0-1-00000000\n", "0.0-1-0000000g"])
async def test_what_is_no_cursor_of_the_history_is_refused(scene: Scene, path: str, cursor: str) -> None:
    header = await newcomer(scene.client)

    answer = await scene.client.get(path, params={"after": cursor}, headers=header)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")
    assert answer.json()["errors"][0]["parameter"] == "after"


async def test_refused_moves_are_counted(scene: Scene) -> None:
    table = await playing(scene)
    for _ in range(2):
        answer = await scene.client.post(f"{table.path}/moves", json=MOVE, headers=table.players[CLEO])
        assert answer.json()["code"] == "not_seated"
    stale = {**MOVE, "decision": "0.1"}
    assert (await scene.client.post(f"{table.path}/moves", json=stale, headers=table.players[ADA])).status_code == 409

    await scene.app.state.services.refusals.add()
    await scene.app.state.services.refusals.add()

    counted = {(game, code): number for (_, game, code), number in scene.app.state.services.history.refusals.items()}
    assert counted == {("friendlier_than_thou", "not_seated"): 2, ("friendlier_than_thou", "decision_over"): 1}


async def test_refusals_are_counted_on_while_the_history_is_away(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    counts, history = scene.app.state.services.refusals, scene.app.state.services.history

    async def away(_: object) -> None:
        raise StoreUnavailable("away")

    counts.count("honors_4", "not_your_turn")
    with monkeypatch.context() as patched:
        patched.setattr(history, "add_refusals", away)
        await counts.add()
    assert not history.refusals
    await counts.add()

    assert list(history.refusals.values()) == [1]


async def test_a_former_players_name_is_nowhere(scene: Scene) -> None:
    table = await over(scene)
    name = f"Nobody knows {uuid4().hex[:8]}"
    await scene.client.patch("/v1/me", json={"name": name}, headers=table.players[ADA])
    await scene.client.request("DELETE", "/v1/me", headers=table.players[ADA])

    answers = [await scene.client.get(path, headers=await official(scene.app, "operator")) for path in (GAME, EVENTS)]

    assert all(isinstance(each, httpx.Response) and name not in each.text for each in answers)
    assert datetime.now(UTC).tzinfo is UTC
