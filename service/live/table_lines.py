"""The lines about one table in a stream: its view, or what changes in it, with the names of its players.

Names are not in what is worked out for all who look from one place. So the maker of the lines keeps the names that the
reader has, and sends changes of names with all else that changes.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Final
from uuid import UUID

from msgspec import UNSET, Raw

from domain.table import Snapshot
from projections.changes import Change
from projections.names import TheirNames, names_of, new_names
from projections.seat_view import Perspective
from service.live.lines import EventLine, ViewLine
from service.live.named import Named, encoder, parts_of
from service.live.steps import Step, With

TO_COME: Final = ""
"""The cursor of a line that gets its own when it is sent."""


class TableLines:
    """Makes the lines about a table for one reader, who gets `kind` with each event (None: nothing)."""

    def __init__(self, named: Named, kind: With | None) -> None:
        self.kind = kind
        self._named = named
        self._seat: Perspective = None
        self._names: TheirNames | None = None
        """The names that the reader has; None: they need a whole view before they get any change."""

    def needs_view(self, seat: Perspective) -> bool:
        """Return whether they need a whole view from a seat before they get changes."""
        return self.kind == "changes" and (self._names is None or self._seat != seat)

    def forget(self) -> None:
        """Start anew: what the reader knew is lost."""
        self._names = None

    def view(self, table_id: UUID, cursor: str, document: bytes, seat: Perspective) -> ViewLine:
        """Tell the view from a seat, which has names in it."""
        if self.kind == "changes":
            self._seat, self._names = seat, parts_of(document).names
        return ViewLine(cursor, table_id, Raw(document))

    async def steps(self, table_id: UUID, snapshot: Snapshot, steps: Sequence[Step]) -> Sequence[EventLine]:
        """Tell events with what they show of the view. `snapshot` is one of the table, whichever.

        Changes go on from the last lines.
        """
        entries = await self._named.entries(snapshot, [each.entry for each in steps])
        if self.kind == "view":
            views = [Raw(await self._named.view(each.shown)) for each in steps]
            return [EventLine(TO_COME, table_id, *each) for each in zip(entries, views, strict=True)]
        names = await self._named.of(set(chain.from_iterable(each.people for each in steps)))
        lines = []
        for step, entry in zip(steps, entries, strict=True):
            before, self._names = self._names, names_of(step.people, names)
            patch = extended(step.shown, [] if before is None else [*new_names(before, self._names)])
            lines.append(EventLine(TO_COME, table_id, entry, UNSET, Raw(patch)))
        return lines


def extended(patch: bytes, more: Sequence[Change]) -> bytes:
    """Return an encoded JSON Patch with more changes at its end."""
    if not more:
        return patch
    first = patch.removesuffix(b"]")
    return first + (b"," if len(first) > 1 else b"") + encoder.encode(more)[1:]
