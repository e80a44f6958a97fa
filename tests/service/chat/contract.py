"""What every store of the chat must do, wherever it keeps it. A subclass gives the fixture `store`."""

import asyncio
from uuid import UUID, uuid4

import pytest

from service.chat.port import (
    KEPT_MS,
    MOST_MUTES,
    NOTHING,
    Channel,
    ChatStore,
    Entry,
    Message,
    NewReport,
    Room,
    Said,
    TooManyMutes,
)
from service.play.engine import KeyReused
from service.play.stream import CommandKey

AT = 1_764_547_200_000
OPERATOR = UUID(int=9)
FEW = 50
"""How many entries the stores keep of a room here."""


def room(channel: Channel = "seats") -> Room:
    """Return a room of a new table."""
    return Room(uuid4(), channel)


def message(
    text: str = "Hello", *, author: UUID | None = None, version: int = 1, key: CommandKey | None = None, at: int = AT
) -> Message:
    """Return a message of a new player, unless one is given."""
    return Message(author or uuid4(), 0, version, at, Said(text), key)


def key(request: bytes = b"r") -> CommandKey:
    """Return a new key."""
    return CommandKey(uuid4().bytes, request * 16)


async def report(store: ChatStore, where: Room, number: int, by: UUID | None = None, at: int = AT) -> UUID | None:
    """Report a message as a new player, unless one is given."""
    return await store.report(where, number, NewReport(uuid4(), by or uuid4(), "abuse", at))


async def numbers(store: ChatStore, where: Room, after: int = 0, up_to: int | None = None) -> list[int]:
    """Return the numbers of what a room has."""
    return [each.number for each in await store.page(where, after, 100, up_to)]


