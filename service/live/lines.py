"""The lines of streams: what a reader is told, each with a cursor from which the stream goes on."""

from collections.abc import AsyncGenerator
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from domain.table import Table
from projections.feed import FeedEntry
from projections.header import Header
from service.live.invitations import ExpiresAt, InvitedBy


class TournamentFeedEntry(Struct, frozen=True):
    """One event of a tournament as the viewer sees it."""

    version: Annotated[
        int, Meta(description="The place of the event in the order in which the viewer gets it, from 1.")
    ]
    event: Any


CursorText = Annotated[
    str, Meta(description="The position of this line; send it as `after` to continue exactly there.")
]


Why = Literal[
    "finished",
    "aborted",
    "left",
    "forbidden",
    "not_readable",
    "lost",
    "declined",
    "withdrawn",
    "started",
    "too_many",
    "revoked",
    "expired",
    "stopping",
    "replayed",
    "over",
]
"""Why a table's lines end, or a stream."""


class ViewLine(Struct, frozen=True, tag="view", tag_field="type"):
    """A table as the reader sees it; the events after it follow."""

    cursor: CursorText
    table: Annotated[UUID, Meta(description="The id of the table.")]
    view: Annotated[Raw, Meta(description="The same as `GET …/view` answers.")]


class EventLine(Struct, frozen=True, tag="event", tag_field="type"):
    """An event at a table, as the reader sees it."""

    cursor: CursorText
    table: Annotated[UUID, Meta(description="The id of the table.")]
    entry: Annotated[FeedEntry, Meta(description="The same as in `GET …/events`.")]
    view: (
        Annotated[Raw, Meta(description="With `with=view`: the view after it, as `GET …/view` answers.")] | UnsetType
    ) = UNSET
    changes: (
        Annotated[
            Raw,
            Meta(
                description="With `with=changes`: the changes to the view, as a JSON Patch. Apply them to the view"
                " of the line `view`, after the changes of all events since."
            ),
        ]
        | UnsetType
    ) = UNSET


class InvitationLine(Struct, frozen=True, tag="invitation", tag_field="type"):
    """An invitation of the reader to a table, or a seat reserved for them; `end` follows if it ends."""

    cursor: CursorText
    by: InvitedBy
    expires_at: ExpiresAt
    table: Header


class EndLine(Struct, frozen=True, tag="end", tag_field="type"):
    """The end of a table's lines, or of the stream."""

    cursor: CursorText
    table: Annotated[UUID | None, Meta(description="The id of the table whose lines end; null: the stream ends.")]
    why: Annotated[
        Why,
        Meta(
            description="`finished`: the game is over. `aborted`: it ended without a result. `left`: the reader has"
            " lost their seat. `forbidden`: the reader may no longer watch. `not_readable`: this service cannot"
            " read the table: another version has played on, or its log is corrupt. `lost`: the log has lost the table"
            " altogether, as after the restore of a backup. `too_many`: a player's stream follows their"
            " 500 newest tables and invitations; read this one by itself. Of an invitation: `declined` by the reader,"
            " `withdrawn` by the table's creator, `expired`, or the game has `started` without the reader; `aborted`,"
            " too. `revoked`: the token is revoked. `expired` without a table:"
            " the token has expired. `stopping`: the service stops;"
            " reconnect with the cursor. `replayed`: the replay has come to its last version."
            " `over`: the seek has ended; the line before says how."
        ),
    ]


class Lost(Struct, frozen=True):
    """A table whose history is different from some version on."""

    table: Annotated[UUID, Meta(description="The id of the table.")]
    version: Annotated[
        int,
        Meta(
            description="The last version that is still valid. 0: there is none; then the stream of a player"
            " starts the table again with a view, if they still sit there.",
            ge=0,
        ),
    ]


class HistoryLostLine(Struct, frozen=True, tag="history_lost", tag_field="type"):
    """The events of some tables after a version are lost, for example after a backup was restored: discard them.

    The current events after these versions follow.
    """

    cursor: CursorText
    tables: tuple[Lost, ...]


class HeartbeatLine(Struct, frozen=True, tag="heartbeat", tag_field="type"):
    """Nothing has happened; the connection works."""

    cursor: CursorText


class TournamentViewLine(Struct, frozen=True, tag="tournament_view", tag_field="type"):
    """A tournament as the reader sees it; the events after it follow."""

    cursor: CursorText
    view: Annotated[Raw, Meta(description="The same as `GET /v1/tournaments/{tournament}` answers.")]


class TournamentEventLine(Struct, frozen=True, tag="tournament_event", tag_field="type"):
    """An event of a tournament, as the reader sees it."""

    cursor: CursorText
    entry: Annotated[TournamentFeedEntry, Meta(description="The same as in `GET …/events`.")]


StreamLine = ViewLine | EventLine | InvitationLine | HistoryLostLine | EndLine | HeartbeatLine
Lines = AsyncGenerator[StreamLine, None]

ReplayLine = ViewLine | EventLine | EndLine
"""A line of a replay."""

TournamentLine = TournamentViewLine | TournamentEventLine | HistoryLostLine | EndLine | HeartbeatLine
TournamentLines = AsyncGenerator[TournamentLine, None]


AnyLine = StreamLine | ReplayLine | TournamentLine


def end_of(table: Table) -> Literal["finished", "aborted"]:
    """Return the reason that the last line of a stream gives."""
    return "aborted" if table.aborted else "finished"


def end_of_invitation(table: Table, player: UUID) -> Why | None:
    """Return why an invitation of a player is no longer listed; None: they sit there, or had none."""
    ended = table.invitation_ended(player)
    if ended is not None:
        return ended.why
    if table.seat_of(player) is not None or player not in table.guests:
        return None
    if table.started_at is not None:
        return "started"
    return "too_many" if table.finished_at is None else "aborted"
