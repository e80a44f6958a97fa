"""Forgetting a player: nothing is left of them but an id, and what was recorded stays true."""

import asyncio
import dataclasses
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from service.accounts.accounts import hash_of
from service.accounts.memory import MemoryAccounts
from service.accounts.revocations import open_accounts
from service.chat.memory import MemoryChat
from service.chat.port import Room
from service.records.records import check, read
from service.store import LobbyRow, MemoryStore
from service.store.lobby_row import TableFilter
from service.store.memory_lobby import MemoryLobby
from tests.service.http.party import SHORT, Header, id_of, meeting, newcomer, official, pages_of, table_of
from tests.service.http.reading import Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.service.workers import eventually

NAME = "Zuleika Dobson"
FORMER: dict[str, object] = {
    "name": "A former player",
    "house": None,
    "former": True,
    "games": [],
    "bot": False,
    "shows": [],
    "since": None,
    "tables": [],
}


async def told(client: Client, method: str, path: str, header: Header, **asked: Any) -> tuple[int, str]:
    """Return the status and the code of an answer."""
    answer = await client.request(method, path, headers=header, **asked)
    return answer.status_code, answer.json().get("code", "") if answer.content else ""


async def test_a_player_who_is_forgotten_has_no_name_and_no_token(client: Client) -> None:
    ada, ben = await newcomer(client, NAME), await newcomer(client)
    who = await id_of(client, ada)

    assert await told(client, "DELETE", "/v1/me", ada) == (204, "")

    assert (await client.get(f"/v1/players/{who}", headers=ben)).json() == {"id": who, **FORMER}
    for method, path in (("DELETE", "/v1/me"), ("GET", "/v1/me"), ("POST", "/v1/tables")):
        assert await told(client, method, path, ada, json={}) == (401, "unauthenticated")


@pytest.mark.parametrize("whom", ["me", "players/{ben}?reason=Spam"])
async def test_nobody_is_forgotten_by_a_token_that_another_process_has_revoked(
    app: Litestar, client: Client, whom: str
) -> None:
    thief, ben = await official(app, "operator"), await newcomer(client)
    accounts, victim = app.state.services.accounts, await id_of(client, thief)
    path = "/v1/" + whom.format(ben=await id_of(client, ben))
    await accounts.store.revoke_token(hash_of(thief["Authorization"].removeprefix("Bearer ")), accounts.now())

    assert await told(client, "DELETE", path, thief) == (401, "token_revoked")

    for each in (victim, await id_of(client, ben)):
        assert not (await client.get(f"/v1/players/{each}", headers=ben)).json()["former"]


