"""Whenever the process of a recovery dies, it has happened or not, and the player comes back."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from service.accounts.port import Player
from service.accounts.postgres import PostgresAccounts
from service.store.migrate import ACCOUNTS_SCHEMA
from service.store.postgres.connections import KeptConnection, connect, connected
from tests.service.deadly import Killed

AT = 1_764_547_200_000
MOST_STEPS = 30


class Cut:
    """A pool whose connections are cut at the n-th statement: before it is sent, or after its answer has come."""

    def __init__(self, pool: Any, left: int, *, after: bool) -> None:
        self._pool = pool
        self._left = left
        self._after = after
        self.struck = False

    @contextlib.asynccontextmanager
    async def acquire(self) -> AsyncIterator[Any]:
        """Give a connection."""
        async with self._pool.acquire() as connection:
            self._connection = connection
            yield self

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Begin and commit as statements of their own; a process that is killed rolls nothing back."""
        await self.execute("begin")
        yield
        await self.execute("commit")

    async def execute(self, *given: Any) -> Any:
        """Send a statement, as the others do."""
        return await self._send(self._connection.execute, *given)

    async def fetch(self, *given: Any) -> Any:
        """Send a question."""
        return await self._send(self._connection.fetch, *given)

    async def fetchval(self, *given: Any) -> Any:
        """Send a question for one value."""
        return await self._send(self._connection.fetchval, *given)

    async def _send(self, statement: Any, *given: Any) -> Any:
        self._left -= 1
        self.struck = self._left < 0
        answer = None if self.struck and not self._after else await statement(*given)
        if self.struck:
            self._connection.terminate()
            raise Killed
        return answer


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_recovery_interrupted_at_any_point_has_happened_completely_or_not_at_all(
    postgres_url: str, after: bool
) -> None:
    happened = []
    for step in range(MOST_STEPS):
        async with PostgresAccounts.open(postgres_url) as store:
            ada, code, token = Player(uuid4(), "Ada"), uuid4().bytes * 2, uuid4().bytes * 2
            await store.add_player(ada, AT)
            old = [uuid4().bytes * 2 for _ in range(3)]
            for each in old:
                await store.add_token(each, ada.id, "player", AT)
            await store.set_recovery(ada.id, code, AT)
            async with connected(postgres_url, ACCOUNTS_SCHEMA, 1) as pool:
                cut: Any = Cut(pool, step, after=after)
                dying = PostgresAccounts(pool, cut, KeptConnection(partial(connect, postgres_url, ACCOUNTS_SCHEMA)))
                with contextlib.suppress(Killed):
                    await dying.recover(code, token, AT + 1, revoke_others=True)

            hashes = {each.hash for each in await store.tokens_of(ada.id, AT + 2)}
            good = await store.recovery_made_at(ada.id) is not None
            assert (hashes, good) in [({*old}, True), ({token}, False)], f"at step {step}"
            happened.append(not good)
            found = await store.recover(code, token, AT + 3, revoke_others=True)
            assert found is not None
            assert found[0] == ada.id
            assert [each.hash for each in await store.tokens_of(ada.id, AT + 4)] == [token]
            assert await store.recover(code, uuid4().bytes * 2, AT + 5, revoke_others=False) is None
        if not cut.struck:
            assert happened.count(False) > 4, "it takes several steps"
            return
    raise AssertionError("it takes too many steps")
