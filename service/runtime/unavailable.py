"""The error of everything that is temporarily unavailable: a caller who asks again soon may get an answer."""


class Unavailable(Exception):
    """It cannot be done or answered now, but perhaps soon. What is derived from this says what has happened."""
