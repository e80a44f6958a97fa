"""Texts of a command line that go to others: what is no UTF-8 may be the name of a file, but cannot be sent."""

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
