"""Who plays: a person, a bot or a house player. The id of a player tells, and the log has no players but by their ids.

So it is known of every seat at any time, whatever becomes of the account, and a rebuild gives the same again.
"""

from functools import lru_cache
from typing import Literal
from uuid import UUID

from domain.table import is_bot, is_house_player

PlayerKind = Literal["person", "bot", "house"]
"""A person, a bot, which is a program with an account, or a house player, a program of the service."""


@lru_cache(maxsize=4096)
def kind_of(player: UUID) -> PlayerKind:
    """Return whether a player is a person, a bot or a house player, by their id."""
    if is_house_player(player):
        return "house"
    return "bot" if is_bot(player) else "person"
