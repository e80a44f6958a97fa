"""Where the sockets of the servers are."""

import contextlib
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

LONGEST_SOCKET_PATH = 100
"""Bytes; the kernels allow 103 to 107."""

PLAIN = re.compile(r"[\w/.+-]+", re.ASCII)
"""The characters that have no special meaning in a connection URL and in a list of folders."""


@contextlib.contextmanager
def socket_folder(data: Path) -> Iterator[Path]:
    """Give the folder for sockets: `<data>/run`, or a temporary one if that path cannot be the address of a socket."""
    run = data.absolute() / "run"
    longest = str(run / ".s.PGSQL.5432")
    if len(longest) <= LONGEST_SOCKET_PATH and PLAIN.fullmatch(longest):
        yield run
        return
    with tempfile.TemporaryDirectory(prefix="parlour-") as short:
        Path(short).chmod(0o711)
        yield Path(short) / "run"
