"""The making of seals: periodically by one of all processes, and whenever an operator wants one."""

import asyncio
import logging
import random
import time
from collections.abc import Callable

import msgspec

from domain import merkle
from service.runtime.outages import BACKGROUND
from service.seals.checking import fault_of
from service.seals.hashes import NO_SEAL, hash_of_seal, lane_leaves
from service.seals.trees import LaneTree, drop_lost_tiles, make_tiles
from service.store import LANES, Epoch, EventStore, LogSeal
from service.store.signing import Signer

LOOK_SECONDS = 60.0
"""Longest time between two checks whether a seal is due. It differs, so that processes rarely make one together."""

log = logging.getLogger(__name__)


class HistoryAltered(Exception):
    """The log lacks what was sealed, though its history is the same: somebody has altered it. No seal is made."""


async def make_seal(store: EventStore, signer: Signer, now: Callable[[], int]) -> LogSeal:
    """Make a seal of the log as it is now, and publish it. Raises `HistoryAltered`, `Unavailable`.

    If another process makes one at the same time, or another epoch begins, it is made again as the next one.
    """
    while True:
        seal = await drawn_up(store, signer, now)
        if await store.log_seals.publish(seal):
            return seal


async def drawn_up(store: EventStore, signer: Signer, now: Callable[[], int]) -> LogSeal:
    """Return a seal of the log as it is now, signed and not published. Raises `HistoryAltered`."""
    epoch = store.epoch
    before = await store.log_seals.newest()
    if before is not None and before.key_id == signer.key_id and (wrong := fault_of(before, signer.public_key)):
        raise HistoryAltered(f"Seal {before.number} of the log is not as it was signed: {wrong.why}")
    cut = is_cut(before, epoch)
    lacking = await store.log_seals.may_lack(before.epoch if before else None) if cut else ()
    await drop_lost_tiles(store, lacking)
    positions = await store.lane_positions()
    await make_tiles(store, positions, epoch)
    known = [None if lane in lacking else before for lane in range(LANES)]
    roots = [await root_of_lane(store, lane, positions[lane], known[lane]) for lane in range(LANES)]
    seal = LogSeal(
        number=1 if before is None else before.number + 1,
        at=now() if before is None else max(now(), before.at + 1),
        epoch=str(epoch),
        cut=cut,
        previous=NO_SEAL if before is None else hash_of_seal(before),
        root=NO_SEAL,
        positions=tuple([positions[lane] for lane in range(LANES)]),
        roots=tuple(roots),
        key_id="",
        signature=b"",
    )
    return signer.sign_log(msgspec.structs.replace(seal, root=merkle.root(lane_leaves(seal))))


def is_cut(before: LogSeal | None, epoch: Epoch) -> bool:
    """Return whether the history was cut since a seal; None: since the log began.

    What was sealed after a backup is out in the world, and not in the log that was restored from it. If that was only a
    shard elsewhere than the seals, they are here still, and cover what the log has lost.
    """
    return epoch.number > 1 if before is None else before.epoch != str(epoch)


async def root_of_lane(store: EventStore, lane: int, position: int, before: LogSeal | None) -> bytes:
    """Return the root over a lane, which goes on what was sealed before. Raises `HistoryAltered`.

    `before` is None if nothing was, or if the lane may lack it.
    """
    sealed = before.positions[lane] if before else 0
    if before and position == sealed:
        return before.roots[lane]
    tree = LaneTree(store, lane, position)
    if before and (position < sealed or await tree.root(sealed) != before.roots[lane]):
        raise HistoryAltered(f"Lane {lane} does not go on what the seal {before.number} covers, {sealed} events.")
    return await tree.root()


class Sealer:
    """Makes a seal whenever the newest one is older than some minutes and something has happened since.

    A seal whose time is in the future, as the clock was set back, grows older from when it is first seen here.
    `pause` gives the seconds between two looks.
    """

    def __init__(
        self,
        store: EventStore,
        signer: Signer,
        now: Callable[[], int],
        minutes: int,
        *,
        pause: Callable[[], float] = lambda: random.uniform(LOOK_SECONDS / 2, LOOK_SECONDS),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._signer = signer
        self._now = now
        self._minutes = minutes
        self._pause = pause
        self._monotonic = monotonic
        self._seen = (0, 0.0)
        """The number of the newest seal that was seen, and since when, by the monotonic clock in seconds."""
        self._by_another: int | None = None

    async def run(self) -> None:
        """Make seals, until cancelled."""
        while True:
            await asyncio.sleep(self._pause())
            try:
                with BACKGROUND.noticed("seal the log"):
                    await self.look()
            except HistoryAltered as error:
                log.error("The log is not sealed: somebody has altered it", extra={"cause": str(error)})  # noqa: TRY400 - no trace is needed

    async def look(self) -> None:
        """Make a seal if one is due, unless another process does so. Raises `HistoryAltered`, `Unavailable`."""
        newest = await self._store.log_seals.newest()
        if newest is not None:
            self._compare_keys(newest)
            if self._age_ms(newest) < self._minutes * 60_000:
                return
        positions = await self._store.lane_positions()
        if (
            newest is None
            or is_cut(newest, self._store.epoch)
            or any(positions[lane] != sealed for lane, sealed in enumerate(newest.positions))
        ):
            await self._store.log_seals.publish(await drawn_up(self._store, self._signer, self._now))

    def _age_ms(self, newest: LogSeal) -> float:
        """Return for how long a seal has been the newest one, as far as this process knows."""
        if newest.number != self._seen[0]:
            self._seen = (newest.number, self._monotonic())
        return max(self._now() - newest.at, (self._monotonic() - self._seen[1]) * 1000)

    def _compare_keys(self, newest: LogSeal) -> None:
        """Warn of a seal that another key has signed, once: processes with different keys spoil each other's work."""
        if newest.key_id != self._signer.key_id and newest.number != self._by_another:
            self._by_another = newest.number
            log.warning(
                "The newest seal is signed by another key; all processes need the same PARLOUR_SIGNING_KEY",
                extra={"seal": newest.number, "signed_by": newest.key_id, "key": self._signer.key_id},
            )
