"""A table's life over HTTP: house players, invitations, who may watch, ends without a result, and another game."""

import asyncio
import dataclasses
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from litestar import Litestar

from domain.table import HOUSE_PLAYERS
from service.app import Surroundings
from service.records.records import check, read
from service.runtime.metrics import exposition
from service.store import Append
from service.store.memory import MemoryStore
from tests.service.http.party import Document, Header, Party, id_of, meeting, newcomer, official, over, party, told
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served
from tests.service.workers import eventually

RANDOM = str(HOUSE_PLAYERS["random"])
ASKED = {"house": "random"}


async def ask(table: Party, path: str, player: Header, body: Document | None = None, method: str = "POST") -> Any:
    """Send a request about a table."""
    return await table.client.request(method, f"{table.path}{path}", json=body or {}, headers=player)


async def done(table: Party, path: str, player: Header, body: Document | None = None, method: str = "POST") -> Document:
    """Return what a request about a table that is not refused is answered with."""
    answer = await ask(table, path, player, body, method)
    assert answer.status_code in {200, 201}, answer.text
    document: Document = answer.json()
    return document


async def head(table: Party, player: Header) -> Document:
    """Return the table without its cards."""
    return await done(table, "", player, method="GET")


async def with_house(client: Client, game: str = "literature", **opening: Any) -> Party:
    """Return a table that has just been started, with its creator on seat 0, and the house on all other seats."""
    table = await party(client, game, 1, **opening)
    (ada,) = table.players
    seats = (await done(table, "/seats", ada))["table"]["seats"]
    for _ in seats[1:]:
        await done(table, "/seats", ada, ASKED)
    await done(table, "/start", ada)
    return table


async def record_is_true(client: Client, table: Party, player: Header) -> int:
    """Check the record of a table that is over; return how many events it has."""
    answer = await client.get(f"{table.path}/record", headers=player)
    assert answer.status_code == 200, answer.text
    return check(read(answer.content)).events


# House players


async def test_a_person_plays_with_house_players(client: Client) -> None:
    table = await with_house(client)
    (ada,) = table.players
    at_the_start = await head(table, ada)

    end = await table.play(random.Random(1))

    assert at_the_start["seats"][1:] == [RANDOM] * 5
    assert [seat["house"] for seat in at_the_start["presence"]] == [None] + ["random"] * 5
    assert end["table"]["status"] == "finished"
    await record_is_true(client, table, ada)
    metrics = exposition().decode()
    assert 'parlour_house_moves_total{game="literature"}' in metrics


async def test_seats_are_freed_by_the_player_who_has_opened_the_table(client: Client) -> None:
    table = await party(client, "literature", 2)
    ada, ben = table.players
    await done(table, "/seats", ada, ASKED | {"seat": 3})
    await done(table, "/seats", ben, {"seat": 1})

    assert told(await ask(table, "/seats/3", ben, method="DELETE")) == (409, "seat_not_yours")
    assert (await done(table, "/seats/3", ada, method="DELETE"))["seats"][3] is None
    assert (await done(table, "/seats/1", ada, method="DELETE"))["seats"][1] is None
    assert told(await ask(table, "/seats", ben, ASKED)) == (409, "not_seated")
    assert told(await ask(table, "/seats", ada, {"house": "grandmaster"})) == (400, "invalid_body")
    feed = (await client.get(f"{table.path}/events", headers=ben)).json()["events"]
    assert [each["event"].get("by") for each in feed[-2:]] == [await id_of(client, ada)] * 2


async def test_a_player_takes_their_seat_back_from_the_house(client: Client) -> None:
    settings = {"turn_limit_ms": 1000, "defaults_until_absent": 1, "house_takes_over": True}
    options = {"players": 2, "challenge_ms": 0}
    table = await party(client, "honors_2", 2, options=options, settings=settings)
    await table.start()
    ada, move = table.players[0], {"move": {"type": "draw_stock"}}

    async def is_played_by_the_house() -> bool:
        seat = (await head(table, ada))["presence"][0]
        return bool(seat["house"] == "random" and seat["absent"])

    await eventually(is_played_by_the_house)
    while_it_plays = await ask(table, "/moves", ada, move)
    asked_of_her = (await table.view(ada))["decision"]
    waiting = (await client.get("/v1/me/tables", headers=ada)).json()["tables"]
    back = await done(table, "/seats", ada)
    again = await ask(table, "/seats", ada)
    afterwards = await ask(table, "/moves", ada, move)

    assert told(while_it_plays) == (409, "house_plays")
    assert (asked_of_her, [game["to_act"] for game in waiting]) == (None, [False])
    seat = back["table"]["presence"][0]
    assert (back["seat"], seat["player"], seat["house"], seat["absent"]) == (0, await id_of(client, ada), None, False)
    assert told(again) == (409, "already_seated") or again.json()["seat"] == 0, "the house may have taken over again"
    assert afterwards.status_code == 200 or told(afterwards) != (409, "house_plays")


