"""A seek as its player is told of it, and the lines of its stream."""

from collections.abc import AsyncGenerator
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from domain.game import Time
from domain.table import RawOptions, TableSettings
from service.live.lines import CursorText, EndLine, HeartbeatLine
from service.meeting.port import Seek

SeekState = Annotated[
    Literal["waiting", "seated", "withdrawn", "expired", "dropped"],
    Meta(
        description="`waiting`: it waits for players. `seated`: I have a `seat` at a `table`, whose game has"
        " begun. `withdrawn`: I withdrew it, or closed its stream. `expired`: not enough players came in time."
        " `dropped`: another seek of mine found a table first."
    ),
]


class SeenSeek(Struct, frozen=True):
    """A seek of mine: I wait for others who seek the same."""

    id: UUID
    state: SeekState
    table: Annotated[UUID | None, Meta(description="The id of the table; null: I am not seated.")]
    seat: Annotated[int | None, Meta(description="My seat there; null: I am not seated.")]
    game: str
    options: RawOptions
    settings: TableSettings
    asked_at: Time
    with_house_at: Annotated[Time | None, Meta(description="When house players take the missing seats; null: never.")]
    expires_at: Annotated[
        Time,
        Meta(
            description="Until when it waits. Seeking the same again restarts the wait; a stream with `cancel=close`"
            " extends it by seconds."
        ),
    ]
    ended_at: Annotated[Time | None, Meta(description="When it ended; null: it waits.")]


class SeekLine(Struct, frozen=True, tag="seek", tag_field="type"):
    """The state of a seek: the first line of its stream, and the last one before the `end`."""

    cursor: CursorText
    seek: SeenSeek


SeekStreamLine = SeekLine | EndLine | HeartbeatLine
"""A line of the stream of a seek."""

SeekLines = AsyncGenerator[SeekStreamLine, None]


def seen(seek: Seek, at: int) -> SeenSeek:
    """Return a seek as its player is told of it at a time in ms; until its table is open, they wait."""
    state: SeekState = "waiting" if seek.state == "paired" else seek.state
    ended_at = seek.ended_at
    if seek.state == "waiting" and seek.expires_at <= at:  # nobody has noted it yet
        state, ended_at = "expired", seek.expires_at
    seated = state == "seated"
    return SeenSeek(
        id=seek.id,
        state=state,
        table=seek.table if seated else None,
        seat=seek.seat if seated else None,
        game=seek.sought.game,
        options=seek.sought.options,
        settings=seek.sought.settings,
        asked_at=seek.asked_at,
        with_house_at=seek.house_at,
        expires_at=seek.expires_at,
        ended_at=ended_at,
    )
