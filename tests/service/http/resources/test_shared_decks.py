"""Tables that share a deck: nobody plays at two of them, or plays at one and watches another."""

import asyncio
import random
from collections.abc import Collection, Sequence
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from domain.cards import FRENCH_DECK
from domain.table import TakeSeat
from service.app import Surroundings
from service.live.pace import Pace
from service.live.places import Places
from service.store.memory_lobby import MemoryLobby
from tests.service.http.occasions import MOVE
from tests.service.http.party import SHORT, Header, Party, newcomer, official, table_of, told
from tests.service.http.reading import Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served

GAME = "friendlier_than_thou"
DECK = tuple(random.Random(8).sample(FRENCH_DECK, len(FRENCH_DECK)))
NEAR = (*DECK[1:20], DECK[0], *DECK[20:])
"""The same, except in 20 places of 52."""
FAR = (*DECK[1:30], DECK[0], *DECK[30:])
AT_ONCE = Pace(decks_seconds=0)

pytestmark = pytest.mark.parametrize("pace", [AT_ONCE], indirect=True)


async def given(app: Litestar, client: Client, *decks: Sequence[str], players: int = 2, **opening: object) -> Party:
    """Open a table with these decks, for new players."""
    opened = await table_of(client, [await official(app, "operator")], GAME, **SHORT, decks=decks, **opening)
    return Party(client, [*opened.players, *[await newcomer(client) for _ in range(players)]], opened.path)


async def sat(table: Party, *players: Header) -> list[httpx.Response]:
    """Let players sit down."""
    return [await table.client.post(f"{table.path}/seats", json={}, headers=player) for player in players]


async def begun(table: Party, *players: Header) -> None:
    """Let two players sit down, and the game begin."""
    assert [answer.status_code for answer in await sat(table, *players)] == [201, 201]
    started = await table.client.post(f"{table.path}/start", headers=table.players[0])
    assert started.status_code == 200


async def ended(table: Party, *players: Header) -> None:
    """Let all players end the game."""
    for player in players:
        assert (await table.client.post(f"{table.path}/abort", json={}, headers=player)).status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "refused"),
    [
        ([DECK], [DECK], True),
        ([FAR, DECK], [DECK, FAR[::-1]], True),
        ([DECK], [NEAR], True),
        ([NEAR, FAR[::-1]], [DECK], True),
        ([DECK], [FAR], False),
        ([DECK], [DECK[::-1]], False),
        ([DECK], [], False),
        ([], [], False),
    ],
)
async def test_nobody_sits_at_two_tables_that_share_a_deck(
    app: Litestar, client: Client, one: list[Sequence[str]], other: list[Sequence[str]], refused: bool
) -> None:
    ada = await newcomer(client)
    here, there = await given(app, client, *one), await given(app, client, *other)

    first, second = (await sat(here, ada))[0], (await sat(there, ada))[0]

    assert told(first) == (201, "")
    assert told(second) == ((409, "same_deck") if refused else (201, ""))
    assert (await sat(there, there.players[1]))[0].status_code == 201, "others may"


async def test_a_player_who_has_played_a_deck_does_not_play_it_again(app: Litestar, client: Client) -> None:
    here, there = await given(app, client, DECK), await given(app, client, NEAR)
    await begun(here, *here.players[1:])
    await ended(here, *here.players[1:])

    assert told((await sat(there, here.players[1]))[0]) == (409, "same_deck")


async def test_a_player_who_has_stood_up_again_has_seen_nothing(app: Litestar, client: Client) -> None:
    here, there = await given(app, client, DECK), await given(app, client, DECK)
    ada = here.players[1]
    await sat(here, ada)
    await client.delete(f"{here.path}/seats/0", headers=ada)
    assert told((await sat(there, ada))[0]) == (201, "")
    assert told((await sat(here, ada))[0]) == (409, "same_deck")

    await client.post(f"{there.path}/abort", json={}, headers=there.players[0])
    assert told((await sat(here, ada))[0]) == (201, "")


