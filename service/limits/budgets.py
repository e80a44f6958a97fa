"""The budgets that a caller has, and what requests cost.

Every default is many times what a well-behaved client needs; `openapi/guide/errors.md` lists the defaults.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from service.settings import Settings

BudgetName = Literal[
    "commands",
    "reads",
    "sign_ups",
    "recoveries",
    "device_codes",
    "app_registrations",
    "streams",
    "requests",
    "unknown_tokens",
    "anonymous_reads",
    "anonymous_streams",
    "invitations",
    "chat",
    "reports",
    "open_tables",
    "house_tables",
    "tournaments",
]


class Budget(Struct, frozen=True, cache_hash=True):
    """A budget: a maximum number of requests of one kind."""

    name: Annotated[BudgetName, Meta(description="The name in the headers `RateLimit` and `RateLimit-Policy`.")]
    meaning: Annotated[str, Meta(description="What is counted.")]
    quota: Annotated[int, Meta(description="Maximum number; 0: no limit.", ge=0)]
    unit: Annotated[
        Literal["requests", "concurrent-requests", "tables", "tournaments"],
        Meta(
            description="What is counted: requests, requests that are open at the same time, or tables or tournaments"
            " that go on."
        ),
    ]
    per: Annotated[
        Literal["player", "address"],
        Meta(description="Whom the budget belongs to: a player, with all their tokens, or an address."),
    ]
    window_seconds: Annotated[
        int | None,
        Meta(
            description="Length of the window, from its first request; after it the whole quota is available again."
            " Null: no window."
        ),
    ] = None


class Count(Struct, frozen=True, gc=False):
    """The outcome of a request: whether it passed, how many more may, and after how many ms the whole quota may."""

    passed: bool
    left: int
    ends_ms: int


EXPENSIVE: frozenset[BudgetName] = frozenset(
    {
        "sign_ups",
        "recoveries",
        "device_codes",
        "app_registrations",
        "streams",
        "anonymous_streams",
        "invitations",
        "reports",
    }
)
"""The budgets of which workers that cannot ask Redis have only their share: together never more than the quota."""

COSTS: Mapping[str, int] = MappingProxyType(
    {
        "listTables": 2,
        "findPlayers": 5,
        "listPlayerGames": 2,
        "getLeaderboard": 2,
        "getGameStatistics": 2,
        "listHints": 10,
        "listTournaments": 2,
        "getTournamentEvents": 5,
        "listEntrants": 3,
        "listRulings": 10,
        "getRound": 3,
        "streamTournament": 5,
        "getStandings": 10,
        "getTravellers": 10,
        "announceTournament": 10,
        "changeTournament": 5,
        "uploadEntrants": 10,
        "getTournamentRecord": 40,
        "getEvents": 4,
        "startGame": 2,
        "suggestMoves": 3,
        "listMyTables": 5,
        "streamTable": 5,
        "streamMe": 5,
        "openTable": 10,
        "forkTable": 10,
        "seekPlayers": 10,
        "listSeeks": 5,
        "streamSeek": 5,
        "listChat": 2,
        "say": 3,
        "playAgain": 10,
        "createWebhook": 10,
        "sendWebhookMessage": 10,
        "renewWebhookSecret": 5,
        "proveRecord": 5,
        "proveTournamentRecord": 5,
        "getRecord": 20,
        "getHistoryGames": 50,
        "getHistoryEvents": 100,
        "proveConsistency": 20,
        "replayTable": 20,
    }
)
"""What an operation costs, by its id, where that is more than one: about its work in units of a view's.

No request that is allowed is to take more than about 5 ms of the CPU for each unit; a view takes 1.
"""


ALL_SEATS = 4
"""As how many events one event counts in a replay that shows the cards of all seats: each seat's view is followed."""

VIEW_OF_ALL_SEATS = 20
"""The extra cost of a view that shows the cards of all seats."""

OLD_VERSION = 4
"""The extra cost of a view of a given version: up to two pages of the log are read for it."""

EVENTS_FOR_ONE = 25
"""The number of events for which a page, a stream or a replay costs one more: they are as much work as a few views."""

EVENTS_OF_RECORD_FOR_ONE = 250
"""The number of events for which a record costs one more: they are read, folded, and encoded as they are."""

ALSO_PAYING: Mapping[str, BudgetName] = MappingProxyType({"invitePlayer": "invitations", "reportMessage": "reports"})
"""The budgets of which some operations cost one more, by their ids."""


def cost_of(operation: str) -> int:
    """Return how many units of a budget a request for an operation takes; 1 unless `COSTS` has it."""
    return COSTS.get(operation, 1)


KINDS = (
    Budget("commands", "POST, PUT, PATCH and DELETE", 0, "requests", "player", 10),
    Budget("reads", "GET", 0, "requests", "player", 10),
    Budget("sign_ups", "POST /v1/players", 0, "requests", "address", 10),
    Budget("recoveries", "POST /v1/recoveries", 0, "requests", "address", 600),
    Budget("device_codes", "POST /oauth/device, /device", 0, "requests", "address", 600),
    Budget("app_registrations", "POST /oauth/register", 0, "requests", "address", 600),
    Budget("requests", "All requests, also those without a token", 0, "requests", "address", 10),
    Budget("unknown_tokens", "Requests with tokens that nobody has", 0, "requests", "address", 10),
    Budget("anonymous_reads", "GET without a token", 0, "requests", "address", 10),
    Budget("streams", "Open streams", 0, "concurrent-requests", "player"),
    Budget("anonymous_streams", "Open streams without a token", 0, "concurrent-requests", "address"),
    Budget("invitations", "Invitations to tables", 0, "requests", "player", 600),
    Budget("chat", "Messages at one table", 0, "requests", "player", 30),
    Budget("reports", "Reports of messages", 0, "requests", "player", 600),
    Budget("open_tables", "Tables that the player has opened and that go on", 0, "tables", "player"),
    Budget("house_tables", "Tables of the player that go on, where only house players sit", 0, "tables", "player"),
    Budget("tournaments", "Tournaments that the player has announced and that go on", 0, "tournaments", "player"),
)
"""All budgets without their quotas: each is a setting, `limit_…` with the budget's name."""


def budgets(settings: Settings) -> dict[BudgetName, Budget]:
    """Return all budgets as they are set, by name."""
    return {each.name: replace(each, quota=getattr(settings, f"limit_{each.name}")) for each in KINDS}
