"""Playing over HTTP: whole games, views and their versions, the feed, retries, the record."""

import asyncio
import random
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
from litestar import Litestar
from prometheus_client import REGISTRY

from domain import GAMES
from service.app import Surroundings
from service.records import making, records
from service.records.records import check, read
from service.store.port import FIRST_EPOCH
from service.store.signing import Signer
from tests.domain.every_game import every_id
from tests.recording import is_move
from tests.service.http.party import QUICK, Document, Header, Party, finish, meeting, newcomer, official, party, told
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served


async def feed(table: Party, header: Header, **parameters: Any) -> Document:
    """Return the feed of a table as somebody sees it."""
    answer = await table.client.get(f"{table.path}/events", params=parameters, headers=header)
    document: Document = answer.json()
    return document


@every_id()
async def test_a_move_says_its_type_also_where_there_is_but_one(client: Client, game: str) -> None:
    table = await party(client, game, GAMES[game].Options().players)
    await table.start()
    chosen = await table.choice(random.Random(1))
    assert chosen is not None
    seat, body = chosen

    for changed in ({name: each for name, each in body["move"].items() if name != "type"}, {"type": "no_move"}):
        answer = await client.post(f"{table.path}/moves", json=body | {"move": changed}, headers=table.players[seat])
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown_move_type")


async def test_what_is_wrong_with_a_body_by_itself_is_told_before_that_the_table_is_not_for_them(
    client: Client, ada: Header
) -> None:
    private = (await meeting(client, visibility="private")).path
    paths = [f"/v1/tables/{uuid4()}", private]
    bodies: list[Document] = [{}, {"move": {}, "decision": 1}, {"move": {"type": "fly"}}]

    answers = [[await client.post(f"{path}/moves", json=body, headers=ada) for body in bodies] for path in paths]

    assert [[told(answer) for answer in of_path] for of_path in answers] == [
        [(400, "invalid_body"), (400, "invalid_body"), found] for found in ((404, "not_found"), (403, "forbidden"))
    ]


@every_id()
async def test_a_game_is_played_from_its_opening_to_its_record(client: Client, game: str) -> None:
    """Every move is sent twice: the second answer is the first, and the feed says the same."""
    dice = random.Random(f"played {game}")
    table = await party(client, game, GAMES[game].Options().players, options=QUICK.get(game, {}))
    await table.start()
    moves: list[Document] = []
    while chosen := await table.choice(dice):
        seat, body = chosen
        header = table.players[seat] | {"Idempotency-Key": str(uuid4())}
        first, again = [await client.post(f"{table.path}/moves", json=body, headers=header) for _ in range(2)]
        if first.status_code == 409:
            assert told(again) == told(first), "somebody, or the clock, was faster"
            continue
        assert (first.status_code, first.content) == (again.status_code, again.content)
        answer = first.json()
        step = answer["events"][0]["version"]
        entries = (await feed(table, table.players[seat], after=step - 1, limit=len(answer["events"])))["events"]
        assert answer["events"] == [{name: each[name] for name in each if name != "moves"} for each in entries]
        assert answer["version"] == entries[-1]["version"]
        moves.append(body["move"])

    document = await client.get(f"{table.path}/record", headers=table.players[0])
    record = read(document.content)
    findings = check(record, Signer(bytes(32)).public_key)
    assert [entry.command["move"] for entry in record.events if is_move(entry)] == [
        complete(game, move) for move in moves
    ]
    assert findings.moves == len(moves)
    assert (await table.view(table.players[0]))["state"]["result"] is not None


def complete(game: str, move: Document) -> Document:
    """Return a move with all its fields, the defaults filled in."""
    filled: Document = msgspec.json.decode(msgspec.json.encode(GAMES[game].parse(move)))
    return filled


# Views


