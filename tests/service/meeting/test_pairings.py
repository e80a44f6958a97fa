"""Players who seek the same sit at one table, each once, wherever a process dies, and whichever goes on."""

import asyncio
import contextlib
import random
from collections import Counter
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain.table import HOUSE_PLAYERS, TableSettings
from service.meeting.memory import MemorySeeks
from service.meeting.pairings import Pairings, opening
from service.meeting.port import LEASE_MS, LONGEST_MS, PATIENCE_MS, Draw, NewSeek, Seek, Sought
from service.meeting.seeks import SeekOver, UnknownSeek
from service.play.stream import CommandKey
from service.store import LANES, MemoryStore, lane_of
from service.store.lobby_row import TableFilter
from tests.service.deadly import Deadly, Killed, through
from tests.service.meeting.office import Office, sought
from tests.service.store.sharded import over
from tests.service.workers import FaultyLog, Time, must_be_sound, stored

MOST_STEPS = 60
HOUSE = HOUSE_PLAYERS["random"]


class World:
    """A store of seeks and a log, which outlive every process."""

    def __init__(self, log: MemoryStore | None = None) -> None:
        self.seeks, self.log, self.now = MemorySeeks(), log or MemoryStore(), Time()

    def office(self, deadly: Deadly | None = None) -> Office:
        """Return a new process; it dies if something deadly is given."""
        if deadly is None:
            return Office(self.seeks, self.log, self.now)
        return Office(through(deadly, self.seeks), through(deadly, self.log), self.now)

    async def left_behind(self) -> None:
        """Let the next process find what others have left, when it is time."""
        self.now.shift += PATIENCE_MS
        await self.office().pairings.look()

    async def seats(self, player: UUID) -> list[UUID]:
        """Return the tables at which a player sits."""
        return [row.table_id for row in await self.log.lobby.page(TableFilter(player=player), limit=100)]

    async def found(self, seek: UUID) -> Seek:
        """Return a seek that there is."""
        found = await self.seeks.one(seek)
        assert found is not None
        return found


def key() -> CommandKey:
    """Return a key of a command."""
    return CommandKey(uuid4().bytes, bytes(16))


async def test_two_who_seek_the_same_play() -> None:
    world, what = World(), sought()
    ada, ben = uuid4(), uuid4()
    office = world.office()
    waiting = await office.seeks.ask(ada, what, None, None)

    seated = await office.seeks.ask(ben, what, None, None)

    assert (waiting.state, waiting.table, waiting.seat) == ("waiting", None, None)
    assert seated.state == "seated"
    assert seated.table is not None
    first = await office.seeks.one(waiting.id, ada)
    assert (first.state, first.table, {first.seat, seated.seat}) == ("seated", seated.table, {0, 1})
    live = await stored(world.log, seated.table)
    table = live.snapshot.table
    assert (table.status, table.creator, table.visibility) == ("playing", ada, "public")
    assert table.settings == what.settings
    assert {table.seats[first.seat or 0], table.seats[seated.seat or 0]} == {ada, ben}
    assert {entry.step for entry in live.entries} == {1}, "nobody sees it half full"
    assert sorted(office.told) == sorted([ada, ben])
    await must_be_sound(world.log, seated.table)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_wherever_a_process_dies_both_sit_at_one_table(after: bool) -> None:
    for step in range(MOST_STEPS):
        world, deadly, what = World(), Deadly(step, after=after), sought()
        ada, ben = uuid4(), uuid4()
        one = await world.office().seeks.ask(ada, what, None, None)
        asked = key()
        with contextlib.suppress(Killed):
            await world.office(deadly).seeks.ask(ben, what, None, asked)

        two = await world.office().seeks.ask(ben, what, None, asked)
        await world.left_behind()

        found = [await world.found(each) for each in (one.id, two.id)]
        assert [each.state for each in found] == ["seated", "seated"], f"after step {step}"
        assert [await world.seats(player) for player in (ada, ben)] == [[found[0].table]] * 2
        assert await world.seeks.of_player(ben) == []
        if not deadly.struck:
            assert step > 4, "it takes several steps"
            return
    raise AssertionError("it takes too many steps")


