"""The composition root: settings in, the ASGI application out.

`application` is what the server calls in each worker; `create_app` is the same without the logs, for tests and tools.
"""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from uuid import UUID

from litestar import Litestar
from litestar.datastructures import State

from domain.table import HOUSE_PLAYERS
from service.accounts.apps import Apps
from service.accounts.looks import Looks
from service.accounts.notes import Notes
from service.accounts.postgres import PostgresAccounts
from service.accounts.revocations import open_accounts
from service.accounts.shown_names import ShownNames
from service.accounts.vouchers import Vouchers
from service.history.cached_results import results_beside
from service.history.refusals import RefusalCounts
from service.http.contract.document import contract
from service.http.contract.operation_specs import SCOPES_OF
from service.http.exchange import LARGEST_BODY
from service.http.middleware.admission import admit
from service.http.middleware.at_once import AtOnce
from service.http.middleware.exceptions import HANDLERS
from service.http.middleware.shell import Shell
from service.http.oauth.faults import OAuthError, on_oauth_error
from service.http.oauth.sessions import Sessions
from service.http.resources.tickets import LIFE_MS, PURPOSE
from service.http.routes import BESIDE_IT, Routed, contract_router
from service.limits.limits import Limits, open_limits
from service.limits.script import counting
from service.limits.stream_slots import open_slots
from service.limits.tables import Opened, TableLimits
from service.opening import (
    log_addresses,
    opened_chats,
    opened_history,
    opened_log,
    opened_seeks,
    opened_webhooks,
    postgres_url,
)
from service.parlour import Parlour
from service.runtime import logs
from service.runtime.background import running
from service.runtime.redis_clients import opened_redis
from service.runtime.secret_ids import SecretIds
from service.runtime.stopping import told_to_stop
from service.settings import BadSetting, Settings
from service.store import EventStore, as_far_as_known
from service.store.signing import Signer
from service.surroundings import Surroundings

__all__ = ["Surroundings", "application", "create_app", "drain", "furnished", "routed"]


def application(routes: Litestar | None = None) -> Litestar:
    """Return the service as the environment sets it, with its logs set up; `routes` may have been made beforehand."""
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    app = furnished(routes or routed(), settings, Surroundings())
    gc.freeze()
    return app


class AppState(State):
    """What handlers work with, as plain attributes: Litestar's own state takes a call for each access."""

    def __init__(self, **values: object) -> None:
        super().__init__(vars(self), deep_copy=False)
        vars(self).update(values)


def create_app(settings: Settings | None = None, surroundings: Surroundings | None = None) -> Litestar:
    """Return the service; it opens its connections when it starts and closes them when it stops."""
    return furnished(routed(), settings or Settings.from_environment(), surroundings or Surroundings())


def routed() -> Litestar:
    """Return the routes alone, to be furnished: to find out how each handler is called takes most of the time."""
    app = Routed(
        [contract_router(), *BESIDE_IT],
        before_request=admit,
        exception_handlers={**HANDLERS, OAuthError: on_oauth_error},
        lifespan=[opened],
        logging_config=None,
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
    )
    app.asgi_handler = AtOnce(app)
    return app


def furnished(app: Litestar, settings: Settings, outside: Surroundings) -> Litestar:
    """Give routes what their handlers work with, and the shell around them."""
    app.state = AppState(
        settings=settings,
        outside=outside,
        draining=False,
        contract=contract,
        scopes=SCOPES_OF,
        now=outside.now,
        secret=outside.secret,
        pace=outside.pace,
    )
    app.asgi_handler = Shell(
        app,
        origins=settings.cors_origins,
        security_headers=settings.security_headers,
        patience=outside.pace.patience_seconds,
    )
    return app


@contextlib.asynccontextmanager
async def opened(app: Litestar) -> AsyncIterator[None]:
    """Open what the handlers need, and put it into the application's state. Raises `BadSetting`."""
    settings, outside, state = app.state.settings, app.state.outside, app.state
    if settings.signing_key is None:
        raise BadSetting("A worker needs PARLOUR_SIGNING_KEY; `parlour serve` sees to it.")
    asyncio.get_running_loop().set_exception_handler(logs.log_lost_exception)
    async with contextlib.AsyncExitStack() as stack:
        store = outside.store or await opened_log(stack, log_addresses(settings))
        players = outside.accounts
        if players is None:
            players = await stack.enter_async_context(PostgresAccounts.open(postgres_url(settings)))
        state.history = outside.history or await opened_history(stack, outside, settings)
        state.results = results_beside(state.history, lambda: store.epoch)
        state.refusals = RefusalCounts(state.history, outside.now)
        stack.push_async_callback(state.refusals.add)
        await stack.enter_async_context(running(state.refusals.run))
        redis = await stack.enter_async_context(opened_redis(settings.redis_url)) if settings.redis_url else None
        signer = Signer(settings.signing_key)
        state.names = ShownNames(players)
        state.parlour = await stack.enter_async_context(
            Parlour(
                store,
                redis,
                signer,
                outside.now,
                tables_bytes=settings.tables_mib * 2**20,
                history_bytes=settings.history_mib * 2**20,
                pace=outside.pace,
                house_pace=outside.house_pace,
                seal_minutes=settings.seal_minutes,
                names=state.names.of,
            ).open()
        )
        state.calculator = state.parlour.calculator
        state.seeks = await opened_seeks(stack, outside, settings, state.parlour)
        state.webhooks = await opened_webhooks(stack, outside, settings, state.parlour, players)
        state.notes = Notes(players)
        state.looks = Looks(players, state.notes)
        state.accounts = await stack.enter_async_context(open_accounts(players, redis, now=outside.now))
        state.ids = SecretIds(settings.signing_key)
        state.apps = Apps(players, state.accounts)
        state.tickets = Vouchers(settings.signing_key, PURPOSE, LIFE_MS)
        state.sessions = Sessions(settings.signing_key)
        state.chats = await opened_chats(stack, outside, settings, state)
        state.redis = redis
        await open_budgets(stack, state, store)
        stack.enter_context(told_to_stop(partial(drain, state)))
        yield
        drain(state)


async def open_budgets(stack: contextlib.AsyncExitStack, state: State, store: EventStore) -> None:
    """Open what counts the requests, tables and streams of each caller, and put it into the application's state."""
    settings = state.settings
    counter = await stack.enter_async_context(counting(settings.redis_url))
    state.limits = await stack.enter_async_context(open_limits(settings, counter))
    state.table_limits = TableLimits(state.limits.budgets, opened_in(store), announced_in(store))
    state.guesses = Limits(settings, None)
    slots = [
        await stack.enter_async_context(open_slots(state.limits.budgets[name], counter, workers=settings.workers))
        for name in ("streams", "anonymous_streams")
    ]
    state.stream_slots, state.anonymous_slots = slots


def opened_in(store: EventStore) -> Callable[[UUID], Awaitable[Opened]]:
    """Return what tells how many tables of a player go on, of those that can be counted now."""

    async def opened(player: UUID) -> Opened:
        counts, _ = await as_far_as_known(store.lobby_opened_by(player, HOUSE_PLAYERS.values()))
        return Opened(*counts)

    return opened


def announced_in(store: EventStore) -> Callable[[UUID], Awaitable[int]]:
    """Return what tells how many tournaments of a player go on, of those that can be counted now."""

    async def announced(player: UUID) -> int:
        return len((await as_far_as_known(store.tournaments.going_on(player)))[0])

    return announced


def drain(state: State) -> None:
    """Answer those who wait, and let `/ready` say that this process is about to stop."""
    state.draining = True
    state.parlour.views.close()
