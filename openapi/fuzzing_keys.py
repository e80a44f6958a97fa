"""A hook of Schemathesis: each command that it sends has a key of its own.

It sends the same key in all cases, and of commands with one key the service reads only the first.
"""

import re
from typing import Any
from uuid import uuid4

import schemathesis

NAME = "Idempotency-Key"
KEY = re.compile(r"[!-~]{1,255}")
"""What the contract takes for the key of a command; another one shall be refused."""


@schemathesis.hook
def before_call(_context: schemathesis.HookContext, case: schemathesis.Case[Any], _sending: dict[str, Any]) -> None:
    """Give a case another key, if it has one that is good."""
    if KEY.fullmatch(case.headers.get(NAME) or ""):
        case.headers[NAME] = uuid4().hex
