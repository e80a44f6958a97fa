"""Tables in every stage of their life, made over HTTP, and who is there: each stage is an occasion to be refused."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import httpx
from litestar import Litestar
from msgspec.structs import replace

from domain import GAMES
from domain.table import AbortByOperator, OpenTable
from domain.table.inviting import MOST_INVITATIONS
from service.accounts.accounts import Accounts
from service.accounts.accounts import id_of as id_of_token
from service.accounts.port import MOST_BLOCKS, MOST_TOKENS, Terms
from service.accounts.scopes import Role
from service.chat.port import MOST_MUTES
from service.http.resources.inviting import MOST_PENDING
from service.live.places import Places
from service.seals.sealing import make_seal
from service.store import Epoch, MemoryStore, StoredEvent, new_table_id
from service.store.memory_database import MemoryDatabase
from tests.service.http.party import SHORT, Document, Header, Party, id_of, meeting, newcomer, official, party, table_of
from tests.service.http.round import Round
from tests.service.http.surface import Client, Later

TOURNAMENT: Document = {
    "game": "honors_4",
    "seating": {"format": "swiss", "rounds": 2, "places": 2},
    "scoring": "matchpoints",
}
"""The settings of a tournament."""

ADA, BEN, CLEO = range(3)
"""The creator of each table, on seat 0; the other player, on seat 1; and a stranger."""

MOVE: Document = {"move": {"type": "lay_aside", "cards": ["AS"]}}
"""A move that the game at the tables has, whether it is legal or not."""


class Clock(Later):
    """A clock that may be put forward."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0

    def __call__(self) -> int:
        """Return the time, in ms."""
        return super().__call__() + self.ahead


@dataclass(frozen=True)
class Scene:
    """The service, and what time it is there."""

    app: Litestar
    client: Client
    clock: Clock


Stage = Callable[[Scene], Awaitable[Party]]
Scenario = Callable[[Scene], Awaitable[httpx.Response]]


async def done(table: Party, method: str, path: str, who: int, body: Document | None = None) -> httpx.Response:
    """Return the answer to a request about a table that must succeed."""
    answer = await table.client.request(method, f"{table.path}{path}", json=body, headers=table.players[who])
    assert answer.is_success, answer.text
    return answer


# Stages


async def empty(scene: Scene, **opening: Any) -> Party:
    """Return a table for two, where nobody sits."""
    table = await meeting(scene.client, **opening)
    table.players.append(await newcomer(scene.client))
    return table


async def private(scene: Scene) -> Party:
    """Return an empty table that only those who are invited may see."""
    return await empty(scene, visibility="private")


async def half_full(scene: Scene, **opening: Any) -> Party:
    """Return a table where Ada sits."""
    table = await empty(scene, **opening)
    await done(table, "POST", "/seats", ADA, {"seat": 0})
    return table


async def full(scene: Scene, **opening: Any) -> Party:
    """Return a table where both sit."""
    table = await half_full(scene, **opening)
    await done(table, "POST", "/seats", BEN, {"seat": 1})
    return table


async def put_out(scene: Scene) -> Party:
    """Return a table where Ada has freed Ben's seat."""
    table = await full(scene)
    await done(table, "DELETE", "/seats/1", ADA)
    return table


async def playing(scene: Scene, **opening: Any) -> Party:
    """Return a table whose game has just begun."""
    table = await full(scene, **opening)
    await done(table, "POST", "/start", ADA)
    return table


async def taken_over(scene: Scene, **more: bool) -> Party:
    """Return a table where the house plays for both; `more` settings are those of the test."""
    settings = {"turn_limit_ms": 1_000, "defaults_until_absent": 1, "house_takes_over": True, **more}
    table = await playing(scene, settings=settings)
    scene.clock.ahead += 60_000
    refused = await table.client.post(f"{table.path}/moves", json=MOVE, headers=table.players[ADA])
    assert refused.status_code == 409, "the request has put the table's clock forward"
    return table


TAKE_BACK: Document = {"settings": {"take_back": True}}
"""What lets players take moves back."""


async def asks_back(scene: Scene) -> Party:
    """Return a table where Ben, on seat 1, has taken the open card in Honors No. II, and wants it back."""
    table = await party(scene.client, "honors_2", 2, options={"players": 2}, **TAKE_BACK)
    await table.start()
    move = {"move": {"type": "take_pile", "count": 1}}
    await done(table, "POST", "/moves", BEN, move)
    await done(table, "POST", "/take-back", BEN, {})
    return table


