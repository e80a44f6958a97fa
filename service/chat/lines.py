"""What readers are told of the chat: messages, and marks of those that were removed."""

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from domain.game import Time
from domain.messages import FormattedMessage
from domain.table import PHRASES
from domain.wording import in_words
from service.chat.port import Channel, Entry
from service.live.lines import CursorText, StreamLine

PhraseCode = Annotated[
    str,
    Meta(
        description="The code of a set phrase; `GET /v1/messages` lists them with the field `phrase`.",
        extra_json_schema={"enum": list(PHRASES)},
    ),
]


class ChatEntry(Struct, frozen=True, kw_only=True):
    """A message, or with `removes` a note that messages were removed. Nothing else in an entry ever changes."""

    number: Annotated[
        int, Meta(description="Its place in the channel, from 1. Only entries that are kept no more are missing.", ge=1)
    ]
    at: Time
    author: Annotated[UUID, Meta(description="Who said it, or who removed the messages.")]
    author_name: Annotated[str | None, Meta(description="Their name; null: a former player.")]
    seat: Annotated[int | None, Meta(description="Their seat at that time; null: a spectator, or a removal.")]
    text: Annotated[str | UnsetType, Meta(description="A free text; show it as plain text, not as markup.")] = UNSET
    phrase: PhraseCode | UnsetType = UNSET
    message: Annotated[FormattedMessage | UnsetType, Meta(description="The phrase as a message.")] = UNSET
    removes: Annotated[
        tuple[int, ...] | UnsetType, Meta(description="The numbers of the messages that were removed.")
    ] = UNSET
    removed: Annotated[bool | UnsetType, Meta(description="True: the message was removed; it has no text.")] = UNSET
    hidden: Annotated[
        bool | UnsetType, Meta(description="True: I mute or block its author, so its text is not shown.")
    ] = UNSET


class ChatLine(Struct, frozen=True, tag="chat", tag_field="type"):
    """A chat message, or the note of a removal; only with `chat=true`."""

    cursor: CursorText
    table: Annotated[UUID, Meta(description="The id of the table.")]
    channel: Channel
    entry: ChatEntry


TalkLine = StreamLine | ChatLine
"""A line of a stream that has what is said, too."""


class ChatPage(Struct, frozen=True):
    """Entries of a channel, in order."""

    channel: Channel
    cursor: Annotated[int, Meta(description="The number of the last entry here; send it as `after` to get more.", ge=0)]
    entries: tuple[ChatEntry, ...]


def seen(entry: Entry, name: str | None, *, hidden: bool) -> ChatEntry:
    """Return an entry as a reader is told of it; `hidden`: without what its author says."""
    shown = ChatEntry(number=entry.number, at=entry.at, author=entry.author, author_name=name, seat=entry.seat)
    return with_words(shown, entry, hidden=hidden)


def with_words(shown: ChatEntry, entry: Entry, *, hidden: bool) -> ChatEntry:
    """Return what is told of an entry with what it says."""
    if entry.removes:
        return replace(shown, removes=entry.removes)
    if entry.is_removed:
        return replace(shown, removed=True)
    if hidden:
        return replace(shown, hidden=True)
    said = entry.said
    if said.text is not None:
        return replace(shown, text=said.text)
    template = PHRASES.get(said.phrase or "")
    if template is None:  # a newer version of the service knows it
        return replace(shown, phrase=said.phrase or "")
    words = FormattedMessage(template.text, {}, in_words(template.plain, {}))
    return replace(shown, phrase=said.phrase or "", message=words)
