"""A standby that is told of each commit before it is acknowledged: the primary may be lost, and no move is."""

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import pytest

from service.embedded import Postgres, socket_folder
from service.embedded.programs import program
from service.store import PostgresStore, migrate
from tests.faults.promises import Match, broken_promises
from tests.service.tabletop import eventually

SHORT = {"players": 3, "max_deals": 4, "max_rounds": 6}
LOST_AT = 12
"""Number of moves after which the primary is lost."""

CUT_AT = 6
"""Number of moves after which a standby that nobody waits for hears no more."""


class Server(Postgres):
    """A server that others may copy, and that may be a copy."""

    def command(self) -> list[str]:
        """Let everybody in who reaches the socket: a standby does not run as the service's user."""
        command = super().command()
        (self._run / "pg_hba.conf").write_text("local all,replication all trust\n")
        return command

    def is_ready(self, pid: int) -> bool:
        """Return whether the server takes connections, for reading at least."""
        lines = [line.strip() for line in self._pid_file()]
        return bool(lines) and lines[0] == str(pid) and lines[-1] in {"ready", "standby"}

    async def execute(self, *statements: str) -> None:
        """Execute statements on the server, each by itself."""
        connection = await asyncpg.connect(self.url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    def die(self) -> None:
        """Kill the server, and do not start it again."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGKILL)
        self.__exit__()


class Pair:
    """A primary and a standby, and the URL for those who want whichever takes writes."""

    def __init__(self, primary: Server, standby: Server) -> None:
        self.primary = primary
        self.standby = standby
        hosts = ",".join(each.url.partition("host=")[2] for each in (primary, standby))
        self.url = f"postgresql://parlour@/parlour?host={hosts}&target_session_attrs=read-write"

    async def wait_for_standby(self) -> None:
        """Let the primary wait for the standby at each commit, once that is there."""
        await self.primary.execute("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()")
        connection = await asyncpg.connect(self.primary.url)

        async def is_synchronous() -> bool:
            return bool(await connection.fetchval("select sync_state = 'sync' from pg_stat_replication"))

        await eventually(is_synchronous)
        await connection.close()

    async def cut(self) -> None:
        """Let the standby hear no more."""
        await self.standby.execute("alter system set primary_conninfo = ''", "select pg_reload_conf()")
        connection = await asyncpg.connect(self.primary.url)

        async def is_alone() -> bool:
            return not await connection.fetchval("select count(*) from pg_stat_replication")

        await eventually(is_alone)
        await connection.close()

    async def lose_primary(self) -> None:
        """Kill the primary, and let the standby take its place."""
        await asyncio.to_thread(self.primary.die)
        await self.standby.execute("select pg_promote()")


def copied(primary: Server, folder: Path) -> None:
    """Make the folder of a standby."""
    command = [program("pg_basebackup"), "--dbname", primary.url, "--pgdata", str(folder), "--write-recovery-conf"]
    subprocess.run([*command, "--checkpoint=fast"], check=True, capture_output=True)
    for path in (folder, *folder.rglob("*")):
        if os.geteuid() == 0:
            shutil.chown(path, *primary.user)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        folders = [tmp_path / name for name in ("primary", "standby")]
        runs = [stack.enter_context(socket_folder(folder)) for folder in folders]
        for folder in folders:
            folder.mkdir()
        primary = stack.enter_context(Server(folders[0] / "postgres", runs[0]))
        asyncio.run(migrate(primary.url))
        copied(primary, folders[1] / "postgres")
        yield Pair(primary, stack.enter_context(Server(folders[1] / "postgres", runs[1])))


async def broken_while(pair: Pair, between: Callable[[int], Awaitable[None]]) -> Sequence[str]:
    """Return the promises that are broken in a match, before each move of which something may happen."""
    async with PostgresStore.open(pair.url) as log:
        match = Match(log, 1, between)
        return await broken_promises(match, await match.play("honors_4", **SHORT))


async def test_a_primary_is_lost_and_no_move_is(pair: Pair) -> None:
    async def between(moves: int) -> None:
        if moves == LOST_AT:
            await pair.lose_primary()

    await pair.wait_for_standby()

    assert await broken_while(pair, between) == []


async def test_moves_are_lost_with_a_primary_that_waits_for_nobody(pair: Pair) -> None:
    """The twin: asynchronous replication. The test above would find out a service that did not wait."""

    async def between(moves: int) -> None:
        if moves == CUT_AT:
            await pair.cut()
        if moves == LOST_AT:
            await pair.lose_primary()

    assert "kept" in await broken_while(pair, between)