async def test_a_player_who_has_stood_up_at_another_worker_does_not_sit_down_again_knowing_the_deck(
    app: Litestar, client: Client, surroundings: Surroundings
) -> None:
    here, there = await given(app, client, DECK), await given(app, client, DECK)
    ada = here.players[1]
    await sat(here, ada)
    async with served(IN_MEMORY, surroundings) as another_worker, InProcess(another_worker) as other:
        await other.delete(f"{here.path}/seats/0", headers=ada)
        await begun(Party(other, there.players, there.path), ada, there.players[1])

    assert told((await sat(here, ada))[0]) == (409, "same_deck")


async def test_a_house_player_sits_at_all_tables(app: Litestar, client: Client) -> None:
    for _ in range(2):
        table = await given(app, client, DECK)
        answer = await client.post(f"{table.path}/seats", json={"house": "random"}, headers=table.players[0])
        assert answer.status_code == 201


async def test_a_request_that_is_sent_again_is_answered_again(app: Litestar, client: Client) -> None:
    table = await given(app, client, DECK)
    ada = table.players[1] | {"Idempotency-Key": "once"}

    first, again = await sat(table, ada, ada)

    assert (first.status_code, first.json()) == (again.status_code, again.json())


async def test_a_player_who_has_left_and_plays_the_deck_elsewhere_is_answered_again(
    app: Litestar, client: Client
) -> None:
    here, there = await given(app, client, DECK), await given(app, client, DECK)
    ada = here.players[1]
    first = (await sat(here, ada | {"Idempotency-Key": "once"}))[0]
    await client.delete(f"{here.path}/seats/0", headers=ada)
    await begun(there, ada, there.players[1])

    again = (await sat(here, ada | {"Idempotency-Key": "once"}))[0]

    assert told(first) == (201, "")
    assert (again.status_code, again.content) == (first.status_code, first.content)


async def test_a_table_with_given_decks_is_shown_again_to_a_token_that_opens_none(
    app: Litestar, client: Client
) -> None:
    operator = await official(app, "operator")
    lesser = await client.post("/v1/me/tokens", json={"name": "Phone", "scopes": ["play"]}, headers=operator)
    opening = {"game": GAME, **SHORT, "decks": [DECK]}
    tokens = (operator, {"Authorization": f"Bearer {lesser.json()['token']}"})

    answers = [
        await client.post("/v1/tables", json=opening, headers=token | {"Idempotency-Key": "once"}) for token in tokens
    ]

    assert [told(answer) for answer in answers] == [(201, ""), (201, "")]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("decks", [[], [DECK]])
async def test_the_log_is_asked_once_how_far_a_table_is_where_somebody_sits_down(
    app: Litestar, client: Client, decks: list[Sequence[str]]
) -> None:
    table = await given(app, client, *decks)
    store, asked = app.state.services.parlour.event_log, list[UUID]()
    heads = store.heads

    async def counted(tables: Sequence[UUID]) -> dict[UUID, int]:
        asked.extend(tables)
        found: dict[UUID, int] = await heads(tables)
        return found

    store.heads = counted
    answer = (await sat(table, table.players[1]))[0]

    assert answer.status_code == 201
    assert asked.count(UUID(table.id)) == 1


async def test_a_player_who_sits_down_at_both_in_the_same_instant_leaves_again(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await given(app, client, DECK) for _ in range(2)]
    ada = await newcomer(client)
    engine, asked = app.state.services.parlour.engine, MemoryLobby.has_played

    async def meanwhile(lobby: MemoryLobby, player: UUID, decks: Collection[str], but: UUID) -> bool:
        known = await asked(lobby, player, decks, but)
        monkeypatch.undo()
        await engine.execute(UUID(tables[1].id), TakeSeat(player))
        return known

    monkeypatch.setattr(MemoryLobby, "has_played", meanwhile)

    once = ada | {"Idempotency-Key": "once"}
    assert told((await sat(tables[0], once))[0]) == (409, "same_deck")
    assert (await client.get(tables[0].path, headers=ada)).json()["seats"] == [None, None]
    assert told((await sat(tables[0], once))[0]) == (409, "same_deck"), "and is answered so again"


READ = ["", "/view", "/view?seat=all", "/replay", "/events", "/stream", "/record", "/moves/suggestions"]


