"""Making the record of a game: as a document whose events are encoded slice by slice, while others have their turn."""

from uuid import UUID

import msgspec
from msgspec import UNSET, Raw

from domain.table import Entry, Snapshot
from service.live.history import History
from service.live.named import encoder
from service.records.records import record_of, recorded
from service.store import Seal
from service.store.signing import Signer


async def document_of(history: History, table_id: UUID, seal: Seal, signer: Signer) -> bytes:
    """Return the record of a table up to its seal, as JSON. Raises `AnotherHistory` if the log gets one meanwhile."""

    def see(entry: Entry, _: Snapshot, link: bytes) -> bytes:
        return encoder.encode(recorded(entry, link))

    with history.unbroken():
        walk = history.walk(table_id, 0, seal.version, see)
        events = b",".join([event async for slice_ in walk for event in slice_])
        last = await history.at(table_id, seal.version)
    record = record_of(table_id, last, (), (), seal=seal, signer=signer)
    head = {name: part for name, part in msgspec.structs.asdict(record).items() if part is not UNSET}
    return encoder.encode(head | {"events": Raw(b"[%s]" % events)})
