"""The URL of Redis: of one server or of a cluster; what makes no sense in it is refused, with what would be right."""

from collections.abc import Awaitable, Callable

import pytest
from redis.asyncio import Redis as Client
from redis.exceptions import ConnectionError as LostConnectionError

from service.embedded import Redis
from service.postgres_url import BadUrl
from service.redis_url import ClusterUrl, cluster_url, must_find_redis
from service.runtime.redis_clients import NEVER_AGAIN, Cluster, opened_redis
from tests.redis_cluster import RedisCluster
from tests.serving import finished


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("redis://:secret@cache:6379/3", None),
        ("unix://:secret@/run/redis.sock", None),
        ("redis+cluster://node", ClusterUrl((("node", 6379),), {})),
        (
            "redis+cluster://me:s%40%2Ccret@node1,node2:7000,[::1]:7001,[::2]/0?max_connections=7",
            ClusterUrl(
                (("node1", 6379), ("node2", 7000), ("::1", 7001), ("::2", 6379)),
                {"username": "me", "password": "s@,cret", "max_connections": 7},
            ),
        ),
        (
            "rediss+cluster://:s@node?ssl_ca_certs=/etc/ca.pem",
            ClusterUrl((("node", 6379),), {"password": "s", "ssl": True, "ssl_ca_certs": "/etc/ca.pem"}),
        ),
    ],
)
def test_it_names_one_server_or_nodes_of_a_cluster(url: str, found: ClusterUrl | None) -> None:
    assert cluster_url(url) == found


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("redis+cluster://", "a host is missing"),
        ("redis+cluster://:hunter2@node1,,node2", "a host is missing"),
        ("redis+cluster://:hunter2@node1:99999", "a host is malformed"),
        ("redis+cluster://:hunter2@[::1", "a host is malformed"),
        ("redis+cluster://:hunter2@:7000", "a host is missing"),
        ("redis+cluster://:hunter2@other@node", "%40 for @"),
        ("redis+cluster://:hunter2[@node", "written with their numbers"),
        ("redis+cluster://:hunter2@node#1", "%23 for #"),
        ("redis+cluster://:hunter2/im@node", "%2F for /"),
        ("redis://:hunter2/im@node", "%2F for /"),
        ("redis://:hunter2[@node", "%2F for /"),
        ("redis://:1/hunter2@node", "%2F for /"),
        ("redis://:hunter2@node:12x", "host or port"),
        ("redis://:hunter2@node/abc", "the number of a database"),
        ("rediss://:hunter2@node/0/1", "the number of a database"),
        ("redis://:hunter2#@node", "%23 for #"),
        ("redis+cluster://:hunter2@node/3", "database 0 and no other"),
        ("redis+cluster://:hunter2@node?db=3", "'db' must be 0"),
        ("redis+cluster://:hunter2@node?colour=red", "none that the client knows"),
        ("redis+cluster://:hunter2@node?max_connections=many", "Invalid value for 'max_connections'"),
        ("redis://:hunter2@node?colour=red", "none that the client knows"),
        ("redis://:hunter2@node?max_connections=many", "Invalid value for 'max_connections'"),
        ("redis://:hunter2@node:99999", "host or port"),
    ],
)
async def test_what_makes_no_sense_is_refused(url: str, why: str) -> None:
    with pytest.raises(BadUrl) as refused:
        await must_find_redis(url)
    assert why in str(refused.value)
    assert "hunter2" not in str(refused.value)


async def test_the_server_that_answers_must_be_what_the_url_says(redis_cluster: RedisCluster, redis_url: str) -> None:
    node = redis_cluster.nodes[0]
    await must_find_redis(redis_cluster.url)
    await must_find_redis(redis_url)
    await must_find_redis("redis+cluster://127.0.0.1:1")
    await must_find_redis(f"redis+cluster://:{node.password}@127.0.0.1:1,127.0.0.1:{node.port}")
    for url, why in (
        (f"redis://:{node.password}@127.0.0.1:{node.port}", r"write redis\+cluster://"),
        (f"redis+cluster://:wrong@127.0.0.1:{node.port}", "refuses user or password"),
        (f"redis+cluster://127.0.0.1:{node.port}", "refuses user or password"),
        (f"redis://:wrong@127.0.0.1:{node.port}", "refuses user or password"),
    ):
        with pytest.raises(BadUrl, match=why):
            await must_find_redis(url)


async def test_one_server_is_no_cluster(redis_cluster: RedisCluster, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("alone")
    folder.chmod(0o755)
    alone = RedisCluster(folder).nodes[0]
    alone.start(**{"cluster-enabled": "no"})
    try:
        with pytest.raises(BadUrl, match="write redis://"):
            await must_find_redis(f"redis+cluster://:{alone.password}@127.0.0.1:{alone.port}")
    finally:
        alone.kill()


def test_the_service_does_not_start_with_a_url_that_is_wrong(redis_cluster: RedisCluster) -> None:
    node = redis_cluster.nodes[0]
    ended = finished("--redis-url", f"redis://:{node.password}@127.0.0.1:{node.port}")

    assert ended.returncode == 2
    assert "PARLOUR_REDIS_URL or --redis-url: this Redis is a node of a cluster" in ended.stderr
    assert node.password not in ended.stderr


async def test_a_client_that_knows_no_living_node_any_more_asks_those_that_the_url_names(
    redis_cluster: RedisCluster,
) -> None:
    async with opened_redis(redis_cluster.url) as redis:
        assert isinstance(redis, Cluster)
        await redis.hget("a key", "a field")
        await redis.nodes_manager.aclose("startup_nodes")
        redis.nodes_manager.startup_nodes.clear()
        redis.doubt("")

        assert await redis.hget("a key", "a field") is None


async def in_a_pipeline(redis: Client) -> None:
    """Write as the views are written."""
    async with redis.pipeline(transaction=False) as pipeline:
        pipeline.set("a key", "a value")
        await pipeline.execute()


WRITE: dict[str, Callable[[Client], Awaitable[object]]] = {
    "a command": lambda redis: redis.set("a key", "a value"),
    "a script": lambda redis: redis.eval("return redis.call('set', KEYS[1], 'a value')", 1, "a key"),
    "a pipeline": in_a_pipeline,
}


@pytest.mark.parametrize("way", WRITE)
async def test_a_client_leaves_a_server_that_has_become_a_replica(own_redis: Redis, way: str) -> None:
    """Its address may lead to another one by then."""
    async with opened_redis(own_redis.url, retry=NEVER_AGAIN) as redis, opened_redis(own_redis.url) as operator:
        assert isinstance(redis, Client)
        before = await redis.client_id()
        await operator.execute_command("REPLICAOF", "127.0.0.1", "1")
        with pytest.raises(LostConnectionError):
            await WRITE[way](redis)
        await operator.execute_command("REPLICAOF", "NO", "ONE")

        assert await redis.client_id() != before
        await WRITE[way](redis)


async def test_no_map_brings_the_list_of_all_commands_along(redis_cluster: RedisCluster) -> None:
    for node in redis_cluster.nodes:
        node.ask("CONFIG", "RESETSTAT")

    async with opened_redis(redis_cluster.url) as redis:
        await redis.set("a key", "a value", px=1000)
        assert isinstance(redis, Cluster)
        redis.doubt("")
        assert await redis.get("a key") == b"a value"

    asked = [name for node in redis_cluster.nodes for name in node.ask("INFO", "commandstats")]
    assert [name for name in asked if name.startswith("cmdstat_cluster")] != []
    assert [name for name in asked if name.startswith("cmdstat_command")] == []
