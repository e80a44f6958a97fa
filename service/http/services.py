"""What handlers work with: one struct, made when the service opens, with the type of each of its services.

The application's state holds it. Code that has a request finds it with `services_of`, code that has only the scope with
`services_in`: each is a few reads of attributes, as every move goes through them.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from litestar.types import Scope

from service.accounts.accounts import Accounts
from service.accounts.apps import Apps
from service.accounts.just_forgotten import JustForgotten
from service.accounts.looks import Looks
from service.accounts.notes import Notes
from service.accounts.scopes import Scope as AnyScope
from service.accounts.sessions import Sessions
from service.accounts.shown_names import ShownNames
from service.accounts.vouchers import Vouchers
from service.chat.chats import Chats
from service.history.cached_results import CachedResults
from service.history.port import HistoryStore
from service.history.refusals import RefusalCounts
from service.http.problems import AnyRequest
from service.limits.caller_limits import CallerLimits
from service.live.pace import Pace
from service.live.turns import Turns
from service.meeting.seeks import Seeks
from service.parlour import Parlour
from service.runtime.redis_clients import Client
from service.runtime.secret_ids import SecretIds
from service.settings import Settings
from service.webhooks.webhooks import Webhooks


@dataclass(slots=True, kw_only=True)
class Services:
    """What handlers work with. `draining` is set when the process is told to stop; all else stays as it was opened.

    `now` gives whole milliseconds since 1970, `secret` 32 random bytes for the deals of a table, `contract` the OpenAPI
    document, and `scopes` the scope that each of its operations needs.
    """

    settings: Settings
    now: Callable[[], int]
    secret: Callable[[], bytes]
    pace: Pace
    contract: Callable[[], bytes]
    scopes: Mapping[str, AnyScope | None]
    parlour: Parlour
    redis: Client | None
    accounts: Accounts
    just_forgotten: JustForgotten
    apps: Apps
    names: ShownNames
    notes: Notes
    looks: Looks
    ids: SecretIds
    tickets: Vouchers
    sessions: Sessions
    seeks: Seeks
    chats: Chats
    webhooks: Webhooks
    history: HistoryStore
    history_turns: Turns
    results: CachedResults
    refusals: RefusalCounts
    limits: CallerLimits
    large_bodies: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The line of those whose large bodies are to be looked at."""
    draining: bool = False

    def drain(self) -> None:
        """Answer those who wait, and let `/ready` say that this process is about to stop."""
        self.draining = True
        self.parlour.wakeups.close()


def services_of(request: AnyRequest) -> Services:
    """Return what the handler of a request works with."""
    services: Services = request.scope["litestar_app"].state.services
    return services


def services_in(scope: Scope) -> Services:
    """Return what the handler of a request works with, by its scope."""
    services: Services = scope["litestar_app"].state.services
    return services
