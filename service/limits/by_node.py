"""Scripts on a cluster: one key each, and all keys of a node in one call, which fails without the others.

A script with several keys would have to find all of them on one node, and callers are spread over all nodes.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeAlias

from service.limits.script import COUNT, PATIENCE_SECONDS, PAUSE_SECONDS, Answer, answers
from service.runtime.redis_clients import AWAY, Cluster

Evaluation: TypeAlias = tuple[bytes, *tuple[bytes | int, ...]]
"""A key, and the arguments of a script for it."""

Result: TypeAlias = Any
"""What a script returns for a key; None: its node is away."""

log = logging.getLogger(__name__)


class ByNode:
    """Evaluates scripts at the nodes of a cluster, each of which may be away by itself.

    `patience` is the maximum number of seconds that a call may take, `pause` the number of seconds between two calls to
    a node that is away.
    """

    def __init__(self, cluster: Cluster, *, patience: float = PATIENCE_SECONDS, pause: float = PAUSE_SECONDS) -> None:
        self._cluster = cluster
        self._patience = patience
        self._pause = pause
        self._away: dict[str, float] = {}
        """When the nodes that are away may be asked again, by their names."""

    async def count(self, keys: Sequence[bytes], arguments: Sequence[int]) -> list[Answer | None]:
        """Run the script `COUNT` with keys, and four arguments for each: this is a `Call`."""
        each = zip(keys, *(arguments[place::4] for place in range(4)), strict=True)
        return [None if results is None else answers(results)[0] for results in await self.evaluate(COUNT, list(each))]

    async def evaluate(self, script: str, evaluations: Sequence[Evaluation]) -> list[Result]:
        """Evaluate a script for each of some keys; return the result for each, None if its node is away.

        Raises what `AWAY` has if nobody can be asked for the nodes.
        """
        until = asyncio.get_running_loop().time() + self._patience
        async with asyncio.timeout_at(until):
            await self._cluster.initialize()
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, (key, *_) in enumerate(evaluations):
            places[self._cluster.get_node_from_key(key).name].append(place)  # type: ignore[arg-type, union-attr]
        results: list[Result] = [None] * len(evaluations)

        async def ask(node: str) -> None:
            own = [evaluations[place] for place in places[node]]
            for place, answer in zip(places[node], await self._ask(node, script, own, until), strict=False):
                results[place] = answer

        await asyncio.gather(*(ask(node) for node in places))
        return results

    async def _ask(self, node: str, script: str, evaluations: Sequence[Evaluation], until: float) -> Sequence[Result]:
        """Return the results of the evaluations at a node; none if it is away."""
        now = asyncio.get_running_loop().time()
        if self._away.get(node, now) > now:
            return ()
        try:
            async with asyncio.timeout_at(until), self._cluster.pipeline() as pipeline:
                for key, *arguments in evaluations:
                    pipeline.eval(script, 1, key, *arguments)
                results: list[Result] = await pipeline.execute()
        except AWAY as error:
            if node not in self._away:
                log.warning(
                    "A node of Redis is away; each worker counts alone who belongs there",
                    extra={"node": node, "cause": type(error).__name__},
                )
            self._away[node] = asyncio.get_running_loop().time() + self._pause
            self._cluster.doubt(node)  # another one may have its keys by now
            return ()
        if self._away.pop(node, None) is not None:
            log.info("A node of Redis is back; the workers count together again", extra={"node": node})
        return results