async def test_a_view_has_a_version_and_is_not_sent_again(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    path, ada = f"{table.path}/view", table.players[0]
    view = await client.get(path, headers=ada)
    etag = view.headers["etag"]

    assert etag.startswith(f'W/"{view.json()["table"]["version"]}-')
    for tag in (etag, etag.removeprefix("W/"), f'"1", {etag}', "*"):
        same = await client.get(path, headers=ada | {"If-None-Match": tag})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", etag)
    assert (await client.get(path, headers=ada | {"If-None-Match": '"1"'})).content == view.content
    head = await client.head(path, headers=ada)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", etag)
    assert view.headers["cache-control"] == "private, no-cache"
    assert view.headers["vary"] == "Authorization, Accept-Encoding"


@pytest.mark.parametrize("path", ["", "/view"])
async def test_what_is_not_sent_again_has_no_length_and_varies_as_what_is_sent(client: Client, path: str) -> None:
    table = await meeting(client)
    await table.start()
    ada = table.players[0] | {"Accept-Encoding": "gzip"}

    whole = await client.get(table.path + path, headers=ada)
    same = await client.get(table.path + path, headers=ada | {"If-None-Match": whole.headers["etag"]})

    assert (whole.headers["content-encoding"], same.status_code) == ("gzip", 304)
    assert {*same.headers.get_list("vary")} == {*whole.headers.get_list("vary")} == {"Authorization", "Accept-Encoding"}
    assert same.headers["cache-control"] == whole.headers["cache-control"]
    assert "content-length" not in same.headers


async def test_a_view_may_be_asked_for_as_it_was(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    ada = table.players[0]
    then = await client.get(f"{table.path}/view", headers=ada)
    version = then.json()["table"]["version"]
    await table.play(random.Random(1))

    again = await client.get(f"{table.path}/view", params={"version": version}, headers=ada)

    assert (again.content, again.headers["etag"]) == (then.content, then.headers["etag"])
    assert (await table.view(ada, version=1))["table"]["status"] == "open"
    for wrong in ("0", "-1", "x", str(2**53), "1.5"):
        answer = await client.get(f"{table.path}/view", params={"version": wrong}, headers=ada)
        assert told(answer) == (400, "invalid_parameter")


async def test_a_view_may_be_asked_for_as_it_is_at_least(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    await table.start()
    version = (await table.view(table.players[0]))["table"]["version"]

    assert (await table.view(table.players[0], at_least=version))["table"]["version"] == version
    for other in ({}, {"version": version}):
        asked = other | {"at_least": version + 1}
        answer = await client.get(f"{table.path}/view", params=asked, headers=table.players[0])
        assert told(answer) == (404, "not_found")
    await finish(app, table, random.Random(1))
    answer = await client.get(f"{table.path}/view", params={"seat": 1, "at_least": 9_999}, headers=table.players[0])
    assert told(answer) == (404, "not_found")


async def test_a_private_table_has_no_spectators_but_officials_with_a_reason(app: Litestar, client: Client) -> None:
    table = await meeting(client, visibility="private")
    await table.start()
    await table.play(random.Random(1))
    stranger = await newcomer(client)
    officials = [await official(app, "operator"), await official(app, "analyst")]

    for path in ("", "/view", "/view?version=3", "/events", "/record"):
        assert told(await client.get(table.path + path, headers=stranger)) == (403, "forbidden")
        for header in (*table.players, *officials):
            given = {"reason": "A complaint."} if path and header in officials else {}
            asked = httpx.URL(table.path + path).copy_merge_params(given)
            assert (await client.get(asked, headers=header)).status_code == 200
    move = await client.post(f"{table.path}/moves", json={"move": {"type": "unite", "recipient": 0}}, headers=stranger)
    assert told(move) == (403, "forbidden")


# The feed


async def test_a_feed_is_read_page_by_page_without_a_gap(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    await table.play(random.Random(1))
    ada = table.players[0]
    version, events = 0, []
    while page := (await feed(table, ada, after=version, limit=7))["events"]:
        version = page[-1]["version"]
        events += page

    assert [entry["version"] for entry in events] == list(range(1, version + 1))
    assert events == (await feed(table, ada, limit=1000))["events"]
    assert (await feed(table, ada, after=version)) == {
        "version": version,
        "cursor": f"{version}-{FIRST_EPOCH}",
        "events": [],
    }


async def test_a_reader_who_waits_for_the_feed_gets_the_next_event(client: Client) -> None:
    table = await meeting(client)
    waiting = asyncio.create_task(feed(table, table.players[0], after=1, wait=30))
    await asyncio.sleep(0.05)
    await client.post(f"{table.path}/seats", json={}, headers=table.players[1])

    assert [entry["event"]["type"] for entry in (await waiting)["events"]] == ["seat_taken"]


# Moves


async def test_only_the_player_who_sits_there_moves(client: Client) -> None:
    table = await meeting(client)
    move = {"move": {"type": "lay_aside", "cards": ["AS"]}}
    assert told(await client.post(f"{table.path}/moves", json=move, headers=table.players[0])) == (409, "not_seated")
    await table.start()
    seat, body = await table.choice(random.Random(1)) or (0, {})

    stranger = await client.post(f"{table.path}/moves", json=body, headers=await newcomer(client))
    other = await client.post(f"{table.path}/moves", json=body, headers=table.players[1 - seat])

    assert told(stranger) == (409, "not_seated")
    assert told(other) == (409, "card_not_in_hand")


async def test_a_move_is_counted_once_and_one_that_is_refused_is_not(client: Client) -> None:
    def counted() -> float:
        return REGISTRY.get_sample_value("parlour_moves_total", {"game": "friendlier_than_thou"}) or 0

    table = await meeting(client)
    await table.start()
    before, key = counted(), {"Idempotency-Key": str(uuid4())}
    body = {"move": (await table.view(table.players[0]))["decision"]["moves"][0]}

    answers = [
        await client.post(f"{table.path}/moves", json=body, headers=table.players[0] | header)
        for header in (key, key, {})
    ]

    assert [answer.is_success for answer in answers] == [True, True, False]
    assert counted() == before + 1


async def test_a_key_is_its_senders_own(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    views = [await table.view(player) for player in table.players]
    key = {"Idempotency-Key": '"one-for-both"'}

    answers = [
        await client.post(
            f"{table.path}/moves", json={"move": view["decision"]["moves"][0]}, headers=table.players[seat] | key
        )
        for seat, view in enumerate(views)
    ]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["events"][0]["seat"] for answer in answers] == [0, 1]


async def test_all_commands_may_be_sent_twice(client: Client) -> None:
    ada, bob = await newcomer(client), await newcomer(client)

    async def twice(method: str, path: str, header: Header, body: Document | None = None) -> Document:
        key = {"Idempotency-Key": str(uuid4())}
        first, again = [await client.request(method, path, json=body, headers=header | key) for _ in range(2)]
        assert first.is_success
        assert (first.status_code, first.content) == (again.status_code, again.content)
        document: Document = again.json()
        return document

    opening = {"game": "friendlier_than_thou", "options": {"players": 2}}
    path = f"/v1/tables/{(await twice('POST', '/v1/tables', ada, opening))['id']}"
    await twice("POST", f"{path}/seats", ada, {"seat": 1})
    await twice("POST", f"{path}/seats", bob, {})
    await twice("DELETE", f"{path}/seats/0", bob)
    await twice("POST", f"{path}/seats", bob, {"seat": 0})
    assert (await twice("POST", f"{path}/start", ada))["version"] == 9
    assert (await client.get(path, headers=ada)).json()["version"] == 9


# The record


async def test_a_record_is_made_once_for_all_who_ask_for_it_at_once(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await party(client, "literature", 6)
    await table.start()
    for who in table.players:
        await client.post(f"{table.path}/abort", json={}, headers=who)
    history, made, all_ask = app.state.services.parlour.history, list[int](), asyncio.Event()
    at, recorded = history.at, records.recorded

    async def late(*given: Any) -> Any:
        await all_ask.wait()
        return await at(*given)

    def counting(entry: Any, link: bytes) -> Any:
        made.append(entry.version)
        return recorded(entry, link)

    monkeypatch.setattr(history, "at", late)
    monkeypatch.setattr(making, "recorded", counting)
    asked = asyncio.gather(*(client.get(f"{table.path}/record", headers=who) for who in table.players))
    for _ in range(200):
        await asyncio.sleep(0)
    all_ask.set()
    answers = await asked

    versions = [each["version"] for each in answers[0].json()["events"]]
    assert made == versions == [*range(1, len(versions) + 1)]
    assert len({answer.content for answer in answers}) == 1


async def test_the_record_opens_when_the_game_is_finished(client: Client) -> None:
    table = await meeting(client)
    for header in (table.players[0], await newcomer(client)):
        assert told(await client.get(f"{table.path}/record", headers=header)) == (409, "record_closed")
    await table.start()
    await table.play(random.Random(2), until=lambda view: view["state"]["phase"] == "unity")
    assert told(await client.get(f"{table.path}/record", headers=table.players[0])) == (409, "record_closed")

    await table.play(random.Random(2))
    documents = [
        (await client.get(f"{table.path}/record", headers=header)).content
        for header in (table.players[1], await newcomer(client))
    ]
    assert documents[0] == documents[1]


async def test_a_record_is_not_sent_again_to_who_has_it(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    await table.start()
    closed = await client.get(f"{table.path}/record", headers=table.players[0] | {"If-None-Match": "*"})
    await finish(app, table, random.Random(1))
    whole = await client.get(f"{table.path}/record", headers=table.players[0])
    tag = whole.headers["etag"]

    same = await client.get(f"{table.path}/record", headers=table.players[0] | {"If-None-Match": tag})
    other = await client.get(f"{table.path}/record", headers=table.players[0] | {"If-None-Match": '"1"'})

    assert told(closed) == (409, "record_closed")
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    assert other.content == whole.content


async def test_what_is_no_move_is_judged_by_the_table_as_it_is_now(client: Client, surroundings: Surroundings) -> None:
    """Players have sat down, and the game has begun, at another worker since this one has looked at the table."""
    table = await party(client, "literature", 6)
    nonsense = {"move": {"type": "no_such_move"}}
    async with served(IN_MEMORY, surroundings) as other, InProcess(other) as elsewhere:
        before = await elsewhere.post(f"{table.path}/moves", json=nonsense, headers=table.players[0])
        await table.start()
        after = await elsewhere.post(f"{table.path}/moves", json=nonsense, headers=table.players[0])

    assert (told(before), told(after)[1]) == ((409, "not_seated"), "unknown_move_type")
