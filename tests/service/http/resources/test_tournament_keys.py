"""Commands to tournaments that are sent again with their keys."""

from typing import Any

import pytest
from litestar import Litestar

from tests.service.http.meetings import (
    SETTINGS,
    announced,
    of_house,
    with_people,
)
from tests.service.http.party import id_of, newcomer
from tests.service.http.surface import Client


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
    director = await id_of(client, one.director)
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
