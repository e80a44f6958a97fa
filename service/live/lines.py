"""The lines of streams: what a reader is told, each with a cursor from which the stream goes on."""

from collections.abc import AsyncGenerator
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Raw, Struct

from domain.table import Table
from projections.feed import FeedEntry
from projections.seat_view import Header

Cursor = Annotated[str, Meta(description="Where the stream is with this line: `after` it, it goes on exactly.")]


class ViewLine(Struct, frozen=True, tag="view", tag_field="type"):
    """A table as the reader sees it; the events that follow are those after it."""

    cursor: Cursor
    table: Annotated[UUID, Meta(description="The id of the table.")]
    view: Annotated[Raw, Meta(description="The same as `GET …/view` answers.")]


class EventLine(Struct, frozen=True, tag="event", tag_field="type"):
    """Something that happened at a table, as the reader sees it."""

    cursor: Cursor
    table: Annotated[UUID, Meta(description="The id of the table.")]
    entry: Annotated[FeedEntry, Meta(description="The same as in `GET …/events`.")]


class InvitationLine(Struct, frozen=True, tag="invitation", tag_field="type"):
    """The reader is asked to a table, or a seat is kept for her there. It is over when the table starts without her."""

    cursor: Cursor
    by: Annotated[UUID, Meta(description="The player who asks.")]
    table: Header


class EndLine(Struct, frozen=True, tag="end", tag_field="type"):
    """Nothing more comes, of a table or of the stream."""

    cursor: Cursor
    table: Annotated[UUID | None, Meta(description="The id of the table that is at its end here; null: the stream is.")]
    why: Annotated[
        Literal["finished", "aborted", "left", "forbidden", "revoked", "stopping"],
        Meta(
            description="`finished`: the game is over. `aborted`: it ended without a result. `left`: the reader's seat"
            " is hers no more. `forbidden`: she may not watch any more. `revoked`: her token is. `stopping`: the"
            " service is; come back with the cursor."
        ),
    ]


class HeartbeatLine(Struct, frozen=True, tag="heartbeat", tag_field="type"):
    """Nothing has happened, and the connection is sound."""

    cursor: Cursor


StreamLine = ViewLine | EventLine | InvitationLine | EndLine | HeartbeatLine
Lines = AsyncGenerator[StreamLine, None]


def end_of(table: Table) -> Literal["finished", "aborted"]:
    """Return how a table has ended."""
    return "aborted" if table.aborted else "finished"