async def laid_aside(scene: Scene) -> Party:
    """Return a table where Ben has laid a card aside, which cannot be taken back by the rules."""
    table = await playing(scene, **TAKE_BACK)
    decision = (await table.view(table.players[BEN]))["decision"]
    await done(table, "POST", "/moves", BEN, {"move": decision["moves"][0]})
    return table


async def taken_over_with_take_backs(scene: Scene) -> Party:
    """Return such a table where the house plays for both."""
    return await taken_over(scene, take_back=True)


async def full_with_take_backs(scene: Scene) -> Party:
    """Return such a table where both sit."""
    return await full(scene, **TAKE_BACK)


async def playing_with_take_backs(scene: Scene) -> Party:
    """Return such a table whose game has just begun."""
    return await playing(scene, **TAKE_BACK)


async def over_with_take_backs(scene: Scene) -> Party:
    """Return such a table that has ended."""
    table = await playing(scene, **TAKE_BACK)
    for who in (ADA, BEN):
        await done(table, "POST", "/abort", who, {})
    return table


async def aborted(scene: Scene) -> Party:
    """Return a table that has ended before its game."""
    table = await empty(scene)
    await done(table, "POST", "/abort", ADA, {})
    return table


async def over(scene: Scene) -> Party:
    """Return a table whose game has ended."""
    table = await playing(scene)
    await done(table, "POST", "/abort", ADA, {})
    await done(table, "POST", "/abort", BEN, {})
    return table


async def over_in_private(scene: Scene) -> Party:
    """Return a private table that has ended without a result."""
    table = await private(scene)
    await Party(table.client, table.players[:2], table.path).start()
    for who in (ADA, BEN):
        await done(table, "POST", "/abort", who, {})
    return table


async def again(table: Party) -> Party:
    """Let Ada play again; return the new table, where a seat is kept for Ben."""
    return Party(table.client, table.players, (await done(table, "POST", "/rematch", ADA)).headers["location"])


async def ada_left(scene: Scene) -> Party:
    """Return a table where one seat is free, and the other one is kept for Ben."""
    rematch = await again(await over(scene))
    await done(rematch, "DELETE", "/seats/0", ADA)
    return rematch


async def without_ben(scene: Scene) -> Party:
    """Return a table whose game has ended, and at whose rematch Ada has freed Ben's seat."""
    table = await over(scene)
    rematch = await again(table)
    await done(rematch, "DELETE", "/seats/0", ADA)
    await done(table, "POST", "/rematch", BEN)
    await done(rematch, "DELETE", "/seats/1", ADA)
    return table


async def with_cleo(scene: Scene) -> Party:
    """Return a table whose game has ended, and at whose rematch Cleo plays in Ben's place."""
    table = await over(scene)
    rematch = await again(table)
    await done(rematch, "DELETE", "/seats/1", ADA)
    await done(rematch, "POST", "/seats", CLEO, {})
    return table


async def no_place_for_ada(scene: Scene) -> Party:
    """Return a table whose game has ended, and at whose rematch Cleo has Ada's seat, and Ben's is kept for him."""
    table = await over(scene)
    rematch = await again(table)
    await done(rematch, "DELETE", "/seats/0", ADA)
    await done(rematch, "POST", "/seats", CLEO, {})
    return table


async def of_tournament(scene: Scene) -> Party:
    """Return a table of a tournament, which has given Ada and Ben their seats."""
    round_ = Round(scene.app, scene.client)
    table = await round_.table()
    await round_.seat(table)
    return table


async def over_in_tournament(scene: Scene) -> Party:
    """Return a table of a tournament whose game is over."""
    table = await of_tournament(scene)
    await scene.app.state.services.parlour.engine.execute(UUID(table.id), AbortByOperator(UUID(int=1)))
    return table


async def playing_in_tournament(scene: Scene) -> Party:
    """Return a table of a tournament whose game goes on; Cleo is there, too."""
    round_ = Round(scene.app, scene.client)
    table = await round_.table()
    await round_.begin(table)
    table.players.append(await newcomer(scene.client))
    return table


