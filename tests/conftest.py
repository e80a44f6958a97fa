"""The order of the tests, how many random games they play, and the servers that they need.

Of each kind a run plays 10 random games, or 2,000 with `HYPOTHESIS_PROFILE=nightly`. Postgres and Redis are embedded
for this run, unless the environment names others.
"""

import asyncio
import fcntl
import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from service.embedded import Postgres, Redis, socket_folder
from service.embedded.child import bound_to_parent
from service.embedded.programs import program
from service.store.migrate import migrate
from tests.databases import migrated_alone, new_database
from tests.domain.every_game import knowing_the_toy
from tests.redis_cluster import RedisCluster, patient_redis
from tests.serving import Service

ROOT = Path(__file__).parents[1]

LONGEST = (
    "tests/page/",
    "tests/openapi/test_clients.py",
    "tests/openapi/test_sdks.py",
    "tests/faults/test_campaign.py",
    "tests/faults/test_redis_cluster.py",
    "tests/faults/test_tournaments.py",
    "tests/service/live/test_streaming.py",
    "tests/faults/test_network.py",
    "tests/service/cli/test_conformance.py",
    "tests/service/test_crash.py",
    "tests/service/cli/test_every_table.py",
    "tests/domain/test_every_game.py",
    "tests/domain/test_times.py",
    "tests/test_readme.py",
)
"""What a run begins with, so that no process is left alone with it in the end: how the paths of modules begin."""

APART = ("tests/domain/", "tests/service/cli/test_every_table.py")
"""Tests that share nothing, so that any process may run any of them; all others stay with those of their module."""

TOGETHER = {
    "the page from P to T": ("tests/page/test_p", "tests/page/test_s", "tests/page/test_ta", "tests/page/test_to"),
    "the page": ("tests/page/",),
    "commands": (
        "tests/openapi/test_generators.py",
        "tests/openapi/test_sdks.py",
        "tests/service/cli/test_backup.py",
        "tests/service/cli/test_live.py",
        "tests/service/cli/test_tournament.py",
        "tests/service/test_serve.py",
    ),
}
"""Modules that one process runs, as they share a service, and a browser: to keep one more of these costs all others."""

SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)
hypothesis_settings.register_profile("ci", max_examples=10, deadline=None, suppress_health_check=SLOW_IS_FINE)
hypothesis_settings.register_profile("nightly", max_examples=2_000, deadline=None, suppress_health_check=SLOW_IS_FINE)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

HASTE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""The databases of a test run need not survive a power cut."""

IN_ITS_FOLDER = "dynamic_shared_memory_type = mmap\n"
"""What a killed server has shared with its processes goes with its folder; elsewhere 1 MB would stay for ever."""


def pytest_configure() -> None:
    """Let all programs that tests start hear SIGINT: what a shell starts in the background is made deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first; `--no-loadscope-reorder` lets them be."""
    items.sort(key=place_of)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let one process of several collect before the others: it compiles all modules, and each of them would, too.

    Meanwhile no garbage is looked for: what is imported and collected lives to the end of the run.
    """
    gc.disable()
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return (yield)
    with Path(__file__).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        return (yield)


def pytest_collection_finish() -> None:
    """Look for garbage from now on, but not in what was imported and collected."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Generator[None, Any, Any]:
    """Write what a process of several reports as UTF-8, also a name of a file that is none: that would end the run.

    The keywords of a test that has passed are most of what would be sent, and nobody reads them.
    """
    told = yield
    if told.get("outcome") == "passed" and "keywords" in told:
        told["keywords"] = {}
    return encodable(told)


def encodable(told: Any) -> Any:
    """Return a value in which each text can be written as UTF-8."""
    match told:
        case str():
            return told.encode(errors="backslashreplace").decode()
        case dict():
            return {name: encodable(each) for name, each in told.items()}
        case list() | tuple():
            return type(told)(map(encodable, told))
    return told


class Together(LoadScopeScheduling):
    """Gives the tests of a module to one process, or those of several modules, except those that stand apart."""

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.partition("::")[0]
        if module.startswith(APART):
            return nodeid
        return next((group for group, paths in TOGETHER.items() if module.startswith(paths)), module)


@pytest.hookimpl(optionalhook=True)  # there is none with `-p no:xdist`
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    """Distribute tests as said above where `--dist loadscope` is wanted."""
    return Together(config, log) if config.getoption("dist") == "loadscope" else None


def place_of(item: pytest.Item) -> int:
    """Return where in the run a test stands: that of its module among the longest, or after all of these."""
    return next((place for place, path in enumerate(LONGEST) if item.nodeid.startswith(path)), len(LONGEST))


@pytest.fixture(scope="session", autouse=True)
def signed_in_nowhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no command find the tokens of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(scope="session", autouse=True)
def trusting_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no client read this machine's certificates: that takes longer than many requests, and no test needs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("nobody")))
        patch.setenv("no_proxy", "127.0.0.1,localhost")  # nor does any request go by the proxy that it may have
        yield


@pytest.fixture(scope="session", autouse=True)
def in_this_python() -> Iterator[None]:
    """Let `python3` be the Python of the tests: where pyenv has one there, some thirty processes find out which."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        yield


