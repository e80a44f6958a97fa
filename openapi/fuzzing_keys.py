"""A hook of Schemathesis: each command that it sends has a key of its own.

It sends the same key in all cases, and of commands with one key the service reads only the first.
"""

import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import schemathesis

COMPONENTS = json.loads(Path(__file__).with_name("openapi.json").read_bytes())["components"]
"""Those of the contract: to read it takes a tenth of the time in which the service is imported, which knows as much."""

PARAMETER = COMPONENTS["parameters"]["IdempotencyKey"]
NAME = PARAMETER["name"]
VALID = re.compile(PARAMETER["schema"]["pattern"])


@schemathesis.hook
def before_call(_context: schemathesis.HookContext, case: schemathesis.Case[Any], _sending: dict[str, Any]) -> None:
    """Give a case a new key, if it has a valid one: an invalid one has to be refused."""
    if VALID.fullmatch(case.headers.get(NAME) or ""):
        case.headers[NAME] = uuid4().hex
