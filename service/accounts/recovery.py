"""Recovery codes: with one, a player who has lost all tokens of an account comes back to it, once.

A player who does not get the answer would be shut out for good, above all if their other tokens were revoked. So they
may send a key of their own with the code: the token is made of both, and of the service's secret, and for a few minutes
the same two give it again. It is kept as a hash, like all others. The code alone is useless then.

A code is 28 signs, of which nobody guesses one: 140 random bits. It is shown once and kept as its SHA-256 only. Its
signs are Crockford's base 32, so that it can be copied from paper: lower case, missing hyphens, and O, I and L for
the digits that they look like are no mistakes.
"""

import hashlib
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SIGNS, GROUP = 28, 4
LONGEST_CODE = 60
"""Maximum number of characters of what somebody types for a code."""

AGAIN_MS = 10 * 60 * 1000
"""Milliseconds for which a code gives the same token again to a client that sends the same retry key with it."""
SHORTEST_RETRY_KEY, LONGEST_RETRY_KEY = 32, 255

AS_MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def new_code() -> str:
    """Return a new code, in groups: `7Q2M-…`."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(SIGNS))
    return "-".join(signs[start : start + GROUP] for start in range(0, SIGNS, GROUP))


def hash_of_recovery_code(code: str) -> bytes:
    """Return the SHA-256 of a code, however it is typed."""
    return hashlib.sha256(b"parlour-recovery-1:" + code.upper().translate(AS_MEANT).encode()).digest()
