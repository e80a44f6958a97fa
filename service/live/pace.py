"""How often readers look, how long they wait, and how much is done for them at a stretch."""

from msgspec import Struct


class Pace(Struct, frozen=True, kw_only=True):
    """The times and amounts of the reading side; a test gives its own."""

    turn_seconds: float = 0.002
    """Seconds of the event loop that reading takes at a stretch, before everybody else has had their turn."""
    turn_entries: int = 64
    """Maximum number of entries that are decoded or folded at a stretch."""
    share: float = 2 / 3
    """The part of a worker's time that reading takes at most, however many wait for old versions."""
    entries_of_a_look: int = 100
    """Maximum number of events that a stream reads before it sends them."""
    views_of_a_look: int = 20
    """Maximum number of events that a stream reads with what they show of the view."""
    feed_bytes: int = 256 * 1024
    """Maximum number of bytes of the events of a tournament that are returned together, if they are several."""
    history_rows: int = 100
    """Number of games or events of the history that are read before everybody else has had their turn."""
    patience_seconds: float = 10.0
    """Seconds that a line may wait for its reader. The server takes one when nearly all before it are on their way."""
    token_seconds: float = 60.0
    """Seconds between two looks at the token of a stream that says nothing; before it tells anything, there is one."""
    heartbeat_seconds: float = 10.0
    """Seconds after which a silent stream says that it is sound, and looks at what nobody may have told it."""
    away_seconds: float = 1.0
    """Seconds that a stream waits before it asks a log again that was away."""
    decks_seconds: float = 1.0
    """Seconds between two looks at who plays which given decks, while anybody watches a game with one."""
    poll_seconds: float = 1.0
    """Seconds between two looks at the lanes of the log while anybody waits."""
    woken_at_once: int = 16
    """Number of readers who wake up before others have their turn."""
    gathering_seconds: float = 0.005
    """Seconds in which changes are gathered before the other processes are told together: telling costs like a move."""
    gathering_alone_seconds: float = 1.0
    """Maximum number of seconds in which they are gathered while no other process listens."""
    cache_patience_seconds: float = 0.25
    """Seconds in which Redis has to answer for views: one that takes longer is no help, as a view is folded faster."""
    cache_pause_seconds: float = 1.0
    """Seconds in which a Redis that has not answered is not asked for views."""
    cache_writes: int = 1_000
    """Maximum number of views that wait to be written to Redis; what comes on top of them is not kept."""
    silence_seconds: float = 1.0
    """Seconds after which a silent Redis is asked whether it is there; after three times as many it is away."""
    shortest_pause_seconds: float = 0.05
    longest_pause_seconds: float = 2.0
    """Seconds before a lost Redis is tried again, at first and at last."""


PACE = Pace()
"""The pace of a service."""
