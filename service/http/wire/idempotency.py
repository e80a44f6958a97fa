"""`Idempotency-Key`: a command that is sent again is answered again, not executed again.

Source: draft-ietf-httpapi-idempotency-key-header-07.
"""

import hashlib
from uuid import UUID

from service.http.exchange import exchange_of
from service.http.middleware.authentication import Asked
from service.http.wire.headers import key_of
from service.play.stream import CommandKey


def command_key(request: Asked) -> CommandKey | None:
    """Return what makes a command of the caller safe to send twice, or None if its request has no key.

    Raises `Problem("invalid_parameter")` for a malformed key.
    """
    scope = request.scope
    exchange = exchange_of(scope)
    key = key_of(exchange.given(b"idempotency-key"))
    if key is None:
        return None
    player: UUID = scope["auth"].player
    asked = b"%b %b\n%b" % (scope["method"].encode(), scope["path"].encode(), exchange.sent)
    return CommandKey(command_id(player, key), hashlib.sha256(asked).digest()[:16])


def command_id(player: UUID, key: bytes) -> bytes:
    """Return what stands in the log for a key of a player, 16 bytes."""
    return hashlib.sha256(player.bytes + key).digest()[:16]


def table_id_of(key: CommandKey) -> UUID:
    """Return the id of the table that a command with a key opens: the same for every try (RFC 9562, version 8)."""
    number = int.from_bytes(key.id)
    number = number & ~(0xF << 76) | (8 << 76)
    return UUID(int=number & ~(0x3 << 62) | (0x2 << 62))