class ChatStoreContract:
    async def test_what_is_said_comes_back_as_it_was_said(self, store: ChatStore) -> None:
        where, author = room(), uuid4()
        first = await store.add(where, Message(author, 3, 7, AT, Said("Ça va?")))
        second = await store.add(where, Message(author, None, 9, AT + 1, Said(phrase="hello")))

        assert first == Entry(1, AT, 7, author, 3, Said("Ça va?"))
        assert second == Entry(2, AT + 1, 9, author, None, Said(phrase="hello"))
        assert await store.page(where, 0, 10) == [first, second]
        assert await store.one(where, 2) == second
        assert await store.one(where, 3) is None

    async def test_rooms_have_numbers_of_their_own(self, store: ChatStore) -> None:
        table = uuid4()
        seats, spectators, empty = Room(table, "seats"), Room(table, "spectators"), room()
        for where in (seats, seats, spectators):
            await store.add(where, message())

        assert (await numbers(store, seats), await numbers(store, spectators)) == ([1, 2], [1])
        assert await store.lasts([seats, spectators, empty]) == {seats: 2, spectators: 1}
        assert await store.page(empty, 0, 10) == []

    async def test_a_page_goes_on_after_a_number(self, store: ChatStore) -> None:
        where = room()
        for _ in range(5):
            await store.add(where, message())

        assert [each.number for each in await store.page(where, 1, 2)] == [2, 3]
        assert await numbers(store, where, after=5) == []

    async def test_a_reader_who_reads_while_many_write_misses_nothing_and_sees_nothing_twice(
        self, store: ChatStore
    ) -> None:
        where, seen = room(), list[int]()

        async def read() -> None:
            while len(seen) < 40:
                seen.extend(await numbers(store, where, after=seen[-1] if seen else 0))
                await asyncio.sleep(0)

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(read())
            for _ in range(40):
                tasks.create_task(store.add(where, message()))

        assert seen == list(range(1, 41))

    async def test_the_version_of_entries_never_falls(self, store: ChatStore) -> None:
        where = room()
        given = [(await store.add(where, message(version=version))).version for version in (5, 3, 8)]

        assert given == [5, 5, 8]
        assert await numbers(store, where, up_to=4) == []
        assert await numbers(store, where, up_to=5) == [1, 2]

    async def test_a_message_with_a_key_is_said_once(self, store: ChatStore) -> None:
        where, once = room(), key()
        sent = message(key=once)
        entries = await asyncio.gather(*(store.add(where, sent) for _ in range(5)))

        assert {each.number for each in entries} == {1}
        assert await numbers(store, where) == [1]
        assert await store.repeated(once) == entries[0]
        assert await store.repeated(key()) is None

    async def test_a_key_is_good_for_one_request(self, store: ChatStore) -> None:
        where, once = room(), key()
        await store.add(where, message(key=once))
        other = CommandKey(once.id, b"o" * 16)

        with pytest.raises(KeyReused):
            await store.add(where, message(key=other))
        with pytest.raises(KeyReused):
            await store.add(room(), message(key=other))
        with pytest.raises(KeyReused):
            await store.repeated(other)
        assert await numbers(store, where) == [1]

    async def test_what_is_removed_leaves_a_mark_without_its_text(self, store: ChatStore) -> None:
        where, author = room(), uuid4()
        await store.add(where, message("secret", author=author, version=4))

        removed = [await store.remove(where, 1, OPERATOR, 6, AT + 9) for _ in range(2)]
        first, mark = await store.page(where, 0, 10)

        assert removed == [True, False]
        assert first == Entry(1, AT, 4, author, 0, NOTHING)
        assert (first.is_message, first.is_removed, mark.is_message) == (True, True, False)
        assert mark == Entry(2, AT + 9, 6, OPERATOR, None, NOTHING, (1,))

    async def test_only_messages_are_removed(self, store: ChatStore) -> None:
        where = room()
        await store.add(where, message())
        await store.remove(where, 1, OPERATOR, 1, AT)

        assert not await store.remove(where, 2, OPERATOR, 1, AT)
        assert not await store.remove(where, 3, OPERATOR, 1, AT)
        assert not await store.remove(room(), 1, OPERATOR, 1, AT)
        assert await numbers(store, where) == [1, 2]

    async def test_the_oldest_entries_of_a_full_room_go(self, store: ChatStore) -> None:
        where = room()
        for _ in range(FEW + 3):
            await store.add(where, message())

        kept = await numbers(store, where)

        assert (len(kept), kept[0], kept[-1]) == (FEW, 4, FEW + 3)

    async def test_what_a_forgotten_player_said_is_gone_everywhere(self, store: ChatStore) -> None:
        player, other = uuid4(), uuid4()
        rooms = [room(), room("spectators")]
        for where in rooms:
            await store.add(where, message(author=player, version=5))
            await store.add(where, message(author=other))
            await store.add(where, message(author=player))
        await store.remove(rooms[0], 1, player, 5, AT)
        reported = await report(store, rooms[0], 3)
        await store.mute(player, other, AT)
        await store.mute(other, player, AT)

        assert set(await store.forget(player, AT + 9)) == set(rooms)
        assert await store.forget(player, AT + 10) == []
        marks = [(await store.page(where, 3, 10))[-1] for where in rooms]

        assert [(each.removes, each.author, each.version, each.at) for each in marks] == [
            ((3,), player, 5, AT + 9),
            ((1, 3), player, 5, AT + 9),
        ]
        for where in rooms:
            left = [each.author for each in await store.page(where, 0, 10) if each.said != NOTHING]
            assert left == [other]
        assert await store.mutes_of(player) == await store.mutes_of(other) == []
        assert reported is not None
        found = await store.reported(reported)
        assert found is not None
        assert found.said == NOTHING

    async def test_a_player_is_forgotten_in_many_rooms(self, store: ChatStore) -> None:
        player, rooms = uuid4(), [room() for _ in range(5)]
        for where in rooms:
            await store.add(where, message(author=player))

        assert sorted(await store.forget(player, AT + 9)) == sorted(rooms)
        assert [await numbers(store, where) for where in rooms] == [[1, 2]] * 5
        assert [each.said for where in rooms for each in await store.page(where, 0, 10)] == [NOTHING] * 10

    async def test_a_player_who_is_muted_is_listed_until_they_are_not(self, store: ChatStore) -> None:
        player, one, other = uuid4(), uuid4(), uuid4()
        for muted, at in ((one, AT), (other, AT + 1), (one, AT + 2)):
            await store.mute(player, muted, at)

        assert await store.mutes_of(player) == [(other, AT + 1), (one, AT)]
        assert [await store.unmute(player, one) for _ in range(2)] == [True, False]
        assert await store.mutes_of(player) == [(other, AT + 1)]
        assert await store.mutes_of(other) == []

    async def test_a_player_mutes_a_maximum_number_of_others(self, store: ChatStore) -> None:
        player, last = uuid4(), uuid4()
        for muted in (*(uuid4() for _ in range(MOST_MUTES - 1)), last):
            await store.mute(player, muted, AT)

        with pytest.raises(TooManyMutes):
            await store.mute(player, uuid4(), AT)
        await store.mute(player, last, AT + 1)
        assert len(await store.mutes_of(player)) == MOST_MUTES

    async def test_a_report_keeps_what_was_said_until_it_is_resolved(self, store: ChatStore) -> None:
        where, author, by = room(), uuid4(), uuid4()
        await store.add(where, message("Shame!", author=author))
        made = await report(store, where, 1, by, AT + 5)
        again = await report(store, where, 1, by, AT + 6)
        another = await report(store, where, 1, at=AT + 7)
        await store.remove(where, 1, author, 1, AT + 8)

        assert made is not None
        assert again == made != another
        found = await store.reported(made)
        assert found is not None
        assert (found.room, found.number, found.author, found.said_at) == (where, 1, author, AT)
        assert (found.said, found.reporter, found.reason, found.at) == (Said("Shame!"), by, "abuse", AT + 5)
        assert await store.resolve(made, "dismissed", OPERATOR, AT + 20)
        assert not await store.resolve(made, "removed", OPERATOR, AT + 21)
        for each in (made, another):
            assert each is not None
            done = await store.reported(each)
            assert done is not None
            assert (done.said, done.verdict, done.resolved_by) == (NOTHING, "dismissed", OPERATOR)
            assert done.resolved_at == AT + 20
        assert not await store.resolve(uuid4(), "removed", OPERATOR, AT)

    async def test_what_says_nothing_is_not_reported(self, store: ChatStore) -> None:
        where = room()
        await store.add(where, message())
        await store.remove(where, 1, OPERATOR, 1, AT)

        assert [await report(store, where, number) for number in (1, 2, 3)] == [None, None, None]
        assert await store.reported(uuid4()) is None

    async def test_reports_are_listed_the_last_first(self, store: ChatStore) -> None:
        where, late = room(), AT * 100
        for _ in range(3):
            await store.add(where, message())
        made = [await report(store, where, number, at=late + number) for number in (1, 2, 3)]
        page = await store.reports(2)
        rest = await store.reports(1, (page[-1].at, page[-1].id))
        assert made[1] is not None
        await store.resolve(made[1], "removed", OPERATOR, AT)

        assert [each.id for each in (*page, *rest)] == made[::-1]
        assert [each.id for each in await store.reports(2)] == [made[2], made[0]]
        assert [each.id for each in await store.reports(1, resolved=True)] == [made[1]]

    async def test_what_is_old_is_deleted_and_numbers_go_on(self, store: ChatStore) -> None:
        where, old = room(), 1_000
        await store.add(where, message(at=old))
        await store.add(where, message(at=old + 5))
        made = [await report(store, where, number, at=old) for number in (1, 2)]
        assert made[0] is not None
        assert made[1] is not None
        await store.resolve(made[0], "dismissed", OPERATOR, old)

        await store.clean(old + KEPT_MS, 100)
        after = await store.add(where, message())

        assert await numbers(store, where) == [2, 3]
        assert after.number == 3
        assert await store.reported(made[0]) is None
        assert await store.reported(made[1]) is not None
