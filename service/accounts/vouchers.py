"""Vouchers: each stands for a token for some time, and for one purpose, where the token itself has no place.

A voucher is signed, so every process accepts every voucher, and none remembers one. It is valid only as long as its
token is.
"""

import base64
import binascii
import hashlib
import hmac

TIME_BYTES = 8
HASH_BYTES = 32


class Vouchers:
    """Makes vouchers for one purpose, valid for `life_ms`, and reads them; `secret` is the same in all processes."""

    def __init__(self, secret: bytes, purpose: bytes, life_ms: int) -> None:
        self._key = hmac.digest(secret, purpose, hashlib.sha256)
        self._life_ms = life_ms

    def issue(self, token_hash: bytes, at: int) -> tuple[str, int]:
        """Return a voucher for a token (SHA-256), and when it ends, in ms."""
        ends_at = at + self._life_ms
        said = ends_at.to_bytes(TIME_BYTES) + token_hash
        return base64.urlsafe_b64encode(said + self._signature(said)).decode(), ends_at

    def token_hash(self, voucher: str, at: int) -> bytes | None:
        """Return which token a voucher stands for; None if it is not one of ours, or has ended."""
        try:
            raw = base64.b64decode(voucher, altchars="-_", validate=True)
        except (binascii.Error, ValueError):
            return None
        said, signature = raw[:-HASH_BYTES], raw[-HASH_BYTES:]
        if not hmac.compare_digest(self._signature(said), signature) or int.from_bytes(said[:TIME_BYTES]) < at:
            return None
        return said[TIME_BYTES:]

    def _signature(self, said: bytes) -> bytes:
        return hmac.digest(self._key, said, hashlib.sha256)
