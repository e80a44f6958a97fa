"""The chat of a table over HTTP: who says and reads what where, silence, lateness, removal, muting, reports."""

import asyncio
import random
from typing import Any
from uuid import uuid4

import httpx
import pytest
from litestar import Litestar

from domain import GAMES
from domain.table import PHRASES
from tests.domain.every_game import every_id
from tests.openapi.promised import faults
from tests.service.http.party import (
    Document,
    Header,
    Party,
    id_of,
    meeting,
    newcomer,
    official,
    pages_of,
    party,
    table_of,
)
from tests.service.http.surface import Client

TEXT: Document = {"settings": {"chat": "text"}}


async def say(table: Party, who: Header, what: Any = "Hello", channel: str = "seats", **headers: str) -> httpx.Response:
    """Let somebody say a text, or what a body has."""
    body = {"text": what} if isinstance(what, str) else what
    return await table.client.post(f"{table.path}/chat/{channel}", json=body, headers=who | headers)


async def read(table: Party, who: Header, channel: str = "seats", **how: Any) -> httpx.Response:
    """Let somebody read a channel."""
    return await table.client.get(f"{table.path}/chat/{channel}", params=how, headers=who)


async def heard(table: Party, who: Header, channel: str = "seats") -> list[Any]:
    """Return what somebody reads: texts, codes of phrases, or what else there is in place of them."""
    answer = await read(table, who, channel)
    assert answer.status_code == 200, answer.text
    found = []
    for each in answer.json()["entries"]:
        kinds = {"text", "phrase", "removes", "removed", "hidden"} & each.keys()
        assert len(kinds) == 1
        kind = kinds.pop()
        found.append(each[kind] if kind in {"text", "phrase", "removes"} else kind)
    return found


def code(answer: httpx.Response) -> str:
    """Return the code of a problem."""
    assert answer.is_error, answer.text
    found: str = answer.json()["code"]
    return found


async def seated(client: Client, game: str = "honors_4", number: int = 2, **opening: Any) -> Party:
    """Return a table where all sit, whose game has not begun."""
    table = await party(client, game, number, options={"players": number}, **(TEXT | opening))
    for seat, player in enumerate(table.players):
        await client.post(f"{table.path}/seats", json={"seat": seat}, headers=player)
    return table


async def playing(client: Client, game: str = "honors_4", number: int = 2, **opening: Any) -> Party:
    """Return a table whose game goes on."""
    table = await seated(client, game, number, **opening)
    assert (await client.post(f"{table.path}/start", headers=table.players[0])).is_success
    return table


async def test_what_a_seat_says_is_read_by_all(client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)
    ada, ben = table.players

    said = await say(table, ada, "  Guten\n  Tag, cafe\u0301! ")
    phrase = await say(table, ben, {"phrase": "good_luck"})

    assert (said.status_code, faults(said)) == (201, [])
    assert said.json() | {"at": 0} == {
        "number": 1,
        "at": 0,
        "author": await id_of(client, ada),
        "author_name": "Somebody",
        "seat": 0,
        "text": "Guten Tag, café!",
    }
    assert faults(phrase) == []
    assert phrase.json()["message"] == {"template": "Good luck!", "arguments": {}, "text": "Good luck!"}
    for who in (ada, ben, spectator):
        answer = await read(table, who)
        assert faults(answer) == []
        assert answer.json() == {"channel": "seats", "cursor": 2, "entries": [said.json(), phrase.json()]}
    assert (await read(table, ada, after=1)).json()["entries"] == [phrase.json()]
    assert (await read(table, ada, limit=1)).json()["cursor"] == 1
    assert (await read(table, ada, after=7)).json() == {"channel": "seats", "cursor": 7, "entries": []}


async def test_a_table_has_no_chat_unless_it_says_so(client: Client) -> None:
    tables = [await seated(client, settings=settings) for settings in ({}, {"chat": "off"})]

    for table in tables:
        ada = table.players[0]
        for answer in (await say(table, ada), await read(table, ada), await read(table, ada, "spectators")):
            assert code(answer) == "chat_off"
        assert "chat" not in (await client.get(table.path, headers=ada)).json()["settings"]


async def test_at_some_tables_only_phrases_are_said(client: Client) -> None:
    table = await playing(client, settings={"chat": "phrases"})
    ada = table.players[0]

    assert code(await say(table, ada)) == "phrases_only"
    for phrase in PHRASES:
        assert (await say(table, ada, {"phrase": phrase})).status_code == 201
    assert await heard(table, ada) == list(PHRASES)


@pytest.mark.parametrize("body", [{}, {"text": "a", "phrase": "yes"}, {"phrase": "no_such"}, {"text": None}])
async def test_a_message_is_a_text_or_a_phrase(client: Client, body: Document) -> None:
    table = await seated(client)

    assert code(await say(table, table.players[0], body)) == "invalid_body"


