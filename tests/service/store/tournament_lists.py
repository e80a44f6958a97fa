"""What the list of tournaments of every event store must tell: a part of its contract."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from service.store import Conflict, EventStore, new_table_id
from service.store.lobby_row import TableFilter
from service.store.tournament_row import TournamentFilter, TournamentRow
from tests.service.store.commands import AT, command

NEWEST = 4_000_000_000_000
"""Later than all tournaments of the other tests."""


def row_of(tournament_id: UUID, **given: Any) -> TournamentRow:
    """Return a row of the list."""
    row: dict[str, Any] = {
        "version": 1,
        "game": "honors_4",
        "format": "swiss",
        "status": "announced",
        "director": UUID(int=1),
        "entrants": 0,
        "round": 0,
        "rounds": 5,
        "title": "ab" * 32,
        "due": None,
        "created_at": AT,
        "finished_at": None,
    }
    return TournamentRow(tournament_id=tournament_id, **(row | given))


async def announced(store: EventStore, **given: Any) -> TournamentRow:
    """Announce a tournament, and return its row."""
    row = row_of(new_table_id(), **given)
    await store.append(command(row.tournament_id, 0, lobby=row))
    return row


class TournamentLists:
    async def test_the_list_has_the_last_row_of_each_tournament(self, store: EventStore) -> None:
        first = await announced(store, title=None)
        last = row_of(
            first.tournament_id, title=None, status="playing", entrants=8, round=1, due=AT + 5, finished_at=AT + 9
        )

        assert await store.tournaments.one(first.tournament_id) == first
        await store.append(command(first.tournament_id, 1, lobby=last))

        assert await store.tournaments.one(first.tournament_id) == last
        assert await store.tournaments.one(uuid4()) is None

    async def test_a_row_is_written_with_its_events_or_not_at_all(self, store: EventStore) -> None:
        first = await announced(store)
        with pytest.raises(Conflict):
            await store.append(command(first.tournament_id, 5, lobby=row_of(first.tournament_id, status="playing")))

        assert await store.tournaments.one(first.tournament_id) == first

    async def test_a_tournament_is_no_table_of_the_lobby(self, store: EventStore) -> None:
        game = "medieval_mastery"
        row = await announced(store, game=game)

        listed = await store.lobby.page(TableFilter(game=game))
        assert row.tournament_id not in {each.table_id for each in listed}
        assert not await store.record_open(row.tournament_id)

    async def test_pages_go_from_the_newest_tournament_to_the_oldest(self, store: EventStore) -> None:
        game = "honors_3"
        times = [3, 1, 2, 2, 5]
        rows = [await announced(store, game=game, created_at=NEWEST + at) for at in times]
        expected = sorted(rows, key=lambda row: (row.created_at, row.tournament_id), reverse=True)

        pages, before = [], None
        while page := await store.tournaments.page(TournamentFilter(game=game, before=before), limit=2):
            pages.append(page)
            before = page[-1].created_at, page[-1].tournament_id

        assert [len(page) for page in pages] == [2, 2, 1]
        assert [row for page in pages for row in page] == expected
        assert await store.tournaments.page(TournamentFilter(), limit=5) == expected

    async def test_a_page_has_tournaments_of_one_state(self, store: EventStore) -> None:
        game = "honors_2"
        playing = await announced(store, game=game, status="playing")
        await announced(store, game=game, status="finished", finished_at=AT)

        assert await store.tournaments.page(TournamentFilter(game=game, status="playing")) == [playing]

    async def test_somebody_has_to_look_at_tournaments_that_are_due(self, store: EventStore) -> None:
        base = 1_000_000
        rows = [await announced(store, due=base + at) for at in (3, 1, 2)]
        await announced(store, due=base + 10)
        await announced(store)
        first, second, third = sorted(rows, key=lambda row: row.due or 0)

        found = await store.tournaments.due(base + 5, 2)

        assert found == [(first.tournament_id, base + 1), (second.tournament_id, base + 2)]
        after = (base + 2, second.tournament_id)
        assert await store.tournaments.due(base + 5, 2, after) == [(third.tournament_id, base + 3)]

    async def test_when_to_look_is_noted_unless_something_has_happened_since(self, store: EventStore) -> None:
        row = await announced(store, due=0)

        await store.tournaments.settle(row.tournament_id, 2, None)
        kept = await store.tournaments.one(row.tournament_id)
        await store.tournaments.settle(row.tournament_id, 1, AT)
        noted = await store.tournaments.one(row.tournament_id)

        assert kept == row
        assert noted == replace(row, due=AT)

    async def test_those_that_go_on_are_found_by_the_player_who_announced_them(self, store: EventStore) -> None:
        director = uuid4()
        rows = [await announced(store, director=director, status=status) for status in ("announced", "playing")]
        await announced(store, director=director, status="cancelled", finished_at=AT)

        assert sorted(await store.tournaments.going_on(director)) == sorted(row.tournament_id for row in rows)
        assert await store.tournaments.going_on(uuid4()) == []

    async def test_those_that_go_on_are_found_by_all_who_were_to_be_on_their_staff(self, store: EventStore) -> None:
        announcer, other = uuid4(), uuid4()
        one, two = [await announced(store, director=announcer) for _ in range(2)]
        over = await announced(store, director=announcer, status="cancelled", finished_at=AT)
        for row in (one, over, one):
            await store.tournaments.note_staff(row.tournament_id, other)
        await store.tournaments.note_staff(one.tournament_id, announcer)

        assert await store.tournaments.staffed(other) == [one.tournament_id]
        assert sorted(await store.tournaments.staffed(announcer)) == sorted([one.tournament_id, two.tournament_id])
        assert await store.tournaments.going_on(other) == []
