"""When the record of a game is open: then everybody who may watch the table may see all of it."""

from uuid import UUID

from domain.game import Refused
from service.store import EventStore, Seal

RECORD_CLOSED = "record_closed"
"""The code of refusals of everything that only an open record may show."""


async def open_seal(event_log: EventStore, table_id: UUID) -> Seal:
    """Return the seal of a table of which all may be seen. Raises `Refused`: record_closed."""
    seal = await event_log.seal_of(table_id)
    if seal is None:
        raise Refused(RECORD_CLOSED, "The record opens when the game is finished.")
    if not await event_log.record_open(table_id):
        raise Refused(
            RECORD_CLOSED, "Another table plays the same deck. The record opens when that table has finished, too."
        )
    return seal
