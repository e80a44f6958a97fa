"""The tables of pairings: each is opened with all who sit there, in one step of the log, and its game begins.

The id of the table stands in the pairing, so the log takes that step once, from any process. The maker of the pairing
opens it at once; if it dies first, the next process that looks does. The seat of a player who was forgotten meanwhile
becomes absent. Each process also does three things for seeks that wait: it gives house players to those that have
waited long enough for people, pairs those that fit only now, such as after somebody unblocks another, and ends those
that have waited for too long.
"""

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from uuid import UUID

from domain.game import Refused
from domain.seats import MOST_SEATS
from domain.table import HOUSE_PLAYERS, MarkAbsent, OpenTable
from service.live.few import few_at_a_time
from service.meeting.port import Draw, Missed, Pairing, Seek, SeekStore
from service.meeting.searching import full_table
from service.play.engine import AlreadyOpen, Engine
from service.play.stream import NotReadable
from service.runtime.metrics import SEEK_SECONDS
from service.runtime.outages import BACKGROUND
from service.runtime.unavailable import Unavailable
from service.store import new_table_id

SWEEP_SECONDS = 0.5
"""Seconds between two looks, about."""
AT_A_LOOK = 100
"""Maximum number of pairings that are opened, and of tables that are filled, in one look."""
CLEANED = 1_000

DICE: random.Random = secrets.SystemRandom()

log = logging.getLogger(__name__)


class Pairings:
    """Opens the tables of pairings, until it is stopped.

    `now` gives ms since 1970, `secret` 32 random bytes for the deals of a table; `announce` wakes readers of a table,
    or of one of the players; `is_forgotten` tells whether a player was forgotten; `lanes_away` are the lanes of the log
    where no table can be opened now.
    """

    def __init__(
        self,
        store: SeekStore,
        engine: Engine,
        now: Callable[[], int],
        secret: Callable[[], bytes],
        announce: Callable[[UUID, *tuple[UUID, ...]], None],
        *,
        is_forgotten: Callable[[UUID], Awaitable[bool]],
        lanes_away: Callable[[], Collection[int]] = tuple,
    ) -> None:
        self._store = store
        self._engine = engine
        self._now = now
        self._secret = secret
        self._announce = announce
        self._is_forgotten = is_forgotten
        self._lanes_away = lanes_away

    def draw(self) -> Draw:
        """Return what chance gives to a pairing that is made now."""
        return Draw(new_table_id(self._lanes_away()), tuple(DICE.sample(range(MOST_SEATS), MOST_SEATS)), self._now())

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            with BACKGROUND.noticed("pair seeks"):
                await self.look()
            await asyncio.sleep(SWEEP_SECONDS * random.uniform(0.8, 1.2))

    async def look(self) -> None:
        """Do what is due, also what another process has left undone. Raises `Unavailable`.

        A table that cannot be opened now, as its shard of the log is away, holds up no other.
        """
        if not await self._store.has_work(self._now()):  # one question, as nearly always nothing is due
            return
        for _ in range(AT_A_LOOK):
            table = await self._store.fill(HOUSE_PLAYERS["random"], self.draw())
            if table is None:
                break
            await self._if_there(self.open(table))
        for _ in range(AT_A_LOOK):
            missed = await self._store.missed(self._now())
            if missed is None:
                break
            await self._search(missed)
        due = await self._store.due(self._now(), AT_A_LOOK)
        await few_at_a_time(lambda pairing: self._if_there(self._open(pairing)), due)
        await self._store.clean(self._now(), CLEANED)

    async def _search(self, missed: Missed) -> None:
        """Seat those who were missed; what they seek is searched again until nobody is found."""
        places = full_table(missed.seats, missed.apart)
        if places is None:
            await self._store.searched(missed)
            return
        draw = self.draw()
        if await self._store.seat([missed.seeks[place] for place in places], draw):
            await self._if_there(self.open(draw.table))

    async def _if_there(self, opened: Awaitable[None]) -> None:
        """Let a table be opened; one that cannot be opened now is opened at a later look."""
        try:
            await opened
        except Unavailable as error:
            log.warning("The table of a pairing cannot be opened now; it is tried again", extra={"cause": str(error)})

    async def open(self, table: UUID) -> None:
        """Open the table of a pairing, unless that is done. Raises `Unavailable`."""
        pairing = await self._store.pairing(table)
        if pairing is not None:
            await self._open(pairing)

    async def _open(self, pairing: Pairing) -> None:
        ended: Iterable[Seek] = ()
        try:
            with suppress(AlreadyOpen):
                await self._engine.execute(pairing.table, opening(pairing, self._secret()))
            await self._mark_forgotten(pairing)
        except Refused as refused:
            told = {"table": str(pairing.table), "code": refused.code}
            log.warning("The game of a pairing is played by other rules by now", extra=told)
            ended = await self._store.settle(pairing.table, self._now(), "expired")
        except NotReadable:
            ended = await self._settled(pairing)
        except Unavailable:
            raise
        except Exception:
            log.exception("The table of a pairing cannot be opened", extra={"table": str(pairing.table)})
        else:
            ended = await self._settled(pairing)
        self._announce(pairing.table, *[each.player for each in ended])

    async def _mark_forgotten(self, pairing: Pairing) -> None:
        """Let those be absent from an open table who were forgotten since they were paired: they never come."""
        for player in pairing.seats:
            if player not in HOUSE_PLAYERS.values() and await self._is_forgotten(player):
                with suppress(Refused):  # they are absent already, or the game is over
                    await self._engine.execute(pairing.table, MarkAbsent(player))

    async def _settled(self, pairing: Pairing) -> Iterable[Seek]:
        """Note that the table is open; return the seeks that have found it."""
        ended = await self._store.settle(pairing.table, self._now(), "seated")
        for each in ended:
            SEEK_SECONDS.labels(each.sought.game).observe(((each.ended_at or each.asked_at) - each.asked_at) / 1_000)
        return ended


def opening(pairing: Pairing, secret: bytes) -> OpenTable:
    """Return the command that opens the table of a pairing, with its deals by this secret."""
    return OpenTable(
        player=pairing.creator,
        game=pairing.sought.game,
        options=pairing.sought.options,
        secret=secret.hex(),
        settings=pairing.sought.settings,
        seated=pairing.seats,
    )
