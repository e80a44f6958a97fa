"""The URL of Redis: of one server, or of a cluster, of which it names some nodes.

    redis://:…@cache:6379/0              one server; rediss:// by TLS, unix:// through a socket
    redis+cluster://:…@node1,node2:7000  a cluster; rediss+cluster:// by TLS

One node that answers is enough to find all others. Programs that read a URL often pass over in silence what makes
no sense in it; here it is refused, with what would be right.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from redis.asyncio import Redis, RedisCluster, SSLConnection
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisClusterException, RedisError

from service.postgres_url import SPECIAL_CHARACTERS, BadUrl

CLUSTER: Final = "+cluster"
PORT: Final = 6379

IMPATIENT: Final[Mapping[str, Any]] = {
    "socket_timeout": 1.0,
    "socket_connect_timeout": 1.0,
    "retry": Retry(NoBackoff(), 0),
}
"""The options of a client that connects once, to find out which kind of server answers."""


class ClusterUrl(NamedTuple):
    """The nodes that a URL names, each as host and port, and what else a client is told."""

    nodes: tuple[tuple[str, int], ...]
    options: Mapping[str, Any]


def cluster_url(url: str) -> ClusterUrl | None:
    """Return what the URL of a cluster says; None: it is that of one server. Raises `BadUrl`."""
    scheme, _, rest = url.partition("://")
    if not scheme.endswith(CLUSTER):
        return None
    authority = re.split("[/?#]", rest, maxsplit=1)[0]
    user, _, hosts = authority.rpartition("@")
    try:  # without the hosts: newer versions of Python take no list that has an address in brackets behind a name
        parts = urlsplit(f"{scheme.removesuffix(CLUSTER)}://{user}@node{rest.removeprefix(authority)}")
    except ValueError:  # its text may quote a password
        parts = None
    if parts is None or parts.fragment or "@" in user or "@" in parts.path:
        raise BadUrl(SPECIAL_CHARACTERS)
    if parts.path not in ("", "/", "/0"):
        raise BadUrl("a cluster has database 0 and no other: leave out what stands behind the hosts")
    nodes = tuple(_node(each) for each in hosts.split(","))
    try:
        options: dict[str, Any] = dict(parse_url(parts._replace(path="").geturl()))
    except ValueError as error:
        raise BadUrl(str(error)) from None
    del options["host"]
    if options.pop("connection_class", None) is SSLConnection:
        options["ssl"] = True
    return ClusterUrl(nodes, options)


def _node(given: str) -> tuple[str, int]:
    """Return host and port of a node. Raises `BadUrl`."""
    try:
        parts = urlsplit(f"//{given}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadUrl("a host is malformed: each is a name or an address, with a port if it is not 6379") from None
    if not host:
        raise BadUrl("a host is missing: all are listed with commas between them, node1:6379,node2:6379")
    return host, port or PORT


async def must_find_redis(url: str) -> None:
    """Raise `BadUrl` unless a client can be made of a URL, and the server there is of the kind that it names.

    A Redis that is away may come back, and says nothing of itself until then.
    """
    must_name_redis(url)
    cluster = cluster_url(url)
    if cluster is None:
        servers = [Redis.from_url(url, **IMPATIENT)]
    else:
        options = {**cluster.options, **IMPATIENT}
        servers = [Redis(host=host, port=port, **options) for host, port in cluster.nodes]
    for server in servers:
        try:
            async with server:
                is_node = bool((await server.info("cluster"))["cluster_enabled"])
        except AuthenticationError:
            raise BadUrl("Redis refuses user or password") from None
        except (RedisError, OSError):
            continue
        if is_node and cluster is None:
            raise BadUrl("this Redis is a node of a cluster: write redis+cluster:// or rediss+cluster://")
        if cluster is not None and not is_node:
            raise BadUrl("this Redis is no cluster: write redis:// or rediss://")
        return


def _must_have_parts(url: str) -> None:
    """Raise `BadUrl` for a URL of one server that has no host, or another one than it seems to have.

    redis-py quotes what it takes for a port, which may be a part of the password.
    """
    try:
        parts = urlsplit(url)
        port_is_right = parts.port is None or parts.port >= 0  # to ask for another one raises ValueError
    except ValueError:
        port_is_right = False
    if not port_is_right or parts.fragment or "@" in parts.path or parts.netloc.count("@") > 1:
        raise BadUrl(f"host or port are malformed, or {SPECIAL_CHARACTERS}")
    if parts.scheme != "unix" and not re.fullmatch("/?|/[0-9]+", parts.path):
        raise BadUrl("behind the host stands the number of a database, or nothing: redis://cache:6379/0")


def must_name_redis(url: str) -> None:
    """Raise `BadUrl` unless a client can be made of a URL, whether anybody answers there or not."""
    try:
        if (cluster := cluster_url(url)) is None:
            _must_have_parts(url)
            Redis.from_url(url).connection_pool.make_connection()  # type: ignore[no-untyped-call]
        else:
            RedisCluster(startup_nodes=[ClusterNode("node", PORT)], **cluster.options)
    except BadUrl:
        raise
    except TypeError:
        raise BadUrl("an option behind the question mark is none that the client knows") from None
    except (ValueError, RedisError, RedisClusterException) as error:
        raise BadUrl(str(error)) from None
