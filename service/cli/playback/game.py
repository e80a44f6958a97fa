"""What is drawn of a game, from one seat or another: of one that is replayed, version by version."""

from collections.abc import Mapping
from typing import Protocol
from uuid import UUID

from domain.table import AnyGame
from projections.seat_view import Perspective, SeatView
from projections.story import StoryLine

Names = Mapping[UUID, str]


class Game(Protocol):
    """A game that is replayed; its versions are 1 to `last`."""

    rules: AnyGame
    last: int
    names: Names
    perspectives: tuple[Perspective, ...]
    """From where it may be looked at."""

    def view(self, version: int, perspective: Perspective) -> SeatView:
        """Return the table as it was seen at a version."""

    def line(self, version: int, perspective: Perspective) -> StoryLine:
        """Return what happened then, as it was seen."""

    def decisions(self, version: int, perspective: Perspective) -> frozenset[str]:
        """Return the ids of the decisions that a seat has to make then; of all seats if one looks from none."""
