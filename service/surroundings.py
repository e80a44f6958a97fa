"""What a service takes from the world outside it, which tests and tools give otherwise."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from service.accounts.accounts import KEPT_SECONDS
from service.accounts.store import AccountStore
from service.chat.port import ChatStore
from service.history.port import HistoryStore
from service.live.pace import PACE, Pace
from service.meeting.port import SeekStore
from service.play.house_pace import AT_EASE, HousePace
from service.runtime.time import now
from service.store import EventStore
from service.tournaments.calculator import CalculatingProcess
from service.webhooks.port import WebhookStore


def new_secret() -> bytes:
    """Return 32 random bytes that nobody can guess."""
    return secrets.token_bytes(32)


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What a service takes from the world outside it; tests and tools give their own.

    `now` gives whole milliseconds since 1970, `secret` 32 random bytes for the deals of a table. An account that was
    looked up is kept for `kept_seconds`, and `sleep` waits until nobody keeps that of a player who was forgotten.
    `store` and `accounts` are where tables and players are kept; None: in the Postgres of the settings. `history` is
    that of analysts; None: in the same Postgres, or derived from the `store` that is given. `seeks` are where those are
    kept; None: in the same Postgres, or in memory beside the `store` that is given; so are `chat` and `webhooks`.
    `pace` is how readers are served, `house_pace` how fast house players are. `calculating` is what calculates what
    takes long of tournaments; None: a process of its own.
    """

    now: Callable[[], int] = now
    secret: Callable[[], bytes] = new_secret
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    kept_seconds: float = KEPT_SECONDS
    store: EventStore | None = None
    history: HistoryStore | None = None
    seeks: SeekStore | None = None
    chat: ChatStore | None = None
    webhooks: WebhookStore | None = None
    accounts: AccountStore | None = None
    pace: Pace = PACE
    house_pace: HousePace = AT_EASE
    calculating: CalculatingProcess | None = None
