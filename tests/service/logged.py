"""What the service logs, as its operator reads it."""

import contextlib
import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

from service.runtime import logs

Logged = Callable[[], list[dict[str, Any]]]


@contextlib.contextmanager
def logging_all() -> Iterator[Logged]:
    """Set the logs up as the service does, down to what is for debugging; give what reads all that was logged."""
    stream = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    logs.configure("debug", stream)
    try:
        yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    finally:
        logging.captureWarnings(capture=False)
        root.handlers[:] = handlers
        root.setLevel(level)


def by_the_service(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines that are not those of the tests' HTTP client."""
    return [line for line in lines if not line["logger"].startswith("http")]