# Settings of the table


async def test_a_table_has_the_settings_that_it_was_opened_with(client: Client, ada: Header) -> None:
    given = {"turn_limit_ms": 30_000, "reserve_ms": 5_000, "spectators": False}
    answer = await client.post("/v1/tables", json={"game": "literature", "settings": given}, headers=ada)

    table = answer.json()
    assert table["settings"] == given | {"defaults_until_absent": 3, "house_takes_over": False, "spectator_delay": 0}
    assert {seat["reserve_ms"] for seat in table["presence"]} == {5_000}


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        ({}, 259_200_000),
        ({"settings": {"spectators": False}}, 259_200_000),
        ({"settings": {"turn_limit_ms": None}}, None),
    ],
)
async def test_no_table_waits_for_ever_unless_that_is_asked_for(
    client: Client, ada: Header, given: Document, limit: int | None
) -> None:
    answer = await client.post("/v1/tables", json={"game": "literature", **given}, headers=ada)

    assert answer.json()["settings"]["turn_limit_ms"] == limit


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"turn_limit_ms": 999}, "invalid_body"),
        ({"turn_limit_ms": "30000"}, "invalid_body"),
        ({"reserve_ms": -1}, "invalid_body"),
        ({"defaults_until_absent": 0}, "invalid_body"),
        ({"spectator_delay": 1_001}, "invalid_body"),
        ({"house_takes_over": 1}, "invalid_body"),
        ({"limit": 1}, "unknown_field"),
    ],
)
async def test_settings_that_make_no_sense(client: Client, ada: Header, given: Document, code: str) -> None:
    answer = await client.post("/v1/tables", json={"game": "literature", "settings": given}, headers=ada)

    assert told(answer) == (400, code)
    assert [fault["pointer"].startswith("/settings") for fault in answer.json()["errors"]] == [True]


async def test_a_decision_has_a_deadline_where_the_table_has_a_limit(client: Client) -> None:
    table = await with_house(client, settings={"turn_limit_ms": 600_000})
    (ada,) = table.players

    async def decision() -> Any:
        return (await table.view(ada))["decision"]

    await eventually(decision)
    view = await table.view(ada)
    assert view["decision"]["deadline"] == view["layout"]["seats"][0]["deadline"] > view["table"]["started_at"]


# Who may see a table


async def may_see(client: Client, table: Party, player: Header) -> bool:
    """Return whether a player sees the table, for some reason; a player who may not is refused it."""
    answers = [
        await client.get(f"{table.path}/view", params={"reason": "A complaint."}, headers=player),
        await client.get(f"{table.path}/events", params={"reason": "A complaint."}, headers=player),
    ]
    statuses = {answer.status_code for answer in answers}
    assert statuses in ({200}, {403})
    return statuses == {200}


async def listed(client: Client, table: Party, player: Header, **asked: Any) -> bool:
    """Return whether a table is on the first page of a player's lobby."""
    lobby = (await client.get("/v1/tables", params={"limit": 200, **asked}, headers=player)).json()
    return any(each["id"] == table.id for each in lobby["tables"])


async def test_a_player_who_is_invited_sees_a_private_table_and_sits_down(client: Client) -> None:
    table = await meeting(client, visibility="private")
    ada, ben = table.players
    stranger = await newcomer(client)
    before = [await may_see(client, table, ben), await listed(client, table, ben)]

    await done(table, "/invitations", ada, {"player": await id_of(client, ben)})

    assert before == [False, False]
    assert [await may_see(client, table, player) for player in (ada, ben, stranger)] == [True, True, False]
    assert [await listed(client, table, player) for player in (ada, ben, stranger)] == [True, True, False]
    await table.start()
    assert [await may_see(client, table, player) for player in (ada, ben, stranger)] == [True, True, False]


