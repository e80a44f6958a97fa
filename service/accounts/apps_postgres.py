"""Apps and their codes in PostgreSQL. Using up a code locks its player first, as forgetting the player does."""

from collections.abc import Iterable
from uuid import UUID

import asyncpg
from asyncpg import Record
from asyncpg.pool import PoolConnectionProxy

from service.accounts.apps_port import COMMAND_LINE, Agreement, App, Code, Shown, UnknownApp
from service.accounts.port import IssuedToken, Terms, UnknownPlayer
from service.accounts.postgres_tokens import IS_GOOD, LOCK_PLAYER, add_issued
from service.accounts.scopes import in_order
from service.store.postgres.asking import Asking
from service.store.postgres.away import unless_away
from service.store.postgres.connections import PoolShare

ADD_APP = "insert into app (id, name, redirects, made_at, registered) values ($1, $2, $3, $4, $5)"
APP = "select id, name, redirects, made_at, registered from app where id = $1"
APPS = 'select id, name, redirects, made_at, registered from app order by made_at desc, id collate "C" desc'
REGISTER = """
insert into app (id, name, redirects, made_at, registered)
select $1::text, $2::text, $3::text[], $4::bigint, true
where (select count(*) from app where registered) < $5 returning true
"""
MAKE_ROOM = """
delete from app where id in (
    select id from app
    where registered and not exists (select from token where token.app = app.id and token.app is not null)
    order by made_at, id limit (select greatest(count(*) - $1 + 1, 0) from app where registered)
)
"""
FORGET_REQUESTS = "delete from device_request where app = $1"
REMOVE_APP = "delete from app where id = $1 returning true"
REVOKE_OF_APP = "update token set revoked_at = $2 where app = $1 and revoked_at is null returning hash"
REVOKE_GIVEN_FOR = "update token set revoked_at = $2 where given_for = $1 and revoked_at is null returning hash"
ADD_CODE = """
insert into authorization_code
    (hash, app, player, agreed_with, role, scopes, expires_at, redirect, challenge, ends_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""
FORGET_ENDED = "delete from authorization_code where ends_at <= $1"
OWNER = "select player from authorization_code where hash = $1"
CODE = """
select hash, app, player, agreed_with, role, scopes, expires_at, redirect, challenge, ends_at
from authorization_code where hash = $1 for update
"""
USE_CODE = "delete from authorization_code where hash = $1"


class PostgresApps:
    """The `AppStore` of accounts in PostgreSQL, which it is a part of."""

    _ask: Asking
    _write: Asking
    _writing: PoolShare

    async def add_app(self, app: App) -> None:
        """Keep a new app."""
        await self._write.do(ADD_APP, app.id, app.name, app.redirects, app.made_at, app.registered)

    async def app(self, app: str) -> App | None:
        """Return an app; None if there is none of this id."""
        row = await self._ask.row(APP, app)
        return None if row is None else app_of(row)

    async def apps(self) -> list[App]:
        """Return all apps, the newest first."""
        return [app_of(row) for row in await self._ask.rows(APPS)]

    async def remove_app(self, app: str, at: int) -> list[bytes]:
        """Delete an app and its codes; see `AppStore.remove_app`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                if not await connection.fetchval(REMOVE_APP, app):
                    raise UnknownApp(app)
                await connection.execute(FORGET_REQUESTS, app)
                return hashes(await connection.fetch(REVOKE_OF_APP, app, at))

    async def register(self, app: App, most: int) -> bool:
        """Keep a new app that registers itself; see `AppStore.register`."""
        await self._write.do(MAKE_ROOM, most)
        return bool(await self._write.value(REGISTER, app.id, app.name, app.redirects, app.made_at, most))

    async def add_code(self, code: Code, at: int) -> None:
        """Keep a new code; see `AppStore.add_code`."""
        of = code.agreement
        agreed = (of.app, of.player, of.agreed_with, of.role, in_order(of.scopes), of.expires_at)
        try:
            await self._write.do(ADD_CODE, code.hash, *agreed, code.redirect, code.challenge, code.ends_at)
        except asyncpg.ForeignKeyViolationError as error:
            named = str(error.constraint_name)
            raise (UnknownApp(of.app) if named.endswith("app_fkey") else UnknownPlayer(of.player)) from None
        await self._write.do(FORGET_ENDED, at)

    async def redeem(self, code_hash: bytes, shown: Shown, token_hash: bytes) -> tuple[Agreement | None, list[bytes]]:
        """Use up a code, for a new token of the app; see `AppStore.redeem`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                await connection.execute(LOCK_PLAYER, await connection.fetchval(OWNER, code_hash))
                row = await connection.fetchrow(CODE, code_hash)
                if row is None:
                    return None, hashes(await connection.fetch(REVOKE_GIVEN_FOR, code_hash, shown.at))
                code = code_of(row)
                if not code.fits(shown) or not await connection.fetchval(IS_GOOD, code.agreement.agreed_with, shown.at):
                    return None, []
                await connection.execute(USE_CODE, code_hash)
                await give(connection, code_hash, code.agreement, token_hash, shown.at)
        return code.agreement, []


async def give(
    connection: "PoolConnectionProxy[Record]", given_for: bytes, agreement: Agreement, token_hash: bytes, at: int
) -> None:
    """Keep a new token of an app, for a player whose row is locked. Raises `TooManyTokens`."""
    known = await connection.fetchrow(APP, agreement.app)
    app = COMMAND_LINE if known is None else app_of(known)
    terms = Terms(app.name, agreement.scopes, agreement.expires_at, agreement.app, given_for)
    await add_issued(connection, IssuedToken(agreement.player, token_hash, agreement.role, "", at, None, terms))


def hashes(rows: Iterable[asyncpg.Record]) -> list[bytes]:
    """Return the hashes of tokens."""
    return [bytes(row["hash"]) for row in rows]


def app_of(row: asyncpg.Record) -> App:
    """Return a row of the table `app`."""
    app, name, redirects, made_at, registered = row
    return App(app, name, tuple(redirects), made_at, registered)


def code_of(row: asyncpg.Record) -> Code:
    """Return a row of the table `authorization_code`."""
    code_hash, app, player, agreed_with, role, scopes, expires_at, redirect, challenge, ends_at = row
    who = UUID(bytes=player.bytes)
    agreement = Agreement(app, who, bytes(agreed_with), role, frozenset(scopes), expires_at)
    return Code(bytes(code_hash), agreement, redirect, challenge, ends_at)
