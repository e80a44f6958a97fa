"""Compression of answers by gzip (RFC 1952), for clients that take it (RFC 9110, 12.5.3).

A length tells something of what was compressed together. So only what holds no secret of its reader is compressed line
by line: who can choose a part of it, such as a player's name, and sees how long the lines are that go to somebody else,
learns nothing that not everybody is shown.
"""

import zlib

LONGEST_ACCEPT = 1_000
LEVEL = 5
"""How hard gzip tries with a stream: more takes twice the time, and saves a twentieth."""

WINDOW_BITS, MEMORY_LEVEL = 14, 7
"""How far back gzip looks, 16 KiB, which is a view and what came after it; and how much it keeps: 128 KiB a stream."""

OF_GZIP = 16
"""What is added to the bits of the window for the form of gzip."""


def takes_gzip(accepted: bytes) -> bool:
    """Return whether a client takes answers that are compressed by gzip, as its header Accept-Encoding says."""
    for each in accepted[:LONGEST_ACCEPT].decode("latin-1").lower().split(","):
        name, _, quality = each.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class Gzip:
    """Compresses what goes out piece by piece, such that each piece can be read as soon as it arrives."""

    def __init__(self) -> None:
        self._zlib = zlib.compressobj(LEVEL, zlib.DEFLATED, OF_GZIP + WINDOW_BITS, MEMORY_LEVEL)

    def piece(self, content: bytes) -> bytes:
        """Return what is to be sent for a piece."""
        return self._zlib.compress(content) + self._zlib.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        """Return what is to be sent after the last piece."""
        return self._zlib.flush()
