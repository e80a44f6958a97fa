"""Seeks in memory and on Postgres keep one contract."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from domain import GAMES
from domain.table import TableSettings
from service.meeting.memory import MemorySeeks
from service.meeting.port import SeekStore, Sought
from service.meeting.postgres import PostgresSeeks
from tests.service.meeting.contract import SeekStoreContract


class TestMemorySeeks(SeekStoreContract):
    @pytest.fixture
    def store(self) -> SeekStore:
        return MemorySeeks()


class TestPostgresSeeks(SeekStoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[SeekStore]:
        async with PostgresSeeks.open(postgres_url, connections=8) as store:
            yield store


def kind(options: dict[str, object], turn_limit_ms: int = 5_000, game: str = "honors_4") -> bytes:
    """Return the kind of what is sought with some options."""
    complete = msgspec.to_builtins(GAMES[game].options(options))
    return Sought(game, complete, TableSettings(turn_limit_ms=turn_limit_ms)).kind


def test_seeks_for_the_same_have_the_same_kind() -> None:
    players = kind({}) == kind({"players": GAMES["honors_4"].options({}).players})

    assert players
    assert len({kind({}), kind({}, 6_000), kind({"dealer": 1}), kind({}, game="honors_2")}) == 4
