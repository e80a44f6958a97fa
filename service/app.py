"""The composition root: settings in, the ASGI application out.

`application` is what the server calls in each worker; `create_app` is the same without the logs, for tests and tools.
"""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from functools import partial
from uuid import UUID

from litestar import Litestar
from litestar.datastructures import State

from domain.table import HOUSE_PLAYERS
from service.accounts.apps import Apps
from service.accounts.just_forgotten import JustForgotten
from service.accounts.looks import Looks
from service.accounts.notes import Notes
from service.accounts.revocations import open_accounts
from service.accounts.sessions import Sessions
from service.accounts.shown_names import ShownNames
from service.accounts.store import AccountStore
from service.accounts.vouchers import Vouchers
from service.history.cached_results import results_beside
from service.http.contract.document import contract
from service.http.contract.operation_specs import SCOPES_OF
from service.http.exchange import LARGEST_BODY
from service.http.guide import docs, rulebooks
from service.http.middleware.admission import admit
from service.http.middleware.at_once import AtOnce
from service.http.middleware.exceptions import HANDLERS
from service.http.middleware.sending import LargeBodies
from service.http.middleware.shell import Shell
from service.http.oauth.faults import OAuthError, on_oauth_error
from service.http.resources.forgetting import clear_up_again
from service.http.resources.tickets import LIFE_MS, PURPOSE
from service.http.routes import BESIDE_IT, Routed, contract_router
from service.http.services import Services
from service.limits.budgets import BudgetName
from service.limits.caller_limits import CallerLimits
from service.limits.limits import Limits, open_limits
from service.limits.script import counting
from service.limits.stream_slots import StreamSlots, open_slots
from service.limits.tables import Opened, TableLimits
from service.live.turns import Turns
from service.opening import Opener
from service.parlour import Parlour
from service.runtime import logs
from service.runtime.background import running
from service.runtime.redis_clients import Client, opened_redis
from service.runtime.secret_ids import SecretIds
from service.runtime.stopping import told_to_stop
from service.settings import BadSetting, Settings
from service.store import EventStore, as_far_as_known
from service.store.signing import Signer
from service.surroundings import Surroundings
from service.tournaments.former_players import Forgotten

__all__ = ["Surroundings", "application", "create_app", "furnished", "routed"]


def application(routes: Litestar | None = None) -> Litestar:
    """Return the service as the environment sets it, with its logs set up; `routes` may have been made beforehand."""
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    app = furnished(routes or routed(), settings, Surroundings())
    gc.freeze()
    return app


class AppState(State):
    """What the application was furnished with, and its services once it is open, as plain attributes.

    Litestar's own state takes a call for each access.
    """

    settings: Settings
    outside: Surroundings
    services: Services

    def __init__(self, settings: Settings, outside: Surroundings) -> None:
        super().__init__(vars(self), deep_copy=False)
        vars(self).update(settings=settings, outside=outside)


def create_app(settings: Settings, surroundings: Surroundings | None = None) -> Litestar:
    """Return the service; it opens its connections when it starts and closes them when it stops."""
    return furnished(routed(), settings, surroundings or Surroundings())


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
    app.state = AppState(settings, outside)
    app.asgi_handler = Shell(
        app,
        origins=settings.cors_origins,
        security_headers=settings.security_headers,
        is_missing=lambda path: rulebooks.is_missing(path) or docs.is_missing(path),
        bodies=LargeBodies(outside.pace.patience_seconds),
    )
    return app


@contextlib.asynccontextmanager
async def opened(app: Litestar) -> AsyncIterator[None]:
    """Open what the handlers need, and put it into the application's state. Raises `BadSetting`."""
    asyncio.get_running_loop().set_exception_handler(logs.log_lost_exception)
    async with contextlib.AsyncExitStack() as stack:
        services = await opened_services(stack, app.state.settings, app.state.outside)
        app.state.services = services
        await stack.enter_async_context(running(partial(clear_up_again, services)))
        stack.enter_context(told_to_stop(services.drain))
        yield
        services.drain()


