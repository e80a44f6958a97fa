"""Requests of handlers that Litestar's router does not call: what is made of them later is what Litestar makes."""

from typing import Any

import pytest
from litestar import Litestar, Request
from litestar.types import HTTPScope

from service.http.middleware.at_once import MADE_LATER, BriefRequest


async def nothing(*_: Any) -> Any:
    """Stand for what a server gives."""


@pytest.fixture
def scope() -> HTTPScope:
    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": "/v1/tables",
        "raw_path": b"/v1/tables",
        "root_path": "",
        "scheme": "http",
        "query_string": b"a=1",
        "server": ("parlour.test", 80),
        "headers": [(b"host", b"parlour.test"), (b"cookie", b"b=2"), (b"content-type", b"application/json")],
        "path_params": {},
        "litestar_app": Litestar(logging_config=None),  # by itself it changes what this process logs
        "state": {},
    }
    found: HTTPScope = scope
    return found


@pytest.mark.parametrize(
    "name",
    ["url", "base_url", "headers", "method", "cookies", "query_params", "content_type", "accept", "is_connected"],
)
def test_what_is_asked_of_a_brief_request_is_what_litestar_makes(scope: HTTPScope, name: str) -> None:
    brief = BriefRequest(scope, nothing, nothing)

    assert getattr(brief, name) == getattr(Request[Any, Any, Any](scope, nothing, nothing), name)


@pytest.mark.parametrize("name", sorted(MADE_LATER))
def test_each_attribute_that_litestar_sets_is_there(scope: HTTPScope, name: str) -> None:
    assert hasattr(BriefRequest(scope, nothing, nothing), name)


def test_no_other_attribute_is_there(scope: HTTPScope) -> None:
    assert not hasattr(BriefRequest(scope, nothing, nothing), "_else")
