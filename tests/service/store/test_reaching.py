"""A connection comes to the server that the URL asks for, whatever the other hosts of the URL do."""

import asyncio
from functools import partial
from unittest.mock import Mock
from urllib.parse import quote, urlsplit

import asyncpg
import pytest

from service.postgres_url import places
from service.store.migrate import LOG_SCHEMA
from service.store.postgres.connections import Connection, connected
from service.store.postgres.reaching import first_of, reached


async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Let the other side wait for as long as it likes: all that is seen of a machine that is gone."""
    await reader.read()
    writer.close()


def behind_another_host(url: str, port: int, kind: str) -> str:
    """Return a URL that names this machine with a port, and then the server of `url`."""
    parts, ((host, own),) = urlsplit(url), places(url)
    user = parts.netloc.rpartition("@")[0]
    asked = f"host=127.0.0.1,{quote(host)}&port={port},{own or 5432}&target_session_attrs={kind}"
    return parts._replace(netloc=f"{user}@", query=asked).geturl()


@pytest.mark.parametrize("kind", ["read-write", "primary", "any", "prefer-standby"])
async def test_a_host_that_says_nothing_keeps_nobody_from_the_next(postgres_url: str, kind: str) -> None:
    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
        url = behind_another_host(postgres_url, server.sockets[0].getsockname()[1], kind)
        connection = await reached(url)
        assert await connection.fetchval("select 1") == 1
        await connection.close()
        async with connected(url, LOG_SCHEMA, 1) as pool:
            assert await pool.fetchval("select 1") == 1


async def opening(connection: Connection) -> Connection:
    return connection


async def failing(error: Exception) -> Connection:
    raise error


async def test_a_host_that_answers_is_asked_alone() -> None:
    first, second = Mock(asyncpg.Connection), Mock(side_effect=AssertionError)

    assert await first_of([partial(opening, first), second], head_start=60) is first
    second.assert_not_called()


async def test_the_next_host_is_asked_at_once_when_one_is_not_it() -> None:
    errors = [OSError(), asyncpg.CannotConnectNowError(), asyncpg.TargetServerAttributeNotMatched()]
    last = Mock(asyncpg.Connection)

    assert await first_of([*(partial(failing, each) for each in errors), partial(opening, last)], head_start=60) is last


async def test_what_is_wrong_with_the_user_is_told_and_no_other_host_is_asked() -> None:
    second = Mock(side_effect=AssertionError)

    with pytest.raises(asyncpg.InvalidPasswordError):
        await first_of([partial(failing, asyncpg.InvalidPasswordError()), second])


async def test_a_host_that_is_away_is_told_rather_than_that_others_are_standbys() -> None:
    standby = asyncpg.TargetServerAttributeNotMatched
    errors = [standby(), ConnectionRefusedError(), standby()]

    with pytest.raises(ConnectionRefusedError):
        await first_of([partial(failing, each) for each in errors])


async def test_a_connection_that_comes_too_late_is_cut_off() -> None:
    late, ended = Mock(asyncpg.Connection), asyncio.Event()
    late.terminate.side_effect = ended.set

    async def opened_all_the_same() -> Connection:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return late
        raise AssertionError

    first = Mock(asyncpg.Connection)
    assert await first_of([opened_all_the_same, partial(opening, first)], head_start=0) is first
    await ended.wait()
    first.terminate.assert_not_called()
