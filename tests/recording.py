"""Whole games in memory: a table, its stream as the log would have it, and its record. No service, no network."""

import json
import random
from collections.abc import Iterable
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain import GAMES, table
from domain.table import FIRST_LINK, Command, Entry, MakeHouseMove, MakeMove, OpenTable, Snapshot, link
from projections.items import UNSEEN, Sight, follow
from service.records.records import Record, RecordedEntry, record_of
from service.store import Seal
from service.store.signing import Signer

AT = 1_767_225_600_000
GAME = UUID("0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e")
PLAYERS = tuple(UUID(int=(0xA << 124) + number) for number in range(14))
SECRET = bytes(range(32))
SIGNER = Signer(b"parlour signs with 32 bytes seed")


class Recording:
    """The stream of one table, written step by step."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.snapshots: list[Snapshot] = []

    @property
    def now(self) -> Snapshot:
        """The table after the last event."""
        return self.snapshots[-1]

    def do(self, command: Command, at: int, key: str | None = None) -> None:
        """Decide a command, and write what becomes of it."""
        before = self.snapshots[-1] if self.snapshots else None
        events = table.decide(before, command, at)
        self.add(command, events, table.seat_of_step(before, command, events), key)

    def act(self, seat: int, move: Any, at: int) -> None:
        """Let the player on a seat move, or the house player."""
        place = self.now.table.places[seat]
        assert place.player is not None
        if place.house is None:
            self.do(MakeMove(place.player, move), at)
        else:
            self.do(MakeHouseMove(seat, place.house, move, self.now.decision_id(seat)), at)

    def add(self, command: Command | None, events: tuple[Any, ...], seat: int | None, key: str | None = None) -> None:
        """Write a step, true or not."""
        step = len(self.entries) + 1
        for offset, event in enumerate(events):
            entry = Entry(step + offset, step, seat, key, None if offset else command, event)
            self.snapshots.append(table.evolve(self.snapshots[-1] if self.snapshots else None, entry))
            self.entries.append(entry)

    def hashes(self) -> list[bytes]:
        """Return the chain over the entries as they are."""
        return chain_of(self.entries)

    def record(self, signer: Signer = SIGNER) -> Record:
        """Return the record, sealed."""
        return sealed(self.entries, self.now, signer)


def fold(events: Iterable[Any], snapshot: Snapshot | None = None) -> Snapshot:
    """Return the table after some events, the first of which may open it; none is taken for a move."""
    for event in events:
        snapshot = table.after_event(snapshot, event)
    assert snapshot is not None
    return snapshot


def chain_of(entries: list[Entry]) -> list[bytes]:
    """Return the hashes of entries, made anew."""
    hashes = [FIRST_LINK]
    for entry in entries:
        hashes.append(link(hashes[-1], GAME, entry))
    return hashes[1:]


def sealed(entries: list[Entry], last: Snapshot, signer: Signer = SIGNER) -> Record:
    """Return a record of entries, true or not, with a chain and a signature that hold."""
    hashes = chain_of(entries)
    signature = signer.sign(GAME, len(entries), hashes[-1])
    seal = Seal(len(entries), hashes[-1], signer.key_id, signature, last.at)
    return record_of(GAME, last, entries, hashes, seal=seal, signer=signer)


def opening(game_id: str, **given: Any) -> OpenTable:
    """Return the command that opens a table of the first player's with the test's secret."""
    return OpenTable(player=PLAYERS[0], game=game_id, secret=SECRET.hex(), **given)


def opened(game_id: str, **given: Any) -> Recording:
    """Return a table that has been opened; `given` are options of the game, and `decks`."""
    recording = Recording()
    decks = tuple(given.pop("decks", ()))
    recording.do(opening(game_id, options=given, decks=decks), AT, key=16 * "c0")
    return recording


def seated(game_id: str, **given: Any) -> Recording:
    """Return a table with all seats taken; every other player has given entropy."""
    recording = opened(game_id, **given)
    for seat in range(len(recording.now.table.seats)):
        entropy = f"Straße {seat} 🂡" if seat % 2 else None
        recording.do(table.TakeSeat(PLAYERS[seat], entropy=entropy), AT + seat)
    return recording


def played(game_id: str, seed: int = 0, **given: Any) -> Recording:
    """Return a whole game of random players, all of whose moves are sent with a key; of three deals at the most.

    `given` are as of `opened`, and the types of moves that are `shunned`: they make such only where they must.
    """
    shunned = given.pop("shunned", ())
    dice = random.Random(seed)
    if "max_deals" in GAMES[game_id].Options.__struct_fields__:
        given = {"max_deals": 3} | given
    recording = seated(game_id, **given)
    recording.do(table.StartGame(PLAYERS[0]), AT + 20)
    while (now := recording.now).table.finished_at is None:
        at = now.at + dice.randrange(50)
        due = now.due
        choices = legal(now)
        if due is not None and (not choices or (due - now.at < 2000 and dice.random() < 0.8)):
            at = due
        if due is not None and due <= at:
            recording.do(table.Tick(), at)
            continue
        liked = [each for each in choices if each[1].__struct_config__.tag not in shunned]
        seat, move = dice.choice(liked or choices)
        player = now.table.seats[seat]
        assert player is not None
        recording.do(table.MakeMove(player, move), at, dice.randbytes(16).hex())
    return recording


def legal(now: Snapshot) -> list[tuple[int, Any]]:
    """Return every move that the seats are offered."""
    decisions = [(seat, now.offered(seat)) for seat in range(len(now.table.seats))]
    return [(seat, move) for seat, decision in decisions if decision for move in decision.moves]


def sight(recording: Recording, seat: int | None) -> Sight:
    """Return what a seat (None: a spectator) sees in the end."""
    seen = UNSEEN
    for after in recording.snapshots:
        if after.state is not None:
            rules = after.rules
            seen = follow(seen, rules.layout(rules.view(after.state, seat), seat), after.version)
    return seen


@cache
def meeting() -> Recording:
    """Return a game with everything in it: silences and their windows, clashes, clock steps, unity."""
    return played("friendlier_than_thou", 1, players=3)


def going_on() -> Recording:
    """Return that game as it is after 30 events; it may be played on."""
    recording = Recording()
    recording.entries, recording.snapshots = meeting().entries[:30], meeting().snapshots[:30]
    return recording


def find(recording: Recording, kind: str, nth: int = 0) -> int:
    """Return the index of the n-th event of a kind."""
    return [i for i, entry in enumerate(recording.entries) if entry.event.__struct_config__.tag == kind][nth]


def with_header(recording: Recording, index: int, **fields: Any) -> list[Entry]:
    """Return the entries with another header at an index."""
    entries = list(recording.entries)
    entries[index] = replace(entries[index], **fields)
    return entries


def as_file(record: Record) -> bytes:
    """Return a record as the service sends it."""
    return msgspec.json.encode(record)


def as_json(record: Record) -> Any:
    """Return a record as JSON values that a test may alter."""
    return json.loads(as_file(record))


def is_move(entry: RecordedEntry) -> bool:
    """Return whether an event of a record is the first one of a move."""
    match entry.command:
        case {"type": "make_move" | "make_house_move"} | MakeMove() | MakeHouseMove():
            return True
    return False
