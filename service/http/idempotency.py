"""`Idempotency-Key`: a command that is sent again is answered again, not executed again.

Source: draft-ietf-httpapi-idempotency-key-header-07.
"""

import hashlib
from uuid import UUID

from service.http.headers import key_of
from service.play.stream import CommandKey


def command_key(player: UUID, idempotency_key: str | None, operation: str, body: bytes) -> CommandKey | None:
    """Return what makes a command safe to send twice, or None without a key. `operation`: method and path.

    Raises `Problem("invalid_parameter")` for a malformed key.
    """
    key = key_of(idempotency_key)
    if key is None:
        return None
    command_id = hashlib.sha256(player.bytes + key.encode()).digest()[:16]
    request = hashlib.sha256(operation.encode() + b"\n" + body).digest()[:16]
    return CommandKey(command_id, request)


def table_id_of(key: CommandKey) -> UUID:
    """Return the id of the table that a command with a key opens: the same for every try (RFC 9562, version 8)."""
    number = int.from_bytes(key.id)
    number = number & ~(0xF << 76) | (8 << 76)
    return UUID(int=number & ~(0x3 << 62) | (0x2 << 62))
