"""What a seal of the log hashes: the heads of all lanes, and the seal before it."""

import hashlib

from domain import merkle
from service.store import LogSeal
from service.store.signing import log_seal_text

NO_SEAL = bytes(32)
"""What stands for the seal before the first one."""


def lane_leaf(lane: int, position: int, root: bytes) -> bytes:
    """Return the hash of a lane's leaf: of the text `lane LF position LF root`, the root hexadecimal."""
    return merkle.leaf_hash(f"{lane}\n{position}\n{root.hex()}".encode())


def lane_leaves(seal: LogSeal) -> list[bytes]:
    """Return the hashes of the leaves of the tree over all lanes."""
    heads = zip(seal.positions, seal.roots, strict=True)
    return [lane_leaf(lane, position, root) for lane, (position, root) in enumerate(heads)]


def hash_of_seal(seal: LogSeal) -> bytes:
    """Return the hash that the next seal names: SHA-256 of what is signed."""
    return hashlib.sha256(log_seal_text(seal)).digest()