async def full_in_tournament(scene: Scene) -> Party:
    """Return a table of a tournament whose game has not begun; Cleo is there, too."""
    table = await of_tournament(scene)
    table.players.append(await newcomer(scene.client))
    return table


async def ended_in_tournament(scene: Scene) -> Party:
    """Return a table of a tournament whose game is over; Cleo is there, too."""
    table = await over_in_tournament(scene)
    table.players.append(await newcomer(scene.client))
    return table


# Requests


def asks(method: str, path: str, who: int, stage: Stage, body: Document | None = None) -> Scenario:
    """Return the request of somebody about a table in some stage."""

    async def scenario(scene: Scene) -> httpx.Response:
        table = await stage(scene)
        return await table.client.request(method, f"{table.path}{path}", json=body, headers=table.players[who])

    return scenario


def invites(who: int, guest: int, stage: Stage) -> Scenario:
    """Return the invitation of somebody by somebody to a table in some stage."""

    async def scenario(scene: Scene) -> httpx.Response:
        table = await stage(scene)
        body = {"player": await id_of(table.client, table.players[guest])}
        return await table.client.post(f"{table.path}/invitations", json=body, headers=table.players[who])

    return scenario


def opens(opening: Document, *, as_operator: bool = False) -> Scenario:
    """Return the request that opens a table."""

    async def scenario(scene: Scene) -> httpx.Response:
        header: Header = await (official(scene.app, "operator") if as_operator else newcomer(scene.client))
        return await scene.client.post("/v1/tables", json=opening, headers=header)

    return scenario


def damaged(row: StoredEvent) -> StoredEvent:
    """Return an event that does not follow from those before it."""
    return replace(row, hash=bytes(32))


def of_a_newer_version(row: StoredEvent) -> StoredEvent:
    """Return an event of a type that this version of the service does not know."""
    return replace(row, type="seat_blessed", event=b'{"type":"seat_blessed"}')


def makes_again(path: str, body: Document, then: str, spoilt: Callable[[StoredEvent], StoredEvent]) -> Scenario:
    """Return the request for what was made with its key, and spoilt meanwhile: its last event.

    It was changed before by a POST to `then`, unless that is nothing.
    """

    async def scenario(scene: Scene) -> httpx.Response:
        who = await newcomer(scene.client)
        header = who | {"Idempotency-Key": "once"}
        made = await scene.client.post(path, json=body, headers=header)
        if then:
            change: Document = {"type": "open_registration"}
            changed = await scene.client.post(made.headers["location"] + then, json=change, headers=who)
            assert changed.is_success, changed.text
        database = database_of(scene)
        database.rewrite(spoilt(database.streams[UUID(made.json()["id"])][-1]))
        database.begin(Epoch(2, "0a0b0c0d"))
        return await scene.client.post(path, json=body, headers=header)

    return scenario


async def reads_events_that_are_lost(scene: Scene) -> httpx.Response:
    """Return the request for the events of a game that the log has lost since it came into the history."""
    table, reader = await over(scene), await newcomer(scene.client)
    assert (await scene.client.get("/v1/history/events", headers=reader)).is_success
    database_of(scene).lose(UUID(table.id), 0)
    return await scene.client.get("/v1/history/events", headers=reader)


def database_of(scene: Scene) -> MemoryDatabase:
    """Return the rows of the log."""
    store = scene.app.state.services.parlour.event_log
    assert isinstance(store, MemoryStore)
    return store.database


def challenges(*, twice: bool = False, blocked: bool = False, tables: int = 0) -> Scenario:
    """Return the request that challenges somebody, after a number of others have invited them."""

    async def scenario(scene: Scene) -> httpx.Response:
        ada, ben = await newcomer(scene.client), await newcomer(scene.client)
        guest = await id_of(scene.client, ben)
        if blocked:
            await blocks(scene, ben, ada)
        await be_invited(scene, guest, tables)
        body = {"game": "honors_4", "invite": [guest] * (1 + twice)}
        return await scene.client.post("/v1/tables", json=body, headers=ada)

    return scenario


async def be_invited(scene: Scene, guest: str, tables: int) -> None:
    """Let a number of others invite a player, each to a table of their own."""
    for number in range(tables):
        opening = OpenTable(
            player=UUID(int=number), game="honors_4", secret=64 * "0", challenged=(UUID(guest),), lasts_ms=60_000
        )
        await scene.app.state.services.parlour.engine.execute(new_table_id(), opening)