async def test_a_table_is_opened_once_by_whichever_process() -> None:
    world, what = World(), sought()
    seeks = [await world.seeks.add(NewSeek(uuid4(), uuid4(), what), draw_of(world)) for _ in range(2)]
    table = (await world.found(seeks[0])).table
    assert table is not None
    offices = [world.office() for _ in range(4)]

    await asyncio.gather(*(office.pairings.open(table) for office in offices))

    assert [row.type for row in await world.log.read(table)].count("table_opened") == 1
    assert sum(len(office.told) for office in offices) == 2, "each is told once"
    assert len(await world.log.lobby.page(TableFilter(), limit=9)) == 1


def draw_of(world: World) -> Draw:
    """Return a draw as a process makes it."""
    return world.office().pairings.draw()


async def test_many_players_and_dying_processes() -> None:
    world, dice = World(), random.Random(5)
    kinds = [sought("honors_4", 2), sought("honors_4", 4), sought("honors_4", 3)]
    players = [(uuid4(), dice.choice(kinds)) for _ in range(200)]

    async def seek(player: UUID, what: Sought) -> UUID:
        asked = key()
        while True:
            deadly = Deadly(dice.randrange(12), after=dice.random() < 0.5)
            await asyncio.sleep(0)
            with contextlib.suppress(Killed):
                return (await world.office(deadly).seeks.ask(player, what, None, asked)).id

    seeks = await asyncio.gather(*(seek(*each) for each in players))
    await world.left_behind()
    await world.left_behind()

    found = [await world.found(each) for each in seeks]
    assert {each.state for each in found} <= {"seated", "waiting"}
    for kind in kinds:
        waiting = [each for each in found if each.sought == kind and each.state == "waiting"]
        assert len(waiting) < kind.players, "nobody is forgotten"
    rows = await world.log.lobby.page(TableFilter(), limit=300)
    sitting = Counter(player for row in rows for player in row.seats)
    seated = {each.player for each in found if each.state == "seated"}
    assert sitting == dict.fromkeys(seated, 1), "nobody sits at two tables"
    assert all(row.status == "playing" for row in rows)
    for each in found:
        if each.table is not None:
            row = next(row for row in rows if row.table_id == each.table)
            assert row.seats[each.seat or 0] == each.player


async def test_players_whom_no_seek_finds_are_found_by_a_look() -> None:
    world, what = World(), sought("honors_4", 3)
    office, people = world.office(), [uuid4() for _ in range(12)]
    for number, player in enumerate(people):
        await office.seeks.avoid(player, people[: min(number, 10)])
    seeks = [await office.seeks.ask(player, what, None, None) for player in (*people, uuid4())]
    last_three = seeks[10:]
    at_first = [(await world.found(each.id)).state for each in last_three]

    await office.pairings.look()

    found = [await world.found(each.id) for each in last_three]
    assert at_first == ["waiting"] * 3
    assert [each.state for each in found] == ["seated"] * 3
    assert len({each.table for each in found}) == 1
    assert {(await world.found(each.id)).state for each in seeks[:10]} == {"waiting"}


async def test_a_player_who_unblocks_another_meets_them_though_the_process_dies() -> None:
    for step in range(MOST_STEPS):
        world, what, deadly = World(), sought(), Deadly(step, after=True)
        ada, ben = uuid4(), uuid4()
        await world.office().seeks.avoid(ada, [ben])
        seeks = [await world.office().seeks.ask(player, what, None, None) for player in (ada, ben)]
        apart = [each.state for each in seeks]
        await world.office().pairings.look()
        waiting = [(await world.found(each.id)).state for each in seeks]

        await world.office().seeks.avoid(ada, [])
        with contextlib.suppress(Killed):
            await world.office(deadly).pairings.look()
        await world.left_behind()

        found = [await world.found(each.id) for each in seeks]
        assert apart == waiting == ["waiting"] * 2
        assert [each.state for each in found] == ["seated"] * 2, f"after step {step}"
        assert [await world.seats(player) for player in (ada, ben)] == [[found[0].table]] * 2
        if not deadly.struck:
            assert step > 4, "it takes several steps"
            return
    raise AssertionError("it takes too many steps")


