"""A database with games of all states, to be audited and altered; each test has a copy of it."""

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec

from domain import table as rules
from domain.table import (
    FIRST_LINK,
    CallOff,
    MakeMove,
    OpenTable,
    Snapshot,
    StartGame,
    TableSettings,
    TakeSeat,
    canonical,
    link_of,
)
from domain.tournament import Tournament, TournamentEvent, commands, take_tournament_step
from service.audit.lanes import AuditScope, audit_lane
from service.audit.report import Fault, Head, LaneReport
from service.audit.streams import header_of
from service.play.engine import Engine
from service.play.rows import new_event
from service.store import Append, Seal, StoredEvent, lane_of
from service.store.postgres.audit import AuditedLog
from service.store.postgres.connections import Connection
from service.store.postgres.store import PostgresStore
from service.store.signing import Signer
from service.tournaments.rows import row_of
from tests.domain.tournament.tournaments import AT, DIRECTOR, announcing, registration
from tests.service.store.commands import owner_of
from tests.service.tournaments.field import DIRECTOR as OFFICE_DIRECTOR
from tests.service.tournaments.field import Office, round_is
from tests.service.workers import PLAYERS, SIGNER, Process, Time, any_move, is_finished, stored

KEYS = {SIGNER.key_id: SIGNER.public_key}
STRANGER = Signer(b"somebody else has another key...")

SHORT = {"players": 2, "max_deals": 1, "max_rounds": 5}
ARCHIVED_LATER_THAN_ALL = 2**60

STARTED = 7
"""The version at which a short game has begun."""

TRIGGERS = ("event", "seal", "archive", "lobby", "log_seal")


TABLES = """
    select relation.oid::regclass::text as name,
        (select string_agg(quote_ident(attname), ', ') from pg_attribute
            where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class as relation
    where relkind = 'r' and relnamespace = 'parlour'::regnamespace
"""
"""All tables of the log, and the columns that are written there."""


STATES = """
    select tgrelid::regclass::text as name,
        case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' when 'D' then 'disable'
            else 'enable' end as state,
        quote_ident(tgname) as trigger
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'parlour'::regnamespace
"""
"""All triggers of the log, and whether they are on."""


class Sample(NamedTuple):
    """The tables of the database, by what is special about them."""

    finished: UUID
    archived: UUID
    playing: UUID
    limited: UUID
    with_house: UUID
    opened: UUID
    aborted: UUID
    origin: UUID
    forked: UUID
    tournament: UUID
    duplicate: UUID
    """A tournament with duplicate deals, one round of which has been played, and one of its tables once more."""
    tables: tuple[UUID, ...]
    """Its tables by number, those that count; the first is the one that was played once more."""
    replaced: UUID
    move: int
    """The version of a move in the finished game, and in the archived one; after it comes another: a step each."""

    @property
    def lane(self) -> int:
        """The lane of the finished table."""
        return lane_of(self.finished)


async def built(url: str) -> Sample:
    """Play games in a new database."""
    async with PostgresStore.open(url) as store:
        process, chance = Process(store), random.Random(5)
        archived, finished = [uuid4() for _ in range(2)]
        await play_short(store, archived, chance)
        assert await store.archive(archived, ARCHIVED_LATER_THAN_ALL)
        playing = await process.started("honors_4", players=2)
        await process.play(playing, chance, at_least(20))
        limited = await process.open("literature", settings=TableSettings(turn_limit_ms=600_000))
        await process.fill(limited)
        with_house = await process.open("honors_4", players=2)
        await process.ask_house(with_house, 1)
        await process.sit(with_house, 0)
        await process.start(with_house)
        opened = await process.open("literature", visibility="private")
        await process.sit(opened, 0)
        aborted = await process.open("literature")
        await process.engine.execute(aborted, CallOff(PLAYERS[0]))
        await play_short(store, finished, chance)
        origin, forked, tournament = [elsewhere(finished) for _ in range(3)]
        await play_short(store, origin, chance)
        await fork_of(store, process.engine, origin, forked)
        await cancelled_tournament(store, tournament)
        duplicate, replaced, tables = await played_tournament(store, finished)
        steps = [{row.step for row in await store.read(table_id)} for table_id in (finished, archived)]
        in_both = set.intersection(*steps)
        move = min(version for version in in_both if version > STARTED and version + 1 in in_both)
        return Sample(
            finished, archived, playing, limited, with_house, opened, aborted, origin, forked, tournament, duplicate,
            tables, replaced, move,
        )  # fmt: skip


async def fork_of(store: PostgresStore, engine: Engine, origin: UUID, new: UUID) -> None:
    """Open a table that goes on from a version of a finished game."""
    link = (await store.read(origin))[STARTED].hash
    command = rules.fork(origin, (await stored(store, origin)).at(STARTED + 1), link, PLAYERS[0], ["me", "random"])
    await engine.execute(new, command)


def elsewhere(table_id: UUID) -> UUID:
    """Return a new id in another lane than that of a table, which stays the last one there."""
    return next(new for new in iter(uuid4, None) if lane_of(new) != lane_of(table_id))


