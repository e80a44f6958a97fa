"""Pure rules: no I/O, no clock, no randomness of its own.

Imports msgspec and the standard library, and in one file a library for pairing, nothing else.
"""

from domain.game import AnyGame, fold
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU
from domain.games.honors_1 import HONORS_1
from domain.games.honors_2 import HONORS_2
from domain.games.honors_3 import HONORS_3
from domain.games.honors_4 import HONORS_4
from domain.games.literature import LITERATURE
from domain.games.medieval_mastery import MEDIEVAL_MASTERY
from domain.games.pursuit_of_happiness import PURSUIT_OF_HAPPINESS

GAMES: dict[str, AnyGame] = {
    game.id: game
    for game in (
        FRIENDLIER_THAN_THOU,
        LITERATURE,
        HONORS_1,
        HONORS_2,
        HONORS_3,
        HONORS_4,
        PURSUIT_OF_HAPPINESS,
        MEDIEVAL_MASTERY,
    )
}
"""The games by their rules of today, which new tables get."""

EARLIER: dict[tuple[str, str], AnyGame] = {}
"""The rules of earlier versions, by game and version: their tables keep them, and their records are judged by them."""


class UnknownRules(LookupError):
    """A game, or a version of its rules, that this program does not have."""


def rules_of(game: str, rules_version: str) -> AnyGame:
    """Return a game by the rules that a table began with. Raises `UnknownRules`."""
    newest = GAMES.get(game)
    if newest is None:
        raise UnknownRules(f"this program does not know the game {game[:40]!r}; it knows {', '.join(GAMES)}")
    if newest.rules_version == rules_version:
        return newest
    if (game, rules_version) not in EARLIER:
        raise UnknownRules(f"this program does not have version {rules_version[:40]!r} of the rules of {newest.title}")
    return EARLIER[game, rules_version]


__all__ = ["EARLIER", "GAMES", "UnknownRules", "fold", "rules_of"]
