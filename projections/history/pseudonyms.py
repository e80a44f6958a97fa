"""Pseudonyms of players: one service always gives the same, and nobody without its key can tell whose they are."""

import hashlib
import hmac
import re
from uuid import UUID

from domain.table import HOUSE_KINDS

LABEL = b"parlour-pseudonyms-1"
LENGTH = 16

UUID_IN_JSON = re.compile(
    r'("(?:table|rematch_of|id)": ?)?"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"'
)
"""An id in an event or a command, with the name of its field where that names a table or a tournament."""


class Pseudonyms:
    """The pseudonyms of one service.

    `secret` is 32 bytes that follow from its signing key, `key` what the pseudonyms are made with.
    """

    def __init__(self, secret: bytes) -> None:
        self.key = hmac.digest(secret, LABEL, hashlib.sha256)

    def of(self, player: UUID) -> str:
        """Return what a player is called: 16 hexadecimal digits, or the kind of a house player."""
        house = HOUSE_KINDS.get(player)
        return house or hmac.digest(self.key, str(player).encode(), hashlib.sha256).hex()[:LENGTH]

    def within(self, text: str, tournament: UUID | None = None) -> str:
        """Return an event or a command, JSON as text, in which all players have their pseudonyms.

        Every id is taken for that of a player, except those of tables and tournaments. A tournament may stand in the
        place of a player: it opens its tables and seats the players. So its id is kept if it is that of the game.
        """
        kept = str(tournament)

        def replaced(found: re.Match[str]) -> str:
            return found[0] if found[1] or found[2] == kept else f'"{self.of(UUID(found[2]))}"'

        return UUID_IN_JSON.sub(replaced, text)
