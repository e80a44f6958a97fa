"""The counters of what each caller uses: requests, looked-up tokens, tables, streams."""

from dataclasses import dataclass

from service.limits.limits import Limits
from service.limits.stream_slots import StreamSlots
from service.limits.tables import TableLimits


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerLimits:
    """What counts for each budget. `guesses` counts unknown tokens at this process alone, all others at all of them."""

    requests: Limits
    guesses: Limits
    tables: TableLimits
    streams: StreamSlots
    anonymous_streams: StreamSlots
