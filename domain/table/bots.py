"""Bots: programs that have accounts as people have. The id of a player says whether they are one, from the first on.

So everybody who sees the id can tell, also of a player who was forgotten, and nobody becomes a bot or ceases to be one.
"""

from uuid import UUID

VERSION = 8
"""The version of the ids of bots (RFC 9562, 5.8); those of all others who have accounts have version 4."""

PLACE = 76
"""Where the version stands in an id, in bits from its end."""


def as_bot(player: UUID) -> UUID:
    """Return a random id as one of a bot."""
    return UUID(int=player.int & ~(0xF << PLACE) | VERSION << PLACE)


def is_bot(player: UUID) -> bool:
    """Return whether a player is a bot, by their id. A house player is none: it has no account."""
    return player.version == VERSION
