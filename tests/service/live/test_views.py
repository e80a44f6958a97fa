"""Views from memory, from Redis and from the log are the same bytes, never old, and never for other eyes."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterable
from uuid import UUID

import msgspec
import psutil
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis as Client

from domain.table import TableSettings
from service.embedded import Redis
from service.live import view_cache as cache
from service.live.cursors import Cursor
from service.live.pace import Pace
from service.live.places import Places
from service.live.view_cache import Cipher, ViewCache
from service.live.viewers import NotForYou, UnknownVersion
from service.parlour import Parlour
from service.runtime.metrics import VIEW_CACHE
from service.store import MemoryStore
from service.store.port import FIRST_EPOCH, Epoch
from tests.domain.every_game import every_id
from tests.redis_cluster import patient_redis
from tests.service.measured import measured
from tests.service.workers import PLAYERS, Fork, Players, account, any_move, eventually, is_finished, worker

STRANGER = 13
"""A seat that no table has: its player is a stranger everywhere."""


PATIENT = Pace(cache_patience_seconds=60)
"""The pace of workers that leave no view out because the machine has other work."""


@pytest.fixture(scope="module")
def redis_url(any_redis_url: str) -> str:
    """Give the URL of a Redis: all of this holds on one server and on a cluster."""
    return any_redis_url


@pytest.fixture
def log() -> MemoryStore:
    """The log that both workers share."""
    return MemoryStore()


@pytest.fixture
async def here(log: MemoryStore, redis_url: str) -> AsyncIterator[Parlour]:
    """A worker at which the tables are played."""
    async with worker(log, redis_url, PATIENT) as parlour:
        yield parlour


@pytest.fixture
async def there(log: MemoryStore, redis_url: str) -> AsyncIterator[Parlour]:
    """Another worker, which holds no table unless it is asked for one that is not in Redis."""
    async with worker(log, redis_url, PATIENT) as parlour:
        yield parlour


def hits() -> float:
    return measured(VIEW_CACHE, "hit")


async def kept(redis_url: str, table_id: UUID, version: int, *fields: str) -> None:
    """Wait until Redis has these views of a table."""
    async with patient_redis(redis_url) as redis:

        async def are_there() -> bool:
            return None not in await redis.hmget(cache.key(table_id, version, FIRST_EPOCH), list(fields))

        await eventually(are_there)


async def shown(parlour: Parlour, table_id: UUID, seats: int) -> list[tuple[int, bytes]]:
    """Return what each seat and a spectator see."""
    return [await parlour.views.view(table_id, account(seat)) for seat in (*range(seats), STRANGER)]


UNHURRIED = {"friendlier_than_thou": {"leading": "programmed"}}
"""Options without windows that close while one looks."""


@every_id("game_id")
async def test_all_processes_show_the_same_at_every_version(
    here: Parlour, there: Parlour, log: MemoryStore, redis_url: str, game_id: str
) -> None:
    players, chance = Players(here), random.Random(f"views {game_id}")
    game = await players.started(game_id, **UNHURRIED.get(game_id, {}))
    async with worker(log) as without_redis:
        for _ in range(6):
            snapshot = await players.snapshot(game)
            number = len(snapshot.table.seats)
            views = await shown(here, game, number)
            assert {version for version, _ in views} == {snapshot.version}
            await kept(redis_url, game, snapshot.version, "spectator", *map(str, PLAYERS[:number]))
            before = hits()

            assert await shown(there, game, number) == views
            assert hits() == before + number + 1
            assert await shown(without_redis, game, number) == views
            assert there.history.cached(game) is None

            if chosen := any_move(snapshot, chance):
                await players.move(game, *chosen)
            else:
                await players.wait_until(snapshot.due or 0)
                await players.tick(game)


async def test_a_view_is_never_older_than_what_was_answered_before(here: Parlour, there: Parlour) -> None:
    players, chance = [Players(here), Players(there)], random.Random(2)
    game = await players[0].started("literature")
    for _ in range(40):
        snapshot = await players[0].snapshot(game)
        chosen = any_move(snapshot, chance)
        if chosen is None:
            break
        mover = chance.choice(players)
        version = (await mover.move(game, *chosen)).snapshot.version

        for parlour in (here, there):
            seen, document = await parlour.views.view(game, account(chance.randrange(7)))
            assert (seen, msgspec.json.decode(document)["table"]["version"]) == (version, version)


async def test_every_version_can_be_shown_again(here: Parlour, there: Parlour) -> None:
    players, chance = Players(here), random.Random(4)
    game = await players.started("literature")
    views = []
    while not is_finished(snapshot := await players.snapshot(game)):
        if snapshot.version % 8 == 0:
            views.append((snapshot.version, await shown(here, game, 6)))
        chosen = any_move(snapshot, chance)
        assert chosen is not None
        await players.move(game, *chosen)

    for version, documents in views:
        for seat, document in zip((*range(6), STRANGER), documents, strict=True):
            assert await there.views.view_at(game, account(seat), version) == (version, document[1])
    for version in (0, snapshot.version + 1):
        with pytest.raises(UnknownVersion) as unknown:
            await there.views.view_at(game, account(0), version)
        assert unknown.value.current == snapshot.version


# Whose eyes


async def test_a_private_table_is_for_its_players_its_creator_and_officials(
    here: Parlour, there: Parlour, redis_url: str
) -> None:
    players = Players(here)
    game = await players.open("literature", visibility="private")
    for seat in range(6):
        await players.sit(game, seat, player=PLAYERS[seat + 1])
    await players.start(game)
    officials = [replace(account(STRANGER, role), oversees=True) for role in ("operator", "analyst")]
    allowed = [account(number) for number in range(7)] + officials
    views = [await here.views.view(game, each) for each in allowed]
    await kept(redis_url, game, views[0][0], *map(str, PLAYERS[1:7]))

    for parlour in (there, here, there):
        for role in ("player", "operator", "analyst"):
            with pytest.raises(NotForYou):
                await parlour.views.view(game, account(STRANGER, role))
        with pytest.raises(NotForYou):
            await parlour.views.view_at(game, account(STRANGER), 1)
        with pytest.raises(NotForYou):
            await parlour.views.feed(game, account(STRANGER), Cursor(0), 10, 0)
    assert [await there.views.view(game, each) for each in allowed] == views
    hands = [msgspec.json.decode(document)["state"]["hand"] for _, document in views]
    assert [hand is not None for hand in hands] == [False] + [True] * 6 + [False] * 2


async def test_redis_has_no_view_of_a_private_table_for_spectators(here: Parlour, redis_url: str) -> None:
    players = Players(here)
    game = await players.open("literature", visibility="private")
    await players.sit(game, 1)
    for each in (account(0), replace(account(STRANGER, "operator"), oversees=True), account(1)):
        await here.views.view(game, each)
    await kept(redis_url, game, 2, str(PLAYERS[1]))

    async with patient_redis(redis_url) as redis:
        fields = await redis.hkeys(cache.key(game, 2, FIRST_EPOCH))
    assert sorted(fields) == sorted([str(PLAYERS[1]).encode(), b"seats"])


async def test_a_view_is_sealed_once_for_all_who_ask_at_the_same_time(
    here: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    places, sealed = list[str](), Cipher.sealed

    def counted(cipher: Cipher, document: bytes, place: str) -> bytes:
        places.append(place)
        return sealed(cipher, document, place)

    game = await Players(here).started("literature")
    monkeypatch.setattr(Cipher, "sealed", counted)
    views = await asyncio.gather(*(here.views.view(game, account(STRANGER)) for _ in range(9)))

    assert len(set(views)) == len(places) == 1


async def test_somebody_who_reads_redis_sees_no_view(here: Parlour, redis_url: str) -> None:
    game = await Players(here).started("literature")
    version, document = await here.views.view(game, account(0))
    await kept(redis_url, game, version, str(PLAYERS[0]))

    async with patient_redis(redis_url) as redis:
        fields = await redis.hgetall(cache.key(game, version, FIRST_EPOCH))
    kept_by_redis = repr(fields).encode()
    hand = msgspec.json.decode(document)["state"]["hand"]
    assert len(hand) > 1
    assert [
        word for word in (b'"state"', b'"hand"', *(f'"{card}"'.encode() for card in hand)) if word in kept_by_redis
    ] == []


async def test_a_view_that_was_put_in_the_place_of_another_is_not_shown(
    here: Parlour, there: Parlour, redis_url: str
) -> None:
    game = await Players(here).started("literature")
    views = await shown(here, game, 2)
    version = views[0][0]
    await kept(redis_url, game, version, "spectator", *map(str, PLAYERS[:2]))
    async with patient_redis(redis_url) as redis:
        other = await redis.hget(cache.key(game, version, FIRST_EPOCH), str(PLAYERS[1]))
        for place in (str(PLAYERS[0]), "spectator"):
            await redis.hset(cache.key(game, version, FIRST_EPOCH), place, other)

    assert await shown(there, game, 2) == views


async def test_a_player_who_has_a_seat_does_not_get_the_view_of_a_spectator(
    here: Parlour, there: Parlour, redis_url: str
) -> None:
    game = await Players(here).started("literature")
    version, _ = await here.views.view(game, account(STRANGER))
    await kept(redis_url, game, version, "spectator")

    _, document = await there.views.view(game, account(2))

    assert msgspec.json.decode(document)["seat"] == 2


async def test_spectators_who_see_moves_late_see_them_late_everywhere(
    here: Parlour, there: Parlour, redis_url: str
) -> None:
    players, chance = Players(here), random.Random(5)
    game = await players.open("literature", settings=TableSettings(spectator_delay=2))
    await players.fill(game)
    versions = [(await players.snapshot(game)).version]
    for _ in range(6):
        chosen = any_move(await players.snapshot(game), chance)
        assert chosen is not None
        await players.move(game, *chosen)
        present = (await players.snapshot(game)).version
        versions.append(present)
        late = versions[max(0, len(versions) - 3)]

        assert [(await parlour.views.view(game, account(STRANGER)))[0] for parlour in (here, there)] == [late, late]
        assert (await here.views.view(game, account(0)))[0] == present
        with pytest.raises(UnknownVersion):
            await there.views.view_at(game, account(STRANGER), late + 1)
        _, shown = await there.views.feed(game, account(STRANGER), Cursor(0), 1_000, 0)
        assert [entry.version for entry in shown] == list(range(1, late + 1))
        for seat, version in ((STRANGER, late), (0, present)):
            now = await there.history.current(game)
            assert (await there.views.seen(game, now, account(seat))).version == version
        if late < present:
            await knows_no_later_version(here, game, late)
        await kept(redis_url, game, present, str(PLAYERS[0]))
    async with patient_redis(redis_url) as redis:
        assert b"spectator" not in await redis.hkeys(cache.key(game, present, FIRST_EPOCH))


async def knows_no_later_version(parlour: Parlour, table_id: UUID, late: int) -> None:
    """Check that a stranger learns of no version beyond the one that they see, by whatever they ask for."""
    stranger = account(STRANGER)
    with pytest.raises(UnknownVersion) as of_the_feed:
        await parlour.views.feed(table_id, stranger, Cursor(late + 1), 1_000, 0)
    with pytest.raises(UnknownVersion) as of_its_stream:
        await anext(parlour.streams.of_table(table_id, stranger, Cursor(late + 1)))
    with pytest.raises(UnknownVersion) as of_his_stream:
        await anext(parlour.streams.of_player(stranger, Places({table_id: late + 1})))
    assert {each.value.current for each in (of_the_feed, of_its_stream, of_his_stream)} == {late}


async def test_a_game_without_spectators_is_shown_to_those_who_belong_there(here: Parlour, there: Parlour) -> None:
    players = Players(here)
    game = await players.open("literature", settings=TableSettings(spectators=False))
    for parlour in (here, there):
        assert (await parlour.views.view(game, account(STRANGER)))[0] == 1
    await players.fill(game)

    for parlour in (here, there):
        with pytest.raises(NotForYou):
            await parlour.views.view(game, account(STRANGER))
        assert msgspec.json.decode((await parlour.views.view(game, account(5)))[1])["seat"] == 5


# Faults


async def test_with_redis_emptied_views_come_from_the_log_and_fill_it_again(
    here: Parlour, there: Parlour, redis_url: str
) -> None:
    game = await Players(here).started("literature")
    view = await here.views.view(game, account(0))
    async with patient_redis(redis_url) as redis:
        await redis.flushall()

    assert await there.views.view(game, account(0)) == view
    await kept(redis_url, game, view[0], str(PLAYERS[0]))


@pytest.mark.parametrize("fault", ["hangs", "was killed"])
async def test_whatever_redis_does_views_are_right_and_come_from_it_again_afterwards(
    log: MemoryStore,
    own_redis: Redis,
    caplog: pytest.LogCaptureFixture,
    fault: str,
) -> None:
    pace = Pace(cache_pause_seconds=0.1)
    async with asyncio.timeout(60), contextlib.AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(worker(log, own_redis.url, pace)) for _ in range(2)]
        players = Players(here)
        games = [await players.started("literature") for _ in range(3)]
        await shown(here, games[0], 6)
        process = psutil.Process(own_redis.pid)
        process.suspend() if fault == "hangs" else process.kill()
        for game in games[:2]:
            assert await shown(there, game, 6) == await shown(here, game, 6)
        if fault == "hangs":
            process.resume()

        async def comes_from_redis() -> bool:
            before, snapshot = hits(), await players.snapshot(games[2])
            chosen = any_move(snapshot, random.Random(snapshot.version))
            assert chosen is not None
            version = (await players.move(games[2], *chosen)).snapshot.version
            view = await here.views.view(games[2], account(0))
            await asyncio.sleep(0.05)
            assert await there.views.view(games[2], account(0)) == view
            assert view[0] == version
            return hits() > before

        await eventually(comes_from_redis)
    assert "failed" not in caplog.text


async def test_a_view_that_nobody_can_keep_is_not_waited_for() -> None:
    views = ViewCache(Client.from_url("redis://127.0.0.1:1"), Cipher(bytes(32)), Pace(cache_writes=2))
    for _ in range(5):
        views.put("a key", (), None, b"{}")
    assert await views.get("a key", None) is None


@pytest.mark.parametrize("cached", ["in Redis", "in memory"])
async def test_no_view_of_a_lost_history_is_shown(redis_url: str, cached: str) -> None:
    log = Fork()
    async with worker(log, redis_url, PATIENT) as here, worker(log, redis_url, PATIENT) as there:
        players = Players(here)
        game = await players.open("literature", players=6)
        await players.sit(game, 0)
        await players.sit(game, 1)
        version, _ = await here.views.view(game, account(0))
        await kept(redis_url, game, version, str(PLAYERS[0]))
        log.lose(game, 2, Epoch(2, "0a0b0c0d"))
        await Players(there).sit(game, 3)

        shown = await (there if cached == "in Redis" else here).views.view(game, account(0))

        assert shown[0] == version
        seats = msgspec.json.decode(shown[1])["table"]["seats"]
        assert [seat for seat, player in enumerate(seats) if player] == [0, 3]
        _, feed = await here.views.feed(game, account(0), Cursor(0), 10, 0)
        assert [entry.seat for entry in feed] == [None, 0, 3]


async def test_no_view_of_a_history_is_shown_that_is_lost_while_one_asks(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Fork()
    async with worker(log, redis_url, PATIENT) as here, worker(log, redis_url, PATIENT) as there:
        players = Players(here)
        game = await players.open("literature", players=6)
        await players.sit(game, 0)
        await players.sit(game, 1)
        version, _ = await here.views.view(game, account(0))
        await kept(redis_url, game, version, str(PLAYERS[0]))
        heads = log.heads

        async def lost_before(table_ids: Iterable[UUID]) -> dict[UUID, int]:
            """Answer as the log does that is found instead, on a new connection."""
            monkeypatch.setattr(log, "heads", heads)
            log.lose(game, 2, Epoch(2, "0a0b0c0d"))
            await players.sit(game, 3)
            return await heads(table_ids)

        monkeypatch.setattr(log, "heads", lost_before)
        shown = await there.views.view(game, account(0))

        assert shown[0] == version
        seats = msgspec.json.decode(shown[1])["table"]["seats"]
        assert [seat for seat, player in enumerate(seats) if player] == [0, 3]
