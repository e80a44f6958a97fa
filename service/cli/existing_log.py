"""The log of a service, as operators open it: with more patience than players have, and only if it is there."""

import contextlib
from collections.abc import AsyncIterator

from service.store import EventStore
from service.store.postgres.opening import must_be_prepared, open_log


@contextlib.asynccontextmanager
async def existing_log(url: str, connections: int, patience_seconds: int) -> AsyncIterator[EventStore]:
    """Open the log at some addresses, as one text; a statement there may take some seconds.

    A service, and `parlour database prepare`, make and migrate databases; a command that looks at the wrong one, or is
    newer than the service, changes nothing. Raises what `must_be_prepared` and `open_log` raise.
    """
    await must_be_prepared(url)
    timeouts = {"lock_timeout": "2s", "statement_timeout": f"{patience_seconds}s"}
    async with open_log(url, connections, timeouts=timeouts, answer_seconds=patience_seconds) as store:
        yield store