async def test_a_player_who_was_put_out_is_not_welcome_until_invited_anew(client: Client) -> None:
    table = await meeting(client, visibility="private")
    ada, ben = table.players
    await table.invite(ben)
    await done(table, "/seats", ben, {"seat": 1})
    await done(table, "/seats/1", ada, method="DELETE")

    assert told(await ask(table, "/seats", ben)) == (403, "forbidden")
    assert not await may_see(client, table, ben)

    await done(table, "/invitations", ada, {"player": await id_of(client, ben)})
    await table.start()
    await table.play(random.Random(1))
    await record_is_true(client, table, ada)


async def test_an_invitation_that_is_sent_again_is_not_examined_again(client: Client) -> None:
    table = await meeting(client)
    ada, ben = table.players
    sent: dict[str, Any] = {"json": {"player": await id_of(client, ben)}, "headers": {**ada, "Idempotency-Key": "come"}}
    before = await client.post(f"{table.path}/invitations", **sent)
    await client.delete("/v1/me", headers=ben)

    again = await client.post(f"{table.path}/invitations", **sent)
    other = await client.post(f"{table.path}/invitations", **sent | {"json": {}})

    assert (before.status_code, again.status_code, again.json()) == (200, 200, before.json())
    assert told(other) == (409, "idempotency_key_reused")


async def test_invitations_that_are_refused(client: Client) -> None:
    table = await meeting(client)
    ada, ben = table.players
    guest = {"player": await id_of(client, await newcomer(client))}

    assert told(await ask(table, "/invitations", ben, guest)) == (409, "not_seated")
    assert told(await ask(table, "/invitations", ada, {"player": RANDOM})) == (404, "not_found")
    assert told(await ask(table, "/invitations", ada, {"player": "Ben"})) == (400, "invalid_body")
    await done(table, "/invitations", ada, guest)
    assert told(await ask(table, "/invitations", ada, guest)) == (409, "already_invited")
    await table.start()
    assert told(await ask(table, "/invitations", ada, {"player": await id_of(client, ben)})) == (409, "already_started")


async def test_a_table_without_spectators_is_for_those_who_sit_there(app: Litestar, client: Client) -> None:
    table = await meeting(client, settings={"spectators": False})
    ada, ben = table.players
    stranger, operator = await newcomer(client), await official(app, "operator")
    assert await may_see(client, table, stranger), "they may still sit down"

    await table.start()

    seeing = [await may_see(client, table, player) for player in (ada, ben, operator, stranger)]
    assert seeing == [True, True, True, False]


async def test_spectators_see_the_game_some_moves_late(client: Client) -> None:
    table = await meeting(client, settings={"spectator_delay": 3})
    await table.start()
    stranger = await newcomer(client)
    seen: list[tuple[int, int]] = []
    while (chosen := await table.choice(random.Random(1))) is not None and len(seen) < 8:
        before = (await head(table, table.players[0]))["version"]
        await client.post(f"{table.path}/moves", json=chosen[1], headers=table.players[chosen[0]])
        view = await table.view(stranger)
        feed = (await client.get(f"{table.path}/events", headers=stranger)).json()
        shown = await client.get(table.path, headers=stranger)
        assert shown.json() == view["table"]
        assert feed["version"] == view["table"]["version"]
        seen.append((before, view["table"]["version"]))

    # After a move, a spectator sees what the table was before the third last one.
    assert [version for _, version in seen[2:]] == [version for version, _ in seen[:-2]]
    assert {version for _, version in seen[:3]} == {seen[0][0]}
    await table.play(random.Random(1))
    end = await table.view(stranger)
    assert (end["table"]["status"], end["table"]["version"]) == ("finished", (await head(table, stranger))["version"])


# Ends without a result


async def test_an_open_table_is_aborted_by_the_player_who_has_opened_it(client: Client) -> None:
    table = await meeting(client)
    ada, ben = table.players
    await done(table, "/seats", ben)
    assert told(await ask(table, "/abort", ben)) == (409, "not_the_creator")

    aborted = await done(table, "/abort", ada)

    assert (aborted["status"], aborted["started_at"]) == ("aborted", None)
    assert aborted["aborted"] == {"by": await id_of(client, ada), "why": "before_first_move", "seats": []}
    assert aborted["finished_at"] is not None
    assert await listed(client, table, ben, status="aborted")
    for status in ("open", "playing", "finished"):
        assert not await listed(client, table, ada, status=status)
    assert told(await ask(table, "/seats", ben)) == (409, "game_over")
    assert told(await ask(table, "/start", ada)) == (409, "game_over")
    assert told(await ask(table, "/abort", ada)) == (409, "game_over")
    assert (await table.view(ada))["state"] is None
    assert await record_is_true(client, table, ben) == aborted["version"]


