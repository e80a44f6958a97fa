"""A Redis Cluster of three nodes from the embedded program, any of which can be killed; with replicas, if wanted."""

import contextlib
import os
import secrets
import signal
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Self

from redis import Redis
from redis.exceptions import RedisError

from service.embedded.child import ENVIRONMENT, bound_to_parent, give, private_folder, unprivileged
from service.embedded.programs import program
from service.runtime.redis_clients import opened_redis
from tests.ports import free_port
from tests.serving import eventually

NODE_SECONDS = 60.0
"""Seconds in which a node has to answer a test, or a worker of one: others may need the machine."""
patient_redis = partial(opened_redis, node_seconds=NODE_SECONDS)

SLOTS = 16_384
SETTINGS = {
    "cluster-enabled": "yes",
    "cluster-node-timeout": "1000",
    "cluster-require-full-coverage": "no",  # a node that is lost takes its own keys along, and no others
    "bind": "127.0.0.1",
    "save": "",
    "appendonly": "no",
    "loglevel": "warning",
}


class Node:
    """A node at a port of its own. It keeps what it knows of the others, and nothing else, over its death."""

    def __init__(self, folder: Path, password: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.password = password
        self.client: Any = Redis(port=self.port, password=password)
        """A client of this node alone."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def id(self) -> str:
        """Its name among the nodes."""
        return str(self.ask("CLUSTER MYID"), "ascii")

    def start(self, **settings: str) -> None:
        """Start it, and wait until it answers."""
        user = unprivileged(self.folder)
        private_folder(self.folder, user)
        given = {**SETTINGS, "port": str(self.port), "dir": str(self.folder), **settings}
        options = [part for name, value in given.items() for part in (f"--{name}", value)]
        command = bound_to_parent([program("redis-server"), "-", *options], user, signal.SIGKILL)
        with (self.folder / "redis.log").open("ab") as output:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=output, stderr=output, env=ENVIRONMENT, cwd="/"
            )
        give(self._process, f"requirepass {self.password}\nmasterauth {self.password}\n".encode())
        assert eventually(self.answers), (self.folder / "redis.log").read_text()

    def answers(self) -> bool:
        """Return whether it takes commands."""
        with contextlib.suppress(RedisError):
            return bool(self.client.ping())
        return False

    def knows(self, **facts: str) -> bool:
        """Return whether it knows this of the cluster."""
        info: dict[str, str] = self.ask("CLUSTER INFO")
        return facts.items() <= info.items()

    def ask(self, *command: str | int | bytes) -> Any:
        """Return what it answers to a command."""
        return self.client.execute_command(*command)

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        """Kill it, and wait until it is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.client.close()


class RedisCluster:
    """The cluster. `url` names its three nodes; each of the `spare` ones is a replica of the first, or has no slots."""

    def __init__(self, folder: Path, *, spare: int = 0) -> None:
        password = secrets.token_hex(8)
        self.nodes = [Node(folder / f"node-{number}", password) for number in range(3)]
        self.spare = [Node(folder / f"spare-{number}", password) for number in range(spare)]
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        self.url = f"redis+cluster://:{password}@{hosts}"

    def __enter__(self) -> Self:
        for number, node in enumerate(self.nodes):
            node.start()
            node.ask("CLUSTER SET-CONFIG-EPOCH", number + 1)
            node.ask("CLUSTER ADDSLOTS", *range(SLOTS * number // 3, SLOTS * (number + 1) // 3))
            node.ask("CLUSTER MEET", "127.0.0.1", self.nodes[0].port)
        for node in self.spare:
            node.start()
            node.ask("CLUSTER MEET", "127.0.0.1", self.nodes[0].port)
        assert eventually(self.is_whole)
        return self

    def __exit__(self, *_: object) -> None:
        for node in (*self.nodes, *self.spare):
            node.kill()

    def is_whole(self) -> bool:
        """Return whether all nodes know that all nodes are there."""
        nodes = [*self.nodes, *self.spare]
        known = str(len(nodes))
        return all(
            node.knows(cluster_state="ok", cluster_slots_ok=str(SLOTS), cluster_known_nodes=known) for node in nodes
        )

    def at(self, slot: int) -> Node:
        """Return the node that has had a slot from the beginning."""
        return next(node for number, node in enumerate(self.nodes, 1) if slot < SLOTS * number // 3)

    @contextlib.contextmanager
    def without(self, number: int) -> Iterator[Node]:
        """Kill a node, and start it again in the end."""
        node = self.nodes[number]
        node.kill()
        try:
            yield node
        finally:
            node.start()
            assert eventually(self.is_whole)
