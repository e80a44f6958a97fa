"""Who plays: a person, a bot or a house player. The id of a player tells, and the log has no players but by their ids.

So it is known of every seat at any time, whatever becomes of the account, and a rebuild gives the same again.
"""

from typing import Literal
from uuid import UUID

from domain.table import HOUSE_PLAYERS, is_bot

PlayerKind = Literal["person", "bot", "house"]
"""A person, a bot, which is a program with an account, or a house player, a program of the service."""

HOUSE = frozenset(HOUSE_PLAYERS.values())


def kind_of(player: UUID) -> PlayerKind:
    """Return whether a player is a person, a bot or a house player, by their id."""
    if player in HOUSE:
        return "house"
    return "bot" if is_bot(player) else "person"
