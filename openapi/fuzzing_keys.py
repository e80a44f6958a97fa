"""A hook of Schemathesis: each command that it sends has a key of its own.

It sends the same key in all cases, and of commands with one key the service reads only the first.
"""

from typing import Any
from uuid import uuid4

import schemathesis

from service.http.wire.headers import KEY

NAME = "Idempotency-Key"


@schemathesis.hook
def before_call(_context: schemathesis.HookContext, case: schemathesis.Case[Any], _sending: dict[str, Any]) -> None:
    """Give a case a new key, if it has a valid one: an invalid one has to be refused."""
    if KEY.fullmatch((case.headers.get(NAME) or "").encode("utf-8", "surrogatepass")):
        case.headers[NAME] = uuid4().hex
