import contextlib
import fcntl
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import asyncpg
import psutil
import pytest
from redis import Redis as BlockingClient
from redis.asyncio import Redis as Client
from redis.exceptions import AuthenticationError

from service.embedded import NotStarted, Postgres, Redis, socket_folder
from service.embedded.programs import program
from tests.serving import command_of, eventually, goes_on, users_of

PATIENCE_SECONDS = 180
KEEPER = """
import sys, time
from pathlib import Path
from service.embedded import Postgres, Redis
data = Path(sys.argv[1])
with Postgres(data / "postgres", data / "run") as postgres, Redis(data / "redis", data / "run") as redis:
    print(postgres.pid, redis.pid, flush=True)
    time.sleep(600)
"""


@pytest.fixture(scope="module")
def postgres(fresh: Callable[[], Path]) -> Iterator[Postgres]:
    """Give a Postgres that may be killed; it is started again."""
    folder = fresh()
    with socket_folder(folder) as run, Postgres(folder / "postgres", run) as server:
        yield server
    shutil.rmtree(folder)


async def value(url: str, query: str) -> object:
    """Return the first value that a query gives."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


def family(pid: int) -> list[psutil.Process]:
    """Return a process and all that came from it."""
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


@contextlib.contextmanager
def kept_by_another_process(data: Path) -> Iterator[tuple[subprocess.Popen[str], list[psutil.Process]]]:
    """Give a process that keeps servers on the folder, and all processes of these servers."""
    command = [sys.executable, "-c", KEEPER, str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout is not None
        try:
            pids = [int(pid) for pid in keeper.stdout.readline().split()]
            yield keeper, [process for pid in pids for process in family(pid)]
        finally:
            keeper.kill()


async def test_postgres_keeps_what_it_was_told_when_it_is_stopped_and_started(data: Path) -> None:
    with Postgres(data / "postgres", data / "run") as first:
        await value(first.url, "CREATE TABLE kept AS SELECT 7 AS number")
        server = psutil.Process(first.pid)
    assert not server.is_running()

    with Postgres(data / "postgres", data / "run") as second:
        assert await value(second.url, "SELECT number FROM kept") == 7


async def test_the_settings_that_make_a_move_durable_are_in_force(postgres: Postgres) -> None:
    query = "SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings WHERE name = ANY($${}$$)"
    names = "{fsync,synchronous_commit,full_page_writes,listen_addresses,log_error_verbosity}"

    assert await value(postgres.url, query.format(names)) == (
        "fsync=on full_page_writes=on listen_addresses= log_error_verbosity=terse synchronous_commit=on"
    )


async def test_no_rows_or_statements_come_into_the_log_of_postgres(postgres: Postgres) -> None:
    await value(postgres.url, "CREATE TABLE hand (card text UNIQUE)")
    with pytest.raises(asyncpg.UniqueViolationError):
        await value(postgres.url, "INSERT INTO hand VALUES ('QS'), ('QS')")

    written = postgres.log_file.read_text()
    assert "duplicate key" in written
    assert "QS" not in written


def test_servers_never_run_as_root(postgres: Postgres, own_redis: Redis) -> None:
    for server in (postgres, own_redis):
        assert server.pid is not None
        assert 0 not in (users := users_of(family(server.pid)))
        assert users


def test_nobody_listens_on_the_network(postgres: Postgres, own_redis: Redis) -> None:
    for server in (postgres, own_redis):
        assert psutil.Process(server.pid).net_connections("inet") == []


async def test_a_killed_postgres_is_back_at_the_same_address(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    await value(postgres.url, "CREATE TABLE kept AS SELECT 7 AS number")
    killed = postgres.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)

    assert eventually(lambda: postgres.pid not in {None, killed} and postgres.is_ready(postgres.pid or 0))
    assert await value(postgres.url, "SELECT number FROM kept") == 7
    assert caplog.messages[0] == f"Postgres has died and is started again; {postgres.log_file} may say why"


async def test_a_killed_redis_is_back_at_the_same_address(own_redis: Redis) -> None:
    killed = own_redis.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)

    assert eventually(lambda: own_redis.pid not in {None, killed} and own_redis.is_ready(own_redis.pid or 0))
    async with Client.from_url(own_redis.url) as client:
        assert await client.ping()


def test_redis_answers_nobody_who_does_not_know_its_password(own_redis: Redis) -> None:
    url = urlsplit(own_redis.url)
    with BlockingClient(unix_socket_path=unquote(url.path)) as stranger, pytest.raises(AuthenticationError):
        stranger.ping()
    assert own_redis.pid is not None
    process = psutil.Process(own_redis.pid)
    told = " ".join([*process.cmdline(), *process.environ().values(), own_redis.log_file.read_text()])
    files = [path for path in own_redis.log_file.parent.rglob("*") if path.is_file()]

    assert url.password is not None
    assert len(url.password) == 64
    assert url.password not in told
    assert files
    assert [path for path in files if url.password.encode() in path.read_bytes()] == []


async def test_redis_is_a_cache_that_forgets_instead_of_refusing(own_redis: Redis) -> None:
    async with Client.from_url(own_redis.url) as client:
        settings = {**await client.config_get("maxmemory*"), **await client.config_get("save")}

    assert settings == {**settings, "maxmemory": str(256 << 20), "maxmemory-policy": "allkeys-lru", "save": ""}


async def test_servers_die_with_the_process_that_keeps_them_and_are_restored_by_the_next(data: Path) -> None:
    url = f"postgresql://parlour@/parlour?host={data / 'run'}"
    with kept_by_another_process(data) as (keeper, servers):
        await value(url, "CREATE TABLE kept AS SELECT 7 AS number")
        keeper.kill()
        with Postgres(data / "postgres", data / "run") as postgres:
            assert await value(postgres.url, "SELECT number FROM kept") == 7
        _, alive = psutil.wait_procs(servers, timeout=PATIENCE_SECONDS)
        assert alive == []


def test_a_start_waits_until_the_last_process_of_another_server_is_gone(data: Path) -> None:
    with kept_by_another_process(data) as (keeper, servers):
        straggler = next(process for process in servers if "checkpointer" in command_of(process))
        straggler.suspend()
        keeper.kill()
        alive_at_start = []

        class Watched(Postgres):
            def command(self) -> list[str]:
                alive_at_start.append(goes_on(straggler))
                return super().command()

        server = Watched(data / "postgres", data / "run")
        resume = subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -CONT {straggler.pid}"])
        with server:
            resume.wait()
            assert alive_at_start == [False]


def test_a_start_that_waits_for_other_processes_says_what_they_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("service.embedded.child.WARNING_SECONDS", 0.0)
    lock = tmp_path / "redis.lock"
    with socket_folder(tmp_path) as run, lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)

        class LettingGo(logging.Filter):
            def filter(self, record: logging.LogRecord) -> bool:
                held.close()
                return True

        with caplog.filtering(LettingGo()), Redis(tmp_path / "redis", run):
            pass

    assert caplog.messages == [f"Redis waits for the end of processes that hold {lock}"]


def test_a_pid_file_that_names_somebody_else_does_not_keep_postgres_from_starting(data: Path) -> None:
    with Postgres(data / "postgres", data / "run") as postgres:
        pid_file = (data / "postgres" / "postmaster.pid").read_text()
    with Redis(data / "redis", data / "run") as redis:
        (data / "postgres" / "postmaster.pid").write_text(re.sub(r"^\d+", str(redis.pid), pid_file))
        (data / "run" / ".s.PGSQL.5432.lock").write_text(f"{redis.pid}\n")
        with postgres.__class__(data / "postgres", data / "run") as again:
            assert again.pid is not None


def test_an_interrupted_creation_leaves_nothing_that_is_taken_for_a_database(data: Path) -> None:
    shutil.rmtree(data / "postgres")
    (data / "postgres.new").mkdir()
    (data / "postgres.new" / "PG_VERSION").write_text("18\n")

    with Postgres(data / "postgres", data / "run") as postgres:
        assert postgres.pid is not None


def test_a_broken_database_is_refused_with_what_postgres_says_of_it(data: Path) -> None:
    (data / "postgres" / "PG_VERSION").write_text("17\n")

    broken = Postgres(data / "postgres", data / "run")
    with pytest.raises(NotStarted, match="incompatible with server") as refused, broken:
        pass
    assert "ready to accept connections" not in str(refused.value), "that is from the start before"
    assert broken.pid is None


def test_a_program_that_fails_is_named_with_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "initdb"
    old.write_text("#!/bin/sh\necho unrecognized locale provider: builtin >&2\nexit 1\n")
    old.chmod(0o755)
    monkeypatch.setattr("service.embedded.postgres.program", lambda name: str(tmp_path / name))

    with pytest.raises(NotStarted) as refused, Postgres(tmp_path / "postgres", tmp_path / "run"):
        pass
    assert str(refused.value) == f"{old} failed: unrecognized locale provider: builtin"


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    with pytest.raises(NotStarted, match="There is no redis-server"):
        program("redis-server", {"redis-server": [("no_such_wheel", "*")]})


@pytest.mark.parametrize(
    "name", ["a" * 100, "spaces and, commas", "Kartenspiel-für-vier", os.fsdecode(b"f\xfcr")], ids=ascii
)
async def test_any_path_will_do(tmp_path: Path, name: str) -> None:
    data = tmp_path / name
    data.mkdir()
    with socket_folder(data) as run, Postgres(data / "postgres", run) as postgres, Redis(data / "redis", run) as redis:
        assert await value(postgres.url, "SELECT 1") == 1
        async with Client.from_url(redis.url) as client:
            assert await client.ping()


def test_the_sockets_are_in_the_data_folder_if_that_can_be() -> None:
    with socket_folder(Path("/srv/parlour")) as run:
        assert run == Path("/srv/parlour/run")
