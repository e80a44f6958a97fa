"""Making the records of games and tournaments: the events are encoded slice by slice, while others have their turn."""

from collections.abc import AsyncIterable
from functools import partial
from uuid import UUID

from domain.table import Entry, Snapshot
from domain.tournament import Tournament
from service.live.history import History
from service.live.named import encoder
from service.live.single_flight import SingleFlight
from service.records.files import as_file
from service.records.records import record_of, recorded
from service.records.tournaments import document_of
from service.store import Seal
from service.store.signing import Signer


class Records:
    """The records of games and of tournaments, as JSON: each is made once for all who ask for it at the same time."""

    def __init__(self, history: History, signer: Signer) -> None:
        self._history = history
        self._signer = signer
        self._single_flight = SingleFlight()

    async def document(self, table_id: UUID, seal: Seal) -> bytes:
        """Return the record of a table up to its seal. Raises `AnotherHistory` if the log gets one meanwhile."""
        key = table_id, seal.hash, self._history.epoch
        return await self._single_flight.share(key, partial(self._made, table_id, seal))

    async def document_of_tournament(
        self, tournament_id: UUID, tournament: Tournament, entries: AsyncIterable[tuple[Entry, bytes]], seal: Seal
    ) -> bytes:
        """Return the record of a tournament up to its seal; `entries` are all of these, each with its hash.

        Raises `AnotherHistory` if the log gets one meanwhile.
        """

        async def made() -> bytes:
            with self._history.unbroken():
                return await document_of(tournament_id, tournament, entries, seal, self._signer)

        return await self._single_flight.share((tournament_id, seal.hash, self._history.epoch), made)

    async def _made(self, table_id: UUID, seal: Seal) -> bytes:
        def see(entry: Entry, _: Snapshot, link: bytes) -> bytes:
            return encoder.encode(recorded(entry, link))

        with self._history.unbroken():
            walk = self._history.walk(table_id, 0, seal.version, see)
            events = [event async for slice_ in walk for event in slice_]
            last = await self._history.at(table_id, seal.version)
        return await as_file(record_of(table_id, last, (), (), seal=seal, signer=self._signer), events)
