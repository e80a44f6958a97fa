"""A primary that others copy, its standbys, and a URL for those who want whichever takes writes."""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import asyncpg

from service.embedded import Postgres, socket_folder
from service.embedded.programs import program
from service.store.migrate import migrate
from tests.service.workers import eventually


class Server(Postgres):
    """A server that others may copy, and that may be a copy."""

    access = "local all,replication all trust\n"
    """Everybody may connect who reaches the socket: a standby does not run as the service's user."""
    ready_states = frozenset({"ready", "standby"})
    """It takes connections, for reading at least."""

    async def execute(self, *statements: str) -> None:
        """Execute statements on the server, each by itself."""
        connection = await asyncpg.connect(self.url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    async def becomes(self, condition: str) -> None:
        """Wait until a condition in SQL holds on the server."""
        connection = await asyncpg.connect(self.url)

        async def holds() -> bool:
            return bool(await connection.fetchval(f"select {condition}"))

        try:
            await eventually(holds)
        finally:
            await connection.close()

    def die(self) -> float:
        """Kill the server, and do not start it again; return when it was killed."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGKILL)
        killed_at = time.monotonic()
        self.__exit__()
        return killed_at


class Replicas:
    """A primary and, one after the other, standbys that take its place."""

    def __init__(self, stack: ExitStack, folder: Path, most: int, cluster: Path) -> None:
        self._stack = stack
        self._folders = [folder / f"server{number}" for number in range(most)]
        for each in self._folders:
            each.mkdir()
        cluster.rename(self._folders[0] / "postgres")
        self._runs = [stack.enter_context(socket_folder(each)) for each in self._folders]
        hosts = ",".join(quote(str(run), safe="") for run in self._runs)
        self.url = f"postgresql://parlour@/parlour?host={hosts}&target_session_attrs=read-write"
        self.lost_at = 0.0
        """When the last primary was killed (`time.monotonic`)."""
        self._number = 0
        self.primary = self._started()
        self.standby: Server | None = None

    def _started(self) -> Server:
        """Start the next server."""
        place = self._folders[self._number] / "postgres", self._runs[self._number]
        self._number += 1
        return self._stack.enter_context(Server(*place))

    async def be_followed(self, *, synchronous: bool) -> None:
        """Let a server follow the primary, a copy of it unless there is one; commits wait for it, if `synchronous`."""
        if self.standby is None:
            await asyncio.to_thread(copied, self.primary, self._folders[self._number] / "postgres")
            self.standby = await asyncio.to_thread(self._started)
        names = "*" if synchronous else ""
        await self.primary.execute(f"alter system set synchronous_standby_names = '{names}'", "select pg_reload_conf()")
        state = "sync" if synchronous else "async"
        await self.primary.becomes(f"exists (select from pg_stat_replication where sync_state = '{state}')")

    async def cut(self) -> None:
        """Cut the standby off."""
        assert self.standby is not None
        await self.standby.execute("alter system set primary_conninfo = ''", "select pg_reload_conf()")
        await self.primary.becomes("not exists (select from pg_stat_replication)")

    async def lose_primary(self) -> None:
        """Kill the primary, and let the standby take its place."""
        assert self.standby is not None
        self.lost_at = await asyncio.to_thread(self.primary.die)
        await self.standby.execute("select pg_promote()")
        self.primary, self.standby = self.standby, None

    async def leave_primary(self) -> Server:
        """Let the standby take the place of the primary, which goes on to take writes; return that."""
        assert self.standby is not None
        self.lost_at = time.monotonic()
        await self.standby.execute("select pg_promote()")
        left, self.primary, self.standby = self.primary, self.standby, None
        await left.becomes("not exists (select from pg_stat_replication)")
        return left


def copied(primary: Server, folder: Path) -> None:
    """Make the folder of a standby."""
    command = [program("pg_basebackup"), "--dbname", primary.url, "--pgdata", str(folder), "--write-recovery-conf"]
    subprocess.run([*command, "--checkpoint=fast", "--no-sync"], check=True, capture_output=True)
    for path in (folder, *folder.rglob("*")):
        if os.geteuid() == 0:
            shutil.chown(path, *primary.user)


@contextmanager
def replicas(most: int, data: Path) -> Iterator[Replicas]:
    """Start a primary on the database of a data folder; `most` servers may take its place, one after the other.

    All are stopped in the end.
    """
    with ExitStack() as stack:
        servers = Replicas(stack, data, most + 1, data / "postgres")
        asyncio.run(migrate(servers.primary.url))
        yield servers
