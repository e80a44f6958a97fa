"""What all shards answer together is what one log answers: lists, clock steps, decks, tournaments, streams."""

import asyncio
import contextlib
import random
from collections.abc import Sequence
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as some

from domain import table as rules
from domain.game import Refused
from domain.tournament.state import State
from service.live.lines import HeartbeatLine, StreamLine
from service.live.pace import Pace
from service.live.places import Places
from service.parlour import Parlour
from service.store import Append, EventStore, MemoryStore
from service.store.lobby_row import LobbyRow, TableFilter
from service.store.tournament_row import TournamentFilter, TournamentRow
from tests.service import workers
from tests.service.store.commands import AT, command, lobby
from tests.service.store.sharded import over
from tests.service.store.tournament_lists import row_of
from tests.service.workers import Process, account, worker

PLAYERS = tuple(UUID(int=number) for number in range(1, 5))

Table = tuple[LobbyRow, int | None]

tables = some.lists(
    some.builds(
        lambda table_id, seats, guest, status, created, due, decks, public: (
            lobby(
                table_id,
                status,
                creator=PLAYERS[0],
                seats=(*seats, None),
                invited=() if guest is None or guest in seats else (guest,),
                created_at=AT + created,
                decks=decks,
                visibility="public" if public else "private",
            ),
            due,
        ),
        some.uuids(version=4),
        some.lists(some.sampled_from(PLAYERS), max_size=3, unique=True),
        some.none() | some.sampled_from(PLAYERS),
        some.sampled_from(["open", "playing", "finished", "aborted"]),
        some.integers(0, 3),
        some.none() | some.integers(1, 4),
        some.lists(some.sampled_from(["0a" * 32, "0b" * 32, "0c" * 32]), max_size=2, unique=True).map(tuple),
        some.booleans(),
    ),
    max_size=24,
    unique_by=lambda table: table[0].table_id,
)


async def answers(store: EventStore, made: Sequence[Table]) -> list[object]:
    """Return what a log answers to all questions about several tables, page by page."""
    found: list[object] = []
    for viewer in (None, *PLAYERS[:2]):
        for player in (None, PLAYERS[1]):
            before = None
            while page := await store.lobby.page(TableFilter(viewer=viewer, player=player, before=before), limit=3):
                before = page[-1].created_at, page[-1].table_id
                found.append(page)
    after = None
    while due := await store.due(3, 2, after):
        after = due[-1][1], due[-1][0]
        found.append(due)
    last = None
    while ended := await store.over(AT + 1, 2, last):
        last = ended[-1].at, ended[-1].table_id
        found.append(ended)
    for player in PLAYERS:
        found.append(await store.lobby.concerning(player))
        found.append(await store.lobby.seats_of(player))
        found.append(await store.lobby.opened_by(player, PLAYERS[2:]))
        found += [await store.lobby.has_played(player, [deck * 32], PLAYERS[0]) for deck in ("0a", "0b")]
    found += [await store.record_open(row.table_id) for row, _ in made]
    found += [await store.lobby.decks_going_on_since(), await store.lane_positions()]
    found += [await store.lobby.any_going_on([deck * 32]) for deck in ("0a", "0b")]
    found.append({table.table_id: table for table in await store.lobby.decks_going_on()})
    found.append(await store.heads([row.table_id for row, _ in made]))
    return found


tournaments = some.lists(
    some.builds(
        lambda tournament_id, game, status, created, due, director: row_of(
            tournament_id, game=game, status=status, created_at=AT + created, due=due, director=director
        ),
        some.uuids(version=4),
        some.sampled_from(["honors_1", "honors_4"]),
        some.sampled_from(["announced", "playing", "finished"]),
        some.integers(0, 3),
        some.none() | some.integers(1, 4),
        some.sampled_from(PLAYERS[:2]),
    ),
    max_size=16,
    unique_by=lambda row: row.tournament_id,
)


