"""The chat of a table: what its seats say and, apart from them, what spectators say."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from litestar import delete, get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.table import PHRASES
from domain.validation import LARGEST_INTEGER
from service.chat.chats import NoSuchMessage, NotYours, OwnMessage
from service.chat.lines import ChatPage, PhraseCode
from service.chat.places import ChatRefused
from service.chat.port import Channel, Room, Said
from service.chat.texts import LONGEST_TEXT, BadText, accepted
from service.http.faults import Fault
from service.http.middleware.authentication import LONGEST_WAIT_SECONDS, AccountRequest, waited
from service.http.middleware.limits import spent_at
from service.http.problems import Problem
from service.http.resources.oversight import Reason, seen_as
from service.http.resources.tables import TableId
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.idempotency import command_key
from service.http.wire.responses import Answer, json_answer

THE_PHRASES = f"The phrases are: {', '.join(PHRASES)}."
ChannelName = Annotated[Channel, PathParameter(description="The channel of the `seats`, or that of the `spectators`.")]
Number = Annotated[int, PathParameter(ge=1, le=LARGEST_INTEGER, description="The number of the message.")]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """What to say: a text or a set phrase."""

    text: Annotated[
        Annotated[str, Meta(max_length=LONGEST_TEXT)] | UnsetType,
        Meta(
            description="A text of one line, with visible characters only, and without links. It is normalized"
            " (NFC), with single spaces."
        ),
    ] = UNSET
    phrase: PhraseCode | UnsetType = UNSET


@get("/tables/{table:uuid}/chat/{channel:str}", operation_id="listChat")
async def list_chat(
    request: AccountRequest,
    table: TableId,
    channel: ChannelName,
    *,
    after: Annotated[int, QueryParameter(ge=0, le=LARGEST_INTEGER, description="Entries after this number.")] = 0,
    wait: Annotated[
        int,
        QueryParameter(ge=0, le=LONGEST_WAIT_SECONDS, description="Seconds to wait for an entry if there is none yet."),
    ] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="Maximum number of entries.")] = 100,
    reason: Reason = None,
) -> Answer:
    """List the messages of a table's chat, in order. With `wait` it is a long poll.

    All who watch can read what the seats say, with the same delay as the game. The seats can read the spectators'
    messages only while no game is played. A channel keeps its 2,000 newest entries, for 90 days; deleted ones leave
    gaps.
    """
    account, _ = await seen_as(request, table, reason)
    room, chats = Room(table, channel), services_of(request).chats
    with refusals_told():
        entries = await waited(request, wait, lambda seconds: chats.page(room, account, after, limit, seconds))
    return json_answer(ChatPage(channel, entries[-1].number if entries else after, tuple(entries)))


@post("/tables/{table:uuid}/chat/{channel:str}", operation_id="say", status_code=201)
async def say(request: AccountRequest, table: TableId, channel: ChannelName) -> Answer:
    """Send a chat message: players write to the channel `seats`, spectators to `spectators`.

    A table has a chat if its setting `chat` says so. While the rulebook demands silence, the answer to seats is 409
    `chat_silent`. Spectators who may see hidden cards cannot write while the game goes on.
    """
    services = services_of(request)
    chats, key = services.chats, command_key(request)
    entry = await chats.repeated(key, request.auth.player)
    if entry is None:
        said = said_by(read(request, Say))
        await spent_at(request.scope, services.limits.requests, "chat", table)
        with refusals_told():
            entry = await chats.say(Room(table, channel), request.auth, said, key)
    return json_answer(entry, status_code=201, location=f"/v1/tables/{table}/chat/{channel}?after={entry.number - 1}")


def said_by(wanted: Say) -> Said:
    """Return what a body wants to say. Raises `Problem`: invalid_body, or text_not_allowed."""
    text, phrase = wanted.text, wanted.phrase
    if isinstance(text, UnsetType) is isinstance(phrase, UnsetType):
        raise Problem("invalid_body", errors=(Fault("It has a text or a phrase, and not both.", pointer=""),))
    if isinstance(text, UnsetType):
        if isinstance(phrase, UnsetType) or phrase not in PHRASES:
            raise Problem("invalid_body", errors=(Fault(THE_PHRASES, pointer="/phrase"),))
        return Said(phrase=phrase)
    try:
        return Said(accepted(text))
    except BadText as error:
        raise Problem("text_not_allowed", str(error)) from None


@delete("/tables/{table:uuid}/chat/{channel:str}/{number:int}", operation_id="removeMessage", status_code=204)
async def remove_message(request: AccountRequest, table: TableId, channel: ChannelName, number: Number) -> None:
    """Remove one of my messages. The table's creator and operators can remove any message.

    Its text is deleted at once, and a new entry at the end of the channel says who removed it. Where the caller may not
    read, or may not write because of silence or hidden cards, only operators can remove messages, since a removal also
    conveys something. A creator who plays reads what spectators say after the game.
    """
    account = request.auth
    with refusals_told():
        await services_of(request).chats.remove(
            Room(table, channel), account, number, of_others=account.role == "operator"
        )


@contextmanager
def refusals_told() -> Iterator[None]:
    """Turn what the chat refuses into its problem."""
    try:
        yield
    except ChatRefused as refused:
        raise Problem(refused.why, refused.detail) from None
    except NoSuchMessage:
        raise Problem("not_found", "There is no such message, or not for you.") from None
    except NotYours:
        raise Problem("forbidden", "It is somebody else's message, and you have not opened the table.") from None
    except OwnMessage:
        raise Problem("forbidden", "It is your own message: remove it instead.") from None
