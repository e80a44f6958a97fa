"""A Citus of a coordinator and two workers on this machine, for tests and for trying.

    python -m tests.service.store.citus [FOLDER] [--pg-config /usr/bin/pg_config] [--workers 2] [--port 54400]

starts the servers on a folder (a temporary one, if none is given), prints `PARLOUR_TEST_CITUS_URL=…`, and runs until
it is stopped. `deploy/citus/build.sh` puts Citus into the PostgreSQL that is used. The servers listen on 127.0.0.1,
trust every client, and do not wait for the disk.
"""

import asyncio
import os
import subprocess
import tempfile
import threading
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import click

from service.embedded import NotStarted, Postgres
from service.embedded.child import Child, private_folder
from tests.ports import free_port

ROLE = DATABASE = "parlour"

SETTINGS = {
    "shared_preload_libraries": "citus",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "wal_level": "logical",  # citus_schema_move copies by logical replication
    "max_prepared_transactions": "200",  # what changes several nodes is committed in two phases
    "citus.override_table_visibility": "off",  # else a new connection waits seconds for what it asks of types
    "fsync": "off",  # a killed server loses nothing that it has acknowledged, a machine would
    "jit": "off",
    "timezone": "UTC",
    "log_min_messages": "warning",
}

NODES = "select nodename, nodeport from pg_dist_node where isactive order by groupid"


class Node(Child):
    """One server of the cluster. Raises `NotStarted`."""

    name = "Citus"
    stop_steps = Postgres.stop_steps

    def __init__(self, folder: Path, programs: Path, port: int) -> None:
        super().__init__(folder)
        self.port = port
        self._programs = programs
        self.url = f"postgresql://{ROLE}@127.0.0.1:{port}/{DATABASE}"

    def command(self) -> list[str]:
        """Make the server's folder if there is none, and return the command line."""
        if not self.folder.exists():
            self._create()
        (self.folder / "postmaster.pid").unlink(missing_ok=True)  # the lock of `Child` says that none is left
        options = [f"--{name}={value}" for name, value in {**SETTINGS, "port": str(self.port)}.items()]
        return [str(self._programs / "postgres"), "-D", str(self.folder), *options]

    def is_ready(self, pid: int) -> bool:
        """Return whether the server takes connections."""
        try:
            lines = [line.strip() for line in (self.folder / "postmaster.pid").read_text().splitlines()]
        except FileNotFoundError:
            return False
        return bool(lines) and (lines[0], lines[-1]) == (str(pid), "ready")

    def _create(self) -> None:
        private_folder(self.folder, self.user)
        made = self.helped(
            [
                str(self._programs / "initdb"),
                f"--pgdata={self.folder}",
                f"--username={ROLE}",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",  # one order on every machine
                "--no-sync",
            ]
        )
        if made.returncode:
            raise NotStarted(f"initdb failed: {made.stderr.decode(errors='replace').strip()}")


@contextmanager
def running(folder: Path, pg_config: str = "pg_config", workers: int = 2, port: int = 0) -> Iterator[Sequence[Node]]:
    """Start a coordinator and workers; give them all, the coordinator first. Raises `NotStarted`.

    They get `port` and those after it; 0: any.
    """
    asked = subprocess.run([pg_config, "--bindir"], check=True, capture_output=True, text=True)
    folder.chmod(0o711)  # the servers, who may be somebody else, pass through it
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(
                Node(folder / f"node{number}", Path(asked.stdout.strip()), port + number if port else free_port())
            )
            for number in range(workers + 1)
        ]
        asyncio.run(joined(nodes))
        yield nodes


async def joined(nodes: Sequence[Node]) -> None:
    """Make the database on all nodes, and one cluster of them."""
    for node in nodes:
        connection = await asyncpg.connect(urlsplit(node.url)._replace(path="/postgres").geturl())
        if not await connection.fetchval("select exists (select from pg_database where datname = $1)", DATABASE):
            await connection.execute(f"create database {DATABASE}")
        await connection.close()
    addresses = [("127.0.0.1", node.port) for node in nodes]
    await join(nodes[0].url, addresses)


async def join(url: str, addresses: Sequence[tuple[str, int]]) -> None:
    """Make one cluster of the databases of a URL's name on all of these servers, of which the first coordinates."""
    for host, port in addresses:
        connection = await asyncpg.connect(at(url, host, port))
        await connection.execute("create extension if not exists citus")
        await connection.close()
    connection = await asyncpg.connect(url)
    known = await connection.fetch("select nodeid, nodename, nodeport from pg_dist_node order by groupid")
    if known:  # a folder that was used before: the ports are others
        for row, (host, port) in zip(known, addresses, strict=True):
            await connection.execute("select citus_update_node($1, $2, $3)", row["nodeid"], host, port)
    else:
        await connection.execute("select citus_set_coordinator_host($1, $2)", *addresses[0])
        for host, port in addresses[1:]:
            await connection.execute("select citus_add_node($1, $2)", host, port)
    await connection.close()


@asynccontextmanager
async def new_citus_database(server: str) -> AsyncIterator[str]:
    """Give the URL of a new database on all nodes of a Citus; it is dropped in the end."""
    name = f"test_{uuid.uuid4().hex}"
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    connection = await asyncpg.connect(server)
    addresses = [tuple(row) for row in await connection.fetch(NODES)]
    await connection.close()
    try:
        await on_each(server, addresses, f"create database {name} template template0")
        await join(url, addresses)
        yield url
    finally:
        await on_each(server, addresses, f"drop database if exists {name} with (force)")


async def on_each(url: str, addresses: Sequence[tuple[str, int]], statement: str) -> None:
    """Execute a statement on each of these servers, for itself alone."""
    for host, port in addresses:
        connection = await asyncpg.connect(at(url, host, port))
        await connection.execute("set citus.enable_create_database_propagation = off")
        await connection.execute(statement)
        await connection.close()


def at(url: str, host: str, port: int) -> str:
    """Return a URL for another server."""
    user = urlsplit(url).username or ROLE
    return urlsplit(url)._replace(netloc=f"{user}@{host}:{port}").geturl()


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), required=False)
@click.option("--pg-config", default="pg_config", show_default=True, help="The PostgreSQL that Citus is installed in.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1))
@click.option("--port", default=0, help="The coordinator's port; the workers have those after it. 0: any.")
def main(folder: Path | None, pg_config: str, workers: int, port: int) -> None:
    """Run a Citus until this process is stopped."""
    with ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlour-citus-")))
        folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        nodes = stack.enter_context(running(folder.absolute(), pg_config, workers, port))
        click.echo(f"PARLOUR_TEST_CITUS_URL={nodes[0].url}")
        click.echo(f"workers: {' '.join(node.url for node in nodes[1:])}; stop it with kill {os.getpid()}")
        threading.Event().wait()


if __name__ == "__main__":
    main()
