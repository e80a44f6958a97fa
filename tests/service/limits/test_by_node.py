"""A node of a cluster that does not answer is left alone for a while; its callers are nobody's loss of time."""

from types import SimpleNamespace
from typing import Any, Self, cast

from redis.exceptions import ConnectionError as NotThere

from service.limits.by_node import ByNode
from service.runtime.redis_clients import Cluster

LONG = 1_000_000.0
KEYS = [b"one", b"other"]


class Nodes:
    """A cluster of a node for each key; `asked` has the nodes of all calls, `away` those that do not answer."""

    def __init__(self, *away: str, told: bytes = b"told") -> None:
        self.away = {*away}
        self.told = told
        self.asked: list[str] = []
        self.doubted: list[str] = []

    async def initialize(self) -> None:
        pass

    def get_node_from_key(self, key: bytes) -> SimpleNamespace:
        return SimpleNamespace(name=key.decode())

    def doubt(self, node: str) -> None:
        self.doubted.append(node)

    def pipeline(self) -> "Call":
        return Call(self)


class Call:
    """A pipeline for one node."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._keys: list[str] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def eval(self, script: str, keys: int, key: bytes, *arguments: int) -> None:
        self._keys.append(key.decode())

    async def execute(self) -> list[bytes]:
        (node,) = set(self._keys)
        self._nodes.asked.append(node)
        if node in self._nodes.away:
            raise NotThere
        return [self._nodes.told] * len(self._keys)


def by_node(nodes: Nodes, pause: float) -> ByNode:
    return ByNode(cast("Cluster", cast("Any", nodes)), patience=LONG, pause=pause)


async def test_a_node_that_is_away_is_asked_once_and_the_others_go_on() -> None:
    nodes = Nodes("one")
    scripts = by_node(nodes, LONG)

    told = [await scripts.evaluate("script", [(key, 1) for key in KEYS]) for _ in range(3)]

    assert told == [[None, b"told"]] * 3
    assert sorted(nodes.asked) == ["one", *["other"] * 3]
    assert nodes.doubted == ["one"]


async def test_after_a_pause_a_node_that_is_back_answers() -> None:
    nodes = Nodes("one")
    scripts = by_node(nodes, 0.0)
    assert await scripts.evaluate("script", [(KEYS[0], 1)]) == [None]

    nodes.away.clear()

    assert await scripts.evaluate("script", [(KEYS[0], 1)]) == [b"told"]


async def test_counts_come_in_the_order_of_the_keys_and_none_from_a_node_that_is_away() -> None:
    scripts = by_node(Nodes("one", told=b"2 1 900"), LONG)

    assert await scripts.count(KEYS, [5, 1000, 1, 0] * 2) == [None, (2, 1, 900)]
