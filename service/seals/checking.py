"""Checks that a seal is the service's, and as it was signed. An audit checks whether the log has what was sealed."""

from typing import Literal, NamedTuple, TypeAlias

from domain import merkle
from domain.game import Refused
from service.records.records import NO_KEY
from service.seals.hashes import lane_leaves
from service.seals.schemas import LogSealDocument, seal_in
from service.store import LogSeal
from service.store.signing import key_id, log_seal_holds

Code: TypeAlias = Literal["wrong_key", "bad_signature", "bad_lanes"]
"""What can be wrong with a seal: it is not the service's, or its lanes are not those that it signs."""


class SealFault(NamedTuple):
    """Something that is wrong with a seal."""

    code: Code
    why: str


def check_seal(document: LogSealDocument, public_key: bytes | None) -> SealFault | None:
    """Return the first thing that is wrong with a seal by itself; None: nothing is.

    `public_key` (32 bytes) is the service's, from a source that you trust; None: the one that the seal names.
    Raises `Refused("no_key", …)`.
    """
    seal = seal_in(document)
    named = None if document.public_key is None else bytes.fromhex(document.public_key)
    trusted = public_key or named
    if trusted is None:
        raise Refused(NO_KEY, f"The seal does not say which key {seal.key_id} is; give it.")
    return by_another_key(seal, key_id(trusted)) if named not in (None, trusted) else fault_of(seal, trusted)


def fault_of(seal: LogSeal, trusted: bytes) -> SealFault | None:
    """Return the first thing that is wrong with a seal by itself; None: nothing is. `trusted` is the service's key."""
    if seal.key_id != key_id(trusted):
        return by_another_key(seal, key_id(trusted))
    if not log_seal_holds(trusted, seal):
        return SealFault("bad_signature", f"The signature by the key {seal.key_id} does not hold.")
    if merkle.root(lane_leaves(seal)) != seal.root:
        return SealFault("bad_lanes", "The heads of the lanes are not those that are signed.")
    return None


def by_another_key(seal: LogSeal, trusted: str) -> SealFault:
    """Return that a seal is not signed by the key with the id `trusted`."""
    return SealFault("wrong_key", f"It is signed by another key, with the id {seal.key_id}, not {trusted}.")
