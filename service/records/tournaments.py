"""The record of a tournament that is over: made, read and verified. File and public key suffice, no service."""

from collections.abc import AsyncIterable
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from domain.record import RecordBroken, check_chain
from domain.table import Entry
from domain.tournament import Tournament, tournament_entry
from domain.tournament.record import check_tournament_rules
from service.live.named import encoder
from service.records.files import as_file, read_as, recorded_as
from service.records.records import Hexadecimal, RecordedEntry, RecordSeal, check_seal, recorded_seal, typed
from service.store import Seal
from service.store.signing import Signer

TOURNAMENT_FORMAT = "parlour-tournament-record-1"


class RecordedTournamentEntry(RecordedEntry, frozen=True, forbid_unknown_fields=True):
    """One event of a tournament with its secrets, its header and its hash."""

    seat: Annotated[None, Meta(description="Always null: no seat acts in a tournament.")]


class TournamentRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a finished tournament: every event with its secrets and its hash."""

    format: str
    tournament: UUID
    game: str
    commitment: Annotated[Hexadecimal, Meta(description="SHA-256 of the secret, published when it was announced.")]
    secret: Hexadecimal
    events: tuple[RecordedTournamentEntry, ...]
    seal: RecordSeal


class TournamentFindings(Struct, frozen=True):
    """What was found to be true of a record."""

    events: int
    rounds: int
    tables: int
    key_id: str


async def document_of(
    tournament_id: UUID, tournament: Tournament, entries: AsyncIterable[tuple[Entry, bytes]], seal: Seal, signer: Signer
) -> bytes:
    """Return the record of a tournament, as JSON; `entries` are all up to its seal, each with its hash."""
    record = TournamentRecord(
        format=TOURNAMENT_FORMAT,
        tournament=tournament_id,
        game=tournament.settings.game,
        commitment=tournament.commitment,
        secret=tournament.secret.hex(),
        events=(),
        seal=recorded_seal(seal, signer),
    )
    return await as_file(record, [encoder.encode(recorded_in_tournament(*each)) async for each in entries])


def recorded_in_tournament(entry: Entry, link: bytes) -> RecordedTournamentEntry:
    """Return an entry as it stands in a record, with its hash."""
    return RecordedTournamentEntry(entry.version, entry.step, None, entry.key, *entry.as_written, link.hex())


# Reading a file, and checking it


def is_of_tournament(document: bytes) -> bool:
    """Return whether a file says that it is the record of a tournament."""
    try:
        head = msgspec.json.decode(document, type=dict[str, object])
    except (ValueError, RecursionError):
        return False
    return head.get("format") == TOURNAMENT_FORMAT


def read_tournament(document: bytes) -> TournamentRecord:
    """Read a record file, JSON. Raises `Refused("not_a_record", …)`, or `RecordBroken` for an invalid event."""
    record, events = read_as(TournamentRecord, document, TOURNAMENT_FORMAT)
    return msgspec.structs.replace(record, events=recorded_as(RecordedTournamentEntry, events))


def check_tournament(record: TournamentRecord, public_key: bytes | None) -> TournamentFindings:
    """Check the chain, every step by the rules of tournaments, the signature, and the head of the file.

    `public_key` (32 bytes) is the service's, from a source that you trust; None: the one that the record names.
    Raises `RecordBroken` with the first bad event.
    """
    entries = typed(record.events, tournament_entry)
    hashes = [bytes.fromhex(entry.hash) for entry in record.events]
    if not entries:
        raise RecordBroken(1, "the record has no events")
    check_chain(record.tournament, entries, hashes)
    tournament = check_tournament_rules(entries)
    check_seal(record.seal, record.tournament, len(entries), hashes[-1], public_key)
    head = (tournament.settings.game, tournament.commitment, tournament.secret.hex())
    if (record.game, record.commitment, record.secret) != head:
        raise RecordBroken(None, "the head of the record says something else than its events")
    if not tournament.is_over:
        raise RecordBroken(None, "the tournament is not over here")
    rounds = [each for each in tournament.rounds if each.published]
    tables = sum(len(each.tables) for each in rounds)
    return TournamentFindings(len(entries), len(rounds), tables, record.seal.key_id)
