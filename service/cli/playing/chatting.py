"""What is said at a table: shown as it comes, a little of it at a time, and said by the person on this side."""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from projections.seat_view import SeatView
from service.cli.playing.building import Dialogue, listed, one_of, until_it_fits

MOST_SHOWN = 20
"""Maximum number of messages that are shown at once: a player who comes late is not shown a whole evening."""

NOBODY_SAYS = "This table has no chat: nothing can be said here."
WHY_NOT: Mapping[str, str] = {
    "chat_off": NOBODY_SAYS,
    "chat_silent": "The rulebook wants silence now: the seats tell each other nothing.",
    "chat_closed": "The chat of this table is closed.",
    "phrases_only": "Only set phrases are said at this table: type : to choose one.",
}
"""Why something was not said, by the code of the refusal."""

HOW: Mapping[str, str] = {
    "text": "At this table people talk: type : and a text, such as : Hello. With : alone you choose a set phrase.",
    "phrases": "At this table set phrases are said: type : to choose one.",
}
"""How something is said, by the chat of the table."""


def how_to_talk(view: SeatView | None) -> str:
    """Return how something is said at a table, in a sentence."""
    return NOBODY_SAYS if view is None else HOW.get(str(view.table.settings.chat), NOBODY_SAYS)


def may_talk(view: SeatView | None) -> bool:
    """Return whether a table has a chat."""
    return how_to_talk(view) != NOBODY_SAYS


class Hearing:
    """What was said and is not shown yet. What comes again, after a connection broke, is shown once."""

    def __init__(self) -> None:
        self._waiting = deque[str](maxlen=MOST_SHOWN)
        self._more = 0
        self._known: dict[str, int] = {}

    def take(self, line: Mapping[str, Any]) -> None:
        """Keep a message from the stream until it is shown; one that was told before is ignored."""
        channel, entry = line["channel"], line["entry"]
        if entry["number"] > self._known.get(channel, 0):
            self._known[channel] = entry["number"]
            self._more += len(self._waiting) == MOST_SHOWN
            self._waiting.append(chat_line(entry, channel))

    def news(self) -> Iterator[str]:
        """Yield what waits to be shown, the last of it if that is much."""
        waiting, more = [*self._waiting], self._more
        self._waiting.clear()
        self._more = 0
        if more:
            yield f"… and {more} more before that"
        yield from waiting


def chat_line(entry: Mapping[str, Any], channel: str) -> str:
    """Return what was said as a line: who, and what. What would move the cursor is left out."""
    where = "a spectator" if channel == "spectators" else None if entry["seat"] is None else f"seat {entry['seat']}"
    name = entry["author_name"] or "A former player"
    who = name if where is None else f"{name} ({where})"
    return "".join(each for each in f"{who}{said(entry)}" if each.isprintable())


def said(entry: Mapping[str, Any]) -> str:
    """Return what follows the name in such a line."""
    if "removes" in entry:
        return f" has removed what was said, message {', '.join(map(str, entry['removes']))}"
    if entry.get("removed"):
        return ": (removed)"
    if entry.get("hidden"):
        return ": (hidden, since you have muted or blocked them)"
    if "text" in entry:
        return f": {entry['text']}"
    return f": {entry['message']['text'] if 'message' in entry else entry['phrase'].replace('_', ' ')}"


def choosing(phrases: Mapping[str, str]) -> Dialogue[str]:
    """Ask which of the set phrases is to be said; return its code."""
    question = f"What do you say? Type its number, 1 to {len(phrases)}; . says nothing.\n{listed(phrases.values())}"
    return (yield from until_it_fits(question, partial(one_of, [*phrases], "set phrase")))
