"""Follows the log, in one process at a time, and makes messages of what it tells.

The place up to which a lane has been read moves on in the transaction that makes the messages, and only from where it
was when the events were read. So it does no harm if two processes believe that they lead, or if one is killed at any
point: each message is made once, and none is left out.
"""

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final
from uuid import UUID, uuid4

from domain.table import Entry, Snapshot
from service.accounts.store import AccountStore
from service.live.history import History
from service.play.engine import UnknownTable
from service.play.stream import NotReadable
from service.runtime.metrics import WEBHOOKS_FAILING_LANES, WEBHOOKS_OLDEST_SECONDS, WEBHOOKS_WAITING
from service.runtime.outages import BACKGROUND
from service.runtime.unavailable import Unavailable
from service.store import EventStore, LobbyRow, LogCorrupt, StoredEvent, as_far_as_known
from service.webhooks.notices import (
    TOURNAMENT_ENDS,
    Occurrence,
    Waits,
    addressed,
    ends_of_steps,
    game_over,
    invitations,
    tournament_over,
    turn,
    waits,
    whole_steps,
)
from service.webhooks.port import Notice, Webhook, WebhookStore

LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at the log, about."""
LEASE_MS: Final = 5_000
"""Milliseconds after which another process follows the log, if the one that did says nothing."""
BATCH: Final = 1_000
"""Maximum number of events of a lane that are read at a time."""
MADE_AT_ONCE: Final = 1_000
"""Maximum number of messages that one statement makes, in about a tenth of a second: it may take five."""
SKIP_LOOKS: Final = 10
"""Every how many looks the places move on while nobody is to be told anything."""
CLEAN_LOOKS: Final = 20
CLEANED: Final = 1_000

People = Callable[[UUID], Awaitable[Collection[UUID]]]
"""Gives the people of a tournament."""

log = logging.getLogger(__name__)


class Follower:
    """Makes messages of a log, as long as it leads. `now` gives ms since 1970.

    One statement makes at most `made_at_once` messages.
    """

    def __init__(
        self,
        store: WebhookStore,
        event_log: EventStore,
        history: History,
        accounts: AccountStore,
        *,
        people: People,
        now: Callable[[], int],
        made_at_once: int = MADE_AT_ONCE,
    ) -> None:
        self._store = store
        self._event_log = event_log
        self._history = history
        self._accounts = accounts
        self._people = people
        self._now = now
        self._made_at_once = made_at_once
        self._process = uuid4()
        self._leads = False
        self._asks_at = 0
        """When it says again that it leads, or asks whether it does by now, in ms since 1970."""
        self._places: dict[int, int] | None = None
        """Up to which position each lane has been read; None: somebody else may have moved them."""
        self._looks = 0
        self._failed: set[int] = set()
        """The lanes that tell nothing for now, each of which was logged."""

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            more = False
            with BACKGROUND.noticed("tell webhooks what is new"):
                more = await self._look_anew()
            if not more:
                await asyncio.sleep(LOOK_SECONDS * random.uniform(0.8, 1.2))

    async def _look_anew(self) -> bool:
        try:
            return await self.look()
        except Unavailable:
            self._places = None
            raise

    async def look(self) -> bool:
        """Make messages of what is new, some of each lane; return whether there is more. Raises `Unavailable`."""
        at = self._now()
        is_early = self._asks_at - LEASE_MS <= at < self._asks_at  # earlier still: the clock was set back
        if not is_early:  # not at every look: each time something is written to the disk
            led = self._leads
            self._leads, until = await self._store.lead(self._process, at, at + LEASE_MS)
            self._asks_at = at + LEASE_MS // 2 if self._leads else min(until, at + LEASE_MS)
            if led and not self._leads:  # what waits is measured by the process that leads now
                WEBHOOKS_WAITING.set(0)
                WEBHOOKS_OLDEST_SECONDS.set(0)
                self._heal(set(self._failed))
        if not self._leads:
            self._places = None
            return False
        self._looks += 1
        if self._looks % CLEAN_LOOKS == 1:
            await self._tidy(at)
        positions, _ = await as_far_as_known(self._event_log.lane_positions())
        if self._places is None or not positions.keys() <= self._places.keys():
            self._places = await self._store.places(positions)
        places = self._places
        lost = {lane: position for lane, position in positions.items() if position < places[lane]}
        if lost:  # the log has lost its end, as by the restore of a backup
            await self._moved(lost)
        new = [lane for lane, position in positions.items() if position > places[lane]]
        if new and not await self._store.any():  # what is here already concerns nobody
            if self._looks % SKIP_LOOKS == 1:
                await self._moved({lane: positions[lane] for lane in new})
            return False
        return any([await self._followed(lane) for lane in new])

    async def _tidy(self, at: int) -> None:
        """Delete what is old, and measure what waits."""
        await self._store.clean(at, CLEANED)
        waiting = await self._store.waiting()
        WEBHOOKS_WAITING.set(waiting.count)
        WEBHOOKS_OLDEST_SECONDS.set(0 if waiting.due is None else max(0, at - waiting.due) / 1000)

    async def _moved(self, positions: dict[int, int]) -> None:
        places = self._places or {}
        await self._store.skip(places, positions)
        self._places = places | positions
        self._heal(positions)

    def _fail(self, lane: int, error: Exception) -> None:
        """Log that a lane tells nothing, unless it was logged already, and measure it."""
        if lane in self._failed:
            return
        self._failed.add(lane)
        WEBHOOKS_FAILING_LANES.set(len(self._failed))
        if isinstance(error, LogCorrupt):
            told = "A lane of the log is damaged: it tells webhooks nothing"
            log.error(told, extra={"lane": lane, "cause": str(error)})
        else:
            log.error("A lane of the log tells webhooks nothing for now", extra={"lane": lane}, exc_info=error)

    def _heal(self, lanes: Collection[int]) -> None:
        """Note that lanes do not fail, or are no concern of this process."""
        self._failed.difference_update(lanes)
        WEBHOOKS_FAILING_LANES.set(len(self._failed))

    async def _followed(self, lane: int) -> bool:
        """Make messages of some events of a lane; return whether there may be more.

        A hole, or an unexpected error, holds up its own lane alone, which is tried again. Raises `Unavailable`.
        """
        if self._places is None:
            return True
        try:
            more = await self._read(lane, self._places)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is logged
            self._fail(lane, error)
            return False
        if lane in self._failed:
            self._heal([lane])
            log.info("A lane of the log tells webhooks again", extra={"lane": lane})
        return more

    async def _read(self, lane: int, places: dict[int, int]) -> bool:
        """Make messages of some events of a lane; return whether there may be more. Raises `LogCorrupt`."""
        place = places[lane]
        read = await self._event_log.read_lane(lane, place, BATCH)
        events = whole_steps(read, more=len(read) == BATCH)
        if not events:
            return False
        notices = await self._notices(events)
        position = events[-1].position
        if not await self._advance(lane, place, position, notices):
            self._places, self._asks_at = None, 0  # another process has led meanwhile
            return True
        places[lane] = position
        return len(read) == BATCH

    async def _advance(self, lane: int, place: int, position: int, notices: Sequence[Notice]) -> bool:
        """Make messages, and move a lane on with the last of them; return False if somebody has moved it already.

        Those that were made before a process ended are not made again: they have the same ids.
        """
        last = max(len(notices) - 1, 0) // self._made_at_once * self._made_at_once
        for start in range(0, last, self._made_at_once):
            some = notices[start : start + self._made_at_once]
            if not await self._store.advance(lane, place, place, some, self._now()):
                return False
        return await self._store.advance(lane, place, position, notices[last:], self._now())

    async def _notices(self, events: Sequence[StoredEvent]) -> list[Notice]:
        """Return what some events of a lane tell, to all webhooks."""
        by_table: defaultdict[UUID, list[StoredEvent]] = defaultdict(list)
        for event in events:
            by_table[event.table_id].append(event)
        rows = await self._event_log.lobby.rows(list(by_table))
        over = {each.table_id: each for each in events if each.type in TOURNAMENT_ENDS}
        occurrences: list[Occurrence] = []
        for tournament, event in over.items():
            occurrences += tournament_over(event, await self._people(tournament))
        concerned = {each.player for each in occurrences if each.player is not None}
        concerned.update(*(people_of(row) for row in rows.values()))
        webhooks = await self._store.subscribed(concerned)
        if not webhooks:
            return []
        wait_for_turns = {each.player for each in webhooks if "turn.began" in each.kinds}
        for table_id, row in rows.items():
            of_table = by_table[table_id]
            occurrences += await self._invited(of_table)
            if wait_for_turns.intersection(filter(None, row.seats)):
                occurrences += await self._turns(table_id, of_table)
            occurrences += [each for event in of_table for each in game_over(event, row)]
        return addressed(occurrences, await self._entitled(occurrences, webhooks), self._event_log.epoch)

    async def _invited(self, events: Sequence[StoredEvent]) -> list[Occurrence]:
        """Return the invitations, without those by players whom the invited one blocks."""
        found = [each for event in events for each in invitations(event)]
        if not found:
            return []
        people = {by for by, _ in found} | {
            occurrence.player for _, occurrence in found if occurrence.player is not None
        }
        blocks = await self._accounts.blocks_between(people)
        return [occurrence for by, occurrence in found if (occurrence.player, by) not in blocks]

    async def _turns(self, table_id: UUID, events: Sequence[StoredEvent]) -> list[Occurrence]:
        """Return whose turn began with some events of a table."""
        ends = ends_of_steps(events)
        occurrences: list[Occurrence] = []

        def see(entry: Entry, snapshot: Snapshot, _: bytes) -> tuple[StoredEvent, Snapshot] | None:
            event = ends.get(entry.version)
            return None if event is None else (event, snapshot)

        first, last = events[0].version - 1, events[-1].version
        try:
            await self._history.current(table_id)  # so that it is in memory, and what is played here is told to it
            before: Waits = waits(await self._history.at(table_id, first)) if first else frozenset()
            async for slice_ in self._history.walk(table_id, first, last, see):
                for event, snapshot in slice_:
                    occurrences += turn(event, snapshot, before)
                    before = waits(snapshot)
        except (UnknownTable, NotReadable, LogCorrupt) as error:
            why = type(error).__name__
            log.warning("A table tells webhooks no turns", extra={"table": str(table_id), "why": why})
        return occurrences

    async def _entitled(self, occurrences: Sequence[Occurrence], webhooks: Sequence[Webhook]) -> list[Webhook]:
        """Return webhooks without those that are told of everything, unless their players are operators still."""
        if not any(each.player is None for each in occurrences):
            return list(webhooks)
        players = {each.player for each in webhooks if each.every}
        at = self._now()
        operators = {
            player
            for player in players
            if any(token.role == "operator" for token in await self._accounts.tokens_of(player, at))
        }
        return [each for each in webhooks if not each.every or each.player in operators]


def people_of(row: LobbyRow) -> set[UUID]:
    """Return the players of a table: those who sit there, and those who are invited."""
    return {each for each in (*row.seats, *row.reserved, *row.invited) if each is not None}
