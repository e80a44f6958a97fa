"""Parlour without its HTTP surface: everything that the handlers need, opened together and closed together."""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from uuid import UUID

from domain.table import InvitationEnded, SeatReleased
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
from service.play.house_players import AT_EASE, HousePlayers
from service.play.house_players import Pace as HousePace
from service.records.signing import Signer
from service.runtime.background import running
from service.runtime.redis_clients import Client
from service.runtime.time import now
from service.seals.sealing import Sealer
from service.store import EventStore, StoreUnavailable
from service.tournaments.calculator import Calculator
from service.tournaments.engine import TournamentEngine, TournamentOutcome
from service.tournaments.feeds import TournamentFeeds
from service.tournaments.rounds import Rounds
from service.tournaments.tables import RoundTables

CACHE_BYTES = 256 * 2**20
"""Bytes that a process keeps for readers, and as many for those who write, unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Parlour:
    """The service without its HTTP surface."""

    event_log: EventStore
    engine: Engine
    history: History
    views: Views
    streams: Streams
    decks: SharedDecks
    wakeups: Wakeups
    signer: Signer
    host_clock: HostClock
    tournaments: TournamentEngine
    tournament_feeds: TournamentFeeds
    calculator: Calculator


@contextlib.asynccontextmanager
async def open_parlour(
    event_log: EventStore,
    redis: Client | None,
    signer: Signer,
    now: Callable[[], int] = now,
    *,
    tables_bytes: int = CACHE_BYTES,
    history_bytes: int = CACHE_BYTES,
    pace: Pace = PACE,
    house_pace: HousePace = AT_EASE,
    seal_minutes: int = 0,
    names: Lookup = nobodys,
) -> AsyncIterator[Parlour]:
    """Open the tables on an open log; the clock runs and wake-ups travel until the context is left.

    `tables_bytes` is what the tables that are played may take, `history_bytes` what readers may cache, `pace` how they
    are served, and `house_pace` how fast house players are. `seal_minutes` is how often the log is sealed; 0: never.
    `names` gives those of players.
    """
    wakeups = Wakeups(redis, event_log, pace)
    cache = ViewCache(redis, Cipher(signer.secret(b"parlour-views-1")), pace) if redis is not None else None

    def told(outcome: Outcome) -> None:
        table_id, snapshot = outcome.table_id, outcome.snapshot
        history.tell(outcome)
        wakeups.announce(table_id, () if snapshot.moves else concerned(outcome))
        clock.watch(table_id, snapshot)
        players.watch(table_id, snapshot)
        rounds.hear(snapshot)

    def told_of_tournament(outcome: TournamentOutcome) -> None:
        wakeups.announce(outcome.tournament_id)
        rounds.watch(outcome)

    calculator = Calculator()
    memory = Memory(history_bytes)
    history = History(event_log, memory, pace)
    host_clock = HostClock(event_log, now)
    engine = Engine(event_log, signer, host_clock, told, memory=tables_bytes)
    players = HousePlayers(engine, now, house_pace)
    clock = Clock(engine, event_log, now, players.notice, looks=host_clock)
    tournaments = TournamentEngine(event_log, signer, host_clock, told_of_tournament)
    rounds = Rounds(tournaments, RoundTables(engine), history, event_log, host_clock, calculator=calculator)
    decks = SharedDecks(event_log, history, pace)
    views = Views(history, memory, wakeups, cache, decks, named=Named(names), pace=pace)
    tournament_feeds = TournamentFeeds(tournaments, wakeups, history, pace)
    streams = Streams(history, views, wakeups, event_log, pace)
    with contextlib.suppress(StoreUnavailable):
        await host_clock.compare()
    loops = [
        host_clock.run,
        engine.checkpoints.run,
        history.checkpoints.run,
        clock.run,
        players.run,
        rounds.run,
        *wakeups.loops(),
        *([cache.run] if cache else []),
        *([Sealer(event_log, signer, host_clock, seal_minutes).run] if seal_minutes else []),
    ]
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(calculator.close)
        await stack.enter_async_context(running(*loops))
        yield Parlour(
            event_log,
            engine,
            history,
            views,
            streams,
            decks,
            wakeups,
            signer,
            host_clock,
            tournaments,
            tournament_feeds,
            calculator,
        )


def concerned(outcome: Outcome) -> frozenset[UUID]:
    """Return whom a step at a table concerns, whether they know it yet or not.

    That is who sits there, or has been asked to, and who is waited for no more.
    """
    table = outcome.snapshot.table
    events = [entry.event for entry, _ in outcome.entries]
    ended = [event.player for event in events if isinstance(event, InvitationEnded | SeatReleased)]
    return table.guests.union(filter(None, table.seats), ended)