def announces(settings: Document) -> Scenario:
    """Return the announcement of a tournament with some settings that are not as they should be."""

    async def scenario(scene: Scene) -> httpx.Response:
        body = {"settings": TOURNAMENT | settings, "title": "An evening"}
        return await scene.client.post("/v1/tournaments", json=body, headers=await newcomer(scene.client))

    return scenario


def of_tournament_that_is_announced(
    path: str, *, drafted: bool = False, cancelled: bool = False, **headers: str
) -> Scenario:
    """Return the request of its director for something of a tournament: announced, drafted, or cancelled at once."""

    async def scenario(scene: Scene) -> httpx.Response:
        director = await newcomer(scene.client)
        answer = await scene.client.post("/v1/tournaments", json={"settings": TOURNAMENT}, headers=director)
        here = answer.headers["location"]
        steps = ("open_registration", "add_house", "open_check_in", "start_rounds", "draft_round") if drafted else ()
        for step in steps:
            body: Document = {"type": step} | ({"count": 2} if step == "add_house" else {})
            done = await scene.client.post(f"{here}/commands", json=body, headers=director)
            assert done.is_success, done.text
        if cancelled:
            body = {"type": "cancel", "reason": "other"}
            assert (await scene.client.post(f"{here}/commands", json=body, headers=director)).is_success
        return await scene.client.get(f"{here}{path}", headers=director | headers)

    return scenario


async def sits_where_they_play_the_deck(scene: Scene) -> httpx.Response:
    """Return the request of a player to sit down at a second table with one deck."""
    operator, player = await official(scene.app, "operator"), await newcomer(scene.client)
    decks = [GAMES["friendlier_than_thou"].deck]
    tables = [await table_of(scene.client, [operator], "friendlier_than_thou", **SHORT, decks=decks) for _ in range(2)]
    *_, answer = [await scene.client.post(f"{table.path}/seats", json={}, headers=player) for table in tables]
    return answer


async def asks_for_a_closed_seal(scene: Scene) -> httpx.Response:
    """Ask for a proof about a seal that was made while a game with a given deck goes on."""
    operator = await official(scene.app, "operator")
    decks = [GAMES["friendlier_than_thou"].deck]
    await table_of(scene.client, [operator], "friendlier_than_thou", **SHORT, decks=decks)
    parlour = scene.app.state.services.parlour
    await make_seal(parlour.event_log, parlour.signer, scene.clock)
    return await scene.client.get("/v1/seals/1/consistency?since=1", headers=operator)


def reads(path: str, **headers: str) -> Scenario:
    """Return the request of a player for something that is no table."""

    async def scenario(scene: Scene) -> httpx.Response:
        return await scene.client.get(path, headers=await newcomer(scene.client) | headers)

    return scenario


def from_elsewhere() -> Scenario:
    """Return the request of a player for their stream, with the cursor of a table that there is not."""
    return reads(f"/v1/me/stream?after={Places({uuid4(): 1}).cursor()}")


def as_json(path: str) -> Scenario:
    """Return the request for the stream or the replay of a table in a form that there is not."""

    async def scenario(scene: Scene) -> httpx.Response:
        table = await empty(scene)
        header = table.players[ADA] | {"Accept": "application/json"}
        return await table.client.get(f"{table.path}{path}", headers=header)

    return scenario


def calls_itself(method: str, path: str, name: str) -> Scenario:
    """Return the request of a player for a name."""

    async def scenario(scene: Scene) -> httpx.Response:
        return await scene.client.request(method, path, json={"name": name}, headers=await newcomer(scene.client))

    return scenario


def ends_invitation(who: int, guest: int, stage: Stage, *, invited: bool = False, first: int | None = None) -> Scenario:
    """Return the end of an invitation by somebody; it was made before the table was in some stage.

    `first` has ended it already.
    """

    async def scenario(scene: Scene) -> httpx.Response:
        table = await stage(scene)
        found = await id_of(table.client, table.players[guest])
        if invited:
            await done(table, "POST", "/invitations", ADA, {"player": found})
        if first is not None:
            await done(table, "DELETE", f"/invitations/players/{found}", first)
        return await table.client.delete(f"{table.path}/invitations/players/{found}", headers=table.players[who])

    return scenario


