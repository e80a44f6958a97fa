"""Nobody can compute where a table is, or which key a player has sent, from what is known to all."""

import hashlib
import random
from collections.abc import Iterator
from uuid import UUID, uuid5

import pytest
from msgspec.structs import replace

from service.app import Surroundings
from service.records.records import check, read
from tests.service.http.party import SHORT, Header, Party, id_of, newcomer
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served, two_workers

KEY = "my-first-table"
OPENING = {"game": "friendlier_than_thou", **SHORT}


def guesses(player: UUID, key: str) -> Iterator[bytes]:
    """Yield what can be made of a player's id and a key without any secret."""
    for text in (player.bytes + key.encode(), str(player).encode() + key.encode(), key.encode()):
        for algorithm in ("sha256", "sha1", "md5"):
            yield hashlib.new(algorithm, text).digest()[:16]


def alike(one: UUID, other: UUID) -> bool:
    """Return whether two ids are the same, except the bits that say which version they are of."""
    fixed = (0xF << 76) | (0x3 << 62)
    return one.int | fixed == other.int | fixed


async def me(client: Client, player: Header) -> UUID:
    return UUID(await id_of(client, player))


async def opened(client: Client, player: Header) -> UUID:
    """Return the id of the table that a player opens with the key."""
    answer = await client.post("/v1/tables", json=OPENING, headers=player | {"Idempotency-Key": KEY})
    assert answer.status_code == 201
    return UUID(answer.json()["id"])


@pytest.fixture
def surroundings() -> Surroundings:
    return in_memory()


async def test_the_id_of_a_table_is_no_hash_of_its_creator_and_their_key(client: Client) -> None:
    ada = await newcomer(client)

    table = await opened(client, ada)

    assert not [guess for guess in guesses(await me(client, ada), KEY) if alike(table, UUID(bytes=guess))]


async def test_the_id_of_a_rematch_is_no_hash_of_the_old_table(client: Client) -> None:
    table = Party(client, [await newcomer(client) for _ in range(2)], "")
    table.path = f"/v1/tables/{await opened(client, table.players[0])}"
    await table.start()
    for player in table.players:
        await table.client.post(f"{table.path}/abort", json={}, headers=player)

    again = await client.post(f"{table.path}/rematch", headers=table.players[0])

    assert again.status_code == 201
    rematch = UUID(again.json()["table"]["id"])
    names = ("rematch", "again", table.id)
    assert not [name for name in names if alike(rematch, uuid5(UUID(table.id), name))]


async def test_a_record_does_not_tell_a_dictionary_which_keys_were_sent(client: Client) -> None:
    table = Party(client, [await newcomer(client) for _ in range(2)], "")
    table.path = f"/v1/tables/{await opened(client, table.players[0])}"
    await table.start()
    dice, sent = random.Random(1), {KEY}
    while (chosen := await table.choice(dice)) is not None:
        sent.add(key := f"ada-{len(sent)}")
        header = table.players[chosen[0]] | {"Idempotency-Key": key}
        assert (await client.post(f"{table.path}/moves", json=chosen[1], headers=header)).status_code == 200

    record = await client.get(f"{table.path}/record", headers=table.players[0])

    told = {each["key"] for each in record.json()["events"]} - {None}
    players = [await me(client, player) for player in table.players]
    guessed = {guess.hex() for key in sent for player in players for guess in guesses(player, key)}
    assert len(told) == len(sent)
    assert not told & guessed
    assert check(read(record.content)).events == len(record.json()["events"])


async def test_a_key_opens_the_same_table_on_every_worker_and_after_a_restart(surroundings: Surroundings) -> None:
    async with two_workers(surroundings) as (one, other):
        ada = await newcomer(one)
        tables = [await opened(one, ada), await opened(other, ada)]
    async with served(IN_MEMORY, surroundings) as restarted, InProcess(restarted) as client:
        tables.append(await opened(client, ada))

    assert len(set(tables)) == 1


async def test_a_service_with_another_secret_gives_other_ids(surroundings: Surroundings) -> None:
    tables: list[tuple[UUID, str]] = []
    for key in (bytes(32), b"\1" * 32):
        settings = replace(IN_MEMORY, signing_key=key)
        async with served(settings, surroundings) as app, InProcess(app) as client:
            ada = {"Authorization": tables[0][1]} if tables else await newcomer(client)
            tables.append((await opened(client, ada), ada["Authorization"]))

    assert tables[0][0] != tables[1][0]