async def opened_services(stack: contextlib.AsyncExitStack, settings: Settings, outside: Surroundings) -> Services:
    """Open the services, each after those that it works with; the stack closes them. Raises `BadSetting`."""
    key = signing_key(settings)
    opener = Opener(stack, settings, outside)
    store = await opener.event_log()
    players = await opener.players()
    history = await opener.history()
    refusals = await opener.refusals(history)
    redis = await stack.enter_async_context(opened_redis(settings.redis_url)) if settings.redis_url else None
    names, notes = ShownNames(players), Notes(players)
    parlour = parlour_on(store, redis, names, forgotten_in(players), settings=settings, outside=outside)
    await stack.enter_async_context(parlour.open())
    accounts = await stack.enter_async_context(open_accounts(players, redis, outside.kept_seconds, outside.now))
    return Services(
        settings=settings,
        now=outside.now,
        secret=outside.secret,
        pace=outside.pace,
        contract=contract,
        scopes=SCOPES_OF,
        parlour=parlour,
        redis=redis,
        accounts=accounts,
        just_forgotten=JustForgotten(outside.kept_seconds, outside.sleep),
        apps=Apps(players, accounts),
        names=names,
        notes=notes,
        looks=Looks(players, notes),
        ids=SecretIds(key),
        tickets=Vouchers(key, PURPOSE, LIFE_MS),
        sessions=Sessions(key),
        seeks=await opener.seeks(parlour, players),
        webhooks=await opener.webhooks(parlour, players),
        chats=await opener.chats(parlour, accounts, names.of),
        history=history,
        history_turns=Turns(outside.pace),
        results=results_beside(history, lambda: store.epoch),
        refusals=refusals,
        limits=await opened_limits(stack, settings, store),
    )


def signing_key(settings: Settings) -> bytes:
    """Return the key by which records are signed, and of which other secrets are made. Raises `BadSetting`."""
    if settings.signing_key is None:
        raise BadSetting("A worker needs PARLOUR_SIGNING_KEY; `parlour serve` sees to it.")
    return settings.signing_key


def parlour_on(
    store: EventStore,
    redis: Client | None,
    names: ShownNames,
    forgotten: Forgotten,
    *,
    settings: Settings,
    outside: Surroundings,
) -> Parlour:
    """Return what tables and tournaments are played by, on a log, as it is set. Raises `BadSetting`."""
    return Parlour(
        store,
        redis,
        Signer(signing_key(settings)),
        outside.now,
        tables_bytes=settings.tables_mib * 2**20,
        history_bytes=settings.history_mib * 2**20,
        pace=outside.pace,
        house_pace=outside.house_pace,
        calculating=outside.calculating,
        seal_minutes=settings.seal_minutes,
        names=names.of,
        forgotten=forgotten,
    )


def forgotten_in(players: AccountStore) -> Forgotten:
    """Return what tells who of some players was forgotten."""

    async def forgotten(some: Collection[UUID]) -> set[UUID]:
        named = await players.names(some)
        return {player for player in some if player not in named and await players.is_forgotten(player)}

    return forgotten


async def opened_limits(stack: contextlib.AsyncExitStack, settings: Settings, store: EventStore) -> CallerLimits:
    """Open what counts the requests, tables and streams of each caller."""
    counter = await stack.enter_async_context(counting(settings.redis_url))
    requests = await stack.enter_async_context(open_limits(settings, counter))

    async def slots(name: BudgetName) -> StreamSlots:
        return await stack.enter_async_context(open_slots(requests.budgets[name], counter, workers=settings.workers))

    return CallerLimits(
        requests=requests,
        guesses=Limits(settings, None),
        tables=TableLimits(requests.budgets, opened_in(store), announced_in(store)),
        streams=await slots("streams"),
        anonymous_streams=await slots("anonymous_streams"),
    )


def opened_in(store: EventStore) -> Callable[[UUID], Awaitable[Opened]]:
    """Return what tells how many tables of a player go on, of those that can be counted now."""

    async def opened(player: UUID) -> Opened:
        counts, _ = await as_far_as_known(store.lobby.opened_by(player, HOUSE_PLAYERS.values()))
        return Opened(*counts)

    return opened


def announced_in(store: EventStore) -> Callable[[UUID], Awaitable[int]]:
    """Return what tells how many tournaments of a player go on, of those that can be counted now."""

    async def announced(player: UUID) -> int:
        return len((await as_far_as_known(store.tournaments.going_on(player)))[0])

    return announced
