"""What every event store must do, wherever it keeps the log.

A subclass gives the fixture `store`, and `other_stores`: what other processes have that work on the same log. Its
`fork` loses what stands in a lane after a version of a table, and gives the store of the epoch that begins then.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from service.store import (
    LANES,
    Checkpoint,
    Conflict,
    Epoch,
    EventStore,
    HistoryChanged,
    NotStorable,
    Seal,
    lane_of,
    new_table_id,
)
from service.store.lobby_row import TableFilter
from tests.service.store.archives import Archives
from tests.service.store.commands import AT, command, finished, lobby, seal, table_in
from tests.service.store.lobbies import Lobbies
from tests.service.store.races import Races
from tests.service.store.seals_of_the_log import SealsOfTheLog
from tests.service.store.tournament_lists import TournamentLists

OtherStores = Callable[[int], Awaitable[list[EventStore]]]
Fork = Callable[[UUID, int], Awaitable[EventStore]]

TOO_DEEP = b"[" * 100_000 + b"]" * 100_000
"""A JSON value that is nested more deeply than any store takes."""


class EventStoreContract(Races, Lobbies, TournamentLists, Archives, SealsOfTheLog):
    # Streams

    async def test_what_was_appended_is_read_as_it_was_given(self, store: EventStore) -> None:
        append = command(new_table_id(), 0, 3)
        before = (await store.lane_positions())[lane_of(append.table_id)]

        await store.append(append)

        found = await store.read(append.table_id)
        assert [each.version for each in found] == [1, 2, 3]
        for place, (given, event) in enumerate(zip(append.events, found, strict=True), start=1):
            assert (event.lane, event.position) == (lane_of(append.table_id), before + place)
            assert (event.table_id, event.version, event.step) == (append.table_id, place, 1)
            assert (event.seat, event.type, event.at) == (given.seat, given.type, given.at)
            assert (event.key, event.request, event.hash) == (given.key, given.request, given.hash)
            assert msgspec.json.decode(event.event) == msgspec.json.decode(given.event)
            assert (event.command is None) == (given.command is None) == (place > 1)

    async def test_the_events_of_one_command_share_a_step(self, store: EventStore) -> None:
        table_id = new_table_id()
        await store.append(command(table_id, 0, 2))
        await store.append(command(table_id, 2, 3))

        assert [event.step for event in await store.read(table_id)] == [1, 1, 3, 3, 3]

    async def test_a_part_of_a_stream_can_be_read(self, store: EventStore) -> None:
        table_id = new_table_id()
        await store.append(command(table_id, 0, 5))

        assert [event.version for event in await store.read(table_id, after=2)] == [3, 4, 5]
        assert [event.version for event in await store.read(table_id, after=1, up_to=3)] == [2, 3]
        assert await store.read(table_id, after=3, up_to=2) == []
        assert await store.read(new_table_id()) == []

    async def test_heads_are_the_versions_of_the_tables_that_exist(self, store: EventStore) -> None:
        one, other, unknown = new_table_id(), new_table_id(), new_table_id()
        await asyncio.gather(store.append(command(one, 0, 2)), store.append(command(other, 0)))

        heads = await asyncio.gather(store.heads([one, unknown]), store.heads([other]), store.heads([]))

        assert list(heads) == [{one: 2}, {other: 1}, {}]

    async def test_every_lane_has_a_position(self, store: EventStore) -> None:
        assert sorted(await store.lane_positions()) == list(range(LANES))

    async def test_a_lane_is_read_in_pages(self, store: EventStore) -> None:
        tables = [table_in(11) for _ in range(3)]
        before = (await store.lane_positions())[11]
        for table_id in tables:
            await store.append(command(table_id, 0, 2))

        pages = [await store.read_lane(11, before + after, 4) for after in (0, 4, 6)]

        assert [[event.position - before for event in page] for page in pages] == [[1, 2, 3, 4], [5, 6], []]
        assert [event.table_id for page in pages for event in page] == [each for each in tables for _ in range(2)]

    async def test_it_answers(self, store: EventStore) -> None:
        async with asyncio.timeout(60):
            await store.answers()

    # Versions

    @pytest.mark.parametrize("expected", [0, 1, 3, 7])
    async def test_a_command_for_another_version_is_told_the_version(self, store: EventStore, expected: int) -> None:
        table_id = new_table_id()
        await store.append(command(table_id, 0, 2))

        with pytest.raises(Conflict) as conflict:
            await store.append(command(table_id, expected))

        assert (conflict.value.table_id, conflict.value.expected, conflict.value.actual) == (table_id, expected, 2)

    async def test_a_losing_command_leaves_nothing_behind(self, store: EventStore) -> None:
        table_id = new_table_id()
        won = command(table_id, 0, due=AT, lobby=lobby(table_id))
        await store.append(won)
        before = await store.lane_positions()

        lost = command(table_id, 0, 3, due=None, lobby=lobby(table_id, "finished"))
        with pytest.raises(Conflict):
            await store.append(replace(lost, seal=seal(lost)))

        assert [event.hash for event in await store.read(table_id)] == [won.events[0].hash]
        assert await store.lane_positions() == before
        assert (table_id, AT) in await store.due(AT, 1000)
        assert await store.executed(table_id, lost.events[0].key or b"") is None
        assert not await store.record_open(table_id)
        assert await store.seal_of(table_id) is None

    async def test_a_conflict_does_not_concern_the_others(self, store: EventStore) -> None:
        tables = [table_in(5) for _ in range(9)]
        await asyncio.gather(*(store.append(command(table_id, 0, 2)) for table_id in tables))
        stale = tables[::3]

        outcomes = await asyncio.gather(
            *(store.append(command(table_id, 1 if table_id in stale else 2, 2)) for table_id in tables),
            return_exceptions=True,
        )

        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [table_id in stale for table_id in tables]
        assert await store.heads(tables) == {table_id: 2 if table_id in stale else 4 for table_id in tables}
        await store.read_lane(5, 0, 10_000)

    async def test_a_command_may_be_repeated_for_ever_and_is_written_once(self, store: EventStore) -> None:
        table_id = new_table_id()
        append = command(table_id, 0, 2, due=AT)
        await store.append(append)
        await store.append(append)
        await store.append(command(table_id, 2, due=AT + 5))

        await store.append(append)

        assert [event.version for event in await store.read(table_id)] == [1, 2, 3]
        assert (table_id, AT + 5) in await store.due(AT + 5, 1000)

    async def test_a_command_that_begins_like_another_is_not_its_repetition(self, store: EventStore) -> None:
        long = command(new_table_id(), 0, 3)
        await store.append(replace(long, events=long.events[:2]))

        with pytest.raises(Conflict):
            await store.append(long)

        assert await store.heads([long.table_id]) == {long.table_id: 2}

    # What a command follows from

    async def test_what_was_decided_on_another_event_is_not_written(self, store: EventStore) -> None:
        first = command(new_table_id(), 0, 2)
        await store.append(first)
        follows = command(first.table_id, 2, link=first.events[-1].hash)

        with pytest.raises(HistoryChanged):
            await store.append(replace(follows, link=first.events[0].hash))
        assert await store.heads([first.table_id]) == {first.table_id: 2}
        await store.append(follows)
        await store.append(replace(follows, link=b"?" * 32))  # the very same events are there already

        assert [each.hash for each in await store.read(first.table_id)][2:] == [follows.events[0].hash]

    async def test_one_that_does_not_follow_takes_no_other_with_it(self, store: EventStore) -> None:
        tables = [table_in(5) for _ in range(6)]
        first = [command(each, 0) for each in tables]
        await asyncio.gather(*map(store.append, first))
        stray = command(tables[2], 1, 3, link=b"?" * 32, due=AT, lobby=lobby(tables[2], "playing"))

        outcomes = await asyncio.gather(
            *(
                store.append(stray if each is first[2] else command(each.table_id, 1, link=each.events[0].hash))
                for each in first
            ),
            store.append(command(new_table_id(), 0, link=b"?" * 32)),
            return_exceptions=True,
        )

        assert [type(each) for each in outcomes if each is not None] == [HistoryChanged]
        assert await store.heads(tables) == {each: 1 if each == tables[2] else 2 for each in tables}
        assert tables[2] not in dict(await store.due(AT, 1000))
        playing = await store.lobby.page(TableFilter(status="playing"), limit=1000)
        assert tables[2] not in {row.table_id for row in playing}

    async def test_a_command_that_is_behind_is_told_the_version_whatever_it_follows_from(
        self, store: EventStore
    ) -> None:
        table_id = new_table_id()
        await store.append(command(table_id, 0, 3))

        with pytest.raises(Conflict) as conflict:
            await store.append(command(table_id, 2, link=b"?" * 32))

        assert conflict.value.actual == 3

    async def test_it_knows_what_it_has_in_common_with_an_epoch(self, store: EventStore, fork: Fork) -> None:
        table_id, other, late, unknown = table_in(7), table_in(8), table_in(7), table_in(7)
        tables = (table_id, other, late, unknown)
        await store.append(command(table_id, 0, 3))
        await store.append(command(other, 0, 2))
        first = store.epoch
        second = await fork(table_id, 2)
        await second.append(command(table_id, 2, 4))
        await second.append(command(other, 2))
        await second.append(command(late, 0))

        assert await second.in_common(tables, first) == {table_id: 2, other: 2, late: 0, unknown: 0}
        assert await second.in_common(tables, second.epoch) == {table_id: 6, other: 3, late: 1, unknown: 0}

        epochs = [first, second.epoch]
        third = await fork(table_id, 5)
        await third.append(command(table_id, 5, 2))

        known = [await third.in_common([table_id], each) for each in (*epochs, third.epoch)]
        assert known == [{table_id: 2}, {table_id: 5}, {table_id: 7}]
        for lost in (Epoch(first.number, "ffffffff"), Epoch(999_999_999, first.id)):
            assert await third.in_common([table_id, other], lost) == {table_id: 0, other: 0}
        assert await third.in_common([], first) == {}

    async def test_it_knows_that_of_a_game_that_was_archived_too(self, store: EventStore, fork: Fork) -> None:
        table_id = table_in(9)
        await store.append(command(table_id, 0, 3))
        first = store.epoch
        second = await fork(table_id, 2)
        end = command(table_id, 2, 3, lobby=lobby(table_id, "finished"))
        await second.append(replace(end, seal=seal(end)))

        assert await second.archive(table_id, AT + 1) == 4

        known = [await second.in_common([table_id], each) for each in (first, second.epoch)]
        assert known == [{table_id: 2}, {table_id: 5}]

    # Keys

    async def test_a_key_tells_what_was_asked_and_when(self, store: EventStore) -> None:
        table_id, other = new_table_id(), new_table_id()
        keyed = command(table_id, 1, 3)
        keyed = replace(keyed, events=tuple(replace(event, request=bytes(range(16))) for event in keyed.events))
        key = keyed.events[0].key or b""
        await store.append(command(table_id, 0))
        assert await store.executed(table_id, key) is None

        await store.append(keyed)
        await store.append(command(table_id, 4, 2))

        assert await store.executed(table_id, key) == (bytes(range(16)), 2)
        assert await store.executed(other, key) is None

    async def test_no_key_is_executed_twice_at_a_table(self, store: EventStore) -> None:
        table_id = new_table_id()
        first, second = command(table_id, 0), command(table_id, 1)
        await store.append(first)

        with pytest.raises(NotStorable):
            await store.append(replace(second, events=(replace(second.events[0], key=first.events[0].key),)))

        assert await store.heads([table_id]) == {table_id: 1}

    async def test_clock_steps_have_no_key(self, store: EventStore) -> None:
        table_id = new_table_id()
        for expected in range(3):
            append = command(table_id, expected)
            await store.append(replace(append, events=(replace(append.events[0], key=None, request=None),)))

        assert [event.key for event in await store.read(table_id)] == [None] * 3

    # What is refused

    @pytest.mark.parametrize(
        "change",
        [
            {"event": b'{"secret":"QS","entropy":"\\u0000"}'},
            {"command": b'{"secret":["QS",{"\\u0000":1}]}'},
            {"event": b'{"secret":"QS"'},
            {"event": b'{"secret":"QS"},{"secret":"QS"}'},
            {"command": b'{"secret":"QS"},{"secret":"QS"}'},
            {"event": b'{"secret":"QS","deep":%s}' % TOO_DEEP},
            {"command": b'{"secret":"QS","deep":%s}' % TOO_DEEP},
            {"key": b"QS"},
            {"key": None},
            {"request": b"QS"},
            {"request": None},
            {"hash": b"QS"},
        ],
        ids=lambda change: str(change)[:60],
    )
    async def test_what_cannot_be_stored_fails_alone_and_is_not_quoted(
        self, store: EventStore, change: dict[str, Any]
    ) -> None:
        good = [command(new_table_id(), 0) for _ in range(4)]
        bad = command(new_table_id(), 0)
        bad = replace(bad, events=(replace(bad.events[0], **change),))

        *written, refused = await asyncio.gather(*map(store.append, [*good, bad]), return_exceptions=True)

        assert written == [None] * 4
        assert isinstance(refused, NotStorable)
        assert "QS" not in str(refused)
        assert (refused.__cause__, refused.__suppress_context__ or refused.__context__ is None) == (None, True)

    async def test_a_text_may_speak_of_the_null_character(self, store: EventStore) -> None:
        append = command(new_table_id(), 0)
        told = {"type": "told", "text": ["\\u0000", 1, None, True]}
        await store.append(replace(append, events=(replace(append.events[0], event=msgspec.json.encode(told)),)))

        assert msgspec.json.decode((await store.read(append.table_id))[0].event) == told

    async def test_a_game_is_sealed_once(self, store: EventStore) -> None:
        append = finished(new_table_id())
        await store.append(append)

        again = command(append.table_id, 2)
        with pytest.raises(NotStorable):
            await store.append(replace(again, seal=seal(again)))

        assert await store.heads([append.table_id]) == {append.table_id: 2}

    # What changes with the events

    async def test_the_due_time_is_set_kept_changed_and_cleared(self, store: EventStore) -> None:
        table_id = new_table_id()
        told = []

        for expected, due in enumerate((UNSET, AT + 10, UNSET, AT + 20, AT + 101, None, None)):
            await store.append(command(table_id, expected, due=due))
            told.append([at for each, at in await store.due(AT + 100, 1000) if each == table_id])

        assert told == [[], [AT + 10], [AT + 10], [AT + 20], [], [], []]

    async def test_due_times_of_many_tables_change_together(self, store: EventStore) -> None:
        tables = [new_table_id() for _ in range(6)]
        await asyncio.gather(*(store.append(command(each, 0, due=AT + 200)) for each in tables[:4]))

        dues = [AT + 201, None, AT + 202, None, AT + 203, None]
        await asyncio.gather(
            *(
                store.append(command(each, 0 if place > 3 else 1, due=due))
                for place, (each, due) in enumerate(zip(tables, dues, strict=True))
            )
        )

        found = dict(await store.due(AT + 300, 1000))
        assert [found.get(each) for each in tables] == dues

    async def test_due_tables_come_in_the_order_of_their_times(self, store: EventStore) -> None:
        tables = [new_table_id() for _ in range(4)]
        for table_id, at in zip(tables, (3, 1, 4, 2), strict=True):
            await store.append(command(table_id, 0, due=at))

        assert await store.due(3, 2) == [(tables[1], 1), (tables[3], 2)]
        assert await store.due(3, 9) == [(tables[1], 1), (tables[3], 2), (tables[0], 3)]

    async def test_due_tables_come_page_by_page(self, store: EventStore) -> None:
        tables = sorted(new_table_id() for _ in range(5))
        for table_id, at in zip(tables, (1, 2, 2, 2, 3), strict=True):
            await store.append(command(table_id, 0, due=at))
        found: list[tuple[UUID, int]] = []

        while page := await store.due(3, 2, (found[-1][1], found[-1][0]) if found else None):
            found += page

        mine = [each for each in found if each[0] in tables]
        assert mine == list(zip(tables, (1, 2, 2, 2, 3), strict=True))

    async def test_only_a_finished_game_has_a_seal(self, store: EventStore) -> None:
        table_id, unfinished = new_table_id(), new_table_id()
        append = finished(table_id)
        await store.append(append)
        await store.append(command(unfinished, 0))

        assert await store.seal_of(table_id) == Seal(2, append.events[-1].hash, "0123456789abcdef", bytes(64), AT)
        assert await store.seal_of(unfinished) is None

    async def test_a_record_opens_when_all_tables_with_its_decks_are_over(self, store: EventStore) -> None:
        one, other, third = (uuid4().hex * 2 for _ in range(3))
        table_id, sharing, unlike = new_table_id(), new_table_id(), new_table_id()
        await store.append(finished(table_id, decks=(one, other)))
        assert await store.record_open(table_id)

        await store.append(command(sharing, 0, lobby=lobby(sharing, "playing", decks=(third, other))))
        await store.append(command(unlike, 0, lobby=lobby(unlike, "playing", decks=(third,))))
        assert [await store.record_open(each) for each in (table_id, sharing)] == [False, False]

        await store.append(command(sharing, 1, lobby=lobby(sharing, "finished", decks=(third, other))))
        assert [await store.record_open(each) for each in (table_id, sharing)] == [True, False]

        await store.append(command(unlike, 1, lobby=lobby(unlike, "aborted", decks=(third,))))
        assert [await store.record_open(each) for each in (sharing, unlike)] == [True, True]
        assert not await store.record_open(new_table_id())

    async def test_tables_with_decks_are_listed_while_they_go_on(self, store: EventStore) -> None:
        ada, deck = uuid4(), uuid4().hex * 2
        for status, decks in (("open", (deck,)), ("playing", (deck, deck)), ("finished", (deck,)), ("open", ())):
            row = lobby(new_table_id(), status, seats=(None, ada), decks=decks)
            await store.append(command(row.table_id, 0, lobby=row))
        aborted = lobby(new_table_id(), "aborted", seats=(ada,), decks=(deck,), started_at=None, finished_at=AT)
        await store.append(command(aborted.table_id, 0, lobby=aborted))

        listed = [each for each in await store.lobby.decks_going_on() if deck in each.decks]

        assert sorted((each.decks, each.players) for each in listed) == [
            ((deck,), frozenset({ada})),
            ((deck, deck), frozenset({ada})),
        ]

    async def test_it_is_known_whether_a_table_with_some_decks_goes_on(self, store: EventStore) -> None:
        played, over, unknown = (uuid4().hex * 2 for _ in range(3))
        for status, deck in (("open", played), ("finished", over), ("aborted", over)):
            row = lobby(new_table_id(), status, decks=(deck,))
            await store.append(command(row.table_id, 0, lobby=row))

        assert await store.lobby.any_going_on([unknown, played])
        assert not await store.lobby.any_going_on([unknown, over])

    @pytest.mark.parametrize(
        ("status", "times", "known"),
        [
            ("open", {}, True),
            ("playing", {}, True),
            ("finished", {}, True),
            ("aborted", {"started_at": AT, "finished_at": AT}, True),
            ("aborted", {"started_at": None, "finished_at": AT}, False),
        ],
    )
    async def test_a_player_who_sits_at_a_table_with_a_deck_knows_it_once_there_was_anything_to_see(
        self, store: EventStore, status: str, times: dict[str, Any], known: bool
    ) -> None:
        ada, ben, table_id = uuid4(), uuid4(), new_table_id()
        deck, other = uuid4().hex * 2, uuid4().hex * 2
        row = lobby(table_id, status, seats=(None, ada), decks=(deck,), **times)
        await store.append(command(table_id, 0, lobby=row))

        assert await store.lobby.has_played(ada, [other, deck], new_table_id()) is known
        assert not await store.lobby.has_played(ada, [other, deck], table_id)
        assert not await store.lobby.has_played(ada, [other], new_table_id())
        assert not await store.lobby.has_played(ben, [deck], new_table_id())

    # Checkpoints

    async def test_the_newest_checkpoint_at_or_below_a_version_is_found(self, store: EventStore) -> None:
        append = command(new_table_id(), 0, 6)
        await store.append(append)
        kept = {version: checkpoint_of(append.table_id, version, append.events[version - 1].hash) for version in (2, 5)}
        for each in kept.values():
            await store.keep_checkpoint(each)

        found = [await store.checkpoint(append.table_id, at_most) for at_most in (None, 6, 5, 4, 2, 1)]

        assert found == [kept[5], kept[5], kept[5], kept[2], kept[2], None]
        assert await store.checkpoint(new_table_id()) is None

    async def test_a_checkpoint_that_does_not_fit_the_log_is_passed_over(self, store: EventStore) -> None:
        append = command(new_table_id(), 0, 3)
        await store.append(append)
        fitting = checkpoint_of(append.table_id, 1, append.events[0].hash)
        for each in (
            fitting,
            checkpoint_of(append.table_id, 2, bytes(32)),
            checkpoint_of(append.table_id, 7, bytes(32)),
        ):
            await store.keep_checkpoint(each)

        assert await store.checkpoint(append.table_id) == fitting

    async def test_each_part_of_a_table_has_its_own_checkpoints(self, store: EventStore) -> None:
        append = command(new_table_id(), 0, 3)
        await store.append(append)
        table = checkpoint_of(append.table_id, 2, append.events[1].hash)
        older, newer = (
            replace(checkpoint_of(append.table_id, version, append.events[version - 1].hash), part="sight of seat 1")
            for version in (1, 3)
        )
        for each in (table, older, newer):
            await store.keep_checkpoint(each)

        assert await store.checkpoint(append.table_id) == table
        assert [await store.checkpoint(append.table_id, last, newer.part) for last in (None, 2)] == [newer, older]
        assert await store.checkpoint(append.table_id, part="sight of seat 2") is None

    async def test_a_checkpoint_is_replaced(self, store: EventStore) -> None:
        append = command(new_table_id(), 0)
        await store.append(append)
        first = checkpoint_of(append.table_id, 1, append.events[0].hash)
        second = replace(first, rules_version="2", snapshot=b"another")
        await store.keep_checkpoint(first)
        await store.keep_checkpoint(second)

        assert await store.checkpoint(append.table_id) == second


def checkpoint_of(table_id: UUID, version: int, link: bytes) -> Checkpoint:
    """Return a checkpoint of a table."""
    return Checkpoint(table_id, version, "literature", "1", link, b"snapshot %d" % version)
