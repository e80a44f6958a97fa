"""Those who look at a tournament: its record, its tables, and what they may not see."""

import random
from typing import Any

import pytest
from litestar import Litestar

from service.seals.sealing import make_seal
from tests.service.http.meetings import (
    NOBODY,
    Meeting,
    announced,
    cursor,
    has_result,
    of_house,
    play_round,
    with_people,
)
from tests.service.http.party import Document, Header, Party, finish, id_of, newcomer, official, table_of
from tests.service.http.surface import Client
from tests.service.workers import eventually


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