async def cancelled_tournament(store: PostgresStore, tournament_id: UUID) -> None:
    """Record a tournament in which somebody has registered, and that was cancelled."""
    head: Tournament | None = None
    announced: TournamentEvent | None = None
    link = FIRST_LINK
    asked = (
        announcing(),
        commands.OpenRegistration(DIRECTOR),
        registration(0),
        commands.Cancel(by=DIRECTOR, reason="left"),
    )
    for command in asked:
        recorded: Any = take_tournament_step(tournament_id, head, link, command, AT, key=None)
        last = recorded[-1]
        signature = SIGNER.sign(tournament_id, last.entry.version, last.hash)
        seal = Seal(last.entry.version, last.hash, SIGNER.key_id, signature, AT) if last.snapshot.is_over else None
        events = tuple([new_event(each, None) for each in recorded])
        announced = announced or recorded[0].entry.event
        row = row_of(tournament_id, announced, last.snapshot)
        await store.append(Append(tournament_id, head.version if head else 0, events, lobby=row, seal=seal))
        head, link = last.snapshot, last.hash


async def played_tournament(store: PostgresStore, apart: UUID) -> tuple[UUID, UUID, tuple[UUID, ...]]:
    """Let house players play a round with duplicate deals, its first table anew; in other lanes than a table.

    Return the tournament, the table that was replaced, and those that count.
    """
    office = Office(store)
    tournament_id = await office.announced(elsewhere(apart))
    ids = [elsewhere(apart) for _ in range(3)]
    await office.begin(tournament_id, 4)
    await office.publish(tournament_id, ids[:2])
    await office.rounds.work(tournament_id)
    again = commands.ReplayTable(by=OFFICE_DIRECTOR, number=1, tables=(ids[2],), reason="told_of_cards")
    await office.do(tournament_id, again)
    async with office.open():
        await office.until(tournament_id, round_is(1, "finished"))
    return tournament_id, ids[0], (ids[2], ids[1])


async def play_short(store: PostgresStore, table_id: UUID, chance: random.Random, signer: Signer = SIGNER) -> None:
    """Play a short game at a table of this id to its end, and sign it."""
    engine = Engine(store, signer, Time(), lambda _: None)
    secret = chance.randbytes(32).hex()
    await engine.execute(table_id, OpenTable(player=PLAYERS[0], game="honors_4", options=SHORT, secret=secret))
    for player in PLAYERS[:2]:
        await engine.execute(table_id, TakeSeat(player))
    now = (await engine.execute(table_id, StartGame(PLAYERS[0]))).snapshot
    while not is_finished(now):
        seat, move = any_move(now, chance) or (0, None)
        now = (await engine.execute(table_id, MakeMove(PLAYERS[seat], move))).snapshot


def at_least(version: int) -> Callable[[Snapshot], bool]:
    """Return a condition: the table has had this number of events."""
    return lambda snapshot: snapshot.version >= version


async def way_back(url: str) -> str:
    """Keep all rows of the log beside its tables; return the statements that bring them and the triggers back."""
    connection = await owner_of(url)
    tables, triggers = await connection.fetch(TABLES), await connection.fetch(STATES)
    await connection.execute("create schema kept")
    for name, columns in tables:
        await connection.execute(f'create table kept."{name}" as select {columns} from {name}')  # noqa: S608
    await connection.close()
    rows = [
        f"alter table {name} disable trigger all; delete from {name}; "  # noqa: S608
        f'insert into {name} ({columns}) overriding system value select {columns} from kept."{name}"; '
        f"alter table {name} enable trigger all"
        for name, columns in tables
    ]
    return "; ".join([*rows, *(f"alter table {name} {state} trigger {trigger}" for name, state, trigger in triggers)])


@asynccontextmanager
async def as_owner(url: str) -> AsyncIterator[Connection]:
    """Give a connection of the tables' owner, with all triggers off."""
    connection = await owner_of(url)
    for table in TRIGGERS:
        await connection.execute(f"alter table {table} disable trigger all")
    try:
        yield connection
    finally:
        await connection.close()


async def reports(url: str, scope: AuditScope | None = None) -> list[LaneReport]:
    """Audit all lanes that ever had an event, in this process."""
    async with AuditedLog.open(url) as log:
        lanes = [lane for lane, position in (await log.counters()).items() if position]
        return [await audit_lane(log, lane, scope or AuditScope(KEYS), lambda _: None) for lane in sorted(lanes)]


async def faults(url: str, scope: AuditScope | None = None) -> list[Fault]:
    """Return what is wrong in a database."""
    return [fault for report in await reports(url, scope) for fault in report.faults]


async def heads(url: str) -> dict[int, Head]:
    """Return the heads of all lanes."""
    return {report.lane: report.head for report in await reports(url) if report.head is not None}


async def rewritten(owner: Connection, rows: Sequence[StoredEvent], **changes: dict[int, Any]) -> bytes:
    """Write events with other contents, and all hashes made anew; return the last one.

    `event` and `command` have by version what is to be there in place of what was, as JSON has it.
    """
    link = FIRST_LINK
    for row in rows:
        version = row.version
        event = changes.get("event", {}).get(version, msgspec.json.decode(row.event))
        command = changes.get("command", {}).get(version, msgspec.json.decode(row.command or b"null"))
        link = link_of(link, row.table_id, header_of(row), canonical(command), canonical(event))
        await owner.execute(
            "update event set event = $3, command = $4, hash = $5 where table_id = $1 and version = $2",
            row.table_id, version, canonical(event).decode(), command and canonical(command).decode(), link,
        )  # fmt: skip
    return link


async def stream(url: str, table_id: UUID) -> list[StoredEvent]:
    """Return the events of a table."""
    async with PostgresStore.open(url) as store:
        return await store.read(table_id)
