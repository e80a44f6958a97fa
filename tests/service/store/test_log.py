"""The event log on Postgres: on the embedded one, or on the one that PARLOUR_TEST_POSTGRES_URL names."""

import pytest

from tests.service.store.contract import EventStoreContract


class TestEventLog(EventStoreContract):
    @pytest.fixture
    def url(self, postgres_url: str) -> str:
        return postgres_url
