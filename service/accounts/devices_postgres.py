"""What devices without a browser ask for, in PostgreSQL."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import asyncpg

from service.accounts.apps_port import EARLY_MS, KEPT_MS, MORE_MS, Agreement, Device, Polled
from service.accounts.apps_postgres import REVOKE_GIVEN_FOR, give, hashes
from service.accounts.port import UnknownPlayer
from service.accounts.postgres_tokens import IS_GOOD, LOCK_PLAYER
from service.accounts.scopes import in_order
from service.store.postgres.asking import Asking
from service.store.postgres.away import unless_away
from service.store.postgres.connections import PoolShare

ADD_DEVICE = """
insert into device_request (hash, user_code, app, scopes, ends_at, pause, polled_at)
values ($1, $2, $3, $4, $5, $6, $7) on conflict (user_code) do nothing returning true
"""
FORGET_DEVICES = "delete from device_request where ends_at <= $1"
DEVICE = """
select hash, user_code, app, scopes, ends_at, pause from device_request
where user_code = $1 and decided is null and ends_at > $2
"""
AGREE = """
update device_request
set decided = 'agreed', player = $3, agreed_with = $4, role = $5, granted = $6, expires_at = $7
where user_code = $1 and decided is null and ends_at > $2 returning true
"""
REFUSE = """
update device_request set decided = 'refused'
where user_code = $1 and decided is null and ends_at > $2 returning true
"""
ASKED_BY = "select player from device_request where hash = $1"
ASKED = """
select app, ends_at, polled_at, pause, decided, player, agreed_with, role, granted, expires_at
from device_request where hash = $1 for update
"""
NOTE_QUESTION = "update device_request set polled_at = $2, pause = pause + $3 where hash = $1"
USE_DEVICE = "delete from device_request where hash = $1"


class PostgresDevices:
    """The part of an `AppStore` that devices without a browser need."""

    _ask: Asking
    _write: Asking
    _writing: PoolShare

    async def add_device(self, device: Device, at: int) -> bool:
        """Keep what a device asks for; see `AppStore.add_device`."""
        of = (device.user_code, device.app, in_order(device.scopes), device.ends_at, device.pause)
        await self._write.do(FORGET_DEVICES, at - KEPT_MS)
        return bool(await self._write.value(ADD_DEVICE, device.hash, *of, at - device.pause))

    async def device(self, user_code: bytes, at: int) -> Device | None:
        """Return what a device asks for; see `AppStore.device`."""
        row = await self._ask.row(DEVICE, user_code, at)
        if row is None:
            return None
        device_hash, code, app, scopes, ends_at, pause = row
        return Device(bytes(device_hash), bytes(code), app, frozenset(scopes), ends_at, pause)

    async def decide(self, user_code: bytes, agreement: Agreement | None, at: int) -> bool:
        """Note what a player has decided; see `AppStore.decide`."""
        if agreement is None:
            return bool(await self._write.value(REFUSE, user_code, at))
        of = (agreement.player, agreement.agreed_with, agreement.role, in_order(agreement.scopes))
        try:
            return bool(await self._write.value(AGREE, user_code, at, *of, agreement.expires_at))
        except asyncpg.ForeignKeyViolationError:
            raise UnknownPlayer(agreement.player) from None

    async def poll(
        self, device_hash: bytes, app: str, token_hash: bytes, at: int
    ) -> tuple[Polled, Agreement | None, list[bytes]]:
        """Answer a device, and give it its token if a player has agreed; see `AppStore.poll`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                locked = await connection.fetchval(ASKED_BY, device_hash)
                await connection.execute(LOCK_PLAYER, locked)
                row = await connection.fetchrow(ASKED, device_hash)
                if row is None:
                    return "unknown", None, hashes(await connection.fetch(REVOKE_GIVEN_FOR, device_hash, at))
                if row["app"] != app:
                    return "unknown", None, []
                if at >= row["ends_at"]:
                    return "ended", None, []
                just_now = row["decided"] == "agreed" and row["player"] != locked  # the next question finds it
                if row["decided"] is None or just_now:
                    early = at < row["polled_at"] + row["pause"] - EARLY_MS
                    await connection.execute(NOTE_QUESTION, device_hash, at, MORE_MS if early else 0)
                    return "early" if early else "waiting", None, []
                agreement = agreement_of(row.values()) if row["decided"] == "agreed" else None
                if agreement is None or not await connection.fetchval(IS_GOOD, agreement.agreed_with, at):
                    return "refused", None, []
                await connection.execute(USE_DEVICE, device_hash)
                await give(connection, device_hash, agreement, token_hash, at)
        return "given", agreement, []


def agreement_of(row: Iterable[Any]) -> Agreement:
    """Return what was agreed to, of a row of the table `device_request`."""
    app, _, _, _, _, player, agreed_with, role, granted, expires_at = row
    return Agreement(app, UUID(bytes=player.bytes), bytes(agreed_with), role, frozenset(granted), expires_at)
