"""Apps and their codes in the memory of one process."""

from abc import abstractmethod
from uuid import UUID

from msgspec.structs import replace

from service.accounts.apps_port import (
    COMMAND_LINE,
    EARLY_MS,
    KEPT_MS,
    MORE_MS,
    Agreement,
    App,
    Code,
    Device,
    Polled,
    Shown,
    UnknownApp,
)
from service.accounts.port import Account, IssuedToken, Player, Terms, UnknownPlayer
from service.accounts.scopes import Role


class MemoryApps:
    """The `AppStore` of accounts in memory, which it is a part of."""

    _players: dict[UUID, Player]
    _tokens: dict[bytes, IssuedToken]

    def __init__(self) -> None:
        self._apps: dict[str, App] = {}
        self._codes: dict[bytes, Code] = {}
        self._devices: dict[bytes, Device] = {}
        self._polled: dict[bytes, int] = {}
        self._decided: dict[bytes, Agreement | None] = {}

    @abstractmethod
    async def add_token(self, token_hash: bytes, player: UUID, role: Role, at: int, terms: Terms) -> None:
        """Keep a new token; see `AccountStore.add_token`."""

    @abstractmethod
    async def account(self, token_hash: bytes) -> Account | None:
        """Return the account of a token; see `AccountStore.account`."""

    async def add_app(self, app: App) -> None:
        """Keep a new app."""
        self._apps[app.id] = app

    async def app(self, app: str) -> App | None:
        """Return an app; None if there is none of this id."""
        return self._apps.get(app)

    async def apps(self) -> list[App]:
        """Return all apps, the newest first."""
        return sorted(self._apps.values(), key=lambda each: (each.made_at, each.id), reverse=True)

    async def remove_app(self, app: str, at: int) -> list[bytes]:
        """Delete an app and its codes; see `AppStore.remove_app`."""
        if self._apps.pop(app, None) is None:
            raise UnknownApp(app)
        self._codes = {each: code for each, code in self._codes.items() if code.agreement.app != app}
        self._devices = {each: device for each, device in self._devices.items() if device.app != app}
        return self._revoked(at, [each for each in self._tokens.values() if each.terms.app == app])

    async def register(self, app: App, most: int) -> bool:
        """Keep a new app that registers itself; see `AppStore.register`."""
        used = {token.terms.app for token in self._tokens.values()}
        registered = sorted((each for each in self._apps.values() if each.registered), key=lambda each: each.made_at)
        unused = [each.id for each in registered if each.id not in used]
        surplus = max(len(registered) - most + 1, 0)
        for each in unused[:surplus]:
            del self._apps[each]
        if surplus > len(unused):
            return False
        self._apps[app.id] = app
        return True

    async def add_code(self, code: Code, at: int) -> None:
        """Keep a new code; see `AppStore.add_code`."""
        if code.agreement.player not in self._players:
            raise UnknownPlayer(code.agreement.player)
        if code.agreement.app not in self._apps:
            raise UnknownApp(code.agreement.app)
        self._codes = {each: kept for each, kept in self._codes.items() if at < kept.ends_at}
        self._codes[code.hash] = code

    async def redeem(self, code_hash: bytes, shown: Shown, token_hash: bytes) -> tuple[Agreement | None, list[bytes]]:
        """Use up a code, for a new token of the app; see `AppStore.redeem`."""
        code = self._codes.get(code_hash)
        if code is None or code.agreement.player not in self._players:
            return None, self._revoked(shown.at, [t for t in self._tokens.values() if t.terms.given_for == code_hash])
        if not code.fits(shown) or not await self._is_valid(code.agreement.agreed_with, shown.at):
            return None, []
        await self.give(code_hash, code.agreement, token_hash, shown.at)
        del self._codes[code_hash]
        return code.agreement, []

    async def add_device(self, device: Device, at: int) -> bool:
        """Keep what a device asks for; see `AppStore.add_device`."""
        self._devices = {each: kept for each, kept in self._devices.items() if at < kept.ends_at + KEPT_MS}
        if any(each.user_code == device.user_code for each in self._devices.values()):
            return False
        self._devices[device.hash] = device
        self._polled[device.hash] = at - device.pause
        return True

    async def device(self, user_code: bytes, at: int) -> Device | None:
        """Return what a device asks for; see `AppStore.device`."""
        found = (each for each in self._devices.values() if each.user_code == user_code and at < each.ends_at)
        return next((each for each in found if each.hash not in self._decided), None)

    async def decide(self, user_code: bytes, agreement: Agreement | None, at: int) -> bool:
        """Note what a player has decided; see `AppStore.decide`."""
        if agreement is not None and agreement.player not in self._players:
            raise UnknownPlayer(agreement.player)
        device = await self.device(user_code, at)
        if device is None:
            return False
        self._decided[device.hash] = agreement
        return True

    async def poll(
        self, device_hash: bytes, app: str, token_hash: bytes, at: int
    ) -> tuple[Polled, Agreement | None, list[bytes]]:
        """Answer a device, and give it its token if a player has agreed; see `AppStore.poll`."""
        device = self._devices.get(device_hash)
        if device is None:
            of_it = [each for each in self._tokens.values() if each.terms.given_for == device_hash]
            return "unknown", None, self._revoked(at, of_it)
        if device.app != app:
            return "unknown", None, []
        if at >= device.ends_at:
            return "ended", None, []
        if device_hash not in self._decided:
            early = at < self._polled[device_hash] + device.pause - EARLY_MS
            self._polled[device_hash] = at
            self._devices[device_hash] = replace(device, pause=device.pause + MORE_MS) if early else device
            return "early" if early else "waiting", None, []
        agreement = self._decided[device_hash]
        if agreement is None or not await self._is_valid(agreement.agreed_with, at):
            return "refused", None, []
        await self.give(device_hash, agreement, token_hash, at)
        del self._devices[device_hash], self._decided[device_hash], self._polled[device_hash]
        return "given", agreement, []

    async def _is_valid(self, token_hash: bytes, at: int) -> bool:
        account = await self.account(token_hash)
        return account is not None and not account.revoked and not account.is_over(at)

    async def give(self, given_for: bytes, agreement: Agreement, token_hash: bytes, at: int) -> None:
        """Keep a new token of an app. Raises `TooManyTokens`."""
        name = (self._apps | {COMMAND_LINE.id: COMMAND_LINE})[agreement.app].name
        terms = Terms(name, agreement.scopes, agreement.expires_at, agreement.app, given_for)
        await self.add_token(token_hash, agreement.player, agreement.role, at, terms)

    def _revoked(self, at: int, tokens: list[IssuedToken]) -> list[bytes]:
        unrevoked = [each for each in tokens if each.revoked_at is None]
        for each in unrevoked:
            self._tokens[each.hash] = replace(each, revoked_at=at)
        return [each.hash for each in unrevoked]
