"""Real games that are played once, to be copied many times: what is the same in each copy is made once."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from domain import GAMES
from domain.table import Command, MakeMove, OpenTable, Snapshot, StartGame, TakeSeat, Tick
from service.play.engine import Engine
from service.play.stream import CommandKey
from service.runtime.background import running
from service.store import Checkpoint, MemoryStore, Seal, StoredEvent
from service.store.lobby_row import LobbyRow, TableFilter
from service.store.signing import Signer

STARTED_AT = 1_767_225_600_000
STEP_MS = 400
MOST_EVENTS = 3000
"""Number of events after which a game is called off."""


class Cut(NamedTuple):
    """An event, cut into what stands before and after the table's id in its entry, and before and after its hash."""

    entry: bytes
    version: bytes
    before: bytes
    after: bytes


class Template(NamedTuple):
    """A finished game: its events, its row in the lobby, its seal, its checkpoints."""

    events: Sequence[Cut]
    lobby: LobbyRow
    seal: Seal
    checkpoints: Sequence[Checkpoint]


def cut(row: StoredEvent) -> Cut:
    """Cut an event into pieces; the columns stand in the order of `filling.EVENT`."""
    key = b"null" if row.key is None else b'"%s"' % row.key.hex().encode()
    seat = b"null" if row.seat is None else b"%d" % row.seat
    given = (row.command or b"null", row.event, key, seat, row.step)
    entry = b'{"command":%s,"event":%s,"key":%s,"seat":%s,"step":%d,"table":"' % given
    before = line(row.at, row.version, row.step, row.seat, row.type, row.key, row.request)
    after = line(row.command and row.command.decode(), row.event.decode())
    return Cut(entry, b'","version":%d}' % row.version, b"\t%s\t\\\\x" % before, b"\t%s\n" % after)


def line(*values: object) -> bytes:
    """Return values as COPY reads them."""
    return "\t".join(map(field, values)).encode()


def field(value: object) -> str:
    """Return a value as COPY reads it; a list becomes an array."""
    match value:
        case None:
            return r"\N"
        case bytes():
            return rf"\\x{value.hex()}"
        case list() | tuple():
            return "{" + ",".join("null" if each is None else str(each) for each in value) + "}"
        case _:
            return str(value).replace("\\", "\\\\")


async def played(game: str, dice: random.Random) -> Template:
    """Play a game at random through the engine, with as few players as may be."""
    at, store, table_id = [STARTED_AT], MemoryStore(), UUID(int=dice.getrandbits(128))
    engine = Engine(store, Signer(bytes(32)), lambda: at[0], lambda _: None)
    seats = [UUID(int=dice.getrandbits(128)) for _ in range(min(GAMES[game].players))]
    opening = OpenTable(player=seats[0], game=game, options={"players": len(seats)}, secret=dice.randbytes(32).hex())

    async def do(command: Command) -> Snapshot | None:
        key = CommandKey(dice.randbytes(16), dice.randbytes(16))
        outcome = await engine.execute(table_id, command, None if isinstance(command, Tick) else key)
        return outcome.snapshot if outcome.recorded else None

    async with running(engine.checkpoints.run):
        for command in (opening, *map(TakeSeat, seats)):
            await do(command)
        snapshot = (await engine.execute(table_id, StartGame(seats[0]))).snapshot
        while snapshot.table.finished_at is None and snapshot.version < MOST_EVENTS:
            at[0] += STEP_MS
            if not snapshot.to_act:
                at[0] = max(at[0], snapshot.due or 0)
            snapshot = await do(some_move(snapshot, seats, dice)) or snapshot
    seal = await store.seal_of(table_id)
    if seal is None:
        return await played(game, dice)
    (lobby,) = await store.lobby.page(TableFilter())
    kept = [await store.checkpoint(table_id, version) for version in range(256, seal.version + 1, 256)]
    return Template([*map(cut, await store.read(table_id))], lobby, seal, [each for each in kept if each])


def some_move(snapshot: Snapshot, seats: Sequence[UUID], dice: random.Random) -> MakeMove[Any] | Tick:
    """Return a move of a seat that may act; a tick of the clock if none may."""
    if not snapshot.to_act:
        return Tick()
    seat = dice.choice(snapshot.to_act)
    decision = snapshot.offered(seat)
    return Tick() if decision is None else MakeMove(seats[seat], dice.choice(decision.moves))
