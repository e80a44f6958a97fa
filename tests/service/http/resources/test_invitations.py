"""Invitations to tables over HTTP: they are declined, withdrawn, accepted once, and end by themselves."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.openapi.promised import faults
from tests.service.http.party import Header, id_of, newcomer
from tests.service.http.surface import Client, in_memory, two_workers

WANTED = {"game": "honors_4", "options": {"players": 2}, "visibility": "private"}


class Meeting:
    """A private table of Ada's, to which Ben is invited."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def open(self, **how: Any) -> "Meeting":
        self.ada, self.ben = [await newcomer(self.client, name) for name in ("Ada", "Ben")]
        self.ids = [await id_of(self.client, who) for who in (self.ada, self.ben)]
        self.path = (await self.client.post("/v1/tables", json=WANTED, headers=self.ada)).headers["location"]
        self.invited = await self.invite(**how)
        return self

    async def invite(self, **how: Any) -> httpx.Response:
        return await self.client.post(f"{self.path}/invitations", json={"player": self.ids[1]} | how, headers=self.ada)

    async def end(self, who: Header, client: Client | None = None) -> httpx.Response:
        return await (client or self.client).delete(f"{self.path}/invitations/players/{self.ids[1]}", headers=who)

    async def sit(self, client: Client | None = None) -> httpx.Response:
        return await (client or self.client).post(f"{self.path}/seats", json={}, headers=self.ben)

    async def last(self) -> dict[str, Any]:
        found = (await self.client.get(f"{self.path}/events", headers=self.ada)).json()["events"][-1]["event"]
        return {name: value for name, value in found.items() if name != "at"}


@pytest.fixture
async def meeting(client: Client) -> Meeting:
    return await Meeting(client).open()


async def test_a_player_who_is_invited_declines_and_is_not_asked_again(meeting: Meeting) -> None:
    declined = await meeting.end(meeting.ben | {"Idempotency-Key": "no"})
    again = await meeting.end(meeting.ben | {"Idempotency-Key": "no"})

    assert (declined.status_code, faults(declined), again.content) == (200, [], declined.content)
    assert await meeting.last() == {"type": "invitation_ended", "player": meeting.ids[1], "why": "declined"}
    assert (await meeting.sit()).json()["code"] == "forbidden"
    assert (await meeting.end(meeting.ben)).json()["code"] == "forbidden"
    assert (await meeting.invite()).json()["code"] == "invitation_declined"


async def test_a_player_who_asks_now_and_then_finds_their_invitations(meeting: Meeting) -> None:
    other = await meeting.client.post("/v1/tables", json=WANTED, headers=meeting.ada)
    wanted = {"player": meeting.ids[1], "lasts_ms": 120_000}
    await meeting.client.post(f"{other.headers['location']}/invitations", json=wanted, headers=meeting.ada)
    events = (await meeting.client.get(f"{meeting.path}/events", headers=meeting.ada)).json()["events"]
    before = (await meeting.client.get("/v1/me/tables", headers=meeting.ben)).json()
    inviter = (await meeting.client.get("/v1/me/tables", headers=meeting.ada)).json()
    await meeting.end(meeting.ben)
    declined = (await meeting.client.get("/v1/me/tables", headers=meeting.ben)).json()
    await meeting.client.post(f"{other.headers['location']}/seats", json={}, headers=meeting.ben)
    seated = (await meeting.client.get("/v1/me/tables", headers=meeting.ben)).json()

    newer, older = before["invitations"]
    assert (newer["table"]["id"], newer["by"]) == (other.json()["id"], meeting.ids[0])
    assert (older["by"], older["expires_at"]) == (meeting.ids[0], events[-1]["event"]["expires_at"])
    assert 0 < older["expires_at"] - newer["expires_at"] < 3 * 86_400_000
    assert (before["tables"], inviter["invitations"]) == ([], [])
    assert declined["invitations"] == [newer]
    assert ([each["table"]["id"] for each in seated["tables"]], seated["invitations"]) == ([other.json()["id"]], [])


async def test_a_seat_that_is_kept_is_an_invitation_of_the_creator(client: Client) -> None:
    ada, ben = [await newcomer(client, name) for name in ("Ada", "Ben")]
    table = await client.post("/v1/tables", json=WANTED | {"visibility": "public"}, headers=ada)
    for player in (ada, ben):
        await client.post(f"{table.headers['location']}/seats", json={}, headers=player)
    await client.post(f"{table.headers['location']}/start", headers=ada)
    for player in (ada, ben):
        await client.post(f"{table.headers['location']}/abort", json={}, headers=player)
    again = await client.post(f"{table.headers['location']}/rematch", json={}, headers=ada)
    (invitation,) = (await client.get("/v1/me/tables", headers=ben)).json()["invitations"]

    assert (invitation["table"]["id"], invitation["expires_at"]) == (again.json()["table"]["id"], None)
    assert invitation["by"] == again.json()["table"]["creator"]


async def test_a_player_who_has_invited_withdraws_and_may_invite_anew(meeting: Meeting) -> None:
    withdrawn = await meeting.end(meeting.ada)

    assert withdrawn.status_code == 200
    assert await meeting.last() == {
        "type": "invitation_ended", "player": meeting.ids[1], "why": "withdrawn", "by": meeting.ids[0],
    }  # fmt: skip
    assert (await meeting.sit()).json()["code"] == "forbidden"
    assert (await meeting.end(meeting.ada)).json()["code"] == "no_change"
    assert (await meeting.invite()).status_code == 200
    assert (await meeting.sit()).status_code == 201


async def test_an_invitation_is_good_for_three_days_unless_it_says_otherwise(client: Client, meeting: Meeting) -> None:
    shorter = await Meeting(client).open(lasts_ms=60_000)
    spans = []
    for each in (meeting, shorter):
        *_, event = (await client.get(f"{each.path}/events", headers=each.ada)).json()["events"]
        spans.append(event["event"]["expires_at"] - event["event"]["at"])

    assert spans == [3 * 24 * 60 * 60 * 1000, 60_000]


@pytest.mark.parametrize("lasts", [0, 59_999, 30 * 24 * 60 * 60 * 1000 + 1, "1h", None])
async def test_no_invitation_is_for_a_moment_or_for_ever(client: Client, lasts: object) -> None:
    meeting = await Meeting(client).open(lasts_ms=lasts)

    assert (meeting.invited.status_code, meeting.invited.json()["errors"][0]["pointer"]) == (400, "/lasts_ms")


@pytest.mark.parametrize("who", ["ada", "ben"])
async def test_only_one_of_coming_and_an_end_at_the_same_moment_happens(who: str) -> None:
    async with two_workers(in_memory()) as (client, elsewhere):
        for turn in range(6):
            meeting = await Meeting(client).open()
            pair = (client, elsewhere) if turn % 2 else (elsewhere, client)
            both = [meeting.sit(pair[0]), meeting.end(getattr(meeting, who), pair[1])]
            answers = await asyncio.gather(*(both if turn % 3 else reversed(both)))

            sat, ended = answers if turn % 3 else answers[::-1]
            events = (await client.get(f"{meeting.path}/events", headers=meeting.ada)).json()["events"]
            kinds = [each["event"]["type"] for each in events][2:]
            assert sat.is_success != ended.is_success
            assert kinds == (["seat_taken"] if sat.is_success else ["invitation_ended"])
            refused = ended if sat.is_success else sat
            assert refused.json()["code"] in {"already_seated", "forbidden", "not_welcome"}
