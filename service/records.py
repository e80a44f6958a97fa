"""The record of a finished game as a file, and its verification: file and public key suffice, no service."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from domain.fairness import ALGORITHM
from domain.game import Refused, Seat
from domain.record import Entry, RecordBroken, check_chain, check_rules, entry_type
from domain.table import GAMES, Snapshot
from service.signing import key_id, signature_holds

FORMAT = "parlour-record-1"

Hexadecimal = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$")]


class RecordedEntry(Struct, frozen=True):
    """One event with its secrets, its header and its hash; the chain is described in the guide."""

    version: int
    step: Annotated[int, Meta(description="The version of the first event of the same command.")]
    seat: Annotated[Seat | None, Meta(description="The seat that acted; null: the table, or the clock.")]
    command: Annotated[Hexadecimal | None, Meta(description="The id of the client's command, if it sent a key.")]
    move: Annotated[Any, Meta(description="On the first event of a move: the move. Else null.")]
    event: Any
    hash: Hexadecimal


class OpenedDeal(Struct, frozen=True):
    """Everything that the orders of cards come from."""

    algorithm: str
    commitment: Annotated[Hexadecimal, Meta(description="SHA-256 of the secret; was published when the table opened.")]
    secret: Hexadecimal
    entropy: Annotated[tuple[str | None, ...], Meta(description="What each seat added.")]
    decks_given: int


class RecordSeal(Struct, frozen=True):
    """The service's signature (Ed25519) of the last hash, made when the game finished."""

    version: int
    hash: Hexadecimal
    key_id: str
    public_key: Hexadecimal
    signature: Hexadecimal


class Record(Struct, frozen=True):
    """The whole record of a finished game."""

    format: str
    id: UUID
    game: str
    rules_version: str
    players: tuple[UUID | None, ...]
    deal: OpenedDeal
    events: tuple[RecordedEntry, ...]
    seal: RecordSeal


def record_of(
    game: UUID, snapshot: Snapshot, entries: Sequence[Entry], hashes: Sequence[bytes], seal: RecordSeal
) -> Record:
    """Return the record of a finished game from its entries, their hashes, and its seal."""
    table = snapshot.table
    return Record(
        format=FORMAT,
        id=game,
        game=table.game,
        rules_version=table.rules_version,
        players=table.seats,
        deal=OpenedDeal(ALGORITHM, table.commitment, table.secret.hex(), table.entropy, len(table.decks)),
        events=tuple(
            RecordedEntry(entry.version, entry.step, entry.seat, entry.command, entry.move, entry.event, link.hex())
            for entry, link in zip(entries, hashes, strict=True)
        ),
        seal=seal,
    )


def entries_of(record: Record) -> list[Entry]:
    """Return the entries of a record, typed by its game. Raises `RecordBroken` at the first that is malformed."""
    if record.game not in GAMES:
        raise RecordBroken(1, f"the game {record.game!r} is not known here")
    kind = entry_type(record.game)
    entries = []
    for number, raw in enumerate(record.events, start=1):
        try:
            entries.append(msgspec.convert(msgspec.to_builtins(raw), kind))
        except msgspec.ValidationError as error:
            raise RecordBroken(number, f"it is malformed: {error}") from None
    return entries


def check(record: Record, public_key: bytes | None = None) -> Snapshot:
    """Check the chain, the signature, every deal and shuffle, and every step by the rules.

    `public_key` (32 bytes) is the service's, from a source that you trust; None: the one that the record names.
    Returns the last snapshot. Raises `RecordBroken` with the first bad event.
    """
    entries = entries_of(record)
    hashes = [bytes.fromhex(entry.hash) for entry in record.events]
    check_chain(record.id, entries, hashes)
    check_seal(record, hashes[-1] if hashes else b"", public_key)
    snapshot = check_rules(entries)
    check_header(record, snapshot)
    return snapshot


def check_seal(record: Record, last_link: bytes, public_key: bytes | None) -> None:
    """Raise `RecordBroken` unless the seal is over the last event and by the key."""
    seal, last = record.seal, len(record.events)
    trusted = public_key or bytes.fromhex(seal.public_key)
    if seal.version != last or bytes.fromhex(seal.hash) != last_link:
        raise RecordBroken(last, f"the seal is over event {seal.version} with another hash: the end was cut or altered")
    if seal.key_id != key_id(trusted):
        raise RecordBroken(last, f"it is sealed with the key {seal.key_id}, not with {key_id(trusted)}")
    if not signature_holds(trusted, record.id, seal.version, last_link, bytes.fromhex(seal.signature)):
        raise RecordBroken(last, "the signature of its hash does not hold")


def check_header(record: Record, snapshot: Snapshot) -> None:
    """Raise `RecordBroken` where the head of the file says something else than its events."""
    table = snapshot.table
    told = (record.game, record.rules_version, record.players, record.deal)
    deal = OpenedDeal(ALGORITHM, table.commitment, table.secret.hex(), table.entropy, len(table.decks))
    if told != (table.game, table.rules_version, table.seats, deal):
        raise RecordBroken(1, "the head of the record says something else than its events")
    if table.finished_at is None:
        raise RecordBroken(snapshot.version, "the game is not finished here")


def read(document: bytes) -> Record:
    """Read a record file. Raises `Refused("not_a_record", …)`."""
    try:
        record = msgspec.json.decode(document, type=Record)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("not_a_record", f"This is not a record of Parlour: {error}") from None
    if record.format != FORMAT:
        raise Refused("not_a_record", f"The format is {record.format!r}; this program reads {FORMAT!r}.")
    return record
