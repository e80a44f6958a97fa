"""The record of a finished game as a file, and its verification: file and public key suffice, no service."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain import UnknownRules, rules_of
from domain.fairness import ALGORITHM
from domain.game import Refused, Seat
from domain.record import RecordBroken, check_chain, check_origin, check_rules
from domain.table import AnyGame, EarlierEntry, Entry, ForkTable, Origin, Snapshot, Tick, entry_of_json, upcast
from service.records.files import read_as, recorded_as
from service.store import Seal
from service.store.signing import Signer, key_id, signature_holds

FORMAT = "parlour-record-2"

NO_KEY = "no_key"
"""The code with which a check is refused where nobody says which key it takes."""

Hexadecimal = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*\Z")]


class RecordedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One event with its secrets, its header and its hash; the chain is described in the guide."""

    version: int
    step: Annotated[int, Meta(description="The version of the first event of the same command.")]
    seat: Annotated[Seat | None, Meta(description="The seat that acted; null: none, for example the clock.")]
    key: Annotated[
        Hexadecimal | None, Meta(description="The id of the command, if the client sent an idempotency key.")
    ]
    command: Annotated[
        Any, Meta(description="On the first event of every step: the command; `tick` is the clock's. Otherwise null.")
    ]
    event: Any
    hash: Hexadecimal


class OpenedDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """The inputs of all shuffles."""

    algorithm: str
    commitment: Annotated[Hexadecimal, Meta(description="SHA-256 of the secret, published when the table was opened.")]
    secret: Hexadecimal
    entropy: Annotated[tuple[str | None, ...], Meta(description="The entropy of each seat, as in `seat_taken`.")]
    decks_given: int


