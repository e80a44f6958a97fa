"""What all say that cannot do now what they are asked for: a caller who asks again soon may have an answer."""


class Unavailable(Exception):
    """It cannot be done or answered now, but perhaps soon. What is derived from this says what has happened."""