async def invites_who_has_declined(scene: Scene) -> httpx.Response:
    """Invite a player again who did not want to come."""
    table = await empty(scene)
    body = {"player": await id_of(table.client, table.players[BEN])}
    await done(table, "POST", "/invitations", ADA, body)
    await done(table, "DELETE", f"/invitations/players/{body['player']}", BEN)
    return await table.client.post(f"{table.path}/invitations", json=body, headers=table.players[ADA])


async def invites_one_too_many(scene: Scene) -> httpx.Response:
    """Invite somebody to a table that waits for as many as one may."""
    table = await empty(scene)
    guests = [await newcomer(scene.client) for _ in range(MOST_INVITATIONS + 1)]
    for guest in guests:
        body = {"player": await id_of(table.client, guest)}
        answer = await table.client.post(f"{table.path}/invitations", json=body, headers=table.players[ADA])
    return answer


async def invites_one_of_many(scene: Scene) -> httpx.Response:
    """Invite somebody by a name that several have."""
    table = await empty(scene)
    for _ in range(2):
        await newcomer(scene.client, "One of many")
    body = {"name": "One of many"}
    return await scene.client.post(f"{table.path}/invitations", json=body, headers=table.players[ADA])


QUICKEST: Document = {"game": "honors_4", "players": 2}


def seeks(body: Document, *, before: int = 0) -> Scenario:
    """Return the seek of a player who already seeks a number of other things."""

    async def scenario(scene: Scene) -> httpx.Response:
        header = await newcomer(scene.client)
        for number in range(before):
            other = QUICKEST | {"settings": {"turn_limit_ms": 1_000 + number}}
            assert (await scene.client.post("/v1/seeks", json=other, headers=header)).is_success
        return await scene.client.post("/v1/seeks", json=body, headers=header)

    return scenario


async def withdraws_too_late(scene: Scene) -> httpx.Response:
    """Withdraw a seek that has found a table."""
    *_, header = players = [await newcomer(scene.client) for _ in range(2)]
    *_, found = [await scene.client.post("/v1/seeks", json=QUICKEST, headers=each) for each in players]
    return await scene.client.delete(found.headers["location"], headers=header)


WEBHOOK: Document = {"url": "https://bot.example/", "events": ["game.over"]}


def wants_a_webhook(body: Document, *, before: int = 0) -> Scenario:
    """Return the request for a webhook of a player who already has a number of them."""

    async def scenario(scene: Scene) -> httpx.Response:
        header = await newcomer(scene.client)
        for _ in range(before):
            assert (await scene.client.post("/v1/me/webhooks", json=WEBHOOK, headers=header)).is_success
        return await scene.client.post("/v1/me/webhooks", json=WEBHOOK | body, headers=header)

    return scenario


def has_a_webhook(method: str, path: str, body: Document, change: Document | None = None) -> Scenario:
    """Return the request of a player about a webhook, which they may have changed before."""

    async def scenario(scene: Scene) -> httpx.Response:
        header = await newcomer(scene.client)
        made = (await scene.client.post("/v1/me/webhooks", json=WEBHOOK, headers=header)).headers["location"]
        if change is not None:
            assert (await scene.client.patch(made, json=change, headers=header)).is_success
        return await scene.client.request(method, f"{made}{path}", json=body, headers=header)

    return scenario


async def follows_a_seek_as_json(scene: Scene) -> httpx.Response:
    """Ask for the stream of a seek in a form that there is not."""
    header = await newcomer(scene.client)
    found = await scene.client.post("/v1/seeks", json=QUICKEST, headers=header)
    return await scene.client.get(
        f"{found.headers['location']}/stream", headers=header | {"Accept": "application/json"}
    )


async def signs_up_where_nobody_may(scene: Scene) -> httpx.Response:
    """Ask for a new player of a service that lets nobody in."""
    scene.app.state.services.settings = replace(scene.app.state.services.settings, registration="closed")
    return await scene.client.post("/v1/players", json={"name": "Ada"})


async def has_all_tokens(scene: Scene) -> httpx.Response:
    """Ask for one token more than a player may have."""
    ada = await newcomer(scene.client)
    for _ in range(MOST_TOKENS):
        answer = await scene.client.post("/v1/me/tokens", json={"scopes": ["watch"]}, headers=ada)
    return answer