class RecordSeal(Struct, frozen=True, forbid_unknown_fields=True):
    """The service's signature (Ed25519), made when the game finished; the guide says of which text."""

    version: int
    hash: Hexadecimal
    key_id: str
    public_key: Annotated[Hexadecimal | None, Meta(description="Null: the service has changed its key since then.")]
    signature: Hexadecimal


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole record of a finished game."""

    format: str
    table: Annotated[UUID, Meta(description="The id of the table.")]
    game: Annotated[str, Meta(description="The id of the game in the catalogue.")]
    rules_version: str
    players: tuple[UUID | None, ...]
    deal: OpenedDeal
    events: tuple[RecordedEntry, ...]
    seal: RecordSeal
    fork_of: Annotated[
        Origin | UnsetType, Meta(description="The version of another game from which this one goes on; absent: none.")
    ] = UNSET
    rated: Annotated[bool | UnsetType, Meta(description="False: the game counts for no rating, as that of a fork.")] = (
        UNSET
    )


class Findings(Struct, frozen=True):
    """What `check` has verified: how many events there are, and of what."""

    events: int
    moves: int
    clock_steps: int
    deals: int
    decks_given: int
    shuffles: int
    key_id: str
    fork_of: Origin | UnsetType = UNSET


def record_of(
    table_id: UUID, snapshot: Snapshot, entries: Sequence[Entry], hashes: Sequence[bytes], *, seal: Seal, signer: Signer
) -> Record:
    """Return the record of a finished game from its entries, their hashes, and its seal."""
    return Record(
        format=FORMAT,
        table=table_id,
        game=snapshot.table.game,
        rules_version=snapshot.table.rules_version,
        players=snapshot.table.seats,
        deal=opened_deal(snapshot),
        events=tuple([recorded(entry, link) for entry, link in zip(entries, hashes, strict=True)]),
        seal=recorded_seal(seal, signer),
        fork_of=snapshot.table.fork_of or UNSET,
        rated=UNSET if snapshot.table.fork_of is None else False,
    )


def recorded(entry: Entry, link: bytes) -> RecordedEntry:
    """Return an entry as it stands in a record, with its hash."""
    return RecordedEntry(entry.version, entry.step, entry.seat, entry.key, *entry.as_written, link.hex())


def recorded_seal(seal: Seal, signer: Signer) -> RecordSeal:
    """Return a seal as it stands in a record; its public key is known only as long as the service still signs by it."""
    public_key = signer.public_key.hex() if signer.key_id == seal.key_id else None
    return RecordSeal(seal.version, seal.hash.hex(), seal.key_id, public_key, seal.signature.hex())


def opened_deal(snapshot: Snapshot) -> OpenedDeal:
    """Return what the orders of cards of a table come from."""
    table = snapshot.table
    return OpenedDeal(ALGORITHM, table.commitment, table.secret.hex(), table.entropy, len(table.decks))


# Reading a file


def read(document: bytes) -> Record:
    """Read a record file, JSON. Raises `Refused("not_a_record", …)`, or `RecordBroken` for an invalid event."""
    record, events = read_as(Record, document, FORMAT)
    return msgspec.structs.replace(record, events=recorded_as(RecordedEntry, events))


# Checking it


def check(record: Record, public_key: bytes | None = None) -> Findings:
    """Check the chain, every step by the rules, every deal and shuffle, the signature, and the head of the file.

    `public_key` (32 bytes) is the service's, from a source that you trust; None: the one that the record names.
    Raises `RecordBroken` with the first bad event, and `UnknownRules` if chain and signature hold and this program
    cannot judge the rest.
    """
    hashes = [bytes.fromhex(entry.hash) for entry in record.events]
    try:
        entries = entries_of(record)
    except UnknownRules:
        check_chain(record.table, as_written(record), hashes)
        check_seal(record.seal, record.table, len(record.events), hashes[-1], public_key)
        raise
    check_chain(record.table, entries, hashes)
    snapshot = check_rules(entries)
    check_seal(record.seal, record.table, len(record.events), hashes[-1], public_key)
    check_head(record, snapshot)
    if snapshot.table.finished_at is None:
        raise RecordBroken(None, "the game is not finished here")
    return findings(record, entries)


def check_fork(record: Record, origin: Record, public_key: bytes | None = None) -> None:
    """Check that a fork, whose record has been checked, began as the game of another record stood; check that one, too.

    Raises what `check` does, and `Refused("not_a_fork", …)`.
    """
    command = entries_of(record)[0].command
    if not isinstance(command, ForkTable):
        raise Refused("not_a_fork", "The record is that of no fork: there is nothing to compare.")
    try:
        check(origin, public_key)
    except RecordBroken as lie:
        raise RecordBroken(None, f"the record that it goes on from is not true: {lie}") from None
    hashes = [bytes.fromhex(entry.hash) for entry in origin.events]
    check_origin(command, origin.table, entries_of(origin), hashes)


def entries_of(record: Record) -> list[Entry]:
    """Return the entries of a record, typed by the game of its first event.

    Raises `RecordBroken` at the first entry that is malformed, and `UnknownRules`.
    """
    rules = rules_by(record)
    return typed(record.events, lambda plain: entry_of_json(plain, rules))


def typed(events: Iterable[RecordedEntry], entry_of: Callable[[Any], Entry]) -> list[Entry]:
    """Return the entries of a record, as `entry_of` makes them of their JSON. Raises `RecordBroken`."""
    entries = []
    for number, raw in enumerate(events, start=1):
        plain = msgspec.to_builtins({name: getattr(raw, name) for name in Entry.__struct_fields__})
        try:
            entries.append(entry_of(plain))
        except msgspec.ValidationError as error:
            raise RecordBroken(number, f"it is malformed: {error}") from None
    return entries


def as_written(record: Record) -> list[Entry]:
    """Return the entries of a record as they are written, without a check of their meaning."""
    return [
        EarlierEntry(each.version, each.step, each.seat, each.key, None, None, each.command, each.event)
        for each in record.events
    ]


def rules_by(record: Record) -> AnyGame:
    """Return the rules that the record is to be judged by, as its first event has them.

    Raises `RecordBroken` or `UnknownRules`.
    """
    if not record.events:
        raise RecordBroken(1, "the record has no events")
    try:
        match upcast(msgspec.to_builtins(record.events[0].event)):
            case {"type": "table_opened", "game": str(game)} as opened:
                return rules_of(game, str(opened.get("rules_version")))
    except msgspec.ValidationError as error:
        raise RecordBroken(1, str(error)) from None
    raise RecordBroken(1, "a record begins with `table_opened`")


def check_head(record: Record, snapshot: Snapshot) -> None:
    """Raise `RecordBroken` where the head of the file says something else than its events."""
    table = snapshot.table
    truth = {
        "game": table.game,
        "rules_version": table.rules_version,
        "players": table.seats,
        "deal": opened_deal(snapshot),
        "fork_of": table.fork_of or UNSET,
        "rated": UNSET if table.fork_of is None else False,
    }
    for name, value in truth.items():
        if getattr(record, name) != value:
            raise RecordBroken(None, f"the head of the record says another `{name}` than its events")


def check_seal(seal: RecordSeal, stream_id: UUID, last: int, last_link: bytes, public_key: bytes | None) -> None:
    """Raise `RecordBroken` unless the seal is over the last event of a stream and by the key."""
    if seal.version > last:
        raise RecordBroken(last + 1, f"it is missing: the seal is over {seal.version} events")
    if seal.version < last:
        raise RecordBroken(seal.version + 1, f"it was added: the seal is over {seal.version} events")
    if bytes.fromhex(seal.hash) != last_link:
        raise RecordBroken(None, "the seal is over another hash: an event was altered, and the hashes were made anew")
    named = None if seal.public_key is None else bytes.fromhex(seal.public_key)
    trusted = public_key or named
    if trusted is None:
        raise Refused(NO_KEY, f"The record does not say which key {seal.key_id} is; give it.")
    if seal.key_id != key_id(trusted) or named not in (None, trusted):
        raise RecordBroken(None, f"it is signed by another key, with the id {seal.key_id} and not {key_id(trusted)}")
    if not signature_holds(trusted, stream_id, last, last_link, bytes.fromhex(seal.signature)):
        raise RecordBroken(None, f"the signature by the key {seal.key_id} does not hold")


def findings(record: Record, entries: Sequence[Entry]) -> Findings:
    """Return what has been checked of a record that is whole."""
    types = Counter(entry.event.__struct_config__.tag for entry in entries)
    return Findings(
        events=len(entries),
        moves=sum(entry.mover is not None for entry in entries),
        clock_steps=sum(isinstance(entry.command, Tick) for entry in entries),
        deals=types["deal_started"],
        decks_given=record.deal.decks_given,
        shuffles=types["stock_formed"],
        key_id=record.seal.key_id,
        fork_of=record.fork_of,
    )
