"""Signatures, Ed25519 (RFC 8032): of a finished game, over the last link of its chain; and of the whole log."""

import hashlib
import hmac
from functools import lru_cache
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import structs

from service.store.log_seals import LogSeal
from service.store.port import Seal


def signed_text(table_id: UUID, version: int, last_link: bytes) -> bytes:
    """Return the bytes that are signed: `parlour-seal-1`, table, version and last hash, a line each."""
    return f"parlour-seal-1\n{table_id}\n{version}\n{last_link.hex()}".encode()


def log_seal_text(seal: LogSeal) -> bytes:
    """Return the bytes that are signed: `parlour-log-seal-1`, and what else a seal of the log says, a line each."""
    lines = ("parlour-log-seal-1", seal.number, seal.at, seal.epoch, "cut" if seal.cut else "whole")
    return "\n".join([*map(str, lines), seal.previous.hex(), seal.root.hex()]).encode()


def key_id(public_key: bytes) -> str:
    """Return the short name of a public key (32 bytes): the first 16 digits of its SHA-256."""
    return hashlib.sha256(public_key).hexdigest()[:16]


class Signer:
    """Signs finished games with the service's private key, given as a seed of 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public_key = self._key.public_key().public_bytes_raw()
        self.key_id = key_id(self.public_key)

    def sign(self, table_id: UUID, version: int, last_link: bytes) -> bytes:
        """Return the signature, 64 bytes."""
        return self._key.sign(signed_text(table_id, version, last_link))

    def seal(self, stream_id: UUID, version: int, last_link: bytes, at: int) -> Seal:
        """Return the seal of a table or a tournament that ends with a version, recorded at a time in ms."""
        return Seal(version, last_link, self.key_id, self.sign(stream_id, version, last_link), at)

    def sign_log(self, seal: LogSeal) -> LogSeal:
        """Return a seal of the log with its signature, and the id of the key."""
        signed = structs.replace(seal, key_id=self.key_id)
        return structs.replace(signed, signature=self._key.sign(log_seal_text(signed)))

    def secret(self, label: bytes) -> bytes:
        """Return another secret, 32 bytes, which all processes with this key share; each label has its own."""
        return hmac.digest(self._seed, label, "sha256")


def signature_holds(public_key: bytes, table_id: UUID, version: int, last_link: bytes, signature: bytes) -> bool:
    """Return whether the signature of a finished game is that of the owner of `public_key` (32 bytes)."""
    return is_signed(public_key, signed_text(table_id, version, last_link), signature)


def log_seal_holds(public_key: bytes, seal: LogSeal) -> bool:
    """Return whether the signature of a seal of the log is that of the owner of `public_key` (32 bytes)."""
    return is_signed(public_key, log_seal_text(seal), seal.signature)


def is_signed(public_key: bytes, text: bytes, signature: bytes) -> bool:
    """Return whether the owner of `public_key` (32 bytes) has signed a text."""
    try:
        key_of(public_key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=16)
def key_of(public_key: bytes) -> Ed25519PublicKey:
    """Return a key, given by its 32 bytes: an audit needs the same one for every game. Raises ValueError."""
    return Ed25519PublicKey.from_public_bytes(public_key)
