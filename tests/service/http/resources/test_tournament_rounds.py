"""What a round of a tournament holds back while it goes on, and from whom."""

import asyncio

from tests.service.http.meetings import (
    SETTINGS,
    Meeting,
    answers,
    cursor,
    has_result,
    of_house,
    play_round,
    with_people,
)
from tests.service.http.party import id_of, newcomer
from tests.service.http.surface import Client
from tests.service.workers import eventually


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
    me = await id_of(client, ada)

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
