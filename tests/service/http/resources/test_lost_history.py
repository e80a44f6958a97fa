"""After the restore of a backup: what a client has of the lost history is not taken for the present one."""

import dataclasses
from collections.abc import AsyncIterator
from uuid import UUID

import httpx
import pytest

from service.http.contract.operation_specs import OPERATIONS
from service.store import Epoch
from service.store.port import FIRST_EPOCH
from tests.openapi.promised import operation
from tests.service.http.meetings import announced, ids, of_house, play_round, upload
from tests.service.http.occasions import (
    ADA,
    BEN,
    CLEO,
    MOVE,
    Clock,
    Scene,
    aborted,
    asks_back,
    done,
    empty,
    over,
    playing,
    playing_in_tournament,
)
from tests.service.http.party import SHORT, Party, id_of, newcomer, official, table_of
from tests.service.http.reading import NDJSON, SSE, Stream
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served
from tests.service.workers import Fork

SECOND = Epoch(2, "0a0b0c0d")


OF_THEIR_BYTES = {
    "getPlayer",
    "getTable",
    "getView",
    "getTournament",
    "listEntrants",
    "getRound",
    "listRulings",
    "getStandings",
    "listPlayerGames",
    "getLeaderboard",
    "getGameStatistics",
    "listGames",
    "getGame",
    "listMessages",
    "openTable",
    "leaveSeat",
    "startGame",
    "invitePlayer",
    "endInvitation",
    "revokeInvitationLink",
    "abortTable",
    "takeBack",
    "claimAbandoned",
    "forkTable",
    "grantSight",
    "revokeSight",
    "announceTournament",
}
"""The operations whose tags are made of the bytes of the answer, so that they name no version of any history."""


@pytest.fixture
def log() -> Fork:
    """A log whose end can be lost."""
    return Fork()


@pytest.fixture
async def scene(log: Fork) -> AsyncIterator[Scene]:
    """Give a service that keeps everything in memory."""
    clock = Clock()
    surroundings = dataclasses.replace(in_memory(now=clock), store=log)
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        yield Scene(app, client, clock)


async def test_a_view_of_a_lost_history_is_not_current_still(scene: Scene, log: Fork) -> None:
    client = scene.client
    players = [await newcomer(client), await newcomer(client)]
    table = await table_of(client, players, "friendlier_than_thou", **SHORT)
    await client.post(f"{table.path}/seats", json={"seat": 0}, headers=players[0])
    lost = await client.get(f"{table.path}/view", headers=players[0])

    log.lose(UUID(table.id), 1, SECOND)
    await client.post(f"{table.path}/seats", json={"seat": 1}, headers=players[0])
    same = {**players[0], "If-None-Match": lost.headers["etag"]}
    present = await client.get(f"{table.path}/view", headers=same)
    again = await client.get(f"{table.path}/view", headers={**players[0], "If-None-Match": present.headers["etag"]})

    assert (lost.json()["table"]["version"], lost.json()["seat"]) == (2, 0)
    assert (present.status_code, present.json()["table"]["version"], present.json()["seat"]) == (200, 2, 1)
    assert again.status_code == 304


async def test_all_tags_of_a_later_epoch_name_it(scene: Scene, log: Fork) -> None:
    log.lose(UUID((await empty(scene)).id), 1, SECOND)
    tags: dict[str, set[str]] = {}

    async def note(answer: httpx.Response) -> None:
        if "etag" in answer.headers:
            name = operation(answer.request.method, answer.request.url.path)["operationId"]
            tags.setdefault(name, set()).add(answer.headers["etag"])

    scene.client.event_hooks["response"].append(note)
    await aborted(scene)
    table = await over(scene)
    for method, path in [("GET", ""), ("GET", "/view"), ("GET", "/view?version=1"), ("GET", "/record")]:
        await done(table, method, path, ADA)
    started = (await table.view(table.players[ADA]))["table"]["version"] - 3
    await done(table, "POST", "/fork", ADA, {"version": started})
    await done(table, "POST", "/rematch", ADA)
    table = await playing(scene)
    move = (await table.view(table.players[ADA]))["decision"]["moves"][0]
    await done(table, "POST", "/moves", ADA, {"move": move})
    late = await scene.client.post(f"{table.path}/moves", json=MOVE | {"decision": "0.1"}, headers=table.players[ADA])
    await opened_to_guests(scene)
    await claimed(scene)
    await watched(scene)
    await looked_at(scene)
    await asks_back(scene)

    assert late.json()["code"] == "decision_over"
    for operation_id in OF_THEIR_BYTES:
        tags.pop(operation_id, None)
    expected = {name for name, spec in OPERATIONS.items() if "ETag" in spec.headers} - OF_THEIR_BYTES
    assert sorted(tags) == sorted(expected)
    assert not [(name, tag) for name, found in tags.items() for tag in found if not tag.endswith('-2-0a0b0c0d"')]


