"""Recovery codes: with one, who has lost all tokens of an account comes back to it, once.

A code is 28 signs, of which nobody guesses one: 140 random bits. It is shown once and kept as its SHA-256 only. Its
signs are Crockford's base 32, so that it can be copied from paper: small letters, missing hyphens, and O, I and L for
the digits that they look like are no mistakes.
"""

import hashlib
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SIGNS, GROUP = 28, 4
LONGEST_CODE = 60
"""Maximum number of characters of what somebody types for a code."""

AS_MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def new_code() -> str:
    """Return a new code, in groups: `7Q2M-…`."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(SIGNS))
    return "-".join(signs[start : start + GROUP] for start in range(0, SIGNS, GROUP))


def hash_of_code(code: str) -> bytes:
    """Return the SHA-256 of a code, however it is typed."""
    return hashlib.sha256(b"parlour-recovery-1:" + code.upper().translate(AS_MEANT).encode()).digest()
