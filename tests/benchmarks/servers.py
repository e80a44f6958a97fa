"""The servers that a benchmark has for itself."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from service.embedded import Postgres, Redis, socket_folder


@contextmanager
def started(databases: int = 1) -> Iterator[tuple[list[Postgres], Redis]]:
    """Run some servers of Postgres, and a Redis."""
    with ExitStack() as stack:
        servers = []
        for _ in range(databases):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            run = stack.enter_context(socket_folder(folder))
            servers.append(stack.enter_context(Postgres(folder / "postgres", run)))
        yield servers, stack.enter_context(Redis(folder / "redis", run))


@contextmanager
def servers() -> Iterator[tuple[str, str]]:
    """Run a Postgres and a Redis; give their URLs."""
    with started() as ((postgres,), redis):
        yield postgres.url, redis.url