async def opened_to_guests(scene: Scene) -> None:
    """Let a table be opened, seats be taken and left, and guests be invited in every way."""
    table = await empty(scene)
    cleo = await id_of(scene.client, table.players[CLEO])
    await done(table, "POST", "/invitations", ADA, {"player": cleo})
    await done(table, "DELETE", f"/invitations/players/{cleo}", ADA)
    await done(table, "POST", "/invitations/link", ADA)
    await done(table, "DELETE", "/invitations/link", ADA)
    await done(table, "POST", "/seats", BEN, {})
    await done(table, "DELETE", "/seats/0", BEN)


async def watched(scene: Scene) -> None:
    """Let somebody see the cards of a tournament's table, and nothing else."""
    table, operator = await playing_in_tournament(scene), await official(scene.app, "operator")
    body = {"player": await id_of(scene.client, table.players[CLEO])}
    await scene.client.post(f"{table.path}/sight", json=body, headers=operator)
    await scene.client.delete(f"{table.path}/sight/{body['player']}", headers=operator)


async def looked_at(scene: Scene) -> None:
    """Let a tournament be played to its end, and all be read that is known of it then; to another, upload a list."""
    meeting = await of_house(scene.client, 2, seating={"format": "swiss", "rounds": 1, "places": 2})
    await play_round(meeting, 1)
    await meeting.until("finished")
    for path in ("", "/entrants", "/rounds/1", "/rulings", "/standings", "/rounds/1/deals", "/record"):
        await meeting.shown(meeting.director, path)
    for path in ("/v1/history/games", "/v1/history/events"):
        await scene.client.get(path, headers=meeting.director)
    listed = await announced(scene.client, registration="upload")
    assert (await upload(listed, "\n".join(["player", *await ids(scene.client, 2)]))).is_success


async def claimed(scene: Scene) -> None:
    """Let a game be claimed that another player has abandoned."""
    table = await playing(scene, settings={"turn_limit_ms": 1_000, "defaults_until_absent": 1})
    scene.clock.ahead += 60_000
    await scene.client.post(f"{table.path}/moves", json=MOVE, headers=table.players[ADA])
    await done(table, "POST", "/claim", ADA)


async def seated(scene: Scene) -> Party:
    """Return an open table for two, where both sit: it has three events."""
    table = await empty(scene)
    for who in (ADA, BEN):
        await done(table, "POST", "/seats", who, {})
    return table


async def forked(scene: Scene, log: Fork) -> Party:
    """Return such a table that has lost its last event, and has got two others."""
    table = await seated(scene)
    log.lose(UUID(table.id), 2, SECOND)
    await done(table, "POST", "/seats", CLEO, {})
    await done(table, "DELETE", "/seats/1", CLEO)
    return table


async def test_a_cursor_of_what_is_lost_is_answered_with_the_last_version_that_is_not(scene: Scene, log: Fork) -> None:
    table = await seated(scene)
    feed = (await done(table, "GET", "/events?limit=2", ADA)).json(), (await done(table, "GET", "/events", ADA)).json()
    log.lose(UUID(table.id), 2, SECOND)
    await done(table, "POST", "/seats", CLEO, {})
    await done(table, "DELETE", "/seats/1", CLEO)
    path = f"{table.path}/events?after="

    kept, lost, plain = [
        await scene.client.get(f"{path}{after}", headers=table.players[ADA])
        for after in (feed[0]["cursor"], feed[1]["cursor"], 3)
    ]

    assert [entry["version"] for entry in kept.json()["events"]] == [3, 4]
    assert (lost.status_code, lost.json()["code"]) == (410, "history_lost")
    assert (lost.json()["version"], lost.json()["cursor"]) == (2, f"2-{SECOND}")
    assert [entry["version"] for entry in plain.json()["events"]] == [4]
    assert kept.json()["cursor"] == plain.json()["cursor"] == f"4-{SECOND}"