async def wants_a_token_that_is_over(scene: Scene) -> httpx.Response:
    """Ask for a token that ends before it begins."""
    ada = await newcomer(scene.client)
    return await scene.client.post("/v1/me/tokens", json={"scopes": ["watch"], "expires_at": 0}, headers=ada)


def asks_as_an_app(method: str, path: str, body: object = None) -> Scenario:
    """Let an app ask with the token that a player has given to it; `{own}` in the path is a token of their own."""

    async def run(scene: Scene) -> httpx.Response:
        accounts: Accounts = scene.app.state.services.accounts
        ada = await accounts.create_player("Ada")
        own = await accounts.issue_token(ada.id)
        token = await accounts.issue_token(ada.id, "player", Terms(scopes=frozenset({"account"}), app="app"))
        header = {"Authorization": f"Bearer {token}"}
        return await scene.client.request(method, path.format(own=id_of_token(own)), json=body, headers=header)

    return run


async def comes_back_with_all_tokens(scene: Scene) -> httpx.Response:
    """Use a recovery code with as many tokens as a player may have."""
    ada = await newcomer(scene.client)
    code = (await scene.client.post("/v1/me/recovery", headers=ada)).json()["code"]
    for _ in range(MOST_TOKENS - 1):
        await scene.client.post("/v1/me/tokens", json={"scopes": ["watch"]}, headers=ada)
    return await scene.client.post("/v1/recoveries", json={"code": code})


async def comes_back_by_guessing(scene: Scene) -> httpx.Response:
    """Use a recovery code that nobody has."""
    return await scene.client.post("/v1/recoveries", json={"code": "GUESSED"})


async def wants_a_code_for_ever_with_a_token_that_ends(scene: Scene) -> httpx.Response:
    """Ask for a recovery code with a token that may do everything for an hour."""
    ada = await newcomer(scene.client)
    scopes = (await scene.client.get("/v1/me", headers=ada)).json()["scopes"]
    terms = {"scopes": scopes, "expires_at": scene.clock() + 3_600_000}
    token = (await scene.client.post("/v1/me/tokens", json=terms, headers=ada)).json()["token"]
    return await scene.client.post("/v1/me/recovery", headers={"Authorization": f"Bearer {token}"})


async def blocks(scene: Scene, who: Header, whom: Header) -> None:
    """Let a player block another one."""
    other = await id_of(scene.client, whom)
    assert (await scene.client.put(f"/v1/me/blocks/{other}", headers=who)).is_success


async def invites_who_blocks_them(scene: Scene) -> httpx.Response:
    """Invite somebody who does not want that."""
    table, ben = await empty(scene), await newcomer(scene.client)
    await blocks(scene, ben, table.players[ADA])
    guest = await id_of(scene.client, ben)
    return await scene.client.post(f"{table.path}/invitations", json={"player": guest}, headers=table.players[ADA])


async def sits_down_where_they_are_blocked(scene: Scene) -> httpx.Response:
    """Take a seat at the table of somebody who does not want that."""
    table, ben = await empty(scene), await newcomer(scene.client)
    await blocks(scene, table.players[ADA], ben)
    return await scene.client.post(f"{table.path}/seats", json={}, headers=ben)


async def plays_again_where_they_are_blocked(scene: Scene) -> httpx.Response:
    """Come to the rematch of a player who does not want it any more."""
    table = await over(scene)
    await done(table, "POST", "/rematch", ADA)
    await blocks(scene, table.players[ADA], table.players[BEN])
    return await scene.client.post(f"{table.path}/rematch", headers=table.players[BEN])


async def plays_again_with_somebody_in_demand(scene: Scene) -> httpx.Response:
    """Ask for a rematch with a player who is invited to as many tables as one may be."""
    table = await over(scene)
    guest = await id_of(scene.client, table.players[BEN])
    await be_invited(scene, guest, MOST_PENDING)
    return await scene.client.post(f"{table.path}/rematch", headers=table.players[ADA])


async def blocks_one_too_many(scene: Scene) -> httpx.Response:
    """Block one player more than one may."""
    accounts, ada = scene.app.state.services.accounts, await newcomer(scene.client)
    mine = UUID(await id_of(scene.client, ada))
    for _ in range(MOST_BLOCKS):
        await accounts.block(mine, (await accounts.create_player("Somebody")).id)
    other = (await accounts.create_player("Somebody")).id
    return await scene.client.put(f"/v1/me/blocks/{other}", headers=ada)