async def test_house_players_fill_a_table_in_time() -> None:
    world, what = World(), sought("honors_4", 4)
    ada, ben = uuid4(), uuid4()
    office = world.office()
    one = await office.seeks.ask(ada, what, 5_000, None)
    two = await office.seeks.ask(ben, what, None, None)
    await office.pairings.look()
    assert (await office.seeks.one(one.id, ada)).state == "waiting"

    world.now.shift += 5_000
    await office.pairings.look()

    seated = await office.seeks.one(one.id, ada)
    assert seated.state == "seated"
    assert seated.table is not None
    table = (await stored(world.log, seated.table)).snapshot.table
    assert sorted(table.seats, key=str) == sorted([ada, HOUSE, HOUSE, HOUSE], key=str)
    assert [place.house for place in table.places].count("random") == 3
    assert (await office.seeks.one(two.id, ben)).state == "waiting", "they want people"
    await must_be_sound(world.log, seated.table)


async def test_a_look_where_nothing_is_due_is_one_question() -> None:
    world, asked = World(), list[str]()

    class Counted(MemorySeeks):
        def __getattribute__(self, name: str) -> Any:
            if not name.startswith("_"):
                asked.append(name)
            return super().__getattribute__(name)

    world.seeks = Counted()
    office = world.office()
    player = uuid4()
    seek = await office.seeks.ask(player, sought(), 500, None)
    asked.clear()

    await office.pairings.look()
    idle = [*asked]
    world.now.shift += 500
    await office.pairings.look()

    assert idle == ["has_work"]
    assert (await office.seeks.one(seek.id, player)).state == "seated"


async def test_a_log_that_is_away_delays_the_table_and_does_nothing_else() -> None:
    log = FaultyLog()
    world, what = World(log), sought()
    office = world.office()
    await office.seeks.ask(uuid4(), what, None, None)
    log.away = True

    player = uuid4()
    waits = await office.seeks.ask(player, what, None, None)
    assert waits.state == "waiting"
    with pytest.raises(SeekOver):
        await office.seeks.withdraw(waits.id, player)
    log.away = False
    await world.left_behind()

    assert (await office.seeks.one(waits.id, player)).state == "seated"


async def test_a_table_whose_shard_is_away_stands_in_nobody_s_way() -> None:
    """Three pairings wait: the tables of two are in a shard that is away, and the third is opened at the first look."""
    log = over([MemoryStore(), None])
    world, what = World(), sought()
    office = Office(world.seeks, log, world.now)
    tables = [UUID(int=7), UUID(int=9), UUID(int=8)]
    for table in tables:
        for _ in range(2):
            await world.seeks.add(NewSeek(uuid4(), uuid4(), what), replace(office.pairings.draw(), table=table))
    world.now.shift += PATIENCE_MS

    await office.pairings.look()

    assert await log.heads([tables[2]]) != {}
    assert [await world.seeks.pairing(table) is None for table in tables] == [False, False, True]


async def test_no_table_is_drawn_where_none_can_be_opened() -> None:
    world, away = World(), range(1, LANES)
    office = world.office()

    async def nobody(_: UUID) -> bool:
        return False

    pairings = Pairings(
        world.seeks,
        office.engine,
        world.now,
        bytes,
        lambda *_: None,
        is_forgotten=nobody,
        lanes_away=lambda: away,
    )

    assert lane_of(pairings.draw().table) == 0


@pytest.mark.parametrize("opened", [False, True], ids=["paired", "opened"])
@pytest.mark.parametrize("takes_over", [False, True])
async def test_somebody_who_is_forgotten_before_their_table_is_opened_is_absent_there(
    opened: bool, takes_over: bool
) -> None:
    """The process that has paired them dies before it opens their table, or right after."""
    world, ada, ben = World(), uuid4(), uuid4()
    office = world.office()
    what, draw = replace(sought(), settings=TableSettings(house_takes_over=takes_over)), office.pairings.draw()
    for player in (ada, ben):
        await world.seeks.add(NewSeek(uuid4(), player, what), draw)
    pairing = await world.seeks.pairing(draw.table)
    assert pairing is not None
    if opened:
        await office.engine.execute(draw.table, opening(pairing, bytes(32)))
    await office.seeks.forget(ada)
    office.forgotten.add(ada)
    world.now.shift += PATIENCE_MS

    await office.pairings.look()

    table = (await stored(world.log, draw.table)).snapshot.table
    assert table.status == "playing"
    hers, his = (table.places[table.seats.index(player)] for player in (ada, ben))
    assert (hers.absent, hers.house) == (True, "random" if takes_over else None)
    assert (his.absent, his.house) == (False, None)
    assert await world.seeks.pairing(draw.table) is None