async def test_of_an_unknown_phrase_it_is_said_which_there_are(client: Client) -> None:
    table = await seated(client)

    refused = (await say(table, table.players[0], {"phrase": "helo"})).json()

    assert refused["errors"] == [{"pointer": "/phrase", "detail": f"The phrases are: {', '.join(PHRASES)}."}]


async def test_everybody_says_things_in_their_own_channel(client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)
    ada = table.players[0]

    for refused in (await say(table, spectator), await say(table, ada, channel="spectators")):
        assert code(refused) == "chat_closed"
        assert refused.json()["detail"] == "Those with a seat write to `seats`, and all others to `spectators`."
    assert (await read(table, ada, "spectators")).json()["detail"] == (
        "Those with a seat read what the spectators say when the game is over."
    )
    assert (await say(table, spectator, channel="spectators")).json()["seat"] is None
    assert (await client.post(f"{table.path}/chat/seats", json={"text": "a"})).status_code == 401
    assert (await client.get(f"{table.path}/chat/seats")).status_code == 401
    assert code(await read(table, ada, "kitchen")) == "invalid_parameter"


async def test_what_spectators_say_does_not_reach_a_seat_while_the_game_goes_on(client: Client) -> None:
    table, spectator = await seated(client), await newcomer(client)
    ada = table.players[0]
    await say(table, spectator, "before", "spectators")
    before = await heard(table, ada, "spectators")
    await client.post(f"{table.path}/start", headers=ada)
    await say(table, spectator, "The king!", "spectators")

    during = await read(table, ada, "spectators")
    cleared = await client.delete(f"{table.path}/chat/spectators/2", headers=ada)
    reported = await client.post(f"{table.path}/chat/spectators/2/reports", json={"reason": "other"}, headers=ada)
    for who in table.players:
        await client.post(f"{table.path}/abort", json={}, headers=who)

    assert before == ["before"]
    assert [code(each) for each in (during, cleared, reported)] == ["chat_closed"] * 3
    assert await heard(table, ada, "spectators") == ["before", "The king!"]


async def test_nobody_reads_what_they_may_not_watch(client: Client) -> None:
    private = await playing(client, visibility="public", settings={"chat": "text", "spectators": False})
    stranger = await newcomer(client)

    for channel in ("seats", "spectators"):
        assert code(await read(private, stranger, channel)) == "forbidden"
        assert code(await say(private, stranger, channel=channel)) == "forbidden"
        lost = f"/v1/tables/{uuid4()}/chat/{channel}"
        assert code(await client.get(lost, headers=stranger)) == "not_found"


SILENT = [
    ("literature", 6, {}),
    ("friendlier_than_thou", 2, {"options": {"players": 2, "leading": "programmed"}}),
    ("friendlier_than_thou", 2, {"options": {"players": 2}}),
]


@pytest.mark.parametrize(("game", "number", "opening"), SILENT)
async def test_the_seats_say_and_remove_nothing_where_the_rulebook_wants_silence(
    client: Client, game: str, number: int, opening: Document
) -> None:
    table = await party(client, game, number, **TEXT, **opening)
    spectator = await newcomer(client)
    for seat, player in enumerate(table.players):
        await client.post(f"{table.path}/seats", json={"seat": seat}, headers=player)
    ada, ben = table.players[:2]
    await say(table, ada, "before")
    await client.post(f"{table.path}/start", headers=ada)

    refused = [
        await say(table, ada),
        await say(table, ben, {"phrase": "yes"}),
        await client.delete(f"{table.path}/chat/seats/1", headers=ada),
    ]
    ending = [await client.post(f"{table.path}/abort", json={}, headers=each) for each in table.players]

    assert [code(each) for each in refused] == ["chat_silent"] * 3
    assert all(each.is_success for each in ending)
    assert (await say(table, ben, "after")).status_code == 201
    assert await heard(table, spectator) == ["before", "after"]


async def test_the_seats_may_talk_again_when_unity_is_sought(client: Client) -> None:
    table = await meeting(client, **TEXT)
    await table.start()
    ada = table.players[0]
    silent = code(await say(table, ada))
    await table.play(random.Random(3), lambda view: view["state"]["phase"] in {"unity", "finished"})

    assert silent == "chat_silent"
    assert (await say(table, ada, "Well?")).status_code == 201


@every_id(but=("literature", "friendlier_than_thou"))
async def test_elsewhere_the_seats_talk_while_they_play(client: Client, game: str) -> None:
    table = await playing(client, game, max(2, min(GAMES[game].players)))

    assert (await say(table, table.players[1])).status_code == 201


