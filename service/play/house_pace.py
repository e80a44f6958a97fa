"""How fast house players are. The random players of the command line wait for the clock as these do."""

from msgspec import Struct


class HousePace(Struct, frozen=True, kw_only=True):
    """How fast house players are."""

    at_once: int = 4
    """Maximum number of tables at which a process makes moves at once; it makes one more where the house is alone."""
    rest: float = 1.0
    """How long a process rests after a move where the house is alone, as a multiple of what the move took."""
    thinking_seconds: float = 0.02
    """Seconds for which a house player looks at the table before it moves: what changes meanwhile is seen, too."""
    courtesy_seconds: tuple[float, float] = (0.5, 2.0)
    """Seconds, at the least and at the most, for which the house lets people go first."""
    soon_ms: int = 2_000
    """Milliseconds before a clock step in which house players mostly wait for it: else a window would never close."""
    haste: float = 1 / 8
    """How likely a house player goes before such a clock step."""


AT_EASE = HousePace()
"""How fast house players are where people play."""
