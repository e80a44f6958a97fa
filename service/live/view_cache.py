"""Seat views in Redis, for processes that do not hold a table at its current version.

They are encrypted: hands are in them, and somebody who can read Redis must not see a hand.

A key stands for one table at one version in one epoch of the log, and a table keeps the rules that it began with. So
what is found is never out of date; it can only be missing. While Redis is away, views are folded from the log instead.
Nothing here raises, and nothing waits for a write.
"""

import asyncio
import os
import time
from collections.abc import Iterable
from typing import cast
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.table import Snapshot
from service.live.pace import Pace
from service.runtime.redis_clients import AWAY, Client
from service.store import Epoch, lane_of

KEPT_SECONDS = 600
SPECTATOR = "spectator"
NONCE_BYTES = 12

Fields = dict[str | bytes | bytearray | memoryview | int | float, str | bytes | bytearray | memoryview | int | float]


def key(table_id: UUID, version: int, epoch: Epoch) -> str:
    """Return the key of a table at a version of an epoch; the lane in braces keeps a lane on one node of a cluster."""
    return f"parlour:sealed-view:{{{lane_of(table_id)}}}:{table_id}:{epoch}:{version}"


def place(key: str, viewer: str) -> str:
    """Return what names the one document that a viewer has of a table at a version."""
    return f"{key} {viewer}"


class Cipher:
    """Encrypts documents by AES-256-GCM (NIST SP 800-38D), each for its place: moved elsewhere it cannot be opened.

    `secret` is 32 bytes, the same in all processes.
    """

    def __init__(self, secret: bytes) -> None:
        self._key = AESGCM(secret)

    def sealed(self, document: bytes, place: str) -> bytes:
        """Return what only those can read who know the secret."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._key.encrypt(nonce, document, place.encode())

    def opened(self, sealed: bytes, place: str) -> bytes | None:
        """Return the document; None: it was not sealed with this secret, or not for this place."""
        try:
            return self._key.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError):
            return None


class ViewCache:
    """The seat views of tables, as encoded JSON documents, by table, version and viewer."""

    def __init__(self, redis: Client, cipher: Cipher, pace: Pace) -> None:
        self._redis = redis
        self._cipher = cipher
        self._patience_seconds = pace.cache_patience_seconds
        self._pause_seconds = pace.cache_pause_seconds
        self._writes: asyncio.Queue[tuple[str, Fields]] = asyncio.Queue(pace.cache_writes)
        self._away_until = 0.0

    async def get(self, key: str, player: UUID | None) -> bytes | None:
        """Return the view of a player (or of a spectator, None) that lies under a key, or None if it is not here."""
        if time.monotonic() < self._away_until:
            return None
        try:
            async with asyncio.timeout(self._patience_seconds):
                found = await self._redis.hmget(key, [str(player), "seats", SPECTATOR])
        except AWAY:
            self._away_until = time.monotonic() + self._pause_seconds
            return None
        own, seats, spectator = cast("list[bytes | None]", found)
        if own is not None:
            return self._cipher.opened(own, place(key, str(player)))
        if seats is None or spectator is None or player in msgspec.json.decode(seats, type=list[UUID | None]):
            return None
        return self._cipher.opened(spectator, place(key, SPECTATOR))

    def share(self, table_id: UUID, snapshot: Snapshot, epoch: Epoch, seat: int | None, document: bytes) -> None:
        """Keep the view of a viewer with a seat, or of spectators (None) if all may look at once."""
        table = snapshot.table
        settings = table.settings
        open_to_all = table.visibility == "public" and settings.spectators and not settings.spectator_delay
        open_to_all &= not table.has_known_decks  # who plays one of them elsewhere may not look
        viewer = None if seat is None else table.seats[seat]
        if viewer is not None or (seat is None and open_to_all):
            self.put(key(table_id, snapshot.version, epoch), table.seats, viewer, document)

    def put(self, key: str, seats: tuple[UUID | None, ...], viewer: UUID | None, document: bytes) -> None:
        """Keep the view of a seated player, or of spectators (None) where all may watch. Writes later, or never."""
        whose = str(viewer) if viewer else SPECTATOR
        sealed = self._cipher.sealed(document, place(key, whose))
        fields: Fields = {whose: sealed, "seats": msgspec.json.encode(seats)}
        if not self._writes.full():
            self._writes.put_nowait((key, fields))

    async def run(self) -> None:
        """Write what is to be kept until cancelled, all that waits in one round trip."""
        while True:
            waiting = [await self._writes.get()]
            while not self._writes.empty():
                waiting.append(self._writes.get_nowait())
            try:
                async with asyncio.timeout(self._patience_seconds):
                    await self._write(waiting)
            except AWAY:
                self._away_until = time.monotonic() + self._pause_seconds
                await asyncio.sleep(self._pause_seconds)

    async def _write(self, waiting: Iterable[tuple[str, Fields]]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for name, fields in waiting:
                pipeline.hset(name, mapping=fields)
                pipeline.expire(name, KEPT_SECONDS)
            await pipeline.execute()
