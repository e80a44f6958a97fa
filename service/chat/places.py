"""Who may read and write where: what the seats say is for all who watch, what spectators say is not for the seats.

Nothing reaches a seat from somebody who sees more, or something else, than its player: so the seats read what
spectators say only while no game goes on. And nothing tells a spectator more than the table does: anybody who sees that
late reads what was said with it.
"""

from typing import Literal
from uuid import UUID

from msgspec import UNSET, Struct

from domain.table import Snapshot
from service.chat.port import Channel
from service.live.viewers import Viewer
from service.runtime.time import DAY_MS

TALK_MS = DAY_MS
"""Milliseconds after the end of a table for which its chat is open."""

Why = Literal["chat_off", "chat_closed", "chat_silent", "phrases_only"]


class ChatRefused(Exception):
    """Somebody may not read, or write, in a channel now; `why` is the code of the problem, `detail` what is allowed."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


class Visit(Struct, frozen=True):
    """A table as it is now, from where somebody sees it, and up to which version; `heard` is that of its spectators."""

    snapshot: Snapshot
    viewer: Viewer
    shown: int
    heard: int

    def up_to(self, channel: Channel) -> int | None:
        """Return up to which version they read what was said in a channel; None: all of it."""
        table = self.snapshot.table
        if table.finished_at is not None:
            return None
        if channel == "spectators" and self.viewer.seat is not None:
            return self.snapshot.version  # the game may begin at this very moment
        return self.shown if self.viewer.delay else None

    def version_of(self, channel: Channel) -> int:
        """Return the version that belongs to what is said in a channel now: the last one that may be told there.

        Spectators cannot tell what comes after what they see. So they read each other at once, however late they are.
        """
        return self.heard if channel == "spectators" else self.snapshot.version


def is_open(snapshot: Snapshot) -> bool:
    """Return whether a table has a chat."""
    return snapshot.table.settings.chat not in {UNSET, "off"}


def must_have_chat(visit: Visit) -> None:
    """Return if a table has a chat. Raises `ChatRefused`."""
    if not is_open(visit.snapshot):
        raise ChatRefused("chat_off")


def must_read(visit: Visit, channel: Channel) -> None:
    """Return if somebody may read a channel. Raises `ChatRefused`."""
    must_have_chat(visit)
    if channel == "spectators" and visit.viewer.seat is not None and visit.snapshot.going_on:
        raise ChatRefused("chat_closed", "Those with a seat read what the spectators say when the game is over.")


def must_write(visit: Visit, channel: Channel, at: int, *, player: UUID, is_text: bool) -> None:
    """Return if a player may say something in a channel at a time. Raises `ChatRefused`."""
    must_have_chat(visit)
    table = visit.snapshot.table
    if (visit.viewer.seat is None) != (channel == "spectators"):
        raise ChatRefused("chat_closed", "Those with a seat write to `seats`, and all others to `spectators`.")
    if table.finished_at is not None and at >= table.finished_at + TALK_MS:
        raise ChatRefused("chat_closed", "Nobody writes in the chat of a table that ended a day ago.")
    must_not_tell(visit, channel, player)
    if is_text and table.settings.chat != "text":
        raise ChatRefused("phrases_only")


def must_not_tell(visit: Visit, channel: Channel, player: UUID) -> None:
    """Return unless a player would tell the seats something in silence, or tell anybody what they alone know.

    To remove a message tells something, too: of one for each card on the table, the mark names a card. Those who
    see hidden cards without a seat, or once could, say nothing as long as the game goes on. Raises `ChatRefused`.
    """
    if channel == "seats" and visit.snapshot.silent:
        raise ChatRefused("chat_silent")
    if visit.snapshot.going_on and visit.snapshot.table.watched_by(player) is not None:
        raise ChatRefused("chat_closed", "Spectators who see hidden cards, or once could, write when the game is over.")