async def test_what_no_rules_allow_any_more_is_over() -> None:
    world = World()
    old = Sought("honors_4", {"players": 2, "no_such_option": 1}, TableSettings())
    office = world.office()

    seeks = [await office.seeks.ask(uuid4(), old, None, None) for _ in range(2)]

    assert [(await world.found(each.id)).state for each in seeks] == ["expired", "expired"]
    assert await world.log.lobby.page(TableFilter(), limit=9) == []


async def test_a_seek_is_its_players_alone() -> None:
    world, what, ada, ben = World(), sought(), uuid4(), uuid4()
    seeks = world.office().seeks
    mine = await seeks.ask(ada, what, None, None)

    for player, seek in ((ben, mine.id), (ada, uuid4())):
        with pytest.raises(UnknownSeek):
            await seeks.one(seek, player)
        with pytest.raises(UnknownSeek):
            await seeks.withdraw(seek, player)
    assert [each.id for each in await seeks.of_player(ada)] == [mine.id]
    await seeks.withdraw(mine.id, ada)
    await seeks.withdraw(mine.id, ada)
    assert (await seeks.one(mine.id, ada)).state == "withdrawn"
    assert await seeks.of_player(ada) == []


async def test_a_seek_that_nobody_has_met_is_over_in_time() -> None:
    world, ada = World(), uuid4()
    seeks = world.office().seeks
    seek = await seeks.ask(ada, sought(), None, None)

    world.now.shift += LONGEST_MS

    over = await seeks.one(seek.id, ada)
    assert (over.state, over.ended_at) == ("expired", seek.expires_at)
    assert await seeks.of_player(ada) == []
    assert await seeks.demand() == []
    await world.office().pairings.look()
    assert await seeks.one(seek.id, ada) == replace(over, ended_at=(await world.found(seek.id)).ended_at)


# Streams


async def test_a_stream_ends_with_the_seat() -> None:
    world, what, ada = World(), sought(), uuid4()
    office = world.office()
    seek = await office.seeks.ask(ada, what, None, None)
    lines = office.seeks.stream(seek.id, ada, cancel=True)
    first = await anext(lines)

    other = await office.seeks.ask(uuid4(), what, None, None)
    office.wakeups.wake_all()  # as a change of the table does
    rest = [line async for line in lines]

    assert first.seek == seek  # type: ignore[union-attr]
    told = await office.seeks.one(seek.id, ada)
    assert [type(line).__name__ for line in rest] == ["SeekLine", "EndLine"]
    assert rest[0].seek == told  # type: ignore[union-attr]
    assert (told.state, told.table) == ("seated", other.table)
    assert rest[1].why == "over"  # type: ignore[union-attr]


@pytest.mark.parametrize(("cancel", "state"), [(True, "withdrawn"), (False, "waiting")])
async def test_a_seek_may_end_with_its_stream(cancel: bool, state: str) -> None:
    world, ada = World(), uuid4()
    seeks = world.office().seeks
    seek = await seeks.ask(ada, sought(), None, None)
    lines = seeks.stream(seek.id, ada, cancel=cancel)
    await anext(lines)

    await lines.aclose()

    assert (await seeks.one(seek.id, ada)).state == state


async def test_a_seek_ends_with_a_stream_whose_process_has_died() -> None:
    world, ada, what = World(), uuid4(), sought()
    office = world.office()
    seek = await office.seeks.ask(ada, what, None, None)
    lines = office.seeks.stream(seek.id, ada, cancel=True)
    await anext(lines)
    reading = asyncio.ensure_future(anext(lines))
    await asyncio.sleep(0)

    seen = await world.found(seek.id)
    world.now.shift += LEASE_MS
    reading.cancel()
    late = await world.office().seeks.ask(uuid4(), what, None, None)

    assert seen.expires_at <= seek.asked_at + LEASE_MS + 5_000
    assert late.state == "waiting", "nobody is paired with a player who is gone"


async def test_a_reader_comes_back_to_a_seek_when_a_process_stops() -> None:
    world, ada = World(), uuid4()
    office = world.office()
    seek = await office.seeks.ask(ada, sought(), None, None)
    lines = office.seeks.stream(seek.id, ada, cancel=True)
    await anext(lines)

    office.wakeups.close()  # as the end of the process does
    rest = [line async for line in lines]

    assert [line.why for line in rest] == ["stopping"]  # type: ignore[union-attr]
    assert (await office.seeks.one(seek.id, ada)).state == "waiting"
