"""Players and their tokens, over HTTP; and every bad input, which is answered with its problem and changes nothing."""

import dataclasses
import unicodedata
from uuid import UUID

import pytest
from litestar import Litestar
from msgspec.structs import replace

from domain.table import HOUSE_PLAYERS
from service.accounts.accounts import PREFIX, Accounts
from service.accounts.memory import MemoryAccounts
from service.accounts.port import FULL, Account, Player, Terms, UnknownPlayer
from service.accounts.scopes import Role
from service.app import Surroundings
from service.store import StoreUnavailable
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

JSON = {"Content-Type": "application/json"}
PAGE = ["since", "statistics", "tables"]


class NotingAccounts(MemoryAccounts):
    """Accounts that note what they are to keep."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[UUID] = []
        """The player of each account and token, in the order in which they came."""

    async def add_player(self, player: Player, at: int) -> None:
        await super().add_player(player, at)
        self.kept.append(player.id)

    async def add_token(
        self, token_hash: bytes, player: UUID, role: Role, at: int, terms: Terms = FULL, *, by: bytes | None = None
    ) -> None:
        await super().add_token(token_hash, player, role, at, terms, by=by)
        self.kept.append(player)


@pytest.fixture
def accounts() -> NotingAccounts:
    return NotingAccounts()


@pytest.fixture
def surroundings(accounts: NotingAccounts) -> Surroundings:
    """Stores in memory, of which one can be looked into."""
    return dataclasses.replace(in_memory(), accounts=accounts)


async def test_a_player_is_made_with_a_token_that_works(client: Client, accounts: NotingAccounts) -> None:
    made = await client.post("/v1/players", json={"name": "Ada 🂡"})
    token = made.json()["token"]
    me = await client.get("/v1/me", headers={"Authorization": f"Bearer {token}"})
    public = await client.get(made.headers["location"], headers={"Authorization": f"bearer  {token}"})

    assert made.status_code == 201
    assert accounts.kept == [UUID(made.json()["id"])] * 2
    assert made.headers["cache-control"] == "no-store"
    assert token.startswith(PREFIX)
    everything = ["watch", "play", "account", "read:history"]
    known = {"id": made.json()["id"], "name": "Ada 🂡", "role": "player"}
    assert me.json() == known | {"scopes": everything, "expires_at": None, "bot": False, "shows": PAGE}
    assert public.json().items() >= {"id": made.json()["id"], "name": "Ada 🂡", "bot": False, "shows": PAGE}.items()


async def test_house_players_are_known_by_name_and_have_no_account(
    app: Litestar, client: Client, ada: dict[str, str]
) -> None:
    accounts: Accounts = app.state.services.accounts
    for kind, player in HOUSE_PLAYERS.items():
        answer = await client.get(f"/v1/players/{player}", headers=ada)

        assert answer.json() == {
            "id": str(player),
            "name": f"{kind.title()}, a house player",
            "house": kind,
            "former": False,
            "bot": False,
            "games": [],
            "shows": ["statistics"],
            "since": None,
            "tables": [],
        }
        with pytest.raises(UnknownPlayer):
            await accounts.issue_token(player)


async def test_a_revoked_token_is_worthless_at_once(client: Client, ada: dict[str, str]) -> None:
    before = await client.get("/v1/me", headers=ada)
    revoked = await client.delete("/v1/me/token", headers=ada)
    after = await client.get("/v1/me", headers=ada)

    assert before.status_code == 200
    assert (revoked.status_code, revoked.content) == (204, b"")
    assert after.status_code == 401
    assert after.json()["code"] == "token_revoked"


async def test_registration_may_be_closed(surroundings: Surroundings, accounts: NotingAccounts) -> None:
    settings = replace(IN_MEMORY, registration="closed")
    async with served(settings, surroundings) as closed, InProcess(closed) as client:
        answer = await client.post("/v1/players", json={"name": "Ada"})

    assert answer.status_code == 403
    assert answer.json()["code"] == "registration_closed"
    assert accounts.kept == []


@pytest.mark.parametrize("name", ["A", "x" * 40, "王 小明", "O'Neil", "1.0", "Zoe\u0308"])
async def test_a_name(client: Client, name: str) -> None:
    answer = await client.post("/v1/players", json={"name": name})

    assert answer.status_code == 201
    assert answer.json()["name"] == unicodedata.normalize("NFC", name)


async def test_a_name_can_be_changed_and_is_seen_by_all_at_once(client: Client, ada: dict[str, str]) -> None:
    table = await client.post("/v1/tables", json={"game": "literature"}, headers=ada)
    changed = await client.patch("/v1/me", json={"name": "Zoe\u0308"}, headers=ada)
    me = await client.get("/v1/me", headers=ada)
    public = await client.get(f"/v1/players/{me.json()['id']}", headers=ada)
    events = await client.get(f"{table.headers['location']}/events", headers=ada)

    assert changed.status_code == 200
    assert changed.json() == me.json()
    assert me.json()["name"] == public.json()["name"] == "Zoë"
    assert me.json()["id"] in events.text
    assert "Ada" not in events.text


@pytest.mark.parametrize("name", ["\u202eadA", "Rаndom, a house player", "\u3164"], ids=ascii)
async def test_a_name_that_deceives_is_refused_and_changes_nothing(
    accounts: NotingAccounts, client: Client, ada: dict[str, str], name: str
) -> None:
    kept = list(accounts.kept)
    made = await client.post("/v1/players", json={"name": name})
    changed = await client.patch("/v1/me", json={"name": name}, headers=ada)
    me = await client.get("/v1/me", headers=ada)

    for answer in (made, changed):
        assert (answer.status_code, answer.json()["code"]) == (409, "name_not_allowed")
        assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/name"]
    assert accounts.kept == kept
    assert me.json()["name"] == "Ada"


@pytest.mark.parametrize("name", ["", "x" * 41, "a\x00b", "a\tb", "a\n", "\n", "\x7f", "a\x9bb", None, 6, ["Ada"]])
async def test_no_name(accounts: NotingAccounts, client: Client, name: object) -> None:
    answer = await client.post("/v1/players", json={"name": name})

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_body"
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/name"]
    assert accounts.kept == []


@pytest.mark.parametrize("name", ["a\x00b", "a\tb", "a\n", "\x7f", "a\x9bb"])
async def test_of_a_name_with_control_characters_it_is_said_that_it_has_some(client: Client, name: str) -> None:
    made = await client.post("/v1/players", json={"name": name})
    token = {"Authorization": f"Bearer {(await client.post('/v1/players', json={'name': 'Ada'})).json()['token']}"}
    found = await client.get("/v1/players", params={"name": f"Ad{name}"}, headers=token)

    said = "It has control characters, which are not allowed."
    assert [each.json()["errors"][0]["detail"] for each in (made, found)] == [said] * 2


@pytest.mark.parametrize(
    ("body", "headers", "problem"),
    [
        (b"", JSON, "400 invalid_json"),
        (b"name=Ada", JSON, "400 invalid_json"),
        (b'{"name":"\xff"}', JSON, "400 invalid_json"),
        (b'{"name":"Ada","age":1.0,"x":' + b"[" * 9999 + b"]" * 9999 + b"}", JSON, "400 invalid_json"),
        (b"[" * 65536, JSON, "400 invalid_json"),
        (b'{"name":"Ada"}'.ljust(65537), JSON, "413 body_too_large"),
        (b'{"name":"Ada"}', {"Content-Type": "text/plain"}, "415 unsupported_media_type"),
        (b'{"name":"Ada"}', {}, "415 unsupported_media_type"),
        (b'{"name":"Ada","role":"operator"}', JSON, "400 unknown_field"),
        (b'{"name":99999999999999999999}', JSON, "400 invalid_body"),
        (b'{"name":"A\\u0000"}', JSON, "400 invalid_body"),
    ],
    ids=lambda value: repr(value)[:30],
)
async def test_bad_bodies_change_nothing(
    accounts: NotingAccounts, client: Client, body: bytes, headers: dict[str, str], problem: str
) -> None:
    answer = await client.post("/v1/players", content=body, headers=headers)

    assert f"{answer.status_code} {answer.json()['code']}" == problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert accounts.kept == []


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Basic QWRhOng=",
        "Bearer parlour_",
        "Bearer " + PREFIX + "A" * 43,
        "Bearer " + "A" * 51,
        "Bearer " + PREFIX + "é" * 43,
        PREFIX + "A" * 43,
    ],
)
async def test_a_caller_who_has_no_good_token_is_told_so(client: Client, authorization: str | None) -> None:
    headers = {} if authorization is None else {b"Authorization": authorization.encode("latin-1")}
    answers = [
        await client.get("/v1/me", headers=headers),
        await client.get("/v1/me/tables", headers=headers),
        await client.delete("/v1/me/token", headers=headers),
    ]

    assert {answer.status_code for answer in answers} == {401}
    assert {answer.json()["code"] for answer in answers} == {"unauthenticated"}
    sent = (authorization or "").startswith("Bearer")
    expected = 'Bearer error="invalid_token"' if sent else "Bearer"
    assert {answer.headers["www-authenticate"] for answer in answers} == {expected}


@pytest.mark.parametrize(
    "player", [str(UUID(int=0)), "3f0c3a52-6d0e-4f6b-9d5e-1a2b3c4d5e6f", "ada", "%00", "1", "0" * 5000]
)
async def test_an_unknown_player(client: Client, ada: dict[str, str], player: str) -> None:
    answer = await client.get(f"/v1/players/{player}", headers=ada)

    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


class AwayAccounts(MemoryAccounts):
    """Accounts that never answer."""

    async def add_player(self, player: Player, at: int) -> None:
        raise StoreUnavailable("away")

    async def account(self, token_hash: bytes) -> Account | None:
        raise StoreUnavailable("away")


async def test_without_postgres_the_service_is_unavailable(app: Litestar, client: Client) -> None:
    app.state.services.accounts = Accounts(AwayAccounts())
    made = await client.post("/v1/players", json={"name": "Ada"})
    me = await client.get("/v1/me", headers={"Authorization": f"Bearer {PREFIX}{'A' * 43}"})

    assert {made.status_code, me.status_code} == {503}
    assert {made.json()["code"], me.json()["code"]} == {"unavailable"}
