"""The command line: `parlour`, with a module for each command."""

import contextlib
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from types import FrameType
from typing import Any

import click

from service import VERSION

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
STOPPED = 128
"""What the exit code after another signal is more than its number."""

NOT_WRITTEN = 74
"""The exit code if the standard output, or a file, cannot be written: `EX_IOERR` of sysexits.h."""
UNREAD = STOPPED + signal.SIGPIPE
"""The exit code if nobody reads the output any more: that of a program which the system ends for it."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What a full or broken disk is told by."""
UNWRITABLE = FULL | {errno.EPIPE}
"""What tells that the standard output takes nothing: nobody reads it any more, or it has no room."""

COMMANDS = {
    "serve": "Run the service.",
    "play": "Play a game on the terminal, against house players.",
    "login": "Sign in to a service, by a page in a browser.",
    "logout": "Sign out of a service.",
    "load": "Play whole games with random players, over HTTP only.",
    "tournament": "Run a tournament, show its standings, export its records.",
    "replay": "Show a game in words.",
    "record": "Write the record of a finished game.",
    "verify": "Check the record of a game, and play it again by the rules.",
    "token": "Create, list and revoke tokens.",
    "app": "Create, list and remove third-party apps (OAuth 2.1).",
    "backup": "Copy the embedded database to a new folder.",
    "restore": "Make a data folder from a backup.",
    "forgotten": "List the players who were deleted.",
    "archive": "Move the events of games that have long been over.",
    "rebuild": "Rebuild what is derived from the log.",
    "export": "Export the open history.",
    "query": "Ask the open history a question, or SQL.",
    "report": "Report what was played, with charts.",
    "seal": "Seal the log now.",
    "database": "Prepare the databases of a service.",
    "audit": "Check a whole database, while the service runs.",
    "conformance": "Check whether a service keeps the contract.",
    "openapi": "Write the OpenAPI document of the service.",
}
"""The commands, in the order of the help, with what it says of them; each is in the module of its name."""


class Commands(click.Group):
    """Imports a command when it is wanted: all of them together take a second, and one needs little of that."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None: there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"service.cli.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of the commands for the help, which imports none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line, which may ask for the help or the version."""
        open_standard_streams()
        with ended_if_unwritable():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. After Ctrl-C its exit code is the one of all programs; click would give that of a failure.

        A command has its own exit codes, too, if there is no room for its output, or nobody reads it: for `verify`, 1
        means that a record is not true. An error may quote a stranger's file, or a service.
        """
        told: list[int] = []
        try:
            with ended_if_unwritable(), stopped_as_by_ctrl_c(told):
                result = super().invoke(ctx)
                sys.stdout.flush()
        except click.ClickException as error:
            from service.cli.texts import visible  # noqa: PLC0415 - only errors need it

            shown = "\n".join(map(visible, error.message.split("\n")))
            error.message = shown  # type: ignore[misc]  # it stays that error, with its exit code
            raise
        except KeyboardInterrupt:
            raise click.exceptions.Exit(STOPPED + told[0] if told else INTERRUPTED) from None
        return result


@contextlib.contextmanager
def ended_if_unwritable() -> Iterator[None]:
    """Raise `click.exceptions.Exit` where the standard output takes nothing."""
    try:
        yield
    except OSError as why:
        if why.errno not in UNWRITABLE:
            raise
        raise click.exceptions.Exit(given_up(why)) from None


def given_up(why: OSError) -> int:
    """Give up the standard output, as it cannot be written, with what waits in it; return the exit code."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - it is there to the end
    if why.errno == errno.EPIPE:
        sys.stderr = sys.stdout  # it may be the same pipe
        return UNREAD
    try:
        click.echo(f"Error: The output cannot be written: {why.strerror}.", err=True)
    except OSError:  # both may lead to the same file
        sys.stderr = sys.stdout
    return NOT_WRITTEN


@contextlib.contextmanager
def stopped_as_by_ctrl_c(told: list[int]) -> Iterator[None]:
    """Let SIGTERM, and the end of the terminal, stop a command as Ctrl-C does: it tidies up.

    Whoever takes care of Ctrl-C, as asyncio does, takes care of them. They are noted in `told`, and ignored from then
    on: to be told once is enough. A command may have its own handlers for them.
    """

    def stop(number: int, _: FrameType | None) -> None:
        told.append(number)
        for each in taken:
            signal.signal(each, signal.SIG_IGN)
        if not callable(signal.getsignal(signal.SIGINT)):  # that is ignored: a shell has started it in the background
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)

    taken = [each for each in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(each) is signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():
        taken.clear()
    for each in taken:
        signal.signal(each, stop)
    try:
        yield
    finally:
        for each in taken:
            if signal.getsignal(each) is stop:
                signal.signal(each, signal.SIG_DFL)


def open_standard_streams() -> None:
    """Let each standard stream that was closed for this process be an empty one: Python has None for it.

    What the standard output has no character for, as in the name of a file, is written as an escape.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - it is there to the end
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


@click.group(cls=Commands)
@click.version_option(VERSION, prog_name="parlour", message="%(prog)s %(version)s")
def parlour() -> None:
    """Play parlour card games over HTTP, and run the service for them."""
