"""Compression of streams by gzip (RFC 1952), line by line; `middleware/compression.py` has that of other answers.

The length of a compressed line depends on all that was compressed together. Somebody may see the lengths of the lines
that go to somebody else, and choose a part of these lines, such as a player's name. They could find out the rest by
trying. So a stream is compressed only if it holds no secret of its reader: then the rest is what everybody is shown.
"""

import zlib

LEVEL = 5
"""How hard gzip tries with a stream: more takes twice the time, and saves a twentieth."""

WINDOW_BITS, MEMORY_LEVEL = 14, 7
"""How far back gzip looks, 16 KiB, which is a view and what came after it; and how much it keeps: 128 KiB a stream."""

OF_GZIP = 16
"""What is added to the bits of the window for the form of gzip."""


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
