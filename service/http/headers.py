"""Versions and retries in headers: ETag and If-None-Match (RFC 9110), and Idempotency-Key (the IETF's draft)."""

import re
from typing import Annotated

from litestar.params import HeaderParameter

from service.http.problems import Fault, Problem

KEY = re.compile(r"[!-~]{1,255}")

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        schema_extra={"pattern": f"^{KEY.pattern}$"},
        description="Names this command, in 1 to 255 visible ASCII characters. Sent again with the same key and body, "
        "it is answered again and not executed again, for ever; with another body: 409 `idempotency_key_reused`.",
    ),
]
IfNoneMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-None-Match", description="The ETag that the client has: 304 if it is still the right one."
    ),
]


def wrong(parameter: str, detail: str) -> Problem:
    """Return the problem of a parameter that does not fit."""
    return Problem("invalid_parameter", errors=(Fault(detail, parameter=parameter),))


def key_of(idempotency_key: str | None) -> str | None:
    """Return the key without its quotes: it may be sent quoted, as the draft has it, or bare. Raises `Problem`."""
    if idempotency_key is None:
        return None
    if KEY.fullmatch(idempotency_key) is None:
        raise wrong("Idempotency-Key", "Idempotency-Key has 1 to 255 visible ASCII characters.")
    quoted = len(idempotency_key) > len('""') and idempotency_key[0] == idempotency_key[-1] == '"'
    return idempotency_key[1:-1] if quoted else idempotency_key


def etag(version: int) -> str:
    """Return the strong entity tag of a version."""
    return f'"{version}"'


def has_version(if_none_match: str | None, version: int) -> bool:
    """Return whether the client already has this version, by weak comparison (RFC 9110, 13.1.2)."""
    if if_none_match is None:
        return False
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in tags or etag(version) in tags
