"""Parlour without its HTTP surface: everything that the handlers need, opened together and closed together."""

import contextlib
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Self
from uuid import UUID

from prometheus_client import Counter

from domain.table import InvitationEnded, MakeMove, SeatReleased
from service.accounts.shown_names import nobodys
from service.live.history import History
from service.live.memory import Memory
from service.live.named import Lookup, Named
from service.live.pace import PACE, Pace
from service.live.shared_decks import SharedDecks
from service.live.streams import Streams
from service.live.view_cache import Cipher, ViewCache
from service.live.views import Views
from service.live.wakeups import Wakeups
from service.play.clock import Clock
from service.play.engine import Engine, Outcome
from service.play.host_clock import HostClock
from service.play.house_pace import AT_EASE, HousePace
from service.play.house_players import HousePlayers
from service.records.making import Records
from service.runtime.background import running
from service.runtime.metrics import MOVES
from service.runtime.redis_clients import Client
from service.runtime.time import now
from service.seals.sealing import Sealer
from service.store import EventStore, StoreUnavailable
from service.store.signing import Signer
from service.tournaments.calculator import CalculatingProcess, Calculator
from service.tournaments.engine import TournamentEngine, TournamentOutcome
from service.tournaments.feeds import TournamentFeeds
from service.tournaments.former_players import Forgotten, nobody_forgotten
from service.tournaments.rounds import Rounds
from service.tournaments.tables import RoundTables

CACHE_BYTES = 256 * 2**20
"""Bytes that a process keeps for readers, and as many for those who write, unless it is told otherwise."""


class Parlour:
    """The service without its HTTP surface, on an open log; see `open` for what it does by itself."""

    def __init__(
        self,
        event_log: EventStore,
        redis: Client | None,
        signer: Signer,
        now: Callable[[], int] = now,
        *,
        tables_bytes: int = CACHE_BYTES,
        history_bytes: int = CACHE_BYTES,
        pace: Pace = PACE,
        house_pace: HousePace = AT_EASE,
        calculating: CalculatingProcess | None = None,
        seal_minutes: int = 0,
        names: Lookup = nobodys,
        forgotten: Forgotten = nobody_forgotten,
    ) -> None:
        """`tables_bytes` is what the tables that are played may take, `history_bytes` what readers may cache.

        `pace` is how readers are served, and `house_pace` how fast house players are. `calculating` is what calculates
        what takes long of tournaments. `seal_minutes` is how often the log is sealed; 0: never. `names` gives those of
        players, and `forgotten` who of them was forgotten.
        """
        self.event_log, self.signer = event_log, signer
        self.wakeups = Wakeups(redis, event_log, pace)
        self.calculator = Calculator(process=calculating)
        memory = Memory(history_bytes)
        self.history = History(event_log, memory, pace)
        clock = self.host_clock = HostClock(event_log, now)
        self.engine = Engine(event_log, signer, clock, self.tell, memory=tables_bytes)
        self.house_players = HousePlayers(self.engine, now, house_pace)
        self.clock = Clock(self.engine, event_log, now, self.house_players.notice, host_now=clock)
        self.tournaments = TournamentEngine(event_log, signer, clock, self.tell_of_tournament)
        tables = RoundTables(self.engine)
        self.rounds = Rounds(
            self.tournaments, tables, self.history, event_log, clock, calculator=self.calculator, forgotten=forgotten
        )
        self.decks = SharedDecks(event_log, self.history, pace)
        cipher, named = Cipher(signer.secret(b"parlour-views-1")), Named(names)
        self.view_cache = ViewCache(redis, cipher, pace) if redis is not None else None
        self.views = Views(self.history, memory, self.wakeups, self.view_cache, self.decks, named=named, pace=pace)
        self.tournament_feeds = TournamentFeeds(self.tournaments, self.wakeups, self.history, pace)
        self.records = Records(self.history, signer)
        self.streams = Streams(self.history, self.views, self.wakeups, event_log, pace)
        self.sealer = Sealer(event_log, signer, clock, seal_minutes) if seal_minutes else None

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        """Let the clock run, house players play and wake-ups travel until the context is left."""
        with contextlib.suppress(StoreUnavailable):
            await self.host_clock.compare()
        loops = [
            self.host_clock.run,
            self.engine.checkpoints.run,
            self.history.checkpoints.run,
            self.clock.run,
            self.house_players.run,
            self.rounds.run,
            *self.wakeups.loops(),
            *([self.view_cache.run] if self.view_cache else []),
            *([self.sealer.run] if self.sealer else []),
        ]
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(self.calculator.close)
            await stack.enter_async_context(running(*loops))
            yield self

    def tell(self, outcome: Outcome) -> None:
        """Tell readers, the clock, house players and tournaments what has been recorded at a table; count its moves."""
        table_id, snapshot = outcome.table_id, outcome.snapshot
        if isinstance(outcome.recorded[0].entry.command, MakeMove):
            moves_of(snapshot.table.game).inc()
        self.history.tell(outcome)
        self.wakeups.announce(table_id, *(() if snapshot.moves else concerned(outcome)))
        self.clock.watch(table_id, snapshot)
        self.house_players.watch(table_id, snapshot)
        self.rounds.hear(snapshot)

    def tell_of_tournament(self, outcome: TournamentOutcome) -> None:
        """Tell readers and rounds what has been recorded in a tournament."""
        self.wakeups.announce(outcome.tournament_id)
        self.rounds.watch(outcome)


@cache
def moves_of(game: str) -> Counter:
    """Return what counts the moves of a game: there are few games, and looking their counters up costs."""
    return MOVES.labels(game)


def concerned(outcome: Outcome) -> frozenset[UUID]:
    """Return whom a step at a table concerns, whether they know it yet or not.

    These are the players who sit there or are invited, and those whose invitation has ended.
    """
    table = outcome.snapshot.table
    events = [entry.event for entry, _ in outcome.entries]
    ended = [event.player for event in events if isinstance(event, InvitationEnded | SeatReleased)]
    return table.guests.union(filter(None, table.seats), ended)
