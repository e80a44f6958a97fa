"""Who wins a trick (R7 to R14)."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.game import Seat
from domain.games.medieval_mastery.deck import HEIGHT, NEMESIS, Card

Why = Annotated[
    Literal["rank", "nemesis", "first_x"],
    Meta(description="The highest card (R8, R9), a Ruler’s nemesis (R13), or the first of X’s only (U5)."),
]


class PlayedCard(Struct, frozen=True, gc=False):
    """A card of a trick, and who played it."""

    seat: Seat
    card: Card


def winner(trick: Sequence[PlayedCard]) -> tuple[int, Why]:
    """Return the seat that wins a complete trick, in order of play, and why.

    R13, U6: a Ruler that meets its nemesis loses to it, whatever else was played; R14, U7: of several, the highest.
    R8 to R10, U3: else the highest card wins, whatever was led; U5: the first of X's only.
    """
    played_by = {played.card: played.seat for played in trick}
    beaten = [card for card in played_by if card in NEMESIS and NEMESIS[card] in played_by]
    if beaten:
        return played_by[NEMESIS[max(beaten, key=HEIGHT.__getitem__)]], "nemesis"
    highest = max(played_by, key=HEIGHT.__getitem__)
    return played_by[highest], "rank" if HEIGHT[highest] else "first_x"
