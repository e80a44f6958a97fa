"""Texts of a command line that go to others, and texts of others that go to a terminal.

What is no UTF-8 may be the name of a file, but cannot be sent. What a file or a service says may hold what moves the
cursor or changes the colour, and would show something else than is said.
"""

from datetime import UTC, datetime
from typing import Any

import click
from click.types import StringParamType


class Text(StringParamType):
    """A text in UTF-8."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text. Raises `click.BadParameter` for one that is no UTF-8."""
        text = str(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} is not encoded in UTF-8.", param, ctx)
        return text


TEXT = Text()

UNSEEN = "\N{REPLACEMENT CHARACTER}"


def count(number: int, what: str) -> str:
    """Return a number of things in words: `1 deal`, `0 shuffles`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def moment(at: int) -> str:
    """Return a time in ms since 1970 as ISO 8601 says it, in UTC to the second."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def visible(text: str) -> str:
    """Return a text of others as one line, in which all that would not be seen is written as an escape."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def in_place(text: str) -> str:
    """Return lines of others, as long as they are, in which a sign stands for each character that is not seen."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else " " if each.isspace() else UNSEEN for each in text)
