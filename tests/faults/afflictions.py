"""What may befall a running service, by name: processes that are killed or stand still, and a cache that is lost."""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress

import psutil
from redis import Redis

from service.embedded.programs import program
from tests.serving import PARTS, Service, command_of

FROZEN_SECONDS = 3.0
"""Seconds for which a process stands still: more than the service waits for Redis, fewer than clients for an answer."""

REDIS = program("redis-server")
"""The file of the program, which is called otherwise where there is no wheel of Redis."""

Affliction = Callable[[Service, random.Random], AbstractContextManager[None]]
"""When the context is entered, it has struck; when it is left, whatever the service cannot do itself is mended."""


def is_whole(service: Service, count: int) -> bool:
    """Return whether nothing is missing of a service: its two servers, the projector, and a number of workers."""
    commands = [command_of(process) for process in service.family()[1:]]
    servers = all(any(part in each for each in commands) for part in ("bin/postgres", REDIS, PARTS["projector"]))
    return servers and sum(PARTS["worker"] in each for each in commands) == count and service.is_ready()


def server(service: Service, program: str) -> psutil.Process:
    """Return the child process of this name."""
    found = service.child(program)
    assert found is not None, f"{program} is not there"
    return found


@contextmanager
def killed(processes: Sequence[psutil.Process]) -> Iterator[None]:
    """Kill processes; some may have ended by themselves."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    yield


@contextmanager
def frozen(processes: Sequence[psutil.Process]) -> Iterator[None]:
    """Let processes stand still for a while; they come back as if nothing had happened."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    yield
    time.sleep(FROZEN_SECONDS)
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.resume()


def kill_worker(service: Service, dice: random.Random) -> AbstractContextManager[None]:
    """Kill one worker; the others go on."""
    return killed([dice.choice(service.workers())])


def kill_workers(service: Service, _: random.Random) -> AbstractContextManager[None]:
    """Kill all workers at once."""
    return killed(service.workers())


def freeze_worker(service: Service, dice: random.Random) -> AbstractContextManager[None]:
    """Let one worker stand still."""
    return frozen([dice.choice(service.workers())])


@contextmanager
def kill_service(service: Service, _: random.Random) -> Iterator[None]:
    """Kill the parent of all processes, which takes them along; and start the service again."""
    service.process.kill()
    yield
    service.__exit__()
    service.__enter__()
    service.ready()


def kill_postgres(service: Service, _: random.Random) -> AbstractContextManager[None]:
    """Kill PostgreSQL, whose processes end without a word; it is started again by the service."""
    return killed([server(service, "bin/postgres")])


def kill_backend(service: Service, dice: random.Random) -> AbstractContextManager[None]:
    """Kill a process of PostgreSQL that serves a connection: it ends all the others, and recovers."""
    found = [process for process in service.family() if "postgres: parlour" in command_of(process)]
    return killed([dice.choice(found)])


def freeze_postgres(service: Service, _: random.Random) -> AbstractContextManager[None]:
    """Let all of PostgreSQL stand still, as it does where a disk takes its time."""
    postmaster = server(service, "bin/postgres")
    return frozen([postmaster, *postmaster.children()])


def kill_redis(service: Service, _: random.Random) -> AbstractContextManager[None]:
    """Kill Redis, which is started again with nothing in it."""
    return killed([server(service, REDIS)])


def freeze_redis(service: Service, _: random.Random) -> AbstractContextManager[None]:
    """Let Redis stand still: it takes connections, and answers none."""
    return frozen([server(service, REDIS)])


@contextmanager
def empty_redis(service: Service, _: random.Random) -> Iterator[None]:
    """Delete all that is in Redis: views, counts, slots of streams."""
    with Redis.from_url(service.workers()[0].environ()["PARLOUR_REDIS_URL"]) as redis:
        redis.flushall()
    yield


def kill_projector(service: Service, _: random.Random) -> AbstractContextManager[None]:
    """Kill the process that keeps the history, which is started again by the service."""
    return killed([server(service, PARTS["projector"])])


def nothing(_service: Service, _dice: random.Random) -> AbstractContextManager[None]:
    """Do nothing: what is measured then is how long a move takes anyway."""
    return nullcontext()


NOTHING = "nothing, for comparison"
CUT = "all connections cut"

AFFLICTIONS: Mapping[str, Affliction] = {
    NOTHING: nothing,
    "a worker killed": kill_worker,
    "all workers killed": kill_workers,
    "a worker frozen for 3 s": freeze_worker,
    "the service killed, and started": kill_service,
    "PostgreSQL killed": kill_postgres,
    "a backend of PostgreSQL killed": kill_backend,
    "PostgreSQL frozen for 3 s": freeze_postgres,
    "Redis killed": kill_redis,
    "Redis frozen for 3 s": freeze_redis,
    "Redis emptied": empty_redis,
    "the projector killed": kill_projector,
    CUT: nothing,
}
"""What befalls the service, by name; connections are not its own, and are cut by those who have them."""
