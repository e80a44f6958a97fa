"""Reading finished games from the log, in it or in its archive, and what is derived from them."""

import asyncio
from collections.abc import Iterable, Iterator

from domain import rules_of
from domain.table import Entry, Snapshot, evolve
from projections.history import Opening, Rows, rows_of
from service.play.stream import entry_of
from service.store import EventStore, LogCorrupt, StoredEvent


async def rows_from_log(event_log: EventStore, opening: Opening) -> Rows:
    """Return what is derived from a game, folded in another thread: others have their turn.

    Raises `StoreUnavailable`, `NotReadable`, and `LogCorrupt` if the log has lost events of it.
    """
    seal = await event_log.seal_of(opening.table_id)
    if seal is None:
        raise LogCorrupt(f"table {opening.table_id} has a number in the history, and no seal")
    events = await event_log.read(opening.table_id, 0, seal.version)
    if [event.version for event in events] != list(range(1, seal.version + 1)):
        raise LogCorrupt(f"table {opening.table_id} has lost events")
    return await asyncio.to_thread(rows_of, opening, folded(events), seal.hash)


def folded(events: Iterable[StoredEvent]) -> Iterator[tuple[Entry, Snapshot]]:
    """Yield the entries of a table from its first event on, each with the snapshot right after it."""
    rules, snapshot = None, None
    for event in events:
        entry = entry_of(event, rules)
        if rules is None:
            rules = rules_of(entry.event.game, entry.event.rules_version)
        snapshot = evolve(snapshot, entry)
        yield entry, snapshot
