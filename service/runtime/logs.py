"""Logs: one JSON object a line on standard error, each with the id of the request it belongs to.

A log never holds a token, a name or a card. So tracebacks are reduced to lines of code: the message of an exception,
which may quote any value, is left out, and so are local variables.
"""

import asyncio
import json
import logging
import traceback
from contextvars import ContextVar
from types import TracebackType
from typing import Any, TextIO

from pythonjsonlogger.msgspec import MsgspecFormatter

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def where(exception: BaseException) -> list[str]:
    """Return the types of an exception and of its causes, each with the lines of code it passed, and no values."""
    told = []
    for each in reversed(causes(exception)):
        told.append(f"{type(each).__module__}.{type(each).__qualname__}")
        told += [
            f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(each.__traceback__)
        ]
        for inner in each.exceptions if isinstance(each, BaseExceptionGroup) else ():
            told += [f"  | {line}" for line in where(inner)]
    return told


def causes(exception: BaseException) -> list[BaseException]:
    """Return the exception, its cause or context, the cause's cause, and so on."""
    chain: list[BaseException] = []
    found: BaseException | None = exception
    while found is not None and found not in chain:
        chain.append(found)
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return chain


class Formatter(MsgspecFormatter):
    """A record as one JSON object: time, level, logger, request, message and what was given as `extra`."""

    def jsonify_log_record(self, log_data: dict[str, Any]) -> str:
        """Return a record as JSON, also with a name of a file that is no UTF-8."""
        try:
            return super().jsonify_log_record(log_data)
        except UnicodeEncodeError:
            return json.dumps(log_data, default=str)

    def formatException(self, ei: Raised) -> str:  # noqa: N802 - the name is logging's
        """Return where an exception was raised, without any value."""
        return "" if ei[1] is None else "\n".join(where(ei[1]))


class WithRequestId(logging.Filter):
    """Gives every record the id of the request in whose course it was made."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id, and let the record pass."""
        record.request = REQUEST_ID.get()
        return True


def configure(level: str, stream: TextIO | None = None) -> None:
    """Send the logs of all libraries to a stream, by default standard error.

    `level` is the least that is logged: `debug`, `info`, `warning` or `error`.
    """
    formatter = Formatter(
        "{asctime}{levelname}{name}{request}{message}",
        style="{",
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    handler.addFilter(WithRequestId())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    for name in ("_granian", "granian.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True


def log_lost_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what a task has raised that nobody waits for; asyncio's own handler would print the exception's message."""
    logging.getLogger("asyncio").error(context["message"], exc_info=context.get("exception"))