async def test_a_player_who_plays_a_deck_does_not_watch_another_game_with_it(app: Litestar, client: Client) -> None:
    here, there = await given(app, client, DECK), await given(app, client, NEAR)
    await begun(here, *here.players[1:])
    ada = there.players[1]
    assert (await client.get(f"{here.path}/view", headers=ada)).status_code == 200
    async with Stream(app, f"{here.path}/stream", ada) as stream:
        await stream.line()
        await begun(there, *there.players[1:])
        await client.post(f"{here.path}/abort", json={}, headers=here.players[1])
        ends = [line["why"] for line in await stream.rest() if line["type"] == "end"]

    assert ends == ["forbidden"]
    for path in READ:
        assert told(await client.get(f"{here.path}{path}", headers=ada)) == (403, "forbidden"), path
    tried = await client.post(f"{here.path}/moves/check", json=MOVE, headers=ada)
    assert told(tried) == (403, "forbidden")
    cursors = [Places({UUID(here.id): version}).cursor() for version in (1, 1_000)]
    followed = [told(await client.get(f"/v1/me/stream?after={cursor}", headers=ada)) for cursor in cursors]
    assert followed == [(404, "not_found")] * 2, "as for a table that there is not"
    seen = await asyncio.gather(*(client.get(f"{here.path}/view", headers=each) for each in here.players))
    assert [answer.status_code for answer in seen] == [200] * 3, "players and others see it"

    await ended(there, *there.players[1:])
    assert (await client.get(f"{here.path}/view", headers=ada)).status_code == 200


async def test_a_game_is_watched_before_it_begins(app: Litestar, client: Client) -> None:
    here, there = await given(app, client, DECK), await given(app, client, DECK)
    await sat(there, there.players[1])

    assert (await client.get(here.path, headers=there.players[1])).status_code == 200


async def test_an_operator_who_plays_is_a_player(app: Litestar, client: Client) -> None:
    here, there = await given(app, client, DECK), await given(app, client, DECK)
    await begun(here, *here.players[1:])
    operator = await official(app, "operator")
    assert (await client.get(f"{here.path}/view", headers=operator)).status_code == 200

    await sat(there, operator)

    assert told(await client.get(f"{here.path}/view", headers=operator)) == (403, "forbidden")


async def test_a_record_opens_when_games_with_like_decks_are_over(app: Litestar, client: Client) -> None:
    here, there = await given(app, client, DECK), await given(app, client, NEAR)
    await begun(here, *here.players[1:])
    await begun(there, *there.players[1:])

    records = []
    for table in (here, there):
        await ended(table, *table.players[1:])
        records.append(await client.get(f"{here.path}/record", headers=here.players[1]))

    assert [told(answer) for answer in records] == [(409, "record_closed"), (200, "")]


async def test_what_is_said_where_a_deck_was_played_reaches_nobody_who_plays_it(app: Litestar, client: Client) -> None:
    here, there = [await given(app, client, DECK, settings={"chat": "text"}) for _ in range(2)]
    (_, ada, ben), (_, cleo, dora) = here.players, there.players
    await begun(here, ada, ben)
    await begun(there, cleo, dora)
    await ended(here, ada, ben)

    async def say(table: Party, who: Header, channel: str) -> httpx.Response:
        return await client.post(f"{table.path}/chat/{channel}", json={"text": "I had the king"}, headers=who)

    said = [await say(here, ada, "seats"), await say(there, ada, "spectators")]
    paths = [f"{table.path}/chat/{channel}" for table in (here, there) for channel in ("seats", "spectators")]
    read = [told(await client.get(path, headers=cleo)) for path in paths]
    reported = await client.post(f"{paths[0]}/1/reports", json={"reason": "other"}, headers=cleo)
    async with Stream(app, f"{here.path}/stream", cleo, chat="true") as refused:
        assert refused.status == 403
    async with Stream(app, f"{there.path}/stream", cleo, chat="true") as stream:
        await client.post(f"{there.path}/abort", json={}, headers=dora)
        lines = [await stream.line() for _ in range(2)]

    assert [each.status_code for each in said] == [201, 201]
    assert read == [(403, "forbidden"), (403, "forbidden"), (200, ""), (409, "chat_closed")]
    assert told(reported) == (403, "forbidden")
    assert "chat" not in {line["type"] for line in lines}
    await ended(there, cleo)
    assert [told(await client.get(path, headers=cleo)) for path in paths] == [(200, "")] * 4