async def test_late_spectators_read_with_what_they_see(client: Client) -> None:
    table = await playing(client, settings={"chat": "text", "spectator_delay": 2})
    late = await newcomer(client)
    ada, dice = table.players[0], random.Random(1)

    await say(table, ada, "0")
    told = []
    for number in "1234":
        assert await table.move(dice)
        await say(table, ada, number)
        told.append(await heard(table, late))
        assert code(await client.delete(f"{table.path}/chat/seats/{int(number) + 1}", headers=late)) == (
            "forbidden" if number in told[-1] else "not_found"
        )
    for who in table.players:
        await client.post(f"{table.path}/abort", json={}, headers=who)

    assert told == [["0"], ["0"], ["0", "1"], ["0", "1", "2"]]
    assert await heard(table, late) == ["0", "1", "2", "3", "4"]


async def test_late_spectators_read_each_other_at_once(client: Client) -> None:
    table = await playing(client, settings={"chat": "text", "spectator_delay": 3})
    late, other = await newcomer(client), await newcomer(client)
    dice = random.Random(1)
    for _ in range(2):
        assert await table.move(dice)
    await say(table, late, "Who leads?", "spectators")

    assert await heard(table, other, "spectators") == await heard(table, late, "spectators") == ["Who leads?"]


async def test_what_is_removed_leaves_a_mark_without_the_text(client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)
    ada, ben = table.players
    await say(table, ben, "I regret this")

    refused = await client.delete(f"{table.path}/chat/seats/1", headers=spectator)
    answers = [await client.delete(f"{table.path}/chat/seats/1", headers=who) for who in (ben, ben)]
    entries = (await read(table, ada)).json()["entries"]

    assert code(refused) == "forbidden"
    assert [each.status_code for each in answers] == [204, 204]
    assert [each.get("removed") for each in entries] == [True, None]
    assert (entries[1]["removes"], entries[1]["author"], entries[1]["number"]) == ([1], await id_of(client, ben), 2)
    assert faults(await read(table, ada)) == []
    assert code(await client.delete(f"{table.path}/chat/seats/2", headers=ben)) == "not_found"
    assert code(await client.delete(f"{table.path}/chat/seats/3", headers=ben)) == "not_found"


async def test_the_creator_and_operators_remove_what_others_say(app: Litestar, client: Client) -> None:
    table, operator = await playing(client, "literature", 6), await official(app, "operator")
    spectator = await newcomer(client)
    for text in ("one", "two"):
        await say(table, spectator, text, "spectators")

    closed = await client.delete(f"{table.path}/chat/spectators/1", headers=table.players[0])
    by_operator = await client.delete(f"{table.path}/chat/spectators/1", headers=operator)
    for who in table.players:
        await client.post(f"{table.path}/abort", json={}, headers=who)
    by_creator = await client.delete(f"{table.path}/chat/spectators/2", headers=table.players[0])

    assert code(closed) == "chat_closed"
    assert [by_operator.status_code, by_creator.status_code] == [204, 204]
    assert await heard(table, spectator, "spectators") == ["removed", "removed", [1], [2]]


async def test_an_operator_who_plays_removes_what_spectators_say(app: Litestar, client: Client) -> None:
    operator, spectator = await official(app, "operator"), await newcomer(client)
    table = await table_of(client, [await newcomer(client), operator], "honors_4", options={"players": 2}, **TEXT)
    await table.start()
    await say(table, spectator, "one", "spectators")

    read_by_operator = await read(table, operator, "spectators")
    removed = await client.delete(f"{table.path}/chat/spectators/1", headers=operator)
    unknown = [
        await client.delete(f"{path}/chat/spectators/{number}", headers=operator)
        for path, number in ((table.path, 2), (table.path, 3), (f"/v1/tables/{uuid4()}", 1))
    ]

    assert code(read_by_operator) == "chat_closed"
    assert removed.status_code == 204
    assert [code(each) for each in unknown] == ["not_found"] * 3
    assert await heard(table, spectator, "spectators") == ["removed", [1]]


async def test_a_player_who_is_muted_or_blocked_is_hidden_from_one(client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)
    ada, ben = table.players
    await say(table, ben, "Ha!")
    await say(table, ada, "Well")
    whom = await id_of(client, ben)

    muted = await client.put(f"/v1/me/mutes/{whom}", headers=ada)
    hidden = await heard(table, ada)
    listed = await client.get("/v1/me/mutes", headers=ada)
    unmuted = await client.delete(f"/v1/me/mutes/{whom}", headers=ada)
    heard_again = await heard(table, ada)
    await client.put(f"/v1/me/blocks/{whom}", headers=ada)

    assert [muted.status_code, unmuted.status_code] == [204, 204]
    assert faults(listed) == []
    assert [each["player"] for each in listed.json()["mutes"]] == [whom]
    assert (hidden, heard_again) == (["hidden", "Well"], ["Ha!", "Well"])
    assert await heard(table, ada) == ["hidden", "Well"]
    assert await heard(table, ben) == await heard(table, spectator) == ["Ha!", "Well"]
    assert code(await client.delete(f"/v1/me/mutes/{whom}", headers=ada)) == "not_found"
    assert code(await client.put(f"/v1/me/mutes/{uuid4()}", headers=ada)) == "not_found"
    assert code(await client.put(f"/v1/me/mutes/{await id_of(client, ada)}", headers=ada)) == "invalid_parameter"


