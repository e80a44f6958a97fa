"""Schemathesis sends commands that are read, not those that have been answered already."""

import pytest
import schemathesis
from schemathesis.hooks import HookContext

from openapi.fuzzing_keys import NAME, before_call

CONTRACT = {
    "openapi": "3.1.0",
    "info": {"title": "Commands", "version": "1"},
    "paths": {"/tables": {"post": {"responses": {"201": {"description": "A table."}}}}},
}
OPERATION = schemathesis.openapi.from_dict(CONTRACT)["/tables"]["POST"]


def sent(headers: dict[str, str]) -> dict[str, str]:
    """Return the headers with which a case is sent that has these."""
    case = OPERATION.Case(headers=headers)
    before_call(HookContext(operation=OPERATION), case, {})
    return dict(case.headers)


def test_each_command_has_a_key_of_its_own() -> None:
    keys = [sent({NAME: "0"})[NAME] for _ in range(2)]

    assert len({"0", *keys}) == 3


@pytest.mark.parametrize("headers", [{}, {NAME: ""}, {NAME: "two words"}, {NAME: "é"}])
def test_what_shall_be_refused_stays_as_it_is(headers: dict[str, str]) -> None:
    assert sent(headers) == headers
