"""Players who are forgotten while they play, direct or help in a tournament."""

import asyncio
import dataclasses

import pytest

from service.tournaments.tables import RoundTables
from tests.service.http.meetings import (
    Meeting,
    announced,
    with_people,
)
from tests.service.http.party import Header, id_of, newcomer
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.service.workers import eventually


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
    ids = [await id_of(client, each) for each in people]
    await meeting.must(meeting.director, "open_registration")
    await meeting.must(meeting.director, "add_entrants", entrants=[{"members": ids}])
    await meeting.must(meeting.director, "add_house", count=1)
    await meeting.must(meeting.director, "open_check_in")
    team = (await meeting.shown(meeting.director, "/entrants"))["entrants"][0]["id"]
    await meeting.must(people[0], "check_in", entrant=team)
    await meeting.must(meeting.director, "start_rounds")
    await meeting.must(meeting.director, "draft_round")
    return meeting, people


async def test_a_tournament_whose_only_director_is_forgotten_is_cancelled(client: Client) -> None:
    alone, shared = [await announced(client) for _ in range(2)]
    other = await newcomer(client)
    person = await id_of(client, other)
    await shared.must(shared.director, "appoint", person=person, role="director")

    for meeting in (alone, shared):
        assert (await client.delete("/v1/me", headers=meeting.director)).status_code == 204

    states = [(await meeting.shown(other))["tournament"]["state"] for meeting in (alone, shared)]
    assert states == ["cancelled", "announced"]


async def test_a_tournament_is_cancelled_whose_last_director_is_forgotten_though_another_player_announced_it(
    client: Client,
) -> None:
    meeting, other = await announced(client), await newcomer(client)
    announcer, person = [await id_of(client, who) for who in (meeting.director, other)]
    await meeting.must(meeting.director, "appoint", person=person, role="director")
    await meeting.must(other, "dismiss", person=announcer)

    assert (await client.delete("/v1/me", headers=other)).status_code == 204

    assert (await meeting.shown(meeting.director))["tournament"]["state"] == "cancelled"


async def test_a_director_whose_colleague_was_forgotten_is_the_last_one(client: Client) -> None:
    meeting, other = await announced(client), await newcomer(client)
    person = await id_of(client, other)
    await meeting.must(meeting.director, "appoint", person=person, role="director")

    await client.delete("/v1/me", headers=meeting.director)

    assert (await meeting.shown(other))["tournament"]["staff"] == [{"person": person, "role": "director"}]
    assert (await meeting.ask(other, "dismiss", person=person)).json()["code"] == "last_director"


@pytest.mark.parametrize("role", ["assistant", "scorer"])
async def test_everybody_gives_up_their_own_role_and_no_other(client: Client, role: str) -> None:
    meeting, other = await announced(client), await newcomer(client)
    director, person = [await id_of(client, who) for who in (meeting.director, other)]
    await meeting.must(meeting.director, "appoint", person=person, role=role)

    assert (await meeting.ask(other, "dismiss", person=director)).json()["code"] == "not_your_role"
    await meeting.must(other, "dismiss", person=person)

    staff = (await meeting.shown(meeting.director))["tournament"]["staff"]
    assert staff == [{"person": director, "role": "director"}]


@pytest.mark.parametrize("role", ["assistant", "scorer"])
async def test_who_is_forgotten_has_no_role_any_more(client: Client, role: str) -> None:
    meeting, other = await announced(client), await newcomer(client)
    person = await id_of(client, other)
    await meeting.must(meeting.director, "appoint", person=person, role=role)

    await client.delete("/v1/me", headers=other)

    shown = (await meeting.shown(meeting.director))["tournament"]
    assert ([each["role"] for each in shown["staff"]], shown["state"]) == (["director"], "announced")


@pytest.mark.parametrize("announcer_first", [False, True])
async def test_a_tournament_whose_directors_are_all_forgotten_is_cancelled(
    client: Client, announcer_first: bool
) -> None:
    meeting, other, stranger = await announced(client), await newcomer(client), await newcomer(client)
    person = await id_of(client, other)
    await meeting.must(meeting.director, "appoint", person=person, role="director")

    directors = [meeting.director, other] if announcer_first else [other, meeting.director]
    for director in directors:
        assert (await client.delete("/v1/me", headers=director)).status_code == 204

    assert (await meeting.shown(stranger))["tournament"]["state"] == "cancelled"


async def test_what_is_noted_on_a_player_alone_goes_with_them(client: Client) -> None:
    meeting, (ada, ben) = await with_people(client, correction_ms=60_000)
    await meeting.must(meeting.director, "publish_round")
    await meeting.until_round(1, "playing")
    warned = [{"type": "warned", "entrant": await id_of(client, player)} for player in (ada, ben)]
    for measures, note in ((warned[:1], "Ada sang."), (warned[1:], "Ben sang."), (warned, "They danced.")):
        await meeting.must(meeting.director, "rule", round=1, measures=measures, reason="conduct", note=note)
    await meeting.must(ada, "appeal", ruling=1, note="It was a hum.")
    decided = {"appeal": 1, "outcome": "dismissed", "reason": "appeal"}
    await meeting.must(meeting.director, "decide_appeal", **decided, note="Ada was loud.")

    assert (await client.delete("/v1/me", headers=ada)).status_code == 204

    texts = (await meeting.shown(meeting.director, "/rulings"))["texts"]
    assert sorted(texts.values()) == ["Ben sang.", "They danced."]
