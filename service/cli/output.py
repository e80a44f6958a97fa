"""What is written to a terminal by rich: texts of others draw nothing there."""

import errno
import os
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from service.cli.texts import in_place


class Output(Console):
    """A console for texts of others, which move no cursor and change no colour.

    If it is closed, the command ends as all others do, not as rich would end it.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the pieces of what is shown."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else in_place(text), style, control)

    def on_broken_pipe(self) -> None:
        """Raise the error of the pipe."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def drawing_nothing(text: Text) -> Text:
    """Return a text with its colours that draws nothing else."""
    text.plain = in_place(text.plain)
    return text
