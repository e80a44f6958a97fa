"""A replay shows a table as somebody saw it at each version; from other seats once the record is open."""

import json
import random
from typing import Any

import msgspec
import pytest
from litestar import Litestar

from tests.patching import patched
from tests.service.http.party import Document, Header, Party, meeting, newcomer, over, party
from tests.service.http.surface import Client


async def replayed(table: Party, header: Header, **query: Any) -> list[Document]:
    """Return the lines of a replay."""
    answer = await table.client.get(f"{table.path}/replay", params=query, headers=header)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [msgspec.json.decode(line) for line in answer.content.splitlines()]


def views_of(lines: list[Document]) -> dict[int, Document]:
    """Return the view at each version: the first one, and that with the changes of each step."""
    begins, *steps, ends = lines
    assert (begins["type"], ends["type"], ends["why"]) == ("view", "end", "replayed")
    view = begins["view"]
    views = {int(begins["cursor"]): view}
    for step in steps:
        view = patched(view, step["changes"])
        views[step["entry"]["version"]] = view
    assert int(ends["cursor"]) == max(views)
    return views


async def test_a_replay_shows_what_the_view_of_each_version_shows(client: Client) -> None:
    table, spectator = await meeting(client), await newcomer(client)
    await table.start()
    await table.play(random.Random(1), lambda view: view["table"]["version"] >= 20)

    for viewer in (*table.players, spectator):
        shown = views_of(await replayed(table, viewer))
        assert list(shown) == list(range(1, max(shown) + 1))
        for version, view in shown.items():
            assert view == await table.view(viewer, version=version)


async def test_a_replay_of_all_versions_has_the_events_of_the_feed(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    feed = (await client.get(f"{table.path}/events", params={"limit": 1000}, headers=table.players[0])).json()

    steps = (await replayed(table, table.players[0]))[1:-1]

    assert [step["entry"] for step in steps] == feed["events"][1:]


async def test_a_part_of_a_game_is_replayed_with_whole_views(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    lines = await replayed(table, table.players[1], **{"from": 8, "to": 11, "with": "view"})

    assert [line["cursor"] for line in lines] == ["8", "9", "10", "11", "11"]
    assert ["changes" in line for line in lines[1:-1]] == [False] * 3
    for line in lines[:-1]:
        assert line["view"] == await table.view(table.players[1], version=int(line["cursor"]))


async def test_a_single_version_is_replayed_without_any_step(app: Litestar, client: Client) -> None:
    table = await over(app, client)

    assert [line["type"] for line in await replayed(table, table.players[0], **{"from": 9, "to": 9})] == ["view", "end"]


async def test_others_seats_are_closed_until_the_game_is_over(client: Client) -> None:
    table, spectator = await meeting(client), await newcomer(client)
    await table.start()
    for viewer, seats in ((table.players[0], ("1", "all")), (spectator, ("0", "1", "all"))):
        for other in seats:
            for path in ("replay", "view"):
                refused = await client.get(f"{table.path}/{path}?seat={other}", headers=viewer)
                assert (refused.status_code, refused.json()["code"]) == (409, "record_closed")
    assert views_of(await replayed(table, table.players[0], seat=0)) == views_of(
        await replayed(table, table.players[0])
    )

    await table.play(random.Random(1))

    for seat, player in enumerate(table.players):
        own = views_of(await replayed(table, player))
        assert views_of(await replayed(table, spectator, seat=seat)) == own
        version = len(own) // 2
        assert await table.view(spectator, seat=seat, version=version) == own[version]
        assert (await table.view(spectator, seat=seat))["seat"] == seat


async def test_from_all_seats_all_hands_are_seen_and_every_event_in_full(app: Litestar, client: Client) -> None:
    table, spectator = await over(app, client), await newcomer(client)
    record = (await client.get(f"{table.path}/record", headers=spectator)).json()

    lines = await replayed(table, spectator, seat="all")

    told = {line["entry"]["version"]: line["entry"]["event"] for line in lines[1:-1]}
    assert told == {entry["version"]: entry["event"] for entry in record["events"] if entry["version"] in told}
    started = next(view for view in views_of(lines).values() if view["state"] and view["state"]["hand_sizes"][0])
    zones = {zone["id"]: zone for zone in started["layout"]["zones"]}
    hands = [zones[f"hand-{seat}"] for seat in range(2)]
    assert all(len(hand["cards"]) == hand["count"] > 0 for hand in hands)
    for seat, player in enumerate(table.players):
        own = await table.view(player, version=started["table"]["version"])
        seen = next(zone for zone in own["layout"]["zones"] if zone["id"] == f"hand-{seat}")
        assert [card["card"] for card in seen["cards"]] == [card["card"] for card in hands[seat]["cards"]]


async def test_a_late_spectator_replays_what_they_have_seen(client: Client) -> None:
    table, spectator = await meeting(client, settings={"spectator_delay": 3}), await newcomer(client)
    await table.start()
    await table.play(random.Random(1), lambda view: view["table"]["version"] >= 20)
    seen = (await table.view(spectator))["table"]["version"]

    assert max(views_of(await replayed(table, spectator))) == seen
    beyond = await client.get(f"{table.path}/replay?to={seen + 1}", headers=spectator)
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["replay", "view"])
async def test_a_table_that_is_open_yet_is_shown_too(client: Client, path: str) -> None:
    table = await party(client, "literature", 6)

    assert (await client.get(f"{table.path}/{path}", headers=table.players[3])).status_code == 200


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("seat=-1", "seat"),
        ("seat=none", "seat"),
        ("seat=all%0A", "seat"),
        ("seat=0%0A", "seat"),
        ("from=0", "from"),
        ("from=x", "from"),
        ("from=5&to=4", "to"),
        ("with=some", "with"),
        ("first=1", "first"),
    ],
)
async def test_what_is_wrong_with_a_query_is_named(app: Litestar, client: Client, query: str, parameter: str) -> None:
    table = await over(app, client)
    answer = await client.get(f"{table.path}/replay?{query}", headers=table.players[0])

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")
    assert [error["parameter"] for error in answer.json()["errors"]] == [parameter]


async def test_a_version_that_is_still_to_come_is_not_found(client: Client) -> None:
    table = await meeting(client)
    for query in ("from=99", "to=99"):
        answer = await client.get(f"{table.path}/replay?{query}", headers=table.players[0])
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_it_goes_on_after_the_last_line_that_came(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    header, query = table.players[0], f"{table.path}/replay?from=2&to=9"

    whole = (await client.get(query, headers=header)).text.splitlines()
    rest = (await client.get(query, headers=header | {"Last-Event-ID": "6"})).text.splitlines()

    view, *events = map(json.loads, rest)
    assert (view["type"], view["cursor"]) == ("view", "6")
    assert events == [json.loads(line) for line in whole][-len(events) :]
    assert [line["cursor"] for line in events] == ["7", "8", "9", "9"]


async def test_an_empty_cursor_counts_as_none(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    header, query = table.players[0], f"{table.path}/replay?from=2&to=9"

    whole, again = [await client.get(query, headers=each) for each in (header, header | {"Last-Event-ID": ""})]

    assert (again.status_code, again.content) == (200, whole.content)


@pytest.mark.parametrize("cursor", ["0", "x", "10", "5.0", "5e0", "05", "9" * 20])
async def test_a_cursor_that_it_never_gave_is_refused(app: Litestar, client: Client, cursor: str) -> None:
    table = await over(app, client)
    header = table.players[0] | {"Last-Event-ID": cursor}

    answer = await client.get(f"{table.path}/replay?to=9", headers=header)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")
