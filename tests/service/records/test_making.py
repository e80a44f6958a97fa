"""Records are made event by event, all of one history: nothing as large as a record is encoded at once."""

import json
from collections.abc import AsyncIterator

import pytest

from domain.table import Entry
from service.live.history import AnotherHistory
from service.live.named import encoder
from service.records.making import Records
from service.records.records import check, read
from service.store import Epoch, MemoryStore
from tests.service.live.cold import played
from tests.service.records.test_tournaments import over
from tests.service.workers import SIGNER


class NotingEncoder:
    """Encodes, and notes how large what it has made is."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def encode(self, content: object) -> bytes:
        """Encode something."""
        found = encoder.encode(content)
        self.sizes.append(len(found))
        return found


@pytest.fixture
def noting(monkeypatch: pytest.MonkeyPatch) -> NotingEncoder:
    noting = NotingEncoder()
    for module in ("files", "making", "tournaments"):
        monkeypatch.setattr(f"service.records.{module}.encoder", noting)
    return noting


async def test_the_record_of_a_game_is_never_encoded_as_a_whole(noting: NotingEncoder) -> None:
    store = MemoryStore()
    process, table = await played(store, "honors_4", 1_000, players=2, max_deals=1)
    seal = await store.seal_of(table)
    assert seal is not None

    record = await Records(process.history, SIGNER).document(table, seal)

    assert max(noting.sizes) < len(record) / 2
    assert check(read(record), SIGNER.public_key).events == seal.version


async def test_the_record_of_a_tournament_is_never_encoded_as_a_whole(noting: NotingEncoder) -> None:
    office, tournament, seal = await over()
    now, entries = await office.engine.current(tournament), office.engine.entries(tournament, seal.version)

    record = await Records(office.history, SIGNER).document_of_tournament(tournament, now, entries, seal)

    assert max(noting.sizes) < len(record) / 2
    assert list(json.loads(record)) == ["commitment", "events", "format", "game", "seal", "secret", "tournament"]


async def test_a_record_of_a_tournament_has_no_events_of_two_histories() -> None:
    office, tournament, seal = await over()
    now, log = await office.engine.current(tournament), office.log
    assert isinstance(log, MemoryStore)

    async def entries() -> AsyncIterator[tuple[Entry, bytes]]:
        async for entry in office.engine.entries(tournament, seal.version):
            yield entry
            log.begin(Epoch(2, "0a0b0c0d"))

    with pytest.raises(AnotherHistory):
        await Records(office.history, SIGNER).document_of_tournament(tournament, now, entries(), seal)
