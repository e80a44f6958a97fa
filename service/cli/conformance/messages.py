"""Whether all that is said at a table is listed, so that a client can say it in another language."""

import random
from collections.abc import Iterator, Mapping, Sequence

from service.cli.conformance.contract import Document
from service.cli.conformance.visit import Visit

LOOKS = 20
"""Maximum number of views of each viewer that are read."""

Listed = Mapping[str, frozenset[str]]
"""By template, the names of its arguments."""


async def check_messages(
    visit: Visit, game: str, views: Mapping[str, Sequence[Document]], feeds: Mapping[str, Sequence[Document]]
) -> None:
    """Look for what was told of a game, by viewer, in the list of messages. Raises `NotUnderstood`."""
    messages = (await visit.read("GET", "/v1/messages"))["messages"]
    listed = {
        each["template"]: frozenset(argument["name"] for argument in each["arguments"])
        for each in messages
        if game in each["games"] or not each["games"]
    }
    for viewer, feed in feeds.items():
        seen = random.sample(views[viewer], min(LOOKS, len(views[viewer])))
        for message in messages_in([feed, seen]):
            right = listed.get(message["template"]) == frozenset(message["arguments"])
            visit.report.see("messages", right, f"GET /v1/messages does not list for {game}: {message['template']!r}")


def messages_in(part: Document) -> Iterator[Document]:
    """Yield the messages in a part of an answer, also those within messages."""
    if isinstance(part, dict):
        if part.keys() >= {"template", "arguments"}:
            yield part
        for each in part.values():
            yield from messages_in(each)
    elif isinstance(part, list):
        for each in part:
            yield from messages_in(each)
