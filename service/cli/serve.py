"""`parlour serve`: the whole service, with the servers that it needs, in one command."""

import asyncio
import contextlib
import difflib
import gc
import http.client
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

import click
import msgspec
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from msgspec.structs import FieldInfo

from service.cli import starting
from service.cli.beside import running_beside
from service.cli.metrics_folder import metrics_folder
from service.cli.preparing import prepare_database
from service.cli.workers import Workers
from service.embedded import NotStarted, Postgres, Redis, socket_folder
from service.embedded.data_folder import UnusableData, occupied, signing_seed
from service.postgres_url import BadUrl
from service.runtime import logs
from service.runtime.metrics import MULTIPROCESS_FOLDER
from service.runtime.operations import cannot_listen, open_to_operators
from service.setting_texts import PREFIX, choices, meaning, option, text, variable
from service.settings import BadSetting, Settings, fields
from service.store.migrate import MigrationFailed
from service.store.postgres.away import reason_of
from service.store.postgres.opening import connections_to_log

WAITING_PLAYERS = 20_000
"""Requests that a worker takes at once; nearly all of them wait for somebody else's move."""

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""What tells the service to stop: a supervisor, Ctrl-C, a closed terminal."""

LARGEST_HEAD = 64 * 1024
"""Bytes that the server buffers of an incomplete head: one that is several times longer is answered with 431."""

QUEUE = 4096
"""Connections that may wait to be taken: all players of a tournament come back together."""

BESIDE_THE_LOG = 13
"""Maximum number of connections of a worker to PostgreSQL for what is beside the log: accounts, history and so on."""

FEWEST_CONNECTIONS, CONNECTIONS_OF_COMMANDS = 100, 40
"""Connections that the embedded PostgreSQL takes at least, and those that it leaves to commands and analysts."""

PROJECTOR = "service.history.projector"
"""What keeps the history for analysts, in a process of its own."""

OF_CLIENTS = frozenset({"PARLOUR_TOKEN", "PARLOUR_URL"})
"""The variables of other commands that are no settings of the service."""

ALIKE = 0.8
"""How much two names have in common at least where one is a slip of the other; 1: they are the same."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - this is how to reach oneself there

log = logging.getLogger(__name__)


def described(field: FieldInfo) -> str:
    """Return what the help says about a setting: its meaning, its variable, its default."""
    default = f", default {text(field.default)}" if field.default else ""
    return f"{meaning(field)}  [{variable(field)}{default}]"


OPTIONS: list[click.Parameter] = [
    click.Option(
        [option(field), field.name],
        help=described(field),
        envvar=variable(field),
        multiple=field.name == "postgres_url",
        metavar="|".join(choices(field))
        or ("NUMBER" if field.name.startswith("limit_") else field.name.rpartition("_")[2].upper()),
    )
    for field in fields()
]
"""An option for each setting. Their values are the texts that the variables would have."""


@click.command(params=OPTIONS)
def serve(**given: str | tuple[str, ...] | None) -> None:
    """Run the service, with its own PostgreSQL and Redis unless others are given.

    It stops on SIGTERM, on Ctrl-C and when its terminal is closed. The exit code is 0 if it was stopped, 1 if it cannot
    run or has failed, and 2 if a setting is invalid.
    """
    try:
        settings = Settings.from_environment({variable(field): as_text(given[field.name]) for field in fields()})
        if settings.redis_url is not None:
            must_be_redis(settings.redis_url)
        if settings.dumps is not None:
            must_be_folder(settings.dumps)
    except BadSetting as error:
        raise click.UsageError(str(error)) from None
    logs.configure(settings.log_level)
    for name, nearest in unknown(os.environ):
        log.warning("No setting has this variable", extra={"variable": name, "nearest": nearest})
    try:
        run(settings)
    except (UnusableData, NotStarted, MigrationFailed) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(reason_of(error)) from None


def unknown(names: Iterable[str]) -> list[tuple[str, str | None]]:
    """Return the variables that look like settings and are none, each with the one that may be meant, if any."""
    known = {variable(field).removeprefix(PREFIX): variable(field) for field in fields()}
    found = []
    for name in sorted(names):
        if name.startswith(PREFIX) and name not in OF_CLIENTS and name not in known.values():
            close = difflib.get_close_matches(name.removeprefix(PREFIX), known, 1, ALIKE)
            found.append((name, known[close[0]] if close else None))
    return found


def must_be_redis(url: str) -> None:
    """Raise `BadSetting` unless a URL can be that of Redis, and the server there is of the kind that it names."""
    from service.redis_url import must_find_redis  # noqa: PLC0415 - a fifth of all imports, and most give no URL

    try:
        asyncio.run(must_find_redis(url))
    except BadUrl as error:
        raise BadSetting(f"PARLOUR_REDIS_URL or --redis-url: {error}") from None


def must_be_folder(dumps: Path) -> None:
    """Raise `BadSetting` unless there is the folder of the exports that everybody may download."""
    if not dumps.is_dir():
        raise BadSetting(f"PARLOUR_DUMPS or --dumps: there is no folder {dumps}, make it")


def as_text(given: str | tuple[str, ...] | None) -> str:
    """Return what was given of a setting as its variable would have it."""
    return " ".join(given) if isinstance(given, tuple) else given or ""


