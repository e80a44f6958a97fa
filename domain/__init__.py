"""Pure rules: no I/O, no clock, no randomness of its own. Imports msgspec and the standard library, nothing else."""

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

__all__ = ["GAMES", "fold"]
