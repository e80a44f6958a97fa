"""What the lobby of every event store must tell: a part of its contract."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from service.store import EventStore, new_table_id
from service.store.lobby_row import LobbyRow, TableFilter
from tests.service.store.commands import AT, CREATOR, command, lobby

NEWEST = 4_000_000_000_000
"""Later than all tables of the other tests."""


async def opened(store: EventStore, **row: Any) -> LobbyRow:
    """Open a table, and return its row in the lobby."""
    table_id = new_table_id()
    opening = lobby(table_id, **row)
    await store.append(command(table_id, 0, lobby=opening))
    return opening


class Lobbies:
    async def test_the_lobby_has_the_last_row_of_each_table(self, store: EventStore) -> None:
        ada, bob = uuid4(), uuid4()
        table_id, deck = new_table_id(), "ab" * 32
        fixed: dict[str, Any] = {
            "decks": (deck,),
            "options": {"players": 2, "limit": None},
            "visibility": "private",
            "creator": ada,
        }
        await store.append(command(table_id, 0, lobby=lobby(table_id, seats=(ada, None), reserved=(ada, bob), **fixed)))
        await store.append(command(table_id, 1))
        last = lobby(table_id, "playing", seats=(ada, bob), reserved=(None, None), invited=(bob,), **fixed)
        await store.append(command(table_id, 2, lobby=last))

        assert await store.lobby.page(TableFilter(player=bob, viewer=ada)) == [last]

    async def test_pages_go_from_the_newest_table_to_the_oldest(self, store: EventStore) -> None:
        player = uuid4()
        times = [3, 1, 2, 2, 5, 4]
        rows = [await opened(store, seats=(player, None), created_at=NEWEST + at) for at in times]
        expected = sorted(rows, key=lambda row: (row.created_at, row.table_id), reverse=True)

        pages, before = [], None
        while page := await store.lobby.page(TableFilter(player=player, viewer=player, before=before), limit=2):
            pages.append(page)
            before = page[-1].created_at, page[-1].table_id

        assert [len(page) for page in pages] == [2, 2, 2]
        assert [row for page in pages for row in page] == expected
        everybodys = await store.lobby.page(TableFilter(), limit=6)
        assert everybodys == expected

    async def test_a_player_who_has_left_or_is_no_longer_invited_is_not_concerned(self, store: EventStore) -> None:
        ada, ben = uuid4(), uuid4()
        before = await opened(store, visibility="private", seats=(ada, None), invited=(ben,))
        assert await store.lobby.page(TableFilter(player=ada, viewer=ben)) == [before]

        after = lobby(before.table_id, visibility="private", seats=(None, None))
        await store.append(command(before.table_id, 1, lobby=after))

        assert await store.lobby.page(TableFilter(player=ada, viewer=CREATOR)) == []
        assert await store.lobby.page(TableFilter(viewer=ben, status="open", before=(AT + 1, before.table_id))) == []
        assert after in await store.lobby.page(TableFilter(viewer=CREATOR))
        assert await store.lobby.seats_of(ada) == await store.lobby.concerning(ben) == []

    async def test_a_page_is_narrowed_down(self, store: EventStore) -> None:
        player = uuid4()
        of_player: dict[str, Any] = {"seats": (player, None)}
        ours = await opened(store, status="open", game="nonesuch", **of_player)
        await opened(store, status="playing", game="nonesuch", **of_player)
        await opened(store, status="open", **of_player)
        await opened(store, status="open", game="nonesuch")

        assert await store.lobby.page(TableFilter(game="nonesuch", status="open", player=player)) == [ours]
        assert len(await store.lobby.page(TableFilter(game="nonesuch"))) == 3

    @pytest.mark.parametrize("role", ["creator", "seats", "invited"])
    async def test_a_private_table_is_shown_to_those_it_concerns(self, store: EventStore, role: str) -> None:
        ada, stranger = uuid4(), uuid4()
        concerned: dict[str, dict[str, Any]] = {
            "creator": {"creator": ada},
            "seats": {"seats": (None, ada)},
            "invited": {"invited": (ada,)},
        }
        row = await opened(store, visibility="private", created_at=NEWEST + 10, **concerned[role])

        shown = [row in await store.lobby.page(TableFilter(viewer=viewer)) for viewer in (ada, stranger, None)]

        assert shown == [True, False, False]

    async def test_what_concerns_a_player(self, store: EventStore) -> None:
        ada = uuid4()
        sits: dict[str, Any] = {"seats": (ada, None)}
        rows = [
            await opened(store, status=status, created_at=NEWEST + 20 + number, **kind)
            for number, (status, kind) in enumerate(
                [
                    ("open", sits),
                    ("open", {"invited": (ada,)}),
                    ("playing", sits),
                    ("playing", {"invited": (ada,)}),
                    ("finished", sits),
                    ("aborted", sits),
                    ("open", {"creator": ada}),
                ]
            )
        ]

        assert await store.lobby.concerning(ada) == rows[:3]
        assert await store.lobby.seats_of(ada) == [rows[2], rows[0]]
        assert await store.lobby.seats_of(UUID(int=99)) == []

    async def test_the_tables_that_a_player_has_opened_and_that_go_on_are_counted(self, store: EventStore) -> None:
        ada, ben, house = uuid4(), uuid4(), uuid4()
        for status, seats in (
            ("open", (None, None)),
            ("open", (house, None)),
            ("playing", (house, ben)),
            ("playing", (house, house)),
            ("finished", (house, house)),
            ("aborted", (ben, house)),
        ):
            over = NEWEST if status in {"finished", "aborted"} else None
            await opened(store, creator=ada, status=status, seats=seats, finished_at=over)

        waiting = await store.lobby.waiting_of(ada)
        assert [(row.status, row.seats) for row in sorted(waiting, key=lambda row: house in row.seats)] == [
            ("open", (None, None)),
            ("open", (house, None)),
        ]
        assert await store.lobby.waiting_of(ben) == []
        assert await store.lobby.opened_by(ada, [house]) == (4, 1)
        assert await store.lobby.opened_by(ben, [house]) == (0, 0)

    async def test_tables_are_found_by_their_ids(self, store: EventStore) -> None:
        rows = [lobby(new_table_id(), "playing") for _ in range(3)]
        for row in rows:
            await store.append(command(row.table_id, 0, lobby=row))

        found = await store.lobby.rows([rows[0].table_id, uuid4(), rows[2].table_id])

        assert found == {row.table_id: row for row in (rows[0], rows[2])}
        assert await store.lobby.rows([]) == {}
