"""Proofs that the last event of a record is in a seal, and that one seal goes on another."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from domain import merkle
from domain.validation import LARGEST_INTEGER
from service.seals.hashes import lane_leaves
from service.seals.schemas import LogSealDocument, LogSealHead, Sha256, document_of, head_of
from service.seals.trees import LaneTree, NotHashedYet, leaf_of
from service.store import LANES, EventStore, LogCorrupt, LogSeal, lane_of
from service.store.log_seals import LaneLeaf
from service.store.signing import Signer

LATITUDE_MS = 10_000
"""More than the clocks of two hosts may differ, in ms."""

Path = tuple[Sha256, ...]
"""The hashes of a proof, the nearest one first."""


class NotSealed(Exception):
    """No seal that is open covers an event."""


class SealClosed(Exception):
    """The heads of the lanes in a seal are not shown yet."""


class RecordProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that the last event of a record is in a seal of the log (RFC 9162, 2.1.3).

    The leaf is the text of `position`, `table`, `version` and `hash`, a line each; `lane_path` leads from it to the
    root over the lane. The text of `lane`, `lane_position` and that root, a line each, is a leaf, too: `log_path` leads
    from it to the root that the seal signs.
    """

    format: Literal["parlour-proof-1"]
    table: UUID
    version: Annotated[int, Meta(ge=1, description="The version of the record's last event.")]
    hash: Annotated[Sha256, Meta(description="The hash of that event, with which the record ends.")]
    position: Annotated[int, Meta(ge=1, le=LARGEST_INTEGER, description="The position of that event in its lane.")]
    lane: Annotated[int, Meta(ge=0, lt=LANES, description="The lane of the table.")]
    lane_position: Annotated[
        int, Meta(ge=1, le=LARGEST_INTEGER, description="The last position of the lane that the seal covers.")
    ]
    lane_path: Annotated[Path, Meta(max_length=64)]
    log_path: Annotated[Path, Meta(max_length=64)]
    seal: LogSealHead


class ConsistencyProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof that a seal covers everything that an earlier seal covers, unchanged (RFC 9162, 2.1.4)."""

    format: Literal["parlour-consistency-1"]
    first: LogSealDocument
    second: LogSealDocument
    paths: Annotated[tuple[Path, ...], Meta(description="By lane, how its tree goes on the earlier one.")]


async def made_before(store: EventStore) -> int | None:
    """Return the time before which a seal must be made to be open; None: all are.

    The sizes of the lanes show how far games are. A player of the same cards elsewhere may not see that of a game with
    given decks. So a seal opens when all such games are over that had begun before it.
    """
    since = await store.lobby.decks_going_on_since()
    return None if since is None else since - LATITUDE_MS


async def is_open(store: EventStore, seal: LogSeal) -> bool:
    """Return whether the heads of the lanes in a seal may be shown."""
    before = await made_before(store)
    return before is None or seal.at < before


async def proof_of(store: EventStore, signer: Signer, table_id: UUID, version: int) -> RecordProof:
    """Return the proof that an event is in the newest open seal. Raises `NotSealed`, `Unavailable`, `LogCorrupt`.

    `version` is that of an event that there is.
    """
    lane = lane_of(table_id)
    (stored,) = await store.read(table_id, version - 1, version)
    event = LaneLeaf(stored.position, table_id, version, stored.hash)
    seal = await store.log_seals.newest(await made_before(store))
    if seal is None or seal.positions[lane] < event.position:
        raise NotSealed
    size = seal.positions[lane]
    path = await path_in(store, seal, event)
    return RecordProof(
        format="parlour-proof-1",
        table=table_id,
        version=version,
        hash=event.hash.hex(),
        position=event.position,
        lane=lane,
        lane_position=size,
        lane_path=tuple(each.hex() for each in path),
        log_path=tuple(each.hex() for each in merkle.path(lane_leaves(seal), lane)),
        seal=head_of(seal, signer),
    )


async def path_in(store: EventStore, seal: LogSeal, event: LaneLeaf) -> list[bytes]:
    """Return the path from an event to the root over its lane in a seal that covers its position.

    Raises `NotSealed` if there is none and the lane may have lost since what the seal covers. Raises `LogCorrupt`,
    `NotHashedYet`, `StoreUnavailable`.
    """
    lane = lane_of(event.table_id)
    size = seal.positions[lane]
    try:
        path = await LaneTree(store, lane, size).inclusion(event.position)
    except NotHashedYet:
        if lane in await store.log_seals.may_lack(seal.epoch):
            raise NotSealed from None
        raise
    if merkle.root_by_inclusion(leaf_of(event), event.position - 1, size, path) == seal.roots[lane]:
        return path
    if lane in await store.log_seals.may_lack(seal.epoch):
        raise NotSealed
    raise LogCorrupt(f"event {event.version} of {event.table_id} is not the one that the seal {seal.number} covers")


async def consistency_of(store: EventStore, signer: Signer, first: LogSeal, second: LogSeal) -> ConsistencyProof:
    """Return the proof that a seal goes on an earlier one. Raises `SealClosed`, `Unavailable`.

    It does not hold if the log has lost what the seals cover.
    """
    if not await is_open(store, second):
        raise SealClosed
    paths = []
    for lane in range(LANES):
        try:
            path = await LaneTree(store, lane, second.positions[lane]).consistency(first.positions[lane])
        except NotHashedYet:
            if (await store.lane_positions())[lane] >= second.positions[lane]:
                raise
            path = []
        paths.append(tuple(each.hex() for each in path))
    return ConsistencyProof(
        format="parlour-consistency-1",
        first=document_of(first, signer),
        second=document_of(second, signer),
        paths=tuple(paths),
    )
