"""Apps of others that act for players, and the port of where they are kept. All times are milliseconds since 1970.

Apps have no secrets: anybody who has a program has all that is in it (RFC 8252, 8.5). An app only proves that it sent
the first request: it shows the text whose SHA-256 was in that (PKCE, RFC 7636).
"""

from typing import Literal, Protocol
from uuid import UUID

from msgspec import Struct

from service.accounts.scopes import Role, Scope


class App(Struct, frozen=True):
    """A program of somebody else that may ask players whether it may act for them.

    `redirects` are the addresses to which a browser may be sent with the answer; `registered`: it has registered
    itself, else an operator has made it.
    """

    id: str
    name: str
    redirects: tuple[str, ...]
    made_at: int
    registered: bool = False


COMMAND_LINE = App("parlour-cli", "parlour login", (), 0)
"""The command line, an app that every service knows; it is in no store."""


class Agreement(Struct, frozen=True):
    """What a player has agreed to: an app may act for them, within scopes, until a time.

    `agreed_with` is the SHA-256 of the token by which they had signed in. If that is invalid when the app comes for
    its token, there is none.
    """

    app: str
    player: UUID
    agreed_with: bytes
    role: Role
    scopes: frozenset[Scope]
    expires_at: int


class Code(Struct, frozen=True):
    """A code with which an app fetches its token once, by its SHA-256; it is valid until `ends_at`.

    `redirect` is where it was sent, `challenge` the SHA-256 of the verifier that the app has to show, in base64url.
    """

    hash: bytes
    agreement: Agreement
    redirect: str
    challenge: str
    ends_at: int

    def fits(self, shown: "Shown") -> bool:
        """Return whether this code was made for the app that shows it now."""
        told, known = (shown.app, shown.challenge), (self.agreement.app, self.challenge)
        return told == known and shown.redirect in {None, self.redirect} and shown.at < self.ends_at


class Shown(Struct, frozen=True):
    """Where a code is shown, and when: the app, the address that it was sent to, and the challenge of its verifier.

    An app need not repeat the address: the verifier shows that it sent the first request (OAuth 2.1).
    """

    app: str
    redirect: str | None
    challenge: str
    at: int


class Device(Struct, frozen=True):
    """What a device without a browser asks for, by the hashes of its own code and of the one that a person types.

    Nobody has decided yet. It is valid until `ends_at`, and the device has to wait `pause` ms between two questions.
    """

    hash: bytes
    user_code: bytes
    app: str
    scopes: frozenset[Scope]
    ends_at: int
    pause: int


Polled = Literal["unknown", "ended", "early", "waiting", "refused", "given"]
"""What a device is told that asks whether somebody has decided."""


class UnknownApp(Exception):
    """There is no app of this id."""


class AppStore(Protocol):
    """Where apps and their codes are kept. Everything raises `StoreUnavailable`."""

    async def add_app(self, app: App) -> None:
        """Keep a new app."""

    async def app(self, app: str) -> App | None:
        """Return an app; None if there is none of this id."""

    async def apps(self) -> list[App]:
        """Return all apps, the newest first."""

    async def remove_app(self, app: str, at: int) -> list[bytes]:
        """Delete an app and its codes; return the hashes of its tokens, which are revoked.

        Raises `UnknownApp`.
        """

    async def register(self, app: App, most: int) -> bool:
        """Keep a new app that registers itself; return False if there are `most` of those.

        Those that no player has given a token that is kept make room for it: the oldest of them are deleted.
        """

    async def add_code(self, code: Code, at: int) -> None:
        """Keep a new code, and delete those that have ended. Raises `UnknownPlayer` and `UnknownApp`."""

    async def redeem(self, code_hash: bytes, shown: Shown, token_hash: bytes) -> tuple[Agreement | None, list[bytes]]:
        """Use up a code, for a new token of the app, both at once; return what was agreed to.

        None, if there is no such code, if it does not fit, or if the token with which the player had signed in is
        invalid. If a code was used before, the tokens that it gave are revoked: their hashes are returned. The
        tokens have the name of the app. Raises `TooManyTokens`: then nothing has changed.
        """

    async def add_device(self, device: Device, at: int) -> bool:
        """Keep what a device asks for, and delete those requests that ended a while ago.

        Return False if another one has the same code for people: then nothing is kept.
        """

    async def device(self, user_code: bytes, at: int) -> Device | None:
        """Return what a device asks for, by the hash of its code for people; None: nobody can decide on such a one."""

    async def decide(self, user_code: bytes, agreement: Agreement | None, at: int) -> bool:
        """Note what a player has agreed to, or that they have not (None); return whether it was to be decided.

        Raises `UnknownPlayer`.
        """

    async def poll(
        self, device_hash: bytes, app: str, token_hash: bytes, at: int
    ) -> tuple[Polled, Agreement | None, list[bytes]]:
        """Answer a device, and give it the new token if a player has agreed: then its request is used up, both at once.

        A device that asks too early has to wait longer from then on. If one that has its token asks again, that is
        revoked: the hash is returned. Raises `TooManyTokens`: then nothing has changed.
        """


MORE_MS = 5_000
"""How much longer a device has to wait from one question to the next after it has asked too early (RFC 8628, 3.5)."""

EARLY_MS = 1_000
"""How much too early a question may come: on its way it was quicker than the one before it."""

KEPT_MS = 600_000
"""How long a request of a device that has ended is kept, so that the device is told that it has."""
