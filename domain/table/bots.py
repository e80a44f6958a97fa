"""What the id of a player always tells: whether they are a bot, a house player, or a person.

Bots are programs that have accounts as people have; house players are programs of the service, and have none. So
everybody who sees an id can tell, even if the player was forgotten, and nobody can become a bot or stop being one.
"""

from uuid import UUID

BOT = 8
"""The version of the ids of bots (RFC 9562, 5.8); those of all others who have accounts have version 4."""

HOUSE_PLAYER = 5
"""The version of the ids of house players (RFC 9562, 5.5), also of those that enter a tournament."""

PLACE = 76
"""Where the version stands in an id, in bits from its end."""


def as_bot(player: UUID) -> UUID:
    """Return a random id as one of a bot."""
    return with_version(player, BOT)


def is_bot(player: UUID) -> bool:
    """Return whether a player is a bot, by their id."""
    return player.version == BOT


def as_house_player(player: UUID) -> UUID:
    """Return a made id as one of a house player."""
    return with_version(player, HOUSE_PLAYER)


def is_house_player(player: UUID) -> bool:
    """Return whether a player is a house player, by their id: also one that has entered a tournament."""
    return player.version == HOUSE_PLAYER


def with_version(player: UUID, version: int) -> UUID:
    """Return an id with another version."""
    return UUID(int=player.int & ~(0xF << PLACE) | version << PLACE)
