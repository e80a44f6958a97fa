"""Seals of the log as they travel, and as operators keep them: JSON documents, read as strictly as records."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from domain.game import Refused
from domain.validation import LARGEST_INTEGER
from service.records.files import plain_json
from service.records.records import Hexadecimal
from service.store import LANES, LogSeal
from service.store.signing import Signer

Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]

NOT_A_SEAL = "not_a_seal"
"""The code with which a file is refused that is no seal of the log."""


class LaneHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a lane: the size and root of the tree over its events."""

    position: Annotated[Count, Meta(description="The position of the lane's last event.")]
    root: Annotated[Sha256, Meta(description="The root of the Merkle tree over its events up to there.")]


class LogSealHead(Struct, frozen=True, forbid_unknown_fields=True):
    """A seal of the log: the signature (Ed25519) of everything recorded until then."""

    format: Literal["parlour-log-seal-1"]
    number: Annotated[int, Meta(ge=1, le=2**31 - 1, description="1, 2, 3, …; each seal refers to the previous one.")]
    at: Annotated[int, Meta(description="When it was made, in ms since 1970.")]
    epoch: Annotated[str, Meta(description="The history of the log; a new one begins when a backup is restored.")]
    cut: Annotated[
        bool,
        Meta(
            description="Whether a new epoch has begun since the previous seal. If so, the log may lack events"
            " that other seals of earlier epochs cover, and another seal may have this number."
        ),
    ]
    previous: Annotated[
        Sha256, Meta(description="SHA-256 of what the previous seal signs; 64 zeros if this is the first.")
    ]
    root: Annotated[Sha256, Meta(description="The root of the Merkle tree over the heads of all lanes.")]
    key_id: str
    public_key: Annotated[Sha256 | None, Meta(description="Null: the service has changed its key since then.")]
    signature: Hexadecimal


class LogSealDocument(LogSealHead, frozen=True, forbid_unknown_fields=True):
    """A seal of the log with the heads of all lanes."""

    lanes: Annotated[
        tuple[LaneHead, ...] | None,
        Meta(
            description=f"The heads of the {LANES} lanes. Null until all games with given decks that were opened before"
            " are over, since the sizes would reveal their progress."
        ),
    ]


def head_of(seal: LogSeal, signer: Signer) -> LogSealHead:
    """Return a seal without its lanes."""
    return LogSealHead(
        format="parlour-log-seal-1",
        number=seal.number,
        at=seal.at,
        epoch=seal.epoch,
        cut=seal.cut,
        previous=seal.previous.hex(),
        root=seal.root.hex(),
        key_id=seal.key_id,
        public_key=signer.public_key.hex() if signer.key_id == seal.key_id else None,
        signature=seal.signature.hex(),
    )


def document_of(seal: LogSeal, signer: Signer, *, with_lanes: bool = True) -> LogSealDocument:
    """Return a seal, with the heads of its lanes or without them."""
    heads = zip(seal.positions, (root.hex() for root in seal.roots), strict=True)
    lanes = tuple(LaneHead(*head) for head in heads) if with_lanes else None
    return LogSealDocument(**msgspec.structs.asdict(head_of(seal, signer)), lanes=lanes)


def read_seal(document: bytes) -> LogSealDocument:
    """Read the file of a seal with its lanes, JSON. Raises `Refused("not_a_seal", …)`."""
    try:
        found = msgspec.convert(plain_json(document), LogSealDocument)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise Refused(NOT_A_SEAL, f"This is not a seal of the log: {error}.") from None
    if found.lanes is None or len(found.lanes) != LANES:
        raise Refused(NOT_A_SEAL, f"A seal that can be checked has the heads of all {LANES} lanes.")
    return found


def seal_in(document: LogSealDocument) -> LogSeal:
    """Return the seal that a document with lanes says."""
    lanes = document.lanes or ()
    return LogSeal(
        number=document.number,
        at=document.at,
        epoch=document.epoch,
        cut=document.cut,
        previous=bytes.fromhex(document.previous),
        root=bytes.fromhex(document.root),
        positions=tuple(lane.position for lane in lanes),
        roots=tuple(bytes.fromhex(lane.root) for lane in lanes),
        key_id=document.key_id,
        signature=bytes.fromhex(document.signature),
    )
