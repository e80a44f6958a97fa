"""Whether a log has what was sealed, unchanged: the roots are made anew from its events, not from kept hashes."""

import asyncio
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from domain import merkle
from domain.game import Refused
from service.seals.schemas import LogSealDocument, seal_in
from service.seals.sealing import lane_leaves
from service.seals.trees import leaf_of
from service.store import LANES, LogCorrupt, LogSeal
from service.store.log_seals import LaneLeaf
from service.store.signing import key_id, log_seal_holds

PAGE = 1024
"""Events that one question reads."""

Code: TypeAlias = Literal[
    "wrong_key", "bad_signature", "bad_lanes", "lane_broken", "tail_missing", "altered", "other_history"
]
"""What can be wrong, from the seal itself to the log."""


class SealFault(Struct, frozen=True):
    """Something that is wrong with a seal (`lane` is None), or with what the log has of what it covers.

    - `wrong_key`, `bad_signature`, `bad_lanes`: the seal is not the service's, or its lanes are not those it signs;
    - `tail_missing`: the lane ends before what was sealed;
    - `altered`: it has as many events, and others;
    - `other_history`: the same, after a backup was restored that is older than the seal;
    - `lane_broken`: a position is missing.
    """

    code: Code
    lane: int | None
    sealed: int | None
    """Up to which position the lane was sealed."""
    found: int | None
    """The last position that the lane has, at most the sealed one."""
    why: str


class Lanes(Protocol):
    """A reader of all lanes, such as the `log_seals` of a store."""

    async def leaves(self, lane: int, after: int, limit: int) -> list[LaneLeaf]:
        """Return what the tree has of the events of a lane after a position, at most `limit`."""
        ...


def check_seal(document: LogSealDocument, public_key: bytes | None) -> list[SealFault]:
    """Return what is wrong with a seal by itself; nothing is wrong with it if the list is empty.

    `public_key` (32 bytes) is the service's, from a source that you trust; None: the one that the seal names.
    Raises `Refused("no_key", …)`.
    """
    seal = seal_in(document)
    named = None if document.public_key is None else bytes.fromhex(document.public_key)
    trusted = public_key or named
    if trusted is None:
        raise Refused("no_key", f"The seal does not say which key {seal.key_id} is; give it.")
    if seal.key_id != key_id(trusted) or named not in (None, trusted):
        return [of_seal("wrong_key", f"It is signed by another key, with the id {seal.key_id}, not {key_id(trusted)}.")]
    if not log_seal_holds(trusted, seal):
        return [of_seal("bad_signature", f"The signature by the key {seal.key_id} does not hold.")]
    if merkle.root(lane_leaves(seal)) != seal.root:
        return [of_seal("bad_lanes", "The heads of the lanes are not those that are signed.")]
    return []


async def check_sealed(
    document: LogSealDocument, lanes: Lanes, epoch: str, public_key: bytes | None = None
) -> list[SealFault]:
    """Return what is wrong with a seal, and with the log: it must begin with all that was sealed, unchanged.

    `lanes` reads the log, and `epoch` is its present one, as text. Raises `Refused("no_key", …)`, `StoreUnavailable`.
    """
    faults = check_seal(document, public_key)
    if not faults:
        seal = seal_in(document)
        found = [await fault_of_lane(seal, lane, lanes, epoch) for lane in range(LANES)]
        faults = [fault for fault in found if fault is not None]
    return faults


async def fault_of_lane(seal: LogSeal, lane: int, lanes: Lanes, epoch: str) -> SealFault | None:
    """Return what is wrong with one lane; None: it begins with all that was sealed. Raises `StoreUnavailable`."""
    sealed, tree = seal.positions[lane], merkle.Growing()
    other = "" if seal.epoch == epoch else f" The log is of the epoch {epoch}, the seal of {seal.epoch}."
    try:
        await grow(tree, lanes, lane, sealed)
    except LogCorrupt as error:
        return SealFault("lane_broken", lane, sealed, tree.size, f"{error}.")
    if tree.size < sealed:
        why = f"Lane {lane} ends at position {tree.size}; {sealed} were sealed.{other}"
        return SealFault("tail_missing", lane, sealed, tree.size, why)
    if tree.root != seal.roots[lane]:
        why = f"Lane {lane} has other events than were sealed, among the first {sealed}.{other}"
        return SealFault("other_history" if other else "altered", lane, sealed, sealed, why)
    return None


async def grow(tree: merkle.Growing, lanes: Lanes, lane: int, size: int) -> None:
    """Let a tree take the first events of a lane, as many as there are."""
    while tree.size < size:
        events = await lanes.leaves(lane, tree.size, min(PAGE, size - tree.size))
        if not events:
            return
        for start in range(0, len(events), PAGE // 4):
            tree.extend(leaf_of(event) for event in events[start : start + PAGE // 4])
            await asyncio.sleep(0)


def of_seal(code: Code, why: str) -> SealFault:
    """Return a fault of the seal itself."""
    return SealFault(code, None, None, None, why)