@pytest.fixture(scope="class")  # which is one test outside of classes; Hypothesis takes no fixture of a function
def toy() -> Iterator[None]:
    """Let tables of the toy game be opened in this process."""
    with knowing_the_toy():
        yield


@pytest.fixture(scope="session")
def server_folder(fresh: Callable[[], Path]) -> Iterator[Path]:
    """Give the data folder of this process's own servers."""
    yield (folder := fresh())
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres_server(server_folder: Path) -> Iterator[str]:
    """Give the URL of a Postgres whose role is a superuser: tests make databases, and look at what others may do."""
    given = os.environ.get("PARLOUR_TEST_POSTGRES_URL")
    if given is not None:
        yield given
        return
    with socket_folder(server_folder) as run, Postgres(server_folder / "postgres", run, HASTE) as postgres:
        yield postgres.url


@pytest.fixture(scope="session")
def redis_server(server_folder: Path) -> Iterator[str]:
    """Give the URL of a Redis that nobody else uses: of a server that is given, each test process has a database."""
    given = os.environ.get("PARLOUR_TEST_REDIS_URL")
    if given is not None:
        process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        yield urlsplit(given)._replace(path=f"/{process}").geturl()
        return
    with socket_folder(server_folder) as run, Redis(server_folder / "redis", run) as redis:
        yield redis.url


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """Give a Redis that may be killed; it is started again."""
    folder = tmp_path_factory.mktemp("redis")
    with socket_folder(folder) as run, Redis(folder / "redis", run) as redis:
        yield redis


@pytest.fixture(scope="session")
def redis_cluster(server_folder: Path) -> Iterator[RedisCluster]:
    """Give a Redis Cluster of three nodes, all of which are to be there when a test has ended."""
    with RedisCluster(server_folder) as cluster:
        yield cluster


@pytest.fixture(scope="session")
async def migrated(postgres_server: str) -> AsyncIterator[str]:
    """Give the name of a database that has all migrations: copies of it take a fifth of the time."""
    async with new_database(postgres_server) as url:
        await migrate(url)
        yield urlsplit(url).path.removeprefix("/")


@pytest.fixture(scope="module")
async def postgres_url(postgres_server: str, migrated: str) -> AsyncIterator[str]:
    """Give the URL of a database that has been migrated and holds nothing, a new one for each test module."""
    async with new_database(postgres_server, migrated) as url:
        yield url


@pytest.fixture
async def empty_database(postgres_server: str) -> AsyncIterator[str]:
    """Give the URL of a database that only this test has, and that no service has been started on."""
    async with new_database(postgres_server) as url:
        yield url


@pytest.fixture(scope="module")
async def redis_url(redis_server: str) -> str:
    """Give the URL of a Redis that holds nothing when a test module begins."""
    async with patient_redis(redis_server) as client:
        await client.flushdb()
    return redis_server


@pytest.fixture(scope="module", params=["one server", "a cluster"])
def any_redis_server(request: pytest.FixtureRequest) -> str:
    """Give the URL of one server of Redis, then that of a cluster."""
    if request.param == "one server":
        return str(request.getfixturevalue("redis_server"))
    return str(request.getfixturevalue("redis_cluster").url)


@pytest.fixture(scope="module")
async def any_redis_url(any_redis_server: str) -> str:
    """Give the URL of a Redis, one server or a cluster, that holds nothing when a test module begins."""
    async with patient_redis(any_redis_server) as client:
        await client.flushdb()
    return any_redis_server


@pytest.fixture(scope="session")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a data folder of a service that holds nothing yet: all processes of a run share it.

    It is a third of what a service makes, as it is copied and backed up again and again: it has one database, and its
    write-ahead log comes in files of 1 MB instead of 16.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder, draft = shared / "stopped", shared / "draft"
    with (shared / "stopped.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            draft.mkdir()
            with Postgres(draft / "postgres", draft / "run") as postgres:
                asyncio.run(migrated_alone(postgres.url))
            reset = str(Path(program("postgres")).with_name("pg_resetwal"))
            smaller = bound_to_parent([reset, "--wal-segsize=1", str(postgres.folder)], postgres.user, signal.SIGKILL)
            subprocess.run(smaller, stdout=subprocess.DEVNULL, check=True)
            with (draft / "postgres" / "postgresql.conf").open("a") as settings:
                settings.write(IN_ITS_FOLDER)
            draft.rename(folder)
    return folder


@pytest.fixture(scope="session")
def fresh(stopped: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Give what makes a data folder for a service: a copy, which takes a tenth of the time of making one anew."""

    def fresh() -> Path:
        folder = tmp_path_factory.mktemp("service") / "data"
        subprocess.run(["cp", "-a", stopped, folder], check=True)
        return folder

    return fresh


@pytest.fixture
def data(fresh: Callable[[], Path]) -> Iterator[Path]:
    """Give a data folder of its own to a test."""
    yield (folder := fresh())
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def live(fresh: Callable[[], Path]) -> Iterator[Service]:
    """Give a service in processes of its own: for all tests that need any, and do not stop it."""
    with Service(fresh()) as service:
        yield service.ready()
