"""Clients of Redis: of one server or of a cluster. What is common to both stands here.

What is different on a cluster:

- A message that is published at any node reaches the listeners at all of them, and the answer counts only those at that
  node. So each process listens at a node of its own choice, and a process publishes at any node that answers.
- A node can be lost while the others go on, and another may take its place. The client asks for the map of the nodes
  again when one has not answered; so it must give up by itself before the time limits of its callers.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias, TypeVar

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as LostConnectionError
from redis.exceptions import ReadOnlyError, RedisClusterException, RedisError, ResponseError

from service.redis_url import ClusterUrl, cluster_url

AWAY = (RedisError, RedisClusterException, OSError)
"""What is raised while Redis, or a node of it, is away or late."""

T = TypeVar("T")

NODE_SECONDS = 0.2
"""Seconds in which a node has to answer: less than the time limits for views and messages."""

OPENING_SECONDS = 1.0
"""Seconds in which a client that is opened may find the nodes; it goes on to look for them when it is asked."""

SUBSCRIBING_SECONDS = 2.0
"""Seconds in which a server has to take a subscriber; one that hangs is asked again on another connection."""

MOST_UNANSWERED = 2
"""Number of times that a silent server is asked whether it is there."""

READONLY = "READONLY"
"""What stands in the answer of a replica to a script that writes."""

NEVER_AGAIN = Retry(NoBackoff(), 0)
"""A pipeline that is tried again begins with the end of all connections of the client, those of listeners included."""


class FirstArguments:
    """Finds the key of a command, which tells its node: the first argument, in all commands that are sent here.

    With every map of the nodes, redis-py would ask for the arguments of all commands of Redis. To read the answer holds
    the event loop for 8 ms.
    """

    async def initialize(self, node: ClusterNode | None = None) -> None:
        """Ask nothing."""

    async def get_keys(self, command: str, key: T, *_: object) -> list[T]:
        """Return the key of a command. Scripts, which name theirs, do not come here."""
        return [key]


class Cluster(RedisCluster):
    """A client of a cluster, which finds the nodes again when they are lost or replaced."""

    def __init__(self, url: ClusterUrl, node_seconds: float) -> None:
        ours = {"socket_timeout": node_seconds, "socket_connect_timeout": node_seconds, "retry": NEVER_AGAIN}
        nodes = [ClusterNode(host, port) for host, port in url.nodes]
        # What has moved is noted slot by slot: to ask for the whole map at the fifth would end all connections
        super().__init__(startup_nodes=nodes, reinitialize_steps=0, **{**url.options, **ours})
        self.commands_parser = FirstArguments()  # type: ignore[assignment] # these are all that the client calls
        self._named = url.nodes

    async def initialize(
        self,
        additional_startup_nodes_info: list[tuple[str, int]] | None = None,
        last_failed_node_name: str | None = None,
    ) -> "Cluster":
        """Ask for the map of the nodes, if that is needed: the known nodes, and those that the URL names.

        The client then asks the first node of the map for its commands, and gives up if this node is away. So a node
        that is away becomes the last, which is also the last to be asked for the map.
        """
        if self._initialize:
            for host, port in self._named:
                node = ClusterNode(host, port, **self.connection_kwargs)
                self.nodes_manager.startup_nodes.setdefault(node.name, node)
        failed: set[str] = set()
        while True:
            try:
                last = next(reversed(self.nodes_manager.nodes_cache), None)
                await super().initialize(additional_startup_nodes_info, last_failed_node_name or last)
            except (RedisError, OSError):
                first = next((node.name for node in self.get_primaries()), None)
                if first is None or first in failed:
                    raise
                failed.add(first)
                self.nodes_manager.move_node_to_end_of_cached_nodes(first)
            else:
                return self

    def doubt(self, node: str) -> None:
        """Ask for the map anew before the next call: a node has not answered a pipeline, which notes nothing."""
        self._initialize = True
        self.nodes_manager.move_node_to_end_of_cached_nodes(node)

    def get_node(
        self, host: str | None = None, port: int | None = None, node_name: str | None = None
    ) -> ClusterNode | None:
        """Return a node; one that has no slots yet is not on the map, and others already send callers there."""
        node = super().get_node(host, port, node_name)
        if node is None and node_name is not None:
            new_host, _, new_port = node_name.rpartition(":")
            node = ClusterNode(new_host, int(new_port), "primary", **self.connection_kwargs)
            self.nodes_manager.set_nodes(self.nodes_manager.nodes_cache, {node.name: node})
        return node

    async def end(self) -> None:
        """Close all connections, whatever their state in the client."""
        await self.aclose()
        await self.nodes_manager.aclose()
        await self.nodes_manager.aclose("startup_nodes")


class LeavesReplicas:
    """A connection that leaves its server once that has become a replica: the next one finds another.

    Where a primary and its replicas have one address, it leads to the present primary, and connections that were made
    before stay where they are.
    """

    async def read_response(self, *given: Any, **named: Any) -> Any:
        """Read an answer. Raises `LostConnectionError` if it is that of a replica, which takes no writes."""
        try:
            return await super().read_response(*given, **named)  # type: ignore[misc] # that of a connection
        except ResponseError as error:
            if not isinstance(error, ReadOnlyError) and READONLY not in str(error):
                raise
            await self.disconnect()  # type: ignore[attr-defined] # likewise
            raise LostConnectionError("the server has become a replica") from error


def leave_replicas(redis: Redis) -> None:
    """Let all connections of a client leave a server that has become a replica."""
    pool = redis.connection_pool
    pool.connection_class = type("Leaving", (LeavesReplicas, pool.connection_class), {})


Client: TypeAlias = Redis | Cluster


@asynccontextmanager
async def opened_redis(url: str, *, node_seconds: float = NODE_SECONDS, **options: Any) -> AsyncIterator[Client]:
    """Open a client, whether anybody answers or not; `options` are for the client of one server. Raises `BadUrl`.

    A node of a cluster has `node_seconds` to answer.
    """
    if (found := cluster_url(url)) is None:
        async with Redis.from_url(url, **options) as redis:
            leave_replicas(redis)
            yield redis
        return
    cluster = Cluster(found, node_seconds)
    try:
        with suppress(*AWAY):  # nobody who waits for an answer has to wait for the map besides
            async with asyncio.timeout(OPENING_SECONDS):
                await cluster.initialize()
        yield cluster
    finally:
        await cluster.end()


@asynccontextmanager
async def subscribed(redis: Client, channel: str) -> AsyncIterator[PubSub]:
    """Subscribe to a channel; of a cluster at a node chosen by lot, so that each has its share of the subscribers."""
    if isinstance(redis, Cluster):
        await redis.initialize()
        subscription: PubSub = redis.pubsub(node=redis.get_random_node())
    else:
        subscription = redis.pubsub()
    async with subscription:
        async with asyncio.timeout(SUBSCRIBING_SECONDS):
            await subscription.subscribe(channel)
        yield subscription


async def messages(channel: PubSub, silence_seconds: float) -> AsyncIterator[dict[str, Any]]:
    """Give what comes in a channel, until it is lost. Raises what `AWAY` has.

    A server that hangs closes nothing: so one that is silent is asked whether it is there, and is away when it has not
    answered the second time. One silence may be the caller's own, whose event loop was held up.
    """
    asked = 0
    while channel.subscribed:
        message = await channel.get_message(timeout=silence_seconds)
        if message is not None:
            asked = 0
            if message["type"] != "pong":
                yield message
        elif asked == MOST_UNANSWERED:
            raise LostConnectionError("the server has said nothing, though it was asked")
        else:
            await channel.ping()
            asked += 1


async def publish(redis: Client, channel: str, message: bytes) -> int | None:
    """Publish to a channel; return the number of its subscribers, if that is known."""
    if not isinstance(redis, Cluster):
        return int(await redis.publish(channel, message))
    await redis.initialize()
    nodes = redis.get_nodes()
    first, *others = random.sample(nodes, len(nodes))
    for node in others:
        try:
            await redis.execute_command("PUBLISH", channel, message, target_nodes=first)
        except AWAY:
            first = node
        else:
            return None
    await redis.execute_command("PUBLISH", channel, message, target_nodes=first)
    return None


async def must_answer(redis: Client) -> None:
    """Raise what `AWAY` has unless Redis answers, of a cluster each node that has keys."""
    if isinstance(redis, Cluster):
        await redis.ping(target_nodes=Cluster.PRIMARIES)
    else:
        await redis.ping()
