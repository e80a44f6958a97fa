"""What every store of seeks must do, wherever it keeps them. A subclass gives the fixture `store`."""

import asyncio
import random
from uuid import UUID, uuid4

import pytest

from domain.table import HOUSE_PLAYERS, TableSettings
from service.meeting.port import (
    KEPT_MS,
    LONGEST_MS,
    MOST_SEEKS,
    PATIENCE_MS,
    Draw,
    Missed,
    NewSeek,
    Seek,
    SeekStore,
    Sought,
    TooManySeeks,
)
from service.meeting.searching import both_ways
from service.play.engine import KeyReused
from service.play.stream import CommandKey

AT = 1_764_547_200_000
HOUSE = HOUSE_PLAYERS["random"]
PLACES = tuple(range(14))


def sought(players: int = 2, game: str = "honors_4") -> Sought:
    """Return what is sought: a game of this number of players, which nobody else seeks."""
    return Sought(game, {"players": players, "mark": uuid4().hex}, TableSettings())


def draw(at: int = AT, places: tuple[int, ...] = PLACES) -> Draw:
    """Return a draw with a new table."""
    return Draw(uuid4(), places, at)


def wanted(what: Sought, player: UUID | None = None, house_at: int | None = None) -> NewSeek:
    """Return a seek to make, of a new player if none is given."""
    return NewSeek(uuid4(), player or uuid4(), what, house_at)


async def known(store: SeekStore, seek: UUID) -> Seek:
    """Return a seek that there is."""
    found = await store.one(seek)
    assert found is not None
    return found