async def of_tournaments(store: EventStore, tables: Sequence[UUID]) -> list[object]:
    """Return what a log answers to all questions about tournaments and their tables, page by page."""
    found: list[object] = [await store.lobby.rows(tables)]
    wanted: list[tuple[str | None, State | None]] = [(None, None), ("honors_4", None), ("honors_1", "playing")]
    for game, status in wanted:
        before = None
        while page := await store.tournaments.page(TournamentFilter(game=game, status=status, before=before), limit=2):
            before = page[-1].created_at, page[-1].tournament_id
            found.append(page)
    after = None
    while due := await store.tournaments.due(3, 2, after):
        after = due[-1][1], due[-1][0]
        found.append(due)
    for director in PLAYERS[:2]:
        found.append(sorted(await store.tournaments.going_on(director)))
        found.append(sorted(await store.tournaments.staffed(director)))
    return found


@given(made=tournaments, tables=tables, shards=some.sampled_from([2, 4, 64]))
def test_shards_list_tournaments_as_one_log_does(made: list[TournamentRow], tables: list[Table], shards: int) -> None:
    async def compared() -> None:
        one, many = MemoryStore(), over([MemoryStore() for _ in range(shards)])
        for store in (one, many):
            for row in made:
                await store.append(command(row.tournament_id, 0, lobby=row))
            for table, _ in tables:
                await store.append(command(table.table_id, 0, lobby=table))
        ids = [table.table_id for table, _ in tables]
        assert await of_tournaments(many, ids) == await of_tournaments(one, ids)

    asyncio.run(compared())


@given(made=tables, shards=some.sampled_from([2, 4, 64]))
def test_shards_answer_as_one_log_does(made: list[Table], shards: int) -> None:
    async def compared() -> None:
        one, many = MemoryStore(), over([MemoryStore() for _ in range(shards)])
        for row, due in made:
            append = command(row.table_id, 0, 2, lobby=row, due=due)
            for store in (one, many):
                await store.append(append)
        assert await answers(many, made) == await answers(one, made)

    asyncio.run(compared())


class Twice(MemoryStore):
    """A log of which each append is made in another one as well."""

    def __init__(self, other: EventStore) -> None:
        super().__init__()
        self._other = other

    async def append(self, append: Append) -> None:
        """Append here, and there."""
        await super().append(append)
        await self._other.append(append)


Step = tuple[str, int, int]
"""What somebody does, at which table, and on which seat."""

steps = some.lists(
    some.tuples(
        some.sampled_from(["open", "sit", "leave", "invite", "start"]), some.integers(0, 5), some.integers(0, 1)
    ),
    min_size=1,
    max_size=30,
)


async def happen(process: Process, tables: list[UUID], made: Sequence[Step]) -> None:
    """Let things happen; what the rules refuse does not."""
    for what, number, seat in made:
        if what == "open" or not tables:
            tables.append(await process.open("honors_4", players=2))
            continue
        table = tables[number % len(tables)]
        with contextlib.suppress(Refused):
            if what == "sit":
                await process.sit(table, seat)
            elif what == "leave":
                await process.leave(table, seat)
            elif what == "invite":
                await process.engine.execute(table, rules.Invite(workers.PLAYERS[0], workers.PLAYERS[1]))
            else:
                await process.start(table)


async def told(parlour: Parlour, cursor: str | None) -> list[StreamLine]:
    """Return the lines of the stream of the player on the second seat, up to where it has told all."""
    found: list[StreamLine] = []
    places = Places.parsed(cursor) if cursor else Places()
    async with contextlib.aclosing(parlour.streams.of_player(account(1), places)) as lines:
        async for line in lines:
            if isinstance(line, HeartbeatLine):
                break
            found.append(line)
    return found


@given(first=steps, then=steps, shards=some.sampled_from([2, 4, 64]), seed=some.integers(0, 99))
def test_the_stream_of_a_player_tells_the_same_of_shards_as_of_one_log(
    first: list[Step], then: list[Step], shards: int, seed: int
) -> None:
    async def compared() -> None:
        many = over([MemoryStore() for _ in range(shards)])
        one, tables, pace = Twice(many), list[UUID](), Pace(heartbeat_seconds=0.01)
        process = Process(one)
        async with worker(one, pace=pace) as of_one, worker(many, pace=pace) as of_many:
            await happen(process, tables, first)
            lines = await told(of_one, None)
            assert await told(of_many, None) == lines
            cursor = random.Random(seed).choice(lines).cursor if lines else None
            await happen(process, tables, then)
            assert await told(of_many, cursor) == await told(of_one, cursor)

    asyncio.run(compared())
