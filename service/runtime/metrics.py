"""What the service counts and measures, for Prometheus. No label ever names a player, a table or a card.

`PROMETHEUS_MULTIPROC_DIR` names an empty folder (set before a worker starts); then the exposition in any process that
knows it is the sum over all workers.
"""

import contextlib
import os
from pathlib import Path

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

MULTIPROCESS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

disable_created_metrics()  # type: ignore[no-untyped-call]

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""The type of the exposition."""

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30)

REQUESTS = Counter(
    "parlour_requests", "Requests answered; with status 499: the client had hung up.", ["method", "route", "status"]
)
REQUEST_SECONDS = Histogram(
    "parlour_request_seconds",
    "Time to the end of an answer, waiting of long polls included.",
    ["route"],
    buckets=SECONDS,
)
MOVES = Counter("parlour_moves", "Moves that people and their programs have made.", ["game"])
HOUSE_MOVES = Counter("parlour_house_moves", "Moves that house players have made.", ["game"])
REFUSALS = Counter("parlour_refusals", "Moves and table commands that were refused.", ["code"])
COMMANDS_BEHIND = Counter(
    "parlour_commands_behind",
    "Commands that first had to read what others wrote: `news` of the table, or `all`, when it was not in memory.",
    ["result"],
)
CONFLICTS = Counter(
    "parlour_conflicts", "Commands that others were faster than: decided on a version that the table had left behind."
)
SHARD_AWAY = Counter("parlour_shard_away", "Questions to all shards of the log that a shard did not answer.", ["shard"])
APPEND_EVENTS = Histogram(
    "parlour_append_events",
    "Events written by one append to the log.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)
APPEND_SECONDS = Histogram("parlour_append_seconds", "Time of one append to the log.", buckets=SECONDS)
SEEK_SECONDS = Histogram(
    "parlour_seek_seconds",
    "Time from a seek to a seat at a table.",
    ["game"],
    buckets=(0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600),
)
WEBHOOK_ATTEMPTS = Counter(
    "parlour_webhook_attempts", "Attempts to deliver a message to a webhook: `delivered` or `failed`.", ["result"]
)
WEBHOOKS_DISABLED = Counter(
    "parlour_webhooks_disabled", "Webhooks disabled by their receivers: `gone` or `failing`.", ["result"]
)
WEBHOOKS_WAITING = Gauge(
    "parlour_webhooks_waiting",
    "Messages that wait to be delivered, at most 10,000 of them, also those whose receiver is down.",
    multiprocess_mode="livemax",
)
WEBHOOKS_OLDEST_SECONDS = Gauge(
    "parlour_webhooks_oldest_seconds",
    "Seconds since the first of these messages was due whose webhook took the last one at once; 0: none is due.",
    multiprocess_mode="livemax",
)
WEBHOOKS_FAILING_LANES = Gauge(
    "parlour_webhooks_failing_lanes",
    "Lanes of the log that tell webhooks nothing, since they cannot be read; the log names each once.",
    multiprocess_mode="livemax",
)
VIEW_CACHE = Counter("parlour_view_cache", "Views looked for in Redis: `hit` or `miss`.", ["result"])
OPEN_LONG_POLLS = Gauge("parlour_open_long_polls", "Requests that wait for an event.", multiprocess_mode="livesum")
OPEN_STREAMS = Gauge("parlour_open_streams", "Streams of events that somebody reads.", multiprocess_mode="livesum")
TABLES_BYTES = Gauge(
    "parlour_tables_bytes", "Bytes that tables in memory take, for those who write.", multiprocess_mode="livesum"
)
HISTORY_BYTES = Gauge(
    "parlour_history_bytes",
    "Bytes that readers' caches take: pages of histories, last entries, views, ids of cards.",
    multiprocess_mode="livesum",
)
HISTORY_LAG_GAMES = Gauge(
    "parlour_history_lag_games",
    "Games whose record has opened and which are not in the history yet.",
    multiprocess_mode="livemostrecent",
)
HISTORY_LAG_SECONDS = Gauge(
    "parlour_history_lag_seconds",
    "How long ago the record of the first of these games has opened; 0: there is none.",
    multiprocess_mode="livemostrecent",
)
HISTORY_STEP = Gauge(
    "parlour_history_step_timestamp_seconds",
    "When the projector of this service last completed a step, in seconds since 1970; 0: never.",
    multiprocess_mode="mostrecent",
)
HISTORY_UNDERIVED = Counter(
    "parlour_history_underived", "Games of which nothing could be derived; `parlour rebuild games` tries them again."
)
HISTORY_STEPS = Counter(
    "parlour_history_steps", "Entries decoded or folded for readers of old versions, and rows of the history encoded."
)
CLOCK_LAG = Histogram(
    "parlour_clock_lag_seconds", "How long after their deadline clock steps were recorded.", buckets=SECONDS
)
CLOCK_FAILURES = Counter("parlour_clock_failures", "Clock steps that have failed, each time.")
CLOCK_FAILING_TABLES = Gauge(
    "parlour_clock_failing_tables",
    "Tables whose clock stands still because its step fails, as one worker sees them; the log names each once.",
    multiprocess_mode="livemax",
)
CLOCK_SKEW_SECONDS = Gauge(
    "parlour_clock_skew_seconds",
    "By how many seconds the clock of the host was fast when it was last compared with that of PostgreSQL.",
    multiprocess_mode="livemostrecent",
)

for counter, results in (
    (COMMANDS_BEHIND, ("news", "all")),
    (WEBHOOK_ATTEMPTS, ("delivered", "failed")),
    (WEBHOOKS_DISABLED, ("gone", "failing")),
    (VIEW_CACHE, ("hit", "miss")),
):
    for result in results:
        counter.labels(result)  # From 0 on: Prometheus sees no increase of a counter that was not there before it.


def exposition() -> bytes:
    """Return all metrics in the Prometheus text format, version 0.0.4; of all workers, if there are several."""
    if MULTIPROCESS_FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    forget_dead(Path(os.environ[MULTIPROCESS_FOLDER]))
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget_dead(folder: Path) -> None:
    """Take what processes had open, or measured, when they died out of the metrics: nobody else closes it.

    A process of another user, which cannot be signalled, has the number of one that died.
    """
    for gauge in folder.glob("gauge_live*_*.db"):
        pid = int(gauge.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, PermissionError):
            with contextlib.suppress(FileNotFoundError):  # somebody else asks at the same time
                mark_process_dead(pid)  # type: ignore[no-untyped-call]