class SeekStoreContract:
    async def test_a_seek_waits_until_somebody_seeks_the_same(self, store: SeekStore) -> None:
        what = sought()
        first, second = wanted(what), wanted(what)
        one = await store.add(first, draw())
        waiting = await known(store, one)
        other_kind = await store.add(wanted(sought()), draw())

        drawn = draw(AT + 5, places=(1, 0, *PLACES[2:]))
        two = await store.add(second, drawn)

        assert waiting == Seek(one, first.player, what, AT, None, AT + LONGEST_MS)
        assert (await known(store, other_kind)).state == "waiting"
        found = [await known(store, each) for each in (one, two)]
        assert [(each.state, each.table, each.seat) for each in found] == [
            ("paired", drawn.table, 1),
            ("paired", drawn.table, 0),
        ]
        pairing = await store.pairing(drawn.table)
        assert pairing is not None
        assert (pairing.sought, pairing.creator, pairing.seats) == (what, first.player, (second.player, first.player))
        assert await store.one(uuid4()) is None
        assert await store.pairing(uuid4()) is None

    @pytest.mark.parametrize("blocker", [0, 1])
    async def test_a_player_who_blocks_the_other_is_not_seated_with_them(self, store: SeekStore, blocker: int) -> None:
        what = sought()
        pair = [wanted(what) for _ in range(2)]
        await store.avoid(pair[blocker].player, [pair[1 - blocker].player])
        seeks = [await store.add(each, draw()) for each in pair]
        apart = [(await known(store, each)).state for each in seeks]

        third = await store.add(wanted(what), draw())
        await store.avoid(pair[blocker].player, [])
        fourth = await store.add(wanted(what), draw())

        found = [await known(store, each) for each in (*seeks, third, fourth)]
        assert apart == ["waiting"] * 2
        assert [each.state for each in found] == ["paired"] * 4
        assert (found[0].table, found[1].table) == (found[2].table, found[3].table)

    async def test_a_player_who_cannot_sit_with_the_first_leaves_room_for_others(self, store: SeekStore) -> None:
        what = sought(3)
        ada, ben, cleo, dora = [wanted(what) for _ in range(4)]
        await store.avoid(ada.player, [ben.player, cleo.player])
        one, two, three, four = [await store.add(each, draw()) for each in (ada, ben, cleo, dora)]

        found = [await known(store, each) for each in (one, two, three, four)]

        assert [each.state for each in found] == ["waiting", "paired", "paired", "paired"]

    async def test_a_table_that_no_seek_finds_is_missed_until_it_is_seated(self, store: SeekStore) -> None:
        what = sought(4)
        ada, ben, cleo, dora, emil, last = asking = [wanted(what) for _ in range(6)]
        await store.avoid(ben.player, [cleo.player, dora.player])
        await store.avoid(cleo.player, [emil.player])
        await store.avoid(dora.player, [emil.player])
        await store.avoid(ada.player, [dora.player, last.player])
        seeks = [await store.add(each, draw(AT + number)) for number, each in enumerate(asking)]

        missed = await self.missed(store, what)
        drawn = draw(AT + 9)

        assert missed is not None
        assert (missed.seats, missed.seeks) == (4, tuple(seeks))
        assert missed.apart == both_ways([[3, 5], [2, 3], [4], [4], [], []])
        assert not await store.seat([seeks[place] for place in (0, 2, 4, 5)], drawn), "they block one another"
        assert not await store.seat([*seeks[:1], uuid4()], drawn)
        assert await store.pairing(drawn.table) is None
        await store.searched(missed)
        assert await self.missed(store, what) is None

    async def test_a_player_who_unblocks_another_makes_a_table_possible(self, store: SeekStore) -> None:
        what = sought()
        pair = [wanted(what) for _ in range(2)]
        await store.avoid(pair[0].player, [pair[1].player, uuid4()])
        seeks = [await store.add(each, draw()) for each in pair]
        await store.avoid(pair[0].player, [pair[1].player, uuid4(), uuid4()])
        before = await self.missed(store, what)
        if before is not None:  # they no longer block somebody else
            await store.searched(before)

        await store.avoid(pair[0].player, [uuid4()])
        missed = await self.missed(store, what)
        await store.avoid(pair[0].player, [])

        assert missed is not None
        assert (missed.seeks, missed.apart) == (tuple(seeks), (frozenset(), frozenset()))
        await store.searched(missed)
        assert await self.missed(store, what) is not None, "there is a reason that is newer"
        drawn = draw(AT + 1, places=(1, 0))
        assert await store.seat([seeks[1], seeks[0]], drawn)
        found = [await known(store, each) for each in seeks]
        assert [(each.state, each.table, each.seat) for each in found] == [
            ("paired", drawn.table, 1),
            ("paired", drawn.table, 0),
        ]
        assert not await store.seat(seeks, draw()), "they no longer wait"

    async def test_nothing_is_missed_where_nobody_blocks_anybody_or_too_few_wait(self, store: SeekStore) -> None:
        what, pair = sought(4), sought()
        asking = [wanted(what) for _ in range(3)]
        for each in asking:
            await store.add(each, draw())
        await store.avoid(asking[0].player, [uuid4()])
        ada, ben = wanted(pair), wanted(pair)
        await store.avoid(ada.player, [ben.player])
        for each in (ada, ben):
            await store.add(each, draw())

        assert await self.missed(store, what) is None
        assert await self.missed(store, pair) is None

    async def missed(self, store: SeekStore, what: Sought) -> Missed | None:
        """Return what is missed of one kind; all others were searched."""
        while (found := await store.missed(AT + 9)) is not None and found.kind != what.kind:
            await store.searched(found)
        return found

    async def test_house_players_sit_with_those_who_do_not_block_each_other(self, store: SeekStore) -> None:
        what = sought(3)
        pair = [wanted(what, house_at=AT + 10) for _ in range(2)]
        await store.avoid(pair[0].player, [pair[1].player])
        seeks = [await store.add(each, draw()) for each in pair]

        tables = [await store.fill(HOUSE, draw(AT + 10)) for _ in range(2)]

        found = {(await known(store, each)).table for each in seeks}
        assert found == {*tables}
        assert None not in found

    async def test_among_many_nobody_sits_with_a_player_they_block_and_few_wait(self, store: SeekStore) -> None:
        what, dice = sought(3), random.Random(7)
        people = [uuid4() for _ in range(60)]
        blocks = {player: dice.sample([each for each in people if each != player], 3) for player in people}
        for player, others in blocks.items():
            await store.avoid(player, others)
        seeks = [await store.add(wanted(what, player), draw(AT)) for player in people]

        found = [await known(store, each) for each in seeks]

        tables: dict[UUID | None, set[UUID]] = {}
        for each in found:
            tables.setdefault(each.table, set()).add(each.player)
        waiting = tables.pop(None, set())
        assert all(not sitting & {*blocks[player]} for sitting in tables.values() for player in sitting)
        assert {len(sitting) for sitting in tables.values()} == {3}
        assert len(waiting) <= 6

    async def test_the_player_who_has_waited_longest_is_seated_first(self, store: SeekStore) -> None:
        what = sought(3)
        seeks = [await store.add(wanted(what), draw(AT + number)) for number in range(7)]

        found = [await known(store, each) for each in seeks]

        assert [each.state for each in found] == ["paired"] * 6 + ["waiting"]
        assert [len({each.table for each in found[start : start + 3]}) for start in (0, 3)] == [1, 1]
        assert len({each.table for each in found[:6]}) == 2
        assert {each.seat for each in found[:3]} == {0, 1, 2}

    async def test_the_same_one_twice_is_the_same_and_keeps_its_place(self, store: SeekStore) -> None:
        what = sought(3)
        first = wanted(what)
        one = await store.add(first, draw())
        two = await store.add(wanted(what), draw(AT + 1))

        again = await store.add(wanted(what, first.player, AT + 9_000), draw(AT + 2))
        seek = await known(store, again)

        assert again == one
        assert (seek.house_at, seek.expires_at, seek.asked_at) == (AT + 9_000, AT + 2 + LONGEST_MS, AT)
        assert await store.of_player(first.player) == [seek]
        last = draw(AT + 3)
        await store.add(wanted(what), last)
        assert {(await known(store, each)).table for each in (one, two)} == {last.table}
        pairing = await store.pairing(last.table)
        assert pairing is not None
        assert pairing.creator == first.player

    async def test_a_player_has_a_few_seeks(self, store: SeekStore) -> None:
        player = uuid4()
        seeks = [await store.add(wanted(sought(), player), draw()) for _ in range(MOST_SEEKS)]

        with pytest.raises(TooManySeeks):
            await store.add(wanted(sought(), player), draw())
        assert [each.id for each in await store.of_player(player)] == seeks
        await store.withdraw(seeks[0], player, AT + 1)
        await store.add(wanted(sought(), player), draw(AT + 2))
        later = draw(AT + 3 + LONGEST_MS)
        await store.add(wanted(sought(), player), later)
        assert len(await store.of_player(player)) == 1, "the others have waited for too long"

    async def test_a_key_makes_one_seek(self, store: SeekStore) -> None:
        what, key = sought(), CommandKey(uuid4().bytes, bytes(16))
        asked = NewSeek(uuid4(), uuid4(), what, None, key)
        assert await store.repeated(key) is None
        one = await store.add(asked, draw())
        await store.add(wanted(what), draw())

        again = await store.add(NewSeek(uuid4(), asked.player, what, None, key), draw(AT + 1))

        assert again == one
        assert await store.repeated(key) == await known(store, one)
        assert await store.of_player(asked.player) == [await known(store, one)]
        other = CommandKey(key.id, b"1" * 16)
        with pytest.raises(KeyReused):
            await store.repeated(other)
        with pytest.raises(KeyReused):
            await store.add(NewSeek(uuid4(), asked.player, what, None, other), draw(AT + 1))

    async def test_a_player_who_is_paired_seeks_nothing_else(self, store: SeekStore) -> None:
        what, player = sought(), uuid4()
        others = [await store.add(wanted(sought(), player), draw()) for _ in range(2)]
        mine = await store.add(wanted(what, player), draw())
        await store.add(wanted(what), draw(AT + 7))

        assert [(await known(store, each)).state for each in (*others, mine)] == ["dropped", "dropped", "paired"]
        assert (await known(store, others[0])).ended_at == AT + 7
        assert [each.id for each in await store.of_player(player)] == [mine]

    async def test_what_is_withdrawn_is_not_paired(self, store: SeekStore) -> None:
        what = sought()
        first = wanted(what)
        one = await store.add(first, draw())
        await store.withdraw(one, uuid4(), AT + 1)
        assert (await known(store, one)).state == "waiting", "it is not theirs"

        await store.withdraw(one, first.player, AT + 1)
        two = await store.add(wanted(what), draw(AT + 2))

        assert [(await known(store, each)).state for each in (one, two)] == ["withdrawn", "waiting"]
        assert (await known(store, one)).ended_at == AT + 1
        three = await store.add(wanted(what), draw(AT + 3))
        await store.withdraw(three, (await known(store, three)).player, AT + 4)
        assert (await known(store, three)).state == "paired", "that is too late"

    async def test_a_seek_waits_for_a_while(self, store: SeekStore) -> None:
        what = sought()
        one = await store.add(wanted(what), draw())
        await store.extend(one, AT + 100)

        two = await store.add(wanted(what), draw(AT + 100))
        await store.clean(AT + 100, 9_999)
        three = await store.add(wanted(what), draw(AT + 101))

        assert [(await known(store, each)).state for each in (one, two, three)] == ["expired", "paired", "paired"]
        await store.extend(one, AT + 999)
        assert (await known(store, one)).expires_at == AT + 100
        await store.clean(AT + 100 + KEPT_MS - 1, 9_999)
        assert await store.one(one) is not None
        await store.clean(AT + 100 + KEPT_MS, 9_999)
        assert await store.one(one) is None
        assert (await known(store, two)).state == "paired", "nothing is deleted that has not ended"

    async def test_house_players_come_when_it_is_time(self, store: SeekStore) -> None:
        what = sought(4)
        people = [await store.add(wanted(what, None, after), draw()) for after in (AT + 50, None, AT + 90)]
        assert await store.fill(HOUSE, draw(AT + 49)) is None

        drawn = draw(AT + 50, places=(9, 3, 1, 0, 2))
        table = await store.fill(HOUSE, drawn)

        found = [await known(store, each) for each in people]
        assert table == drawn.table
        assert [(each.state, each.seat) for each in found] == [("paired", 3), ("waiting", None), ("paired", 1)]
        pairing = await store.pairing(table)
        assert pairing is not None
        assert pairing.seats == (HOUSE, found[2].player, HOUSE, found[0].player)
        assert pairing.creator == found[0].player
        assert await store.fill(HOUSE, draw(AT + 99)) is None

    async def test_there_is_work_as_long_as_something_is_due(self, store: SeekStore) -> None:
        at = 1_000  # long before all that other tests leave behind
        await self.missed(store, sought())
        waiting, drawn = await store.add(wanted(sought()), draw(at)), draw(at + 50)
        await store.add(wanted(sought(), house_at=at + 50), draw(at))

        assert [await store.has_work(each) for each in (at + 49, at + 50)] == [False, True], "a house player sits down"
        assert await store.fill(HOUSE, drawn) == drawn.table
        due = at + 50 + PATIENCE_MS
        assert [await store.has_work(each) for each in (due - 1, due)] == [False, True], "the table is to be opened"
        assert await store.settle(drawn.table, at + 60, "seated")
        assert not await store.has_work(due)

        await store.extend(waiting, due)
        assert [await store.has_work(each) for each in (due - 1, due)] == [False, True], "a seek is over"
        await store.clean(due, 9_999)
        old = at + 60 + KEPT_MS
        assert [await store.has_work(each) for each in (old - 1, old)] == [False, True], "a seek is forgotten"
        await store.clean(due + KEPT_MS, 9_999)
        assert not await store.has_work(due + KEPT_MS)

    async def test_there_is_work_while_a_table_is_missed(self, store: SeekStore) -> None:
        what = sought()
        pair = [wanted(what) for _ in range(2)]
        await store.avoid(pair[0].player, [pair[1].player])
        for each in pair:
            await store.add(each, draw(1_000))
        await store.avoid(pair[0].player, [])

        missed = await self.missed(store, what)
        work = await store.has_work(1_000)

        assert missed is not None
        assert work
        await store.searched(missed)
        assert not await store.has_work(1_000)

    async def test_a_pairing_is_due_until_it_is_settled(self, store: SeekStore) -> None:
        what, drawn = sought(), draw()
        one = await store.add(wanted(what), draw())
        two = await store.add(wanted(what), drawn)

        async def due(at: int) -> list[UUID]:
            return [each.table for each in await store.due(at, 9_999) if each.table == drawn.table]

        assert await due(AT + PATIENCE_MS - 1) == []
        assert await due(AT + PATIENCE_MS) == [drawn.table]
        assert await due(AT + PATIENCE_MS + 1) == [], "somebody is at it"
        assert await due(AT + 2 * PATIENCE_MS) == [drawn.table]

        ended = await store.settle(drawn.table, AT + 9_999, "seated")

        assert {each.id for each in ended} == {one, two}
        assert {(each.state, each.ended_at, each.table) for each in ended} == {("seated", AT + 9_999, drawn.table)}
        assert await store.settle(drawn.table, AT + 99_999, "seated") == []
        assert await due(AT + 99_999) == []
        assert await store.pairing(drawn.table) is None
        assert (await known(store, one)).ended_at == AT + 9_999

    async def test_a_pairing_that_comes_to_nothing_ends_its_seeks(self, store: SeekStore) -> None:
        what, drawn = sought(), draw()
        seeks = [await store.add(wanted(what), drawn) for _ in range(2)]

        await store.settle(drawn.table, AT + 1, "expired")

        found = [await known(store, each) for each in seeks]
        assert {(each.state, each.table, each.seat, each.ended_at) for each in found} == {
            ("expired", None, None, AT + 1)
        }

    async def test_what_is_sought_is_counted(self, store: SeekStore) -> None:
        rare, much = sought(3, "literature"), sought(4, "literature")
        await store.add(wanted(rare, None, AT), draw(AT + 1))
        await store.add(wanted(much), draw(AT + 2))
        await store.add(wanted(much, None, AT + 9), draw(AT + 3))

        found = await store.demand(AT + 4, 9_999, "literature")

        mine = [each for each in found if each.sought in (rare, much)]
        assert [(each.sought, each.waiting, each.with_house, each.since) for each in mine] == [
            (much, 2, 1, AT + 2),
            (rare, 1, 1, AT + 1),
        ]
        assert [each for each in await store.demand(AT + 4, 9_999) if each.sought in (rare, much)] == mine
        assert {each.sought.game for each in await store.demand(AT + 4, 9_999, "honors_4")} <= {"honors_4"}
        assert await store.demand(AT + 4 + LONGEST_MS, 9_999, "literature") == []
        assert sum(each.waiting for each in await store.demand(AT + 4, 1)) == 1

    async def test_nothing_is_kept_of_a_forgotten_player(self, store: SeekStore) -> None:
        player, key = uuid4(), CommandKey(uuid4().bytes, bytes(16))
        what = sought()
        one = await store.add(NewSeek(uuid4(), player, what, None, key), draw())
        kept = await store.add(wanted(sought()), draw())

        await store.forget(player)
        await store.extend(one, AT + 100)  # by its stream, which does not know yet
        two = await store.add(wanted(what), draw())

        assert await store.one(one) is None
        assert await store.repeated(key) is None
        assert (await known(store, kept)).state == "waiting"
        assert (await known(store, two)).state == "waiting"

    async def test_many_at_once_have_one_seat_each(self, store: SeekStore) -> None:
        kinds = [sought(2), sought(3), sought(4)]
        dice = random.Random(7)
        players = [uuid4() for _ in range(40)]
        asking = [wanted(kind, player) for player in players for kind in kinds]
        dice.shuffle(asking)

        async def seek(asked: NewSeek) -> UUID:
            found = await store.add(asked, draw(places=tuple(dice.sample(PLACES, 14))))
            if dice.random() < 0.2:
                await store.withdraw(found, asked.player, AT)
            return found

        seeks = [await known(store, each) for each in await asyncio.gather(*map(seek, asking))]

        paired = [each for each in seeks if each.state == "paired"]
        for table in {each.table for each in paired if each.table}:
            pairing = await store.pairing(table)
            assert pairing is not None
            assert len({*pairing.seats}) == pairing.sought.players
            sitting = {each.seat: each.player for each in paired if each.table == table}
            assert sitting == dict(enumerate(pairing.seats))
        for kind in kinds:
            waiting = [each for each in seeks if each.state == "waiting" and each.sought == kind]
            assert len(waiting) < kind.players, "nobody is forgotten"
        assert {each.state for each in seeks} <= {"paired", "waiting", "withdrawn", "dropped"}