async def test_nobody_reports_what_they_have_said_themselves(client: Client) -> None:
    table = await playing(client)
    await say(table, table.players[1], "Shame!")
    path = f"{table.path}/chat/seats/1/reports"

    reported = [await client.post(path, json={"reason": "other"}, headers=who) for who in table.players]

    assert [each.status_code for each in reported] == [201, 403]
    assert code(reported[1]) == "forbidden"


async def test_operators_judge_what_players_report(app: Litestar, client: Client) -> None:
    table, operator = await playing(client), await official(app, "operator")
    ada, ben = table.players
    for text in ("Shame!", "Boo!"):
        await say(table, ben, text)

    async def report(number: int, who: Header) -> httpx.Response:
        path = f"{table.path}/chat/seats/{number}/reports"
        return await client.post(path, json={"reason": "abuse"}, headers=who)

    made = [await report(1, ada), await report(1, ada), await report(2, ada)]
    await client.delete(f"{table.path}/chat/seats/2", headers=ben)
    ids = [each.json()["id"] for each in made]
    listed = await client.get("/v1/reports", headers=operator)
    verdicts = [
        await client.post(f"/v1/reports/{report}/resolution", json={"verdict": verdict}, headers=operator)
        for report, verdict in ((ids[0], "removed"), (ids[0], "dismissed"), (ids[2], "dismissed"))
    ]
    done = await client.get("/v1/reports", params={"resolved": "true", "limit": 1}, headers=operator)

    assert [each.status_code for each in (*made, *verdicts)] == [201, 201, 201, 200, 200, 200]
    assert ids[0] == ids[1]
    assert [faults(each) for each in (*made, listed, *verdicts, done)] == [[]] * 8
    shown = [(each["number"], each["text"], each["reporter"]) for each in listed.json()["reports"]]
    assert shown == [(2, "Boo!", await id_of(client, ada)), (1, "Shame!", await id_of(client, ada))]
    assert [each.json()["verdict"] for each in verdicts] == ["removed", "removed", "dismissed"]
    assert not [each for each in verdicts if "text" in each.json()]
    assert await heard(table, ada) == ["removed", "removed", [2], [1]]
    pages = await pages_of(client, "/v1/reports", operator, resolved="true", limit=1)
    assert [len(page["reports"]) for page in pages] == [1, 1]
    assert (await client.get("/v1/reports", headers=operator)).json()["reports"] == []
    assert (await report(1, ada)).json() == made[0].json()
    assert code(await report(1, await newcomer(client))) == "not_found"
    assert code(await client.get("/v1/reports", headers=ada)) == "forbidden"
    refused = await client.post(f"/v1/reports/{ids[0]}/resolution", json={"verdict": "removed"}, headers=ada)
    assert code(refused) == "forbidden"
    lost = await client.post(f"/v1/reports/{uuid4()}/resolution", json={"verdict": "removed"}, headers=operator)
    assert code(lost) == "not_found"


async def test_what_a_forgotten_player_said_is_gone(client: Client) -> None:
    table = await playing(client)
    ada, ben = table.players
    await say(table, ben, "My address")
    whom = await id_of(client, ben)
    await client.delete("/v1/me", headers=ben)

    entries = (await read(table, ada)).json()["entries"]

    assert [each.get("removed") for each in entries] == [True, None]
    assert [(each["author"], each["author_name"]) for each in entries] == [(whom, None)] * 2
    assert "My address" not in str(entries)


async def test_a_message_is_said_once_with_a_key(client: Client) -> None:
    table = await playing(client)
    ada = table.players[0]
    key = {"Idempotency-Key": "once"}

    first, again = [await say(table, ada, "Once", **key) for _ in range(2)]
    other = await say(table, ada, "Twice", **key)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert code(other) == "idempotency_key_reused"
    assert await heard(table, ada) == ["Once"]


async def test_a_reader_who_waits_is_told_at_once(client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)

    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(read(table, spectator, wait=30))
        while not waiting.done():
            await asyncio.sleep(0)
            if not (await read(table, table.players[1])).json()["entries"]:
                await say(table, table.players[0], "Now")

    assert [each["text"] for each in waiting.result().json()["entries"]] == ["Now"]