# Chat

TALKING: Document = {"settings": {"chat": "text"}}


def says(what: Document, who: int, *, stage: Stage = playing, **opening: Any) -> Scenario:
    """Return what somebody says at a table in some stage, where everything may be said unless it is opened so."""

    async def scenario(scene: Scene) -> httpx.Response:
        table = await partial(stage, **(TALKING | opening))(scene)
        return await table.client.post(f"{table.path}/chat/seats", json=what, headers=table.players[who])

    return scenario


def about_a_message(method: str, who: int, what: str = "", *, channel: str = "seats", then: str = "") -> Scenario:
    """Return the request of somebody about what Ada has said, or Cleo to spectators, and `then` the game begins."""

    async def scenario(scene: Scene) -> httpx.Response:
        table = await full(scene, **TALKING)
        path = f"{table.path}/chat/{channel}"
        author = ADA if channel == "seats" else CLEO
        assert (await table.client.post(path, json={"text": "Hello"}, headers=table.players[author])).is_success
        if then:
            await done(table, "POST", then, ADA)
        body = {"reason": "spam"} if what else None
        return await table.client.request(method, f"{path}/1{what}", json=body, headers=table.players[who])

    return scenario


async def mutes_one_too_many(scene: Scene) -> httpx.Response:
    """Mute one player more than one may."""
    accounts, ada = scene.app.state.services.accounts, await newcomer(scene.client)
    mine = UUID(await id_of(scene.client, ada))
    for number in range(MOST_MUTES):
        await scene.app.state.services.chats.store.mute(mine, UUID(int=number), 0)
    other = (await accounts.create_player("Somebody")).id
    return await scene.client.put(f"/v1/me/mutes/{other}", headers=ada)


# Oversight


def officially(method: str, path: str, stage: Stage, role: Role = "operator") -> Scenario:
    """Return the request of an official about a table in some stage."""

    async def scenario(scene: Scene) -> httpx.Response:
        table = await stage(scene)
        return await table.client.request(method, f"{table.path}{path}", headers=await official(scene.app, role))

    return scenario


def grants(who: int, stage: Stage, *, again: bool = False, seats: tuple[int, ...] = (0,)) -> Scenario:
    """Return the request of an operator to let somebody see cards of a table: a player, or (-1) themselves."""

    async def scenario(scene: Scene) -> httpx.Response:
        table = await stage(scene)
        operator = await official(scene.app, "operator")
        header = operator if who < 0 else table.players[who]
        body = {"player": await id_of(scene.client, header), "seats": seats}
        if again:
            await scene.client.post(f"{table.path}/sight", json=body, headers=operator)
        return await scene.client.post(f"{table.path}/sight", json=body, headers=operator)

    return scenario


async def grants_where_they_play_the_deck(scene: Scene) -> httpx.Response:
    """Return the request of an operator to let somebody see the cards that they play with at another table."""
    round_ = Round(scene.app, scene.client)
    here, there = await round_.table(), await round_.table()
    for table in (here, there):
        await round_.begin(table)
    body = {"player": await id_of(scene.client, there.players[ADA])}
    return await scene.client.post(f"{here.path}/sight", json=body, headers=await official(scene.app, "operator"))


def takes_back_sight(stage: Stage) -> Scenario:
    """Return the request of an operator to revoke Ada's right to see hidden cards, which she does not have."""
    return officially("DELETE", f"/sight/{uuid4()}", stage)


def asks_as_a_player(method: str, path: str) -> Scenario:
    """Return the request of a player for what only officials may have."""

    async def scenario(scene: Scene) -> httpx.Response:
        return await scene.client.request(method, path, headers=await newcomer(scene.client))

    return scenario


async def asks_for_hints_for_no_reason(scene: Scene) -> httpx.Response:
    """Let an operator look at hints, and not say why."""
    return await scene.client.get("/v1/audit/hints", headers=await official(scene.app, "operator"))


async def forgets_for_no_reason(scene: Scene) -> httpx.Response:
    """Return the request of an operator to forget a player, who does not say why."""
    player = await id_of(scene.client, await newcomer(scene.client))
    return await scene.client.delete(f"/v1/players/{player}", headers=await official(scene.app, "operator"))
