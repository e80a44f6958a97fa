from uuid import uuid4

import pytest
from msgspec.structs import replace

from service.accounts.port import Account
from service.accounts.scopes import Role
from service.app import create_app
from service.http.middleware.authentication import must_be
from service.http.problems import Problem
from service.settings import BadSetting, Settings


@pytest.mark.parametrize("role", ["operator", "analyst"])
def test_some_things_are_for_some_roles(role: Role) -> None:
    must_be(Account(uuid4(), role, bytes(32)), "operator", "analyst")


@pytest.mark.parametrize("role", ["player", "analyst"])
def test_and_for_no_other(role: Role) -> None:
    with pytest.raises(Problem) as refused:
        must_be(Account(uuid4(), role, bytes(32)), "operator")

    assert refused.value.code == "forbidden"


@pytest.mark.parametrize("missing", ["postgres_url", "signing_key"])
async def test_a_worker_needs_complete_settings(missing: str) -> None:
    complete = Settings(postgres_url="postgresql://127.0.0.1:1/parlour", signing_key=bytes(32))
    app = create_app(replace(complete, **{missing: None}))
    with pytest.raises(ExceptionGroup) as refused:
        async with app.lifespan():
            pass

    assert refused.group_contains(BadSetting)