async def test_all_tokens_of_a_player_go_and_all_their_streams(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    ada = table.players[0]
    other = await app.state.services.accounts.issue_token(UUID(await id_of(client, ada)), "operator")
    async with Stream(app, f"{table.path}/stream", {"Authorization": f"Bearer {other}"}) as stream:
        await stream.line()
        await client.delete("/v1/me", headers=ada)
        await client.post(f"{table.path}/seats", json={}, headers=table.players[1])

        assert (await stream.rest())[-1]["why"] == "revoked"


async def test_a_record_is_as_true_as_before_and_has_nothing_of_a_former_player(client: Client) -> None:
    table = await meeting(client)
    ada = table.players[0]
    await client.patch("/v1/me", json={"name": NAME}, headers=ada)
    await table.start(entropy=f"{NAME} was here")
    await table.play(random.Random(1))
    before = await client.get(f"{table.path}/record", headers=table.players[1])

    await client.delete("/v1/me", headers=ada)

    after = await client.get(f"{table.path}/record", headers=table.players[1])
    assert after.content == before.content
    assert check(read(after.content)).events > 10
    for path in ("", "/view", "/events?limit=1000", "/replay", "/record"):
        assert NAME not in (await client.get(table.path + path, headers=table.players[1])).text


async def test_a_player_leaves_tables_that_have_not_begun_and_stays_an_absent_one_where_they_play(
    client: Client,
) -> None:
    ada = await newcomer(client, NAME)
    own, others, playing = await meeting(client), await meeting(client), await meeting(client)
    playing.players[1] = ada
    await playing.start()
    for table in (own, others):
        await client.post(f"{table.path}/seats", json={}, headers=ada)
    opened = await client.post("/v1/tables", json={"game": "literature"}, headers=ada)
    await client.post(f"{opened.headers['location']}/seats", json={}, headers=ada)

    await client.delete("/v1/me", headers=ada)

    for table in (own, others):
        assert (await client.get(table.path, headers=table.players[0])).json()["seats"] == [None, None]
    ended = (await client.get(opened.headers["location"], headers=own.players[0])).json()
    goes_on = (await client.get(playing.path, headers=own.players[0])).json()
    assert (ended["status"], goes_on["status"]) == ("aborted", "playing")
    assert goes_on["seats"][1] is not None
    assert [place["absent"] for place in goes_on["presence"]] == [False, True]
    claimed = await client.post(f"{playing.path}/claim", headers=playing.players[0])
    assert claimed.json()["aborted"]["why"] == "abandoned"


async def test_a_game_ends_when_the_last_of_its_people_is_forgotten(client: Client) -> None:
    people, stranger = [await newcomer(client) for _ in range(3)], await newcomer(client)
    table = await table_of(client, people, "honors_4", options={"players": 3}, settings={"turn_limit_ms": None})
    await table.start()

    shown = []
    for player in people:
        await client.delete("/v1/me", headers=player)
        shown.append((await client.get(table.path, headers=stranger)).json())

    assert [each["status"] for each in shown] == ["playing", "playing", "aborted"]
    assert (shown[-1]["aborted"]["why"], shown[-1]["aborted"]["seats"]) == ("abandoned", [0, 1])


async def test_a_game_ends_when_its_last_people_are_forgotten_at_the_same_time(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts, both = app.state.services.accounts, asyncio.Barrier(2)
    forget = accounts.forget_player

    async def together(*given: Any, **named: Any) -> None:
        await both.wait()  # each has left its seat while the other was there still
        await forget(*given, **named)

    monkeypatch.setattr(accounts, "forget_player", together)
    people, stranger = [await newcomer(client) for _ in range(2)], await newcomer(client)
    table = await table_of(client, people, "honors_4", options={"players": 2}, settings={"turn_limit_ms": None})
    await table.start()

    await asyncio.gather(*(client.delete("/v1/me", headers=player) for player in people))

    shown = (await client.get(table.path, headers=stranger)).json()
    assert (shown["status"], shown["aborted"]["why"]) == ("aborted", "abandoned")


class OneByOne(MemoryLobby):
    """A lobby whose pages have one row."""

    async def page(self, wanted: TableFilter, limit: int = 50) -> list[LobbyRow]:
        """Return the first row of a page."""
        return await super().page(wanted, min(limit, 1))


class ShortPages(MemoryStore):
    """A log with such a lobby."""

    @property
    def lobby(self) -> MemoryLobby:
        """The lobby."""
        return OneByOne(self.database)


async def test_no_table_waits_for_a_player_who_was_forgotten() -> None:
    surroundings = dataclasses.replace(in_memory(), store=ShortPages())
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        await forgotten_at_all_tables(client)


async def forgotten_at_all_tables(client: Client) -> None:
    """Let the service forget a player who sits at many tables, and look at each."""
    ada, ben, cleo = [await newcomer(client) for _ in range(3)]
    theirs = [await table_of(client, [ada, ben, cleo], "honors_4", options={"players": 3}) for _ in range(2)]
    for player in (ben, cleo):
        await client.post(f"{theirs[0].path}/seats", json={}, headers=player)
    await theirs[1].start()
    playing = [await table_of(client, [ben, ada], "honors_4", options={"players": 2}) for _ in range(3)]
    for table in playing:
        await table.start()
    for player in (ada, ben, cleo):
        await client.post(f"{theirs[1].path}/abort", json={}, headers=player)

    await client.delete("/v1/me", headers=ada)

    assert (await client.get(theirs[0].path, headers=ben)).json()["status"] == "aborted"
    for table in playing:
        assert (await client.get(table.path, headers=ben)).json()["presence"][1]["absent"]
    again = (await client.post(f"{theirs[1].path}/rematch", headers=ben)).json()["table"]
    assert again["reserved"][0] is None
    assert (await client.post(f"/v1/tables/{again['id']}/seats", json={"house": "random"}, headers=ben)).is_success
    both = await client.post(f"/v1/tables/{again['id']}/seats", json={}, headers=cleo)
    assert both.json()["table"]["status"] == "playing"


async def test_operators_find_what_a_player_hides(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    await table.start()
    ada, (who, operator) = table.players[0], (await id_of(client, table.players[0]), await official(app, "operator"))
    await client.patch("/v1/me", json={"shows": []}, headers=ada)
    query = {"player": who}

    seen = [await client.get("/v1/tables", params=query, headers=each) for each in (operator, ada, table.players[1])]
    assert [len(each.json()["tables"]) for each in seen] == [1, 1, 0]
    await client.delete("/v1/me", headers=ada)
    assert len((await client.get("/v1/tables", params=query, headers=operator)).json()["tables"]) == 1


async def test_a_player_who_hid_their_games_and_is_forgotten_is_not_found_by_them(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    await table.play(random.Random(1))
    going_on = await meeting(client)
    going_on.players[1] = ada = table.players[0]
    await going_on.start()
    who, ben = await id_of(client, ada), table.players[1]
    for path, games in (("/v1/tables", "tables"), ("/v1/history/games", "games")):
        assert (await client.get(path, params={"player": who}, headers=ben)).json()[games] != []
    await client.patch("/v1/me", json={"shows": []}, headers=ada)

    await client.delete("/v1/me", headers=ada)

    for path, games in (("/v1/tables", "tables"), ("/v1/history/games", "games")):
        assert (await client.get(path, params={"player": who}, headers=ben)).json()[games] == []


async def test_an_operator_forgets_a_player_and_says_why(app: Litestar, client: Client) -> None:
    operator, ada, ben = await official(app, "operator"), await newcomer(client, NAME), await newcomer(client)
    who = await id_of(client, ada)
    path = f"/v1/players/{who}"
    table = (await client.post("/v1/tables", json={"game": "honors_4"}, headers=ada)).headers["location"]

    for reason in ("zuleika dobson wrote to us", "two\nlines", "x" * 501):
        refused = await told(client, "DELETE", path, operator, params={"reason": reason})
        assert refused == (400, "invalid_parameter")
    assert await id_of(client, ada) == who
    assert (await client.get(table, headers=ben)).json()["status"] == "open", "nothing has happened"
    for _ in range(2):
        assert await told(client, "DELETE", path, operator, params={"reason": "They wrote to us."}) == (204, "")
    await client.delete("/v1/me", headers=ben)

    assert await told(client, "GET", "/v1/me", ada) == (401, "unauthenticated")
    pages = await pages_of(client, "/v1/audit/forgotten", operator, limit=1)
    first, second = [each for page in pages for each in page["players"]]
    assert (first["by"], first["reason"]) == (first["player"], None)
    assert (second["player"], second["reason"]) == (who, "They wrote to us.")
    assert second["by"] == await id_of(client, operator)
    assert "Zuleika" not in str(pages)


async def test_what_is_made_while_a_player_is_forgotten_goes_too(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await newcomer(client)
    who, accounts = UUID(await id_of(client, ada)), app.state.services.accounts
    forgotten, made = accounts.forget_player, []

    async def late(*asked: Any, **named: Any) -> None:
        webhook = {"url": "https://bot.example/", "events": ["turn.began"]}
        seek = {"game": "honors_4", "players": 2}
        made.append((await told(client, "POST", "/v1/me/webhooks", ada, json=webhook))[0])
        made.append((await told(client, "POST", "/v1/seeks", ada, json=seek))[0])
        await forgotten(*asked, **named)

    monkeypatch.setattr(accounts, "forget_player", late)
    assert await told(client, "DELETE", "/v1/me", ada) == (204, "")

    assert made == [201, 201]
    assert await app.state.services.webhooks.of_player(who) == []
    assert await app.state.services.seeks.of_player(who) == []


async def test_a_player_who_never_existed_is_not_forgotten(app: Litestar, client: Client) -> None:
    operator = await official(app, "operator")

    for who in (uuid4(), "5eed0000-0000-5000-8000-000000000001"):
        refused = await told(client, "DELETE", f"/v1/players/{who}", operator, params={"reason": "A mistake."})
        assert refused == (404, "not_found")


async def test_nobody_invites_a_former_player_or_takes_their_name_for_a_name(client: Client) -> None:
    table, ada = await meeting(client), await newcomer(client, NAME)
    body = {"player": await id_of(client, ada)}
    await client.delete("/v1/me", headers=ada)

    invited = await told(client, "POST", f"{table.path}/invitations", table.players[0], json=body)

    assert invited == (404, "not_found")
    for name in ("A former player", "Former  PLAYER"):
        assert await told(client, "POST", "/v1/players", {}, json={"name": name}) == (409, "name_not_allowed")


async def test_nobody_waits_for_a_former_player(client: Client) -> None:
    table, ada = await meeting(client, visibility="private"), await newcomer(client, NAME)
    who = await id_of(client, ada)
    await client.post(f"{table.path}/invitations", json={"player": who}, headers=table.players[0])

    await client.delete("/v1/me", headers=ada)

    events = (await client.get(f"{table.path}/events", headers=table.players[0])).json()["events"]
    last = events[-1]["event"]
    assert (last["type"], last["player"], last["why"]) == ("invitation_ended", who, "declined")


async def test_another_process_hears_of_it_at_once(redis_url: str) -> None:
    store = MemoryAccounts()
    async with (
        Redis.from_url(redis_url) as redis,
        open_accounts(store, redis, kept_seconds=3600.0) as here,
        open_accounts(store, redis, kept_seconds=3600.0) as there,
    ):
        ada = await here.create_player(NAME)
        token = await here.issue_token(ada.id)
        assert await there.account(token) is not None

        await here.forget_player(ada.id, ada.id)

        async def is_worthless() -> bool:
            return await there.account(token) is None

        await eventually(is_worthless)
        assert await there.store.player(ada.id) is None


@pytest.mark.parametrize("path", ["/v1/audit/forgotten?cursor=7", "/v1/audit/forgotten?limit=201"])
async def test_a_bad_page_of_the_forgotten_is_refused(app: Litestar, client: Client, path: str) -> None:
    assert await told(client, "GET", path, await official(app, "operator")) == (400, "invalid_parameter")


# A worker that has not heard of it


class Pause:
    """A pause that is over when the test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        """Wait until it is over, and keep for how long that should be."""
        self.asked.append(seconds)
        await self.over.wait()


@asynccontextmanager
async def two_workers(pause: Pause, chat: MemoryChat | None = None) -> AsyncIterator[tuple[Client, Client]]:
    """Give two workers of a service without Redis, which keep accounts for an hour."""
    surroundings = dataclasses.replace(
        in_memory(), sleep=pause, kept_seconds=3600.0, chat=chat if chat is not None else MemoryChat()
    )
    async with served(IN_MEMORY, surroundings) as one, served(IN_MEMORY, surroundings) as two:
        yield InProcess(one), InProcess(two)


async def waiting(client: Client, ben: Header, *, auto_start: bool = True) -> str:
    """Let somebody open a table and wait for one more player, with whom the game may begin at once; return its path."""
    body = {"game": "friendlier_than_thou", "settings": {"chat": "text"}, "auto_start": auto_start, **SHORT}
    path = (await client.post("/v1/tables", json=body, headers=ben)).headers["location"]
    assert (await client.post(f"{path}/seats", json={}, headers=ben)).is_success
    return str(path)


async def test_what_a_former_player_does_at_a_worker_that_knows_them_still_is_cleared_up() -> None:
    pause = Pause()
    async with two_workers(pause) as (here, there):
        ada, ben = await newcomer(here, NAME), await newcomer(here)
        begins, waits = await waiting(here, ben), await waiting(here, ben, auto_start=False)
        await id_of(there, ada)
        assert await told(here, "DELETE", "/v1/me", ada) == (204, "")
        sits = [await there.post(f"{path}/seats", json={}, headers=ada) for path in (begins, waits)]
        assert [each.json()["table"]["status"] for each in sits] == ["playing", "open"]
        assert (await there.post(f"{waits}/chat/seats", json={"text": NAME}, headers=ada)).is_success
        opened = (await there.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]

        pause.over.set()

        async def is_cleared_up() -> bool:
            goes_on, still_open, ended = [
                (await here.get(path, headers=ben)).json() for path in (begins, waits, opened)
            ]
            absent = [place["absent"] for place in goes_on["presence"]]
            chat = (await here.get(f"{waits}/chat/seats", headers=ben)).text
            left = still_open["seats"][1] is None and ended["status"] == "aborted"
            return absent == [False, True] and left and NAME not in chat

        await eventually(is_cleared_up, 60)
    assert [3600 < seconds < 3660 for seconds in pause.asked] == [True]


async def test_a_worker_that_stops_does_not_wait_for_it() -> None:
    pause = Pause()
    async with asyncio.timeout(60), two_workers(pause) as (here, _):
        await here.delete("/v1/me", headers=await newcomer(here, NAME))

        async def is_waited_for() -> bool:
            return pause.asked != []

        await eventually(is_waited_for)


class Faulty(MemoryChat):
    """A chat with a fault that nobody foresaw, which shows for one player."""

    def __init__(self) -> None:
        super().__init__()
        self.cannot_forget: UUID | None = None

    async def forget(self, player: UUID, at: int) -> list[Room]:
        """Forget somebody, unless that cannot be done."""
        if player == self.cannot_forget:
            raise RuntimeError
        return await super().forget(player, at)


async def test_one_who_cannot_be_cleared_up_after_keeps_nobody_else_and_the_log_names_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pause, chat = Pause(), Faulty()
    async with two_workers(pause, chat) as (here, there):
        first, ada, ben = [await newcomer(here, name) for name in (NAME, "Ada", "Ben")]
        path = await waiting(here, ben)
        await id_of(there, ada)
        who = await id_of(here, first)
        for player in (first, ada):
            await here.delete("/v1/me", headers=player)
        await there.post(f"{path}/seats", json={}, headers=ada)
        chat.cannot_forget = UUID(who)

        with caplog.at_level(logging.WARNING):
            pause.over.set()

            async def is_absent() -> bool:
                return bool((await here.get(path, headers=ben)).json()["presence"][1]["absent"])

            await eventually(is_absent, 60)

    assert [record.levelname for record in caplog.records if "forgotten" in record.message] == ["ERROR"]
    assert not [word for word in (NAME, who) if word in caplog.text]
