"""A game played again: from version to version, what happened and what it changed in one view."""

from uuid import UUID

from domain.table import Entry, Snapshot
from projections.changes import Change, changes
from projections.feed import FeedEntry, in_full, seen_by, with_moves
from projections.items import Sight
from projections.motion import Motion, looked
from projections.seat_view import Perspective, layout_of, seat_view


class Replay:
    """A table as it is looked at again, from a version on; `sight` has the ids of the cards that are seen then.

    Each version comes with whether it `ends_step`; see `seat_view`.
    """

    def __init__(
        self, table_id: UUID, perspective: Perspective, snapshot: Snapshot, sight: Sight, *, ends_step: bool
    ) -> None:
        self._table_id = table_id
        self._perspective = perspective
        self._sight = sight
        self.view = seat_view(table_id, snapshot, perspective, sight, ends_step=ends_step)
        """The view at the version that was looked at last."""
        self._told = self.view

    def step(self, entry: Entry, after: Snapshot, *, ends_step: bool) -> FeedEntry:
        """Go on to the next version; return what happened, as it is seen from here. `view` is the one after it."""
        layout = None if after.state is None else layout_of(after, self._perspective)
        moves: tuple[Motion, ...] = ()
        if layout is not None:
            self._sight, moves = looked(self._sight, layout, entry, after)
        self.view = seat_view(self._table_id, after, self._perspective, self._sight, layout, ends_step=ends_step)
        happened = [(entry, after)]
        seen = in_full(happened) if self._perspective == "all" else seen_by(self._perspective, happened)
        return with_moves(seen[0], moves)

    def changes(self) -> list[Change]:
        """Return what has changed in the view since this was last asked, or since the beginning."""
        before, self._told = self._told, self.view
        return changes(before, self.view)
