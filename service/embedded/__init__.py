"""Postgres and Redis without an installation: servers as child processes, from the wheels that bring them along.

    with Postgres(data / "postgres", run) as postgres, Redis(data / "redis", run) as redis:
        ...  # postgres.url, redis.url

They die with the process that started them, whatever kills it, come back at the same address when somebody kills them,
and never run as root. `run` is where their sockets are; `socket_folder` finds a place for it.
"""

from service.embedded.child import NotStarted
from service.embedded.folders import socket_folder
from service.embedded.postgres import Postgres
from service.embedded.redis import Redis

__all__ = ["NotStarted", "Postgres", "Redis", "socket_folder"]