@pytest.mark.parametrize("form", [NDJSON, SSE])
async def test_a_stream_begins_with_the_last_version_that_is_not_lost(scene: Scene, log: Fork, form: str) -> None:
    table = await forked(scene, log)
    header = table.players[ADA] | {"Accept": form, "Last-Event-ID": f"3-{FIRST_EPOCH}"}

    async with Stream(scene.app, f"{table.path}/stream", header) as stream:
        said, *events = [await stream.line() for _ in range(3)]

    assert said == {"type": "history_lost", "cursor": f"2-{SECOND}", "tables": [{"table": table.id, "version": 2}]}
    assert [line["cursor"] for line in events] == [f"3-{SECOND}", f"4-{SECOND}"]
    assert [line["entry"]["event"]["type"] for line in events] == ["seat_taken", "seat_left"]


async def test_the_stream_of_a_player_names_all_tables_that_have_lost_something(scene: Scene, log: Fork) -> None:
    tables = [await seated(scene)]
    tables += [await table_of(scene.client, tables[0].players, "friendlier_than_thou", **SHORT) for _ in range(2)]
    for table in tables[1:]:
        for who in (ADA, BEN):
            await done(table, "POST", "/seats", who, {})
    async with Stream(scene.app, "/v1/me/stream", tables[0].players[ADA]) as stream:
        cursor = [(await stream.line())["cursor"] for _ in tables][-1]
    for table, last in zip(tables, (2, 3, 1), strict=True):
        log.lose(UUID(table.id), last, None)
    log.begin(SECOND)

    async with Stream(scene.app, "/v1/me/stream", tables[0].players[ADA], after=cursor) as stream:
        said, left = await stream.line(), await stream.line()

    assert {each["table"]: each["version"] for each in said["tables"]} == {tables[0].id: 2, tables[2].id: 1}
    assert (left["type"], left["table"], left["why"]) == ("end", tables[2].id, "left")


async def test_what_was_said_at_a_lost_table_is_removed_when_an_operator_wants_it(scene: Scene, log: Fork) -> None:
    client, operator = scene.client, await official(scene.app, "operator")
    players = [await newcomer(client), await newcomer(client)]
    table = await table_of(client, players, "friendlier_than_thou", **SHORT, settings={"chat": "text"})
    for player in players:
        await client.post(f"{table.path}/seats", json={}, headers=player)
    await table.say(players[1], "Shame!")
    path = f"{table.path}/chat/seats/1/reports"
    made = await client.post(path, json={"reason": "abuse"}, headers=players[0])
    log.lose(UUID(table.id), 0, SECOND)
    resolution = f"/v1/reports/{made.json()['id']}/resolution"
    judged = await client.post(resolution, json={"verdict": "removed"}, headers=operator)

    assert (await client.get(table.path, headers=players[0])).status_code == 404
    assert (judged.status_code, judged.json()["verdict"]) == (200, "removed")
    assert (await client.get("/v1/reports", headers=operator)).json()["reports"] == []


@pytest.mark.parametrize("form", ["json", "csv"])
async def test_the_standings_are_not_those_of_a_lost_history(scene: Scene, log: Fork, form: str) -> None:
    meeting = await announced(scene.client, registration="upload")
    tournament = UUID(meeting.path.rpartition("/")[2])
    (known,) = (await log.heads([tournament])).values()

    async def standings(players: list[str]) -> tuple[int, str]:
        await upload(meeting, "\n".join(["player", *players]))
        answer = await meeting.get(meeting.director, "/standings", format=form)
        return (await log.heads([tournament]))[tournament], answer.text

    lost, present = [await ids(scene.client, 2) for _ in range(2)]
    version, before = await standings(lost)
    log.lose(tournament, known, SECOND)
    again, now = await standings(present)

    assert again == version
    assert before != now