async def test_a_game_that_has_begun_is_aborted_by_all_who_play(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    ada, ben = table.players
    await table.play(random.Random(1), until=lambda view: view["table"]["version"] > 8)

    called = await done(table, "/abort", ada)
    assert (called["status"], [seat["calls_abort"] for seat in called["presence"]]) == ("playing", [True, False])
    taken_back = await done(table, "/abort", ada, {"on": False})
    assert [seat["calls_abort"] for seat in taken_back["presence"]] == [False, False]
    assert told(await ask(table, "/record", ben, method="GET")) == (409, "record_closed")
    await done(table, "/abort", ada)
    aborted = await done(table, "/abort", ben)

    assert (called["aborted"], aborted["aborted"]) == (
        None,
        {"by": await id_of(client, ben), "why": "agreed", "seats": []},
    )
    assert aborted["status"] == "aborted"
    assert (await table.view(ada))["decision"] is None
    assert told(await ask(table, "/moves", ada, {"move": {"type": "pass"}})) in {
        (409, "game_over"), (400, "unknown_move_type")
    }  # fmt: skip
    assert await record_is_true(client, table, ada) == aborted["version"]
    assert (await client.get("/v1/me/tables", headers=ada)).json()["tables"] == []


async def test_an_operator_ends_a_table_that_nobody_else_can_end(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    await table.start()
    ada, _ = table.players
    operator, analyst = await official(app, "operator"), await official(app, "analyst")
    await table.play(random.Random(1), until=lambda view: view["table"]["version"] > 8)
    assert (await done(table, "/abort", ada))["status"] == "playing"
    assert told(await ask(table, "/abort", analyst)) == (409, "not_seated")
    assert told(await ask(table, "/abort", operator, {"on": False})) == (409, "not_seated")

    aborted = await done(table, "/abort", operator)

    assert aborted["aborted"] == {"by": await id_of(client, operator), "why": "operator", "seats": []}
    assert await record_is_true(client, table, ada) == aborted["version"]
    assert told(await ask(table, "/abort", operator)) == (409, "game_over")


async def test_the_house_does_not_stand_in_the_way_of_an_end(client: Client) -> None:
    table = await with_house(client, "honors_1")
    (ada,) = table.players
    await table.play(random.Random(1), until=lambda view: view["table"]["version"] > 30)

    aborted = await done(table, "/abort", ada)

    seat = aborted["seats"].index(await id_of(client, ada))
    assert aborted["aborted"] == {"by": await id_of(client, ada), "why": "abandoned", "seats": [seat]}
    assert aborted["status"] == "aborted"
    await asyncio.sleep(0.1)
    assert (await head(table, ada))["version"] == aborted["version"]
    await record_is_true(client, table, ada)


async def test_nobody_gets_other_cards_by_ending_a_game_alone(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    ada, ben = table.players
    assert (await table.view(ada))["decision"] is not None

    assert (await done(table, "/abort", ada))["status"] == "playing"
    assert (await done(table, "/abort", ben))["aborted"]["why"] == "agreed"


async def test_the_others_end_a_game_that_a_player_has_abandoned(client: Client) -> None:
    settings = {"turn_limit_ms": 1000, "defaults_until_absent": 1}
    table = await party(client, "honors_2", 2, options={"players": 2, "challenge_ms": 0}, settings=settings)
    ada, ben = table.players
    await table.start()
    assert told(await ask(table, "/claim", ben)) == (409, "nobody_away")

    async def ada_is_absent() -> bool:
        return bool((await head(table, ben))["presence"][0]["absent"])

    await eventually(ada_is_absent)
    ended = await done(table, "/claim", ben)

    away = [seat for seat, place in enumerate(ended["presence"]) if place["absent"] and seat == 0]
    assert ended["aborted"] == {"by": await id_of(client, ben), "why": "abandoned", "seats": away}
    assert told(await ask(table, "/claim", ben)) == (409, "game_over")
    assert await record_is_true(client, table, ada) == ended["version"]


# Another game


async def test_the_same_players_play_again(app: Litestar, client: Client) -> None:
    table = await over(app, client, visibility="private", settings={"reserve_ms": 1})
    ada, ben = table.players
    sealed = await record_is_true(client, table, ada)

    first = await ask(table, "/rematch", ben)
    second = await ask(table, "/rematch", ada)

    new = first.json()["table"]
    assert (first.status_code, first.headers["location"]) == (201, f"/v1/tables/{new['id']}")
    assert (new["rematch_of"], new["visibility"], new["settings"]["reserve_ms"]) == (table.id, "private", 1)
    assert (new["status"], new["seats"], first.json()["seat"]) == ("open", [None, await id_of(client, ben)], 1)
    assert new["options"]["dealer"] == 1
    assert second.json()["table"]["id"] == new["id"]
    assert (second.json()["seat"], second.json()["table"]["status"]) == (0, "playing")
    assert (await head(table, ada))["rematch"] == new["id"]
    assert await record_is_true(client, table, ada) == sealed
    again = Party(client, [ada, ben], second.headers["location"])
    await again.play(random.Random(2))
    await record_is_true(client, again, ben)


async def test_all_who_ask_for_a_rematch_at_once_meet_at_one_table(
    app: Litestar, client: Client, other: Client
) -> None:
    table = await over(app, client)
    asked = [
        worker.post(f"{table.path}/rematch", headers=player)
        for player in table.players
        for worker in (client, other, client)
    ]

    answers = await asyncio.gather(*asked)

    assert [answer.status_code for answer in answers] == [201] * 6
    assert [answer.json()["seat"] for answer in answers] == [0, 0, 0, 1, 1, 1]
    (new,) = {answer.headers["location"] for answer in answers}
    started_again = (await client.get(new, headers=table.players[0])).json()
    assert (started_again["status"], started_again["rematch_of"]) == ("playing", table.id)
    feed = (await client.get(f"{new}/events", headers=table.players[0])).json()["events"]
    assert [each["event"]["type"] for each in feed].count("seat_taken") == 2
    told_of = (await client.get(f"{table.path}/events", headers=table.players[0])).json()["events"]
    assert [each["event"]["type"] for each in told_of].count("rematch_opened") == 1


async def test_the_house_is_back_for_a_rematch_at_once(client: Client) -> None:
    table = await with_house(client)
    (ada,) = table.players
    await table.play(random.Random(1))

    again = await done(table, "/rematch", ada)

    assert (again["table"]["status"], again["seat"]) == ("playing", 0)
    assert again["table"]["seats"] == [await id_of(client, ada)] + [RANDOM] * 5


async def test_the_house_does_not_come_back_to_a_seat_that_was_freed(client: Client) -> None:
    options = {"players": 3, "leading": "programmed"}
    table = await party(client, "friendlier_than_thou", 2, options=options)
    ada, ben = table.players
    await done(table, "/seats", ada, ASKED)
    await done(table, "/seats", ada)
    await done(table, "/seats", ben)
    await done(table, "/start", ada)
    await table.play(random.Random(1))
    again = Party(client, [ada, ben], (await ask(table, "/rematch", ada)).headers["location"])
    await done(again, "/seats/0", ada, method="DELETE")

    rematch = await done(table, "/rematch", ben)

    assert rematch["table"]["seats"] == [None, await id_of(client, ada), await id_of(client, ben)]


async def test_a_seat_at_a_rematch_is_kept_until_it_is_freed(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    ada, ben = table.players
    stranger = await newcomer(client)
    again = Party(client, [ada, ben], (await ask(table, "/rematch", ada)).headers["location"])

    assert told(await ask(again, "/seats", stranger)) == (409, "table_full")
    assert told(await ask(again, "/seats", ada, ASKED)) == (409, "table_full")
    lobby = (await client.get("/v1/tables", params={"status": "open"}, headers=stranger)).json()["tables"]
    (row,) = [each for each in lobby if each["id"] == again.id]
    shown = await head(again, stranger)
    assert shown["seats"] == row["seats"] == [await id_of(client, ada), None]
    assert shown["reserved"] == row["reserved"] == [None, await id_of(client, ben)]
    assert await listed(client, again, ben)
    assert told(await ask(table, "/rematch", stranger)) == (409, "not_seated")


async def test_a_seat_that_was_kept_is_released_for_everybody(app: Litestar, client: Client) -> None:
    table = await over(app, client, visibility="private")
    ada, ben = table.players
    stranger = await newcomer(client)
    again = Party(client, [ada, stranger], (await ask(table, "/rematch", ada)).headers["location"])
    assert told(await ask(again, "/seats/1", stranger, method="DELETE")) == (403, "forbidden")
    before = [await may_see(client, again, ben), await listed(client, again, ben)]

    released = await ask(again, "/seats/1", ada, method="DELETE")

    assert (released.status_code, released.json()["seats"]) == (200, [await id_of(client, ada), None])
    assert released.json()["reserved"] == [None, None]
    feed = (await client.get(f"{again.path}/events", headers=ada)).json()["events"]
    event = feed[-1]["event"] | {"at": 0}
    assert event == {
        "type": "seat_released", "seat": 1, "player": await id_of(client, ben), "by": await id_of(client, ada), "at": 0
    }  # fmt: skip
    assert before == [True, True]
    assert [await may_see(client, again, ben), await listed(client, again, ben)] == [False, False]
    assert told(await ask(again, "/seats/1", ada, method="DELETE")) == (409, "seat_free")
    await again.invite(stranger)
    assert (await done(again, "/seats", stranger))["table"]["status"] == "playing"
    assert told(await ask(table, "/rematch", ben)) == (409, "already_started")
    await again.play(random.Random(2))
    await record_is_true(client, again, ada)


async def test_a_rematch_that_was_aborted_before_its_start_is_followed_by_another(
    app: Litestar, client: Client
) -> None:
    table = await over(app, client)
    ada, ben = table.players
    given_up = Party(client, [ada, ben], (await ask(table, "/rematch", ada)).headers["location"])
    await done(given_up, "/abort", ada)

    answers = [await ask(table, "/rematch", player) for player in (ben, ada, ben)]

    assert [answer.status_code for answer in answers] == [201] * 3
    (new,) = {answer.json()["table"]["id"] for answer in answers}
    assert new != given_up.id
    last = answers[-1].json()["table"]
    assert (last["status"], last["rematch_of"]) == ("playing", table.id)
    assert (await head(table, ada))["rematch"] == new


async def test_a_rematch_of_one_that_was_given_up_keeps_the_seats_of_those_who_had_not_come(
    app: Litestar, client: Client
) -> None:
    table = await over(app, client, visibility="private")
    ada, ben = table.players
    given_up = Party(client, [ada, ben], (await ask(table, "/rematch", ada)).headers["location"])
    await done(given_up, "/abort", ada)

    new = (await done(given_up, "/rematch", ada))["table"]
    again = await ask(table, "/rematch", ben)

    assert again.status_code == 201, again.text
    assert (again.json()["table"]["id"], again.json()["table"]["status"]) == (new["id"], "playing")
    assert new["options"] == (await head(given_up, ada))["options"]


class Interrupted(MemoryStore):
    """A store that, right after the next opening of a table, lets something else happen first."""

    meanwhile: Callable[[str], Awaitable[object]] | None = None

    async def append(self, append: Append) -> None:
        await super().append(append)
        if append.expected == 0 and self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile(f"/v1/tables/{append.table_id}")


async def test_a_rematch_that_is_aborted_while_its_opener_sits_down_is_followed_by_another(
    surroundings: Surroundings,
) -> None:
    store = Interrupted()
    here = dataclasses.replace(surroundings, store=store)
    async with (
        served(IN_MEMORY, here) as one,
        served(IN_MEMORY, here) as two,
        InProcess(one) as client,
        InProcess(two) as other,
    ):
        table = await over(one, client)
        given_up: list[Party] = []

        async def abort(path: str) -> None:
            given_up.append(Party(other, table.players, path))
            await done(given_up[0], "/abort", table.players[0])

        store.meanwhile = abort

        answer = await ask(table, "/rematch", table.players[0])

        assert (answer.status_code, answer.json()["table"]["status"]) == (201, "open")
        assert answer.headers["location"] != given_up[0].path


async def test_there_is_no_rematch_of_a_game_that_goes_on_or_has_not_begun(client: Client) -> None:
    early, begun = await meeting(client), await meeting(client)
    await client.post(f"{early.path}/seats", json={}, headers=early.players[0])
    await begun.start()

    answers = [await ask(table, "/rematch", table.players[0]) for table in (early, begun)]

    assert [told(each) for each in answers] == [(409, "not_finished")] * 2
    assert [each.json()["detail"] for each in answers] == ["The game has not begun yet.", "The game goes on."]
