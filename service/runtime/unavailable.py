"""The error of everything that is temporarily unavailable: a caller who asks again soon may get an answer."""

from typing import ClassVar


class Unavailable(Exception):
    """It cannot be done or answered now, but perhaps soon. What is derived from this says what has happened."""

    is_told: ClassVar[bool] = False
    """Whether who raises it has logged why: then those who try again need not."""
