"""The stream of one table, from its view, or from a cursor, to its end."""

from collections.abc import Sequence
from functools import partial
from typing import Literal
from uuid import UUID

from msgspec.structs import replace

from domain.table import Snapshot
from service.accounts.port import Account
from service.live.cursors import Cursor, HistoryLost, must_go_on
from service.live.history import History
from service.live.lines import EndLine, EventLine, HeartbeatLine, HistoryLostLine, Lines, Lost, ViewLine, end_of
from service.live.pace import Pace
from service.live.rhythm import Rhythm
from service.live.steps import With
from service.live.table_lines import TableLines
from service.live.viewers import NotForYou, Viewer, shown_version
from service.live.views import Views
from service.live.wakeups import Woken
from service.play.engine import UnknownTable
from service.play.stream import NotReadable, OfAnotherKind
from service.runtime.unavailable import Unavailable
from service.store import LogCorrupt

WHY_NOT: dict[type[Exception], Literal["forbidden", "not_readable", "lost"]] = {
    NotForYou: "forbidden",
    NotReadable: "not_readable",
    LogCorrupt: "not_readable",
    UnknownTable: "lost",
    OfAnotherKind: "lost",
}
"""How a stream ends that cannot go on."""


class TableStream:
    """Where the stream of a table is; `woken` is listening to the table."""

    def __init__(
        self,
        table_id: UUID,
        account: Account,
        woken: Woken,
        kind: With | None,
        *,
        history: History,
        views: Views,
        pace: Pace,
    ) -> None:
        self._table_id = table_id
        self._account = account
        self._woken = woken
        self._history = history
        self._views = views
        self._pace = pace
        self._told = TableLines(views.named, kind)
        self._version = 0
        self._epoch = history.epoch

    async def lines(self, after: Cursor | None) -> Lines:
        """Yield the view, or what comes after a cursor, then the events, until the service stops."""
        yield await self._opening(after)
        rhythm = Rhythm(self._pace)
        rhythm.said()
        while True:
            news: Sequence[EventLine | ViewLine | HistoryLostLine] = ()
            try:
                news = await self._news()
                rhythm.looked()
            except Unavailable:
                rhythm.failed()
            except tuple(WHY_NOT) as why_not:
                yield EndLine(self._cursor, self._table_id, WHY_NOT[type(why_not)])
                return
            for line in news:
                if isinstance(line, EventLine):
                    self._version = line.entry.version
                yield replace(line, cursor=self._cursor)
                rhythm.said()
                if self._woken.closed:
                    break
            if why := self._end():
                yield EndLine(self._cursor, self._table_id, why)
                return
            if rhythm.must_speak:
                yield HeartbeatLine(self._cursor)
                rhythm.said()
            elif not news:
                await self._woken.within(rhythm.pause)

    @property
    def _cursor(self) -> str:
        return str(Cursor(self._version, self._epoch))

    @property
    def _is_current(self) -> bool:
        """Whether the log still has the history that the stream is of."""
        return self._history.epoch == self._epoch

    async def _opening(self, after: Cursor | None) -> ViewLine | HeartbeatLine | HistoryLostLine:
        """Return the first line, which is sent at once: it shows that the stream runs."""
        if after is not None:
            after = Cursor(after.version, after.epoch or self._history.epoch)
        return await self._history.in_one(partial(self._opened, after))

    async def _opened(self, after: Cursor | None) -> ViewLine | HeartbeatLine | HistoryLostLine:
        snapshot = await self._history.current(self._table_id)
        viewer = await self._views.decks.viewer(self._table_id, snapshot, self._account)
        if after is None:
            self._version, document = await self._views.shown(self._table_id, snapshot, self._account)
            self._epoch = self._history.epoch
            return self._told.view(self._table_id, self._cursor, document, viewer.seat)
        shown = await shown_version(self._history, self._table_id, snapshot, viewer)
        return await self._resumed(after, shown) or HeartbeatLine(self._cursor)

    async def _resumed(self, after: Cursor, shown: int) -> HistoryLostLine | None:
        """Go on after a cursor, or after what is left of the history before it; return the line that says so.

        Raises `UnknownVersion`.
        """
        epoch, version = self._history.epoch, after.version
        try:
            await must_go_on(self._history, self._table_id, after, shown)
        except HistoryLost as lost:
            version = lost.version
        self._version, self._epoch = version, epoch
        if version == after.version:
            return None
        self._told.forget()
        return HistoryLostLine(self._cursor, (Lost(self._table_id, version),))

    async def _news(self) -> Sequence[EventLine | ViewLine | HistoryLostLine]:
        """Return the lines that are new: the next events, the view that they follow, or that the history is lost.

        Raises `Unavailable` and what ends the stream.
        """
        while True:
            try:
                snapshot, viewer, shown = await self._looked(await self._history.beyond(self._table_id, self._version))
                if viewer.delay and shown <= self._version:  # what is in memory may be ahead of them, and old
                    snapshot, viewer, shown = await self._looked(await self._history.current(self._table_id))
                if not self._is_current:
                    lost = await self._resumed(Cursor(self._version, self._epoch), shown)
                    if lost is not None:
                        return (lost,)
                    continue  # the table may stand elsewhere in this history
                news = await self._views.lines(
                    self._told, self._table_id, snapshot, viewer.seat, after=self._version, up_to=shown
                )
            except LogCorrupt:
                if self._is_current:
                    raise
            else:
                if self._is_current:
                    return news

    async def _looked(self, snapshot: Snapshot) -> tuple[Snapshot, Viewer, int]:
        """Return a table, from where the reader sees it, and the version up to which they see it."""
        viewer = await self._views.decks.viewer(self._table_id, snapshot, self._account)
        return snapshot, viewer, await shown_version(self._history, self._table_id, snapshot, viewer)

    def _end(self) -> Literal["finished", "aborted", "stopping"] | None:
        """Return why a stream that has come so far ends; None: it goes on."""
        snapshot = self._history.cached(self._table_id)
        if snapshot is not None and snapshot.table.finished_at is not None and self._version >= snapshot.version:
            return end_of(snapshot.table)
        return "stopping" if self._woken.closed else None
