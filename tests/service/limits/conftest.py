"""Where requests are counted in these tests, and who sends them."""

from uuid import uuid4

import pytest


@pytest.fixture(scope="module")
def redis_url(any_redis_url: str) -> str:
    """Give the URL of a Redis: all of this holds on one server and on a cluster."""
    return any_redis_url


@pytest.fixture
def ada() -> bytes:
    """A caller who has spent nothing yet."""
    return uuid4().bytes
