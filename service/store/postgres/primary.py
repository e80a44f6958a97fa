"""Which of several servers that take writes is the primary.

A primary whose manager has died, or that has stood still, takes writes although a standby has been promoted. Each
promotion begins a new timeline, so the primary of a cluster is the one with the newest.
"""

import logging
import weakref
from collections.abc import Callable
from typing import Final, TypeAlias

import asyncpg

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Host: TypeAlias = tuple[str, int | None]
Hosts: TypeAlias = tuple[Host, ...]
Cluster: TypeAlias = tuple[Hosts, int]
"""The hosts of a URL, and the number of the cluster there, which a copy of it that is another shard has, too."""

SERVER: Final = """
select system_identifier,
    case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
from pg_control_system()
"""
"""The cluster of a server, and its timeline, in hexadecimal digits."""

log = logging.getLogger(__name__)


def cut_off(connection: Connection) -> None:
    """Close a connection at once, as if it was lost: `terminate` takes the protocol away from under a statement."""
    connection._transport.abort()  # type: ignore[attr-defined]  # noqa: SLF001 - nothing else leads to that


class Primaries:
    """The newest timeline that this process has met of each cluster, and which connections lead to which.

    Nobody remembers it for longer: a backup that is restored may have an older one.
    """

    def __init__(self, cut_off: Callable[[Connection], None] = cut_off) -> None:
        self._cut_off = cut_off
        self._newest: dict[Cluster, str] = {}
        self._connected: weakref.WeakKeyDictionary[Connection, tuple[Cluster, str]] = weakref.WeakKeyDictionary()
        self._told: set[tuple[Cluster, str]] = set()

    async def admit(self, connection: Connection, host: Host, hosts: Hosts) -> None:
        """Let a new connection to one of some hosts be used, and cut off those to servers that it has replaced.

        Raises `TargetServerAttributeNotMatched` if another server is known to have replaced its own, and what asyncpg
        raises.
        """
        ((number, timeline),) = await connection.fetch(SERVER)
        cluster = hosts, number
        newest = self._newest.get(cluster, timeline)
        if timeline < newest:
            self._tell(cluster, timeline, host)
            raise asyncpg.TargetServerAttributeNotMatched("another server has taken the place of this one")
        self._newest[cluster] = timeline
        self._connected[connection] = cluster, timeline
        if timeline > newest:
            self._cut_off_older(cluster, timeline)

    def _cut_off_older(self, cluster: Cluster, timeline: str) -> None:
        """Close all connections to servers of a cluster that had their turn before."""
        older = [
            connection
            for connection, (other, its) in self._connected.items()
            if other == cluster and its < timeline and not connection.is_closed()
        ]
        for connection in older:
            self._cut_off(connection)
        if older:
            log.warning(
                "Another server of PostgreSQL takes writes now: the old one is left", extra={"connections": len(older)}
            )

    def _tell(self, cluster: Cluster, timeline: str, host: Host) -> None:
        """Say that a server takes writes in vain, once for each."""
        if (cluster, timeline) not in self._told:
            self._told.add((cluster, timeline))
            log.warning(
                "A server of PostgreSQL takes writes although another one has taken its place; it is not used",
                extra={"host": host[0], "port": host[1], "timeline": timeline, "newest": self._newest[cluster]},
            )