def run(settings: Settings) -> None:
    """Start what is needed, serve until told to stop, and stop everything in the opposite order."""
    gc.freeze()  # what is imported lives to the end, and takes a tenth of a second to look through then
    for number in STOPPING:
        signal.signal(number, leave)
    address = free_address(settings.host, settings.port, "--port")
    for_operators = free_address(settings.operations_host, settings.operations_port, "--operations-port")
    with occupied(settings.data) as data, prepared(settings, data) as complete, metrics_folder(data) as metrics:
        os.environ |= complete.environment() | starting.environment()
        os.environ[MULTIPROCESS_FOLDER] = str(metrics)
        threading.Thread(target=announce, args=(complete,), daemon=True).start()
        with open_to_operators(for_operators, complete.operations_port), running_beside(PROJECTOR):
            http_server(complete, address).serve()


def leave(*_: object) -> None:
    """Stop whatever is being started. A second signal to stop changes nothing."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        end()
    else:
        loop.call_soon_threadsafe(end)  # in the midst of its work asyncpg would take the exception for its own


def end() -> NoReturn:
    """End this process in order, as one that has done what it was told to."""
    raise SystemExit(0)


def free_address(host: str, port: int, option: str) -> str:
    """Return the IP address to listen on. Raises `OSError` if nobody can listen there; it names the port's option.

    The workers share the port among themselves, and would share it with another service that does the same.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except UnicodeError:  # 127..0.0.1, say: the name is not even looked for
        raise cannot_listen(
            host, port, socket.gaierror(socket.EAI_NONAME, "This is no name of a host"), option
        ) from None
    except OSError as error:
        raise cannot_listen(host, port, error, option) from None
    return str(address[0])


@contextlib.contextmanager
def prepared(settings: Settings, data: Path) -> Iterator[Settings]:
    """Give the settings that a worker needs, when all servers run and the database has the form that it needs.

    How many shards its log has is often known only then. An embedded PostgreSQL that takes too few connections for them
    is started anew.
    """
    with completed(settings, data) as complete:
        found = msgspec.structs.replace(settings, shards=prepare_database(str(complete.postgres_url), complete.shards))
        if settings.postgres_url is not None or connections_of(found) <= connections_of(settings):
            yield complete
            return
    with completed(found, data) as complete:
        yield complete


@contextlib.contextmanager
def completed(settings: Settings, data: Path) -> Iterator[Settings]:
    """Run the servers that no address was given of, and give the settings that a worker needs."""
    found: dict[str, str | bytes] = {}
    with contextlib.ExitStack() as stack:
        run = stack.enter_context(socket_folder(data))
        if settings.postgres_url is None:
            wanted = {"max_connections": str(connections_of(settings))}
            found["postgres_url"] = stack.enter_context(Postgres(data / "postgres", run, wanted)).url
        if settings.redis_url is None:
            found["redis_url"] = stack.enter_context(Redis(data / "redis", run)).url
        if settings.signing_key is None:
            found["signing_key"] = signing_seed(data)
        yield msgspec.structs.replace(settings, data=data, **found)


def connections_of(settings: Settings) -> int:
    """Return how many connections an embedded PostgreSQL has to take: those of all workers, and of the projector."""
    processes = settings.workers + 1
    return max(
        FEWEST_CONNECTIONS,
        CONNECTIONS_OF_COMMANDS + processes * (connections_to_log(settings.shards or 1) + BESIDE_THE_LOG),
    )


def announce(settings: Settings) -> None:
    """Say where the service is as soon as it answers."""
    host = EVERYWHERE.get(settings.host, settings.host)
    while True:
        connection = http.client.HTTPConnection(host, settings.port, timeout=1)
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
            connection.request("GET", "/ready")
            if connection.getresponse().status == http.HTTPStatus.OK:
                break
        time.sleep(0.05)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    with contextlib.suppress(OSError):  # nobody reads it, or there is no room for it
        click.echo(f"Parlour listens on http://{shown}:{settings.port}")


def shown_name() -> str:
    """Return the command line, to be shown where processes are listed; what is no UTF-8 in it as such.

    It differs from that of Python: as long a name as there was would lose its last character.
    """
    return " ".join(["parlour", *(os.fsencode(each).decode(errors="replace") for each in sys.argv[1:])])


def http_server(settings: Settings, address: str) -> Workers:
    """Return the HTTP server. It starts its workers anew when they die, and stops them when told to."""
    server = Workers(
        f"{starting.FORK_SERVER}:application",
        factory=True,
        address=address,
        port=settings.port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,  # cleartext HTTP/2 has no deadline for a client that says nothing
        loop=Loops.uvloop,
        workers=settings.workers,
        websockets=False,
        backlog=QUEUE,
        patience_seconds=settings.silence_seconds,
        backpressure=WAITING_PLAYERS,
        respawn_failed_workers=True,
        process_name=shown_name(),
        workers_kill_timeout=settings.shutdown_seconds - 1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * settings.silence_seconds, max_buffer_size=LARGEST_HEAD),
        log_level=LogLevels.warning,
    )
    server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))  # in place of a reload
    logs.configure(settings.log_level)  # in place of what Granian has just set up
    return server
