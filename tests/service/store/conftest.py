"""A Postgres that a test may kill and set up as it likes, and that writes to disk as in earnest."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.embedded import Postgres, socket_folder

STANDBY = {"synchronous_standby_names": "nobody", "synchronous_commit": "local"}
"""A session that sets `synchronous_commit = on` waits for an answer to its commit for ever."""


@pytest.fixture(scope="module")
def own_server() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="parlour-tests-") as name:
        folder = Path(name)
        with socket_folder(folder) as run, Postgres(folder / "postgres", run, STANDBY) as postgres:
            yield postgres
