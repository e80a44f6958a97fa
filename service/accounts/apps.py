"""Apps of others: what a player agrees to becomes a code, and the code a token.

A code is 32 random bytes, valid for a minute, and kept as its SHA-256 only, as tokens are. There are no refresh tokens.
They exist to make up for tokens that nobody can revoke while they last; here each request looks its token up, so a
revoked one is invalid at once. A browser would keep both in the same place. And an app that loses the answer to a
refresh loses its player, if what is used twice is revoked, as it must be. So the person says how long an app may act
for them, and is asked again after that.
"""

import base64
import hashlib
import re
import secrets
from uuid import uuid4

from msgspec import Struct

from service.accounts.accounts import Accounts, hash_of, new_token
from service.accounts.apps_port import COMMAND_LINE, Agreement, App, AppStore, Code, Device, Polled, Shown
from service.accounts.names import accepted
from service.accounts.scopes import Scope

CODE_MS = 60_000
"""Milliseconds for which a code is valid: a browser carries it, and the app uses it at once."""

CODE_PREFIX = "parlour_code_"
ID = re.compile(r"[a-z0-9-]{1,60}")


DEVICE_MS = 600_000
"""Milliseconds that a person has to type the code of a device."""

PAUSE_MS = 5_000
"""Milliseconds that a device waits between two requests."""

DEVICE_PREFIX = "parlour_device_"
SIGNS, GROUP = "BCDFGHJKLMNPQRSTVWXZ", 4
"""What is in the code that a person types (RFC 8628, 6.1): of eight signs there are 25,600,000,000."""

MOST_REGISTERED = 10_000
"""Maximum number of apps that have registered themselves: the oldest that nobody has given a token make room."""


class AppToken(Struct, frozen=True):
    """A token that an app is given, and what was agreed to."""

    token: str
    agreement: Agreement


class Apps:
    """The apps of a store, and what they are given; `accounts` are told which tokens are revoked."""

    def __init__(self, store: AppStore, accounts: Accounts) -> None:
        self._store = store
        self._accounts = accounts

    async def make(self, name: str, redirects: tuple[str, ...]) -> App:
        """Make an app; its redirects are taken as they are. Raises `BadName`."""
        app = App(str(uuid4()), accepted(name), redirects, self._accounts.now())
        await self._store.add_app(app)
        return app

    async def register(self, name: str, redirects: tuple[str, ...]) -> App | None:
        """Make an app that registers itself; None: there are too many of those in use. Raises `BadName`."""
        app = App(str(uuid4()), accepted(name), redirects, self._accounts.now(), registered=True)
        return app if await self._store.register(app, MOST_REGISTERED) else None

    async def app(self, app: str) -> App | None:
        """Return an app; None if there is none of this id."""
        if app == COMMAND_LINE.id:
            return COMMAND_LINE
        return await self._store.app(app) if ID.fullmatch(app) else None

    async def all(self) -> list[App]:
        """Return all apps, the newest first."""
        return await self._store.apps()

    async def remove(self, app: str) -> None:
        """Delete an app; its tokens are revoked. Raises `UnknownApp`."""
        self._accounts.are_revoked(await self._store.remove_app(app, self._accounts.now()))

    async def code_for(self, agreement: Agreement, redirect: str, challenge: str) -> str:
        """Return a code for what a player has agreed to. Raises `UnknownPlayer` and `UnknownApp`."""
        code, at = CODE_PREFIX + secrets.token_urlsafe(32), self._accounts.now()
        await self._store.add_code(Code(hash_of(code), agreement, redirect, challenge, at + CODE_MS), at)
        return code

    async def redeem(self, code: str, app: str, redirect: str | None, verifier: str) -> AppToken | None:
        """Return a token for a code, which is used up by that; None: it is not valid for the app that shows it.

        If a code that was used is shown again, the tokens that it gave are revoked. Raises `TooManyTokens`.
        """
        token = new_token()
        shown = Shown(app, redirect, challenge_of(verifier), self._accounts.now())
        agreement, revoked = await self._store.redeem(hash_of(code), shown, hash_of(token))
        self._accounts.are_revoked(revoked)
        return None if agreement is None else AppToken(token, agreement)

    async def ask(self, app: str, scopes: frozenset[Scope]) -> tuple[str, str]:
        """Note what a device asks for; return its own code, and the one that a person types."""
        while True:
            at, code, typed = self._accounts.now(), DEVICE_PREFIX + secrets.token_urlsafe(32), new_user_code()
            device = Device(hash_of(code), hash_of_user_code(typed), app, scopes, at + DEVICE_MS, PAUSE_MS)
            if await self._store.add_device(device, at):
                return code, typed

    async def device(self, typed: str) -> Device | None:
        """Return what the device asks for whose code a person has typed; None: there is nothing to decide."""
        return await self._store.device(hash_of_user_code(typed), self._accounts.now())

    async def decide(self, device: Device, agreement: Agreement | None) -> bool:
        """Note what a player has decided, None: no; return False if it was decided already. Raises `UnknownPlayer`."""
        return await self._store.decide(device.user_code, agreement, self._accounts.now())

    async def poll(self, code: str, app: str) -> AppToken | Polled:
        """Answer a device: its token, or why there is none. Raises `TooManyTokens`."""
        token = new_token()
        told, agreement, revoked = await self._store.poll(hash_of(code), app, hash_of(token), self._accounts.now())
        self._accounts.are_revoked(revoked)
        return told if agreement is None else AppToken(token, agreement)


def new_user_code() -> str:
    """Return a new code for a person to type: `BCDF-GHJK`. No vowel is in it, so no word."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(2 * GROUP))
    return f"{signs[:GROUP]}-{signs[GROUP:]}"


def hash_of_user_code(typed: str) -> bytes:
    """Return the SHA-256 of a code, however a person types it."""
    return hash_of("".join(each for each in typed.upper() if each in SIGNS))


def challenge_of(verifier: str) -> str:
    """Return the challenge of a verifier (RFC 7636, 4.2, S256)."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
