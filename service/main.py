"""The program `parlour`."""

import signal


def main() -> None:
    """Run the command line. Ctrl-C ends it also while it is being read, without a traceback: that takes a moment."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # a shell may have let it be ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from service.cli import parlour  # noqa: PLC0415 - this is what takes a moment

    signal.signal(signal.SIGINT, handler)
    parlour()
