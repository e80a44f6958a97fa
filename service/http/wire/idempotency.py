"""`Idempotency-Key`: a command that is sent again is answered again, not executed again.

Source: draft-ietf-httpapi-idempotency-key-header-07.
"""

import hashlib

from service.http.exchange import exchange_of
from service.http.middleware.authentication import AccountRequest
from service.http.services import services_of
from service.http.wire.headers import key_of, wrong
from service.play.stream import CommandKey


def command_key(request: AccountRequest) -> CommandKey | None:
    """Return what makes a command of the caller safe to send twice, or None if its request has no key.

    Raises `Problem`: invalid_parameter for a malformed key or several, and invalid_request if the body was broken off.
    """
    scope = request.scope
    exchange = exchange_of(scope)
    if exchange.repeats(b"idempotency-key"):
        raise wrong("Idempotency-Key", "Idempotency-Key is there several times. Send one.")
    key = key_of(exchange.given(b"idempotency-key"))
    if key is None:
        return None
    asked = b"%b %b\n%b" % (scope["method"].encode(), scope["path"].encode(), exchange.sent)
    ids = services_of(request).ids
    return CommandKey(ids.of_command(scope["auth"].player, key), hashlib.sha256(asked).digest()[:16])
