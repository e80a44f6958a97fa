"""What every history must do, wherever it is kept.

A subclass gives the fixtures `event_log` and `history`, and `caught_up`, which lets the history take in what has
happened.
"""

import random
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from domain import table as rules
from domain.table import TableSettings
from projections.history import Rows
from service.history.port import GameFilter, HistoryStore, Refusals
from service.history.reading import rows_from_log
from service.store import EventStore
from tests.service.workers import PLAYERS, Process, is_finished

CaughtUp = Callable[[], Awaitable[None]]
OPERATOR = UUID(int=99)
ALL = GameFilter()


async def ended(process: Process, game: str = "honors_4", **options: Any) -> UUID:
    """Return a table whose game an operator has ended after some moves."""
    table = await process.started(game, **({"players": 2} | options))
    await process.play(table, random.Random(1), lambda snapshot: snapshot.moves >= 3 or is_finished(snapshot))
    await abort(process, table)
    return table


async def abort(process: Process, table: UUID) -> None:
    """End a game that goes on."""
    if not is_finished(await process.snapshot(table)):
        await process.engine.execute(table, rules.AbortByOperator(OPERATOR))


async def with_deck(process: Process, deck: tuple[str, ...]) -> UUID:
    """Return a table of two that plays a chosen deck, and has begun."""
    command = rules.OpenTable(
        player=PLAYERS[0], game="honors_4", options={"players": 2}, secret=random.randbytes(32).hex(), decks=(deck,)
    )
    table = (await process.engine.execute(uuid4(), command)).table_id
    await process.fill(table)
    return table


class HistoryContract:
    @pytest.fixture
    def process(self, event_log: EventStore) -> Process:
        return Process(event_log)

    async def numbers(self, history: HistoryStore, wanted: GameFilter = ALL) -> list[int]:
        return [game.number for game in await history.games(wanted, 0, await history.last_number())]

    async def test_a_game_is_there_when_it_is_over_and_not_before(
        self, history: HistoryStore, process: Process, caught_up: CaughtUp
    ) -> None:
        table = await process.started("honors_4", players=2)
        await caught_up()
        before = await history.last_number()
        await abort(process, table)
        await caught_up()
        await caught_up()

        (game,) = await history.games(ALL, before, await history.last_number())
        assert (game.table_id, game.number, game.status, game.reason) == (table, before + 1, "aborted", "operator")
        (opening,) = await history.openings(before, 10)
        assert (opening.number, opening.table_id, opening.opened_at) == (game.number, table, game.opened_at)

    async def test_games_have_dense_numbers_and_what_the_pure_function_gives(
        self, event_log: EventStore, history: HistoryStore, process: Process, caught_up: CaughtUp
    ) -> None:
        await caught_up()
        before = await history.last_number()
        tables = {await ended(process, game) for game in ("honors_4", "honors_4")}
        literature = await process.started("literature")
        await process.play(literature, random.Random(2), is_finished)
        await caught_up()

        openings = await history.openings(before, 10)
        rows = await history.rows(before, before + 10)

        assert {each.table_id for each in openings} == {*tables, literature}
        assert [each.number for each in openings] == [before + 1, before + 2, before + 3]
        assert rows == [await rows_from_log(event_log, each) for each in openings]
        assert await history.games(ALL, before, before + 3) == [each.game for each in rows]
        assert await history.seats([each.number for each in openings]) == [seat for each in rows for seat in each.seats]

    async def test_a_game_whose_cards_another_table_plays_waits_for_it(
        self, history: HistoryStore, process: Process, caught_up: CaughtUp
    ) -> None:
        from domain import GAMES  # noqa: PLC0415 - only here

        cards = list(GAMES["honors_4"].deck)
        random.shuffle(cards)
        first, second = await with_deck(process, tuple(cards)), await with_deck(process, tuple(cards))
        await abort(process, first)
        await caught_up()
        before = await history.last_number()
        later = await ended(process)
        await caught_up()
        assert [each.table_id for each in await history.openings(before, 10)] == [later]

        await abort(process, second)
        await caught_up()

        assert {each.table_id for each in await history.openings(before + 1, 10)} == {first, second}
        assert [each.deal_kind for each in await history.games(ALL, before, before + 3)] == ["drawn", "given", "given"]

    async def test_each_filter_leaves_out_what_is_not_wanted(
        self, history: HistoryStore, process: Process, caught_up: CaughtUp
    ) -> None:
        await caught_up()
        before = await history.last_number()
        small, large = await ended(process, players=2), await ended(process, players=3)
        quiet = await process.open("honors_1", players=2, visibility="private")
        await process.sit(quiet, 0)
        await process.ask_house(quiet, 1)
        await process.start(quiet)
        await abort(process, quiet)
        unseen = await process.open("honors_2", players=2, settings=TableSettings(spectators=False))
        await abort(process, unseen)
        await caught_up()

        async def found(**asked: Any) -> set[UUID]:
            games = await history.games(GameFilter(**asked), before, before + 10)
            return {game.table_id for game in games}

        every = {small, large, quiet, unseen}
        at = {game.table_id: game.finished_at for game in await history.games(ALL, before, before + 10)}
        assert await found() == every
        assert await found(game="honors_1") == {quiet}
        assert await found(rules_version="1") == every
        assert await found(rules_version="2") == set()
        assert await found(tournament=uuid4()) == set()
        assert await found(player=PLAYERS[2]) == {large}
        assert await found(kind="house") == {quiet}
        assert await found(kind="nobody") == {unseen}
        assert await found(kind="house", player=PLAYERS[0]) == set()
        assert await found(options={"players": 3}) == {large}
        assert await found(options={"players": 3, "dealer": 1}) == set()
        assert await found(options={"no_such_option": None}) == set()
        assert await found(since=at[unseen] + 1) == set()
        assert await found(until=min(at.values())) == set()
        assert await found(since=min(at.values()), until=max(at.values()) + 1) == every
        assert await found(viewer=PLAYERS[9]) == {small, large}
        assert await found(viewer=PLAYERS[0]) == every
        assert await history.games(ALL, before + 1, before + 1) == []

    async def test_nothing_is_missed_or_told_twice_while_games_end(
        self, history: HistoryStore, process: Process, caught_up: CaughtUp
    ) -> None:
        await caught_up()
        cursor = await history.last_number()
        tables, read = [], []
        for _ in range(6):
            tables.append(await ended(process))
            await caught_up()
            last = await history.last_number()
            read += [game.table_id for game in await history.games(ALL, cursor, last)]
            cursor = last

        assert read == tables

    async def test_an_archived_game_gives_the_same(
        self, event_log: EventStore, history: HistoryStore, process: Process, caught_up: CaughtUp
    ) -> None:
        table = await ended(process)
        await caught_up()
        opening = (await history.openings(await history.last_number() - 1, 1))[0]
        before: Rows = await rows_from_log(event_log, opening)

        assert await event_log.archive(table, process.now() + 1000) > 0

        assert await rows_from_log(event_log, opening) == before
        assert msgspec.json.decode(before.game.options)["players"] == 2

    async def test_refusals_are_added_up(self, history: HistoryStore) -> None:
        counted = Refusals("2026-01-02", "honors_4", f"code {uuid4()}", 3)
        await history.add_refusals([counted])
        await history.add_refusals([counted, msgspec.structs.replace(counted, count=4)])

        assert await self.refused(history, counted) == 10

    async def refused(self, history: HistoryStore, counted: Refusals) -> int:
        raise NotImplementedError
