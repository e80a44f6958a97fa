"""Versions and retries in headers: ETag and If-None-Match (RFC 9110), and Idempotency-Key (the IETF's draft)."""

import re
from typing import Annotated

from litestar.params import HeaderParameter

from service.http.faults import Fault
from service.http.problems import Problem
from service.store.port import FIRST_EPOCH, Epoch

KEY = re.compile(rb"[!-~]{1,255}")

LONGEST_TAGS = 1_000
"""Maximum number of characters of an `If-None-Match` that is looked at."""

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Names the command, in 1 to 255 visible ASCII characters. A second request with this key and the"
    " same body, byte for byte, is not executed: it gets the first answer. With another body the answer is 409"
    " `idempotency_key_reused`.",
    "required": False,
    "schema": {"pattern": f"^{KEY.pattern.decode()}$", "type": "string"},
}
"""The header as the contract describes it, for every operation that takes it."""

IfNoneMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-None-Match", description="The client's `ETag`. If it is still current, the answer is 304."
    ),
]


def wrong(parameter: str, detail: str) -> Problem:
    """Return the problem of a parameter that does not fit."""
    return Problem("invalid_parameter", errors=(Fault(detail, parameter=parameter),))


def key_of(idempotency_key: bytes | None) -> bytes | None:
    """Return the key without its quotes, None if there is none. It may be sent quoted, as the draft has it, or bare.

    Raises `Problem`.
    """
    if idempotency_key is None:
        return None
    if KEY.fullmatch(idempotency_key) is None:
        raise wrong("Idempotency-Key", "Idempotency-Key has 1 to 255 visible ASCII characters.")
    quoted = len(idempotency_key) > len(b'""') and idempotency_key[:1] == idempotency_key[-1:] == b'"'
    return idempotency_key[1:-1] if quoted else idempotency_key


def etag(version: int, epoch: Epoch) -> str:
    """Return the entity tag of a version: in later epochs it names the epoch, too, as others had this version.

    It is weak: an answer is sent as it is, or compressed (RFC 9110, 8.8.1).

    The epoch is one that was known before the answer was read: the tag of a later one would confirm what is lost.
    """
    return f'W/"{version}"' if epoch.number == FIRST_EPOCH.number else f'W/"{version}-{epoch}"'


def names(if_none_match: str | None, tag: str) -> bool:
    """Return whether `If-None-Match` names an entity tag, by weak comparison (RFC 9110, 13.1.2).

    A header that is longer than `LONGEST_TAGS` names none: its sender gets the whole answer.
    """
    if not if_none_match or len(if_none_match) > LONGEST_TAGS:
        return False
    tags = [each.strip().removeprefix("W/") for each in if_none_match.split(",")]
    return "*" in tags or tag.removeprefix("W/") in tags
